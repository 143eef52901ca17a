import type { Page, PageRequest } from '../monitors/page';
import type { HttpResponse } from '../service/httpResponse';
import type { ListExtraction } from '../service/mapping/readList';
import { isConfident } from '../service/mapping/extraction';

/** What was read of an answer, as the page that was asked for. What is not sure enough is not passed off as fact. */
export function toPage(
  request: Pick<PageRequest, 'readingId' | 'pageIndex' | 'pageSize'>,
  answer: HttpResponse,
  reading: ListExtraction,
): Page {
  const { total, hasMore, cutFrom } = reading;
  return {
    readingId: request.readingId,
    pageIndex: request.pageIndex,
    pageSize: request.pageSize,
    monitors: reading.monitors,
    readAt: answer.receivedAt,
    ...(total && isConfident(total) ? { total: total.value } : {}),
    ...(hasMore && isConfident(hasMore) ? { hasMore: hasMore.value } : {}),
    ...(cutFrom === undefined ? {} : { cutFrom }),
  };
}
