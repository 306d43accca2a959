import type { MarketCallOptions } from '../../api/marketService.ts';
import type { TipPercentiles } from '../../api/percentileTable.ts';
import type { OperationContext } from './operationContext.ts';
import { tablePercents, toPercentileEntry } from './percentileTable.ts';
import { readPercentiles } from './readPercentiles.ts';
import type { WhereClause } from './whereClause.ts';

/**
 * Tips by provider and tip mint, in the smallest unit of the mint. A transaction counts once for
 * each provider and mint that it tipped. A provider that was asked for and got no tip is empty.
 */
export async function tipPercentiles(
  { store }: OperationContext,
  conditions: WhereClause,
  providers: readonly string[] | undefined,
  { signal }: MarketCallOptions,
): Promise<TipPercentiles> {
  const samples = await readPercentiles(
    store,
    {
      rows: `SELECT provider, mint, amount, bucket FROM tips WHERE ${conditions.sql}`,
      values: conditions.values,
      groups: ['provider', 'mint'],
    },
    tablePercents,
    { signal },
  );
  const answer: TipPercentiles = Object.fromEntries(
    (providers ?? []).map((provider) => [provider, {}]),
  );
  for (const sample of samples) {
    const [provider = 0, mint = 0] = sample.group;
    const name = store.names.nameOf(provider);
    answer[name] = { ...answer[name], [store.names.nameOf(mint)]: toPercentileEntry(sample) };
  }
  return answer;
}
