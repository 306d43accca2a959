import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { DecodedBlock } from '../../src/engine/decode/arbitrageRecord.ts';
import type { PageCursor } from '../../src/engine/store/reads/arbitrageReads.ts';
import type { StoreReader } from '../../src/engine/store/storeReader.ts';
import type { StoreWriter } from '../../src/engine/store/storeWriter.ts';
import { arbitrage, failure } from '../unit/engine/operations/arbscope/market.ts';
import { address, block, signatureOf, solAt } from '../unit/engine/syntheticBlocks.ts';

/** Random blocks, and the newest of their rows as a plain sort finds them. */

const slotsBetween = 61;
const firstSlot = 1_000;
const firstSeconds = 1_000_000;
const names = { token: ['a', 'b', 'c'], wallet: ['v', 'w'] } as const;

/** In order of arrival: late, repeated with another hash as after a fork, or without a time. */
const blocks = fc.array(
  fc.record({
    slot: fc.nat(120),
    hasTime: fc.boolean(),
    secondsLate: fc.nat(90),
    isWritten: fc.boolean(),
    rows: fc.array(
      fc.record({
        token: fc.constantFrom(...names.token),
        wallet: fc.constantFrom(...names.wallet),
        isFailed: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
  }),
  { minLength: 1, maxLength: 60 },
);
type Blocks = typeof blocks extends fc.Arbitrary<infer Value> ? Value : never;

const queries = fc.record({
  tokens: fc.subarray([...names.token], { maxLength: 2 }),
  wallets: fc.subarray([...names.wallet], { maxLength: 1 }),
  outcomes: fc.subarray(['gain', 'failed'] as const, { maxLength: 1 }),
  fromSeconds: fc.option(fc.nat(7_400), { nil: undefined }),
  toSeconds: fc.option(fc.nat(7_400), { nil: undefined }),
  limit: fc.integer({ min: 1, max: 9 }),
  /** Each page ends after its first stretch. */
  isHurried: fc.boolean(),
});
type Query = typeof queries extends fc.Arbitrary<infer Value> ? Value : never;

export const newestRows = { blocks, queries } as const;

interface PlainRow {
  readonly signature: string;
  readonly slot: number;
  readonly index: number;
  readonly token: string | null;
  readonly wallet: string;
}

/** Returns the rows that a store has after these blocks. */
export async function writeBlocks(store: StoreWriter, made: Blocks): Promise<PlainRow[]> {
  const rows = new Map<number, PlainRow[]>();
  for (const [at, { slot, hasTime, secondsLate, isWritten, rows: own }] of made.entries()) {
    const plain = own.map(({ token, wallet, isFailed }, index) => ({
      signature: signatureOf(slot * 10 + index),
      ...{ slot: firstSlot + slot * slotsBetween, index, token: isFailed ? null : address(token) },
      wallet: address(wallet),
    }));
    const seconds = firstSeconds + slot * slotsBetween + secondsLate;
    await store.add(blockOf(plain, { at, slot, seconds: hasTime ? seconds : null }));
    rows.set(slot, plain);
    if (isWritten) await store.flush();
  }
  await store.flush();
  return [...rows.values()].flat();
}

function blockOf(
  rows: readonly PlainRow[],
  { at, slot, seconds }: { at: number; slot: number; seconds: number | null },
): DecodedBlock {
  const own = { slot: firstSlot + slot * slotsBetween, blockTimeSeconds: seconds };
  return block({
    ...own,
    blockhash: `hash${at}`,
    observations: [solAt(100)],
    records: rows.map(({ index, token, wallet }) => {
      const number = slot * 10 + index;
      const made =
        token === null ? failure(number, { wallet }) : arbitrage(number, { token, wallet });
      return { ...made, ...own, index };
    }),
  });
}

/** `times`: of the rows, by signature, as stored. */
export async function checkQuery(
  store: StoreReader,
  { rows, times }: { rows: readonly PlainRow[]; times: ReadonlyMap<string, number> },
  { limit, isHurried, ...query }: Query,
): Promise<void> {
  const [fromSeconds, toSeconds] = [query.fromSeconds, query.toSeconds].map((seconds) =>
    seconds === undefined ? undefined : firstSeconds + seconds,
  );
  const filter = {
    tokens: query.tokens.map(address),
    wallets: query.wallets.map(address),
    outcomes: query.outcomes,
  };
  const matches = ({ signature, token, wallet }: PlainRow): boolean => {
    const time = times.get(signature) ?? -1;
    return (
      (filter.tokens.length === 0 || (token !== null && filter.tokens.includes(token))) &&
      (filter.wallets.length === 0 || filter.wallets.includes(wallet)) &&
      (filter.outcomes.length === 0 ||
        filter.outcomes.includes(token === null ? 'failed' : 'gain')) &&
      time >= (fromSeconds ?? 0) &&
      time <= (toSeconds ?? Number.POSITIVE_INFINITY)
    );
  };
  const newestFirst = (chosen: readonly PlainRow[]): string[] =>
    chosen
      .toSorted((one, other) => other.slot - one.slot || other.index - one.index)
      .map(({ signature }) => signature);
  const expected = newestFirst(rows.filter(matches));
  const found: string[] = [];
  let behind: PageCursor | undefined;
  do {
    const {
      rows: page,
      next,
      searchedFromSeconds,
    } = await store.arbitragePage({
      ...{ filter, fromSeconds, toSeconds, order: 'time', behind, limit },
      upTo: store.visibleRows.newest,
      ...(isHurried && { maxMilliseconds: 0 }),
    });
    found.push(...page.map(({ signature }) => signature));
    if (!isHurried)
      assert.equal(page.length, Math.min(limit, expected.length - (found.length - page.length)));
    if (page.length === limit && !isHurried) assert.equal(searchedFromSeconds, undefined);
    behind = next ?? undefined;
  } while (behind !== undefined);
  assert.deepEqual(found, expected);
  if (query.wallets.length === 0) return;
  const ofWallets = newestFirst(rows.filter(({ wallet }) => filter.wallets.includes(wallet)));
  const newest = await store.walletTransactions({ wallets: filter.wallets, limit });
  assert.deepEqual(
    newest.map(({ signature }) => signature),
    ofWallets.slice(0, limit),
  );
}
