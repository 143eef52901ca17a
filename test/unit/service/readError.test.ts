import assert from 'node:assert/strict';
import { isErrorReport, readError } from '../../../src/service/readError';
import { judgeError } from './mapping/verdicts';
import { aResponse, errorCases, listCases, receivedAt, CORPORA, tokenCases } from './mapping/corpus';

const refusal = (json: unknown, status = 400) => readError(aResponse(json, { status }));
const page = (text: string, contentType: string) =>
  readError(aResponse(undefined, { status: 502, text, contentType }));

describe('reading what a refusal says', () => {
  for (const corpus of CORPORA) {
    for (const errorCase of errorCases(corpus)) {
      it(`reads the sentence for a user out of ${errorCase.service} ${errorCase.status}`, () => {
        assert.deepEqual(judgeError(errorCase), { verdict: 'right', details: [] });
      });
    }
  }

  it('prefers what is telling to what repeats the status', () => {
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

  it('keeps the name of the field that a sentence is about', () => {
    assert.equal(refusal({ email: ['This field is required.'] }).message, 'email: This field is required.');
    assert.equal(refusal({ errors: { pageSize: ['Too large.'] } }).message, 'pageSize: Too large.');
    assert.equal(refusal({ email: ['The email is required.'] }).message, 'The email is required.');
  });

  it('never shows an echo of the request or the insides of the program', () => {
    const secrets = {
      input: { password: 'hunter2' },
      stack: 'at hunter2',
      trace: 'hunter2',
      exception: 'hunter2',
    };
    for (const json of [
      { detail: [{ msg: 'Field required', ...secrets }] },
      { ...secrets },
      { error: { ...secrets } },
      { errors: [{ ...secrets }] },
      { errors: { input: ['hunter2'], password: ['hunter2'] } },
    ]) {
      assert.doesNotMatch(refusal(json).message ?? '', /hunter2/, JSON.stringify(json));
    }
  });

  it('cleans and cuts what it shows', () => {
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
  });

  it('reads the error itself out of the debug pages of frameworks, and the reason out of those of squid', () => {
    const werkzeug =
      '<!doctype html><html><head><title>ValueError: boom // Werkzeug Debugger</title></head><body>' +
      '<h1>ValueError</h1><div class="detail"><p class="errormsg">ValueError: boom</p></div></body></html>';
    const django =
      '<!DOCTYPE html><html><head><title>ValueError at /monitors/list</title></head><body>' +
      '<h1>ValueError at /monitors/list</h1><pre class="exception_value">no such column: sz</pre></body></html>';
    const squid =
      '<html><head><title>ERROR: The requested URL could not be retrieved</title></head><body>' +
      '<blockquote id="error"><p><b>Connection to 127.0.0.2 failed.</b></p></blockquote></body></html>';
    assert.equal(page(werkzeug, 'text/html').message, 'ValueError: boom');
    assert.equal(page(django, 'text/html').message, 'no such column: sz');
    assert.equal(page(squid, 'text/html').message, 'Connection to 127.0.0.2 failed.');
  });

  it('names the field that express-validator has in its path', () => {
    const error = { type: 'field', value: 500, msg: 'Invalid value', path: 'pageSize', location: 'body' };
    assert.equal(refusal({ errors: [error] }).message, 'pageSize: Invalid value');
  });

  it('reads when to come back, from headers and from the body', () => {
    const at = (headers: Record<string, string>, json: unknown = {}) =>
      readError(aResponse(json, { status: 429, headers })).retryAt;
    assert.equal(at({ 'Retry-After': '57' }), receivedAt + 57_000);
    assert.equal(at({ 'Retry-After': 'Wed, 04 Mar 2026 11:31:00 GMT' }), receivedAt + 60_000);
    assert.equal(at({ 'X-RateLimit-Reset': String(receivedAt / 1000 + 30) }), receivedAt + 30_000);
    assert.equal(at({}, { retry_after_ms: 2000 }), receivedAt + 2_000);
    assert.equal(at({}, { parameters: { retry_after: 5 } }), receivedAt + 5_000);
    assert.equal(at({}), undefined);
  });
});

describe('telling a failure that HTTP calls a success', () => {
  for (const json of [
    { error: 'permission denied' },
    { success: false, message: 'Invalid credentials' },
    { stat: 'fail', error: { message: 'no' } },
    { data: null, errors: [{ message: 'Not authenticated' }] },
    { code: 401, msg: 'token expired', data: null },
    { status: 'error', message: 'no' },
  ]) {
    it(`sees one in ${JSON.stringify(json)}`, () => assert.equal(isErrorReport(aResponse(json)), true));
  }

  for (const json of [
    { data: [], error: null, errors: [], success: true },
    { code: 0, message: 'success', data: {} },
    { status: 'ok', message: '' },
    { errorCode: 0, data: [1] },
    { status: 200, errmsg: 'OK', data: { items: [] } },
    [],
    null,
  ]) {
    it(`sees none in ${JSON.stringify(json)}`, () => assert.equal(isErrorReport(aResponse(json)), false));
  }

  it('sees none in the responses of the corpus that are good', () => {
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
