import type { Endpoint } from '../service/address';
import type { RefusalKind } from '../service/errors';
import type { HttpResponse } from '../service/httpResponse';
import { bodyStatus, namesFields } from './errorText';

const KINDS: ReadonlyMap<number, RefusalKind> = new Map<number, RefusalKind>([
  [401, 'unauthorized'],
  [402, 'outOfCredits'],
  [403, 'forbidden'],
  [404, 'notFound'],
  [405, 'notFound'],
  [410, 'notFound'],
  [429, 'rateLimit'],
]);

const WRONG_LOGIN =
  /(?:invalid|incorrect|wrong|bad).{0,24}(?:credential|password|login)|(?:password|credentials?|login).{0,24}(?:invalid|incorrect|wrong|not match|mismatch)|unable to log ?in/i;

/** Words that outweigh a status, in the order of asking. 200 stands for every success. */
const WORDS: readonly {
  readonly kind: RefusalKind;
  readonly statuses: readonly number[];
  readonly words: RegExp;
}[] = [
  {
    kind: 'outOfCredits',
    statuses: [200, 400, 401, 403, 429],
    words:
      /insufficient (?:credit|fund|balance)|(?:out of|no|not enough) credits|credits? (?:exceeded|exhausted|used up)|credit (?:balance|limit).{0,20}(?:low|exceeded|exhausted|reached|insufficient)|billing details|subscription (?:needed|required|expired)|invoice.{0,30}overdue|\bplan\b.{0,60}\bupgrade|upgrade your (?:plan|account)|plan limit/i,
  },
  {
    kind: 'rateLimit',
    statuses: [200, 400, 403],
    words:
      /too many (?:requests|attempts|calls)|rate.?limit(?:ed| (?:exceeded|reached))|rate exceeded|throttled|quota exceeded/i,
  },
  { kind: 'unauthorized', statuses: [200], words: WRONG_LOGIN },
  {
    kind: 'unauthorized',
    statuses: [200],
    words:
      /(?:invalid|unknown|expired|missing).{0,24}(?:token|api.?key|user ?name|session)|(?:token|session|api.?key|user).{0,24}(?:invalid|expired|not (?:valid|found))|unauthori[sz]ed|unauthenticated|not (?:logged|authenticated|authori[sz]ed)|(?:authentication|authorization) (?:failed|required)|re-?login|(?:log|sign) ?in again|session (?:has )?(?:ended|expired)|credentials.{0,20}not match/i,
  },
  {
    kind: 'forbidden',
    statuses: [200],
    words: /permission|(?:missing|insufficient).?scope|forbidden|access denied|not allowed/i,
  },
];

/** What a refusal means: by its status, unless certain words or, with a success, a status in the body say otherwise. */
export function toRefusalKind(
  { status, header, json }: Pick<HttpResponse, 'status' | 'header' | 'json'>,
  message: string,
  endpoint: Endpoint,
): RefusalKind {
  const succeeded = status >= 200 && status < 300;
  const told = succeeded ? 200 : status;
  // A mistyped password signs nobody out.
  const isWrongLogin =
    [400, 422].includes(status) && endpoint === 'token' && !namesFields(json) && WRONG_LOGIN.test(message);
  const byWords = WORDS.find(({ statuses, words }) => statuses.includes(told) && words.test(message))?.kind;
  const isLimited = status === 403 && header('X-RateLimit-Remaining') === '0';
  const kind = byWords ?? (isWrongLogin ? 'unauthorized' : isLimited ? 'rateLimit' : undefined);
  const code = succeeded ? (bodyStatus(json) ?? 500) : status;
  return kind ?? KINDS.get(code) ?? (code >= 500 && code < 600 ? 'server' : 'badRequest');
}
