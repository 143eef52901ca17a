import type { Page, PageRequest } from '../monitors/page';
import type { HttpResponse } from '../service/httpResponse';
import type { ListReading } from '../service/reading/listReading';
import { isTaken } from '../service/reading/reading';

/** What was read of an answer, as the page that was asked for. What is not sure enough is not passed off as fact. */
export function toPage(
  request: Pick<PageRequest, 'readingId' | 'pageIndex' | 'pageSize'>,
  answer: HttpResponse,
  reading: ListReading,
): Page {
  const { total, hasMore } = reading;
  return {
    readingId: request.readingId,
    pageIndex: request.pageIndex,
    pageSize: request.pageSize,
    monitors: reading.monitors,
    readAt: answer.receivedAt,
    ...(total && isTaken(total) ? { total: total.value } : {}),
    ...(hasMore && isTaken(hasMore) ? { hasMore: hasMore.value } : {}),
  };
}
