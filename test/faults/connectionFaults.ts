import { once } from 'node:events';
import { Agent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { issueCertificate } from '../support/certificates';
import { goodEnd, type Fault } from './fault';
import type { Detour, World } from './world';

const DAY = 86_400_000;

export const authority = issueCertificate({ name: 'Test authority', isAuthority: true });
const good = issueCertificate({ name: 'Service', issuer: authority });

/** A connection that doesn't come about: no call reaches the service. */
function connectionFault(
  name: string,
  errors: readonly string[],
  toDetour: (world: World) => Detour | Promise<Detour>,
  tls?: TlsOptions,
): Fault {
  return {
    name,
    of: 'connection',
    ...(tls && { tls }),
    start: async (world) => (world.detour = await toDetour(world)),
    stop: (world) => {
      world.detour?.agent.destroy();
      world.detour = undefined;
    },
    endOf: (operation) =>
      operation.makes === 'none'
        ? goodEnd(operation)
        : { outcomes: ['failed'], errors, calls: operation.whenFailing },
    excludes: ({ makes }, moment) =>
      makes === 'none' && moment.name !== 'alone'
        ? 'makes no call during which anything could happen to one'
        : undefined,
  };
}

/** As an agent of Node's fails whose connection doesn't come about. */
function failingAgent(code: string | undefined, message: string): Agent {
  return new (class extends Agent {
    override createConnection(...[, callback]: Parameters<Agent['createConnection']>): undefined {
      callback?.(Object.assign(new Error(message), { code }), undefined as unknown as Socket);
    }
  })();
}

const failing = (name: string, kind: string, code: string | undefined, message = `connect ${code}`): Fault =>
  connectionFault(name, [kind], () => ({ agent: failingAgent(code, message) }));

/** Where the calls go that shouldn't come through: ends with the cell, as its connections do. */
async function elsewhere(server: Server, world: World, agent: Agent): Promise<Detour> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  world.whenStopped(() => server.close());
  const { protocol } = new URL(world.service.baseUrl);
  return { agent, origin: `${protocol}//127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const answering =
  (bytes: string | Uint8Array) =>
  (world: World): Promise<Detour> =>
    elsewhere(
      createServer((socket) => {
        socket.on('error', () => undefined).once('data', () => socket.end(bytes));
      }),
      world,
      world.service.baseUrl.startsWith('https:') ? new HttpsAgent() : new Agent(),
    );

/** Another certificate in place of the service's. */
const certificateFault = (name: string, kind: string, options: () => TlsOptions, trusted = true): Fault =>
  connectionFault(
    `TLS: ${name}`,
    [kind],
    (world) => {
      const server = createTlsServer({ ciphers: 'DEFAULT@SECLEVEL=0', ...options() });
      server.on('tlsClientError', () => undefined);
      return elsewhere(server, world, new HttpsAgent(trusted ? { ca: authority.cert } : {}));
    },
    good,
  );

// RFC 8446, 6: an alert is a record of type 21 with a level (2, fatal) and a description.
const alertFault = (name: string, kind: string, description: number): Fault =>
  connectionFault(`TLS: ${name}`, [kind], answering(Uint8Array.from([21, 3, 3, 0, 2, 2, description])), good);

const proxyAnswer = 'HTTP/1.1 407 Login\r\nProxy-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\n\r\n';

export const connectionFaults: readonly Fault[] = [
  failing('DNS knows no such host', 'hostNotFound', 'ENOTFOUND'),
  failing('DNS does not answer', 'hostNotFound', 'EAI_AGAIN'),
  failing('nobody listens', 'connectionRefused', 'ECONNREFUSED'),
  failing('no way to the host', 'hostUnreachable', 'EHOSTUNREACH'),
  failing(
    'the proxy is down',
    'proxyUnreachable',
    undefined,
    'Failed to establish a socket connection to proxies: PROXY 127.0.0.1:9',
  ),
  connectionFault('the proxy wants a login (407)', ['proxyLoginWanted'], answering(proxyAnswer)),
  certificateFault('the certificate has expired', 'certificateExpired', () =>
    issueCertificate({ name: 'Service', issuer: authority, notAfter: new Date(Date.now() - DAY / 2) }),
  ),
  certificateFault('the certificate is not valid yet', 'certificateNotYetValid', () =>
    issueCertificate({ name: 'Service', issuer: authority, notBefore: new Date(Date.now() + DAY / 2) }),
  ),
  certificateFault('the certificate is for another host', 'certificateForOtherHost', () =>
    issueCertificate({ name: 'Service', issuer: authority, hosts: ['other.example'] }),
  ),
  certificateFault('the certificate is signed by itself', 'certificateSelfSigned', () =>
    issueCertificate({ name: 'Service' }),
  ),
  certificateFault('the authority is unknown', 'certificateAuthorityUnknown', () => good, false),
  certificateFault('nothing newer than 1.1', 'oldTls', () => ({
    ...good,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
  })),
  certificateFault('no cipher in common', 'tlsRefused', () => ({
    ...good,
    maxVersion: 'TLSv1.2',
    ciphers: 'NULL:@SECLEVEL=0',
  })),
  certificateFault('a client certificate is wanted', 'tlsRefused', () => ({
    ...good,
    requestCert: true,
    rejectUnauthorized: true,
    maxVersion: 'TLSv1.2',
  })),
  alertFault('the service ends it for want of a certificate', 'clientCertificateWanted', 116),
  alertFault('the service fails', 'tlsFailed', 80),
  connectionFault('plain http where https is meant', ['notTls'], answering('HTTP/1.1 400 Bad\r\n\r\n'), good),
];
