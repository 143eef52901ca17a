import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { parseUrl } from '../../src/base/url';

/** A host that the proxy refuses to call. */
export const DENIED_HOST = '127.0.0.3';

export const VIA = '1.1 proxy-of-the-tests';

/**
 * Starts a forward proxy on loopback, which passes on requests and makes tunnels, and refuses them as squid does.
 * @param wantsLogin whether it refuses everyone
 */
export async function startProxy({ wantsLogin = false } = {}) {
  const refusalFor = (host: string | undefined): number | undefined =>
    host === DENIED_HOST ? 403 : wantsLogin ? 407 : undefined;
  const server = createServer((from, to) => {
    const url = parseUrl(from.url ?? '');
    const refusal = refusalFor(url?.hostname);
    if (url === undefined || refusal !== undefined) {
      refuse(to, refusal ?? 400);
    } else {
      passOn(from, to, url);
    }
  });
  server.on('connect', (from: IncomingMessage, socket) => {
    const [host = '', port = ''] = (from.url ?? '').split(':');
    const refusal = refusalFor(host);
    if (refusal !== undefined) {
      const login = refusal === 407 ? 'Proxy-Authenticate: Basic realm="tests"\r\n' : '';
      return void socket.end(
        `HTTP/1.1 ${refusal} Refused\r\n${login}Via: ${VIA}\r\nContent-Length: 0\r\n\r\n`,
      );
    }
    const target = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.destroy());
    socket.on('error', () => target.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function refuse(to: ServerResponse, status: number): void {
  to.writeHead(status, {
    'Content-Type': 'text/html',
    Via: VIA,
    'X-Squid-Error': status === 503 ? 'ERR_CONNECT_FAIL 111' : 'ERR_ACCESS_DENIED 0',
    ...(status === 407 && { 'Proxy-Authenticate': 'Basic realm="tests"' }),
  });
  to.end(`<html><head><title>Refused with ${status}</title></head></html>`);
}

/** Uses sockets, because inside VS Code node:http would use the configured proxy. */
function passOn(from: IncomingMessage, to: ServerResponse, url: URL): void {
  const target = connect(Number(url.port || '80'), url.hostname, () => {
    const passed = Object.entries(from.headers).filter(([name]) => name !== 'proxy-connection');
    const lines = [...passed, ['via', VIA]].map(([name, value]) => `${name}: ${String(value)}\r\n`);
    target.write(`${from.method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`);
    from.pipe(target, { end: false });
    target.pipe(from.socket);
  });
  target.on('error', () => refuse(to, 503));
  from.socket.on('error', () => target.destroy());
}
