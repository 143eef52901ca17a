import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatSnapshot, readSnapshot } from '../../../src/storage/snapshot';
import { mergeSnapshots } from '../../../src/storage/snapshotMerge';
import { aPage, aSnapshot, aStoredMonitor, READ_AT } from './snapshots';

const textOf = (snapshot: Parameters<typeof formatSnapshot>[0]) => formatSnapshot(snapshot, 1e6)!.text;
type Json = Record<string, unknown>;

describe('the text of a snapshot', () => {
  it('reads back as it was, with every field of a monitor', () => {
    const full = aStoredMonitor('full', {
      status: 'degraded',
      rawStatus: 'AV',
      target: 'https://x.test',
      type: 'http',
      lastCheckedAt: READ_AT,
      intervalMs: 60_000,
    });
    const snapshot = aSnapshot([aPage(0, { monitors: [full], total: 9, hasMore: true }), aPage(1)], {
      total: 9,
    });
    assert.deepEqual(readSnapshot(textOf(snapshot), 'anna'), { snapshot });
  });

  it('never throws, and takes nothing for a snapshot that is none', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        assert.notEqual(readSnapshot(text, 'anna').damage, undefined);
      }),
    );
  });

  it('holds no field that a snapshot does not have', () => {
    const careless = { ...aSnapshot([aPage(0)]), token: 'secret' };
    assert.equal(textOf(careless).includes('secret'), false);
  });

  it('has neither prototypes nor foreign fields taken from it', () => {
    const text = textOf(aSnapshot([aPage(0)])).replace(
      /"name":/g,
      '"__proto__":{"polluted":1},"extra":1,"name":',
    );
    const { snapshot } = readSnapshot(text, 'anna');
    const monitor = snapshot!.pages[0]!.monitors[0]!;
    assert.equal(Object.getPrototypeOf(monitor), Object.prototype);
    assert.deepEqual(monitor, aPage(0).monitors[0]);
    assert.equal(({} as Json)['polluted'], undefined);
  });

  it('is read the same in a process whose prototypes someone else has polluted', () => {
    const text = textOf(aSnapshot([aPage(0)]));
    const everything = Object.prototype as Json;
    everything['rawStatus'] = 7;
    try {
      assert.equal(readSnapshot(text, 'anna').damage, undefined);
    } finally {
      delete everything['rawStatus'];
    }
  });

  it('takes a number that JSON cannot hold for absent', () => {
    const page = aPage(0, { monitors: [aStoredMonitor('a', { lastCheckedAt: NaN })] });
    const monitor = readSnapshot(textOf(aSnapshot([page])), 'anna').snapshot!.pages[0]!.monitors[0]!;
    assert.equal('lastCheckedAt' in monitor, false);
  });

  const wrongHeads: Json[] = [
    { origin: '' },
    { origin: 7 },
    { pageSize: 0 },
    { pageSize: '2' },
    { pages: [] },
    { pages: {} },
    { pages: [null] },
    { pages: [aPage(1), aPage(0)] },
    { pages: [aPage(0)] },
    { pages: [aPage(0), aPage(1, { pageSize: 3 })] },
    { total: -1 },
    { complete: 'yes' },
    { nextPageIndex: 7 },
    { savedAt: -1 },
    { savedAt: 9e15 },
  ];
  const wrongPages: Json[] = [
    { readAt: 'x' },
    { monitors: {} },
    { total: 1.5 },
    { hasMore: 1 },
    { pageIndex: -1 },
  ];
  const wrongMonitors: Json[] = [
    { id: '' },
    { id: 3 },
    { name: null },
    { status: 'toString' },
    { status: 'fine' },
    { tags: [1] },
    { tags: 'web' },
    { rawStatus: 3 },
    { target: {} },
    { lastCheckedAt: 'now' },
  ];
  const good = aSnapshot([aPage(0), aPage(1)]);
  const wrongs: [Json, Json][] = [
    ...wrongHeads.map((wrong): [Json, Json] => [wrong, { ...good, ...wrong }]),
    ...wrongPages.map((wrong): [Json, Json] => [
      wrong,
      { ...good, pages: [aPage(0), { ...aPage(1), ...wrong }] },
    ]),
    ...wrongMonitors.map((wrong): [Json, Json] => {
      const monitors = [{ ...aStoredMonitor('a'), ...wrong }];
      return [wrong, { ...good, pages: [aPage(0), { ...aPage(1), monitors }] }];
    }),
  ];
  for (const [wrong, snapshot] of wrongs) {
    it(`is damaged with ${JSON.stringify(wrong).slice(0, 60)}`, () => {
      assert.deepEqual(readSnapshot(JSON.stringify({ version: 1, ...snapshot }), 'anna'), {
        damage: 'damaged',
      });
    });
  }

  it('never takes more bytes than allowed, whatever the alphabet', () => {
    const snapshot = aSnapshot(
      [0, 1, 2, 3].map((i) => aPage(i, { monitors: [aStoredMonitor('🙂'.repeat(50))] })),
    );
    for (let maxBytes = 100; maxBytes < 4000; maxBytes += 37) {
      const formatted = formatSnapshot(snapshot, maxBytes);
      if (!formatted) {
        continue;
      }
      assert.ok(Buffer.byteLength(formatted.text) <= maxBytes);
      assert.deepEqual(readSnapshot(formatted.text, 'anna'), { snapshot: formatted.snapshot });
    }
  });
});

describe('two snapshots of one account', () => {
  const now = READ_AT + 1000;
  const merge = (stored: Parameters<typeof mergeSnapshots>[0], incoming: typeof stored) =>
    mergeSnapshots(stored, incoming, now);

  it('of one reading keep the pages of both, of each the one read last', () => {
    const reread = aPage(1, { readAt: READ_AT + 90 });
    const stored = aSnapshot([aPage(0), aPage(1), aPage(2)], { complete: true });
    const incoming = aSnapshot([aPage(0), reread], { savedAt: READ_AT + 200 });
    for (const merged of [merge(stored, incoming), merge(incoming, { ...stored, savedAt: READ_AT + 200 })]) {
      assert.deepEqual(merged, { ...stored, pages: [aPage(0), reread, aPage(2)], savedAt: READ_AT + 200 });
    }
  });

  it('of two readings keep the one begun later, and nothing of the other', () => {
    const older = aSnapshot([aPage(0), aPage(1)]);
    const newer = aSnapshot([aPage(0, { readAt: READ_AT + 500 })]);
    assert.equal(merge(older, newer), newer);
    assert.equal(merge(newer, older), undefined);
  });

  it('of different page sizes or origins do not fit together', () => {
    const stored = aSnapshot([aPage(0), aPage(1)]);
    for (const other of [
      aSnapshot([aPage(0)], { origin: 'https://b.test' }),
      aSnapshot([aPage(0)], { pageSize: 50 }),
    ]) {
      assert.equal(merge(stored, other), other);
    }
  });

  it('are not held up by one that a wrong clock has put into the future', () => {
    const future = aSnapshot([aPage(0, { readAt: now + 24 * 60 * 60 * 1000 })]);
    const incoming = aSnapshot([aPage(0)]);
    assert.equal(merge(future, incoming), incoming);
  });
});
