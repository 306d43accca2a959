import type { ChainAccount, ChainAccounts } from '../sources/chainAccounts.ts';
import type { CachedPool } from './cachedPools.ts';
import { readPoolAccount } from './poolAccountData.ts';

/** Most pools of one answer whose accounts are asked for: a few requests to the node. */
const fetchedMaximum = 500;

const noAccounts: ReadonlyMap<string, ChainAccount> = new Map();

/**
 * The pools with what their own accounts tell, for those of which mints, vaults or further accounts
 * are missing. A node that does not answer leaves them as they are.
 */
export async function withAccountData(
  pools: readonly CachedPool[],
  chain: ChainAccounts,
  signal?: AbortSignal,
): Promise<CachedPool[]> {
  const lacking = pools.filter(
    ({ mintA, vaultA, addresses }) =>
      mintA === '' || vaultA === '' || Object.keys(addresses).length === 0,
  );
  const addresses = lacking.slice(0, fetchedMaximum).map(({ pool }) => pool);
  if (addresses.length === 0) return [...pools];
  const accounts = await chain.accounts(addresses, signal).catch(() => noAccounts);
  return pools.map((pool) => {
    const account = accounts.get(pool.pool);
    if (account === undefined || account.owner !== pool.program) return pool;
    const read = readPoolAccount(pool.program, account.data);
    return read === null ? pool : { ...pool, ...read };
  });
}
