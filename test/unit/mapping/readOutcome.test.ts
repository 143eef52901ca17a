import assert from 'node:assert/strict';
import { readOutcome } from '../../../src/mapping/readOutcome';
import type { HttpResponse } from '../../../src/service/httpResponse';
import { errorStyles, type ErrorBody } from '../../simulator/errorStyles';
import { aResponse as aJsonResponse } from '../../support/corpus';

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

function aResponse(status: number, { contentType, text }: ErrorBody) {
  const json: unknown = /^[{"]/.test(text) ? JSON.parse(text) : undefined;
  return aJsonResponse(json, { status, contentType, text });
}

const saysNoMonitors = (response: HttpResponse) => readOutcome(response, 'list') === 'noMonitors';

describe('A response that says that there are no monitors', () => {
  const { detail, problem, errorObject, errorText, message, plainText, html, empty } = errorStyles;

  const styles = [detail, problem, errorObject, errorText, message];

  for (const said of [...NOTHING_HERE, ...OTHER_REFUSALS]) {
    const isNothing = NOTHING_HERE.includes(said);
    it(`is ${isNothing ? '' : 'not '}recognized by "${said}", with 404 and with 200`, () => {
      for (const style of styles) {
        assert.equal(saysNoMonitors(aResponse(404, style(404, said))), isNothing, style.name);
      }
      // A problem and an object name the status.
      for (const style of isNothing ? [detail, errorText, message] : styles) {
        assert.equal(saysNoMonitors(aResponse(200, style(200, said))), isNothing, style.name);
      }
    });
  }

  it('is recognized by 204 and 416, unless a web page says 416', () => {
    assert.equal(saysNoMonitors(aResponse(204, empty())), true);
    assert.equal(saysNoMonitors(aResponse(416, empty())), true);
    assert.equal(saysNoMonitors(aResponse(416, html(416))), false);
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
