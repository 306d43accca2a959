import type { Message } from './message.ts';
import { instructionData, u32 } from './programActions.ts';

const advanceNonceAccount = 4;

/**
 * Whether the transaction has a durable nonce instead of a recent blockhash: its first instruction
 * advances a nonce account that it can write. `null` if the instruction cannot be read.
 */
export function usesDurableNonce({ instructions, programs, isWritable }: Message): boolean | null {
  const [first] = instructions;
  if (first === undefined || !programs.at(first.program).isSystem) return false;
  if (first.parsed !== undefined) return first.parsed.type === 'advanceNonce';
  const data = instructionData(first);
  if (data.length < 4) return null;
  const [account] = Array.from(first.accounts);
  return u32(data, 0) === advanceNonceAccount && account !== undefined && isWritable(account);
}
