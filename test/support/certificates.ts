import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** In the checkout, which VS Code isn't started in. */
const FOLDER = join(__dirname, '..', '..', '..', 'test', 'support', 'certificates');

/** A certificate with its key. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * Reads a certificate for tests, which nobody trusts, valid from 2020 to 2048: of an issuer, and of hosts. Node can't
 * make one, so they were made once, as by `openssl req -x509` and `openssl x509 -req -CA authority.pem`.
 */
export function readCertificate(
  name: 'authority' | 'otherHost' | 'service' | 'serviceOfIntermediate',
): Certificate {
  const pem = readFileSync(join(FOLDER, `${name}.pem`), 'utf8');
  return { cert: pem, key: pem };
}
