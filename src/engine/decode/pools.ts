import type { AccountBook } from './accountBook.ts';
import { ammLayouts, type SwapLayout } from './ammLayouts.ts';
import type { Message } from './message.ts';
import type { Call, Movement } from './movements.ts';
import { instructionData } from './programActions.ts';

/** The layout of a call's instruction, where its AMM and its discriminator are known. */
export function findLayout(call: Call): SwapLayout | null {
  const layouts = ammLayouts.get(call.program);
  if (!layouts) return null;
  const [only] = layouts;
  if (only && only.discriminator === '') return only;
  const data = instructionData(call.instruction);
  const head = Buffer.from(data.buffer, data.byteOffset, Math.min(8, data.length)).toString('hex');
  return layouts.find(({ discriminator }) => head.startsWith(discriminator)) ?? null;
}

/** A pool with the accounts that hold its tokens, as indexes. */
export interface FoundPool {
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
  call: Call,
  movements: readonly Movement[],
  message: Message,
  book: AccountBook,
  isTraders: (account: number) => boolean,
): FoundPool {
  const { accounts } = call.instruction;
  const layout = findLayout(call);
  const vaults = [
    ...new Set(
      movements
        .flatMap(({ from, to }) => [from, to])
        .filter((account) => account >= 0 && !isTraders(account) && book.isTokenAccount(account)),
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
      vaults.some((vault) => vault !== account && book.ownerOf(vault) === book.keys.at(account)),
  );
  const guess =
    owner ??
    listed.find(
      (account) =>
        account >= message.requiredSignatures &&
        message.isWritable(account) &&
        !book.isTokenAccount(account) &&
        !isTraders(account),
    );
  return { account: guess ?? -1, vaults };
}
