/** Rows of a statement whose columns are numbers, each in so many bytes. */
export interface BinaryRows {
  readonly rowCount: number;
  /** The row's first byte is at its number times the bytes of a row. */
  readonly view: DataView;
}

/** Cuts the bytes of `FORMAT RowBinary` into whole rows. Values are little-endian. */
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
