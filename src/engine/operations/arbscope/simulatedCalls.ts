import type { SimulatedCall } from '../../../api/arbscope/simulate.ts';
import { sanitizeText } from '../../../api/sanitizeText.ts';
import { knownProgramName } from '../../../solana/knownAddresses.ts';
import { decodeInstruction } from '../../../solana/landing/decodeInstruction.ts';
import { computeUnitTable } from '../../../solana/logs/computeUnits.ts';
import { loggedName, type ProgramInvocation } from '../../../solana/logs/programLogs.ts';
import { findSwapLayout } from '../../decode/ammLayouts.ts';
import type { DecodedSimulation } from '../../decode/decodeSimulation.ts';
import { invocationsOf, matchInvocations } from '../../decode/matchInvocations.ts';
import type { AccountKeys, Instruction, Message } from '../../decode/message.ts';
import { instructionData } from '../../decode/programActions.ts';

/** Callers before callees. */
export function simulatedCalls(
  { logs, ran }: DecodedSimulation,
  unitsConsumed: number | null,
): SimulatedCall[] {
  const rows = computeUnitTable(logs, unitsConsumed);
  const keys = ran?.message.keys;
  const matches =
    ran === null
      ? new Map<ProgramInvocation, Instruction>()
      : matchInvocations(ran.instructions, ran.message.keys, logs);
  return logs.roots.flatMap(invocationsOf).flatMap((invocation, at): SimulatedCall[] => {
    const { program, depth, instruction, state, firstLine, endLine } = invocation;
    // The log has programs that the transaction does not call, so it is not its log.
    if (instruction === null) return [];
    const row = rows[at];
    const match = matches.get(invocation);
    const ownName = match && keys ? nameOfInstruction(match, program, keys) : null;
    return [
      {
        instruction,
        depth,
        program,
        program_name: knownProgramName(program),
        name: ownName ?? loggedName(invocation) ?? (match && swapName(match, program)) ?? null,
        compute_units: row?.totalUnits ?? null,
        own_compute_units: row?.ownUnits ?? null,
        state,
        log_from: firstLine,
        log_to: endLine,
        ...callBytes(match, ran?.message),
      },
    ];
  });
}

/** What the IDL of a program names. */
function callBytes(
  instruction: Instruction | undefined,
  message: Message | undefined,
): Pick<SimulatedCall, 'data' | 'accounts'> {
  if (instruction === undefined || message === undefined || instruction.parsed !== undefined) {
    return { data: null, accounts: null };
  }
  const { keys, isWritable, requiredSignatures } = message;
  return {
    data: Buffer.from(instructionData(instruction)).toString('hex'),
    accounts: Array.from(instruction.accounts, (account) => ({
      address: keys.at(account),
      is_writable: isWritable(account),
      is_signer: account < requiredSignatures,
    })),
  };
}

const maxNameLength = 60;

/** From the data, or from the type that the node parsed. */
function nameOfInstruction(
  instruction: Instruction,
  program: string,
  keys: AccountKeys,
): string | null {
  const { parsed, accounts } = instruction;
  if (parsed) {
    const { type } = parsed;
    return sanitizeText(type.slice(0, 1).toUpperCase() + type.slice(1), maxNameLength);
  }
  const addresses = Array.from(accounts, (account) => keys.at(account));
  return decodeInstruction({ program, accounts: addresses, data: instructionData(instruction) })
    .name;
}

const swapName = (instruction: Instruction, program: string): string | null =>
  findSwapLayout(program, instruction) === null ? null : 'Swap';
