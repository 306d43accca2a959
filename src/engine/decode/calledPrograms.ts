import { isObject } from '../../api/isObject.ts';
import { lendingPrograms, voteProgram } from '../../solana/knownPrograms.ts';
import type { BotCall } from './arbitrageRecord.ts';
import type { IsTraderAccount } from './findSwaps.ts';
import type { Instruction, Message } from './message.ts';
import type { Movement } from './movement.ts';
import { labelOf } from './programLabels.ts';
import type { RpcBlockTransaction, RpcMeta } from './rpcBlock.ts';
import type { ProgramCall } from './transactionFlow.ts';

/** The first known bot program that was called; reads the calls without flattening them. */
export function findBotOfFailed(message: Message, meta: RpcMeta): BotCall | null {
  const { keys, programs } = message;
  for (const { program } of message.instructions) {
    const family = programs.at(program).botFamily;
    if (family !== null) return { family, program: keys.at(program) };
  }
  for (const { instructions } of meta.innerInstructions ?? []) {
    for (const call of instructions) {
      const isIndexed = 'programIdIndex' in call;
      const family = (isIndexed ? programs.at(call.programIdIndex) : labelOf(call.programId))
        .botFamily;
      if (family === null) continue;
      return { family, program: isIndexed ? keys.at(call.programIdIndex) : call.programId };
    }
  }
  return null;
}

export interface BotInstructions {
  readonly bot: BotCall | null;
  readonly topLevel: ReadonlySet<number>;
}

const noInstructions: ReadonlySet<number> = new Set();

export function findBot(
  instructions: readonly Instruction[],
  { keys, programs }: Message,
): BotInstructions {
  let bot: BotCall | null = null;
  let topLevel: Set<number> | null = null;
  for (const instruction of instructions) {
    const family = programs.at(instruction.program).botFamily;
    if (family === null) continue;
    bot ??= { family, program: keys.at(instruction.program) };
    topLevel ??= new Set();
    topLevel.add(instruction.topLevel);
  }
  return { bot, topLevel: topLevel ?? noInstructions };
}

/** Two pools with their vaults, two programs and the wallet's accounts are at least as many. */
const fewestAccounts = 10;

/**
 * Recognizes a bot by what it does where no list names it: an unlisted program that the wallet calls
 * with two AMM programs among its accounts. For attempts without a swap, whose legs say nothing.
 */
export function findBotByAccounts({ instructions, keys, programs }: Message): BotInstructions {
  for (const { program, accounts, topLevel } of instructions) {
    if (accounts.length < fewestAccounts || programs.at(program).isListed) continue;
    const markets = new Set(
      Array.from(accounts).filter((account) => programs.at(account).isMarket),
    );
    if (markets.size < 2) continue;
    const address = keys.at(program);
    return { bot: { family: address, program: address }, topLevel: new Set([topLevel]) };
  }
  return { bot: null, topLevel: noInstructions };
}

/**
 * Finds the bot program of a cycle without a known one: the outermost unlisted program, except
 * flash lenders, that calls the AMMs or routers of the legs. If the wallet calls the routers and
 * AMMs directly, it is the unlisted program that sends the traders' lamports by CPI in a separate
 * instruction: such bots measure the gain and pay their tip from it.
 */
export function findUnlabeledBot(
  calls: readonly ProgramCall[],
  swaps: ReadonlySet<ProgramCall>,
  otherMovements: readonly Movement[],
  isTraders: IsTraderAccount,
): BotInstructions {
  const payingInstructions = new Set(
    otherMovements
      .filter(({ isNative, depth, from, to }) => {
        return isNative && depth > 1 && isTraders(from) && !isTraders(to);
      })
      .map(({ topLevel }) => topLevel),
  );
  const program =
    firstOf(calls, (call) => callerOfSwap(call, swaps)) ??
    firstOf(calls, ({ program, instruction }) =>
      payingInstructions.has(instruction.topLevel) && isUnlabeled(program) ? program : null,
    );
  if (program === null) return { bot: null, topLevel: new Set() };
  const own = calls.filter(
    (call) => call.program === program || callerOfSwap(call, swaps) === program,
  );
  return {
    bot: { family: program, program },
    topLevel: new Set(own.map(({ instruction }) => instruction.topLevel)),
  };
}

function callerOfSwap(call: ProgramCall, swaps: ReadonlySet<ProgramCall>): string | null {
  if (lendingPrograms.has(call.program)) {
    return firstOf(call.calls, (inner) => callerOfSwap(inner, swaps));
  }
  return isUnlabeled(call.program) && call.calls.some((inner) => holdsSwap(inner, swaps))
    ? call.program
    : null;
}

const holdsSwap = (call: ProgramCall, swaps: ReadonlySet<ProgramCall>): boolean =>
  swaps.has(call) || call.calls.some((inner) => holdsSwap(inner, swaps));

const isUnlabeled = (program: string): boolean => {
  const { isListed, botFamily } = labelOf(program);
  return !isListed || botFamily !== null;
};

function firstOf<Entry>(
  entries: readonly Entry[],
  find: (entry: Entry) => string | null,
): string | null {
  for (const entry of entries) {
    const found = find(entry);
    if (found !== null) return found;
  }
  return null;
}

/** Recognizes votes by their programs alone: they are two thirds of a block and never swap. */
export function isVote({ instructions, programs }: Message): boolean {
  let votes = 0;
  for (const { program } of instructions) {
    const label = programs.at(program);
    if (label.isVote) votes++;
    else if (!label.isComputeBudget) return false;
  }
  return votes > 0;
}

/** Recognizes the plain vote in the json encoding before the message is read and checked. */
export function isPlainJsonVote({ transaction }: RpcBlockTransaction): boolean {
  const message: unknown = isObject(transaction) ? transaction['message'] : undefined;
  if (!isObject(message)) return false;
  const { accountKeys, instructions } = message;
  if (!Array.isArray(accountKeys) || !Array.isArray(instructions)) return false;
  const [only, other] = instructions as readonly unknown[];
  if (other !== undefined || !isObject(only)) return false;
  return accountKeys[Number(only['programIdIndex'])] === voteProgram;
}

/** Placeholder for a vote whose content was not read; passes `isPlainJsonVote`. */
export const voteTransaction: RpcBlockTransaction = {
  transaction: {
    signatures: [],
    message: {
      accountKeys: [voteProgram],
      instructions: [{ programIdIndex: 0, accounts: [], data: '' }],
    },
  },
  meta: { err: null, fee: 0, preBalances: [], postBalances: [] },
  version: 'legacy',
};
