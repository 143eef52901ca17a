import assert from 'node:assert/strict';
import { toPage } from '../../../src/explorer/pages';
import type { HttpResponse } from '../../../src/service/httpResponse';
import { readList } from '../../../src/service/mapping/readList';
import { NO_MAPPING_SETTINGS } from '../../support/noMappingSettings';

const asked = { readingId: 'a reading', pageIndex: 0, pageSize: 2 };

function pageOf(json: unknown): ReturnType<typeof toPage> {
  const text = JSON.stringify(json);
  const response: HttpResponse = {
    status: 200,
    header: () => undefined,
    contentType: 'application/json',
    json,
    text,
    bytes: text.length,
    receivedAt: 1_700_000_000_000,
  };
  return toPage(asked, response, readList(response, { ...asked, settings: NO_MAPPING_SETTINGS }));
}

const monitors = [
  { id: 1, name: 'Shop', status: 'up' },
  { id: 2, name: 'Blog', status: 'down' },
];

describe('a page made of what was read', () => {
  it('has the total that the response tells', () => {
    assert.equal(pageOf({ monitors, total: 340 }).total, 340);
  });

  it('does not pass a number off as the total that may be the length of this page', () => {
    assert.equal(pageOf({ monitors, count: 2 }).total, undefined);
  });

  it('has the time at which the response was complete', () => {
    assert.equal(pageOf({ monitors }).readAt, 1_700_000_000_000);
  });
});
