import assert from 'node:assert/strict';
import { readErrorText } from '../../../src/mapping/errorText';
import { toHttpError } from '../../../src/mapping/httpErrors';
import { isErrorReport } from '../../../src/mapping/refusals';
import { aResponse, listCases, receivedAt, tokenCases } from '../../support/corpus';

const refusal = (json: unknown, status = 400) => ({ message: readErrorText(aResponse(json, { status })) });
const page = (text: string, contentType: string) => ({
  message: readErrorText(aResponse(undefined, { status: 502, text, contentType })),
});

describe('Reading the message of a refusal', () => {
  it('prefers a message to a repetition of the status', () => {
    assert.equal(
      refusal({ error: 'Bad Request', message: 'pageSize is too large' }).message,
      'pageSize is too large',
    );
    assert.equal(
      refusal({ error: 'invalid_grant', error_description: 'Wrong password' }).message,
      'Wrong password',
    );
    assert.equal(refusal({ errors: ['Forbidden', 'Plan has no API'] }, 403).message, 'Plan has no API');
    assert.equal(refusal({ error: 'Forbidden' }, 403).message, 'Forbidden');
  });

  it('keeps the name of the field in a sentence', () => {
    assert.equal(refusal({ email: ['This field is required.'] }).message, 'email: This field is required.');
    assert.equal(refusal({ errors: { pageSize: ['Too large.'] } }).message, 'pageSize: Too large.');
    assert.equal(refusal({ email: ['The email is required.'] }).message, 'The email is required.');
  });

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
      assert.doesNotMatch(refusal(json).message ?? '', /hunter2/, JSON.stringify(json));
    }
  });

  it('cleans and cuts the message', () => {
    const dirty = `line one\n\tline\u202e two\u200b ${'x'.repeat(900)}\u0000`;
    const { message = '' } = refusal({ message: dirty });
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
    assert.equal(page('<html><body><p>secret</p></body></html>', 'text/html').message, undefined);
    assert.equal(page('upstream timed out', 'text/plain').message, 'upstream timed out');
    assert.equal(page('', '').message, undefined);
    assert.equal(page('(\ufffd/\ufffd\u0004 compressed', 'text/plain').message, undefined);
  });

  it('reads the time of the next call from headers and from the body', () => {
    const at = (headers: Record<string, string>, json: unknown = {}) =>
      toHttpError(aResponse(json, { status: 429, headers }), '', 'token').facts.retryAt;
    assert.equal(at({ 'Retry-After': '57' }), receivedAt + 57_000);
    assert.equal(at({ 'Retry-After': 'Wed, 04 Mar 2026 11:31:00 GMT' }), receivedAt + 60_000);
    assert.equal(at({ 'X-RateLimit-Reset': String(receivedAt / 1000 + 30) }), receivedAt + 30_000);
    assert.equal(at({}, { retry_after_ms: 2000 }), receivedAt + 2_000);
    assert.equal(at({}, { parameters: { retry_after: 5 } }), receivedAt + 5_000);
    assert.equal(at({}), undefined);
  });
});

describe('Finding an error in a successful response', () => {
  for (const json of [
    { error: 'permission denied' },
    { error: { message: 'no' } },
    { success: false, message: 'Invalid credentials' },
    { stat: 'fail', error: { message: 'no' } },
    { data: null, errors: [{ message: 'Not authenticated' }] },
    { code: 401, msg: 'token expired', data: null },
    { status: 'error', message: 'no' },
    { ok: 0 },
    { succeeded: 'false' },
    { outcome: 'DENIED' },
    { code: 300, message: 'moved' },
    { code: 199, message: 'odd' },
    { retcode: -1, reason: 'no' },
    { status: 'ok', error: 'x' },
    { esito: 'KO' },
  ]) {
    it(`finds an error in ${JSON.stringify(json)}`, () => assert.equal(isErrorReport(aResponse(json)), true));
  }

  for (const json of [
    { data: [], error: null, errors: [], success: true },
    { code: 0, message: 'success', data: {} },
    { status: 'ok', message: '' },
    { errorCode: 0, data: [1] },
    { status: 200, errmsg: 'OK', data: { items: [] } },
    { success: 1, ok: 'no idea' },
    { status: 3, outcome: false },
    { messages: ['an error'] },
    { messages: { info: ['fine'] } },
    { code: 200, message: 'fine' },
    { code: 299, message: 'fine' },
    { code: 401 },
    { code: '401', message: 'a text' },
    { code: 401, message: 7 },
    { code: 401, message: 'x', data: { id: 1 } },
    { country_code: 401, message: 'x' },
    { codes: 401, message: 'x' },
    { code: 401, messages: 'x', mymessage: 'y' },
    { error: ' No error ' },
    { error: 'NoError' },
    { error: 'n/a', errors: {}, exception: 0, fault: false },
    [],
    null,
  ]) {
    it(`finds no error in ${JSON.stringify(json)}`, () =>
      assert.equal(isErrorReport(aResponse(json)), false));
  }

  it('finds an error by the status alone', () => {
    assert.equal(isErrorReport(aResponse({ data: [] }, { status: 400 })), true);
    assert.equal(isErrorReport(aResponse([], { status: 599 })), true);
    assert.equal(isErrorReport(aResponse({ data: [] }, { status: 399 })), false);
  });

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
