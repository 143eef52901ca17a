import { gzipSync } from 'node:zlib';
import type { BrokenResponse } from '../simulator/brokenResponses';
import { errorStyles } from '../simulator/errorStyles';
import { goodEnd, type Fault } from './fault';

/** Something that goes wrong between a call and its response. */
interface WireFault {
  readonly name: string;
  /** What the service does with each call, as long as the fault lasts. */
  readonly response: BrokenResponse;
  /** Kinds of error, or else names, that tell it rightly; none where the response is good all the same. */
  readonly errors: readonly string[];
  readonly hangs?: Fault['hangs'];
}

const cut = (
  sent: 'nothing' | 'half' | 'all',
  end: 'hang' | 'FIN' | 'RST',
  ...errors: readonly string[]
): WireFault => ({
  name: `${sent} of the response, then ${end}`,
  response: { kind: 'cut', sent, end },
  errors,
  hangs: end === 'hang' ? (sent === 'nothing' ? 'before the response' : 'within the response') : undefined,
});

const bytes: readonly WireFault[] = [
  cut('nothing', 'hang', 'slowResponse'),
  cut('nothing', 'FIN', 'closedBeforeResponse'),
  cut('nothing', 'RST', 'closedBeforeResponse'),
  cut('half', 'hang', 'slowBody'),
  cut('half', 'FIN', 'closedWithinResponse'),
  cut('half', 'RST', 'closedWithinResponse'),
  cut('all', 'hang', 'slowBody'),
  cut('all', 'FIN', 'closedWithinResponse'),
  cut('all', 'RST', 'closedWithinResponse'),
  {
    name: 'a body that drips',
    response: { kind: 'dripping body' },
    errors: ['slowBody'],
    hangs: 'within the response',
  },
  {
    name: 'a Content-Length that is too large',
    response: { kind: 'truncated body' },
    errors: ['closedWithinResponse'],
  },
  {
    name: 'a gzip that is cut short',
    response: {
      kind: 'changed',
      headers: { 'Content-Encoding': 'gzip' },
      body: (text) => gzipSync(text).subarray(0, 40),
    },
    // What is left of a short response decompresses to nothing.
    errors: ['encodingWrong', 'closedWithinResponse', 'cutOffResponse', 'emptyResponse'],
  },
  {
    name: 'an encoding that is not true',
    response: { kind: 'mislabelled encoding' },
    errors: ['encodingWrong'],
  },
  { name: 'a gzip bomb', response: { kind: 'gzip bomb', megabytes: 40 }, errors: ['responseTooLarge'] },
  {
    name: 'a body without end',
    response: { kind: 'too large', megabytes: 64 },
    errors: ['responseTooLarge'],
  },
  {
    name: 'headers without end',
    response: { kind: 'big headers', kilobytes: 40 },
    errors: ['headersTooLarge'],
  },
  { name: 'another protocol', response: { kind: 'not HTTP' }, errors: ['notHttp'] },
  {
    name: 'a byte order mark before the JSON',
    response: { kind: 'changed', body: (text) => `\ufeff${text}` },
    errors: [],
  },
  {
    name: 'NUL bytes after the JSON',
    response: { kind: 'changed', body: (text) => `${text}\0\0` },
    errors: ['notJson'],
  },
  { name: 'broken UTF-8', response: { kind: 'changed', body: brokenText }, errors: ['cutOffResponse'] },
  { name: 'half of the JSON', response: { kind: 'truncated JSON' }, errors: ['cutOffResponse'] },
  { name: 'words that are no JSON', response: { kind: 'not JSON' }, errors: ['notJson'] },
  { name: 'an empty body', response: { kind: 'empty body' }, errors: ['emptyResponse'] },
  { name: 'a web page with status 200', response: { kind: 'HTML' }, errors: ['webPage'] },
  { name: 'JSON that means nothing', response: { kind: 'wrong JSON' }, errors: ['UnreadableResponseError'] },
];

function brokenText(): Buffer {
  return Buffer.concat([Buffer.from('{"data":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"')]);
}

const redirects = ([301, 302, 303, 307, 308] as const).map((status): WireFault => ({
  name: `a redirect with ${status}`,
  response: { kind: 'redirect', status, location: 'http://127.0.0.1:9/elsewhere' },
  errors: ['redirectToOtherPage'],
}));

/** Status, and what it is told as with JSON or nothing, and with the web page of a gateway. */
const REFUSALS: readonly [number, string, string][] = [
  [400, 'badRequest', 'webPage'],
  [401, 'unauthorized', 'unauthorized'],
  [402, 'outOfCredits', 'webPage'],
  [403, 'forbidden', 'webPage'],
  [404, 'notFound', 'notFound'],
  [409, 'badRequest', 'webPage'],
  [413, 'badRequest', 'gateway'],
  [429, 'rateLimit', 'rateLimit'],
  [500, 'server', 'webPage'],
  [502, 'server', 'gateway'],
  [503, 'server', 'gateway'],
  [504, 'server', 'gateway'],
];

const refusals = REFUSALS.flatMap(([status, kind, ofPage]): WireFault[] => [
  {
    name: `${status} with JSON`,
    response: { kind: 'status', status, style: errorStyles.problem },
    errors: [kind],
  },
  {
    name: `${status} with a web page`,
    response: { kind: 'status', status, style: errorStyles.html },
    errors: [ofPage],
  },
  {
    name: `${status} with nothing`,
    response: { kind: 'changed', status, body: () => '' },
    errors: [kind],
  },
]);

const odd: readonly WireFault[] = [
  { name: '206 with the whole body', response: { kind: 'changed', status: 206 }, errors: [] },
  {
    name: '200 with an error inside',
    response: { kind: 'wrong JSON', value: { success: false, error: 'The database is away.' } },
    errors: ['server'],
  },
];

export const wireFaults: readonly Fault[] = [...bytes, ...redirects, ...refusals, ...odd].map(
  ({ name, response, errors, hangs }): Fault => ({
    name,
    of: 'wire',
    hangs,
    start: ({ service }) => service.failNext(response, { times: Infinity }),
    stop: ({ service }) => service.stopFailing(),
    endOf: (operation) =>
      errors.length === 0 || operation.makes === 'none'
        ? goodEnd(operation)
        : { outcomes: ['failed'], errors, calls: operation.whenFailing },
    excludes: ({ makes }, moment) => {
      if (moment.name === 'alone') {
        return undefined;
      }
      if (makes === 'none') {
        return 'makes no call during which anything could happen to one';
      }
      return errors.length === 0 ? 'the response is good: other tests have that' : undefined;
    },
  }),
);
