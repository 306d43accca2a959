import type { walletOrders } from '../../../../api/arbscope/walletRanking.ts';
import { usdOf } from '../../money.ts';
import type { QueryOptions } from '../../reads/queryOptions.ts';
import type { WalletRankingQuery, WalletRankingRows } from '../../reads/walletRankingReads.ts';
import { typeNumber } from '../../rows.ts';
import type { ReadQuery } from '../database/query.ts';
import type { ReadContext } from '../database/readContext.ts';
import { WhereClause } from '../database/whereClause.ts';
import { failureConditions, transactionConditions } from './transactionConditions.ts';

/** Ranking key for each order, from the sums of a wallet. */
const keys: Readonly<Record<(typeof walletOrders)[number], string>> = {
  gains: 'net_gains',
  transactions: 'successes + failures',
  success: 'successes / (successes + failures)',
  tips: 'tips',
};

/** Equal ranks: wallets with more transactions first. */
const orderSql = 'ORDER BY place, successes + failures DESC, wallet';

export function readWalletRanking(
  store: ReadContext,
  query: WalletRankingQuery,
  options?: QueryOptions,
): Promise<WalletRankingRows> {
  const { order, limit } = query;
  const rows = rankedRows(store, query);
  const listed = new WhereClause(store.names, 'w').isAnyOf('wallet', query.wallets);
  return store.readTransaction(async ({ read }) => {
    const columns = await read(
      `WITH sums AS (
         SELECT wallet, sum(success)::DOUBLE AS successes, sum(failure)::DOUBLE AS failures,
                sum(profits) AS net_gains, sum(net_gains_lamports) AS net_gains_lamports,
                sum(revenues) AS revenues, sum(volume) AS volume,
                sum(tip_lamports) AS tips, sum(fee_lamports) AS fees
         FROM (${rows.sql}) GROUP BY wallet),
       ranked AS (
         SELECT *, ${keys[order]} AS ranked_by, rank() OVER (ORDER BY ranked_by DESC) AS place
         FROM sums),
       whole AS (
         SELECT count(*) AS wallets, coalesce(sum(net_gains), 0) AS gains,
                coalesce(sum(ranked_by), 0)::DOUBLE AS total FROM ranked)
       SELECT whole.wallets::UINTEGER, ${usdOf('whole.gains')}, whole.total, wallet, place::UINTEGER,
              ranked_by::DOUBLE, ${usdOf('net_gains')}, net_gains_lamports::DOUBLE,
              ${usdOf('revenues')}, ${usdOf('volume')},
              successes, failures, tips, fees
       FROM whole LEFT JOIN (
         SELECT * FROM ranked WHERE ${listed.sql} ${orderSql} LIMIT ${limit}) ON true
       ${orderSql}`,
      { ...rows.values, ...listed.values },
    );
    const number = (column: number, row: number): number => Number(columns[column]?.[row] ?? 0);
    const shown = (columns[3] ?? []).flatMap((wallet) => (wallet === null ? [] : Number(wallet)));
    const bots = await readBots(store, read, query, shown);
    return {
      walletsTotal: number(0, 0),
      profitsUsd: number(1, 0),
      rankedTotal: number(2, 0),
      wallets: shown.map((wallet, row) => ({
        wallet: store.names.nameOf(wallet),
        rank: number(4, row),
        rankedBy: number(5, row),
        profitsUsd: number(6, row),
        netGainsLamports: number(7, row),
        revenuesUsd: number(8, row),
        volumeUsd: number(9, row),
        successes: number(10, row),
        failures: number(11, row),
        tipLamports: BigInt(number(12, row)),
        feeLamports: BigInt(number(13, row)),
        bot: bots.get(wallet) ?? null,
      })),
    };
  }, options);
}

/** One row for each transaction and each rolled-up group of failures. */
function rankedRows(
  store: ReadContext,
  { filter, window }: WalletRankingQuery,
): { sql: string; values: WhereClause['values'] } {
  const attempts = transactionConditions(store, filter, window);
  const failures = failureConditions(store, filter, window);
  const isArbitrage = `type = ${typeNumber('arbitrage')}`;
  const sql = `SELECT wallet, is_success AS success, 1 - is_success AS failure,
      profits_nanocents AS profits, net_gains_lamports,
      CASE WHEN ${isArbitrage} THEN revenues_nanocents ELSE 0 END AS revenues,
      volume_nanocents AS volume, tip_lamports::DOUBLE AS tip_lamports, fee_lamports::DOUBLE AS fee_lamports
    FROM transactions WHERE ${attempts.sql}`;
  if (failures === null) return { sql, values: attempts.values };
  return {
    sql: `${sql} UNION ALL
      SELECT wallet, 0, attempts, profits_nanocents, net_gains_lamports, 0, 0, 0, fee_lamports * attempts
      FROM failures WHERE ${failures.sql}`,
    values: { ...attempts.values, ...failures.values },
  };
}

/** The most used bot of each wallet. */
async function readBots(
  store: ReadContext,
  read: ReadQuery,
  { filter, window }: WalletRankingQuery,
  wallets: readonly number[],
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
