import type { SimulatedAccount } from '../simulator/account';
import type { SimulatedService } from '../simulator/simulatedService';

/** A call as the documentation wants it, save for what `init` changes. */
export function post(
  service: SimulatedService,
  path: string,
  body: unknown,
  init: Pick<RequestInit, 'headers' | 'signal' | 'method'> = {},
): Promise<Response> {
  return fetch(service.baseUrl + path, {
    method: 'POST',
    redirect: 'manual',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
    headers: { 'Content-Type': 'application/json', ...(init.headers as Record<string, string>) },
  });
}

/** The plain shape's access token. */
export async function signIn(
  service: SimulatedService,
  { email, password }: Pick<SimulatedAccount, 'email' | 'password'> = service,
  expiresIn?: number,
): Promise<string> {
  const response = await post(service, '/token', { email, password, expiresIn });
  if (!response.ok) {
    throw new Error(`signing in was answered ${response.status}`);
  }
  return ((await response.json()) as { token: string }).token;
}

export interface ListResponse {
  readonly monitors: readonly { readonly id: string; readonly name: string; readonly status: string }[];
  readonly total?: number;
}

export function list(
  service: SimulatedService,
  token: string,
  body: unknown = { pageIndex: 0, pageSize: 10 },
  signal?: AbortSignal,
): Promise<Response> {
  const headers = { Authorization: `Bearer ${token}` };
  return post(service, '/monitors/list', body, { headers, ...(signal && { signal }) });
}

/** The plain shape's page. */
export async function listPage(
  service: SimulatedService,
  token: string,
  pageIndex: number,
  pageSize: number,
): Promise<ListResponse> {
  const response = await list(service, token, { pageIndex, pageSize });
  return (await response.json()) as ListResponse;
}
