import { stat } from 'node:fs/promises';
import { type InvalidPoolEntry, isPoolFile } from '../../engine/marketCache/poolFile.ts';
import { importPools } from '../../engine/marketCache/poolImport.ts';
import { DuckDbStore } from '../../engine/store/duckdb/duckdbStore.ts';
import { defaultRetention } from '../../engine/store/duckdb/retention.ts';
import { recordedStoreSource } from '../../engine/store/storeSource.ts';
import { openEngine } from '../engines/openEngine.ts';
import { memoryStore } from '../engines/sourceConfig.ts';
import {
  type Command,
  type CommandContext,
  CommandError,
  UsageError,
  writeLine,
} from './commandLine.ts';
import { formatUsage, parseArguments } from './commandOptions.ts';
import { requireStoreFile } from './sourceArguments.ts';

/** Invalid entries printed per file; the rest are only counted. */
const maxFaultsPrinted = 20;

const syntax = {
  command: 'import',
  operands: 'FILE...',
  options: { store: { value: 'FILE', isRequired: true } },
} as const;

export const importCommand: Command = {
  usage: formatUsage(syntax),
  summary: 'Import blocks, transactions and pools into a store file.',
  run: async (args, terminal) => {
    const { values, positionals } = parseArguments(args, syntax);
    if (positionals.length === 0) throw new UsageError('import needs at least one FILE');
    if (values.store === undefined || values.store === memoryStore) {
      throw new UsageError('import needs --store FILE');
    }
    requireStoreFile(values.store);
    for (const file of positionals) await requireRereadable(file);
    const poolFiles: string[] = [];
    const chainFiles: string[] = [];
    for (const file of positionals) ((await isPoolFile(file)) ? poolFiles : chainFiles).push(file);
    const isChainWhole =
      chainFiles.length === 0 || (await importChain(chainFiles, values.store, terminal));
    const arePoolsWhole =
      poolFiles.length === 0 || (await importPoolFiles(poolFiles, values.store, terminal));
    return isChainWhole && arePoolsWhole ? 0 : 1;
  },
};

/** A file is read several times. Other problems of it are reported when it is read. */
async function requireRereadable(path: string): Promise<void> {
  const stats = path === '-' ? null : await stat(path).catch(() => undefined);
  if (stats === undefined || stats?.isFile() === true || stats?.isDirectory() === true) return;
  throw new CommandError(
    `import cannot read ${stats === null ? 'standard input' : `${path}, which is a pipe or device`}. Save the data in a file first`,
  );
}

/** False if parts of the files, or files of a folder, could not be read. */
async function importChain(
  paths: readonly string[],
  storePath: string,
  { stdout, stderr, signal }: CommandContext,
): Promise<boolean> {
  const skipped: string[] = [];
  const onSkipped = (reason: string) => void skipped.push(reason);
  let arbitrages = 0;
  try {
    const engine = await openEngine({ kind: 'recorded', paths }, storePath, { signal, onSkipped });
    arbitrages = engine.status().arbitrages;
    await engine.close();
  } finally {
    for (const reason of skipped) await writeLine(stderr, `error: ${reason}`);
  }
  await writeLine(stdout, `${storePath} contains ${arbitrages} arbitrage transactions`);
  return skipped.length === 0;
}

/** False if a file was truncated; entries before that point are in the store. */
async function importPoolFiles(
  files: readonly string[],
  storePath: string,
  { stdout, stderr, signal }: CommandContext,
): Promise<boolean> {
  const store = await DuckDbStore.open(storePath, defaultRetention, recordedStoreSource);
  let isWhole = true;
  try {
    for (const file of files) {
      const printed: InvalidPoolEntry[] = [];
      const note = (fault: InvalidPoolEntry): void => {
        if (printed.length < maxFaultsPrinted) printed.push(fault);
      };
      const { pools, invalidEntries, truncation } = await importPools(store, file, note, signal);
      for (const { entry, byte, reason } of printed) {
        await writeLine(stderr, `${file}: skipped entry ${entry} (at byte ${byte}): ${reason}`);
      }
      if (invalidEntries > printed.length) {
        await writeLine(stderr, `${file}: skipped ${invalidEntries - printed.length} more entries`);
      }
      if (truncation !== null) {
        isWhole = false;
        await writeLine(stderr, `error: ${file}: ${truncation}; pools before it were imported`);
      }
      await writeLine(
        stdout,
        `${file}: imported ${pools} pools, skipped ${invalidEntries} entries`,
      );
    }
  } finally {
    await store.close();
  }
  return isWhole;
}
