import assert from 'node:assert/strict';
import { KnownServices } from '../../../src/core/knownServices';
import { ResponseMapping } from '../../../src/core/responseMapping';
import type { Page } from '../../../src/monitors/page';
import { createMappings } from '../../../src/storage/mappings';
import { aBaseUrl } from '../../support/aServiceClient';
import { aResponse } from '../../support/corpus';
import type { Database } from '../../../src/storage/database';
import { aDatabase } from '../../support/aDatabase';

const baseUrl = aBaseUrl('https://service.example');

describe('The mapping of a service', () => {
  let database: Database;
  beforeEach(() => (database = aDatabase()));
  afterEach(() => database.dispose());

  function aMapping(): ResponseMapping {
    const onError = (error: unknown): never => assert.fail(String(error));
    const services = new KnownServices(createMappings(database), onError);
    return new ResponseMapping(services, () => Promise.resolve());
  }

  const pageOf = (mapping: ResponseMapping, pageIndex: number, json: unknown, snapshotId = 'one') =>
    mapping.readPage(aResponse(json), { baseUrl, pageIndex, pageSize: 2, snapshotId }, 'token');

  it('is used by another window and after a restart', async () => {
    await pageOf(aMapping(), 0, [
      { key: 'a', name: 'Gate', status: 'up' },
      { key: 'b', name: 'Lock', status: 'down' },
    ]);
    // Without the known mapping, `uuid` would be their ID.
    const page = await pageOf(aMapping(), 1, [
      { uuid: 'x-1', key: 'c', name: 'Crane', status: 'up' },
      { uuid: 'x-2', key: 'd', name: 'Pump', status: 'down' },
    ]);
    assert.deepEqual(
      page.monitors.map(({ id }) => id),
      ['c', 'd'],
    );
  });

  it('is learned again from all pages if one does not fit, and earlier pages are read again', async () => {
    const mapping = aMapping();
    const first = await pageOf(mapping, 0, [
      { id: 1, name: 'Lock', status: 'up' },
      { id: 2, name: 'Crane', status: 'down' },
    ]);
    const page = await pageOf(mapping, 1, [
      { id: 3, title: 'Gate', status: 'down' },
      { id: 4, title: 'Pump', status: 'up' },
    ]);
    const namesOf = ({ monitors }: Page): string[] =>
      monitors.map(({ id, name }) => `${id} ${name}`);
    assert.deepEqual(namesOf(page), ['3 Gate', '4 Pump']);
    assert.deepEqual(page.earlier?.map(namesOf), [namesOf(first)]);
  });

  it('includes the place of the token, and is learned again if the token is not there', async () => {
    const mapping = aMapping();
    const tokenOf = async (json: unknown) =>
      (await mapping.readToken(aResponse(json), { baseUrl, requestedLifetimeMs: 1 }, '')).token;
    const [one, other] = ['f2a8c9d0e1b73645f2a8c9d0e1b73645', '0424bd59b807674191e7d77572075f33'];
    assert.equal((await tokenOf({ session: one }))?.value, one);
    // Without the known mapping, it would use the field that is named "token".
    assert.equal((await tokenOf({ session: one, device: { token: other } }))?.value, one);
    assert.equal((await tokenOf({ access_token: other }))?.value, other);
  });
});
