import { computeBudgetProgram, systemProgram } from '../../solana/knownPrograms.ts';
import type { ExpectedRecord } from './expectedRecord.ts';
import { jupiterProgram, type SimulatedWallet } from './simulatedWallets.ts';

/**
 * The error and the log of a failed attempt. The log has the instructions of the transaction, without the
 * calls of their programs. `isBroken`: by an error of its own, else because it found no gain.
 */
export function failureOf(
  { executor, nonceAccount }: SimulatedWallet,
  instruction: number,
  isBroken: boolean,
): Pick<ExpectedRecord, 'error' | 'log'> {
  const { program } = executor;
  const before = [
    ...(nonceAccount === null ? [] : [systemProgram]),
    ...[computeBudgetProgram, computeBudgetProgram],
  ].flatMap((each) => [`Program ${each} invoke [1]`, `Program ${each} success`]);
  const start = [...before, `Program ${program} invoke [1]`];
  if (isBroken) {
    return {
      error: { InstructionError: [instruction, 'ComputationalBudgetExceeded'] },
      log: [...start, `Program ${program} failed: Computational budget exceeded`],
    };
  }
  const code = errorCodeOf(executor);
  return {
    error: { InstructionError: [instruction, { Custom: code }] },
    log: [
      ...start,
      ...(code === smbNoProfit ? ['Program log: No profitable route'] : []),
      `Program ${program} failed: custom program error: 0x${code.toString(16)}`,
    ],
  };
}

const smbNoProfit = 1;

function errorCodeOf(executor: SimulatedWallet['executor']): number {
  if (executor.program === jupiterProgram) return 6_001;
  return executor.kind === 'bot' && executor.family === 'SMB' ? smbNoProfit : 6_000;
}
