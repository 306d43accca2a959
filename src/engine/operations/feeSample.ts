import type { Store } from '../store/duckdb/store.ts';
import { WhereClause } from '../store/duckdb/whereClause.ts';
import type { TimeWindow } from './operationContext.ts';
import type { SampleQuery } from './readPercentiles.ts';

interface FeeFilter {
  readonly window: TimeWindow;
  readonly wallets?: readonly string[] | undefined;
  readonly providers?: readonly string[] | undefined;
  readonly bots?: readonly string[] | undefined;
  readonly computeUnitMin?: number | undefined;
  readonly computeUnitMax?: number | undefined;
}

/**
 * Fees of every attempt that paid one, failures among them: a failed transaction may have no fee
 * (SIMD-0290), and 0 would then pull every percentile down. Failures that were rolled up (`retention.ts`) count
 * with their exact fee; their minute stands for their time, and the lower edge of their band for
 * their compute units.
 */
export function feeSample(
  store: Store,
  filter: FeeFilter,
  groups: SampleQuery['groups'] = [],
): SampleQuery {
  const conditions = (time: 'time' | 'minute') =>
    new WhereClause(store.names)
      .within(time, filter.window)
      .isAnyOf('wallet', filter.wallets)
      .isAnyOf('provider', filter.providers)
      .isAnyOf('bot', filter.bots)
      .atLeast('compute_units', filter.computeUnitMin)
      .atMost('compute_units', filter.computeUnitMax)
      // The bucket of every amount but 0.
      .atLeast('fee_bucket', 1);
  const columns = [...groups, 'fee_lamports AS amount', 'fee_bucket AS bucket'].join(', ');
  const attempts = conditions('time');
  const rows = `SELECT ${columns}, 1::UINTEGER AS weight FROM transactions WHERE ${attempts.sql}`;
  if (store.rolledUpRows === 0) return { rows, values: attempts.values, groups };
  // Both halves bind the same values under the same names.
  const failures = conditions('minute');
  return {
    rows: `${rows} UNION ALL
           SELECT ${columns}, attempts AS weight FROM failures WHERE ${failures.sql}`,
    values: attempts.values,
    groups,
    isWeighted: true,
  };
}
