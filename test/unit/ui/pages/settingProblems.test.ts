import assert from 'node:assert/strict';
import fc from 'fast-check';
import { locateSettingProblems } from '../../../../src/ui/mapping/settingProblems';
import { inEnglish } from '../../../support/inEnglish';

const located = (text: string): string[] =>
  locateSettingProblems(inEnglish, text).map(
    ({ offset, length, message }) => `${text.slice(offset, offset + length)} — ${message}`,
  );

describe('a wrong setting', () => {
  it('is marked at its expression, comments and trailing commas or not', () => {
    const text = `{
      // mine
      "monitorExplorer.reading": { "name": "display.name", "id": "uid[", "statusWords": { "2": "fine" }, },
      "monitorExplorer.monitorUrl": "http://app.example.com/{id}",
    }`;
    const [id = '', words = '', url = '', ...more] = located(text);
    assert.match(id, /^"uid\[" — ID: .+\. It's ignored until this is fixed\.$/);
    assert.match(words, /^\{ "2": "fine" \} — Status values: expected one of up, /);
    assert.equal(
      url,
      '"http://app.example.com/{id}" — Use https://. Plain http:// is for this machine only.',
    );
    assert.deepEqual(more, []);
  });

  it('is not one where all is well, or nothing is set', () => {
    assert.deepEqual(located('{ "monitorExplorer.reading": { "id": "data[0].id" } }'), []);
    assert.deepEqual(located('{}'), []);
    assert.deepEqual(located(''), []);
  });

  it('of the wrong type altogether is marked as a whole', () => {
    assert.match(located('{ "monitorExplorer.reading": 7 }')[0] ?? '', /^7 — /);
  });

  it('is looked for in any text without throwing', () => {
    fc.assert(
      fc.property(fc.string(), fc.json(), (text, json) => {
        locateSettingProblems(inEnglish, text);
        locateSettingProblems(inEnglish, `{ "monitorExplorer.reading": ${json}`);
      }),
    );
  });
});
