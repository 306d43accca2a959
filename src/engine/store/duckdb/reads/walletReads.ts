import { solOf, usdOf } from '../../money.ts';
import type {
  WalletTotals,
  WalletTotalsFilter,
  WalletTransactionRow,
  WalletTransactionsFilter,
} from '../../reads/marketReads.ts';
import type { QueryOptions } from '../../reads/queryOptions.ts';
import type { ReadContext } from '../database/readContext.ts';
import { WhereClause } from '../database/whereClause.ts';

export async function readWalletTotals(
  store: ReadContext,
  { window, wallets, provider }: WalletTotalsFilter,
  options?: QueryOptions,
): Promise<WalletTotals[]> {
  const conditions = (time: 'time' | 'minute') =>
    new WhereClause(store.names)
      .within(time, window)
      .isAnyOf('wallet', wallets)
      .isAnyOf('provider', provider === undefined ? undefined : [provider]);
  const attempts = conditions('time');
  // Both halves bind the same values under the same names.
  const columns = await store.query(
    `SELECT wallet, is_success, sum(attempts)::DOUBLE, sum(net_gains_lamports)::DOUBLE,
            ${usdOf('sum(profits_nanocents)')}, sum(volume_lamports)::DOUBLE,
            ${usdOf('sum(volume_nanocents)')}
     FROM (
       SELECT wallet, is_success, 1::UINTEGER AS attempts, net_gains_lamports,
              profits_nanocents, volume_lamports, volume_nanocents
       FROM transactions WHERE ${attempts.sql}
       UNION ALL
       SELECT wallet, 0::UTINYINT, attempts, net_gains_lamports, profits_nanocents, 0, 0
       FROM failures WHERE ${conditions('minute').sql}
     ) GROUP BY wallet, is_success`,
    attempts.values,
    options,
  );
  return (columns[0] ?? []).map((_, row) => {
    const [wallet = 0, isSuccess, transactions = 0, ...sums] = columns.map((column) =>
      Number(column[row]),
    );
    const [gainsLamports = 0, gainsUsd = 0, volumeLamports = 0, volumeUsd = 0] = sums;
    return {
      wallet: store.names.nameOf(wallet),
      isSuccess: isSuccess === 1,
      transactions,
      gainsLamports,
      gainsUsd,
      volumeLamports,
      volumeUsd,
    };
  });
}

/** True if the row's block has a time; otherwise the row has the time of an earlier block. */
const isTimeKnownSql = "starts_with(detail, '[1')";

export async function readWalletTransactions(
  store: ReadContext,
  { wallets, isSuccess, limit }: WalletTransactionsFilter,
  options?: QueryOptions,
): Promise<WalletTransactionRow[]> {
  const conditions = new WhereClause(store.names)
    .isAnyOf('wallet', wallets)
    .equals('is_success', isSuccess === undefined ? undefined : Number(isSuccess));
  const columns = await store.query(
    `SELECT is_success, wallet, signature, slot, time, base, fee_lamports, ${usdOf('profits_nanocents')},
            ${solOf('net_gains_lamports')}, ${isTimeKnownSql}
     FROM transactions WHERE ${conditions.sql}
     ORDER BY slot DESC, position DESC LIMIT ${limit}`,
    conditions.values,
    options,
  );
  return (columns[0] ?? []).map((_, row) => {
    const cell = (column: number): string => String(columns[column]?.[row]);
    return {
      isSuccess: cell(0) === '1',
      wallet: store.names.nameOf(Number(cell(1))),
      signature: cell(2),
      slot: Number(cell(3)),
      timeSeconds: cell(9) === 'true' ? Number(cell(4)) : null,
      baseMint: store.names.nameOf(Number(cell(5))),
      feeLamports: BigInt(cell(6)),
      profitsUsd: Number(cell(7)),
      netGainsSol: Number(cell(8)),
    };
  });
}
