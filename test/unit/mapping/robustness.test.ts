import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readErrorCode, readErrorMessage } from '../../../src/mapping/readOutcome';
import { readList, type PagesRead } from '../../support/readPages';
import { describeShape } from '../../../src/base/shape';
import { readToken } from '../../../src/mapping/readToken';
import { aResponse } from '../../support/corpus';

/** Reads a response as a list, a token and an error. @returns the list */
function readEverything(json: unknown, status = 200): PagesRead {
  const response = aResponse(json, { status, text: '' });
  const list = readList(response);
  readToken(response, 86_400_000);
  assert.ok(readErrorMessage(response).length <= 300);
  readErrorCode(response);
  assert.ok(describeShape(json).length <= 4_000);
  assertSound(list);
  return list;
}

function assertSound(list: PagesRead): void {
  for (const { id, name, place, tags } of list.monitors) {
    assert.ok(typeof id === 'string' && typeof name === 'string');
    assert.ok(place!.position > 0);
    assert.ok(Array.isArray(tags));
  }
  assert.ok(list.entries >= list.entriesWithoutRecord);
  if (!list.mapping) {
    assert.equal(list.monitors.length, 0);
  }
}

const nasty = '__proto__ constructor toString hasOwnProperty valueOf length * @key '.split(' ');
const usual = 'id name status url data monitors items total next token expires_in'.split(' ');
const key = fc.oneof(fc.constantFrom(...nasty), fc.constantFrom(...usual), fc.string());
const likelyJson = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.oneof(
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc.double(),
      fc.string(),
      fc.constantFrom('up', 'ok', '2'),
    ),
    fc.array(tie('json'), { maxLength: 5 }),
    // Through text, like the client, so that `__proto__` is an ordinary key.
    fc.array(fc.tuple(key, tie('json')), { maxLength: 6 }).map(toObject),
  ),
}));

function toObject(entries: readonly (readonly [string, unknown])[]): unknown {
  const members = entries.map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`,
  );
  return JSON.parse(`{${members.join()}}`);
}

describe('Reading any JSON', function () {
  // Hundreds of responses: a busy machine takes its time.
  this.timeout(60_000);

  it('never throws, and reads a monitor from each record', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.jsonValue({ maxDepth: 6 }), likelyJson.json),
        fc.constantFrom(200, 400, 401, 429, 500),
        (json, status) => void readEverything(json, status),
      ),
      { numRuns: 1_000 },
    );
  });

  it('leaves prototypes alone', () => {
    readEverything(
      JSON.parse(
        '{"monitors":[{"__proto__":{"id":"x","status":"up"},"constructor":{"name":"y"}}]}',
      ),
    );
    assert.equal(({} as Record<string, unknown>)['status'], undefined);
    const list = readEverything(JSON.parse('{"monitors":[{"toString":"x"},{"toString":"y"}]}'));
    assert.deepEqual(
      list.monitors.map(({ status }) => status),
      ['unknown', 'unknown'],
    );
  });

  it('takes time in proportion to the length of what it reads', () => {
    const hostile: readonly ((size: number) => unknown)[] = [
      (size) => ({ monitors: [{ id: 1, url: `https://api.example/${'v1/'.repeat(size)}x` }] }),
      (size) => ({ message: 'password '.repeat(size), error: 'a_'.repeat(size) }),
      (size) =>
        Object.fromEntries(
          Array.from({ length: size }, (_, i) => [
            `expires_in_${i}`,
            { expires_in: i, token: `t${i}` },
          ]),
        ),
      (size) => Object.fromEntries(Array.from({ length: size }, (_, i) => [`m${i}`, { id: i }])),
      (size) => ({ monitors: [null, ...Array.from({ length: size }, () => [])], total: size }),
      (size) => ({ token: `${'a.'.repeat(size)}b`, expires: '9'.repeat(size) }),
    ];
    for (const make of hostile) {
      // Processor time, because other programs share the machine.
      const timeOf = (size: number) => {
        const json = make(size);
        const runs = Array.from({ length: 3 }, () => {
          const start = process.cpuUsage();
          readEverything(json);
          const { user, system } = process.cpuUsage(start);
          return (user + system) / 1000;
        });
        return Math.min(...runs);
      };
      const [small, large] = [timeOf(2_000), timeOf(32_000)];
      // Sixteen times the length: linear time is 16, quadratic time 256. Very short times prove nothing.
      assert.ok(
        large < 50 || large / small < 64,
        `${make.toString()}: ${small} ms, then ${large} ms`,
      );
    }
  });

  it('accepts JSON that is nested 10,000 levels deep', () => {
    const nested = (open: string, close: string, levels: number): unknown =>
      JSON.parse(open.repeat(levels) + '1' + close.repeat(levels));
    readEverything(nested('[', ']', 10_000));
    readEverything(nested('{"data":', '}', 10_000));
    readEverything(nested('{"monitors":[', ']}', 5_000));
    readEverything({ monitors: [{ id: 1, name: nested('{"name":', '}', 10_000) }] });
    readEverything({ errors: nested('[{"error":', '}]', 5_000) }, 400);
  });
});
