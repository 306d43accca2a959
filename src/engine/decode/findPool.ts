import type { AccountBalances } from './accountBalances.ts';
import type { Message } from './message.ts';
import type { Movement } from './movement.ts';
import type { ProgramCall } from './transactionFlow.ts';

/** A pool with the accounts that hold its tokens, as indexes. */
export interface SwapPool {
  /** Index of the pool account; -1 where it could not be told. */
  readonly account: number;
  readonly vaults: readonly number[];
}

/**
 * Names the pool of a swap. By the AMM's layout where it is known; otherwise the account that
 * owns the vaults, if the call may write it; otherwise the first account of the call that it may
 * write and that is no token account, signer or program.
 */
export function findPool(
  call: ProgramCall,
  movements: readonly Movement[],
  message: Message,
  balances: AccountBalances,
  isTraders: (account: number) => boolean,
): SwapPool {
  const { layout } = call;
  const { accounts } = call.instruction;
  const vaults = [
    ...new Set(
      movements
        .flatMap(({ from, to }) => [from, to])
        .filter(
          (account) => account >= 0 && !isTraders(account) && balances.isTokenAccount(account),
        ),
    ),
  ];
  const pool = layout ? accounts[layout.pools[0] ?? 0] : undefined;
  if (layout && pool !== undefined) {
    const named = layout.vaults.map((position) => accounts[position] ?? -1);
    const moved = named.filter((account) => vaults.includes(account));
    return { account: pool, vaults: moved.length > 0 ? moved : vaults };
  }
  const listed = Array.from(accounts);
  const owner = listed.find(
    (account) =>
      message.isWritable(account) &&
      vaults.some(
        (vault) => vault !== account && balances.ownerOf(vault) === balances.keys.at(account),
      ),
  );
  const guess =
    owner ??
    listed.find(
      (account) =>
        account >= message.requiredSignatures &&
        message.isWritable(account) &&
        !balances.isTokenAccount(account) &&
        !isTraders(account),
    );
  return { account: guess ?? -1, vaults };
}
