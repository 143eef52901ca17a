import assert from 'node:assert/strict';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { CallError } from '../../../src/service/errors';
import type { Window } from '../../support/aWindow';
import { useWindows } from '../../support/useWindows';

type Packets = readonly (string | Buffer)[];

const encoders: readonly (readonly [encoding: string, encode: (text: string) => Buffer])[] = [
  ['identity', (text) => Buffer.from(text)],
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
];

/** The packets that end a chunked body. The first one comes with the body. */
const endings: readonly (readonly string[])[] = [
  ['0\r\n\r\n'],
  ['0\r\n', 'X-Checksum: abc\r\n', 'X-Other: d\r\n', '\r\n'],
  ['0;last=true\r\n\r\n'],
  ['', '0', '\r', '\n', '\r', '\n'],
];

const cuts = ['', '0\r\n', '0\r\nX-Checksum: abc\r\n'];

/** A chunked response, which ends its connection. */
function toPackets(encoding: string, body: Buffer, [first = '', ...others]: Packets): Packets {
  const head =
    'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n' +
    `Content-Encoding: ${encoding}\r\n\r\n${body.length.toString(16)}\r\n`;
  const parts = [head, body, '\r\n', first].map((part) => Buffer.from(part));
  return [Buffer.concat(parts), ...others];
}

describe('A response', () => {
  const windows = useWindows({ monitors: 20 });
  let window: Window;
  beforeEach(async () => {
    window = await windows.open({ keepSnapshot: false });
    await window.signIn();
  });

  /** The list after these bytes as its first page. */
  async function load(pieces: (text: string) => Packets, end: 'FIN' | 'RST' = 'FIN') {
    window.app.list?.removeRows();
    windows.service.forgetCalls();
    windows.service.failNext({ kind: 'pieces', pieces, end });
    await window.app.list!.loadMore();
    const { failure, loaded } = window.app.list!;
    assert.equal(windows.service.callCount('list'), 1);
    return { rows: loaded.count, error: (failure?.error as CallError | undefined)?.reason };
  }

  for (const [encoding, encode] of encoders) {
    it(`in ${encoding} is read if it is complete, and fails if it is cut`, async () => {
      for (const ending of endings) {
        const read = await load((text) => toPackets(encoding, encode(text), ending));
        assert.deepEqual(read, { rows: 20, error: undefined }, JSON.stringify(ending));
      }
      for (const cut of cuts) {
        for (const end of ['FIN', 'RST'] as const) {
          const read = await load((text) => toPackets(encoding, encode(text), [cut]), end);
          assert.deepEqual(read, { rows: 0, error: 'noConnection' }, JSON.stringify(cut));
        }
      }
    });
  }
});
