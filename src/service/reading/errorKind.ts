import type { HttpResponse } from '../httpResponse';
import { hasFieldErrors } from './errorMessage';
import type { JsonObject } from './json';
import { isObject, valueAt } from './json';
import { toPlain } from './keys';

export type ErrorKind =
  'unauthorized' | 'forbidden' | 'payment' | 'rateLimit' | 'validation' | 'server' | 'notFound';

/** The code of an answer that is `{code: 401, message: "…"}` and nothing else of substance, where it is no success. */
export function envelopeCode(body: JsonObject): number | undefined {
  const entries = Object.entries(body).map(([key, value]) => [toPlain(key), value] as const);
  const code = entries.find(([key]) => /^(?:code|statuscode|status|errno|ret|retcode)$/.test(key))?.[1];
  const holdsData = entries.some(
    ([, value]) => typeof value === 'object' && value !== null && Object.keys(value).length > 0,
  );
  const text = entries.some(
    ([key, value]) => /^(?:message|msg|detail|title|reason)$/.test(key) && typeof value === 'string',
  );
  const fails = !holdsData && text && typeof code === 'number' && code !== 0 && !(code >= 200 && code < 300);
  return fails ? code : undefined;
}

/** What a status means by HTTP (RFC 9110 and 6585); other 4xx are told by their words. */
function kindOfStatus(status: number): ErrorKind | undefined {
  if (status === 401) {
    return 'unauthorized';
  }
  if (status === 402) {
    return 'payment';
  }
  if (status === 403) {
    return 'forbidden';
  }
  if (status === 404 || status === 410) {
    return 'notFound';
  }
  if (status === 429) {
    return 'rateLimit';
  }
  return status >= 500 ? 'server' : undefined;
}

/** Words by which a refusal tells its kind where the HTTP status does not (400, 422, 200). */
const kindWords: readonly (readonly [RegExp, ErrorKind])[] = [
  [/too many (?:requests|attempts|calls)|rate.?limit|rate exceeded|throttl|quota exceeded/i, 'rateLimit'],
  [
    /payment|insufficient (?:credit|fund|balance)|(?:out of|no) credits|credits? (?:exhausted|used up)|unpaid|overdue/i,
    'payment',
  ],
  [
    /(?:invalid|incorrect|wrong|bad|unknown|expired|missing).{0,24}(?:credential|password|passwd|login|token|api.?key|user ?name|session)|(?:password|credentials?|token|session|api.?key|login|user).{0,24}(?:invalid|incorrect|wrong|expired|not match|mismatch|blocked|not (?:valid|found))|unauthori[sz]ed|unauthenticated|not (?:logged|authenticated|authori[sz]ed)|authentication (?:failed|required)|re-?login|(?:log|sign) ?in again|session (?:has )?(?:ended|expired)/i,
    'unauthorized',
  ],
  [/permission|forbidden|access denied|not allowed|denied/i, 'forbidden'],
  [/not found|no such|does not exist/i, 'notFound'],
  [/internal (?:server )?error|server error|unavailable/i, 'server'],
];

/** What kind of refusal an answer is: by its HTTP status, else by what it says. */
export function readKind(answer: HttpResponse, message: string | undefined): ErrorKind | undefined {
  const said = kindWords.find(([pattern]) => message !== undefined && pattern.test(message))?.[1];
  const byStatus = kindOfStatus(answer.status);
  // Some services send 403 for too many calls, and some throw (500) where a password is wrong.
  if (
    byStatus === 'forbidden' &&
    (said === 'rateLimit' || answer.header('X-RateLimit-Remaining')?.trim() === '0')
  ) {
    return 'rateLimit';
  }
  if (answer.status === 500 && message !== undefined && wrongPassword.test(message)) {
    return 'unauthorized';
  }
  if (byStatus) {
    return byStatus;
  }
  const refused = answer.status >= 400;
  if (refused && hasFieldErrors(answer.json)) {
    return 'validation';
  }
  const words = said ?? kindOfCodes(answer.json);
  // With 400 the service has said whose fault it is; "no such column" is not about this address.
  if (refused && (words === undefined || words === 'notFound' || words === 'server')) {
    return 'validation';
  }
  return words;
}

const wrongPassword =
  /(?:invalid|incorrect|wrong).{0,24}password|password.{0,24}(?:invalid|incorrect|wrong)/i;

/** `{code: 401, …}` in an answer that HTTP calls a success, and the codes of GraphQL and gRPC. */
function kindOfCodes(body: unknown): ErrorKind | undefined {
  if (!isObject(body)) {
    return undefined;
  }
  const byNumber = kindOfStatus(envelopeCode(body) ?? 0);
  if (byNumber) {
    return byNumber;
  }
  const paths = [
    ['errors', 0, 'extensions', 'code'],
    ['errors', 0, 'code'],
    ['error', 'code'],
    ['error', 'status'],
    ['code'],
  ];
  const code = paths.map((path) => valueAt(body, path)).find((value) => typeof value === 'string');
  return typeof code === 'string' ? codeKinds.get(toPlain(code)) : undefined;
}

const codeKinds: ReadonlyMap<string, ErrorKind> = new Map([
  ['unauthenticated', 'unauthorized'],
  ['unauthorized', 'unauthorized'],
  ['forbidden', 'forbidden'],
  ['permissiondenied', 'forbidden'],
  ['resourceexhausted', 'rateLimit'],
  ['toomanyrequests', 'rateLimit'],
  ['ratelimited', 'rateLimit'],
  ['badrequest', 'validation'],
  ['baduserinput', 'validation'],
  ['invalidargument', 'validation'],
  ['notfound', 'notFound'],
]);
