import { t } from '@vscode/l10n';
import { MarketError } from '../../interface/marketError.ts';
import type { CallOptions } from '../../interface/marketService.ts';
import type { TransactionDetail } from '../../interface/transaction.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { findRecord } from '../store/findRecord.ts';
import type { AnswerContext } from './context.ts';
import { answerOfFetched } from './fetchedTransaction.ts';
import { detailOf } from './transactionDetail.ts';

/**
 * One transaction of the index, or, where the source is a chain, one that it tells and that is
 * decoded for this answer alone. Throws a MarketError of kind `not-found` for any other.
 */
export async function answerTransaction(
  context: AnswerContext,
  { signature }: { readonly signature: string },
  options: CallOptions = {},
): Promise<TransactionDetail> {
  const symbol = (mint: string) => symbolOf(context, mint);
  const stored = await findRecord(context.store, signature, options);
  if (stored !== null) return detailOf(stored, symbol);
  const signal = options.signal ?? new AbortController().signal;
  const told = (await context.transactions?.transaction(signature, signal)) ?? null;
  if (told !== null) return answerOfFetched(told, context.store.prices, symbol);
  throw new MarketError(
    'not-found',
    t(
      'The index holds no arbitrage transaction {0}. It may be older than the index, no arbitrage, or of another chain.',
      signature,
    ),
    { parameter: 'signature' },
  );
}

function symbolOf({ tokens }: Pick<AnswerContext, 'tokens'>, mint: string): string {
  return tokens.get(mint)?.symbol ?? knownMints.get(mint)?.symbol ?? '';
}
