import { isObject } from '../../api/isObject.ts';
import { ammPrograms } from '../../solana/knownPrograms.ts';
import { loggedName, type ProgramLogs } from '../../solana/logs/programLogs.ts';
import { AccountBalances } from './accountBalances.ts';
import { isNameOfNonSwap } from './ammInstructions.ts';
import { findSwapLayout } from './ammLayouts.ts';
import type { Leg } from './arbitrageRecord.ts';
import { findBestInterpretation, type Interpretation } from './interpretation.ts';
import { failingPath, matchInvocations } from './matchInvocations.ts';
import type { Instruction, Message } from './message.ts';
import { flattenInstructions } from './readJsonMessage.ts';
import type { RpcMeta } from './rpcBlock.ts';
import { readTransactionFlow } from './transactionFlow.ts';

export interface FailedRoute {
  /** Swaps that ran before the failure reverted them. */
  readonly legs: readonly Leg[];
  /** Position of the failed swap, after those legs; `null`: something else failed. */
  readonly failedLeg: number | null;
}

const noRoute: FailedRoute = { legs: [], failedLeg: null };

/** `null` if the error is not an instruction error. */
function failedInstruction(error: unknown): number | null {
  const detail = isObject(error) ? error['InstructionError'] : undefined;
  const index: unknown = Array.isArray(detail) ? detail[0] : undefined;
  return typeof index === 'number' ? index : null;
}

export function decodeFailedRoute(message: Message, meta: RpcMeta, logs: ProgramLogs): FailedRoute {
  const run = readFailedRun(message, meta, logs);
  if (run === null) return noRoute;
  const legs = run.reading.legs.map(({ leg }) => leg);
  return { legs, failedLeg: run.isSwap ? legs.length : null };
}

/** What a failed transaction did before its failure reverted it. */
export interface FailedRun {
  /** Its legs ran completely. */
  readonly reading: Interpretation;
  /** That ran, without the call that failed. */
  readonly done: readonly Instruction[];
  /** As if the transaction had ended before the failure. */
  readonly balances: AccountBalances;
  /** Whether the failure is one of a swap. */
  readonly isSwap: boolean;
  /** The call of an AMM that failed, then what it had called; empty: something else, or unknown. */
  readonly failedCall: readonly Instruction[];
  /** Top-level index of the instruction that failed. */
  readonly failedInstruction: number;
}

/** `null` if the error is not an instruction error. Throws UnreadableTransactionError. */
export function readFailedRun(
  message: Message,
  meta: RpcMeta,
  logs: ProgramLogs,
): FailedRun | null {
  const failed = failedInstruction(meta.err);
  if (failed === null) return null;
  const ran = flattenInstructions(message, meta).filter(({ topLevel }) => topLevel <= failed);
  const matches = matchInvocations(ran, message.keys, logs);
  const path = failingPath(logs, failed);
  const swap = path.find(({ program }) => isAmm(program));
  const swapInstruction = swap === undefined ? undefined : matches.get(swap);
  const innermost = path.at(-1);
  const own = ran.filter(({ topLevel }) => topLevel === failed);
  // Without a log: a top-level instruction without calls had no effect.
  const last =
    innermost === undefined ? (own.length === 1 ? own[0] : undefined) : matches.get(innermost);
  // Calls that a program made before it failed were successful.
  const undone = swapInstruction ?? (isLeaf(ran, last) ? last : undefined);
  const { done, call } = withoutCall(ran, undone);
  // Balances after a failure do not reflect the movements before it.
  const before = { ...meta, postBalances: meta.preBalances, postTokenBalances: [] };
  const balances = new AccountBalances(message, before);
  const flow = readTransactionFlow(message, done, balances);
  const isSwap =
    swap !== undefined &&
    (swapInstruction === undefined
      ? !isNameOfNonSwap(swap.program, loggedName(swap) ?? '')
      : findSwapLayout(swap.program, swapInstruction) !== null);
  return {
    reading: findBestInterpretation(message, before, flow, balances, false),
    ...{ done, balances, isSwap },
    failedCall: call.some(({ program }) => isAmm(message.keys.at(program))) ? call : [],
    failedInstruction: failed,
  };
}

function isAmm(program: string): boolean {
  const kind = ammPrograms.get(program)?.kind;
  return kind !== undefined && kind !== 'vault';
}

function isLeaf(instructions: readonly Instruction[], one: Instruction | undefined): boolean {
  if (one === undefined) return false;
  const next = instructions[instructions.indexOf(one) + 1];
  return next === undefined || next.depth <= one.depth;
}

/** Also returns what it left out. */
function withoutCall(
  instructions: readonly Instruction[],
  call: Instruction | undefined,
): { readonly done: readonly Instruction[]; readonly call: readonly Instruction[] } {
  const start = call === undefined ? -1 : instructions.indexOf(call);
  if (call === undefined || start === -1) return { done: instructions, call: [] };
  const next = instructions.findIndex((one, at) => at > start && one.depth <= call.depth);
  const end = next === -1 ? instructions.length : next;
  return {
    done: [...instructions.slice(0, start), ...instructions.slice(end)],
    call: instructions.slice(start, end),
  };
}
