import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

/**
 * Starts a forward proxy on loopback, which makes tunnels. Nothing else goes through a proxy, because plain http is only
 * for this machine.
 * @param wantsLogin whether it refuses everyone, as squid does
 */
export async function startProxy({ wantsLogin = false } = {}) {
  let tunnels = 0;
  const server = createServer();
  server.on('connect', (from: IncomingMessage, socket) => {
    if (wantsLogin) {
      const login = 'Proxy-Authenticate: Basic realm="tests"\r\n';
      return void socket.end(`HTTP/1.1 407 Refused\r\n${login}Content-Length: 0\r\n\r\n`);
    }
    tunnels += 1;
    const [host, port] = (from.url ?? '').split(':');
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
    tunnels: () => tunnels,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
