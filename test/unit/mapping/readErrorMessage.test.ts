import assert from 'node:assert/strict';
import { readErrorCode, readErrorMessage } from '../../../src/mapping/readOutcome';
import { aResponse, listCases, tokenCases } from '../../support/corpus';

const refusal = (json: unknown) => readErrorMessage(aResponse(json, { status: 400 }));
const page = (text: string) => readErrorMessage(aResponse(undefined, { status: 502, text }));

describe('Reading the message of a refusal', () => {
  it('never shows an echo of the request, or a stack trace', () => {
    const secrets = {
      input: { password: 'hunter2' },
      stack: 'at hunter2 in line 7',
      request: { note: 'hunter2 and more words' },
    };
    for (const json of [
      { detail: [{ msg: 'Field required', ...secrets }] },
      secrets,
      { errors: [secrets] },
    ]) {
      assert.doesNotMatch(refusal(json), /hunter2/, JSON.stringify(json));
    }
  });

  it('masks secrets as in records', () => {
    const refused = 'X-Api-Key: 9f8e7d6c5b4a was refused here';
    assert.equal(refusal({ message: refused }), 'X-Api-Key: ••• was refused here');
    const hidden = 'the pass\u200bword=hunter2 is wrong';
    assert.equal(refusal({ message: hidden }), 'the password=••• is wrong');
    const records = 'load({"monitors":[{"id":1,"name":"A","api_token":"zz91yy82xx73"}]});';
    const message = page(records);
    assert.match(message, /^load.*•••/);
    assert.doesNotMatch(message, /zz91yy82xx73/);
    const html = '<h1>Error</h1><p>GET https://ines:Gh7-kPq2x@db.example failed here</p>';
    assert.doesNotMatch(page(html), /Gh7/);
  });

  it('cleans and cuts the message', () => {
    const dirty = `line one\n\tline\u202e two\u200b ${'x'.repeat(900)}\u0000`;
    const message = refusal({ message: dirty });
    assert.ok(message.startsWith('line one line two x'));
    assert.equal(message.length, 300);
    assert.ok(message.endsWith('…'));
    assert.doesNotMatch(message, /[\u0000-\u001f\u200b\u202e]/);
  });

  it('reads the title of a web page and never its markup', () => {
    const said: readonly (readonly [body: string, message: string])[] = [
      ['<html><head><title>502 Bad\n Gateway</title></head></html>', '502 Bad Gateway'],
      ['<title>400</title>\n<h1>Too many pages</h1>\n<p>secret</p>', 'Too many pages'],
      ['<html><body><p>secret</p></body></html>', ''],
      ['upstream timed out', 'upstream timed out'],
      ['(\ufffd/\ufffd\u0004 compressed', ''],
    ];
    for (const [body, message] of said) {
      assert.equal(page(body), message);
    }
  });
});

describe('A successful response', () => {
  const failures = [
    { error: 'permission denied' },
    { error: { message: 'no' } },
    { success: false, message: 'Invalid credentials' },
    { data: null, errors: [{ message: 'Not authenticated' }] },
  ];
  const others = [
    { data: [], error: null, errors: [], success: true },
    { code: 0, message: 'success', data: {} },
    { code: 401 },
    { code: 401, message: 'x', data: { id: 1 } },
    { error: 'n/a', errors: {}, exception: 0, fault: false },
  ];
  for (const json of [...failures, ...others]) {
    const isFailure = failures.some((failure) => failure === json);
    it(`reports ${isFailure ? 'a' : 'no'} failure with ${JSON.stringify(json)}`, () =>
      assert.equal(readErrorCode(aResponse(json)) !== undefined, isFailure));
  }

  it('reports no failure in the corpus', () => {
    const exceptions = /wrong_password_200|netdata_like_map_words/;
    const lists = [...listCases('documented'), ...listCases('remembered')];
    for (const { file, response } of [...lists, ...tokenCases('documented')]) {
      assert.ok(exceptions.test(file) || readErrorCode(aResponse(response)) === undefined, file);
    }
  });
});
