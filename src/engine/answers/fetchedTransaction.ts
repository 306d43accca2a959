import { t } from '@vscode/l10n';
import { MarketError } from '../../interface/marketError.ts';
import type { TransactionDetail } from '../../interface/transaction.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { addDecimals } from '../decode/decodeBlock.ts';
import { type DecodedTransaction, decodeTransaction } from '../decode/decodeTransaction.ts';
import type { ArbitrageRecord } from '../decode/record.ts';
import type { RpcTransaction } from '../decode/rpcBlock.ts';
import { type KnownPrice, PriceBook, type PriceView } from '../prices.ts';
import { figuresOf } from '../store/figures.ts';
import { detailOf } from './transactionDetail.ts';

const symbolOf = (mint: string): string => knownMints.get(mint)?.symbol ?? '';

/** The answer for a record that no store holds, at prices from elsewhere. */
export function answerOfRecord(
  record: ArbitrageRecord,
  prices: PriceView,
  timeSeconds: number,
  symbol: (mint: string) => string = symbolOf,
): TransactionDetail {
  const priceAtRecord = (mint: string) => {
    const price = prices.priceOf(mint);
    return {
      mint,
      priceUsd: price?.priceUsd ?? null,
      timeSeconds: price?.timeSeconds ?? null,
      digits: prices.digitsOf(mint) ?? 0,
    };
  };
  const figures = figuresOf(record, prices);
  return detailOf({ ...figures, record, timeSeconds, prices: { get: priceAtRecord } }, symbol);
}

/**
 * The answer for a transaction that a node told, at the prices of its own swaps and, for what they
 * do not price, at those that are known otherwise; each price has its time. Throws a MarketError of
 * kind `not-found` for one that is no arbitrage and of no class kept apart.
 */
export function answerOfFetched(
  transaction: RpcTransaction,
  known: PriceView | null,
  symbol: (mint: string) => string = symbolOf,
): TransactionDetail {
  let decoded: DecodedTransaction;
  try {
    decoded = decodeTransaction(transaction);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MarketError(
      'unreadable-answer',
      t('The node’s transaction cannot be read: {0}', reason),
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
  const own = new PriceBook();
  own.observe(observations, decimals, timeSeconds);
  const prices: PriceView = {
    priceOf: (mint): KnownPrice | null => own.priceOf(mint) ?? known?.priceOf(mint) ?? null,
    digitsOf: (mint) => own.digitsOf(mint) ?? known?.digitsOf(mint) ?? null,
  };
  return { ...answerOfRecord(record, prices, timeSeconds, symbol), from_node: true };
}
