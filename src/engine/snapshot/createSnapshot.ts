import path from 'node:path';
import { decodeBlock } from '../decode/decodeBlock.ts';
import { minuteSeconds } from '../minute.ts';
import { SimulatedMarket } from '../sources/simulated/simulatedMarket.ts';
import { snapshotStateSeconds } from '../sources/simulated/simulatedSource.ts';
import { daySignatureSuffixLength, secondsPerDay } from '../sources/simulated/simulatedTime.ts';
import { inMemoryPath } from '../store/database.ts';
import { Store } from '../store/store.ts';
import { storeVersion } from '../store/tables.ts';
import { SnapshotWriter } from './snapshotWriter.ts';

/** Before the day begins its prices have settled, as the end of the day leaves them. */
const warmUpSecondsMaximum = 3_600;
/** Some time after every second of the past whose slot is a number that a store takes. */
const referenceTimeSeconds = 1_500_000_000;
const rowsPerFlush = 5_000;

export interface CreateSnapshotOptions {
  readonly seed: number;
  /** Where the day goes; the folder above it is there. */
  readonly folder: string;
  /** Kept beside the day; see `DayFacts`. */
  readonly madeBy: string;
  readonly daySeconds?: number;
}

/**
 * Makes a day of the simulated market as blocks, decodes them into a store as any source's are, and
 * writes the rows for `loadDay`.
 */
export async function createSnapshot(options: CreateSnapshotOptions): Promise<void> {
  const { seed, folder, madeBy, daySeconds = secondsPerDay } = options;
  const market = new SimulatedMarket(seed, daySeconds);
  const start = Math.ceil(referenceTimeSeconds / daySeconds) * daySeconds;
  const keepAll = { keepSeconds: null, rawFailures: Number.MAX_SAFE_INTEGER };
  const store = await Store.open(inMemoryPath, keepAll, {
    folder: path.dirname(path.resolve(folder)),
  });
  const facts = { storeVersion, seed, daySeconds, stateSeconds: snapshotStateSeconds, madeBy };
  try {
    const writer = await SnapshotWriter.open(store, start, daySignatureSuffixLength, facts);
    const warmUpSeconds = Math.min(warmUpSecondsMaximum, daySeconds);
    // A minute longer: what was traded in a minute is written once it is over.
    for (let second = -warmUpSeconds; second <= daySeconds; second += minuteSeconds) {
      if (second >= 0 && second % snapshotStateSeconds === 0) await writer.saveState(second);
      await indexMinute(store, market, start + second);
    }
    await store.flush();
    await writer.write(path.resolve(folder));
  } finally {
    await store.close();
  }
}

async function indexMinute(store: Store, market: SimulatedMarket, first: number): Promise<void> {
  const last = first + minuteSeconds - 1;
  const { slot, block } = market.block(first, last);
  const wanted = (program: string, pool: string) =>
    store.pools.needsSwapAccounts(program, pool, last);
  await store.add(decodeBlock(slot, block, wanted));
  if (store.pendingRows >= rowsPerFlush) await store.flush();
}
