import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** Takes connections on loopback. */
async function listen(take: (socket: Socket) => void) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    take(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        sockets.forEach((socket) => socket.destroy());
      }),
  };
}

/** Takes one call, keeps its bytes, and answers `body`. */
export async function rawListener(body: unknown) {
  const text = JSON.stringify(body);
  const { promise: received, resolve: receive } = Promise.withResolvers<{
    head: string;
    body: string;
  }>();
  const { port, stop } = await listen((socket) => {
    let request = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      request += chunk;
      const [sentHead, sent] = request.split('\r\n\r\n', 2) as [string, string?];
      const length = Number(/content-length: (\d+)/i.exec(sentHead)?.[1]);
      if (sent === undefined || Buffer.byteLength(sent) < length) {
        return;
      }
      receive({ head: sentHead, body: sent });
      const reply = ['HTTP/1.1 200 OK', 'Content-Type: application/json', 'Connection: close'];
      socket.end([...reply, `Content-Length: ${Buffer.byteLength(text)}`, '', text].join('\r\n'));
    });
  });
  return { baseUrl: `http://127.0.0.1:${port}`, received, stop };
}

/** A port of loopback on which nothing listens. */
export async function closedPort(): Promise<number> {
  const { port, stop } = await listen(() => undefined);
  await stop();
  return port;
}

/**
 * Takes connections and answers nothing.
 * @param closes whether it ends each connection after the first bytes
 */
export async function silentListener({ closes = false } = {}) {
  let received = '';
  const { port, stop } = await listen((socket) => {
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (closes) {
        socket.end();
      }
    });
  });
  return { port, stop, received: () => received };
}
