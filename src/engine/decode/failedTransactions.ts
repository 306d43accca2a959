import { AccountBalances } from './accountBalances.ts';
import type { Message } from './message.ts';
import { instructionData } from './programActions.ts';
import type { RpcMeta } from './rpcBlock.ts';

const jupiter = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';

/** Where Jupiter's route instructions name the accounts, or the mints, they start and end in. */
const jupiterRoutes: ReadonlyMap<string, readonly [start: number, end: number]> = new Map([
  ['e517cb977ae3ad2a', [2, 3]],
  ['96564774a75d0e68', [2, 3]],
  ['bb64facc31c4af14', [3, 4]],
  ['c1209b3341d69c81', [7, 8]],
  ['d19853937cfed8e9', [6, 7]],
  ['d033ef977b2bed5c', [5, 6]],
  ['b0d169a89a7d453e', [7, 8]],
]);

export function namesCircularRoute(message: Message, meta: RpcMeta): boolean {
  return message.instructions.some((instruction) => {
    if (message.keys.at(instruction.program) !== jupiter) return false;
    const data = instructionData(instruction);
    const head = Buffer.from(data.buffer, data.byteOffset, Math.min(8, data.length));
    const ends = jupiterRoutes.get(head.toString('hex'));
    if (!ends) return false;
    const [start, end] = ends.map((position) => instruction.accounts[position] ?? -1);
    if (start === undefined || end === undefined || start < 0 || end < 0) return false;
    if (start === end) return true;
    const balances = new AccountBalances(message, meta);
    const mint = balances.mintOf(start);
    return mint !== undefined && mint === balances.mintOf(end);
  });
}
