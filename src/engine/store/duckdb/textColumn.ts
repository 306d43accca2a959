import type { DuckDBDataChunk } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';

/**
 * DuckDB's C layout of a text (`duckdb_string_t`) has four words: the length in bytes, then either
 * the text, padded with zeros, or its first four bytes and a pointer.
 */
const wordsPerText = 4;
const wordBytes = 4;
const mostInlineBytes = (wordsPerText - 1) * wordBytes;
const wordSize = 2 ** 32;

/**
 * Sets a column of a chunk to non-null texts. They are passed to DuckDB as one text that the cells
 * point into: passing them one by one would take longer than the rest of an import.
 */
export function setTexts(chunk: DuckDBDataChunk, column: number, texts: readonly string[]): void {
  const vector = duckdb.data_chunk_get_vector(chunk.chunk, column);
  const { bytes, lengths } = encodeTexts(texts);
  const words = new Uint32Array(texts.length * wordsPerText);
  const inline = Buffer.from(words.buffer);
  const base = placeText(vector, bytes);
  let from = 0;
  for (let row = 0; row < texts.length; row++) {
    const at = row * wordsPerText;
    const length = lengths === null ? (texts[row] as string).length : (lengths[row] as number);
    words[at] = length;
    if (length <= mostInlineBytes) {
      for (let byte = 0; byte < length; byte++) {
        inline[(at + 1) * wordBytes + byte] = bytes[from + byte] as number;
      }
    } else {
      words[at + 1] = bytes.readUInt32LE(from);
      words[at + 2] = base.low + from;
      words[at + 3] = base.high + Number(base.low + from >= wordSize);
    }
    from += length;
  }
  duckdb.copy_data_to_vector(vector, 0, words.buffer, 0, words.byteLength);
}

/** Concatenates all texts; `lengths` is `null` if all are ASCII. */
function encodeTexts(texts: readonly string[]): {
  readonly bytes: Buffer;
  readonly lengths: readonly number[] | null;
} {
  const joined = texts.join('');
  const bytes = Buffer.from(joined);
  if (bytes.length === joined.length) return { bytes, lengths: null };
  // Encodes one by one: joined lone surrogates would form a character.
  const parts = texts.map((text) => Buffer.from(text));
  return { bytes: Buffer.concat(parts), lengths: parts.map(({ length }) => length) };
}

/** Returns the address of the copy in two words; 0 if short enough to be inlined. */
function placeText(vector: duckdb.Vector, bytes: Buffer): { low: number; high: number } {
  if (bytes.length <= mostInlineBytes) return { low: 0, high: 0 };
  duckdb.vector_assign_string_element_len(vector, 0, bytes);
  const placed = duckdb.vector_get_data(vector, wordsPerText * wordBytes);
  const { buffer, byteOffset, byteLength } = placed;
  const words = new DataView(buffer, byteOffset, byteLength);
  return { low: words.getUint32(2 * wordBytes, true), high: words.getUint32(3 * wordBytes, true) };
}
