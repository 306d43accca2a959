import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { decodeBlock } from '../../src/engine/decode/decodeBlock.ts';
import { SimulatedSource } from '../../src/engine/sandbox/simulatedSource.ts';

export interface RecordedBlocks {
  readonly files: readonly string[];
  readonly arbitrages: readonly string[];
}

const nowMilliseconds = Date.UTC(2026, 0, 2, 12);
/** Each block of the simulated past covers a minute. */
const blockSeconds = 60;

/** As `getBlock` responses; every second file is gzipped. */
export async function writeRecordedBlocks(
  directory: string,
  blocksWanted = 20,
): Promise<RecordedBlocks> {
  const historySeconds = 3 * blocksWanted * blockSeconds;
  const source = new SimulatedSource({ seed: 5, nowMilliseconds, historySeconds });
  const files: string[] = [];
  const arbitrages: string[] = [];
  for await (const { slot, block } of source.history(new AbortController().signal)) {
    const found = decodeBlock(slot, block).records.filter(({ type }) => type === 'arbitrage');
    if (found.length === 0) continue;
    arbitrages.push(...found.map(({ signature }) => signature));
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, result: block });
    const isPlain = files.length % 2 === 0;
    const file = join(directory, isPlain ? `${slot}.json` : `${slot}.json.gz`);
    await writeFile(file, isPlain ? text : gzipSync(text));
    files.push(file);
    if (files.length === blocksWanted) break;
  }
  return { files, arbitrages };
}
