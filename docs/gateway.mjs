// Turns any JSON list into the two endpoints of Monitor Explorer, on this machine only. See gateway.md.
// GATEWAY_PASSWORD=… PORT=8123 node gateway.mjs URL [METHOD] [HEADER…] [--body JSON]
import { randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

const { GATEWAY_PASSWORD: password = '', PORT: port = '8123' } = process.env;
const given = process.argv.slice(2).join('\n');
const [options, body] = given.split('\n--body\n');
const [url, method = 'GET', ...lines] = options.split('\n');
const headers = Object.fromEntries(lines.map((line) => line.split(/:\s*(.*)/s)));
if (!URL.canParse(url) || password === '') {
  console.error('Usage: GATEWAY_PASSWORD=… node gateway.mjs URL [METHOD] [HEADER…] [--body JSON]');
  process.exit(1);
}
const token = randomUUID();
const KEY =
  /(?:key|token|secret|pass|auth|cookie)[\w-]*["']?[=:] ?["']?(?:\w+ )?([^\s"'&,}]{4,})/gi;
const keys = [...given.matchAll(KEY)].map(([, key]) => key);

const toError = (status, error) => ({ status, text: JSON.stringify({ error }) });
const isSame = (text, wanted) =>
  text?.length === wanted.length && timingSafeEqual(Buffer.from(text), Buffer.from(wanted));

/** Asks the other service for a page. A service without pages has only the first one. */
async function askForPage({ pageIndex: index, pageSize: size }) {
  const values = { page: index + 1, index, size, offset: index * size };
  const fill = (text) => text?.replace(/\{(page|index|size|offset)\}/g, (_, name) => values[name]);
  if (index > 0 && !/\{(?:page|index|offset)\}/.test(given)) return { status: 200, text: '[]' };
  const init = { method, headers, body: fill(body), redirect: 'manual' };
  const response = await fetch(fill(url), init);
  const { status } = response;
  if (status === 401 || status === 403 || (status >= 300 && status < 400)) {
    return toError(502, `The other service answered with ${status}. Check its address and key.`);
  }
  const text = keys.reduce((shown, key) => shown.replaceAll(key, '…'), await response.text());
  return { status, text, headers: response.headers };
}

function reply(path, { authorization }, input) {
  const isSignedIn = isSame(authorization, `Bearer ${token}`);
  if (path === '/monitors/list') return isSignedIn ? askForPage(input) : toError(401, 'Sign in');
  if (path !== '/token') return toError(404, 'Not found');
  if (!isSame(input.password, password)) return toError(401, 'Wrong password');
  return { status: 200, text: JSON.stringify({ token, expiresIn: 86_400_000 }) };
}

const server = createServer(async (request, response) => {
  const failure = toError(502, 'The other service gave no answer.');
  const work = json(request).then((input) => reply(request.url, request.headers, input));
  const answer = await work.catch(() => failure);
  for (const name of ['retry-after', 'x-total-count']) {
    if (answer.headers?.has(name)) response.setHeader(name, answer.headers.get(name));
  }
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
});
server.listen(Number(port), '127.0.0.1');
server.on('listening', () => console.log(`Base URL: http://localhost:${server.address().port}`));
