import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { Fetch, FetchInit } from '../service/http';

type OnConnection = FetchInit['onConnection'];

/**
 * A fetch that goes through Node's http, as node-fetch does, and tells how far the connection of each call has come. It
 * is loaded by the first call. A call that is taken back meanwhile isn't handed to it: node-fetch would end the body of
 * the request with an error that nobody hears.
 * Node publishes a request once it has a socket (nodejs.org/api/diagnostics_channel.html), which behind a proxy VS Code
 * gives it when the tunnel stands.
 */
export function withConnectionState(load: () => Promise<Fetch>): Fetch {
  const calls = new AsyncLocalStorage<OnConnection>();
  subscribe('http.client.request.start', (message) => {
    const onConnection = calls.getStore();
    if (onConnection) {
      follow((message as { request: ClientRequest }).request, onConnection);
    }
  });
  return async (url, init) => {
    const fetch = await load();
    init.signal.throwIfAborted();
    return calls.run(init.onConnection, () => fetch(url, init));
  };
}

function follow({ socket }: ClientRequest, onConnection: OnConnection): void {
  onConnection('opening');
  const isSecure = socket !== null && 'encrypted' in socket;
  const connected = isSecure
    ? (socket as TLSSocket).getFinished() !== undefined
    : socket?.connecting === false;
  if (connected) {
    onConnection('open');
  } else {
    socket?.once(isSecure ? 'secureConnect' : 'connect', () => onConnection('open'));
  }
}
