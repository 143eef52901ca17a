import type { IncomingHttpHeaders } from 'node:http';
import type { CallKind } from './call';

export interface TokenRequest {
  readonly email: string;
  readonly password: string;
  /** Milliseconds. */
  readonly expiresIn?: number;
}

export interface ListRequest {
  readonly pageIndex: number;
  readonly pageSize: number;
}

/** A refusal of a call, and the status of its answer. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** A refusal of a call that breaks the documentation. */
export class ContractViolation extends Refusal {}

/** A path with a query is no endpoint. */
export function kindOf(path: string, pathPrefix: string): CallKind {
  if (path === `${pathPrefix}/token`) {
    return 'token';
  }
  return path === `${pathPrefix}/monitors/list` ? 'list' : 'other';
}

/** @throws ContractViolation unless method, path and headers are the documented ones. */
export function checkEnvelope(kind: CallKind, method: string, headers: IncomingHttpHeaders): void {
  if (kind === 'other') {
    throw new ContractViolation(404, 'there is no such endpoint');
  }
  if (method !== 'POST') {
    throw new ContractViolation(405, 'the method must be POST');
  }
  if (headers['content-type']?.trim().toLowerCase() !== 'application/json') {
    throw new ContractViolation(415, 'Content-Type must be application/json');
  }
  if (kind === 'token') {
    if (headers.authorization !== undefined) {
      throw new ContractViolation(400, 'Authorization must not be sent to the token endpoint');
    }
  } else if (bearerToken(headers) === undefined) {
    throw new ContractViolation(401, 'Authorization must be "Bearer" and an access token');
  }
}

export function bearerToken(headers: IncomingHttpHeaders): string | undefined {
  return /^Bearer ([^\s]+)$/.exec(headers.authorization ?? '')?.[1];
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string' && value !== '';
const isIntegerFrom =
  (minimum: number): Check =>
  (value) =>
    Number.isSafeInteger(value) && Number(value) >= minimum;
const isLifetime: Check = (value) => value === undefined || isIntegerFrom(1)(value);

/** @throws ContractViolation */
export function toTokenRequest(body: unknown): TokenRequest {
  check(body, { email: isText, password: isText, expiresIn: isLifetime });
  return body as TokenRequest;
}

/** @throws ContractViolation */
export function toListRequest(body: unknown): ListRequest {
  check(body, { pageIndex: isIntegerFrom(0), pageSize: isIntegerFrom(1) });
  return body as ListRequest;
}

function check(body: unknown, documented: Readonly<Record<string, Check>>): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ContractViolation(400, 'the body must be a JSON object');
  }
  const fields = new Map(Object.entries(body));
  const wrong = Object.keys(documented).filter((name) => !documented[name]!(fields.get(name)));
  const unknown = [...fields.keys()].filter((name) => !Object.hasOwn(documented, name));
  if (wrong.length + unknown.length > 0) {
    throw new ContractViolation(400, `not as documented: ${[...wrong, ...unknown].join(', ')}`);
  }
}
