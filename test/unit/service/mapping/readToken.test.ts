import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseMappingSettings } from '../../../../src/service/mapping/settings';
import { toPathText, type Path, type TokenMapping } from '../../../../src/service/mapping/mapping';
import {
  maskToken,
  readToken,
  toTokenMapping,
  type TokenResult,
} from '../../../../src/service/mapping/learn/readToken';
import { NO_MAPPING_SETTINGS } from '../../../support/noMappingSettings';
import { aResponse, receivedAt } from '../../../support/corpus';

const hour = 3_600_000;
const day = 24 * hour;
const opaque = 'mon_4f1c9e0b7a2d4c63';
const other = 'zzz_9d2b8e7c6f5a4031';

function read(
  json: unknown,
  headers: Record<string, string> = {},
  settings = NO_MAPPING_SETTINGS,
): TokenResult {
  return readToken(aResponse(json, { headers }), { requestedLifetimeMs: day, settings });
}

function jwt(claims: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}.c2lnbmF0dXJl`;
}

describe('reading the token', () => {
  it('takes the access token and not the refresh token beside it', () => {
    assert.equal(read({ refresh_token: other, access_token: opaque }).token?.value, opaque);
    assert.equal(
      read({ refresh: jwt({ typ: 'Refresh' }), access: jwt({ sub: '1' }) }).token?.path.join(),
      'access',
    );
  });

  it('takes the access token and not the id token beside it', () => {
    assert.equal(read({ id_token: jwt({ sub: '1' }), access_token: opaque }).token?.value, opaque);
  });

  for (const style of ['accessToken', 'access_token', 'AccessToken', 'access-token', 'ACCESS_TOKEN']) {
    it(`takes ${style}, whatever the style`, () => {
      assert.equal(read({ data: { [style]: opaque } }).token?.value, opaque);
    });
  }

  it('takes a bare JSON string and a plain text body', () => {
    assert.equal(read(opaque).token?.value, opaque);
    const plain = aResponse(undefined, { text: `${opaque}\n`, contentType: 'text/plain' });
    const extraction = readToken(plain, { requestedLifetimeMs: day, settings: NO_MAPPING_SETTINGS });
    assert.equal(extraction.token?.value, opaque);
  });

  it('asks about an opaque text whose name says nothing', () => {
    const { token, question } = read({ jsonrpc: '2.0', result: '0424bd59b807674191e7d77572075f33', id: 1 });
    assert.deepEqual([token, question?.candidates.map(({ path }) => path)], [undefined, [['result']]]);
  });

  it('strips the scheme that stands before a token', () => {
    assert.equal(read({ token: `Bearer ${opaque}` }).token?.value, opaque);
  });

  it('takes a header where the body has no token, and the body where it has', () => {
    assert.deepEqual(read({ user: 'ines' }, { 'X-Auth-Token': opaque }).token?.path, [
      '@header',
      'X-Auth-Token',
    ]);
    assert.equal(read({ token: opaque }, { 'X-Auth-Token': other }).token?.value, opaque);
  });

  for (const json of [
    { token_type: 'Bearer', expires_in: 3600 },
    { csrfToken: opaque },
    { nextToken: opaque },
    { token: '' },
    { token: null },
    { error: 'Invalid credentials' },
    { id: 17, uuid: '1f0c0a6e-8b7d-4e55-9a11-000000000001', email: 'ines@yard.example' },
    { token: 'https://svc.example/token' },
  ]) {
    it(`takes nothing from ${JSON.stringify(json)}`, () => assert.equal(read(json).token, undefined));
  }

  it('asks about a key that is filed under a user and may be anything', () => {
    const { token, question } = read({ user: { email: 'ines@yard.example', key: opaque } });
    assert.equal(token, undefined);
    assert.deepEqual(
      question?.candidates.map(({ path }) => path),
      [['user', 'key']],
    );
  });

  it('asks where two texts fit equally well, and shows neither in full', () => {
    const { token, question } = read({ tokens: [{ token: opaque }, { token: other }] });
    assert.equal(token, undefined);
    assert.deepEqual(
      question?.candidates.map(({ path }) => path),
      [
        ['tokens', 0, 'token'],
        ['tokens', 1, 'token'],
      ],
    );
    const previews = question.candidates.map(({ preview }) => preview).join();
    assert.equal(previews, 'mon_…63 (20),zzz_…31 (20)');
  });

  it('follows what the user picked, and tells when nothing is there any more', () => {
    const settings = { ...NO_MAPPING_SETTINGS, choices: { token: ['tokens', 1, 'token'] } };
    assert.equal(read({ tokens: [{ token: opaque }, { token: other }] }, {}, settings).token?.value, other);
    const moved = read({ token: opaque }, {}, settings);
    assert.equal(moved.token?.value, opaque);
    assert.deepEqual(
      moved.problems.map(({ field }) => field),
      ['token'],
    );
  });

  it("follows the user's expression before everything else", () => {
    const { settings } = parseMappingSettings({ token: 'refresh_token' });
    assert.equal(read({ access_token: opaque, refresh_token: other }, {}, settings).token?.value, other);
    assert.match(
      read({ access_token: opaque }, {}, settings).problems[0]?.message ?? '',
      /expected a string, got null/,
    );
  });

  it('finds the access token in every envelope, beside every decoy', () => {
    const text = fc.stringMatching(/^[A-Za-z0-9_-]{20,60}$/).filter((token) => /\d/.test(token));
    const envelope = fc.constantFrom<(body: object) => unknown>(
      (body) => body,
      (body) => ({ data: body }),
      (body) => ({ success: true, result: body, message: 'OK' }),
      (body) => ({ response: { auth: body } }),
    );
    const name = fc.constantFrom('accessToken', 'access_token', 'token', 'jwt', 'authToken', 'sessionToken');
    const decoys = fc.subarray(['refresh_token', 'csrfToken', 'idTokenHint', 'push_token', 'nextPageToken']);
    fc.assert(
      fc.property(text, text, envelope, name, decoys, (token, decoy, wrap, key, beside) => {
        const body = { ...Object.fromEntries(beside.map((named) => [named, decoy])), [key]: token };
        assert.equal(read(wrap(body)).token?.value, token);
      }),
    );
  });
});

describe('reading the end of a token', () => {
  const ends = (json: object, requestedLifetimeMs = day) =>
    readToken(aResponse({ token: opaque, ...json }), { requestedLifetimeMs, settings: NO_MAPPING_SETTINGS })
      .expiresAt;
  const after = (json: object, requested = day) => ends(json, requested).value - receivedAt;

  const lifetimes: readonly (readonly [string, object, number])[] = [
    ['RFC 6749 seconds', { expires_in: 3600 }, hour],
    ['seconds as a text', { expires_in: '3599' }, 3_599_000],
    ['whole days in seconds', { expiresIn: 2_592_000 }, 30 * day],
    ['seconds of which a moment has gone by', { expires_in: 1_209_599 }, 1_209_599_000],
    ['milliseconds by their roundness', { expires: 900_000 }, 900_000],
    ['milliseconds by their size', { expiresIn: 86_400_000 }, day],
    ['a unit in the name', { expires_in_ms: 60_000 }, 60_000],
    ['minutes in the name', { ttl_minutes: 60 }, hour],
    ['a lifetime as text', { expiresIn: '12h' }, 12 * hour],
    ['epoch seconds', { expires_at: (receivedAt + hour) / 1000 }, hour],
    ['epoch milliseconds', { expiration: receivedAt + hour }, hour],
    ['ISO with a zone without colon', { valid_until: '2026-03-04T12:30:00.000+0000' }, hour],
    ['ISO with an offset', { expire: '2026-03-04T20:30:00+08:00' }, hour],
    ['a time without zone, taken for UTC', { expiresAt: '2026-03-04 12:30:00' }, hour],
    ['an HTTP date', { '.expires': 'Wed, 04 Mar 2026 12:30:00 GMT' }, hour],
  ];
  for (const [what, json, lifetime] of lifetimes) {
    it(`reads ${what}`, () => assert.equal(after(json), lifetime));
  }

  it('takes the earliest of what the response says', () => {
    assert.equal(after({ expires_in: 3600, expires_at: '2026-03-04T12:00:00Z' }), hour / 2);
    assert.equal(after({ token: jwt({ exp: receivedAt / 1000 + 60 }), expires_in: 3600 }), 60_000);
  });

  it('takes the lifetime asked for as milliseconds where the response repeats it', () => {
    assert.equal(after({ expiresIn: 43_200_000 }, 43_200_000), 43_200_000);
  });

  for (const json of [
    { refresh_expires_in: 60 },
    { user: { password_expires_at: '2026-03-04T11:40:00Z' } },
    { expires_in: 0 },
    { expires_at: '2001-01-01T00:00:00Z' },
    { expires_at: null },
  ]) {
    it(`falls back to the lifetime asked for with ${JSON.stringify(json)}`, () => {
      const { value, reason } = ends(json);
      assert.equal(value, receivedAt + day);
      assert.equal(reason, 'requestedLifetime');
    });
  }
});

/** "access_token 0.950 usualName", or what is asked, or none. */
function toText({ token, question }: TokenResult): string {
  if (token) {
    return `${toPathText(token.path)} ${token.confidence.toFixed(3)} ${token.reason}`;
  }
  const asked = question?.candidates.map(({ path }) => toPathText(path)).join(', ');
  return asked === undefined ? 'none' : `asks ${asked}`;
}

describe('the form of a token', () => {
  const claims = Buffer.from('{"sub":1}').toString('base64url');
  /** By how sure a token of that form is under a plain name. */
  const forms: Readonly<Record<string, readonly string[]>> = {
    'is that of a JWT': [`ab.${claims}.x`, 'ab.e30.x'],
    'is long, with digits in it': [
      `${'a'.repeat(15)}1`,
      `abcd.${claims}`,
      `ab.${claims}.x.y`,
      `ab.${claims}.x!`,
      `!ab.${claims}.x`,
      `a.${claims}.xxxx`,
    ],
    'is one word of eight letters or more': [
      'abcdefgh',
      'a'.repeat(16),
      `${'a'.repeat(14)}1`,
      'x'.repeat(16_384),
      // No e-mail address, no link and no day.
      'x@y@z.example',
      '@y.example',
      'x@y.example1',
      'xhttps://a',
      '2026-01-01x',
      'x2026-01-01',
    ],
    'is a short word': [
      'a',
      'abcdefg',
      'x@y',
      'x@y.e',
      'a{x',
      'ab.e.x',
      'ab.e3.x',
      'tokenx1',
      'BEARER x1',
      'bearer  abc1',
    ],
    'is none': [
      'A B',
      'bearer a b',
      'xbearer ab',
      'bearer ',
      'é',
      'x'.repeat(16_385),
      'x@y.example',
      'http://a',
      'https://a',
      '2026-01-01',
      '2026-01-01T1',
      '{x',
      '[x',
      '"x',
      "'x",
      '<x',
      'Bearer',
      'null',
      'TRUE',
    ],
  };
  const sure: Readonly<Record<string, string>> = {
    'is that of a JWT': 'access_token 0.969 usualName',
    'is long, with digits in it': 'access_token 0.950 usualName',
    'is one word of eight letters or more': 'access_token 0.911 usualName',
    'is a short word': 'access_token 0.853 usualName',
    'is none': 'none',
  };
  for (const [form, texts] of Object.entries(forms)) {
    for (const text of texts) {
      it(`${form}: ${text.slice(0, 40)}`, () => {
        assert.equal(toText(read({ access_token: text })), sure[form]);
      });
    }
  }

  it('is shown by its first and last letters alone, and of a short one by none', () => {
    const shown = [1, 11, 12, 19, 20].map((length) => maskToken('a'.repeat(length)));
    assert.deepEqual(shown, ['•••• (1)', '•••• (11)', 'aa…aa (12)', 'aa…aa (19)', 'aaaa…aa (20)']);
  });
});

describe('where a token is found', () => {
  const found: readonly (readonly [json: unknown, found: string])[] = [
    [{ key: opaque }, 'key 0.730 weakName'],
    [{ sid: opaque }, 'sid 0.697 weakName'],
    [{ sha1: opaque }, 'sha1 0.608 weakName'],
    [{ id_token: opaque }, 'id_token 0.657 weakName'],
    [{ session: 'abcdefgh1' }, 'session 0.732 weakName'],
    [{ stuff: opaque }, 'asks stuff'],
    [{ stuff: 'short' }, 'none'],
    [{ token: { value: opaque } }, 'token.value 0.852 tokenObject'],
    [{ apiKey: { value: opaque } }, 'apiKey.value 0.734 tokenObject'],
    [{ token: { other: opaque } }, 'asks token.other'],
    [{ data: { token: { secret: opaque } } }, 'data.token.secret 0.730 weakName'],
    [opaque, '@ 0.828 bareString'],
    [[opaque], '[0] 0.828 bareString'],
    ['short', 'none'],
    [{ result: [opaque] }, 'none'],
    // One of several things has its own.
    [{ channels: [{ id: 1, token: opaque }] }, 'asks channels[0].token'],
    [{ channels: [{ code: 1, token: opaque }] }, 'asks channels[0].token'],
    [{ channels: [{ name: 1, token: opaque }] }, 'asks channels[0].token'],
    [{ channels: [{ x: 1, token: opaque }] }, 'channels[0].token 0.916 usualName'],
    [{ tokens: [{ id: 1, token: opaque }] }, 'tokens[0].token 0.916 usualName'],
    [{ data: [{ id: 1, token: opaque }] }, 'data[0].token 0.916 usualName'],
    [[{ id: 1, token: opaque }], '[0].token 0.916 usualName'],
    [{ a: [[{ id: 1, token: opaque }]] }, 'a[0][0].token 0.916 usualName'],
    // Someone's own.
    [{ user: { token: opaque } }, 'user.token 0.779 usualName'],
    [{ user: { access_token: opaque } }, 'user.access_token 0.807 usualName'],
    [{ user: { secret: opaque } }, 'asks user.secret'],
    [{ user: { sid: opaque } }, 'asks user.sid'],
    // Two that fit as well.
    [{ access_token: opaque, token: other }, 'access_token 0.950 usualName'],
    [{ token: opaque, authToken: other }, 'asks token, authToken'],
    [{ token: opaque, authToken: opaque }, 'token 0.916 usualName'],
    [
      Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`x${at}`, `${opaque}${at}`])),
      'asks x0, x1, x2, x3, x4, x5, x6, x7',
    ],
    // Of a sign-in that isn't over, or was refused.
    [{ token: opaque, mfa_required: true }, 'none'],
    [{ error: 'x', token: opaque }, 'none'],
    [{ success: false, token: opaque }, 'none'],
    [{ access_token: opaque, must_change_password: true }, 'asks access_token'],
    // A hint in a sentence is none where a plain token is there.
    [{ access_token: opaque, message: 'MFA required' }, 'access_token 0.950 usualName'],
    [{ access_token: opaque, refresh_token: other, message: 'MFA required' }, 'access_token 0.950 usualName'],
    [{ user: { token: opaque }, message: 'MFA required' }, 'user.token 0.779 usualName'],
    [{ token: { value: opaque }, message: 'MFA required' }, 'token.value 0.852 tokenObject'],
    [{ apiKey: { value: opaque }, message: 'MFA required' }, 'none'],
    [{ key: opaque, message: 'MFA required' }, 'none'],
  ];
  for (const [json, wanted] of found) {
    it(`is ${wanted} in ${JSON.stringify(json).slice(0, 100)}`, () =>
      assert.equal(toText(read(json)), wanted));
  }

  const headers: readonly (readonly [headers: Record<string, string>, found: string])[] = [
    [{ 'X-Subject-Token': opaque }, '"@header"."X-Subject-Token" 0.828 header'],
    [{ 'X-Token': opaque }, '"@header"."X-Token" 0.769 header'],
    [{ 'X-Token': 'abcdefgh' }, '"@header"."X-Token" 0.738 header'],
    [{ 'X-Token': 'abcdefg' }, 'none'],
    [{ 'X-Token': other, 'X-Auth-Token': opaque }, '"@header"."X-Auth-Token" 0.818 header'],
    [{ Authorization: `Bearer ${other}`, Token: opaque }, 'asks "@header".Authorization, "@header".Token'],
  ];
  for (const [given, wanted] of headers) {
    it(`is ${wanted} with the headers ${Object.keys(given).join()}`, () => {
      assert.equal(toText(read({}, given)), wanted);
    });
  }

  it('is the whole of a text that is no page, and no part of a longer one', () => {
    const readText = (text: string, contentType: string): TokenResult =>
      readToken(aResponse(undefined, { text, contentType }), {
        requestedLifetimeMs: day,
        settings: NO_MAPPING_SETTINGS,
      });
    assert.equal(toText(readText(opaque, 'text/plain')), '@ 0.828 bareString');
    assert.equal(toText(readText(opaque, 'text/html')), 'none');
    assert.equal(toText(readText('two words', 'text/plain')), 'none');
    assert.equal(toText(readText('x1'.repeat(15_000), 'text/plain')), 'none');
  });
});

describe('a token whose place is known', () => {
  const readBy = (path: Path, json: unknown, headers: Record<string, string> = {}): TokenResult => {
    const known: TokenMapping = {
      token: { path, confidence: 0.7, reason: 'weakName' },
      expiry: { path: [], confidence: 1, reason: 'requestedLifetime' },
    };
    const response = aResponse(json, { headers });
    return readToken(response, { requestedLifetimeMs: day, settings: NO_MAPPING_SETTINGS, known });
  };

  it('is taken there again, also where something else fits better', () => {
    const { token } = readBy(['a'], { a: `Bearer ${opaque}`, token: other });
    assert.deepEqual(token, { path: ['a'], confidence: 0.7, reason: 'weakName', value: opaque });
    assert.equal(readBy(['@header', 'X-Foo'], { token: other }, { 'X-Foo': opaque }).token?.value, opaque);
  });

  for (const gone of [undefined, '', ' ', 1, 'two words']) {
    it(`is looked for anew where ${JSON.stringify(gone) ?? 'nothing'} stands there`, () => {
      assert.equal(readBy(['a'], { a: gone, token: other }).token?.value, other);
    });
  }

  it('is known by place, confidence and reason, and by what came next', () => {
    const mapping = toTokenMapping(
      read({ token: opaque, authToken: opaque, expires_in: 3600, expires_at: '2026-03-04T20:00:00Z' }),
    );
    const places = [mapping?.token, mapping?.token.runnerUp, mapping?.expiry, mapping?.expiry.runnerUp];
    assert.deepEqual(
      places.map((place) => place && `${toPathText(place.path)} ${place.reason}`),
      ['token usualName', 'authToken usualName', 'expires_in relativeTime', 'expires_at absoluteTime'],
    );
    assert.ok(!JSON.stringify(mapping).includes(opaque));
  });

  it('isn’t known where none was found, or where the user’s expression gave it', () => {
    assert.equal(toTokenMapping(read({})), undefined);
    const { settings } = parseMappingSettings({ token: 'a' });
    const result = read({ a: `Bearer ${opaque}` }, {}, settings);
    assert.deepEqual(result.token, { value: opaque, path: [], confidence: 1, reason: 'expression' });
    assert.equal(toTokenMapping(result), undefined);
  });

  it('is told of where the user’s expression, or the place that they picked, has no text', () => {
    const { settings } = parseMappingSettings({ token: 'a' });
    const blank = read({ a: ' ', token: other }, {}, settings);
    assert.deepEqual(blank.problems, [{ field: 'token', message: 'expected a string, got string' }]);
    assert.equal(blank.token?.value, other);
    const choices = { ...NO_MAPPING_SETTINGS, choices: { token: ['a'] } };
    assert.deepEqual(read({}, {}, choices).problems, [
      { field: 'token', message: 'no text stands at the place you picked' },
    ]);
    assert.deepEqual(read({ a: opaque }, {}, choices).token, {
      value: opaque,
      path: ['a'],
      confidence: 1,
      reason: 'chosen',
    });
  });
});

describe('the unit of a lifetime', () => {
  const endOf = (json: object, requestedLifetimeMs = day, settings = NO_MAPPING_SETTINGS) =>
    readToken(aResponse({ token: opaque, ...json }), { requestedLifetimeMs, settings });
  const none = 'requestedLifetime';
  const lifetimes: readonly (readonly [json: object, ms: number | typeof none, requestedMs?: number])[] = [
    // Shorter than it takes to answer, or longer than tokens live.
    [{ expires_in: 4 }, none],
    [{ expires_in: 5 }, 5_000],
    [{ expires_in: -1 }, none],
    [{ expires_in: 1e15 }, none],
    [{ expires_at: '2047-03-04T20:00:00Z' }, none],
    [{ expires_at: '2026-03-04T11:30:00Z' }, none],
    // What was asked for, in either unit.
    [{ expires_in: 120_000 }, 120_000, 120_000],
    [{ expires_in: 120_000 }, 120_000_000, 120_000_000],
    [{ expires_in: 600_000 }, 600_000_000, 600_000_000],
    [{ expires_in: 120_000 }, 120_000_000],
    [{ expires_in: 299_999 }, 299_999_000],
    [{ expires_in: 300_000 }, 300_000],
    // Whole hours in seconds, of which a moment may have gone by, and no year.
    [{ expires_in: 604_795 }, 604_795_000],
    [{ expires_in: 604_794 }, 604_794],
    [{ expires_in: 604_805 }, 604_805_000],
    [{ expires_in: 604_806 }, 604_806],
    [{ expires_in: 31_536_000 }, 31_536_000_000],
    [{ expires_in: 34_556_400 }, 34_556_400_000],
    [{ expires_in: 34_563_600 }, 34_563_600],
    [{ expires_in: 777_777 }, 777_777],
    [{ expires_in: 777_777 }, 777_777_000, 30 * day],
    [{ expires_in: 40_000_000 }, 40_000_000, 365 * day],
    // Whose end it is, and what else a name says.
    [{ access_token_expires_at_utc: '2026-03-04T12:30:00Z' }, hour],
    [{ expires_in_seconds: 600 }, 600_000],
    [{ lifetime_hours: 2 }, 2 * hour],
    [{ seconds: 600 }, none],
    [{ list: [3_600] }, none],
    [{ token: jwt({ exp: receivedAt / 1000 - 600 }) }, none],
  ];
  for (const [json, ms, requestedMs = day] of lifetimes) {
    it(`is read of ${JSON.stringify(json).slice(0, 60)} as ${ms}, ${requestedMs} asked for`, () => {
      const { expiresAt } = endOf(json, requestedMs);
      assert.equal(expiresAt.value - receivedAt, ms === none ? requestedMs : ms);
      assert.equal(expiresAt.reason === none, ms === none);
    });
  }

  it('is read by the user’s expression first, which is told of where it gives no time ahead', () => {
    const { settings } = parseMappingSettings({ expiry: 't' });
    const given = endOf({ t: 3_600, expires_in: 60 }, day, settings).expiresAt;
    assert.deepEqual(given, { value: receivedAt + hour, path: [], confidence: 1, reason: 'expression' });
    for (const t of ['x', '2020-03-04T12:30:00Z']) {
      const { expiresAt, problems } = endOf({ t, expires_in: 60 }, day, settings);
      assert.equal(expiresAt.value, receivedAt + 60_000);
      assert.deepEqual(problems, [{ field: 'expiry', message: 'expected a time ahead, got string' }]);
    }
  });
});
