import type { Engine } from '../../engine/engine.ts';
import type { EngineStatus } from '../../engine/engineStatus.ts';
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
import { parseSourceArguments, sourceNameOf } from './sourceArguments.ts';

/** Shortest time between two lines that only count on. */
const progressMilliseconds = 10_000;

/** Writes the blocks of a source into a store and serves nothing. */
export const ingestCommand: Command = {
  usage:
    'ingest --store FILE [--source sandbox|recorded|rpc|geyser] [--path FILE|DIR ...]\n' +
    '          [--rpc-url URL] [--geyser-url URL] [--commitment confirmed|finalized]\n' +
    '          [--backfill-hours N] [--keep-hours N] [--seed N]',
  summary: 'Index blocks into a store file until it is stopped, without serving.',
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
      throw new UsageError('ingest needs --store FILE');
    }
    if (/^[a-z]+:\/\//i.test(storePath)) {
      throw new UsageError('--store must be a FILE, not a URL');
    }
    // Nobody wants a simulated market in a store that is to be a node's.
    if (values.source === undefined && (await readSourceOfStore(storePath)) === null) {
      throw new UsageError(`ingest needs --source, for ${storePath} has none yet`);
    }
    const source = await parseSourceArguments(
      { ...values, path: [...(values.path ?? []), ...positionals] },
      storePath,
      terminal.environment,
    );
    const keepHours = parseKeepHours(values['keep-hours'], source);
    return await ingest({ source, storePath, keepHours }, terminal);
  },
};

interface IngestOptions {
  readonly source: SourceConfig;
  readonly storePath: string;
  readonly keepHours: number;
}

/** A recording ends by itself, everything else with the signal. */
async function ingest(
  { source, storePath, keepHours }: IngestOptions,
  { stdout, stderr, signal }: CommandContext,
): Promise<number> {
  const log = (line: string): void => {
    stderr.write(terminalLines(line));
  };
  let engine: Engine;
  try {
    engine = await openEngine(source, storePath, {
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
  await writeLine(stdout, `Arbscope ingests ${sourceNameOf(source)} into ${storePath}`);
  if (source.kind !== 'recorded' && !signal.aborted) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  }
  await engine.close();
  const { arbitrages, newestSlot } = engine.status();
  const upTo = newestSlot === null ? '' : `, up to slot ${newestSlot}`;
  await writeLine(stdout, `${storePath} contains ${arbitrages} arbitrage transactions${upTo}`);
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
