import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Takes one call on loopback, keeps every byte of it and answers `body`; for tests of what really goes out. */
export async function rawListener(body: unknown) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const text = JSON.stringify(body);
  const received = new Promise<{ head: string; body: string }>((resolve) => {
    server.once('connection', (socket) => {
      let bytes = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => {
        bytes += chunk;
        const [head, sent] = bytes.split('\r\n\r\n', 2) as [string, string?];
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
        if (sent === undefined || Buffer.byteLength(sent) < length) {
          return;
        }
        const reply = ['HTTP/1.1 200 OK', 'Content-Type: application/json', 'Connection: close'];
        socket.end([...reply, `Content-Length: ${Buffer.byteLength(text)}`, '', text].join('\r\n'));
        resolve({ head, body: sent });
      });
    });
  });
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
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
