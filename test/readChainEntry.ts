import assert from 'node:assert/strict';
import { type ChainEntry, readChainFile } from '../src/engine/decode/readChainFile.ts';

/** The block or transaction of a file that contains only one. */
export async function readChainEntry(path: string): Promise<ChainEntry> {
  const { entries, refusals } = await readChainFile(path);
  const [entry, ...others] = entries;
  assert.deepEqual([...refusals, ...others], []);
  assert.ok(entry);
  return entry;
}
