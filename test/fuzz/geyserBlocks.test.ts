import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeBlock } from '../../src/engine/decode/decodeBlock.ts';
import { readUpdate } from '../../src/engine/sources/geyser/geyserMessages.ts';
import { GeyserFormatError } from '../../src/engine/sources/geyser/protobufReader.ts';
import { readBlock } from '../../src/engine/sources/geyser/readBlock.ts';
import { encodeBlockUpdate } from '../geyserBlocks.ts';
import { simulatedBlocks } from '../unit/engine/sources/geyser/geyserSupport.ts';

test('a truncated or modified block from a Geyser server is read or rejected as unreadable', async () => {
  const [block] = await simulatedBlocks(1);
  assert.ok(block);
  let refused = 0;
  const read = (bytes: Buffer) => {
    try {
      const update = readUpdate(bytes);
      if (update.kind === 'block') decodeBlock(7, readBlock(update.block), () => true);
    } catch (error) {
      assert.ok(GeyserFormatError.is(error), String(error));
      refused++;
    }
  };
  let bytes = 0;
  // One transaction per block: otherwise each change would require reading all of them.
  for (const transaction of block.transactions.slice(0, 3)) {
    const whole = encodeBlockUpdate(7, { ...block, transactions: [transaction] });
    bytes += whole.length;
    for (let length = 0; length < whole.length; length++) read(whole.subarray(0, length));
    for (let at = 0; at < whole.length; at++) {
      for (const bit of [1, 0x80]) {
        const changed = Buffer.from(whole);
        changed[at] = (changed[at] ?? 0) ^ bit;
        read(changed);
      }
    }
  }
  assert.ok(refused > bytes / 2, `${refused} refused of ${bytes} bytes`);
});
