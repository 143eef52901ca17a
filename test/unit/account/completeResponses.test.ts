import assert from 'node:assert/strict';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { CallError } from '../../../src/service/errors';
import type { Window } from '../../support/aWindow';
import { useWindows } from '../../support/useWindows';

/** Encodings of a body, by the name in the header. */
const encoders: readonly (readonly [encoding: string, encode: (text: string) => Buffer])[] = [
  ['identity', (text) => Buffer.from(text)],
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
];

/** The packets that end a chunked body. The first one also has all that comes before. */
const endings: readonly (readonly [name: string, ...packets: string[]])[] = [
  ['the last chunk', '0\r\n\r\n'],
  [
    'two trailers in packets of their own',
    '0\r\n',
    'X-Checksum: abc\r\n',
    'X-Other: d\r\n',
    '\r\n',
  ],
  ['a chunk extension', '0;last=true\r\n\r\n'],
  ['a last chunk split within its line end', '0\r', '\n\r\n'],
  ['a last chunk byte by byte', '', '0', '\r', '\n', '\r', '\n'],
];

/** A whole chunked response, which ends its connection. */
function begin(encoding: string, body: Buffer): Buffer {
  const head =
    'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n' +
    `Content-Encoding: ${encoding}\r\n\r\n${body.length.toString(16)}\r\n`;
  return Buffer.concat([Buffer.from(head), body, Buffer.from('\r\n')]);
}

const endWith = (
  start: Buffer,
  [first = '', ...others]: readonly string[],
): (string | Buffer)[] => [Buffer.concat([start, Buffer.from(first)]), ...others];

describe('A response', () => {
  const windows = useWindows({ monitors: 20 });
  let window: Window;
  beforeEach(async () => {
    window = await windows.open({ keepSnapshot: false });
    await window.signIn();
  });

  /** The list after these bytes as its first page. */
  async function load(
    pieces: (text: string) => readonly (string | Buffer)[],
    end: 'FIN' | 'RST' = 'FIN',
  ) {
    window.app.list?.removeRows();
    windows.service.forgetCalls();
    windows.service.failNext({ kind: 'pieces', pieces, end });
    await window.app.list!.loadMore();
    const { failure, loaded } = window.app.list!;
    assert.equal(windows.service.callCount('list'), 1);
    return { rows: loaded.count, error: (failure?.error as CallError | undefined)?.reason };
  }

  for (const [name, ...packets] of endings) {
    it(`is read if it is complete, in any encoding, with ${name}`, async () => {
      for (const [encoding, encode] of encoders) {
        const read = await load((text) => endWith(begin(encoding, encode(text)), packets));
        assert.deepEqual(read, { rows: 20, error: undefined }, encoding);
      }
    });
  }

  /** Bytes in place of the last chunk. If undefined, the data is cut, too. */
  const cuts: readonly (readonly [name: string, end: string | undefined])[] = [
    ['before its last chunk', ''],
    ['within its last chunk', '0\r\n'],
    ['within its trailer', '0\r\nX-Checksum: abc\r\n'],
    ['within a chunk that begins as the last one does', '00001\r\n'],
    ['within its data', undefined],
  ];
  for (const end of ['FIN', 'RST'] as const) {
    for (const [name, packet] of cuts) {
      it(`fails if it is cut ${name} by a ${end}, in any encoding`, async () => {
        for (const [encoding, encode] of encoders) {
          const { rows, error } = await load((text) => {
            const start = begin(encoding, encode(text));
            return packet === undefined ? [start.subarray(0, -30)] : endWith(start, [packet]);
          }, end);
          assert.equal(rows, 0);
          assert.match(
            error!,
            packet === undefined ? /^(?:connectionLost|notJson)$/ : /^connectionLost$/,
            encoding,
          );
        }
      });
    }
  }

  it('fails if it is cut after data that looks like the last chunk', async () => {
    const looksDone = (text: string) =>
      endWith(begin('identity', Buffer.from(text)), ['9\r\n    0\r\n\r\n']);
    assert.deepEqual(await load(looksDone), { rows: 0, error: 'connectionLost' });
  });
});
