import type { SampleWork } from '../../reads/amountSamples.ts';
import {
  type FeeFilter,
  lowestComputeUnits,
  type SolTipFilter,
  type TipFilter,
} from '../../reads/marketReads.ts';
import type { QueryOptions } from '../../reads/queryOptions.ts';
import type { ReadContext } from '../database/readContext.ts';
import { WhereClause } from '../database/whereClause.ts';
import { createDuckdbSamples, type SampleQuery } from './duckdbSamples.ts';

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
 * Only attempts that paid: failures may have no fee (SIMD-0290) and would lower percentiles. Durable
 * nonces are counted if the sample is split.
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
      .atLeast('compute_units', lowestComputeUnits(filter))
      .atMost('compute_units', filter.computeUnitMax)
      // Every amount except 0 has a bucket of at least 1.
      .atLeast('fee_bucket', 1);
  const hasNonces = groups.length > 0;
  const columns = [
    ...groups,
    'fee_lamports AS amount',
    'fee_bucket AS bucket',
    ...(hasNonces ? ['durable_nonce'] : []),
  ].join(', ');
  const attempts = conditions('time');
  const rows = `SELECT ${columns}, 1::UINTEGER AS weight FROM transactions WHERE ${attempts.sql}`;
  if (store.rolledUpRows === 0) return { rows, values: attempts.values, groups, hasNonces };
  // Both halves bind the same values under the same names.
  const failures = conditions('minute');
  return {
    rows: `${rows} UNION ALL
           SELECT ${columns}, attempts AS weight FROM failures WHERE ${failures.sql}`,
    values: attempts.values,
    groups,
    isWeighted: true,
    hasNonces,
  };
}

export function solTipSampleQuery(
  { names }: ReadContext,
  { window, wallets, providers, bots }: SolTipFilter,
): SampleQuery {
  const conditions = new WhereClause(names)
    .within('time', window)
    .isAnyOf('wallet', wallets)
    .isAnyOf('provider', providers)
    .isAnyOf('bot', bots)
    // Every amount except 0 has a bucket of at least 1, and this column is narrower.
    .atLeast('tip_bucket', 1);
  return {
    rows: `SELECT tip_lamports AS amount, tip_bucket AS bucket FROM transactions
           WHERE ${conditions.sql}`,
    values: conditions.values,
    groups: [],
  };
}

export function tipSampleQuery({ names }: ReadContext, filter: TipFilter): SampleQuery {
  const conditions = new WhereClause(names)
    .within('time', filter.window)
    .isAnyOf('wallet', filter.wallets)
    .isAnyOf('provider', filter.providers)
    .atLeast('compute_units', lowestComputeUnits(filter))
    .atMost('compute_units', filter.computeUnitMax)
    .atLeast('base_input', filter.baseInputMin)
    .atMost('base_input', filter.baseInputMax);
  return {
    rows: `SELECT provider, mint, amount, bucket FROM tips WHERE ${conditions.sql}`,
    values: conditions.values,
    groups: ['provider', 'mint'],
  };
}
