import { t } from '@vscode/l10n';
import { MarketError } from '../../api/marketError.ts';
import type { MarketCallOptions } from '../../api/marketService.ts';
import type { TransactionDetail } from '../../api/transaction.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { findRecord } from '../store/findRecord.ts';
import { transactionDetailOfFetched } from './fetchedTransaction.ts';
import type { OperationContext } from './operationContext.ts';
import { toTransactionDetail } from './toTransactionDetail.ts';

/**
 * One transaction of the index, or, where the source is a chain, one that the node returns and that is
 * decoded for this answer alone. Throws a MarketError of kind `not-found` for any other.
 */
export async function handleTransaction(
  context: OperationContext,
  { signature }: { readonly signature: string },
  options: MarketCallOptions = {},
): Promise<TransactionDetail> {
  const symbol = (mint: string) => symbolOf(context, mint);
  const stored = await findRecord(context.store, signature, options);
  if (stored !== null) return toTransactionDetail(stored, symbol);
  const signal = options.signal ?? new AbortController().signal;
  const fetched = (await context.transactionReader?.getTransaction(signature, signal)) ?? null;
  if (fetched !== null) return transactionDetailOfFetched(fetched, context.store.prices, symbol);
  throw new MarketError(
    'not-found',
    t(
      'The index holds no arbitrage transaction {0}. It may be older than the index, no arbitrage, or of another chain.',
      signature,
    ),
    { parameter: 'signature' },
  );
}

function symbolOf({ tokens }: Pick<OperationContext, 'tokens'>, mint: string): string {
  return tokens.get(mint)?.symbol ?? knownMints.get(mint)?.symbol ?? '';
}
