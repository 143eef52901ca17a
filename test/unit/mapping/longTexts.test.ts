import assert from 'node:assert/strict';
import { readErrorCode, readErrorMessage } from '../../../src/mapping/readOutcome';
import { aResponse } from '../../support/corpus';
import { readList } from '../../support/readPages';

const RECORD_KEYS =
  'id name status url type lastCheckedAt changedAt since lastError interval tags note paused active headers password';
const KEYS_BESIDE =
  'total count info relation exact hasMore next links message error code page pages last time_zone status token';

const withText = (keys: string, text: string) =>
  Object.fromEntries(keys.split(' ').map((key) => [key, text]));

/** A response in which each field has the same text. */
function aResponseOf(text: string) {
  const inner = { value: text, unit: text, name: text, href: text, rel: text };
  const record = { ...withText(RECORD_KEYS, text), labels: inner, children: [inner] };
  const monitors = [record, { ...record, id: 2, status: 'up' }];
  return { ...withText(KEYS_BESIDE, text), meta: inner, _links: [inner], monitors };
}

describe('A text of 1 MB in each field', () => {
  for (const part of ['exact', '-', '{', '<']) {
    for (const end of ['', '=', '>', '}', ' 1', '@']) {
      it(`made of "${part}" and "${end}" at its end is read before the timeout`, () => {
        const text = part.repeat(1_000_000 / part.length) + end;
        const response = aResponse(aResponseOf(text), { text });
        const { monitors, records } = readList(response);
        assert.equal(monitors.length, 2);
        records.forEach(({ fingerprint }) => fingerprint());
        readErrorCode(response);
        readErrorMessage(response);
        readErrorMessage(aResponse(undefined, { text }));
        readErrorMessage(aResponse(undefined, { text: `<p>${text}` }));
      });
    }
  }
});
