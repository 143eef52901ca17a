import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseUrl } from '../../src/base/url';
import { closedPort } from './rawListener';
import { installPackage, run } from './systemPackages';

/** A forward proxy on loopback. */
export interface RunningProxy {
  /** "squid 5.7", or the small proxy of the tests, with the reason. */
  readonly name: string;
  readonly port: number;
  /** Port at which the proxy asks for a login. */
  readonly portWithLogin: number;
  stop(): Promise<void>;
}

/** A host that the proxy refuses to call. */
export const DENIED_HOST = '127.0.0.3';

const SQUID = '/usr/sbin/squid';
const SQUID_LOGIN = '/usr/lib/squid/basic_ncsa_auth';

/** Time limit to install squid, in milliseconds. */
const INSTALL_WITHIN_MS = 40_000;

/** Starts squid if the machine has it or can install it, and otherwise a small proxy. Prints which one. */
export async function startProxy(): Promise<RunningProxy> {
  const missing = await missingSquid();
  const proxy = missing === undefined ? await startSquid() : await startSmallProxy(missing);
  console.log(`Proxy of the tests: ${proxy.name}`);
  return proxy;
}

/**
 * Installs squid if that is possible.
 * @returns why squid can't be used
 */
export async function missingSquid(): Promise<string | undefined> {
  try {
    if (!existsSync(SQUID)) {
      await installPackage('squid', 'to send calls of the tests through a proxy', INSTALL_WITHIN_MS);
    }
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

async function startSquid(): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'monex-squid-'));
  const [port, portWithLogin] = [await closedPort(), await closedPort()];
  // squid gives up root's rights, and then writes here.
  chmodSync(folder, 0o777);
  writeFileSync(join(folder, 'passwords'), '');
  const configuration = join(folder, 'squid.conf');
  writeFileSync(configuration, squidConfiguration(folder, port, portWithLogin));
  const squid = spawn(SQUID, ['-N', '-f', configuration], { stdio: 'ignore' });
  const kill = (): void => void squid.kill('SIGKILL');
  process.once('exit', kill);
  await Promise.race([
    listensAt(portWithLogin),
    once(squid, 'exit').then(([code]) => Promise.reject(new Error(`squid ended with ${code}`))),
  ]);
  const version = /Version (\S+)/.exec(await run(SQUID, ['-v'], 5_000))?.[1];
  return {
    name: `squid ${version}`,
    port,
    portWithLogin,
    stop: async () => {
      process.off('exit', kill);
      if (squid.exitCode === null) {
        const ended = once(squid, 'exit');
        kill();
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const squidConfiguration = (folder: string, port: number, portWithLogin: number): string => `
http_port 127.0.0.1:${port}
http_port 127.0.0.1:${portWithLogin}
auth_param basic program ${SQUID_LOGIN} ${join(folder, 'passwords')}
auth_param basic realm tests
acl authenticated proxy_auth REQUIRED
acl wants_login localport ${portWithLogin}
acl denied dst ${DENIED_HOST}
http_access deny denied
http_access deny wants_login !authenticated
http_access allow all
cache deny all
access_log none
cache_log ${join(folder, 'cache.log')}
pid_filename ${join(folder, 'squid.pid')}
coredump_dir ${folder}
visible_hostname squid.test
pinger_enable off
max_filedescriptors 1024
`;

async function listensAt(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const listens = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (listens) {
      return;
    }
    await wait(50);
  }
}

/** Forwards and tunnels requests, and refuses them as squid does. */
async function startSmallProxy(why: string): Promise<RunningProxy> {
  const open = await listen(false);
  const withLogin = await listen(true);
  const stop = async (): Promise<void> => void (await Promise.all([open.stop(), withLogin.stop()]));
  return { name: `a small one (${why})`, port: open.port, portWithLogin: withLogin.port, stop };
}

async function listen(wantsLogin: boolean): Promise<{ port: number; stop: () => Promise<void> }> {
  const server = createServer((from, to) => {
    const url = parseUrl(from.url ?? '');
    const refusal = refusalFor(url?.hostname, wantsLogin);
    if (url === undefined || refusal !== undefined) {
      refuse(to, refusal ?? 400);
    } else {
      passOn(from, to, url);
    }
  });
  server.on('connect', (from: IncomingMessage, socket) => {
    const [host = '', port = ''] = (from.url ?? '').split(':');
    const refusal = refusalFor(host, wantsLogin);
    if (refusal !== undefined) {
      const login = refusal === 407 ? 'Proxy-Authenticate: Basic realm="tests"\r\n' : '';
      return void socket.end(
        `HTTP/1.1 ${refusal} Refused\r\n${login}Via: 1.1 small\r\nContent-Length: 0\r\n\r\n`,
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
    port: (server.address() as { port: number }).port,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function refusalFor(host: string | undefined, wantsLogin: boolean): number | undefined {
  return host === DENIED_HOST ? 403 : wantsLogin ? 407 : undefined;
}

function refuse(to: ServerResponse, status: number): void {
  to.writeHead(status, {
    'Content-Type': 'text/html',
    Via: '1.1 small',
    ...(status === 403 && { 'X-Squid-Error': 'ERR_ACCESS_DENIED 0' }),
    ...(status === 407 && { 'Proxy-Authenticate': 'Basic realm="tests"' }),
  });
  to.end(`<html><head><title>Refused with ${status}</title></head></html>`);
}

/** Uses sockets, because inside VS Code node:http would use the configured proxy. */
function passOn(from: IncomingMessage, to: ServerResponse, url: URL): void {
  const target = connect(Number(url.port || '80'), url.hostname, () => {
    const passed = Object.entries(from.headers).filter(([name]) => name !== 'proxy-connection');
    const lines = [...passed, ['via', '1.1 small']].map(([name, value]) => `${name}: ${String(value)}\r\n`);
    target.write(`${from.method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`);
    from.pipe(target, { end: false });
    target.pipe(from.socket);
  });
  target.on('error', () => refuse(to, 503));
  from.socket.on('error', () => target.destroy());
}
