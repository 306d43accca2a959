import type { PoolWriter } from '../store/poolWriter.ts';
import { type InvalidPoolEntry, readPoolFile } from './poolFile.ts';

interface PoolImportResult {
  /** Number of distinct pools. */
  readonly pools: number;
  readonly invalidEntries: number;
  readonly truncation: string | null;
}

/** Imports a file of pools in one transaction. Throws a MarketError; an abort changes nothing. */
export async function importPools(
  writer: PoolWriter,
  path: string,
  onFault: (fault: InvalidPoolEntry) => void = () => undefined,
  signal?: AbortSignal,
): Promise<PoolImportResult> {
  let invalidEntries = 0;
  let truncation: string | null = null;
  const pools = await writer.importPools(async (added) => {
    for await (const batch of readPoolFile(path)) {
      signal?.throwIfAborted();
      added.add(batch.pools);
      invalidEntries += batch.invalidEntries.length;
      for (const fault of batch.invalidEntries) onFault(fault);
      truncation ??= batch.truncation;
    }
  });
  return { pools, invalidEntries, truncation };
}
