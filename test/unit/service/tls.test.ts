import assert from 'node:assert/strict';
import { Agent } from 'node:https';
import type { TlsOptions } from 'node:tls';
import fetch from 'node-fetch';
import type { CallError } from '../../../src/service/errors';
import { withConnectionState } from '../../../src/ui/connectionState';
import { postJson, type FetchInit } from '../../../src/service/http';
import { toErrorText } from '../../../src/ui/texts/errorText';
import { SimulatedService } from '../../simulator/simulatedService';
import { callErrorOf } from '../../support/aFetch';
import { readCertificate, type Certificate } from '../../support/certificates';

/** Makes a call that trusts only `authority`. */
function post(url: string, authority: Certificate) {
  const agent = new Agent({ ca: authority.cert });
  const network = {
    now: Date.now,
    fetch: withConnectionState(() =>
      Promise.resolve((to: string, init: FetchInit) => fetch(to, { ...init, agent })),
    ),
  };
  const request = {
    url,
    headers: { Authorization: 'Bearer secret' },
    body: { password: 'secret' },
  };
  const limits = { timeoutMs: 5_000, maxBytes: 1_000 };
  return postJson(network, request, limits, new AbortController().signal);
}

describe('A TLS connection', () => {
  const authority = readCertificate('authority');
  const certificate = readCertificate('service');

  /** Makes a call to an https service, which must not reach it. @returns its error */
  async function errorFrom(tls: TlsOptions): Promise<CallError> {
    const service = await SimulatedService.start({ tls });
    try {
      const error = await callErrorOf(post(`${service.baseUrl}/token`, authority));
      assert.equal(service.callCount(), 0, 'nothing was sent');
      return error;
    } finally {
      await service.stop();
    }
  }

  const refused: Readonly<Record<string, TlsOptions>> = {
    'the server leaves out the intermediate certificate': readCertificate('serviceOfIntermediate'),
    'the certificate is for another host': readCertificate('otherHost'),
  };
  for (const [what, tls] of Object.entries(refused)) {
    it(`is refused if ${what}`, async () => {
      assert.equal((await errorFrom(tls)).reason, 'certificate');
    });
  }

  it('is ended by a service that wants a client certificate, after the request may have been sent', async () => {
    const wanted = { requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.3' } as const;
    const error = await errorFrom({ ...certificate, ...wanted });
    assert.equal(error.reason, 'certificate');
    assert.match(toErrorText(error, 0).sentence, /may have cost credits/);
  });
});
