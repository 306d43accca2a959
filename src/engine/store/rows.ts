import { type TransactionType, transactionTypes } from '../../api/enumerations.ts';
import { usdcMint, usdtMint, wrappedSolMint } from '../../solana/baseMints.ts';
import type { ArbitrageRecord, Leg, TriedPool } from '../decode/arbitrageRecord.ts';
import type { PriceLookup } from '../prices/priceTracker.ts';
import { toLamports, toNanocents } from './money.ts';
import type { NameIds } from './nameTable.ts';
import type { PriceAtRecord } from './reads/storedRecord.ts';
import { packDetail } from './recordDetail.ts';
import {
  computeValuation,
  payablePrices,
  type RecordValuation,
  storedFigures,
} from './recordValuation.ts';
import type { RouteStopIds } from './routeStopTable.ts';
import type { RowOf, Tables } from './tables.ts';

type IdColumn = 'wallet' | 'bot' | 'provider' | 'base' | 'mint' | 'place' | 'place_credit';

/** A row with a store's ids of names and route stops: sequential numbers or hashes. */
export type RowWithIds<Table extends keyof Tables, Id> = {
  readonly [Column in keyof RowOf<Tables[Table]>]: Column extends IdColumn
    ? Id
    : RowOf<Tables[Table]>[Column];
};

const typeNumbers = Object.fromEntries(
  transactionTypes.map((type, number) => [type, number]),
) as Readonly<Record<TransactionType, number>>;

export const typeNumber = (type: TransactionType): number => typeNumbers[type];

/** Whether a transaction uses a durable nonce; rows of earlier versions do not say it. */
export const durableNonceValues = { unknown: 0, no: 1, yes: 2 } as const;

const durableNonceNumber = (usesDurableNonce: boolean | null): number =>
  durableNonceValues[usesDurableNonce === null ? 'unknown' : usesDurableNonce ? 'yes' : 'no'];

/** Flags in `place_credit` (see `tables.ts`). */
export const firstOfToken = 1;
export const firstOfAmm = 2;
export const creditFlagFactor = 4;

const creditOf = <Id extends number | bigint>(place: Id, flags: number): Id =>
  (typeof place === 'bigint'
    ? place * BigInt(creditFlagFactor) + BigInt(flags)
    : place * creditFlagFactor + flags) as Id;

const placeOfCredit = <Id extends number | bigint>(credit: Id): Id =>
  (typeof credit === 'bigint'
    ? credit / BigInt(creditFlagFactor)
    : Math.floor(credit / creditFlagFactor)) as Id;

/** Five characters as a number below 58^5, from the middle, where all values are equally likely. */
export function signatureKey(signature: string): number {
  let key = 0;
  for (let at = 20; at < 25; at++) {
    key = key * 58 + (signature.charCodeAt(at) % 58 || 0);
  }
  return key;
}

interface RowContext<Id extends number | bigint> {
  /** Of the row in `transactions`; 0 if the store does not number them. */
  readonly number: number;
  readonly timeSeconds: number;
  readonly prices: PriceLookup;
  readonly names: NameIds<Id>;
  readonly places: RouteStopIds<Id>;
}

export const recordTables = ['transactions', 'tips', 'credits', 'stops'] as const;
type RecordTable = (typeof recordTables)[number];
export type RecordRows<Id extends number | bigint> = {
  readonly [Table in RecordTable]: readonly RowWithIds<Table, Id>[];
};

/** All rows of a record, so that a store can queue either all of them or none. */
export function recordRows<Id extends number | bigint>(
  record: ArbitrageRecord,
  context: RowContext<Id>,
): RecordRows<Id> {
  const { number, timeSeconds: time, names, places } = context;
  const figures = computeValuation(record, context.prices);
  const credits = creditRows(record, time, figures, names, places);
  const placeOf = (token: string | null, { program, pool }: Pick<Leg, 'program' | 'pool'>): Id =>
    places.idOf(names.idOf(token), names.idOf(program), names.idOf(pool));
  return {
    transactions: [transactionRow(record, figures, context)],
    tips: tipRows(record, time, names),
    credits,
    stops: stopRows(record, { number, time }, credits, placeOf),
  };
}

function transactionRow<Id extends number | bigint>(
  record: ArbitrageRecord,
  figures: RecordValuation,
  { number, timeSeconds, prices, names }: RowContext<Id>,
): RowWithIds<'transactions', Id> {
  const stored = storedFigures(figures);
  const payable = payablePrices(record, prices);
  return {
    number: BigInt(number),
    slot: record.slot,
    position: record.index,
    time: timeSeconds,
    signature_key: signatureKey(record.signature),
    signature: record.signature,
    type: typeNumber(record.type),
    is_success: record.isSuccess ? 1 : 0,
    wallet: names.idOf(record.wallet),
    bot: names.idOf(record.bot?.family ?? null),
    provider: names.idOf(figures.provider),
    fee_lamports: record.feeLamports,
    tip_lamports: figures.tipLamports,
    fee_bucket: amountBucket(record.feeLamports),
    tip_bucket: amountBucket(figures.tipLamports),
    compute_units: record.computeUnits ?? 0,
    durable_nonce: durableNonceNumber(record.usesDurableNonce),
    sol_price: payable.priceOf(wrappedSolMint)?.priceUsd ?? 0,
    base: names.idOf(record.baseMint),
    base_input: record.baseInput,
    revenues_nanocents: toNanocents(stored.revenuesUsd),
    profits_nanocents: toNanocents(stored.profitsUsd),
    net_gains_lamports: toLamports(stored.netGainsSol),
    volume_nanocents: toNanocents(stored.volumeUsd),
    volume_lamports: toLamports(stored.volumeSol),
    detail: packDetail(record, timeSeconds, pricesOf(record, payable), names),
  };
}

function pricesOf(record: ArbitrageRecord, prices: PriceLookup): PriceAtRecord[] {
  const mints = new Set<string>();
  for (const { inputMint, outputMint } of record.legs) mints.add(inputMint).add(outputMint);
  for (const list of [record.tips, record.botFees, record.otherPayments, record.grossGains]) {
    for (const { mint } of list) mints.add(mint);
  }
  return [...mints].map((mint) => {
    const price = prices.priceOf(mint);
    return {
      mint,
      priceUsd: price?.priceUsd ?? null,
      // 0 means that the block of the swaps has no time.
      timeSeconds: price?.timeSeconds || null,
      digits: prices.decimalsOf(mint) ?? 0,
    };
  });
}

/** Sums tips to the same provider in the same mint. */
function tipRows<Id extends number | bigint>(
  record: ArbitrageRecord,
  timeSeconds: number,
  names: NameIds<Id>,
): RowWithIds<'tips', Id>[] {
  const sums = new Map<string, { provider: string; mint: string; amount: bigint }>();
  for (const { provider, mint, amount } of record.tips) {
    const key = `${provider} ${mint}`;
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { provider, mint, amount });
    else sum.amount += amount;
  }
  return [...sums.values()].map(({ provider, mint, amount }) => ({
    slot: record.slot,
    time: timeSeconds,
    wallet: names.idOf(record.wallet),
    provider: names.idOf(provider),
    mint: names.idOf(mint),
    amount,
    bucket: amountBucket(amount),
    compute_units: record.computeUnits ?? 0,
    base_input: record.baseInput,
  }));
}

function creditRows<Id extends number | bigint>(
  record: ArbitrageRecord,
  timeSeconds: number,
  figures: RecordValuation,
  names: NameIds<Id>,
  places: RouteStopIds<Id>,
): RowWithIds<'credits', Id>[] {
  if (record.type !== 'arbitrage') return [];
  const stored = storedFigures(figures);
  const money = {
    revenues_nanocents: toNanocents(stored.revenuesUsd),
    profits_nanocents: toNanocents(stored.profitsUsd),
    volume_nanocents: toNanocents(stored.volumeUsd),
  };
  const wallet = names.idOf(record.wallet);
  const base = names.idOf(record.baseMint);
  const seenPlaces = new Set<Id>();
  const seenTokens = new Set<Id>();
  const seenAmms = new Set<string>();
  const rows: RowWithIds<'credits', Id>[] = [];
  for (const leg of record.legs) {
    for (const token of tokensOf(leg, record.baseMint)) {
      const tokenId = names.idOf(token);
      const amm = names.idOf(leg.program);
      const place = places.idOf(tokenId, amm, names.idOf(leg.pool));
      if (seenPlaces.has(place)) continue;
      seenPlaces.add(place);
      const ammOfToken = `${tokenId} ${amm}`;
      const flags =
        (seenTokens.has(tokenId) ? 0 : firstOfToken) + (seenAmms.has(ammOfToken) ? 0 : firstOfAmm);
      seenTokens.add(tokenId);
      seenAmms.add(ammOfToken);
      rows.push({
        slot: record.slot,
        time: timeSeconds,
        wallet,
        base,
        place_credit: creditOf(place, flags),
        ...money,
      });
    }
  }
  return rows;
}

/**
 * Of an arbitrage the stops of its route. An attempt without a swap passes the pools that its bot
 * tried, so that it counts for each of them.
 */
function stopRows<Id extends number | bigint>(
  record: ArbitrageRecord,
  { number, time }: { readonly number: number; readonly time: number },
  credits: readonly RowWithIds<'credits', Id>[],
  placeOf: (token: string | null, stop: Pick<Leg, 'program' | 'pool'>) => Id,
): RowWithIds<'stops', Id>[] {
  const { legs, attempt } = record;
  if (legs.length === 0 && attempt === null) return [];
  const passed =
    record.type === 'arbitrage'
      ? credits.map(({ place_credit }) => placeOfCredit(place_credit))
      : legs.length > 0
        ? legs.flatMap((leg) => tokensOf(leg, record.baseMint).map((token) => placeOf(token, leg)))
        : (attempt?.pools ?? []).flatMap((pool) =>
            tokensOfPool(pool).map((token) => placeOf(token, pool)),
          );
  const row = { number: BigInt(number), slot: record.slot, time };
  return [...new Set(passed)].map((place) => ({ ...row, place }));
}

/** The mints that a group of pools settles in, by precedence. */
const settlementMints = [wrappedSolMint, usdcMint, usdtMint];

/** Its mints without the base mint of the intended cycle; `null` for an unknown token. */
function tokensOfPool({ mints }: TriedPool): readonly (string | null)[] {
  const base = settlementMints.find((mint) => mints.includes(mint));
  const tokens = mints.filter((mint) => mint !== base);
  return tokens.length === 0 ? [null] : tokens;
}

function tokensOf(leg: Leg, baseMint: string | null): string[] {
  return [leg.inputMint, leg.outputMint].filter((mint) => mint !== baseMint);
}

const float = new Float64Array(1);
const words = new Uint32Array(float.buffer);
const highWord = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0;

/** Keeps sign, exponent and eight bits of the mantissa: buckets are 0.4 % wide. */
const droppedBits = 12;
const bucketOfOne = (1_023 << 20) >>> droppedBits;

/**
 * Bucket number of a u64: below 16,400, rising with the amount. Percentile queries count buckets,
 * then read only the amounts of the few relevant ones. This is several times faster than sorting
 * the whole sample, and just as exact.
 */
export function amountBucket(amount: bigint): number {
  if (amount <= 0n) return 0;
  float[0] = Number(amount);
  return ((words[highWord] ?? 0) >>> droppedBits) - bucketOfOne + 1;
}
