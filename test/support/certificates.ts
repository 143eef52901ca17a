import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** A certificate with its key in PEM, made in memory. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

export interface CertificateOptions {
  readonly name: string;
  /** The issuer; self-signed by default. */
  readonly issuer?: IssuedCertificate;
  /** DNS names of its hosts; 127.0.0.1 by default. */
  readonly hosts?: readonly string[];
  readonly isAuthority?: boolean;
}

interface IssuedCertificate extends Certificate {
  readonly name: string;
  readonly privateKey: KeyObject;
}

const DAY = 86_400_000;

/** Makes an X.509 certificate (RFC 5280) in DER, because Node can read but not make one. */
export function issueCertificate(options: CertificateOptions): IssuedCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = options.issuer ?? { name: options.name, privateKey };
  const toBeSigned = sequence(
    context(0, integer(2)),
    integer(Date.now() % 1_000_000_000),
    ECDSA_WITH_SHA256,
    name(issuer.name),
    sequence(time(new Date(Date.now() - DAY)), time(new Date(Date.now() + DAY))),
    name(options.name),
    publicKey.export({ type: 'spki', format: 'der' }),
    context(3, sequence(...extensions(options))),
  );
  const signature = sign('sha256', toBeSigned, issuer.privateKey);
  const der = sequence(toBeSigned, ECDSA_WITH_SHA256, tagged(0x03, Buffer.from([0]), signature));
  const lines = der.toString('base64').replace(/(.{64})/g, '$1\n');
  return {
    name: options.name,
    privateKey,
    cert: `-----BEGIN CERTIFICATE-----\n${lines.trimEnd()}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function extensions({ hosts, isAuthority = false }: CertificateOptions): Buffer[] {
  const basicConstraints = sequence(...(isAuthority ? [tagged(0x01, Buffer.from([0xff]))] : []));
  const names = hosts
    ? hosts.map((host) => tagged(0x82, Buffer.from(host)))
    : [tagged(0x87, Buffer.from([127, 0, 0, 1]))];
  return [
    sequence(oid(0x55, 0x1d, 0x13), tagged(0x04, basicConstraints)),
    ...(isAuthority ? [] : [sequence(oid(0x55, 0x1d, 0x11), tagged(0x04, sequence(...names)))]),
  ];
}

function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, ...parts);
const context = (number: number, content: Buffer): Buffer => tagged(0xa0 + number, content);
const oid = (...bytes: readonly number[]): Buffer => tagged(0x06, Buffer.from(bytes));
const ECDSA_WITH_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));

function integer(value: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt32BE(value, 1);
  const start = bytes.findIndex(
    (byte, index) => index === 4 || byte !== 0 || bytes[index + 1]! >= 0x80,
  );
  return tagged(0x02, bytes.subarray(start));
}

/** A distinguished name with a common name only. */
function name(commonName: string): Buffer {
  const attribute = sequence(oid(0x55, 0x04, 0x03), tagged(0x0c, Buffer.from(commonName)));
  return sequence(tagged(0x31, attribute));
}

/** UTCTime. */
function time(at: Date): Buffer {
  const text = `${at.toISOString().slice(0, 19).replace(/[-T:]/g, '')}Z`;
  // Up to 2049, RFC 5280 requires two digits for the year.
  return tagged(0x17, Buffer.from(text.slice(2)));
}
