import { wrappedSolMint } from '../../solana/baseMints.ts';
import { ammPrograms } from '../../solana/knownPrograms.ts';
import { emptyAccountRents, isRentOfBytes } from '../../solana/rent.ts';
import type { AccountBalances } from './accountBalances.ts';
import { findSwapLayout, type SwapLayout } from './ammLayouts.ts';
import type { Instruction, Message } from './message.ts';
import type { Movement } from './movement.ts';
import { type ProgramAction, systemAction, tokenActions } from './programActions.ts';

/** With the movements directly below it. */
export interface ProgramCall {
  readonly instruction: Instruction;
  readonly program: string;
  /** `null` if it is not a known swap instruction. */
  readonly layout: SwapLayout | null;
  readonly movements: Movement[];
  readonly calls: ProgramCall[];
}

type LamportTransfer = Extract<ProgramAction, { kind: 'lamports' }>;

type Caller = ProgramCall | TransactionFlow['root'];

export interface RentPayment {
  readonly from: number;
  readonly to: number;
  readonly lamports: bigint;
}

export interface TokenTransfer {
  readonly from: number;
  readonly to: number;
}

export interface TransactionFlow {
  readonly root: { readonly movements: Movement[]; readonly calls: ProgramCall[] };
  readonly movements: readonly Movement[];
  /** Of tokens; also those without a known mint, which are no movements. */
  readonly transfers: readonly TokenTransfer[];
  readonly rentPayments: readonly RentPayment[];
  readonly openedAccounts: readonly number[];
  /** Closed, or drained of excess lamports. */
  readonly closedAccounts: readonly { readonly account: number; readonly to: number }[];
}

export function readTransactionFlow(
  message: Message,
  instructions: readonly Instruction[],
  balances: AccountBalances,
): TransactionFlow {
  const { keys, programs } = message;
  const root = { movements: [] as Movement[], calls: [] as ProgramCall[] };
  const movements: Movement[] = [];
  const transfers: TokenTransfer[] = [];
  const rentPayments: RentPayment[] = [];
  const openedAccounts: number[] = [];
  const closedAccounts: { account: number; to: number }[] = [];
  const open: ProgramCall[] = [];
  const acted: { action: ProgramAction; instruction: Instruction; caller: Caller }[] = [];

  for (const instruction of instructions) {
    while (open.length > 0 && (open.at(-1)?.instruction.depth ?? 0) >= instruction.depth)
      open.pop();
    const label = programs.at(instruction.program);
    const caller = open.at(-1) ?? root;
    if (label.isSystem) {
      const action = systemAction(instruction, keys);
      if (action) acted.push({ action, instruction, caller });
    } else if (label.isToken) {
      for (const action of tokenActions(instruction, keys)) {
        acted.push({ action, instruction, caller });
      }
    } else if (label.isCore) {
      // Not markets: movements of the associated token program belong to its caller.
    } else {
      const program = keys.at(instruction.program);
      const layout = findSwapLayout(program, instruction);
      const call: ProgramCall = { instruction, program, layout, movements: [], calls: [] };
      caller.calls.push(call);
      open.push(call);
    }
  }

  // Owners and mints first: an account may be used before the instruction that reveals its owner.
  const claims = new Map<number, number>();
  const lastPayments = new Map<Caller, number>();
  for (const [position, { action, caller }] of acted.entries()) {
    if (action.kind === 'claim') claims.set(action.account, position);
    else if (action.kind === 'lamports' && namedPool(caller) === action.to) {
      lastPayments.set(caller, position);
    } else if (action.kind === 'open' && action.account >= 0 && action.mint >= 0) {
      balances.addOpenedAccount(action.account, keys.at(action.mint), action.owner);
    } else if (action.kind === 'transfer') balances.inferOwner(action.from, action.authority);
  }

  for (const [position, { action: read, instruction, caller }] of acted.entries()) {
    const isRent =
      read.kind === 'lamports' &&
      (position < (claims.get(read.to) ?? -1) ||
        paysEmptyAccount(read, instruction, balances) ||
        extendsPool(read, caller, position === lastPayments.get(caller)));
    const action = isRent ? { ...read, opensAccount: true } : read;
    const movement = movementOf(action, instruction, balances, movements);
    if (action.kind === 'transfer' && action.amount > 0n) transfers.push(action);
    if (action.kind === 'open') openedAccounts.push(action.account);
    if (action.kind === 'close') closedAccounts.push({ account: action.account, to: action.to });
    if (action.kind === 'lamports' && action.opensAccount) {
      rentPayments.push({ from: action.from, to: action.to, lamports: action.amount });
    }
    if (!movement) continue;
    movements.push(movement);
    caller.movements.push(movement);
  }
  inferTransferFees(movements, balances);
  return { root, movements, transfers, rentPayments, openedAccounts, closedAccounts };
}

/** The pool that a call to an AMM names. */
function namedPool(caller: Caller): number | undefined {
  if (!('layout' in caller) || caller.layout?.pools.length !== 1) return undefined;
  return caller.instruction.accounts[caller.layout.pools[0] ?? -1];
}

/**
 * Whether lamports extend the data of a pool. AMMs send it lamports for nothing else. A bonding curve
 * also gets its SOL so, as the last transfer.
 */
function extendsPool({ to, amount }: LamportTransfer, caller: Caller, isLast: boolean): boolean {
  if (namedPool(caller) !== to || !('program' in caller)) return false;
  const kind = ammPrograms.get(caller.program)?.kind;
  return kind === 'amm' || (kind === 'bonding-curve' && !isLast && isRentOfBytes(amount));
}

/**
 * Whether a program pays the rent of an account without data, such as a coin creator's first fee
 * account: by CPI, to an account without lamports, exactly the chain's minimum.
 */
function paysEmptyAccount(
  { to, amount }: LamportTransfer,
  { depth }: Instruction,
  balances: AccountBalances,
): boolean {
  return (
    depth > 1 &&
    emptyAccountRents.has(amount) &&
    to >= 0 &&
    balances.lamportsBefore(to) === 0n &&
    !balances.isTokenAccount(to)
  );
}

function movementOf(
  action: ProgramAction,
  { topLevel, depth }: Instruction,
  balances: AccountBalances,
  earlier: readonly Movement[],
): Movement | null {
  const movement = (
    from: number,
    to: number,
    mint: string | undefined,
    amount: bigint,
    more: { fee?: bigint; isNative?: boolean; authority?: number } = {},
  ): Movement | null =>
    mint === undefined || amount === 0n
      ? null
      : {
          order: earlier.length,
          topLevel,
          depth,
          from,
          to,
          mint,
          amount,
          fee: more.fee ?? 0n,
          isNative: more.isNative ?? false,
          authority: more.authority ?? -1,
        };
  switch (action.kind) {
    case 'transfer': {
      const named = action.mint < 0 ? undefined : balances.keys.at(action.mint);
      const mint = named ?? balances.mintOf(action.from) ?? balances.mintOf(action.to);
      return movement(action.from, action.to, mint, action.amount, {
        fee: action.fee ?? 0n,
        authority: action.authority,
      });
    }
    case 'mint':
      // A single unit is a position or receipt token, not a side of a swap.
      if (action.amount === 1n || action.mint < 0) return null;
      return movement(-1, action.to, balances.keys.at(action.mint), action.amount);
    case 'burn':
      if (action.amount === 1n || action.mint < 0) return null;
      return movement(action.from, -1, balances.keys.at(action.mint), action.amount);
    case 'lamports':
      if (action.opensAccount) return null;
      return movement(action.from, action.to, wrappedSolMint, action.amount, { isNative: true });
    case 'unwrap':
      return movement(
        action.from,
        action.to,
        wrappedSolMint,
        action.amount ?? runningTokenBalance(action.from, balances, earlier),
        { isNative: true },
      );
    default:
      return null;
  }
}

function runningTokenBalance(
  account: number,
  balances: AccountBalances,
  earlier: readonly Movement[],
): bigint {
  let amount = balances.tokensBefore(account);
  for (const movement of earlier) {
    if (movement.to === account) amount += movement.amount;
    if (movement.from === account) amount -= movement.amount;
  }
  return amount;
}

/** Infers withheld transfer fees from receivers whose balance rose by less than the amount sent. */
function inferTransferFees(movements: readonly Movement[], balances: AccountBalances): void {
  const incoming = new Map<number, Movement[]>();
  for (const movement of movements) {
    if (movement.to < 0 || movement.from < 0 || !balances.mayWithholdFees(movement.to)) continue;
    const list = incoming.get(movement.to);
    if (list) list.push(movement);
    else incoming.set(movement.to, [movement]);
  }
  if (incoming.size === 0) return;

  const rates = new Map<string, bigint>();
  const unsettled: Movement[] = [];
  for (const [account, list] of incoming) {
    const unnamed = list.filter((movement) => movement.fee === 0n);
    const change = balances.tokenChange(account);
    if (change === undefined) {
      unsettled.push(...unnamed);
      continue;
    }
    const missing = sumExpected(account, movements) - change;
    if (missing <= 0n || unnamed.length === 0) continue;
    distributeFee(missing, unnamed);
    const [first] = unnamed;
    if (first) rates.set(first.mint, basisPoints(first));
  }
  // Closed accounts have no final balance, so the rate found for the same mint is applied.
  for (const movement of unsettled) {
    const rate = rates.get(movement.mint);
    if (rate !== undefined) movement.fee = ceilDivide(movement.amount * rate, 10_000n);
  }
}

function sumExpected(account: number, movements: readonly Movement[]): bigint {
  let sum = 0n;
  for (const movement of movements) {
    if (movement.isNative) continue;
    if (movement.to === account) sum += movement.amount - movement.fee;
    if (movement.from === account) sum -= movement.amount;
  }
  return sum;
}

/** Distributes withheld fees at one rate, rounded up; if no rate fits, in proportion. */
function distributeFee(withheld: bigint, movements: readonly Movement[]): void {
  const total = movements.reduce((sum, movement) => sum + movement.amount, 0n);
  const about = (withheld * 10_000n) / total;
  for (const rate of [about, about + 1n, about - 1n]) {
    const fees = movements.map(({ amount }) => ceilDivide(amount * rate, 10_000n));
    if (fees.reduce((sum, fee) => sum + fee, 0n) !== withheld) continue;
    movements.forEach((movement, position) => {
      movement.fee = fees[position] ?? 0n;
    });
    return;
  }
  let left = withheld;
  movements.forEach((movement, position) => {
    const isLast = position === movements.length - 1;
    const part = isLast ? left : ceilDivide(withheld * movement.amount, total);
    movement.fee = part;
    if (part > left) movement.fee = left;
    left -= movement.fee;
  });
}

function basisPoints(movement: Movement): bigint {
  return (movement.fee * 10_000n) / movement.amount;
}

const ceilDivide = (dividend: bigint, divisor: bigint): bigint =>
  (dividend + divisor - 1n) / divisor;
