import assert from 'node:assert/strict';
import { listShapes, tokenShapes } from '../../simulator/responseShapes';
import { errorStyles } from '../../simulator/errorStyles';
import { SimulatedService } from '../../simulator/simulatedService';
import { list, post, signIn } from '../../support/simulatorClient';

describe('Shapes of the responses of the simulated service', () => {
  let service: SimulatedService;
  let token: string;
  beforeEach(async () => {
    service = await SimulatedService.start({ monitors: 25 });
    token = await signIn(service);
  });
  afterEach(() => service.stop());

  const responseTo = async (pageIndex = 0, pageSize = 10) =>
    (await list(service, token, { pageIndex, pageSize })).json();
  const tokenResponse = async (expiresIn?: number) =>
    (await post(service, '/token', { email: service.email, password: service.password, expiresIn })).json();

  it('have the token where the token shape puts it, and it is accepted', async () => {
    const reads: [keyof typeof tokenShapes, (response: never) => string][] = [
      ['plain', ({ token }: { token: string }) => token],
      ['oauth', ({ access_token }: { access_token: string }) => access_token],
      ['nested', ({ data }: { data: { token: string } }) => data.token],
      ['bareString', (response: string) => response],
      ['withRefreshToken', ({ accessToken }: { accessToken: string }) => accessToken],
    ];
    assert.equal(reads.length, Object.keys(tokenShapes).length);
    for (const [name, read] of reads) {
      service.tokenShape = tokenShapes[name];
      assert.equal((await list(service, read((await tokenResponse()) as never))).status, 200, name);
    }
  });

  it('do not let a refresh token pass for an access token', async () => {
    service.tokenShape = tokenShapes.withRefreshToken;
    const { refreshToken } = (await tokenResponse()) as { refreshToken: string };
    assert.equal((await list(service, refreshToken)).status, 401);
  });

  it('tell the lifetime that was asked for', async () => {
    service.tokenShape = tokenShapes.oauth;
    assert.equal(((await tokenResponse(90_000)) as { expires_in: number }).expires_in, 90);
  });

  it('have the page of monitors where the list shape puts it', async () => {
    const counts: [keyof typeof listShapes, (response: never) => number][] = [
      ['plain', ({ monitors }: { monitors: [] }) => monitors.length],
      ['array', (monitors: []) => monitors.length],
      ['data', ({ data }: { data: [] }) => data.length],
      ['nested', ({ data }: { data: { monitors: [] } }) => data.monitors.length],
      ['hasMore', ({ items }: { items: [] }) => items.length],
      ['jsonApi', ({ data }: { data: { attributes: object }[] }) => data.filter((i) => i.attributes).length],
      ['byId', ({ monitors }: { monitors: object }) => Object.keys(monitors).length],
      ['numericStatus', ({ monitors }: { monitors: { status: unknown }[] }) => countNumbers(monitors)],
      ['withoutIds', ({ monitors }: { monitors: object[] }) => monitors.filter((m) => !('id' in m)).length],
    ];
    const countNumbers = (monitors: { status: unknown }[]) =>
      monitors.filter(({ status }) => typeof status === 'number').length;
    assert.equal(counts.length, Object.keys(listShapes).length);
    for (const [name, count] of counts) {
      service.listShape = listShapes[name];
      assert.equal(count((await responseTo(2)) as never), 5, name);
    }
  });

  it('tell the total, unless they are told not to', async () => {
    service.listShape = listShapes.nested;
    const pagination = { pageIndex: 1, pageSize: 10, total: 25, pageCount: 3 };
    assert.deepEqual(((await responseTo(1)) as { data: { pagination: object } }).data.pagination, pagination);
    service.listShape = listShapes.plain;
    service.tellsTotal = false;
    assert.deepEqual(Object.keys((await responseTo()) as object), ['monitors']);
  });

  it('tell whether there is more', async () => {
    service.listShape = listShapes.hasMore;
    const more = await Promise.all([0, 1, 2].map((pageIndex) => responseTo(pageIndex)));
    assert.deepEqual(
      more.map((response) => (response as { hasMore: boolean }).hasMore),
      [true, true, false],
    );
    assert.equal(((await responseTo(4, 5)) as { hasMore: boolean }).hasMore, false);
  });

  it('may be any of a test’s own making', async () => {
    service.listShape = (monitors, { total }) => ({ n: total, rows: monitors.map(({ name }) => [name]) });
    const { n, rows } = (await responseTo()) as { n: number; rows: string[][] };
    assert.equal(n, 25);
    assert.equal(rows[0]?.[0], 'Checkout API – Frankfurt');
  });

  it('word a refusal in the style that is set', async () => {
    for (const [name, style] of Object.entries(errorStyles)) {
      service.errorStyle = style;
      const response = await list(service, 'unknown');
      assert.equal(response.status, 401, name);
      const { contentType, text } = style(401, 'The access token is not valid or has expired.');
      assert.deepEqual(
        [response.headers.get('content-type'), await response.text()],
        [contentType, text],
        name,
      );
    }
  });
});
