import type { Engine } from '../../engine/engine.ts';
import type { EngineStatus } from '../../engine/engineStatus.ts';
import {
  type ClickHouseTarget,
  isClickHouseUrl,
} from '../../engine/store/clickhouse/clickHouseUrl.ts';
import { readSourceOfStore } from '../../engine/store/duckdb/database.ts';
import { retentionFor } from '../../engine/store/duckdb/retention.ts';
import { memoryStore, openEngine, type SourceConfig } from '../openEngine.ts';
import {
  type Command,
  type CommandContext,
  parseArguments,
  terminalLines,
  UsageError,
  writeLine,
} from './commandLine.ts';
import { parseKeepHours } from './serve.ts';
import { parseSourceArguments, parseStoreUrl, sourceNameOf } from './sourceArguments.ts';

/** Shortest time between two lines that only count on. */
const progressMilliseconds = 10_000;

/** Writes the blocks of a source into a store and serves nothing. */
export const ingestCommand: Command = {
  usage:
    'ingest --store FILE|clickhouse://USER@HOST/DATABASE\n' +
    '          [--source sandbox|recorded|rpc|geyser] [--path FILE|DIR ...] [--rpc-url URL]\n' +
    '          [--geyser-url URL] [--commitment confirmed|finalized]\n' +
    '          [--backfill-hours N] [--keep-hours N] [--seed N]',
  summary: 'Index blocks into a store until it is stopped, without serving.',
  run: async (args, terminal) => {
    const { values, positionals } = parseArguments(args, {
      source: { type: 'string' },
      path: { type: 'string', multiple: true },
      'rpc-url': { type: 'string' },
      'geyser-url': { type: 'string' },
      commitment: { type: 'string' },
      'backfill-hours': { type: 'string' },
      'keep-hours': { type: 'string' },
      store: { type: 'string' },
      seed: { type: 'string' },
    });
    const { store: storePath } = values;
    if (storePath === undefined || storePath === memoryStore) {
      throw new UsageError('ingest needs --store FILE or clickhouse://…');
    }
    const isShared = isClickHouseUrl(storePath);
    if (!isShared && /^[a-z]+:\/\//i.test(storePath)) {
      throw new UsageError('--store must be a FILE or a clickhouse:// URL');
    }
    // Nobody wants a simulated market in a store that is to be a node's.
    if (
      values.source === undefined &&
      (isShared || (await readSourceOfStore(storePath)) === null)
    ) {
      throw new UsageError('ingest needs --source where the store does not say it');
    }
    if (isShared && values['keep-hours'] !== undefined) {
      throw new UsageError('--keep-hours goes with a FILE; a clickhouse:// URL has ?days=N');
    }
    const source = await parseSourceArguments(
      { ...values, path: [...(values.path ?? []), ...positionals] },
      storePath,
      terminal.environment,
    );
    const keepHours = parseKeepHours(values['keep-hours'], source);
    const store = isShared ? parseStoreUrl(storePath, terminal.environment) : storePath;
    return await ingest({ source, store, keepHours }, terminal);
  },
};

interface IngestOptions {
  readonly source: SourceConfig;
  readonly store: string | ClickHouseTarget;
  readonly keepHours: number;
}

/** A recording ends by itself, everything else with the signal. */
async function ingest(
  { source, store, keepHours }: IngestOptions,
  { stdout, stderr, signal }: CommandContext,
): Promise<number> {
  const log = (line: string): void => {
    stderr.write(terminalLines(line));
  };
  const storeName = typeof store === 'string' ? store : store.label;
  let engine: Engine;
  try {
    engine = await openEngine(source, store, {
      signal,
      onSkipped: (reason) => log(`skipped: ${reason}`),
      onStatus: progressLog(log),
      retention: retentionFor(keepHours),
    });
  } catch (error) {
    // What was indexed before the signal has been written.
    if (signal.aborted) return 0;
    throw error;
  }
  await writeLine(stdout, `Arbscope ingests ${sourceNameOf(source)} into ${storeName}`);
  if (source.kind !== 'recorded' && !signal.aborted) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  }
  await engine.close();
  const { arbitrages, newestSlot } = engine.status();
  const upTo = newestSlot === null ? '' : `, up to slot ${newestSlot}`;
  await writeLine(stdout, `${storeName} contains ${arbitrages} arbitrage transactions${upTo}`);
  return 0;
}

/** Logs what an engine says of itself when that is new, and every now and then how far it is. */
function progressLog(log: (line: string) => void): (progress: EngineStatus) => void {
  let last: string | null = null;
  let hasCaughtUp = false;
  let due = 0;
  return ({ state, message, newestSlot, lagSlots, arbitrages }) => {
    // A failed start is the command's own error.
    if (state === 'failed') return;
    const catchesUp = !hasCaughtUp && state === 'ready' && lagSlots === 0;
    // During the start each message counts on.
    const isNews = catchesUp || (state === 'ready' && message !== last);
    if (!isNews && performance.now() < due) return;
    due = performance.now() + progressMilliseconds;
    if (state === 'ready') last = message;
    if (catchesUp) hasCaughtUp = true;
    const figures = [
      message === '' ? 'following' : message.replace(/\.$/, ''),
      ...(newestSlot === null ? [] : [`slot ${newestSlot}`]),
      ...(lagSlots === null ? [] : [lagSlots === 0 ? 'caught up' : `${lagSlots} slots behind`]),
      `${arbitrages} arbitrage transactions`,
    ];
    log(`status: ${figures.join(', ')}`);
  };
}
