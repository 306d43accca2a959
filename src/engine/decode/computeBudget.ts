import { signaturePrograms } from '../../solana/knownPrograms.ts';
import type { Message } from './message.ts';
import { instructionData, u32 } from './programActions.ts';

const setComputeUnitLimit = 2;
const lamportsPerSignature = 5_000n;

/** `null` for the chain's default. */
export function computeUnitLimit(message: Message): number | null {
  if (message.headerComputeUnitLimit !== null) return message.headerComputeUnitLimit;
  for (const instruction of message.instructions) {
    if (!message.programs.at(instruction.program).isComputeBudget) continue;
    const data = instructionData(instruction);
    if (data[0] === setComputeUnitLimit && data.length >= 5) {
      return u32(data, 1);
    }
  }
  return null;
}

/** In lamports. */
export function priorityFee(message: Message, feeLamports: bigint): bigint {
  let signatures = message.requiredSignatures;
  for (const instruction of message.instructions) {
    if (!signaturePrograms.has(message.keys.at(instruction.program))) continue;
    signatures += instructionData(instruction)[0] ?? 0;
  }
  const priority = feeLamports - BigInt(signatures) * lamportsPerSignature;
  return priority > 0n ? priority : 0n;
}
