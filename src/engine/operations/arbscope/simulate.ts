import { t } from '@vscode/l10n';
import type { ArbscopeOperations } from '../../../api/arbscope/arbscopeOperations.ts';
import type { Simulation } from '../../../api/arbscope/simulate.ts';
import type { ParametersOf } from '../../../api/defineOperation.ts';
import { MarketError } from '../../../api/marketError.ts';
import type { MarketCallOptions } from '../../../api/marketService.ts';
import { wrappedSolMint } from '../../../solana/baseMints.ts';
import type { SignedTransaction } from '../../chain/readSignedTransaction.ts';
import { noNodeMessage, symbolOf } from '../operationContext.ts';
import type { ArbscopeContext } from './arbscopeContext.ts';
import { readTransactionParameter } from './readTransactionParameter.ts';
import { toSimulatedTransaction } from './toSimulatedTransaction.ts';

/** Throws a MarketError if a text is no transaction or the chain is not available. */
export async function handleSimulate(
  context: ArbscopeContext,
  { transactions: texts }: ParametersOf<ArbscopeOperations['simulate']>,
  { signal }: MarketCallOptions = {},
): Promise<Simulation> {
  const transactions = texts.map((text) => readTransactionParameter(text, 'transactions'));
  assertDifferent(transactions);
  const { landing, lacksNode = false } = context;
  if (landing === undefined) {
    throw new MarketError(
      'not-offered',
      lacksNode
        ? noNodeMessage()
        : t('This connection cannot simulate. Use the Sandbox or a Node connection.'),
    );
  }
  const [{ slot, isBundle, runs }, network] = await Promise.all([
    landing.execute(transactions, signal),
    landing.network(signal).catch(withoutNetwork),
  ]);
  const symbol = (mint: string) => symbolOf(context, mint);
  const options = {
    prices: context.store.prices,
    symbol,
    timeSeconds: Math.floor(context.source.now() / 1_000),
  };
  const done = transactions.flatMap((one, at) => {
    const run = runs[at];
    return run === undefined ? [] : [toSimulatedTransaction({ ...one, run, slot }, options)];
  });
  const solPrices = done.flatMap(({ prices }) => prices.priceOf(wrappedSolMint)?.priceUsd ?? []);
  return {
    slot,
    network,
    is_bundle: isBundle,
    sol_price_usd: solPrices[0] ?? null,
    transactions: done.map(({ simulated }) => simulated),
  };
}

/** Simulation does not require the name of the cluster. */
function withoutNetwork(error: unknown): string {
  if (MarketError.is(error) && error.kind !== 'cancelled') return '';
  throw error;
}

const invalid = (message: string) =>
  new MarketError('bad-parameter', message, { parameter: 'transactions' });

/** The chain accepts each message only once. */
function assertDifferent(transactions: readonly SignedTransaction[]): void {
  const seen = new Map<string, number>();
  for (const [at, { transaction }] of transactions.entries()) {
    const message = Buffer.from(transaction.messageBytes).toString('base64');
    const known = seen.get(message);
    if (known !== undefined) {
      throw invalid(t('Transactions {0} and {1} are the same', known + 1, at + 1));
    }
    seen.set(message, at);
  }
}
