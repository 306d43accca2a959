import { Readable } from 'node:stream';
import { stringifyJson } from '../../api/json.ts';

/** Text that is gathered before it is handed on. */
const chunkCharacters = 64 * 1024;

/**
 * Rows as the bytes of one JSON array, made as they are read, so that an answer of any size needs
 * the memory of one piece. Waits for the first row, so that what fails before it can still be
 * answered as a failure; what fails later breaks the text off. A reader who takes nothing for
 * `stallMilliseconds` is cut off.
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
    // A reader that went away early leaves the rows unfinished.
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
