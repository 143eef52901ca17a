import type { Page, PageRequest } from '../monitors/page';
import type { Answer } from '../service/answer';
import type { ListReading } from '../service/reading/listReading';

/** What was read of an answer, as the page that was asked for. */
export function toPage(
  request: Pick<PageRequest, 'pageIndex' | 'pageSize'>,
  answer: Answer,
  reading: ListReading,
): Page {
  const { total, hasMore } = reading;
  return {
    pageIndex: request.pageIndex,
    pageSize: request.pageSize,
    monitors: reading.monitors,
    readAt: answer.receivedAt,
    ...(total === undefined ? {} : { total: total.value }),
    ...(hasMore === undefined ? {} : { hasMore: hasMore.value }),
  };
}
