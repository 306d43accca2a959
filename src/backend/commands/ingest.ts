import { errorMessage } from '../../api/errorMessage.ts';
import { formatShortDuration } from '../../api/format.ts';
import type { Engine } from '../../engine/engine.ts';
import type { UpkeepEvent } from '../../engine/filling/storeUpkeep.ts';
import type { EngineStatus } from '../../engine/indexing/engineStatus.ts';
import {
  type ClickHouseTarget,
  isClickHouseUrl,
} from '../../engine/store/clickhouse/database/clickHouseUrl.ts';
import { readSourceOfStore } from '../../engine/store/duckdb/database/database.ts';
import type { Retention } from '../../engine/store/duckdb/retention.ts';
import { systemClock } from '../../http/retry.ts';
import { openEngine } from '../engines/openEngine.ts';
import { memoryStore, type SourceConfig } from '../engines/sourceConfig.ts';
import {
  type Command,
  type CommandContext,
  parseInteger,
  terminalLines,
  UsageError,
  writeLine,
} from './commandLine.ts';
import { formatUsage, parseArguments, wholeNumber } from './commandOptions.ts';
import { ingestHistory, parseDays } from './ingestHistory.ts';
import { parseRetention, retentionOptionNames, retentionOptions } from './serve.ts';
import {
  exposedStoreWarnings,
  parseSourceArguments,
  parseStoreUrl,
  requireStoreFile,
  sourceNameOf,
  sourceOptions,
} from './sourceArguments.ts';
import { describeChange, type StatusChange, StatusChanges } from './statusChanges.ts';

/** Shortest time between two lines of mere progress. */
const progressMilliseconds = 10_000;

/** One week by default; `--from` is for longer outages. */
const fillHoursBounds = { minimum: 0, maximum: 8_784, otherwise: 168 } as const;

const syntax = {
  command: 'ingest',
  options: {
    store: { value: 'FILE|clickhouse://USER@HOST/DATABASE', isRequired: true },
    ...sourceOptions,
    'fill-hours': wholeNumber(fillHoursBounds.minimum, fillHoursBounds.maximum),
    ...retentionOptions,
    from: { value: 'DAY', excludes: ['backfill-hours', 'fill-hours'] },
    to: { value: 'DAY', goesWith: ['from'] },
  },
} as const;

export const ingestCommand: Command = {
  usage: formatUsage(syntax),
  summary: 'Index blocks into a store until it is stopped, or past days, without serving.',
  run: async (args, terminal) => {
    const { values, positionals } = parseArguments(args, syntax);
    const { store: storePath } = values;
    if (storePath === undefined || storePath === memoryStore) {
      throw new UsageError('ingest needs --store FILE or clickhouse://…');
    }
    const isShared = isClickHouseUrl(storePath);
    if (!isShared) requireStoreFile(storePath, 'a FILE or a clickhouse:// URL');
    // Without this, the default source would write a simulated market into the store.
    if (
      values.source === undefined &&
      (isShared || (await readSourceOfStore(storePath)) === null)
    ) {
      throw new UsageError('ingest needs --source where the store does not say it');
    }
    const ofFile = retentionOptionNames.find((name) => values[name] !== undefined);
    if (isShared && ofFile !== undefined) {
      const instead = ofFile === 'keep-hours' ? 'days' : 'rollup_days';
      throw new UsageError(`--${ofFile} goes with a FILE; a clickhouse:// URL has ?${instead}=N`);
    }
    const ofShared = (['from', 'to', 'fill-hours'] as const).find((name) => values[name]);
    if (!isShared && ofShared !== undefined) {
      throw new UsageError(`--${ofShared} goes with a clickhouse:// URL, not with a FILE`);
    }
    const isHistory = values.from !== undefined || values.to !== undefined;
    const days = isHistory ? parseDays(values.from, values.to, Date.now()) : null;
    const fillHours = parseInteger('--fill-hours', values['fill-hours'], fillHoursBounds);
    const source = await parseSourceArguments(
      { ...values, path: [...(values.path ?? []), ...positionals] },
      storePath,
      terminal.environment,
    );
    const retention = parseRetention(values, source);
    const store = isShared ? parseStoreUrl(storePath, terminal.environment) : storePath;
    if (typeof store !== 'string') {
      terminal.stderr.write(terminalLines(...exposedStoreWarnings(store)));
    }
    if (days !== null && typeof store !== 'string') {
      return await ingestHistory({ source, store, days }, terminal);
    }
    return await ingest({ source, store, retention, fillHours }, terminal);
  },
};

interface IngestOptions {
  readonly source: SourceConfig;
  readonly store: string | ClickHouseTarget;
  readonly retention: Retention;
  /** Maximum age of gaps to fill in a store with several writers. */
  readonly fillHours: number;
}

/** A recording ends when it is read; other sources run until the signal. */
async function ingest(
  { source, store, retention, fillHours }: IngestOptions,
  { stdout, stderr, signal }: CommandContext,
): Promise<number> {
  const log = (line: string): void => {
    stderr.write(terminalLines(line));
  };
  const storeName = typeof store === 'string' ? store : store.label;
  const progress = new ProgressLog(log);
  let latest = null as EngineStatus | null;
  const printContents = async ({ arbitrages, newestSlot }: EngineStatus): Promise<void> => {
    const upTo = newestSlot === null ? '' : `, up to slot ${newestSlot}`;
    await writeLine(stdout, `${storeName} contains ${arbitrages} arbitrage transactions${upTo}`);
  };
  let engine: Engine;
  try {
    engine = await openEngine(source, store, {
      signal,
      onSkipped: (reason) => log(`skipped: ${reason}`),
      onStatus: (status) => {
        latest = status;
        progress.push(status);
      },
      retention,
      fillSeconds: fillHours * 3_600,
      onUpkeep: (event) => log(`status: ${describeUpkeep(event)}`),
    });
  } catch (error) {
    progress.close();
    if (!signal.aborted) throw error;
    if (latest !== null) await printContents(latest);
    return 0;
  }
  await writeLine(stdout, `Arbscope ingests ${sourceNameOf(source)} into ${storeName}`);
  if (source.kind !== 'recorded' && !signal.aborted) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  }
  progress.close();
  await engine.close();
  await printContents(engine.status());
  return 0;
}

/** Changes as they happen, and mere progress from time to time. */
class ProgressLog {
  readonly #log: (line: string) => void;
  readonly #changes: StatusChanges;
  #hasBegun = false;
  #hasCaughtUp = false;
  #due = 0;

  constructor(log: (line: string) => void) {
    this.#log = log;
    this.#changes = new StatusChanges(systemClock, (change) => this.#write(change));
  }

  push(status: EngineStatus): void {
    const { state, lagSlots } = status;
    if (state === 'failed') return;
    const due = this.#due;
    this.#changes.push(status);
    const begins = !this.#hasBegun && state === 'ready';
    const catchesUp = !this.#hasCaughtUp && state === 'ready' && lagSlots === 0;
    if (begins) this.#hasBegun = true;
    if (catchesUp) this.#hasCaughtUp = true;
    const isWritten = this.#due !== due;
    if (!isWritten && (begins || catchesUp || performance.now() >= due)) {
      this.#write({ status, unreported: 0 });
    }
  }

  close(): void {
    this.#changes.close();
  }

  #write(change: StatusChange): void {
    this.#due = performance.now() + progressMilliseconds;
    const { newestSlot, lagSlots, lagMilliseconds, arbitrages } = change.status;
    const figures = [
      describeChange(change).replace(/\.$/, ''),
      ...(newestSlot === null ? [] : [`slot ${newestSlot}`]),
      ...(lagSlots === null ? [] : [describeLag(lagSlots, lagMilliseconds)]),
      `${arbitrages} arbitrage transactions`,
    ];
    this.#log(`status: ${figures.join(', ')}`);
  }
}

/** As time, or in slots while the pace of the chain is not known. */
function describeLag(slots: number, milliseconds: number | null): string {
  if (slots === 0) return 'caught up';
  return milliseconds === null
    ? `${counted(slots, 'slot')} behind`
    : `${formatShortDuration(milliseconds / 1_000)} behind`;
}

function describeUpkeep(event: UpkeepEvent): string {
  if (event.kind === 'failed') return `gaps cannot be filled now: ${errorMessage(event.error)}`;
  if (event.kind === 'mended') return `replaced abandoned forks in ${counted(event.slots, 'slot')}`;
  const { written, missing, firstSlot } = event;
  return [
    `filled gaps with ${counted(written, 'block')}`,
    ...(missing === 0 ? [] : [`the node does not give ${counted(missing, 'block')}`]),
    ...(firstSlot === null ? [] : [`the node has no blocks before slot ${firstSlot}`]),
  ].join(', ');
}

const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;
