import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { describe, it } from 'node:test';
import { readTexts } from '../../../src/http/webSocket.ts';

const textFrame = 0x81;

/** A frame with a text of at most 125 bytes. */
const frame = (first: number, text: string): Buffer =>
  Buffer.concat([Buffer.from([first, text.length]), Buffer.from(text)]);

/** A connection whose other side accepts written data only if it `reads`. */
class Connection extends Duplex {
  readonly written: Buffer[] = [];
  readonly #reads: boolean;

  constructor({ reads }: { readonly reads: boolean } = { reads: true }) {
    super();
    this.#reads = reads;
  }

  override _read(): void {
    // Incoming data is pushed.
  }

  override _write(chunk: Buffer, _encoding: string, callback: () => void): void {
    this.written.push(chunk);
    if (this.#reads) callback();
  }
}

describe('A WebSocket that is read', { timeout: 20_000 }, () => {
  /** Texts received before the frames end the socket. */
  async function readUntilEnd(...frames: readonly Buffer[]): Promise<readonly string[]> {
    const connection = new Connection();
    const texts: string[] = [];
    const reading = readTexts(connection, (text) => texts.push(text));
    for (const one of frames) connection.push(one);
    await assert.rejects(reading);
    assert.ok(connection.destroyed);
    return texts;
  }

  it('yields texts and ignores binary messages, until the other side closes it', async () => {
    const closing = frame(0x88, '');
    const frames = [frame(textFrame, 'one'), frame(0x82, 'binary'), frame(textFrame, 'two')];
    assert.deepEqual(await readUntilEnd(...frames, closing, frame(textFrame, 'late')), [
      'one',
      'two',
    ]);
  });

  const oneMegabyte = Buffer.from([textFrame, 127, 0, 0, 0, 0, 0, 0x10, 0, 0]);
  for (const [what, ...frames] of [
    ['a message above its limit, before that has come', oneMegabyte],
    [
      'a message above its limit in fragments',
      Buffer.from([0x01, 126, 0xff, 0xff]),
      Buffer.alloc(0xffff, 'a'),
      Buffer.from([0x00, 126, 0xff, 0xff]),
    ],
    [
      'a message in more fragments than any needs',
      frame(0x01, 'a'),
      ...Array.from({ length: 100 }, () => frame(0x00, 'a')),
    ],
    ['a compressed frame', frame(0xc1, 'a')],
    ['a masked frame', Buffer.from([textFrame, 0x81, 1, 2, 3, 4, 5])],
    ['a frame of a kind that is not defined', frame(0x83, 'a')],
    ['a text that is no UTF-8', Buffer.from([textFrame, 1, 0xff])],
  ] as const) {
    it(`is ended by ${what}`, async () => {
      assert.deepEqual(await readUntilEnd(frame(textFrame, 'before'), ...frames), ['before']);
    });
  }

  it('answers a ping with its payload, masked', async () => {
    const connection = new Connection();
    const reading = readTexts(connection, () => connection.destroy());
    connection.push(frame(0x89, 'there?'));
    connection.push(frame(textFrame, 'last'));
    await assert.rejects(reading);
    const [first = 0, second, ...rest] = Buffer.concat(connection.written);
    assert.deepEqual([first, second], [0x8a, 0x80 | 6]);
    const mask = rest.slice(0, 4);
    const said = rest.slice(4).map((byte, at) => byte ^ (mask[at % 4] ?? 0));
    assert.equal(String(Buffer.from(said)), 'there?');
  });

  it('sends no more pongs than the server reads', async () => {
    const connection = new Connection({ reads: false });
    const reading = readTexts(connection, () => connection.destroy());
    const pings = Array.from({ length: 500 }, () => frame(0x89, 'p'.repeat(125)));
    for (let round = 0; round < 10; round++) connection.push(Buffer.concat(pings));
    let waiting = 0;
    connection.once('close', () => {
      waiting = connection.writableLength;
    });
    connection.push(frame(textFrame, 'last'));
    await Promise.all([once(connection, 'close'), assert.rejects(reading)]);
    assert.ok(waiting < connection.writableHighWaterMark * 2, `${waiting} bytes wait`);
  });
});
