import { t } from '@vscode/l10n';
import { wrappedSolMint } from '../../solana/baseMints.ts';
import type { AccountBalances } from './accountBalances.ts';
import { buildLegs, type DecodedLeg } from './buildLegs.ts';
import { type Cycle, classifyCycle } from './classifyCycle.ts';
import {
  findSwaps,
  firstOrder,
  type IsTraderAccount,
  type SwapCall,
  type SwapSearchResult,
} from './findSwaps.ts';
import { type Message, UnreadableTransactionError } from './message.ts';
import type { Movement } from './movement.ts';
import { reconcileBalances } from './reconcileBalances.ts';
import type { RpcMeta } from './rpcBlock.ts';
import type { ProgramCall, TransactionFlow } from './transactionFlow.ts';

export interface Interpretation {
  readonly cycle: Cycle;
  readonly legs: readonly DecodedLeg[];
  readonly search: SwapSearchResult;
  readonly isTraders: IsTraderAccount;
  readonly owners: readonly string[];
  /** Traders that act for a signer through their own accounts. */
  readonly agents: ReadonlySet<string>;
  /** Lamports paid out without an instruction. */
  readonly implicitPayout: { readonly mint: string; readonly amount: bigint } | null;
}

const cycleRank = { arbitrage: 2, 'circular-with-loss': 1, none: 0 } as const;

/**
 * Prefers an arbitrage, then the most legs. `infersPayouts`: whether lamports that moved without an
 * instruction may be inferred from the balances.
 */
export function findBestInterpretation(
  message: Message,
  meta: RpcMeta,
  flow: TransactionFlow,
  balances: AccountBalances,
  infersPayouts = true,
): Interpretation {
  let best: Interpretation | undefined;
  for (const traders of traderCandidates(message, flow, balances)) {
    const reading = interpret(traders, message, meta, flow, balances, infersPayouts);
    if (reading.cycle.kind === 'arbitrage') return reading;
    const isBetter =
      !best ||
      cycleRank[reading.cycle.kind] > cycleRank[best.cycle.kind] ||
      (reading.cycle.kind === best.cycle.kind && reading.legs.length >= best.legs.length);
    if (isBetter) best = reading;
  }
  if (!best) throw new UnreadableTransactionError(t('no signer'));
  if (best.legs.length > 0) return best;
  const owners = unsignedTraders(flow.root.calls, balances);
  if (owners.size === 0) return best;
  const others = { owners, agents: new Set<string>() };
  const reading = interpret(others, message, meta, flow, balances, infersPayouts);
  return reading.legs.length === 0 ? best : { ...reading, cycle: withoutSigner(reading.cycle) };
}

/** Swaps of several owners are not one trader's cycle, so no arbitrage is read from them. */
const withoutSigner = (cycle: Cycle): Cycle =>
  cycle.kind === 'none'
    ? cycle
    : {
        kind: 'none',
        reason: () => t('the traders did not sign'),
        gains: [],
        baseMint: null,
        baseInput: 0n,
      };

/**
 * Owners whose swaps another wallet pays the fee for, as a keeper that fills orders: whoever pays
 * most into the vaults of a known swap, and whoever receives most from them. Fees are less.
 */
function unsignedTraders(calls: readonly ProgramCall[], balances: AccountBalances): Set<string> {
  const owners = new Set<string>();
  for (const { call, vaults } of swapCalls(calls)) {
    const crossing = allMovements(call).filter(
      ({ from, to }) => from >= 0 && to >= 0 && vaults.has(from) !== vaults.has(to),
    );
    const paid = largest(crossing.filter(({ to }) => vaults.has(to)));
    const received = largest(crossing.filter(({ from }) => vaults.has(from)));
    if (!paid || !received) continue;
    owners.add(balances.ownerOf(paid.from)).add(balances.ownerOf(received.to));
  }
  return owners;
}

const largest = ([first, ...others]: readonly Movement[]): Movement | undefined =>
  others.reduce<Movement | undefined>(
    (most, movement) => (most && most.amount >= movement.amount ? most : movement),
    first,
  );

/** Calls of known swap instructions, innermost first, with the vaults that they name. */
function* swapCalls(
  calls: readonly ProgramCall[],
): Generator<{ readonly call: ProgramCall; readonly vaults: ReadonlySet<number> }> {
  for (const call of calls) {
    yield* swapCalls(call.calls);
    const { layout, instruction } = call;
    if (!layout || layout.vaults.length === 0) continue;
    const vaults = layout.vaults.map((position) => instruction.accounts[position] ?? -1);
    yield { call, vaults: new Set(vaults) };
  }
}

interface Traders {
  /** Signers, those who delegated to them, and agents. */
  readonly owners: ReadonlySet<string>;
  readonly agents: ReadonlySet<string>;
}

function interpret(
  { owners, agents }: Traders,
  message: Message,
  meta: RpcMeta,
  flow: TransactionFlow,
  balances: AccountBalances,
  infersPayouts: boolean,
): Interpretation {
  const isTraders = createTraderCheck(owners, balances);
  const search = findSwaps(flow, balances, isTraders);
  let { swaps } = search;
  let implicitPayout: Interpretation['implicitPayout'] = null;
  if (infersPayouts && search.halfSwaps.length === 1) {
    const closing = reconcileBalances(flow, [], BigInt(meta.fee), balances, isTraders);
    const payout = swapWithNativePayout(search, closing.differences[0]?.amount ?? 0n, isTraders);
    if (payout) {
      swaps = [...swaps, payout].sort((a, b) => firstOrder(a.movements) - firstOrder(b.movements));
      implicitPayout = { mint: payout.outputMint, amount: payout.outputAmount };
    }
  }
  const legs = buildLegs(swaps, message, balances, isTraders);
  const gainOwners = new Set<string>();
  for (const { movements } of legs) {
    for (const { from, to } of movements) {
      for (const account of [from, to]) {
        if (isTraders(account)) gainOwners.add(balances.ownerOf(account));
      }
    }
  }
  const cycle = classifyCycle(legs);
  return { cycle, legs, search, isTraders, owners: [...gainOwners], agents, implicitPayout };
}

/**
 * Some programs (bonding curves) pay SOL by changing lamports without an instruction, so only the
 * token side of the swap is visible. If there is exactly one such call, it paid the otherwise
 * unexplained lamports.
 */
function swapWithNativePayout(
  search: SwapSearchResult,
  unexplainedLamports: bigint,
  isTraders: IsTraderAccount,
): SwapCall | null {
  const [side, second] = search.halfSwaps;
  if (!side || second || unexplainedLamports <= 0n) return null;
  const paid = side.movements.filter(({ from, to }) => isTraders(from) && !isTraders(to));
  const [first] = paid;
  if (!first || first.mint === wrappedSolMint) return null;
  if (paid.some(({ mint }) => mint !== first.mint)) return null;
  return {
    call: side.call,
    inputMint: first.mint,
    inputAmount: paid.reduce((sum, { amount }) => sum + amount, 0n),
    outputMint: wrappedSolMint,
    outputAmount: unexplainedLamports,
    movements: side.movements,
  };
}

/**
 * Choices of the traders whose gain is computed: each signer alone first, then all together, since
 * two signers that trade with each other do not run a cycle together, but one of them may. Programs
 * that trade for a signer through their own accounts (shared accounts of a router, a bot's vault)
 * are part of every choice.
 */
function traderCandidates(
  message: Message,
  flow: TransactionFlow,
  balances: AccountBalances,
): Traders[] {
  const signers: string[] = [];
  for (let index = 0; index < message.requiredSignatures; index++) {
    signers.push(message.keys.at(index));
  }
  const delegators = delegatedOwners(flow.movements, message, balances);
  const everybody = new Set([...signers, ...delegators]);
  const agents = new Set<string>();
  addAgentOwners(flow.root.calls, everybody, balances, agents);
  const all = { owners: new Set([...everybody, ...agents]), agents };
  if (signers.length === 1) return [all];
  return [...signers.map((signer) => ({ owners: new Set([signer, ...agents]), agents })), all];
}

export function createTraderCheck(
  owners: ReadonlySet<string>,
  balances: AccountBalances,
): IsTraderAccount {
  const known: (boolean | undefined)[] = [];
  return (account) => {
    if (account < 0) return false;
    const answer = known[account] ?? owners.has(balances.ownerOf(account));
    known[account] = answer;
    return answer;
  };
}

function delegatedOwners(
  movements: readonly Movement[],
  message: Message,
  balances: AccountBalances,
): string[] {
  return movements
    .filter(({ authority, from }) => {
      if (authority < 0 || authority >= message.requiredSignatures) return false;
      return balances.ownerOf(from) !== message.keys.at(authority);
    })
    .map(({ from }) => balances.ownerOf(from));
}

/**
 * Adds owners that trade for a signer: those that both pay into and receive from a pool's vaults in
 * a call without a signer, and those that take over one half of a signer's swap (a bot's vault that
 * pays the input or receives the output).
 */
function addAgentOwners(
  calls: readonly ProgramCall[],
  signers: ReadonlySet<string>,
  balances: AccountBalances,
  agents: Set<string>,
): void {
  for (const { call, vaults } of swapCalls(calls)) {
    const payers = new Set<string>();
    const receivers = new Set<string>();
    for (const { from, to } of allMovements(call)) {
      if (vaults.has(from) === vaults.has(to) || from < 0 || to < 0) continue;
      if (vaults.has(to)) payers.add(balances.ownerOf(from));
      else receivers.add(balances.ownerOf(to));
    }
    const signersPay = [...payers].some((owner) => signers.has(owner));
    const signersReceive = [...receivers].some((owner) => signers.has(owner));
    if (signersPay && signersReceive) continue;
    for (const payer of payers) {
      if (signersReceive || (!signersPay && receivers.has(payer))) agents.add(payer);
    }
    if (signersPay) for (const receiver of receivers) agents.add(receiver);
  }
}

function allMovements(call: ProgramCall): readonly Movement[] {
  return call.calls.length === 0
    ? call.movements
    : [...call.movements, ...call.calls.flatMap(allMovements)];
}
