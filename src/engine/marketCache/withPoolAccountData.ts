import type { AccountInfo, AccountReader } from '../sources/accountReader.ts';
import type { ImportedPool } from './parsePoolEntry.ts';
import { readPoolAccount } from './readPoolAccount.ts';

/** Most pools of one answer whose accounts are asked for: a few requests to the node. */
const fetchedPoolsMaximum = 500;

const noAccounts: ReadonlyMap<string, AccountInfo> = new Map();

/**
 * The pools with what their own accounts tell, for those of which mints, vaults or further accounts
 * are missing. A node that does not answer leaves them as they are.
 */
export async function withPoolAccountData(
  pools: readonly ImportedPool[],
  chain: AccountReader,
  signal?: AbortSignal,
): Promise<ImportedPool[]> {
  const lacking = pools.filter(
    ({ mintA, vaultA, addresses }) =>
      mintA === '' || vaultA === '' || Object.keys(addresses).length === 0,
  );
  const addresses = lacking.slice(0, fetchedPoolsMaximum).map(({ pool }) => pool);
  if (addresses.length === 0) return [...pools];
  const accounts = await chain.getAccounts(addresses, signal).catch(() => noAccounts);
  return pools.map((pool) => {
    const account = accounts.get(pool.pool);
    if (account === undefined || account.owner !== pool.program) return pool;
    const read = readPoolAccount(pool.program, account.data);
    return read === null ? pool : { ...pool, ...read };
  });
}
