import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * Takes one call on loopback, keeps its bytes, and answers `body`.
 * @param head sent unchanged instead of a proper head, followed by `bytes`
 */
export async function rawListener(body: unknown, head?: string, bytes = Buffer.alloc(0)) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const text = JSON.stringify(body);
  const sockets: Socket[] = [];
  const closed = new Promise<void>((resolve) => {
    server.once('connection', (socket) => socket.on('error', () => undefined).once('close', () => resolve()));
  });
  const received = new Promise<{ head: string; body: string }>((resolve) => {
    server.once('connection', (socket) => {
      sockets.push(socket);
      let request = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        request += chunk;
        const [sentHead, sent] = request.split('\r\n\r\n', 2) as [string, string?];
        const length = Number(/content-length: (\d+)/i.exec(sentHead)?.[1]);
        if (sent === undefined || Buffer.byteLength(sent) < length) {
          return;
        }
        resolve({ head: sentHead, body: sent });
        if (head !== undefined) {
          // Stays open: the caller must not wait for its end.
          return void socket.write(Buffer.concat([Buffer.from(head), bytes]));
        }
        const reply = ['HTTP/1.1 200 OK', 'Content-Type: application/json', 'Connection: close'];
        socket.end([...reply, `Content-Length: ${Buffer.byteLength(text)}`, '', text].join('\r\n'));
      });
    });
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** Resolves when the caller has closed the connection. */
    closed,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        sockets.forEach((socket) => socket.destroy());
      }),
  };
}

/** A port of loopback on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Takes connections on loopback and answers nothing.
 * @param closes whether it ends each connection after the first bytes
 */
export async function silentListener({ closes = false } = {}) {
  const sockets: Socket[] = [];
  let received = '';
  const server = createServer((socket) => {
    sockets.push(socket);
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        received += chunk.toString('latin1');
        if (closes) {
          socket.end();
        }
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    /** All received bytes. */
    received: () => received,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        sockets.forEach((socket) => socket.destroy());
      }),
  };
}
