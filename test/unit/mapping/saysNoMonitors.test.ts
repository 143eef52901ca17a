import assert from 'node:assert/strict';
import { CallError } from '../../../src/service/errors';
import { saysNoMonitors } from '../../../src/mapping/errorText';
import { errorStyles, type ErrorBody } from '../../simulator/errorStyles';
import { listShapes } from '../../simulator/responseShapes';
import { aResponse as aJsonResponse } from '../../support/corpus';
import { useWindows } from '../../support/useWindows';

const NOTHING_HERE = [
  'Invalid page.',
  'Page not found',
  'pageIndex exceeds the number of pages',
  'Offset too large',
  'No monitors found.',
  'You don’t have any monitors.',
  'NO_MORE_ITEMS',
];

const OTHER_REFUSALS = [
  'Not found',
  'The page /monitors/list was not found',
  'Monitor not found',
  'Subscription expired: no monitors can be shown',
  'pageSize is invalid',
  'Your session has expired, so no monitors can be shown',
  'No data available, try again later',
  'No monitors are down',
  '',
];

function aResponse(
  status: number,
  { contentType, text }: ErrorBody,
  headers: Record<string, string> = {},
) {
  const isJson = /^[{"]/.test(text);
  return aJsonResponse(isJson ? JSON.parse(text) : undefined, {
    status,
    contentType,
    text,
    headers,
  });
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

  it('is not recognized in a web page or in plain text', () => {
    const page = { contentType: 'text/html', text: '<h1>No monitors found</h1>' };
    assert.equal(saysNoMonitors(aResponse(404, page)), false);
    assert.equal(saysNoMonitors(aResponse(404, plainText(404, 'No monitors found'))), false);
    assert.equal(
      saysNoMonitors(aResponse(404, { contentType: '', text: '"No monitors found"' })),
      true,
    );
  });

  it('is not recognized with another error status, or another error code in its body', () => {
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

  it('is not recognized if it contains a list at any depth', () => {
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
  const windows = useWindows({ monitors: 20, pageSize: 10 });

  async function open(pages: number) {
    windows.service.listShape = listShapes.array;
    return (await windows.openSignedIn(pages)).controller;
  }

  const answers = [
    { kind: 'status', status: 204, style: errorStyles.empty },
    { kind: 'status', status: 404, message: 'No more monitors', style: errorStyles.errorObject },
    { kind: 'wrong JSON', value: { success: false, message: 'Page 2 does not exist' } },
  ] as const;

  for (const answer of answers) {
    for (const pages of [0, 2]) {
      it(`ends without an error after ${pages} full pages, at ${JSON.stringify(answer)}`, async () => {
        const controller = await open(pages);
        windows.service.failNext(answer);
        await controller.loadMore();
        const { failure, loaded } = controller.list!;
        assert.deepEqual([failure, loaded.count, loaded.complete], [undefined, pages * 10, true]);
      });
    }
  }

  const refusals = [
    { kind: 'status', status: 404, style: errorStyles.html },
    { kind: 'wrong JSON', value: { error: 'Something went wrong', data: [] } },
  ] as const;

  for (const refusal of refusals) {
    it(`fails at ${JSON.stringify(refusal)}, first or later`, async () => {
      const controller = await open(0);
      for (const pages of [0, 1]) {
        windows.service.failNext(refusal);
        await controller.loadMore();
        assert.ok(controller.list!.failure?.error instanceof CallError);
        await controller.loadMore();
        assert.equal(controller.list!.loaded.count, (pages + 1) * 10);
      }
      assert.equal(controller.list!.loaded.end, undefined);
    });
  }
});
