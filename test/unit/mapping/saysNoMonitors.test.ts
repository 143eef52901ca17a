import assert from 'node:assert/strict';
import { CallError } from '../../../src/service/errors';
import { saysNoMonitors } from '../../../src/mapping/httpErrors';
import { errorStyles, type ErrorBody } from '../../simulator/errorStyles';
import { listShapes } from '../../simulator/responseShapes';
import { SimulatedService } from '../../simulator/simulatedService';
import { aResponse as aJsonResponse } from '../../support/corpus';
import { aWindow, type Window } from '../../support/aWindow';
import { useTemporaryFolder } from '../../support/temporaryFolder';

const NOTHING_HERE = [
  'Invalid page.',
  'That page contains no results',
  'Page not found',
  'pageNotFound',
  'Page 7 does not exist',
  "The requested page doesn't exist.",
  'pageIndex 7 is out of bounds',
  'pageIndex exceeds the number of pages',
  'You are past the last page',
  'Offset too large',
  'No monitors found.',
  'Monitors not found',
  'You don’t have any monitors.',
  'The account does not have any uptime monitors',
  'This account has no HTTP checks',
  'No matching records found',
  'No data available',
  'End of list reached',
  'Monitor list empty',
  'no rows in result set',
  'NO_MORE_ITEMS',
];

const OTHER_REFUSALS = [
  'Not found',
  'Route not found',
  'The page /monitors/list was not found',
  'The page you are looking for could not be found',
  'Monitor not found',
  'No monitor with id list',
  'No static resource monitors/list.',
  'Invalid cursor',
  'Subscription expired: no monitors can be shown',
  'Endpoint does not exist',
  'pageSize is invalid',
  'That page number is less than 1',
  'No credits left to list monitors',
  'Too many requests: no data',
  'Your session has expired, so no monitors can be shown',
  'No data available, try again later',
  'No JSON data in the request body',
  'You are not allowed to see any monitors',
  'No monitors are down',
  'Something went wrong',
  '',
];

function aResponse(status: number, { contentType, text }: ErrorBody, headers: Record<string, string> = {}) {
  const isJson = /^[{"]/.test(text);
  return aJsonResponse(isJson ? JSON.parse(text) : undefined, { status, contentType, text, headers });
}

describe('A response that says that there are no monitors', () => {
  const { detail, problem, errorObject, errorText, message, plainText, html, empty } = errorStyles;

  for (const said of NOTHING_HERE) {
    it(`is recognized by "${said}", with 404 and with 200`, () => {
      for (const style of [detail, problem, errorObject, errorText, message]) {
        assert.equal(saysNoMonitors(aResponse(404, style(404, said))), true, style.name);
      }
      for (const style of [detail, errorText, message]) {
        assert.equal(saysNoMonitors(aResponse(200, style(200, said))), true, style.name);
      }
    });
  }

  for (const said of OTHER_REFUSALS) {
    it(`is not recognized by "${said}"`, () => {
      for (const style of [detail, problem, errorObject, errorText, message]) {
        assert.equal(saysNoMonitors(aResponse(404, style(404, said))), false, style.name);
        assert.equal(saysNoMonitors(aResponse(200, style(200, said))), false, style.name);
      }
    });
  }

  it('is recognized by 204 and 416, unless a web page or a gateway says 416', () => {
    assert.equal(saysNoMonitors(aResponse(204, empty())), true);
    assert.equal(saysNoMonitors(aResponse(204, { contentType: 'text/html', text: '' })), true);
    assert.equal(saysNoMonitors(aResponse(416, empty())), true);
    assert.equal(saysNoMonitors(aResponse(416, message(416, 'Whatever'))), true);
    assert.equal(saysNoMonitors(aResponse(416, html(416))), false);
    assert.equal(saysNoMonitors(aResponse(416, empty(), { 'X-Squid-Error': 'ERR 0' })), false);
  });

  it('is JSON, and not a web page or plain text with such words', () => {
    const page = { contentType: 'text/html', text: '<h1>No monitors found</h1>' };
    assert.equal(saysNoMonitors(aResponse(404, page)), false);
    assert.equal(saysNoMonitors(aResponse(404, plainText(404, 'No monitors found'))), false);
    assert.equal(saysNoMonitors(aResponse(404, { contentType: '', text: '"No monitors found"' })), true);
  });

  it('has no other error status, and no other error code in its body', () => {
    for (const status of [400, 401, 402, 403, 410, 422, 429, 500, 503]) {
      assert.equal(saysNoMonitors(aResponse(status, message(status, 'No monitors found'))), false);
    }
    const withCode = (code: number) => ({
      contentType: 'application/json',
      text: JSON.stringify({ code, message: 'No monitors found' }),
    });
    assert.equal(saysNoMonitors(aResponse(200, withCode(500))), false);
    assert.equal(saysNoMonitors(aResponse(200, withCode(404))), true);
  });

  it('contains no list at any depth', () => {
    const withList = (list: unknown) => ({
      contentType: 'application/json',
      text: JSON.stringify({ message: 'No monitors found', data: { list } }),
    });
    assert.equal(saysNoMonitors(aResponse(200, withList([{ id: 1 }]))), false);
    assert.equal(saysNoMonitors(aResponse(404, withList([{ id: 1 }]))), false);
    assert.equal(saysNoMonitors(aResponse(200, withList([]))), true);
  });
});

describe('A list whose end is not a list', () => {
  const folder = useTemporaryFolder();
  let service: SimulatedService;
  let window: Window;
  beforeEach(async () => {
    service = await SimulatedService.start({ monitors: 20 });
    service.listShape = listShapes.array;
    window = aWindow(service, { folder: folder() });
    window.settings.pageSize = 10;
    await window.signIn();
  });
  afterEach(async () => {
    window.dispose();
    await service.stop();
  });

  const answers = [
    { kind: 'status', status: 204, style: errorStyles.empty },
    { kind: 'status', status: 416, style: errorStyles.empty },
    { kind: 'status', status: 404, message: 'Invalid page.', style: errorStyles.detail },
    { kind: 'status', status: 404, message: 'No more monitors', style: errorStyles.errorObject },
    { kind: 'wrong JSON', value: { success: false, message: 'Page 2 does not exist' } },
    { kind: 'wrong JSON', value: { error: 'No such page', data: [] } },
  ] as const;

  for (const answer of answers) {
    it(`ends without an error after a full page, at ${JSON.stringify(answer)}`, async () => {
      const { controller } = window;
      await controller.loadMore();
      await controller.loadMore();
      service.failNext(answer);
      await controller.loadMore();
      const list = controller.list!;
      const state = () => [list.failure, list.loaded.count, list.loaded.end !== undefined];
      assert.deepEqual(state(), [undefined, 20, true]);
      assert.equal(service.callCount('list'), 3);
    });

    it(`is empty without an error if the first page is ${JSON.stringify(answer)}`, async () => {
      service.failNext(answer);
      await window.controller.loadMore();
      const { failure, loaded } = window.controller.list!;
      assert.deepEqual([failure, loaded.count, loaded.complete], [undefined, 0, true]);
    });
  }

  const refusals = [
    { kind: 'status', status: 404, style: errorStyles.html },
    { kind: 'status', status: 404, message: 'No monitors found', style: errorStyles.plainText },
    { kind: 'status', status: 500, message: 'No monitors found', style: errorStyles.message },
    { kind: 'wrong JSON', value: { error: 'Something went wrong', data: [] } },
  ] as const;

  for (const refusal of refusals) {
    it(`fails at ${JSON.stringify(refusal)}, first or later`, async () => {
      const { controller } = window;
      service.failNext(refusal);
      await controller.loadMore();
      assert.ok(controller.list!.failure?.error instanceof CallError);
      await controller.loadMore();
      service.failNext(refusal);
      await controller.loadMore();
      assert.ok(controller.list!.failure?.error instanceof CallError);
      assert.equal(controller.list!.loaded.end, undefined);
    });
  }
});
