import type { SimulatedAccount } from './account';
import { JSON_TYPE, type ResponseContent, toErrorResponse } from './responseContent';
import type { ListShape, TokenShape } from './responseShapes';
import type { Call } from './callRecord';
import {
  bearerToken,
  checkEnvelope,
  ContractViolation,
  type ListRequest,
  Refusal,
  toListRequest,
  toTokenRequest,
  type TokenRequest,
} from './contract';
import type { ErrorStyle } from './errorStyles';
import type { Tokens } from './tokens';

/** Makes the JSON of a list response from the request alone. Must not return undefined. */
export type ListAnswer = (request: ListRequest) => unknown;

/** All that decides the answer, besides the call. */
export interface AnsweringRules {
  readonly tokens: Tokens;
  readonly accounts: readonly SimulatedAccount[];
  readonly tokenShape: TokenShape;
  readonly listShape: ListShape;
  readonly errorStyle: ErrorStyle;
  readonly listAnswer: ListAnswer | undefined;
  readonly stripsAuthorization: boolean;
}

/** Answers a call, charges the account, and completes the record of the call. A contract violation is free. */
export function answerCall(
  call: Call,
  rules: AnsweringRules,
): { readonly content: ResponseContent; readonly violation?: string } {
  const known = (caller: SimulatedAccount) => {
    call.account = caller.email;
    charge(caller);
  };
  try {
    if (rules.stripsAuthorization && call.kind === 'list') {
      // The gateway removed the token, so it isn't a violation.
      throw new Refusal(401, 'There is no access token.');
    }
    checkEnvelope(call.kind, call.method, call.headers);
    const value =
      call.kind === 'token'
        ? answerToken(toTokenRequest(call.body), rules, known)
        : answerList(toListCall(call), rules, known);
    return { content: { status: 200, headers: JSON_TYPE, body: JSON.stringify(value) } };
  } catch (error) {
    if (!(error instanceof Refusal)) {
      throw error;
    }
    const content = toErrorResponse(error.status, rules.errorStyle(error.status, error.message), {
      ...(error.status === 405 && { Allow: 'POST' }),
      ...(error.status === 401 && call.kind === 'list' && { 'WWW-Authenticate': 'Bearer' }),
    });
    return error instanceof ContractViolation
      ? { content, violation: `${call.method} ${call.path}: ${error.message}` }
      : { content };
  }
}

function charge(account: SimulatedAccount): void {
  if (account.credits < 1) {
    throw new Refusal(402, 'The account has no credits left.');
  }
  account.credits -= 1;
}

function answerToken(
  { email, password, expiresIn }: TokenRequest,
  { accounts, tokens, tokenShape }: AnsweringRules,
  known: (account: SimulatedAccount) => void,
): unknown {
  const account = accounts.find((candidate) => candidate.email === email);
  if (account?.password !== password) {
    throw new Refusal(401, 'E-mail or password is wrong.');
  }
  known(account);
  return tokenShape(tokens.issue(account, expiresIn));
}

function toListCall(call: Call): ListRequest & { readonly token: string } {
  const { pageIndex, pageSize } = toListRequest(call.body);
  call.pageIndex = pageIndex;
  call.pageSize = pageSize;
  return { pageIndex, pageSize, token: bearerToken(call.headers) ?? '' };
}

function answerList(
  { token, pageIndex, pageSize }: ListRequest & { readonly token: string },
  rules: AnsweringRules,
  known: (account: SimulatedAccount) => void,
): unknown {
  const account = rules.tokens.accountOf(token);
  if (!account) {
    throw new Refusal(401, 'The access token is not valid or has expired.');
  }
  known(account);
  if (rules.listAnswer) {
    return rules.listAnswer({ pageIndex, pageSize });
  }
  const { monitors } = account;
  return rules.listShape(monitors.page(pageIndex, pageSize), { total: monitors.count });
}
