import assert from 'node:assert/strict';
import { readErrorMessage } from '../../../src/mapping/errorMessage';
import { isErrorReport } from '../../../src/mapping/readOutcome';
import { aResponse, listCases, tokenCases } from '../../support/corpus';

const refusal = (json: unknown, status = 400) => ({
  message: readErrorMessage(aResponse(json, { status })),
});
const page = (text: string, contentType: string) => ({
  message: readErrorMessage(aResponse(undefined, { status: 502, text, contentType })),
});

describe('Reading the message of a refusal', () => {
  it('never shows an echo of the request, or a stack trace', () => {
    const secrets = {
      input: { password: 'hunter2' },
      stack: 'at hunter2',
      trace: 'hunter2',
      exception: 'hunter2',
    };
    for (const json of [
      { detail: [{ msg: 'Field required', ...secrets }] },
      { ...secrets },
      { request: { note: 'hunter2 and more words' } },
      { error: { ...secrets } },
      { errors: [{ ...secrets }] },
      { errors: { input: ['hunter2'], password: ['hunter2'] } },
    ]) {
      assert.doesNotMatch(refusal(json).message, /hunter2/, JSON.stringify(json));
    }
  });

  it('masks secrets as in records', () => {
    const unreachable = 'cannot reach amqp://worker:Gh7-kPq2x@queue.example.net/vh';
    assert.equal(
      refusal({ message: unreachable }, 500).message,
      'cannot reach amqp://•••@queue.example.net/vh',
    );
    assert.equal(
      refusal({ message: 'X-Api-Key: 9f8e7d6c5b4a was refused here' }).message,
      'X-Api-Key: ••• was refused here',
    );
    const hidden = 'the pass\u200bword=hunter2 is wrong';
    assert.equal(refusal({ message: hidden }).message, 'the password=••• is wrong');
    const records = 'load({"monitors":[{"id":1,"name":"A","api_token":"zz91yy82xx73"}]});';
    const { message } = page(records, 'text/javascript');
    assert.match(message, /^load.*•••/);
    assert.doesNotMatch(message, /zz91yy82xx73/);
    const html = '<h1>Error</h1><p>GET https://ines:Gh7-kPq2x@db.example failed here</p>';
    assert.doesNotMatch(page(html, 'text/html').message, /Gh7/);
  });

  it('cleans and cuts the message', () => {
    const dirty = `line one\n\tline\u202e two\u200b ${'x'.repeat(900)}\u0000`;
    const { message } = refusal({ message: dirty });
    assert.ok(message.startsWith('line one line two x'));
    assert.equal(message.length, 300);
    assert.ok(message.endsWith('…'));
    assert.doesNotMatch(message, /[\u0000-\u001f\u200b\u202e]/);
  });

  it('reads the title of a web page and never its markup', () => {
    assert.equal(
      page('<html><head><title>502 Bad\n Gateway</title></head></html>', 'text/html').message,
      '502 Bad Gateway',
    );
    const flask = '<title>400 Bad Request</title>\n<h1>Bad Request</h1>\n<p>Too many pages</p>';
    assert.equal(page(flask, 'text/html').message, 'Too many pages');
    assert.equal(page('<html><body><p>secret</p></body></html>', 'text/html').message, '');
    assert.equal(page('upstream timed out', 'text/plain').message, 'upstream timed out');
    assert.equal(page('', '').message, '');
    assert.equal(page('(\ufffd/\ufffd\u0004 compressed', 'text/plain').message, '');
  });
});

describe('Finding an error in a successful response', () => {
  for (const json of [
    { error: 'permission denied' },
    { error: { message: 'no' } },
    { success: false, message: 'Invalid credentials' },
    { data: null, errors: [{ message: 'Not authenticated' }] },
    { code: 401, msg: 'token expired', data: null },
    { outcome: 'DENIED' },
  ]) {
    it(`finds an error in ${JSON.stringify(json)}`, () =>
      assert.equal(isErrorReport(aResponse(json)), true));
  }

  for (const json of [
    { data: [], error: null, errors: [], success: true },
    { code: 0, message: 'success', data: {} },
    { errorCode: 0, data: [1] },
    { messages: ['an error'] },
    { code: 401 },
    { code: 401, message: 'x', data: { id: 1 } },
    { error: 'n/a', errors: {}, exception: 0, fault: false },
  ]) {
    it(`finds no error in ${JSON.stringify(json)}`, () =>
      assert.equal(isErrorReport(aResponse(json)), false));
  }

  it('finds no error in the successful responses of the corpus', () => {
    const exceptions = /wrong_password_200|netdata_like_map_words/;
    for (const { file, response } of [
      ...listCases('documented'),
      ...listCases('remembered'),
      ...tokenCases('documented'),
    ]) {
      if (!exceptions.test(file)) {
        assert.equal(isErrorReport(aResponse(response)), false, file);
      }
    }
  });
});
