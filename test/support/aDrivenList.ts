import { Emitter } from '../../src/base/event';
import { remember } from '../../src/base/remember';
import { MonitorList, type PageRequest } from '../../src/account/monitorList';
import type { Monitor } from '../../src/monitors/monitor';
import type { Page, PageContent, ReadPage } from '../../src/monitors/page';
import { CallError } from '../../src/service/errors';
import { aContent } from './aList';
import { monitorsFrom } from './aMonitor';

/** When the first page is read, in epoch milliseconds. */
export const READ_AT = Date.UTC(2026, 0, 15, 12);

interface OpenCall {
  readonly request: PageRequest;
  readonly resolve: (page: Page) => void;
  readonly reject: (error: unknown) => void;
}

/** What a page says besides its monitors. */
type Said = Partial<Omit<PageContent, 'records'>>;

/** A list whose calls the test answers, with a total. */
export function aDrivenList(served: readonly Monitor[] = monitorsFrom(0, 35), pageSize = 10) {
  const changes = new Emitter<void>();
  const open: OpenCall[] = [];
  let calls = 0;
  const service = {
    monitors: served,
    said: {} as Said,
    answer: async (monitors?: readonly Monitor[]): Promise<void> => {
      const { request, resolve } = open.shift()!;
      const { index, size } = request;
      calls += 1;
      const time = READ_AT + calls;
      resolve({
        index,
        size,
        call: { number: calls, begun: time - 1, ended: time },
        response: {
          monitors: monitors ?? service.monitors.slice(index * size, (index + 1) * size),
          said: { total: { count: service.monitors.length, saysTotal: true }, ...service.said },
        },
        headers: {},
      });
      await turn();
    },
    fail: async (error: unknown): Promise<void> => {
      open.shift()!.reject(error);
      await turn();
    },
    /** Answers all calls until there are no more. */
    answerAll: async (): Promise<void> => {
      for (await turn(); open.length > 0; await turn()) {
        await service.answer();
      }
    },
  };
  const list = new MonitorList({
    fetchPage: (request) =>
      new Promise((resolve, reject) => void open.push({ request, resolve, reject })),
    service: { read: readDriven, describeUnread: () => new CallError('unreadable') },
    pageSize: () => pageSize,
    isOneAtATime: () => true,
    save: ({ list: pages }) => pages,
    onDidChange: () => changes.fire(),
  });
  return { list, service, onDidChange: changes.event };
}

/** The same after its first pages are loaded. */
export async function aLoadedList(pages: number, served?: readonly Monitor[], pageSize?: number) {
  const driven = aDrivenList(served, pageSize);
  for (let page = 0; page < pages; page++) {
    void driven.list.loadMore();
    await driven.service.answerAll();
  }
  return driven;
}

const readDriven: ReadPage = remember((page: Page) => {
  const { monitors, said } = page.response as { monitors: readonly Monitor[]; said: Said };
  return aContent(monitors, said);
});

/** Lets pending promises run. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
