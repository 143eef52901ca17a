import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
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
      const { request } = message as { request: ClientRequest };
      follow(request, onConnection);
      leaveCompletenessToNode(request);
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

/**
 * Node fails a chunked body that was cut. node-fetch 3.3.2 checks once more, by the last bytes before the connection is
 * closed: it fails complete bodies with a trailer, a chunk extension or a split last chunk that aren't decompressed by
 * then. It looks for chunks in this header only, and reads all others from the raw headers.
 */
function leaveCompletenessToNode(request: ClientRequest): void {
  request.prependListener('response', ({ headers }: IncomingMessage) => delete headers['transfer-encoding']);
}
