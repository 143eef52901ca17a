import assert from 'node:assert/strict';
import { isErrorReport, readError } from '../../../src/service/readError';
import { aResponse, listCases, receivedAt, tokenCases } from '../../support/corpus';

const refusal = (json: unknown, status = 400) => readError(aResponse(json, { status }));
const page = (text: string, contentType: string) =>
  readError(aResponse(undefined, { status: 502, text, contentType }));

describe('reading what a refusal says', () => {
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

  const waits: readonly (readonly [json: unknown, seconds: number | undefined])[] = [
    [{ retry_in: '7' }, 7],
    [{ retryAfterSeconds: 0 }, 0],
    [{ retry_in_millis: '1500' }, 1.5],
    [{ retryAfterMs: 0 }, 0],
    [{ retry_at: new Date(receivedAt + 9_000).toISOString() }, 9],
    [{ resetAt: receivedAt / 1_000 + 9 }, 9],
    [{ retryAfter: receivedAt / 1_000 + 9 }, 9],
    [{ error: { retry_after: 5 }, other: 1 }, 5],
    [{ retry_after_ms: null, retry_after: 5 }, 5],
    [{ a: { b: { retry_after: 5 } } }, undefined],
    [{ retry_after: -1 }, undefined],
    [{ retry_after_ms: -1 }, undefined],
    [{ retry_after: '' }, undefined],
    [{ retry_after: true }, undefined],
    [{ retry_after: 86_401 }, undefined],
    [{ no_retry_after: 5 }, undefined],
    [{ retry_after_s_max: 5 }, undefined],
    [{ do_retry_after_ms: 5 }, undefined],
    [{ retry_after_ms_max: 5 }, undefined],
    [{ never_retry_at: new Date(receivedAt + 9_000).toISOString() }, undefined],
    [{ retry_at_least: new Date(receivedAt + 9_000).toISOString() }, undefined],
    [[{ retry_after: 5 }], undefined],
  ];
  for (const [json, seconds] of waits) {
    it(`${seconds === undefined ? 'says nothing' : `says ${seconds} s`} of when to come back in ${JSON.stringify(json)}`, () => {
      const expected = seconds === undefined ? undefined : receivedAt + seconds * 1_000;
      assert.equal(refusal(json).retryAt, expected);
    });
  }

  it('has no more than what is said', () => {
    assert.deepEqual(readError(aResponse({}, { status: 400 })), { namesFields: false });
    assert.deepEqual(readError(aResponse({ code: 401, message: 'no' }, { status: 200 })), {
      message: 'no',
      code: 401,
      namesFields: false,
    });
  });

  const ofFields: readonly unknown[] = [
    { detail: [{ loc: ['body', 'email'], msg: 'x' }] },
    { detail: ['x', { loc: [], msg: 'x' }] },
    { errors: { email: ['taken'] } },
    { error: { email: ['taken'], base: ['x'] } },
    { email: ['taken'], password: [] },
  ];
  for (const json of ofFields) {
    it(`knows that fields are wrong in ${JSON.stringify(json)}`, () => assert.ok(refusal(json).namesFields));
  }
  const ofNone: readonly unknown[] = [
    { detail: [{ msg: 'x' }] },
    { detail: ['loc'] },
    { detail: { loc: ['x'] } },
    { errors: {} },
    { errors: { base: ['x'], general: ['y'] } },
    { errors: { email: ['taken'], count: 2 } },
    { errors: { email: [7] } },
    { errors: [['taken']] },
    ['taken'],
    null,
  ];
  for (const json of ofNone) {
    it(`knows of no field in ${JSON.stringify(json)}`, () => assert.ok(!refusal(json).namesFields));
  }

  const sentences: readonly (readonly [json: unknown, message: string | undefined])[] = [
    [{ error: 'access_denied', message: 'You have no access' }, 'You have no access'],
    [{ error: 'access_denied' }, 'access_denied'],
    [{ error: 'InvalidToken', reason: 'It has expired' }, 'It has expired'],
    [{ error: 'TokenHasExpired', reason: 'Sign in again' }, 'Sign in again'],
    [{ message: '401 403', reason: 'It has expired' }, 'It has expired'],
    [{ message: '401 is what you get', reason: 'other' }, '401 is what you get'],
    [{ message: 'see a.b', reason: 'other' }, 'see a.b'],
    [{ message: 'The InvalidToken', reason: 'other' }, 'The InvalidToken'],
    [{ message: '   ', reason: 'other' }, 'other'],
    [{ message: '\n', reason: 'other' }, 'other'],
    [{ data: { message: 'Verboten' }, meta: { page: 1 } }, 'Verboten'],
    [{ status: 'down ', data: 'row', reason: '' }, undefined],
    [{ status: 'It is down' }, 'It is down'],
    [{ errors: ['First of all', 'Then'] }, 'First of all'],
    [{ 's:Envelope': { 's:Body': { Fault: { faultstring: 'No such user' } } } }, 'No such user'],
    [{ '@type': { a: 1 }, 's:Body': { Fault: { faultstring: 'No such user' } } }, 'No such user'],
    [{ request: { message: 'My password is x' } }, undefined],
    [{ a: { message: 'x y' }, b: { message: 'z' } }, undefined],
    [{ errors: { email: ['is taken'] } }, 'email: is taken'],
    [{ errors: { email: ['is taken'], base: ['Not now'] } }, 'Not now'],
    [{ errors: { base: ['Validation failed'], email: ['is taken'] } }, 'email: is taken'],
    [{ errors: { email: ['is taken'], count: 2 } }, 'email: is taken'],
    [{ tags: ['not a sentence'], count: 2 }, undefined],
    [{ errors: { email: ['Email is taken'] } }, 'Email is taken'],
    [{ detail: [{ loc: ['body', 'email'], msg: 'is taken' }] }, 'email: is taken'],
    [{ detail: [{ loc: ['body', 'filter', 'email'], msg: 'is taken' }] }, 'email: is taken'],
    [{ detail: [{ loc: ['body', 3], msg: 'is taken' }] }, 'is taken'],
    [{ errors: [{ param: 'size', message: 'is too large' }] }, 'size: is too large'],
    [{ errors: [{ property: 'size', message: 'is too large' }] }, 'size: is too large'],
    [{ errors: [{ field: 'size', message: 'is too large' }] }, 'size: is too large'],
    [{ errors: [{ field: 'two words', message: 'is too large' }] }, 'is too large'],
    [{ errors: [{ field: 'x'.repeat(41), message: 'is too large' }] }, 'is too large'],
    [{ errors: { ['x'.repeat(41)]: ['is too large'] } }, 'is too large'],
    [{ errors: { ['x'.repeat(40)]: ['is too large'] } }, `${'x'.repeat(40)}: is too large`],
    [{ error: { error: { error: { error: { error: { error: 'six deep' } } } } } }, 'six deep'],
    [{ error: { error: { error: { error: { error: { error: { error: 'seven' } } } } } } }, undefined],
    [{ fehlermeldung: 'Kein Zugang' }, 'Kein Zugang'],
  ];
  for (const [json, message] of sentences) {
    it(`reads ${message === undefined ? 'nothing' : `"${message}"`} out of ${JSON.stringify(json)}`, () =>
      assert.equal(refusal(json).message, message));
  }

  it('looks at no more than it must, however large a body is', () => {
    const lists = (depth: number): unknown =>
      depth === 0 ? '' : Array.from({ length: 50 }, () => lists(depth - 1));
    assert.equal(refusal({ errors: [lists(3), 'too late'] }).message, undefined);
    assert.equal(
      refusal({ errors: [...Array.from({ length: 50 }, () => ''), 'too late'] }).message,
      undefined,
    );
    const start = 'x'.repeat(3_000);
    assert.equal(refusal({ message: `${' '.repeat(2_000)}late`, reason: start }).message?.[0], 'x');
  });

  it('reads a page by its first telling text, whatever stands around it', () => {
    const said = (text: string, contentType = 'text/html'): string | undefined =>
      readError(aResponse(undefined, { status: 500, text, contentType })).message;
    assert.equal(
      said('<title>403 Forbidden</title><h1>You are&nbsp;not <b>known</b> &amp; stay out</h1>'),
      'You are not known & stay out',
    );
    assert.equal(
      said('<h1>Forbidden</h1><p class="x">You may <i>not</i> do this.<p>Ask'),
      'You may not do this.',
    );
    assert.equal(
      said('<title>\n403 Forbidden\n</title><h1>Sorry.<br>You are not known</h1>'),
      'Sorry. You are not known',
    );
    assert.equal(said('<title>Error</title>'), 'Error');
    assert.equal(said('<title>Error</title><h1>Oops</h1>'), 'Error', 'neither tells more');
    assert.equal(said(' <p>x</p><h1>It broke down</h1>', 'text/plain'), 'It broke down', 'by how it begins');
    assert.equal(said('<h1>It broke down</h1>', ''), 'It broke down', 'by how it begins');
    assert.equal(said('plain <h1>text</h1>', 'text/plain'), 'plain <h1>text</h1>');
    assert.equal(said(`${' '.repeat(20_000)}<h1>It broke down</h1>`), undefined);
    assert.equal(said(`plain${' '.repeat(20_000)}late`, 'text/plain'), 'plain');
  });
});

describe('telling a failure that HTTP calls a success', () => {
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
    { messages: { errors: ['no'] } },
    { code: 300, message: 'moved' },
    { code: 199, message: 'odd' },
    { retcode: -1, reason: 'no' },
    { status: 'ok', error: 'x' },
    { esito: 'KO' },
  ]) {
    it(`sees one in ${JSON.stringify(json)}`, () => assert.equal(isErrorReport(aResponse(json)), true));
  }

  for (const json of [
    { data: [], error: null, errors: [], success: true },
    { code: 0, message: 'success', data: {} },
    { status: 'ok', message: '' },
    { errorCode: 0, data: [1] },
    { status: 200, errmsg: 'OK', data: { items: [] } },
    { success: 1, ok: 'no idea' },
    { status: 3, outcome: false },
    { messages: { messages: { errors: ['no'] } } },
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
    it(`sees none in ${JSON.stringify(json)}`, () => assert.equal(isErrorReport(aResponse(json)), false));
  }

  it('sees one by the status alone', () => {
    assert.equal(isErrorReport(aResponse({ data: [] }, { status: 400 })), true);
    assert.equal(isErrorReport(aResponse([], { status: 599 })), true);
    assert.equal(isErrorReport(aResponse({ data: [] }, { status: 399 })), false);
  });

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
