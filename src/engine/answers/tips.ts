import type { CallOptions } from '../../interface/marketService.ts';
import type { TipPercentiles } from '../../interface/percentileTable.ts';
import type { Conditions } from './conditions.ts';
import type { AnswerContext } from './context.ts';
import { readPercentiles } from './percentiles.ts';
import { tableOf, tablePercents } from './percentileTables.ts';

/**
 * Tips by provider and tip mint, in the smallest unit of the mint. A transaction counts once for
 * each provider and mint that it tipped. A provider that was asked for and got no tip is empty.
 */
export async function tipPercentiles(
  { store }: AnswerContext,
  conditions: Conditions,
  providers: readonly string[] | undefined,
  { signal }: CallOptions,
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
    answer[name] = { ...answer[name], [store.names.nameOf(mint)]: tableOf(sample) };
  }
  return answer;
}
