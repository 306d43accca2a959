import type { Attempt } from '../../competition/attempt.ts';
import type { PriceLookup } from '../../prices/priceTracker.ts';
import { computeValuation } from '../../store/recordValuation.ts';

/** As in the index, but with the tip that another transaction of its bundle paid for it. */
export function valuationOf(
  { transaction: { record }, price }: Pick<Attempt, 'transaction' | 'price'>,
  prices: PriceLookup,
): ReturnType<typeof computeValuation> {
  const tips = [...record.tips, ...(price.bundledTip?.record.tips ?? [])];
  return computeValuation({ ...record, tips }, prices);
}
