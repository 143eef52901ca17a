import type { Endpoint } from './address';
import type { RefusalKind } from './errors';
import type { HttpResponse } from './httpResponse';
import type { ErrorExtraction } from './readError';

/** The status says what a refusal means (RFC 9110 and 6585); other 4xx are `badRequest`, other 5xx `server`. */
const KINDS_BY_STATUS: ReadonlyMap<number, RefusalKind> = new Map<number, RefusalKind>([
  [401, 'unauthorized'],
  [402, 'outOfCredits'],
  [403, 'forbidden'],
  [404, 'notFound'],
  [405, 'notFound'],
  [410, 'notFound'],
  [429, 'rateLimit'],
]);

/** Where the words of a refusal outweigh its status. */
interface Exception {
  readonly kind: RefusalKind;
  /** 200 stands for every success: only the body then says that the call failed. */
  readonly statuses: readonly number[];
  readonly endpoint?: Endpoint;
  readonly words: RegExp;
}

const WRONG_LOGIN =
  /(?:invalid|incorrect|wrong|bad).{0,24}(?:credential|password|login)|(?:password|credentials?|login).{0,24}(?:invalid|incorrect|wrong|not match|mismatch)|unable to log ?in|неверн|(?:密码|口令).{0,10}错误|(?:パスワード|ログイン).{0,12}(?:正し|違|失敗)|(?:contrase|clave|senha|mot de passe|identifiants|passwor[td]|kennwort|anmeldedaten|wachtwoord).{0,30}(?:incorre|inv[aá]lid|falsch|ung[uü]ltig|onjuist|errone|errad)/i;

/** In the order of asking. Only words that are certain, and only where the difference costs the user something. */
const EXCEPTIONS: readonly Exception[] = [
  {
    // Neither waiting nor another sign-in brings credits.
    kind: 'outOfCredits',
    statuses: [200, 400, 401, 403, 429],
    words:
      /insufficient (?:credit|fund|balance)|(?:out of|no|not enough) credits|credits? (?:exceeded|exhausted|used up)|credit (?:balance|limit).{0,20}(?:low|exceeded|exhausted|reached|insufficient)|billing details|subscription (?:needed|required|expired)|invoice.{0,30}overdue|\bplan\b.{0,60}\bupgrade|upgrade your (?:plan|account)|plan limit|crediti esauriti/i,
  },
  {
    kind: 'rateLimit',
    statuses: [200, 400, 403],
    words:
      /too many (?:requests|attempts|calls)|rate.?limit(?:ed| (?:exceeded|reached))|rate exceeded|throttled|quota exceeded/i,
  },
  // An account is not signed out by a password that is mistyped, and the user types it again.
  { kind: 'unauthorized', statuses: [400, 422], endpoint: 'token', words: WRONG_LOGIN },
  { kind: 'unauthorized', statuses: [200], words: WRONG_LOGIN },
  {
    kind: 'unauthorized',
    statuses: [200],
    words:
      /(?:invalid|unknown|expired|missing).{0,24}(?:token|api.?key|user ?name|session)|(?:token|session|api.?key|user).{0,24}(?:invalid|expired|not (?:valid|found))|unauthori[sz]ed|unauthenticated|not (?:logged|authenticated|authori[sz]ed)|(?:authentication|authorization) (?:failed|required)|re-?login|(?:log|sign) ?in again|session (?:has )?(?:ended|expired)|credentials.{0,20}not match|недействит|истек|인증|로그인|(?:令牌|登录).{0,10}(?:过期|失效|无效)|トークン.{0,12}(?:無効|期限)/i,
  },
  {
    kind: 'forbidden',
    statuses: [200],
    words: /permission|(?:missing|insufficient).?scope|forbidden|access denied|not allowed/i,
  },
];

/** What a refusal means: by its status, unless certain words or, with a success, a code in the body say otherwise. */
export function toRefusalKind(
  { status, header }: Pick<HttpResponse, 'status' | 'header'>,
  { message = '', code, namesFields }: ErrorExtraction,
  endpoint: Endpoint,
): RefusalKind {
  const succeeded = status >= 200 && status < 300;
  const exception = EXCEPTIONS.find(
    (one) =>
      one.statuses.includes(succeeded ? 200 : status) &&
      (one.endpoint === undefined || (one.endpoint === endpoint && !namesFields)) &&
      one.words.test(message),
  );
  if (exception) {
    return exception.kind;
  }
  // GitHub and others answer 403 to too many calls.
  if (status === 403 && header('X-RateLimit-Remaining') === '0') {
    return 'rateLimit';
  }
  const told = succeeded ? (code ?? 500) : status;
  return KINDS_BY_STATUS.get(told) ?? (told >= 500 && told < 600 ? 'server' : 'badRequest');
}
