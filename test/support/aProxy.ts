import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

export const VIA = '1.1 proxy-of-the-tests';

/**
 * Starts a forward proxy on loopback, which passes on requests and makes tunnels.
 * @param wantsLogin whether it refuses tunnels
 */
export async function startProxy({ wantsLogin = false } = {}) {
  const server = createServer(passOn);
  server.on('connect', (from: IncomingMessage, socket) => {
    if (wantsLogin) {
      return void socket.end(
        `HTTP/1.1 407 Refused\r\nProxy-Authenticate: Basic realm="tests"\r\nVia: ${VIA}\r\nContent-Length: 0\r\n\r\n`,
      );
    }
    const [host = '', port = ''] = (from.url ?? '').split(':');
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
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Uses sockets, because inside VS Code node:http would use the configured proxy. */
function passOn(from: IncomingMessage): void {
  const { hostname, port, pathname } = new URL(from.url!);
  const target = connect(Number(port), hostname, () => {
    const passed = Object.entries(from.headers).filter(([name]) => name !== 'proxy-connection');
    const lines = [...passed, ['via', VIA]].map(([name, value]) => `${name}: ${String(value)}\r\n`);
    target.write(`${from.method} ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`);
    from.pipe(target, { end: false });
    target.pipe(from.socket);
  });
  target.on('error', () => from.socket.destroy());
  from.socket.on('error', () => target.destroy());
}
