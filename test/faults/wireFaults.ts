import { gzipSync } from 'node:zlib';
import type { BrokenResponse } from '../simulator/brokenResponses';
import { errorStyles } from '../simulator/errorStyles';

/** Something that goes wrong between a call and its response. */
export interface WireFault {
  readonly name: string;
  /** What the service does with each call, as long as the fault lasts. */
  readonly response: BrokenResponse;
  /** Names of the errors that tell it rightly; none where the response is good all the same. */
  readonly errors: readonly string[];
  /** It lasts as long as a call may take. */
  readonly hangs?: boolean;
}

const cut = (
  sent: 'nothing' | 'half' | 'all',
  end: 'hang' | 'FIN' | 'RST',
  ...errors: readonly string[]
): WireFault => ({
  name: `${sent} of the response, then ${end}`,
  response: { kind: 'cut', sent, end },
  errors,
  hangs: end === 'hang',
});

const LOST = 'ConnectionLostError';
const TIMEOUT = 'TimeoutError';
const NOT_JSON = 'NotJsonError';

const bytes: readonly WireFault[] = [
  cut('nothing', 'hang', TIMEOUT),
  cut('nothing', 'FIN', LOST),
  cut('nothing', 'RST', LOST),
  cut('half', 'hang', TIMEOUT),
  cut('half', 'FIN', LOST),
  cut('half', 'RST', LOST),
  cut('all', 'hang', TIMEOUT),
  cut('all', 'FIN', LOST),
  cut('all', 'RST', LOST),
  { name: 'a body that drips', response: { kind: 'dripping body' }, errors: [TIMEOUT], hangs: true },
  {
    name: 'a Content-Length that is too large',
    response: { kind: 'truncated body' },
    errors: [LOST],
  },
  {
    name: 'a gzip that is cut short',
    response: {
      kind: 'changed',
      headers: { 'Content-Encoding': 'gzip' },
      body: (text) => gzipSync(text).subarray(0, 40),
    },
    errors: ['ContentEncodingError', LOST],
  },
  {
    name: 'an encoding that is not true',
    response: { kind: 'mislabelled encoding' },
    errors: ['ContentEncodingError'],
  },
  { name: 'a gzip bomb', response: { kind: 'gzip bomb', megabytes: 40 }, errors: ['ResponseTooLargeError'] },
  {
    name: 'a body without end',
    response: { kind: 'too large', megabytes: 64 },
    errors: ['ResponseTooLargeError'],
  },
  {
    name: 'headers without end',
    response: { kind: 'big headers', kilobytes: 40 },
    errors: ['HeadersTooLargeError'],
  },
  { name: 'another protocol', response: { kind: 'not HTTP' }, errors: ['NotHttpError'] },
  {
    name: 'a byte order mark before the JSON',
    response: { kind: 'changed', body: (text) => `\ufeff${text}` },
    errors: [],
  },
  {
    name: 'NUL bytes after the JSON',
    response: { kind: 'changed', body: (text) => `${text}\0\0` },
    errors: [NOT_JSON],
  },
  { name: 'broken UTF-8', response: { kind: 'changed', body: brokenText }, errors: [NOT_JSON] },
  { name: 'half of the JSON', response: { kind: 'truncated JSON' }, errors: [NOT_JSON] },
  { name: 'words that are no JSON', response: { kind: 'not JSON' }, errors: [NOT_JSON] },
  { name: 'an empty body', response: { kind: 'empty body' }, errors: [NOT_JSON] },
  { name: 'a web page with status 200', response: { kind: 'HTML' }, errors: [NOT_JSON, 'GatewayError'] },
  { name: 'JSON that means nothing', response: { kind: 'wrong JSON' }, errors: ['UnreadableResponseError'] },
];

function brokenText(): Buffer {
  return Buffer.concat([Buffer.from('{"data":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"')]);
}

const redirects = ([301, 302, 303, 307, 308] as const).map((status): WireFault => ({
  name: `a redirect with ${status}`,
  response: { kind: 'redirect', status, location: 'http://127.0.0.1:9/elsewhere' },
  errors: ['RedirectError'],
}));

const REFUSALS: readonly [number, readonly string[]][] = [
  [400, ['BadRequestError']],
  [401, ['UnauthorizedError', 'NewTokenRejectedError']],
  [402, ['PaymentRequiredError']],
  [403, ['ForbiddenError']],
  [404, ['NotFoundError']],
  [409, ['BadRequestError']],
  [413, ['BadRequestError', 'GatewayError']],
  [429, ['RateLimitError']],
  [500, ['ServerError']],
  [502, ['ServerError', 'GatewayError']],
  [503, ['ServerError', 'GatewayError']],
  [504, ['ServerError', 'GatewayError']],
];

const refusals = REFUSALS.flatMap(([status, errors]): WireFault[] => [
  {
    name: `${status} with JSON`,
    response: { kind: 'status', status, style: errorStyles.problem },
    errors,
  },
  {
    name: `${status} with a web page`,
    response: { kind: 'status', status, style: errorStyles.html },
    errors,
  },
  {
    name: `${status} with nothing`,
    response: { kind: 'changed', status, body: () => '' },
    errors,
  },
]);

const odd: readonly WireFault[] = [
  { name: '204', response: { kind: 'changed', status: 204, body: () => '' }, errors: [NOT_JSON] },
  { name: '206 with the whole body', response: { kind: 'changed', status: 206 }, errors: [] },
  {
    name: '200 with an error inside',
    response: { kind: 'wrong JSON', value: { success: false, error: 'The database is away.' } },
    errors: ['ServerError', 'BadRequestError', 'UnexpectedStatusError', 'HttpError'],
  },
];

export const wireFaults: readonly WireFault[] = [...bytes, ...redirects, ...refusals, ...odd];
