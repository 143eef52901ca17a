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

/** @throws ContractViolation */
export function toTokenRequest(body: unknown): TokenRequest {
  const fields = toFields(body, ['email', 'password', 'expiresIn']);
  const { email, password, expiresIn } = fields;
  if (typeof email !== 'string' || email === '') {
    throw new ContractViolation(400, '"email" must be a non-empty string');
  }
  if (typeof password !== 'string' || password === '') {
    throw new ContractViolation(400, '"password" must be a non-empty string');
  }
  if (!('expiresIn' in fields)) {
    return { email, password };
  }
  return { email, password, expiresIn: toInteger('expiresIn', expiresIn, 1) };
}

/** @throws ContractViolation */
export function toListRequest(body: unknown): ListRequest {
  const { pageIndex, pageSize } = toFields(body, ['pageIndex', 'pageSize']);
  return {
    pageIndex: toInteger('pageIndex', pageIndex, 0),
    pageSize: toInteger('pageSize', pageSize, 1),
  };
}

function toFields<Name extends string>(
  body: unknown,
  documented: readonly Name[],
): { [field in Name]?: unknown } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ContractViolation(400, 'the body must be a JSON object');
  }
  const unknown = Object.keys(body).filter((field) => !documented.some((name) => name === field));
  if (unknown.length > 0) {
    throw new ContractViolation(400, `unknown fields: ${unknown.join(', ')}`);
  }
  return body;
}

function toInteger(field: string, value: unknown, minimum: number): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < minimum) {
    throw new ContractViolation(400, `"${field}" must be an integer of at least ${minimum}`);
  }
  return value;
}
