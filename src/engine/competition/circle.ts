import { ammPrograms } from '../../solana/knownPrograms.ts';
import type { ProgramLogs } from '../../solana/logs/programLogs.ts';
import { AccountBalances } from '../decode/accountBalances.ts';
import { findSwapLayout, type SwapLayout } from '../decode/ammLayouts.ts';
import type { DecodedLeg } from '../decode/buildLegs.ts';
import type { Cycle } from '../decode/classifyCycle.ts';
import { type FailedRun, readFailedRun } from '../decode/decodeFailedRoute.ts';
import { findBestInterpretation, type Interpretation } from '../decode/interpretation.ts';
import type { Instruction, Message } from '../decode/message.ts';
import { hasExecuted } from '../decode/metaMembers.ts';
import { flattenInstructions } from '../decode/readJsonMessage.ts';
import type { RpcMeta } from '../decode/rpcBlock.ts';
import { readTransactionFlow } from '../decode/transactionFlow.ts';
import { isPrivateProgram } from './botProgram.ts';

/** One swap of a circle. */
export interface CircleSwap {
  readonly program: string;
  /** `null`: the instruction does not reveal it. */
  readonly pool: string | null;
  readonly inputMint: string;
  readonly outputMint: string;
  /** Raw amounts; `null` unless it ran. */
  readonly amounts: { readonly input: bigint; readonly output: bigint } | null;
  /** `broke`: the transaction failed at it. `planned`: it stands after the failure. */
  readonly state: 'ran' | 'broke' | 'planned';
  /**
   * The pool moved, or would have: its account is writable, or one of the vaults that the instruction
   * names is. In about a quarter of the routes the pool's account is read-only.
   */
  readonly movesPool: boolean;
  /** Accounts of the swap's instruction, by index. */
  readonly accounts: ArrayLike<number>;
}

/**
 * The swaps of a transaction in order, also those that a failed one ran before it failed: the inner
 * instructions of a failed transaction stay in its metadata.
 */
export interface Circle {
  readonly swaps: readonly CircleSwap[];
  /** Of the swaps that ran: whether they closed, and what they returned. */
  readonly cycle: Cycle;
  /** Owners and authorities of the accounts that paid the swaps, without those of public programs. */
  readonly authorities: readonly string[];
}

const noCycle: Cycle = {
  kind: 'none',
  reason: () => '',
  gains: [],
  baseMint: null,
  baseInput: 0n,
};
const noCircle: Circle = { swaps: [], cycle: noCycle, authorities: [] };

/** Throws UnreadableTransactionError. */
export function readCircle(message: Message, meta: RpcMeta, logs: ProgramLogs): Circle {
  if (meta.err !== null && meta.err !== undefined) {
    const run = hasExecuted(meta.err) ? readFailedRun(message, meta, logs) : null;
    return run === null ? noCircle : circleOfFailed(run, message);
  }
  const instructions = flattenInstructions(message, meta);
  const balances = new AccountBalances(message, meta);
  const flow = readTransactionFlow(message, instructions, balances);
  const reading = findBestInterpretation(message, meta, flow, balances);
  return circleOf(reading, message, instructions, balances);
}

function circleOf(
  reading: Interpretation,
  message: Message,
  instructions: readonly Instruction[],
  balances: AccountBalances,
): Circle {
  return {
    swaps: reading.legs.map((leg) => ranSwap(leg, message)),
    cycle: reading.cycle,
    authorities: authoritiesOf(reading, message, instructions, balances),
  };
}

function ranSwap({ leg, call, vaults }: DecodedLeg, message: Message): CircleSwap {
  const { accounts } = call.instruction;
  const pool = leg.pool === null ? -1 : message.keys.indexOf(leg.pool);
  const named = new Set(Array.from(accounts));
  return {
    program: leg.program,
    pool: leg.pool,
    inputMint: leg.inputMint,
    outputMint: leg.outputMint,
    amounts: { input: leg.inputAmount, output: leg.outputAmount },
    state: 'ran',
    movesPool: movesPool(
      pool,
      [...vaults].filter((vault) => named.has(vault)),
      message,
    ),
    accounts,
  };
}

const movesPool = (pool: number, vaults: readonly number[], message: Message): boolean =>
  [pool, ...vaults].some((account) => account >= 0 && message.isWritable(account));

/** The swap that failed, and those that top-level instructions after it would have made. */
function circleOfFailed(run: FailedRun, message: Message): Circle {
  const { reading, done, balances, failedCall, failedInstruction } = run;
  const ran = circleOf(reading, message, done, balances);
  const swaps = [...ran.swaps];
  const [call] = failedCall;
  const broken = call && namedSwap(call, swaps.at(-1)?.outputMint, message, balances, failedCall);
  if (broken) swaps.push({ ...broken, state: 'broke' });
  if (call === undefined || broken) {
    for (const instruction of message.instructions) {
      if (instruction.topLevel <= failedInstruction) continue;
      const planned = namedSwap(instruction, swaps.at(-1)?.outputMint, message, balances);
      if (planned) swaps.push({ ...planned, state: 'planned' });
    }
  }
  return { ...ran, swaps };
}

/**
 * A swap that did not complete, from its instruction. Its input is what it took before it failed,
 * otherwise what the swap before it returned. `null` if that does not show the direction.
 */
function namedSwap(
  instruction: Instruction,
  received: string | undefined,
  message: Message,
  balances: AccountBalances,
  calls: readonly Instruction[] = [],
): Omit<CircleSwap, 'state'> | null {
  const program = message.keys.at(instruction.program);
  if (!ammPrograms.has(program)) return null;
  const layout = findSwapLayout(program, instruction);
  const pool = layout === null ? -1 : (instruction.accounts[layout.pools[0] ?? 0] ?? -1);
  if (layout === null || pool < 0) return null;
  const vaults = vaultsOf(instruction, layout);
  const mints = [...new Set(vaults.flatMap((vault) => balances.mintOf(vault) ?? []))];
  const taken = calls.length === 0 ? undefined : takenMint(calls, vaults, message, balances);
  const inputMint = taken ?? received;
  const outputMint = mints.find((mint) => mint !== inputMint);
  if (inputMint === undefined || outputMint === undefined || !mints.includes(inputMint))
    return null;
  return {
    program,
    pool: message.keys.at(pool),
    inputMint,
    outputMint,
    amounts: null,
    movesPool: movesPool(pool, vaults, message),
    accounts: instruction.accounts,
  };
}

const vaultsOf = ({ accounts }: Instruction, { vaults }: SwapLayout): number[] =>
  vaults.slice(0, 2).map((position) => accounts[position] ?? -1);

function takenMint(
  calls: readonly Instruction[],
  vaults: readonly number[],
  message: Message,
  balances: AccountBalances,
): string | undefined {
  const { movements } = readTransactionFlow(message, calls, balances);
  return movements.find(({ from, to }) => vaults.includes(to) && !vaults.includes(from))?.mint;
}

/**
 * Public programs trade for all of their users through accounts of their own, so those are no one's:
 * only an account that signs, or of a program that one trader alone uses, says who trades.
 */
function authoritiesOf(
  { legs, isTraders }: Interpretation,
  message: Message,
  instructions: readonly Instruction[],
  balances: AccountBalances,
): string[] {
  const found = new Set<string>();
  for (const { movements, call } of legs) {
    const isPrivate = hasPrivateCallers(call.instruction, instructions, message);
    for (const { from, authority } of movements) {
      if (!isTraders(from)) continue;
      const keys = [balances.ownerOf(from), ...(authority < 0 ? [] : [message.keys.at(authority)])];
      for (const key of keys) {
        const index = message.keys.indexOf(key);
        const signs = index >= 0 && index < message.requiredSignatures;
        if (isPrivate || signs) found.add(key);
      }
    }
  }
  return [...found];
}

/** Whether only programs of one operator call it, at least one. A wallet's own call has a signer. */
function hasPrivateCallers(
  { topLevel, depth }: Instruction,
  instructions: readonly Instruction[],
  { keys }: Message,
): boolean {
  const callers = instructions.filter((one) => one.topLevel === topLevel && one.depth < depth);
  return callers.length > 0 && callers.every(({ program }) => isPrivateProgram(keys.at(program)));
}

/** Whether swaps that ran, or would have, return to the mint that they started from. */
export function isClosed({ swaps, cycle }: Circle): boolean {
  if (cycle.kind !== 'none') return true;
  const first = swaps[0]?.inputMint;
  return swaps.length > 1 && first !== undefined && swaps.at(-1)?.outputMint === first;
}
