// Loaded into VS Code's server (node --require): answers the one request that its page makes of whoever hosts it, for
// half of the key under which the page keeps secrets in the browser's storage. Unanswered, no secret outlives a reload.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import http, { type RequestListener } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

function keyHalf(home: string): Buffer {
  const file = join(home, 'key-half');
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(32), { mode: 0o600 });
  }
  return readFileSync(file);
}

function answerForKeychain(home: string): void {
  const answering =
    (handle: RequestListener): RequestListener =>
    (request, response) => {
      if (request.method === 'POST' && request.url === '/mint-key') {
        response.end(keyHalf(home));
      } else {
        handle(request, response);
      }
    };
  http.createServer = new Proxy(http.createServer, {
    apply: (target, self, args: unknown[]): unknown =>
      Reflect.apply(
        target,
        self,
        args.map((one) => (typeof one === 'function' ? answering(one as RequestListener) : one)) as [],
      ),
  });
  syncBuiltinESMExports();
}

// The server hands this preload on to the processes that it starts, and they have servers of their own.
const home = process.argv[process.argv.indexOf('--server-data-dir') + 1];
if (process.argv[1]?.endsWith('server-main.js') && home !== undefined) {
  answerForKeychain(home);
}
