import { t } from '@vscode/l10n';
import { errorMessage } from '../../api/errorMessage.ts';
import { MarketError } from '../../api/marketError.ts';
import type { TransactionDetail } from '../../api/transaction.ts';
import { knownMints } from '../../solana/knownMints.ts';
import type { ArbitrageRecord } from '../decode/arbitrageRecord.ts';
import { addDecimals } from '../decode/decodeBlock.ts';
import { type DecodedTransaction, decodeTransaction } from '../decode/decodeTransaction.ts';
import type { RpcTransaction } from '../decode/rpcBlock.ts';
import { type PriceLookup, PriceTracker, type TokenPrice } from '../priceTracker.ts';
import { computeValuation } from '../store/recordValuation.ts';
import { toTransactionDetail } from './toTransactionDetail.ts';

const symbolOf = (mint: string): string => knownMints.get(mint)?.symbol ?? '';

/** The answer for a record that no store holds, at prices from elsewhere. */
export function transactionDetailOfRecord(
  record: ArbitrageRecord,
  prices: PriceLookup,
  timeSeconds: number,
  symbol: (mint: string) => string = symbolOf,
): TransactionDetail {
  const priceAtRecord = (mint: string) => {
    const price = prices.priceOf(mint);
    return {
      mint,
      priceUsd: price?.priceUsd ?? null,
      // The swaps of a block without a time were observed at 0.
      timeSeconds: price?.timeSeconds || null,
      digits: prices.decimalsOf(mint) ?? 0,
    };
  };
  const figures = computeValuation(record, prices);
  return toTransactionDetail(
    { ...figures, record, timeSeconds, prices: { get: priceAtRecord } },
    symbol,
  );
}

/**
 * The answer for a transaction that a node returned, at the prices of its own swaps and, for what they
 * do not price, at those that are known otherwise; each price has its time. Throws a MarketError of
 * kind `not-found` for one that is no arbitrage and of no class kept apart.
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
      t('The node’s transaction cannot be read: {0}', errorMessage(error)),
    );
  }
  const { record, observations } = decoded;
  if (record === null) {
    throw new MarketError(
      'not-found',
      t('The node holds this transaction, but it is no arbitrage: {0}.', decoded.reason),
      { parameter: 'signature' },
    );
  }
  const timeSeconds = transaction.blockTime ?? 0;
  const decimals = new Map<string, number>();
  addDecimals(transaction, decimals);
  const ownPrices = new PriceTracker();
  ownPrices.observe(observations, decimals, timeSeconds);
  const prices: PriceLookup = {
    priceOf: (mint): TokenPrice | null => ownPrices.priceOf(mint) ?? known?.priceOf(mint) ?? null,
    decimalsOf: (mint) => ownPrices.decimalsOf(mint) ?? known?.decimalsOf(mint) ?? null,
  };
  return { ...transactionDetailOfRecord(record, prices, timeSeconds, symbol), from_node: true };
}
