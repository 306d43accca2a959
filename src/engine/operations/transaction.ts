import { t } from '@vscode/l10n';
import { errorMessage } from '../../api/errorMessage.ts';
import { MarketError } from '../../api/marketError.ts';
import type { MarketCallOptions } from '../../api/marketService.ts';
import type { MintInfo, TipDetail, TransactionDetail } from '../../api/transaction.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { isoTime } from '../base/timeWindow.ts';
import type { SlotReader } from '../chain/slotReader.ts';
import type { ArbitrageRecord, MintAmount } from '../decode/arbitrageRecord.ts';
import { addDecimals } from '../decode/decodeBlock.ts';
import { type DecodedTransaction, decodeTransaction } from '../decode/decodeTransaction.ts';
import type { RpcTransaction } from '../decode/rpcBlock.ts';
import { type PriceLookup, PriceTracker, withFallback } from '../prices/priceTracker.ts';
import type { PriceAtRecord, StoredRecord } from '../store/reads/storedRecord.ts';
import { computeValuation, payablePrices, storedFigures } from '../store/recordValuation.ts';
import type { OperationContext } from './operationContext.ts';

/** Throws a MarketError of kind `not-found`. */
export async function handleTransaction(
  context: OperationContext,
  { signature }: { readonly signature: string },
  options: MarketCallOptions = {},
): Promise<TransactionDetail> {
  const symbol = (mint: string) => context.tokens.get(mint)?.symbol ?? symbolOf(mint);
  const { rowsFromSeconds } = context.store;
  const stored = await context.store.findTransaction(signature, options);
  const signal = options.signal ?? new AbortController().signal;
  if (stored !== null) {
    return toTransactionDetail(await inOwnBlock(stored, context.slotReader, signal), symbol);
  }
  const fetched = (await context.transactionReader?.getTransaction(signature, signal)) ?? null;
  if (fetched !== null) return transactionDetailOfFetched(fetched, context.store.prices, symbol);
  throw new MarketError(
    'not-found',
    rowsFromSeconds === null
      ? t(
          'No arbitrage transaction {0} in the index. It may be older, not an arbitrage, or on another chain.',
          signature,
        )
      : t(
          'No arbitrage transaction {0} in the index, which has transactions since {1} only.',
          signature,
          isoTime(rowsFromSeconds),
        ),
    { parameter: 'signature' },
  );
}

/**
 * The Sandbox indexes its history in blocks of a minute, at the slot and the time of its last second. Its
 * node and the competition have the block of each second.
 */
async function inOwnBlock(
  stored: StoredRecord,
  reader: SlotReader | undefined,
  signal: AbortSignal,
): Promise<StoredRecord> {
  const { record } = stored;
  const slot = (await reader?.slotOf(record.signature, record.slot, signal)) ?? record.slot;
  if (reader === undefined || slot === record.slot) return stored;
  const read = await reader.block(slot, signal);
  const time = read.kind === 'block' ? read.block.blockTime : null;
  if (typeof time !== 'number') return stored;
  return { ...stored, timeSeconds: time, record: { ...record, slot, blockTimeSeconds: time } };
}

interface PricedRecord extends Omit<StoredRecord, 'prices'> {
  readonly prices: Pick<StoredRecord['prices'], 'get'>;
}

export function toTransactionDetail(
  stored: PricedRecord,
  symbol: (mint: string) => string,
): TransactionDetail {
  const { record } = stored;
  const infoOf = (mint: string): MintInfo => mintInfo(stored.prices.get(mint), symbol(mint));
  const withInfo = ({ mint, amount }: MintAmount) => ({ amount, mint, ...infoOf(mint) });
  return {
    signature: record.signature,
    wallet: record.wallet,
    isSuccess: record.isSuccess,
    timestamp: record.blockTimeSeconds === null ? null : isoTime(stored.timeSeconds),
    version: record.version,
    type: record.type,
    block_number: record.slot,
    compute_unit: record.computeUnits,
    fees: record.feeLamports,
    gains_details: record.grossGains.map(withInfo),
    tips_details: mergePayments(
      record.tips.map(({ provider, recipient, ...tip }) => ({
        ...tip,
        type: provider,
        to: recipient,
      })),
    ).map(({ type, to, ...tip }): TipDetail => ({ ...withInfo(tip), type, to })),
    route_map_details: record.legs.map((leg) => ({
      order: leg.order,
      input_mint: leg.inputMint,
      output_mint: leg.outputMint,
      input_amount: leg.inputAmount,
      output_amount: leg.outputAmount,
      input_mint_info: infoOf(leg.inputMint),
      output_mint_info: infoOf(leg.outputMint),
      pool: leg.pool ?? '',
      amm: leg.program,
    })),
    net_gains_usd: stored.profitsUsd,
    net_gains_sol: stored.netGainsSol,
    volume_usd: stored.volumeUsd,
    volume_sol: stored.volumeSol,
    bot: record.bot,
    bot_attempt: toAttemptDetail(record),
    bot_fees_details: mergePayments(record.botFees.map((fee) => ({ ...fee, type: '' }))).map(
      ({ to, ...fee }) => ({ ...withInfo(fee), to }),
    ),
    failure: record.failure,
    priority_fees: record.priorityFeeLamports,
    other_payments_details: record.otherPayments.map(({ to, ...payment }) => ({
      ...withInfo(payment),
      to: [to],
    })),
    rent: record.rentLamports,
    closing_differences_details: record.closingDifferences.map(withInfo),
  };
}

function toAttemptDetail({
  attempt,
  legs,
}: ArbitrageRecord): NonNullable<TransactionDetail['bot_attempt']> | null {
  if (attempt === null) return null;
  const used = new Set(legs.map(({ pool }) => pool));
  const { parameters } = attempt;
  return {
    pools_tried: attempt.pools.map(({ pool, program, mints, group }) => ({
      pool,
      amm: program,
      mints: [...mints],
      group,
      used: used.has(pool),
    })),
    unknown_pools: attempt.unknownPools,
    parameters: parameters && {
      minimum_profit: parameters.minimumProfit,
      base_mint: parameters.baseMint,
      compute_unit_limit: parameters.computeUnitLimit,
      no_failure: parameters.noFailure,
      flashloan: parameters.flashLoan,
    },
  };
}

function mintInfo(price: PriceAtRecord | undefined, symbol: string): MintInfo {
  return {
    price: price?.priceUsd ?? null,
    price_timestamp:
      price === undefined || price.timeSeconds === null ? null : isoTime(price.timeSeconds),
    digits: price?.digits ?? 0,
    symbol,
  };
}

/** One item per kind and mint. */
function mergePayments(
  payments: readonly (MintAmount & { readonly type: string; readonly to: string })[],
): { type: string; mint: string; amount: bigint; to: string[] }[] {
  const merged = new Map<string, { type: string; mint: string; amount: bigint; to: string[] }>();
  for (const { type, mint, amount, to } of payments) {
    const key = `${type} ${mint}`;
    const item = merged.get(key);
    if (item === undefined) merged.set(key, { type, mint, amount, to: [to] });
    else {
      item.amount += amount;
      if (!item.to.includes(to)) item.to.push(to);
    }
  }
  return [...merged.values()];
}

const symbolOf = (mint: string): string => knownMints.get(mint)?.symbol ?? '';

/** For a record that is not in the store. */
export function transactionDetailOfRecord(
  record: ArbitrageRecord,
  known: PriceLookup,
  timeSeconds: number,
  symbol: (mint: string) => string = symbolOf,
): TransactionDetail {
  const prices = payablePrices(record, known);
  const priceAtRecord = (mint: string) => {
    const price = prices.priceOf(mint);
    return {
      mint,
      priceUsd: price?.priceUsd ?? null,
      // A swap in a block without a time has time 0.
      timeSeconds: price?.timeSeconds || null,
      digits: prices.decimalsOf(mint) ?? 0,
    };
  };
  const figures = storedFigures(computeValuation(record, prices));
  return toTransactionDetail(
    { ...figures, record, timeSeconds, prices: { get: priceAtRecord } },
    symbol,
  );
}

/**
 * Prices come from the transaction's own swaps, otherwise from the known prices. Throws a
 * MarketError of kind `not-found` if it is none of the recorded classes.
 */
export function transactionDetailOfFetched(
  transaction: RpcTransaction,
  known: PriceLookup | null,
  symbol: (mint: string) => string = symbolOf,
): TransactionDetail {
  let decoded: DecodedTransaction;
  try {
    decoded = decodeTransaction(transaction);
  } catch (error) {
    throw new MarketError(
      'unreadable-answer',
      t('Could not read the node’s transaction: {0}', errorMessage(error)),
    );
  }
  const { record, observations, vaults } = decoded;
  if (record === null) {
    throw new MarketError(
      'not-found',
      t('The node has this transaction, but it is not an arbitrage: {0}.', decoded.reason),
      { parameter: 'signature' },
    );
  }
  const timeSeconds = transaction.blockTime ?? 0;
  const decimals = new Map<string, number>();
  addDecimals(transaction, decimals);
  const ownPrices = new PriceTracker();
  ownPrices.observe({ observations, vaults, decimals }, timeSeconds);
  const prices = withFallback(ownPrices, known);
  return { ...transactionDetailOfRecord(record, prices, timeSeconds, symbol), from_node: true };
}
