import type { RecordedNames } from '../../api/arbscope/idlNames.ts';
import { type ProgramInvocation, parseProgramLogs } from '../../solana/logs/programLogs.ts';
import type { Message } from '../decode/message.ts';
import { checkMeta } from '../decode/metaMembers.ts';
import { instructionData } from '../decode/programActions.ts';
import { flattenInstructions } from '../decode/readJsonMessage.ts';
import { readMessage } from '../decode/readMessage.ts';
import type { RpcBlockTransaction } from '../decode/rpcBlock.ts';
import { nameCall, nameError, nameEvent } from './nameCall.ts';
import type { ProgramIdls } from './programIdls.ts';
import { tokensOf } from './tokenAmounts.ts';

/** All that were called. Throws UnreadableTransactionError. */
export function recordedPrograms(entry: RpcBlockTransaction): string[] {
  const message = readChecked(entry);
  const called = entry.meta ? flattenInstructions(message, entry.meta) : message.instructions;
  return [...new Set(called.map(({ program }) => message.keys.at(program)))];
}

/** Calls and events of programs with an IDL. Throws UnreadableTransactionError. */
export function nameRecorded(entry: RpcBlockTransaction, idls: ProgramIdls): RecordedNames {
  const message = readChecked(entry);
  const { meta } = entry;
  const programs = message.instructions.map(({ program }) => message.keys.at(program));
  const logs = parseProgramLogs(meta?.logMessages, programs);
  const invocations = logs.roots.flatMap(flatten);
  return {
    calls: meta ? nameCalls(message, meta, idls) : [],
    events: invocations.flatMap(({ program, lines }) =>
      lines.flatMap((line) => {
        const names = nameEvent(idls, program, line);
        return names === null ? [] : [{ program, ...names }];
      }),
    ),
    error: nameFailure(invocations, idls),
  };
}

/** Members that names need not are not needed, but none may have another type. */
function readChecked(entry: RpcBlockTransaction): Message {
  const message = readMessage(entry);
  if (entry.meta) checkMeta(message, entry.meta, false);
  return message;
}

function nameCalls(
  message: Message,
  meta: NonNullable<RpcBlockTransaction['meta']>,
  idls: ProgramIdls,
): RecordedNames['calls'] {
  const { keys, isWritable, requiredSignatures } = message;
  const callers: string[] = [];
  const tokens = tokensOf(meta, (index) => (index < keys.length ? keys.at(index) : null));
  return flattenInstructions(message, meta).flatMap((instruction) => {
    const { depth, topLevel } = instruction;
    const program = keys.at(instruction.program);
    callers.length = Math.min(callers.length, depth - 1);
    const isSelfCall = callers.length === depth - 1 && callers.at(-1) === program;
    callers.push(program);
    if (instruction.parsed !== undefined || idls.of(program).length === 0) return [];
    const names = nameCall(idls, {
      program,
      data: instructionData(instruction),
      accounts: Array.from(instruction.accounts, (account) => ({
        address: keys.at(account),
        isWritable: isWritable(account),
        isSigner: account < requiredSignatures,
      })),
      isTopLevel: depth === 1,
      isSelfCall,
      tokens,
    });
    return names === null ? [] : [{ instruction: topLevel, depth, program, ...names }];
  });
}

const flatten = (root: ProgramInvocation): ProgramInvocation[] => [
  root,
  ...root.children.flatMap(flatten),
];

function nameFailure(
  invocations: readonly ProgramInvocation[],
  idls: ProgramIdls,
): RecordedNames['error'] {
  const failed = invocations.findLast(({ state }) => state === 'failed');
  const [, code] = /^custom program error: 0x([0-9a-f]{1,8})$/.exec(failed?.failure ?? '') ?? [];
  if (failed === undefined || code === undefined) return null;
  const { program } = failed;
  const known = nameError(idls, program, Number.parseInt(code, 16));
  return known && { program, name: known.name, message: known.message };
}
