/** Rows of a statement whose columns are all fixed-width numbers. */
export interface BinaryRows {
  readonly rowCount: number;
  /** Row `n` begins at byte `n` times the bytes per row. */
  readonly view: DataView;
}

/** Splits the bytes of `FORMAT RowBinary` into whole rows; values are little-endian. */
export async function* toBinaryRows(
  chunks: AsyncIterable<Uint8Array>,
  bytesPerRow: number,
): AsyncGenerator<BinaryRows> {
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const rowCount = Math.floor(bytes.length / bytesPerRow);
    const whole = rowCount * bytesPerRow;
    rest = bytes.subarray(whole);
    if (rowCount > 0) {
      yield { rowCount, view: new DataView(bytes.buffer, bytes.byteOffset, whole) };
    }
  }
  if (rest.length > 0) throw new RangeError(`${rest.length} bytes of a row without the others`);
}
