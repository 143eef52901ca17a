import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import type { Fetch, FetchInit } from '../service/http';

type OnConnection = FetchInit['onConnection'];

/**
 * Wraps a fetch that uses Node's http, such as node-fetch, to report connection states. Loads it on the first
 * call. Never passes on an aborted call, because node-fetch would emit an unhandled error.
 * Node publishes a request when it has a socket (nodejs.org/api/diagnostics_channel.html). Behind a proxy, VS
 * Code assigns the socket once the tunnel is open.
 */
export function withConnectionState(load: () => Promise<Fetch>): Fetch {
  const calls = new AsyncLocalStorage<OnConnection>();
  subscribe('http.client.request.start', (message) => {
    const onConnection = calls.getStore();
    if (onConnection) {
      const { request } = message as { request: ClientRequest };
      reportConnection(request, onConnection);
      leaveCompletenessToNode(request);
    }
  });
  let loading: Promise<Fetch> | undefined;
  return async (url, init) => {
    loading ??= load();
    const fetch = await loading;
    init.signal.throwIfAborted();
    return calls.run(init.onConnection, () => fetch(url, init));
  };
}

function reportConnection({ socket }: ClientRequest, onConnection: OnConnection): void {
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
 * Disables node-fetch 3.3.2's check for cut chunked bodies, which Node already detects. The check fails
 * complete bodies with a trailer, a chunk extension or a split last chunk if they aren't decompressed before
 * the connection closes. Nothing else changes, because node-fetch reads other headers from the raw ones.
 */
function leaveCompletenessToNode(request: ClientRequest): void {
  request.prependListener(
    'response',
    ({ headers }: IncomingMessage) => delete headers['transfer-encoding'],
  );
}
