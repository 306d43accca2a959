import type { walletOrders } from '../../../../api/arbscope/walletRanking.ts';
import { usdOf } from '../../money.ts';
import type { WalletRankingQuery, WalletRankingRows } from '../../reads/walletRankingReads.ts';
import { typeNumber } from '../../rows.ts';
import { hashOf } from '../database/hashedIds.ts';
import { sumOf } from '../database/wideSums.ts';
import type { PinnedRead } from './filterTerms.ts';
import type { NameLookup } from './nameLookup.ts';
import { readTransactionTerms } from './transactionTerms.ts';

/** Ranking key for each order, from the sums of a wallet. */
const keys: Readonly<Record<(typeof walletOrders)[number], string>> = {
  gains: 'gains',
  transactions: 'successes + failed',
  success: 'successes / (successes + failed)',
  tips: 'tips',
};

export async function readWalletRanking(
  read: PinnedRead,
  lookup: NameLookup,
  { filter, window, order, wallets, limit }: WalletRankingQuery,
): Promise<WalletRankingRows> {
  const { database, signal } = read;
  const terms = (await readTransactionTerms(read, filter))(window);
  const ranked = `
    SELECT *, rank() OVER (ORDER BY ranked_by DESC) AS place FROM (
      SELECT wallet, sum(is_success) AS successes, countIf(is_success = 0) AS failed,
             ${sumOf('profits_nanocents')} AS gains, ${sumOf('net_gains_lamports')} AS gains_lamports,
             ${sumOf(`if(type = ${typeNumber('arbitrage')}, revenues_nanocents, 0)`)} AS revenues,
             ${sumOf('volume_nanocents')} AS volume, sum(tip_lamports) AS tips, sum(fee_lamports) AS fees,
             ${keys[order]} AS ranked_by
      ${terms.sql} GROUP BY wallet)`;
  const [[walletsTotal = 0, profitsUsd = 0, rankedTotal = 0] = []] = await database.query(
    `SELECT count(), ${usdOf('sum(gains)')}, sum(ranked_by) FROM (${ranked})`,
    { signal },
  );
  const listed = wallets.length === 0 ? '' : `WHERE wallet IN (${wallets.map(hashOf).join(', ')})`;
  const rows = await database.query(
    `SELECT wallet, place, ranked_by, ${usdOf('gains')}, gains_lamports, ${usdOf('revenues')},
            ${usdOf('volume')}, successes, failed, tips, fees
     FROM (${ranked}) ${listed}
     ORDER BY place, successes + failed DESC, wallet LIMIT ${Math.floor(limit)}`,
    { signal },
  );
  const ids = rows.map(([wallet]) => BigInt(String(wallet)));
  const bots = await readBots(read, { filter, window }, ids);
  const names = await lookup.names([...ids, ...bots.values()], signal);
  return {
    walletsTotal: Number(walletsTotal),
    profitsUsd: Number(profitsUsd),
    rankedTotal: Number(rankedTotal),
    wallets: rows.map((row, at) => {
      const number = (column: number): number => Number(row[column]);
      const wallet = ids[at] ?? 0n;
      const bot = bots.get(wallet);
      return {
        wallet: names.get(wallet) ?? '',
        rank: number(1),
        rankedBy: number(2),
        profitsUsd: number(3),
        netGainsLamports: number(4),
        revenuesUsd: number(5),
        volumeUsd: number(6),
        successes: number(7),
        failures: number(8),
        tipLamports: BigInt(String(row[9])),
        feeLamports: BigInt(String(row[10])),
        bot: bot === undefined ? null : (names.get(bot) ?? null),
      };
    }),
  };
}

/** The most used bot of each wallet. */
async function readBots(
  read: PinnedRead,
  { filter, window }: Pick<WalletRankingQuery, 'filter' | 'window'>,
  wallets: readonly bigint[],
): Promise<Map<bigint, bigint>> {
  if (wallets.length === 0) return new Map();
  const terms = (await readTransactionTerms(read, filter))(window)
    .matches(`bot > 0`)
    .matches(`wallet IN (${wallets.join(', ')})`);
  const rows = await read.database.query(
    `SELECT wallet, argMax(bot, (uses, bot)) FROM
       (SELECT wallet, bot, count() AS uses ${terms.sql} GROUP BY wallet, bot)
     GROUP BY wallet`,
    { signal: read.signal },
  );
  return new Map(rows.map(([wallet, bot]) => [BigInt(String(wallet)), BigInt(String(bot))]));
}
