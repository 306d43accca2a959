import { t } from '@vscode/l10n';
import { knownProgramName } from '../../solana/knownAddresses.ts';
import { formatTransactionError } from '../../solana/programErrors/errorWords.ts';
import type { WireTransaction } from '../../solana/wireTransaction.ts';
import type { ExecutionResult } from '../landing/executionResult.ts';
import { LandingError } from '../rpc/landingError.ts';
import { rpcErrorCodes } from '../rpc/rpcError.ts';
import type { VirtualMachine } from './virtualMachine.ts';

/** The virtual machine includes no third-party programs, whose code belongs to their authors. */
export const sandboxProgramsMessage = t(
  'The Sandbox runs native, token and memo programs, and its own AMM. Other programs need a Node connection.',
);

/** Throws a LandingError as a node does. */
export function assertSimulated(
  run: ExecutionResult,
  transaction: WireTransaction,
  machine: Pick<VirtualMachine, 'hasProgram'>,
): void {
  if (run.error === null) return;
  const missing = missingPrograms(transaction, machine).map((one) => knownProgramName(one) ?? one);
  const isMissing = run.error !== 'AlreadyProcessed' && missing.length > 0;
  const note = isMissing ? ` (${missing.join(', ')}). ${sandboxProgramsMessage}` : '';
  throw new LandingError(
    rpcErrorCodes.simulationFailed,
    `Transaction simulation failed: ${formatTransactionError(run.error)}${note}`,
    {
      err: run.error,
      logs: run.logs,
      unitsConsumed: run.unitsConsumed,
      accounts: null,
      innerInstructions: null,
      replacementBlockhash: null,
      returnData: null,
    },
  );
}

export function missingPrograms(
  { instructions, staticKeys }: WireTransaction,
  machine: Pick<VirtualMachine, 'hasProgram'>,
): string[] {
  const programs = new Set(instructions.map(({ programIndex }) => staticKeys[programIndex] ?? ''));
  return [...programs].filter((one) => one !== '' && !machine.hasProgram(one));
}
