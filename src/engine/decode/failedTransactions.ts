import { AccountBalances } from './accountBalances.ts';
import type { Message } from './message.ts';
import { instructionData, startsWith } from './programActions.ts';
import type { RpcMeta } from './rpcBlock.ts';

const jupiter = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';

/**
 * Positions of the start and end account (or mint), from Jupiter's IDL (2026-08). To renew: compare with
 * its current IDL.
 */
const jupiterRoutes: readonly {
  readonly prefix: Uint8Array;
  readonly ends: readonly [start: number, end: number];
}[] = (
  [
    ['e517cb977ae3ad2a', [2, 3]],
    ['96564774a75d0e68', [2, 3]],
    ['bb64facc31c4af14', [3, 4]],
    ['c1209b3341d69c81', [7, 8]],
    ['d19853937cfed8e9', [6, 7]],
    ['d033ef977b2bed5c', [5, 6]],
    ['b0d169a89a7d453e', [7, 8]],
  ] as const
).map(([discriminator, ends]) => ({
  prefix: Buffer.from(discriminator, 'hex'),
  ends,
}));

export function namesCircularRoute(message: Message, meta: RpcMeta): boolean {
  return message.instructions.some((instruction) => {
    if (message.keys.at(instruction.program) !== jupiter) return false;
    const data = instructionData(instruction);
    const route = jupiterRoutes.find(({ prefix }) => startsWith(data, prefix));
    if (!route) return false;
    const start = instruction.accounts[route.ends[0]] ?? -1;
    const end = instruction.accounts[route.ends[1]] ?? -1;
    if (start < 0 || end < 0) return false;
    if (start === end) return true;
    const balances = new AccountBalances(message, meta);
    const mint = balances.mintOf(start);
    return mint !== undefined && mint === balances.mintOf(end);
  });
}
