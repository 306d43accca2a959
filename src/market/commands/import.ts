import { importPools } from '../../engine/marketCache/importPools.ts';
import { isPoolFile, type PoolFault } from '../../engine/marketCache/poolFile.ts';
import { Store } from '../../engine/store/store.ts';
import {
  type Command,
  readArguments,
  type Terminal,
  UsageError,
  writeLine,
} from '../commandLine.ts';
import { memoryStore, openEngine } from '../openEngine.ts';

/** Entries of one file that are told one by one; the rest is counted. */
const faultsTold = 20;

/** Takes chain files and market-cache files into a store that `serve` can answer from. */
export const importCommand: Command = {
  usage: 'import FILE... --store FILE',
  summary:
    'Take blocks, transactions and pools (an aggregator’s market cache, a table of pools) into a store file.',
  run: async (args, terminal) => {
    const { values, positionals } = readArguments(args, { store: { type: 'string' } });
    if (positionals.length === 0) throw new UsageError('import needs at least one FILE');
    if (values.store === undefined || values.store === memoryStore) {
      throw new UsageError('import needs --store FILE');
    }
    const poolFiles: string[] = [];
    const chainFiles: string[] = [];
    for (const file of positionals) ((await isPoolFile(file)) ? poolFiles : chainFiles).push(file);
    if (chainFiles.length > 0) await importChain(chainFiles, values.store, terminal);
    const isWhole =
      poolFiles.length === 0 || (await importPoolFiles(poolFiles, values.store, terminal));
    return isWhole ? 0 : 1;
  },
};

async function importChain(
  paths: readonly string[],
  storePath: string,
  { stdout, ended }: Terminal,
): Promise<void> {
  const engine = await openEngine({ kind: 'recorded', paths }, storePath, { signal: ended });
  const { arbitrages } = engine.status();
  await engine.close();
  await writeLine(stdout, `${storePath} holds ${arbitrages} arbitrage transactions`);
}

/** False when a file was cut off: what came before is in the store. */
async function importPoolFiles(
  files: readonly string[],
  storePath: string,
  { stdout, stderr, ended }: Terminal,
): Promise<boolean> {
  const store = await Store.open(storePath);
  let isWhole = true;
  try {
    for (const file of files) {
      const told: PoolFault[] = [];
      const note = (fault: PoolFault): void => {
        if (told.length < faultsTold) told.push(fault);
      };
      const { pools, faults, cutOff } = await importPools(store, file, note, ended);
      for (const { entry, byte, reason } of told) {
        await writeLine(stderr, `${file}: left out entry ${entry} (at byte ${byte}): ${reason}`);
      }
      if (faults > told.length) {
        await writeLine(stderr, `${file}: left out ${faults - told.length} more entries`);
      }
      if (cutOff !== null) {
        isWhole = false;
        await writeLine(stderr, `error: ${file}: ${cutOff}; the pools before that are taken in`);
      }
      await writeLine(stdout, `${file}: ${pools} pools taken in, ${faults} entries left out`);
    }
  } finally {
    await store.close();
  }
  return isWhole;
}
