import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toBinaryRows } from '../../../../../../src/engine/store/clickhouse/database/binaryRows.ts';

const bytesPerRow = 12;

function rowsOf(count: number): Buffer {
  const bytes = Buffer.alloc(count * bytesPerRow);
  for (let row = 0; row < count; row++) {
    bytes.writeBigUInt64LE(BigInt(row) + 2n ** 63n, row * bytesPerRow);
    bytes.writeUInt32LE(row * 3, row * bytesPerRow + 8);
  }
  return bytes;
}

async function readRows(chunks: readonly Uint8Array[]): Promise<[bigint, number][]> {
  const found: [bigint, number][] = [];
  const sent = (async function* () {
    yield* chunks;
  })();
  for await (const { rowCount, view } of toBinaryRows(sent, bytesPerRow)) {
    for (let row = 0; row < rowCount; row++) {
      const at = row * bytesPerRow;
      found.push([view.getBigUint64(at, true), view.getUint32(at + 8, true)]);
    }
  }
  return found;
}

describe('Rows of numbers from ClickHouse', () => {
  it('are complete wherever the network splits them', async () => {
    const expected = Array.from({ length: 7 }, (_, row) => [BigInt(row) + 2n ** 63n, row * 3]);
    const bytes = rowsOf(7);
    for (let size = 1; size <= bytes.length; size++) {
      const chunks: Uint8Array[] = [];
      for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
      assert.deepEqual(await readRows(chunks), expected);
    }
    assert.deepEqual(await readRows([]), []);
  });

  it('are rejected if the response ends within a row', async () => {
    await assert.rejects(readRows([rowsOf(2).subarray(0, 20)]), RangeError);
  });
});
