import path from 'node:path';
import { decodeBlock } from '../decode/decodeBlock.ts';
import { minuteSeconds } from '../minute.ts';
import { dayMarkLength, secondsPerDay } from '../sources/simulated/calendar.ts';
import { Market } from '../sources/simulated/market.ts';
import { preparedStateSeconds } from '../sources/simulated/simulatedSource.ts';
import { inMemory } from '../store/database.ts';
import { Store } from '../store/store.ts';
import { storeVersion } from '../store/tables.ts';
import { DayWriter } from './writeDay.ts';

/** Before the day begins its prices have settled, as the end of the day leaves them. */
const warmUpSecondsMaximum = 3_600;
/** Some time after every second of the past whose slot is a number that a store takes. */
const anyTime = 1_500_000_000;
const rowsPerFlush = 5_000;

export interface PrepareDayOptions {
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
export async function prepareDay(options: PrepareDayOptions): Promise<void> {
  const { seed, folder, madeBy, daySeconds = secondsPerDay } = options;
  const market = new Market(seed, daySeconds);
  const start = Math.ceil(anyTime / daySeconds) * daySeconds;
  const keepAll = { keepSeconds: null, rawFailures: Number.MAX_SAFE_INTEGER };
  const store = await Store.open(inMemory, keepAll, { folder: path.dirname(path.resolve(folder)) });
  const facts = { storeVersion, seed, daySeconds, stateSeconds: preparedStateSeconds, madeBy };
  try {
    const writer = await DayWriter.open(store, start, dayMarkLength, facts);
    const warmUpSeconds = Math.min(warmUpSecondsMaximum, daySeconds);
    // A minute longer: what was traded in a minute is written once it is over.
    for (let second = -warmUpSeconds; second <= daySeconds; second += minuteSeconds) {
      if (second >= 0 && second % preparedStateSeconds === 0) await writer.keepState(second);
      await takeMinute(store, market, start + second);
    }
    await store.flush();
    await writer.write(path.resolve(folder));
  } finally {
    await store.close();
  }
}

async function takeMinute(store: Store, market: Market, first: number): Promise<void> {
  const last = first + minuteSeconds - 1;
  const { slot, block } = market.block(first, last);
  const wanted = (program: string, pool: string) => store.pools.wantsSwap(program, pool, last);
  await store.add(decodeBlock(slot, block, wanted));
  if (store.pendingRows >= rowsPerFlush) await store.flush();
}
