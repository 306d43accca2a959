import type { ArbscopeOperations } from '../../../api/arbscope/arbscopeOperations.ts';
import {
  defaultRankedWallets,
  type RankedWallet,
  type WalletRanking,
  type walletOrders,
} from '../../../api/arbscope/walletRanking.ts';
import type { ParametersOf } from '../../../api/defineOperation.ts';
import type { MarketCallOptions } from '../../../api/marketService.ts';
import type { ReadQuery } from '../../store/duckdb/query.ts';
import { WhereClause } from '../../store/duckdb/whereClause.ts';
import { typeNumber } from '../../store/rows.ts';
import { type OperationContext, type TimeWindow, windowUntilNow } from '../operationContext.ts';
import {
  failureConditions,
  type TransactionFilter,
  transactionConditions,
} from './transactionFilter.ts';

const defaultTimeRangeSeconds = 86_400;

/** What each order ranks by, of the sums of a wallet. */
const keys: Readonly<Record<(typeof walletOrders)[number], string>> = {
  gains: 'net_gains_usd',
  transactions: 'successes + failures',
  success: 'successes / (successes + failures)',
  tips: 'tips',
};

/** Of equals, those of whom more is known come first. */
const orderSql = 'ORDER BY place, successes + failures DESC, wallet';

/**
 * Wallets by their sums in a window, each with its place and share among all that pass the filter.
 * Net gains include what failures cost; gross gains are those of arbitrages.
 */
export async function handleWalletRanking(
  context: OperationContext,
  parameters: ParametersOf<ArbscopeOperations['walletRanking']>,
  options: MarketCallOptions = {},
): Promise<WalletRanking> {
  const { timeRange = defaultTimeRangeSeconds, order = 'gains', ...rest } = parameters;
  const { limit = defaultRankedWallets, wallets = [], ...filter } = rest;
  const { store } = context;
  const window = windowUntilNow(context, timeRange);
  const rows = rankedRows(context, filter, window);
  const listed = new WhereClause(store.names, 'w').isAnyOf('wallet', wallets);
  return await store.readTransaction(async (read) => {
    const columns = await read(
      `WITH sums AS (
         SELECT wallet, sum(success)::DOUBLE AS successes, sum(failure)::DOUBLE AS failures,
                sum(profits_usd) AS net_gains_usd, sum(net_gains_sol) AS net_gains_sol,
                sum(revenues_usd) AS revenues_usd, sum(volume_usd) AS volume_usd,
                sum(tip_lamports) AS tips, sum(fee_lamports) AS fees
         FROM (${rows.sql}) GROUP BY wallet),
       ranked AS (
         SELECT *, ${keys[order]} AS ranked_by, rank() OVER (ORDER BY ranked_by DESC) AS place
         FROM sums),
       whole AS (
         SELECT count(*) AS wallets, coalesce(sum(net_gains_usd), 0) AS gains,
                coalesce(sum(ranked_by), 0)::DOUBLE AS total FROM ranked)
       SELECT whole.wallets::UINTEGER, whole.gains, whole.total, wallet, place::UINTEGER,
              ranked_by::DOUBLE, net_gains_usd, net_gains_sol, revenues_usd, volume_usd,
              successes, failures, tips, fees
       FROM whole LEFT JOIN (
         SELECT * FROM ranked WHERE ${listed.sql} ${orderSql} LIMIT ${limit}) ON true
       ${orderSql}`,
      { ...rows.values, ...listed.values },
    );
    const number = (column: number, row: number): number => Number(columns[column]?.[row] ?? 0);
    const total = number(2, 0);
    const hasShares = order !== 'success' && total > 0;
    const shown = (columns[3] ?? []).flatMap((wallet) => (wallet === null ? [] : Number(wallet)));
    const bots = await readBots(context, read, { filter, window, wallets: shown });
    return {
      time_range: timeRange,
      wallets_total: number(0, 0),
      net_gains_usd: number(1, 0),
      wallets: shown.map((wallet, row): RankedWallet => {
        const [success, fail] = [number(10, row), number(11, row)];
        return {
          wallet: store.names.nameOf(wallet),
          rank: number(4, row),
          share: hasShares ? number(5, row) / total : null,
          net_gains_usd: number(6, row),
          net_gains_sol: number(7, row),
          revenues_usd: number(8, row),
          volume_usd: number(9, row),
          transactions: { success, fail, total: success + fail },
          success_rate: success / (success + fail),
          tips: BigInt(number(12, row)),
          fees: BigInt(number(13, row)),
          bot: bots.get(wallet) ?? null,
        };
      }),
    };
  }, options);
}

/** One row for each transaction, and for each rolled-up group of failures. */
function rankedRows(
  { store }: OperationContext,
  filter: TransactionFilter,
  window: TimeWindow,
): { sql: string; values: WhereClause['values'] } {
  const attempts = transactionConditions(store, filter, window);
  const failures = failureConditions(store, filter, window);
  const isArbitrage = `type = ${typeNumber('arbitrage')}`;
  const sql = `SELECT wallet, is_success AS success, 1 - is_success AS failure, profits_usd,
      net_gains_sol, CASE WHEN ${isArbitrage} THEN revenues_usd ELSE 0 END AS revenues_usd,
      volume_usd, tip_lamports::DOUBLE AS tip_lamports, fee_lamports::DOUBLE AS fee_lamports
    FROM transactions WHERE ${attempts.sql}`;
  if (failures === null) return { sql, values: attempts.values };
  return {
    sql: `${sql} UNION ALL
      SELECT wallet, 0, attempts, profits_usd, net_gains_sol, 0, 0, 0, fee_lamports * attempts
      FROM failures WHERE ${failures.sql}`,
    values: { ...attempts.values, ...failures.values },
  };
}

/** The bot that each wallet used most. */
async function readBots(
  { store }: OperationContext,
  read: ReadQuery,
  {
    filter,
    window,
    wallets,
  }: {
    readonly filter: TransactionFilter;
    readonly window: TimeWindow;
    readonly wallets: readonly number[];
  },
): Promise<Map<number, string>> {
  if (wallets.length === 0) return new Map();
  const listed = { ...filter, wallets: wallets.map((wallet) => store.names.nameOf(wallet)) };
  const attempts = transactionConditions(store, listed, window);
  const failures = failureConditions(store, listed, window);
  const rolledUp =
    failures === null
      ? ''
      : `UNION ALL SELECT wallet, bot, attempts FROM failures WHERE bot <> 0 AND ${failures.sql}`;
  const [found = [], bots = []] = await read(
    `SELECT wallet, arg_max(bot, uses) FROM (
       SELECT wallet, bot, sum(attempts) AS uses FROM (
         SELECT wallet, bot, 1::UINTEGER AS attempts FROM transactions
         WHERE bot <> 0 AND ${attempts.sql} ${rolledUp}
       ) GROUP BY wallet, bot
     ) GROUP BY wallet`,
    { ...attempts.values, ...failures?.values },
  );
  return new Map(
    found.map((wallet, row) => [Number(wallet), store.names.nameOf(Number(bots[row]))]),
  );
}
