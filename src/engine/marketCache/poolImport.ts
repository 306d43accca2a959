import type { PoolWriter } from '../store/poolWriter.ts';
import { type InvalidPoolEntry, readPoolFile } from './poolFile.ts';

interface PoolImportResult {
  /** Pools taken in, each counted once. */
  readonly pools: number;
  readonly invalidEntries: number;
  /** In words, when the file ends before its list does; what came before is taken in. */
  readonly truncation: string | null;
}

/** Takes a file of pools in, all at once. Throws a MarketError; an abort changes nothing. */
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
