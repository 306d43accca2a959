import { t } from '@vscode/l10n';
import type { WireTransaction } from '../../solana/wireTransaction.ts';
import type { VirtualMachine } from './virtualMachine.ts';

/** What the virtual machine brings; the code of other programs is their authors'. */
export const sandboxProgramsMessage = t(
  'The Sandbox runs System, Token, Token-2022, Associated Token Account, Memo, Compute Budget, Address Lookup Table, Stake and Vote; swaps and bots need a Node connection.',
);

/** Programs that a transaction calls and the machine does not have. */
export function missingPrograms(
  { instructions, staticKeys }: WireTransaction,
  machine: Pick<VirtualMachine, 'hasProgram'>,
): string[] {
  const programs = new Set(instructions.map(({ programIndex }) => staticKeys[programIndex] ?? ''));
  return [...programs].filter((one) => one !== '' && !machine.hasProgram(one));
}
