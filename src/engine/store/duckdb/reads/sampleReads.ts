import type { SampleWork } from '../../reads/amountSamples.ts';
import type { FeeFilter, SolTipFilter, TipFilter } from '../../reads/marketReads.ts';
import type { QueryOptions } from '../../reads/queryOptions.ts';
import type { ReadContext } from '../database/readContext.ts';
import { WhereClause } from '../database/whereClause.ts';
import { createDuckdbSamples, type SampleQuery } from './duckdbSamples.ts';

/** Opens a snapshot for the two steps that samples are read in. */
export const readSamples = <Result>(
  store: ReadContext,
  query: SampleQuery,
  work: SampleWork<Result>,
  options?: QueryOptions,
): Promise<Result> =>
  store.readTransaction(
    (snapshot) => work(createDuckdbSamples(snapshot, store.names, query)),
    options,
  );

/**
 * Fees of every attempt that paid one, failures among them: a failed transaction may have no fee
 * (SIMD-0290), and 0 would then pull every percentile down. Failures that were rolled up
 * (`retention.ts`) count with their exact fee; their minute stands for their time, and the lower
 * edge of their band for their compute units.
 */
export function feeSampleQuery(
  store: ReadContext,
  filter: FeeFilter,
  groups: SampleQuery['groups'],
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

/** Transactions that tipped SOL, with the sum of what each tipped. */
export function solTipSampleQuery(
  { names }: ReadContext,
  { window, wallets, providers, bots }: SolTipFilter,
): SampleQuery {
  const conditions = new WhereClause(names)
    .within('time', window)
    .isAnyOf('wallet', wallets)
    .isAnyOf('provider', providers)
    .isAnyOf('bot', bots)
    // The bucket of every amount but 0, and a narrower column to read.
    .atLeast('tip_bucket', 1);
  return {
    rows: `SELECT tip_lamports AS amount, tip_bucket AS bucket FROM transactions
           WHERE ${conditions.sql}`,
    values: conditions.values,
    groups: [],
  };
}

/** A transaction has one row for each provider and mint that it tipped. */
export function tipSampleQuery({ names }: ReadContext, filter: TipFilter): SampleQuery {
  const conditions = new WhereClause(names)
    .within('time', filter.window)
    .isAnyOf('wallet', filter.wallets)
    .isAnyOf('provider', filter.providers)
    .atLeast('compute_units', filter.computeUnitMin)
    .atMost('compute_units', filter.computeUnitMax)
    .atLeast('base_input', filter.baseInputMin)
    .atMost('base_input', filter.baseInputMax);
  return {
    rows: `SELECT provider, mint, amount, bucket FROM tips WHERE ${conditions.sql}`,
    values: conditions.values,
    groups: ['provider', 'mint'],
  };
}
