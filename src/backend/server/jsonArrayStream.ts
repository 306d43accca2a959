import { Readable } from 'node:stream';
import { stringifyJson } from '../../api/json.ts';

const chunkCharacters = 64 * 1024;

/**
 * Streams rows as one JSON array, with only one chunk in memory. Waits for the first row, so that
 * an earlier failure can still become an error response; a later failure truncates the text. A
 * reader that takes nothing for `stallMilliseconds` is cut off.
 */
export async function jsonArrayStream(
  rows: AsyncIterable<unknown>,
  stallMilliseconds: number,
): Promise<Readable> {
  const iterator = rows[Symbol.asyncIterator]();
  const first = await iterator.next();
  let onPiece = (): void => undefined;
  const stream = Readable.from(chunks(iterator, first, () => onPiece()));
  const stall = setTimeout(() => stream.destroy(), stallMilliseconds);
  onPiece = () => stall.refresh();
  stream.once('close', () => {
    clearTimeout(stall);
    // Release the rows if the reader disconnects early.
    void iterator.return?.().catch(() => undefined);
  });
  return stream;
}

async function* chunks(
  rows: AsyncIterator<unknown>,
  first: IteratorResult<unknown>,
  onPiece: () => void,
): AsyncGenerator<Buffer> {
  let text = '[';
  let separator = '';
  for (let row = first; row.done !== true; row = await rows.next()) {
    text += separator + stringifyJson(row.value);
    separator = ',';
    if (text.length < chunkCharacters) continue;
    onPiece();
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(`${text}]`);
}
