import type { Readable } from 'node:stream';

const lineFeed = 0x0a;

/** Lines of UTF-8; `null` for each line over `maxBytes`. Buffers no more than that. */
export async function* readLines(
  input: Readable,
  maxBytes: number,
): AsyncGenerator<string | null, void, undefined> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  const add = (piece: Buffer): void => {
    bytes += piece.length;
    if (bytes <= maxBytes) pieces.push(piece);
    else pieces = [];
  };
  const take = (): string | null => {
    const line = bytes > maxBytes ? null : Buffer.concat(pieces).toString('utf8');
    pieces = [];
    bytes = 0;
    return line;
  };
  for await (const chunk of input) {
    let rest = chunk as Buffer;
    for (let at = rest.indexOf(lineFeed); at >= 0; at = rest.indexOf(lineFeed)) {
      add(rest.subarray(0, at));
      yield take();
      rest = rest.subarray(at + 1);
    }
    add(rest);
  }
  if (bytes > 0) yield take();
}
