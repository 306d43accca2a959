/** One store of one size, in a separate process to measure its memory. */
import process from 'node:process';
import { MarketError } from '../../src/api/marketError.ts';
import { serveParent } from './childProcess.ts';
import { type DayShape, day } from './fillDay.ts';
import { generateBlocks } from './generatedBlocks.ts';
import { clickhouse, duckdb, end, type MeasuredStore, type StoreBytes } from './measuredStores.ts';
import { StatementRecorder } from './statementRecorder.ts';
import { baselineName, baselines } from './storeBaselines.ts';
import { createServices, type operationNames, storeOperations } from './storeOperations.ts';

interface StoreAddress {
  readonly store: 'duckdb' | 'clickhouse';
  readonly folder: string;
}

/** The parent's requests; each gets one message in response. */
export type StoreRequest =
  | ({ readonly ask: 'fill'; readonly shape: DayShape } & StoreAddress)
  | ({ readonly ask: 'sumUp' } & StoreAddress)
  | ({ readonly ask: 'open'; readonly coverageSeconds: number } & StoreAddress)
  | { readonly ask: 'measure'; readonly operation: OperationName }
  /** Writes single seconds of the chain, each in one flush. */
  | { readonly ask: 'follow'; readonly seconds: number; readonly perBlock: number }
  | { readonly ask: 'figures' }
  | { readonly ask: 'close' };

/**
 * Of the operation, of what a user could expect at best, and of the operation's statements alone;
 * processor time of this process on all cores.
 */
type TimesName = 'engine' | 'baseline' | 'bare' | 'engineProcessor';
type OperationName = (typeof operationNames)[number];

/** Milliseconds per round; empty for an operation that the store refuses. */
export interface MeasuredOperation extends Readonly<Record<TimesName, readonly number[]>> {
  readonly statements: number;
  readonly baselineName: string;
  readonly refused: string | null;
}

export interface StoreFigures extends StoreBytes {
  readonly rssBytes: number;
}

/** Approximate number of blocks per second. */
export const blocksPerSecond = 5;
/** Many rounds for fast operations, few for those that take seconds. */
const rounds = {
  warmUp: 1,
  atLeast: 3,
  atMost: 25,
  milliseconds: 5_000,
} as const;

const recorder = new StatementRecorder();
let opened: MeasuredStore | null = null;
let operations: Awaited<ReturnType<typeof storeOperations>> | null = null;
let coverageSeconds: number = day.seconds;

async function measure(name: OperationName): Promise<MeasuredOperation> {
  if (opened === null || operations === null) throw new Error('nothing is open');
  const store = opened;
  const call = operations[name];
  // New services, to avoid cached results of previous requests.
  const engine = (round: number) => call(createServices(store.reader), round);
  const times = { engine: [], baseline: [], bare: [], engineProcessor: [] } as Record<
    TimesName,
    number[]
  >;
  const held = { ...times, baselineName: baselineName(baselines[name]) };
  try {
    for (let round = 0; round < rounds.warmUp; round++) await engine(round);
  } catch (error) {
    if (!MarketError.is(error)) throw error;
    return { ...held, statements: 0, refused: error.message };
  }
  await recorder.record(() => engine(rounds.warmUp));
  await recorder.replay();
  const baseline = baselineOf(name, store);
  await baseline?.();
  const start = performance.now();
  for (let round = 0; round < rounds.atMost; round++) {
    const isDue = performance.now() - start < rounds.milliseconds;
    if (!isDue && round >= rounds.atLeast) break;
    const whole = await timed(() => engine(round));
    const alone = await timed(() => recorder.replay());
    const best = baseline === null ? alone : await timed(baseline);
    times.engine.push(whole.milliseconds);
    times.engineProcessor.push(whole.processor);
    times.bare.push(alone.milliseconds);
    times.baseline.push(best.milliseconds);
  }
  return { ...held, statements: recorder.count, refused: null };
}

/** `null`: the statements alone. */
function baselineOf(name: OperationName, store: MeasuredStore): (() => Promise<unknown>) | null {
  const baseline = baselines[name];
  if ('statements' in baseline) return null;
  if ('operation' in baseline) {
    return async () => operations?.[baseline.operation](createServices(store.reader), 0);
  }
  const seconds = name === 'coverage' ? coverageSeconds : day.seconds;
  return () => store.scan(baseline, end.seconds - seconds + 1);
}

async function follow(seconds: number, perBlock: number): Promise<number[]> {
  if (opened === null) throw new Error('nothing is open');
  const writer = await opened.openWriter();
  const generated = generateBlocks({
    firstSlot: end.slot,
    slots: seconds * blocksPerSecond,
    blocks: seconds * blocksPerSecond,
    startSeconds: end.seconds,
    seconds,
    arbitrages: seconds * blocksPerSecond * perBlock,
    failures: 0,
    tradedMints: 20,
    twoTokens: 0.5,
  });
  const blocks = [...generated];
  const times: number[] = [];
  for (let second = 0; second < seconds; second++) {
    const own = blocks.slice(second * blocksPerSecond, (second + 1) * blocksPerSecond);
    const { milliseconds } = await timed(async () => {
      for (const block of own) await writer.add(block);
      await writer.flush();
    });
    times.push(milliseconds);
  }
  if (opened.reader !== (writer as unknown)) await writer.close();
  return times;
}

/** Milliseconds of wall time, and of processor time of all threads of the process. */
async function timed(
  work: () => Promise<unknown>,
): Promise<{ readonly milliseconds: number; readonly processor: number }> {
  const start = performance.now();
  const used = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(used);
  return { milliseconds: performance.now() - start, processor: (user + system) / 1_000 };
}

async function respond(request: StoreRequest): Promise<unknown> {
  switch (request.ask) {
    case 'fill':
      return await kindOf(request).fill(request.folder, request.shape);
    case 'sumUp':
      return await kindOf(request).sumUp(request.folder);
    case 'open':
      opened = await kindOf(request).open(request.folder, recorder);
      coverageSeconds = request.coverageSeconds;
      operations = await storeOperations(opened.reader, request.coverageSeconds);
      return null;
    case 'measure':
      return await measure(request.operation);
    case 'follow':
      return await follow(request.seconds, request.perBlock);
    case 'figures':
      return {
        ...(await opened?.bytes()),
        // Kilobytes.
        rssBytes: process.resourceUsage().maxRSS * 1_000,
      };
    case 'close':
      await opened?.close();
      return null;
  }
}

const kindOf = ({ store }: StoreAddress) => (store === 'duckdb' ? duckdb : clickhouse);

serveParent<StoreRequest>(respond);
