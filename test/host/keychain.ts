// Loaded into VS Code's server (node --require): answers the page's request for half of the key of its secrets.
// Without an answer, no secret survives a reload.
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
        args.map((one) =>
          typeof one === 'function' ? answering(one as RequestListener) : one,
        ) as [],
      ),
  });
  syncBuiltinESMExports();
}

// Processes of the server load this module, too, and have their own servers.
const home = process.argv[process.argv.indexOf('--server-data-dir') + 1];
if (process.argv[1]?.endsWith('server-main.js') && home !== undefined) {
  answerForKeychain(home);
}
