import type { walletOrders } from '../../../api/arbscope/walletRanking.ts';
import { usdOf } from '../money.ts';
import type {
  RankedWalletRow,
  WalletRankingQuery,
  WalletRankingRows,
} from '../reads/walletRankingReads.ts';
import { typeNumber } from '../rows.ts';
import type { Cell, SqlRead } from './sqlRead.ts';

/** Ranking key for each order, from the sums of a wallet. */
const keys: Readonly<Record<(typeof walletOrders)[number], string>> = {
  gains: 'gains',
  transactions: 'successes + failed',
  success: 'successes / (successes + failed)',
  tips: 'tips',
};

const columns = {
  single: `wallet, is_success AS success, 1 - is_success AS failure, profits_nanocents,
    net_gains_lamports, if(type = ${typeNumber('arbitrage')}, revenues_nanocents, 0) AS gross,
    volume_nanocents, tip_lamports, fee_lamports`,
  group: `wallet, 0::UTINYINT, attempts, profits_nanocents, net_gains_lamports, 0::BIGINT,
    0::BIGINT, 0::UBIGINT, fee_lamports * attempts`,
  totals: `wallet, if(is_success = 1, transactions, 0) AS success,
    if(is_success = 1, 0, transactions) AS failure, profits_nanocents, net_gains_lamports,
    if(type = ${typeNumber('arbitrage')}, revenues_nanocents, 0) AS gross, volume_nanocents,
    tip_lamports, fee_lamports`,
  isByWallet: true,
};

export async function readWalletRanking(
  read: SqlRead,
  { filter, window, order, wallets, limit }: WalletRankingQuery,
): Promise<WalletRankingRows> {
  const from = await read.filteredAttempts(columns, filter, window);
  const ids = wallets.map((wallet) => [`${read.idOf(wallet) ?? 0}`]);
  const isListed = ids.length === 0 ? '1 = 1' : read.isOneOf(['wallet'], ids);
  // The first row also has the totals, so one is read even if no listed wallet is ranked.
  const rows = await read.rows(
    `SELECT ${isListed} AS is_listed, wallet, place, CAST(ranked_by AS DOUBLE), ${usdOf('gains')},
            gains_lamports, ${usdOf('revenues')}, ${usdOf('volume')}, successes, failed, tips, fees,
            wallets, ${usdOf('all_gains')}, CAST(all_ranked_by AS DOUBLE)
     FROM (
       SELECT *, rank() OVER (ORDER BY ranked_by DESC) AS place, count(*) OVER () AS wallets,
              sum(gains) OVER () AS all_gains, sum(ranked_by) OVER () AS all_ranked_by
       FROM (
         SELECT *, ${keys[order]} AS ranked_by FROM (
           SELECT wallet, sum(success) AS successes, sum(failure) AS failed,
                  ${read.sum('profits_nanocents')} AS gains,
                  ${read.sum('net_gains_lamports')} AS gains_lamports,
                  ${read.sum('gross')} AS revenues, ${read.sum('volume_nanocents')} AS volume,
                  sum(tip_lamports) AS tips, sum(fee_lamports) AS fees
           ${from} GROUP BY wallet)))
     ORDER BY is_listed DESC, place, successes + failed DESC, wallet
     LIMIT ${Math.max(1, Math.floor(limit))}`,
  );
  const listed = rows.slice(0, limit).filter(([flag]) => Number(flag) === 1);
  const shown = listed.map(([, wallet]) => wallet ?? null);
  const bots = await readBots(read, { filter, window }, shown);
  const nameOf = await read.namesOf([...shown, ...bots.values()]);
  const [totals = []] = rows;
  return {
    walletsTotal: Number(totals[12] ?? 0),
    profitsUsd: Number(totals[13] ?? 0),
    rankedTotal: Number(totals[14] ?? 0),
    wallets: listed.map((row): RankedWalletRow => {
      const number = (at: number): number => Number(row[at]);
      const bot = bots.get(String(row[1]));
      return {
        wallet: nameOf(row[1]),
        rank: number(2),
        rankedBy: number(3),
        profitsUsd: number(4),
        netGainsLamports: number(5),
        revenuesUsd: number(6),
        volumeUsd: number(7),
        successes: number(8),
        failures: number(9),
        tipLamports: BigInt(String(row[10])),
        feeLamports: BigInt(String(row[11])),
        bot: bot === undefined ? null : nameOf(bot),
      };
    }),
  };
}

/** The most used bot of each wallet. */
async function readBots(
  read: SqlRead,
  { filter, window }: Pick<WalletRankingQuery, 'filter' | 'window'>,
  wallets: readonly Cell[],
): Promise<Map<string, Cell>> {
  const bots = new Map<string, Cell>();
  if (wallets.length === 0) return bots;
  const from = await read.filteredAttempts(
    {
      single: 'wallet, bot, 1 AS uses',
      group: 'wallet, bot, attempts::INTEGER',
      totals: 'wallet, bot, transactions AS uses',
      isByWallet: true,
    },
    filter,
    window,
  );
  const rows = await read.rows(
    `SELECT wallet, bot ${from}
     WHERE bot > 0 AND ${read.isOneOf(
       ['wallet'],
       wallets.map((wallet) => [String(wallet)]),
     )}
     GROUP BY wallet, bot ORDER BY sum(uses), bot`,
  );
  for (const [wallet, bot = null] of rows) bots.set(String(wallet), bot);
  return bots;
}
