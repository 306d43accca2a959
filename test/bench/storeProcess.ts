/** One store of one size, in a separate process to measure its memory. */
import process from 'node:process';
import { MarketError } from '../../src/api/marketError.ts';
import { serveParent } from './childProcess.ts';
import type { DayShape } from './fillDay.ts';
import { generateBlocks } from './generatedBlocks.ts';
import { clickhouse, duckdb, end, type MeasuredStore, type StoreBytes } from './measuredStores.ts';
import { StatementRecorder } from './statementRecorder.ts';
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
  | { readonly ask: 'measure'; readonly operation: (typeof operationNames)[number] }
  /** Writes single seconds of the chain, each in one flush. */
  | { readonly ask: 'follow'; readonly seconds: number; readonly perBlock: number }
  | { readonly ask: 'figures' }
  | { readonly ask: 'close' };

/** Milliseconds per round; empty for an operation that the store refuses. */
export interface MeasuredOperation {
  readonly engine: readonly number[];
  readonly bare: readonly number[];
  /** Processor time of this process on all cores. */
  readonly engineProcessor: readonly number[];
  readonly bareProcessor: readonly number[];
  readonly statements: number;
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

async function measure(name: (typeof operationNames)[number]): Promise<MeasuredOperation> {
  if (opened === null || operations === null) throw new Error('nothing is open');
  const { reader } = opened;
  const call = operations[name];
  const times: Record<Exclude<keyof MeasuredOperation, 'statements' | 'refused'>, number[]> = {
    ...{ engine: [], bare: [] },
    ...{ engineProcessor: [], bareProcessor: [] },
  };
  // New services, to avoid cached results of previous requests.
  const engine = (round: number) => call(createServices(reader), round);
  try {
    for (let round = 0; round < rounds.warmUp; round++) await engine(round);
  } catch (error) {
    if (!MarketError.is(error)) throw error;
    return { ...times, statements: 0, refused: error.message };
  }
  await recorder.record(() => engine(rounds.warmUp));
  await recorder.replay();
  const start = performance.now();
  for (let round = 0; round < rounds.atMost; round++) {
    const isDue = performance.now() - start < rounds.milliseconds;
    if (!isDue && round >= rounds.atLeast) break;
    const whole = await timed(() => engine(round));
    const alone = await timed(() => recorder.replay());
    times.engine.push(whole.milliseconds);
    times.engineProcessor.push(whole.processor);
    times.bare.push(alone.milliseconds);
    times.bareProcessor.push(alone.processor);
  }
  return { ...times, statements: recorder.count, refused: null };
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
