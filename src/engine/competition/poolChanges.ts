import { AccountBalances } from '../decode/accountBalances.ts';
import type { Instruction } from '../decode/message.ts';
import { labelOf } from '../decode/programLabels.ts';
import { flattenInstructions } from '../decode/readJsonMessage.ts';
import { type ProgramCall, readTransactionFlow } from '../decode/transactionFlow.ts';
import type { BlockTransaction } from './blockTransaction.ts';
import type { CircleSwap } from './circle.ts';
import { isOrderBook, isQuoted } from './quotedAmms.ts';

/** A pool of a route, and the direction in which the route uses it. */
export interface RoutePool {
  readonly pool: string;
  readonly program: string;
  readonly inputMint: string;
  readonly outputMint: string;
  /**
   * Accounts of the swap that may hold its price, by whether the swap writes them: neither the pool
   * itself nor token accounts, mints, programs or signers. Empty unless somebody sets the price.
   */
  readonly state: ReadonlyMap<string, 'written' | 'read'>;
}

/**
 * What a transaction did to a pool of a route. `swap`: with the direction. `quote`, `orders`: a maker
 * changed its price or its orders. `oracle`: somebody wrote an account that the pool's swaps read.
 * `named`: it names a pool whose price somebody sets, and may have set it.
 */
export type PoolChange =
  | { readonly pool: string; readonly kind: 'swap'; readonly isAgainst: boolean }
  | { readonly pool: string; readonly kind: 'quote' | 'orders' | 'oracle' | 'named' };

/** The pools that the swaps use, in order, without those that the instructions do not reveal. */
export function routePools(transaction: BlockTransaction): RoutePool[] {
  const pools = new Map<string, RoutePool>();
  for (const swap of transaction.circle.swaps) {
    const { pool, program, inputMint, outputMint, movesPool } = swap;
    if (pool === null || !movesPool || pools.has(pool)) continue;
    const state = isQuoted(program) ? stateAccounts(transaction, swap) : noAccounts;
    pools.set(pool, { pool, program, inputMint, outputMint, state });
  }
  return [...pools.values()];
}

const noAccounts: ReadonlyMap<string, 'written' | 'read'> = new Map();

function stateAccounts(
  { message, meta }: BlockTransaction,
  { accounts, pool }: CircleSwap,
): ReadonlyMap<string, 'written' | 'read'> {
  const balances = [...(meta.preTokenBalances ?? []), ...(meta.postTokenBalances ?? [])];
  const tokenAccounts = new Set(balances.map(({ accountIndex }) => accountIndex));
  const mints = new Set(balances.map(({ mint }) => mint));
  const found = new Map<string, 'written' | 'read'>();
  for (const account of Array.from(accounts)) {
    const key = message.keys.at(account);
    const { isListed, isCore } = labelOf(key);
    const isOther = account < message.requiredSignatures || tokenAccounts.has(account);
    if (isOther || key === pool || mints.has(key) || isListed || isCore) continue;
    if (key.startsWith('Sysvar')) continue;
    found.set(key, message.isWritable(account) ? 'written' : 'read');
  }
  return found;
}

/** `null`: it did nothing to the pool. A failed transaction changes nothing. */
export function changeOf(transaction: BlockTransaction, route: RoutePool): PoolChange | null {
  if (!transaction.isSuccess) return null;
  const { keys } = transaction.message;
  const isNamed = keys.indexOf(route.pool) >= 0;
  const touchesState = [...route.state.keys()].some((account) => keys.indexOf(account) >= 0);
  if (!isNamed && !touchesState) return null;
  const { pool } = route;
  const direction = isNamed ? netDirection(transaction, route) : 0n;
  if (direction !== 0n) return { pool, kind: 'swap', isAgainst: direction < 0n };
  if (!isQuoted(route.program)) return null;
  const kind = quoteChange(transaction, route);
  if (kind !== null) return { pool, kind };
  return isNamed && !swapsOn(transaction, pool) ? { pool, kind: 'named' } : null;
}

const swapsOn = ({ circle }: BlockTransaction, pool: string): boolean =>
  circle.swaps.some((swap) => swap.pool === pool);

/** What the pool got of the route's input: above 0 in the direction of the route, below against it. */
function netDirection({ circle }: BlockTransaction, route: RoutePool): bigint {
  const { pool, inputMint, outputMint } = route;
  let net = 0n;
  for (const swap of circle.swaps) {
    if (swap.pool !== pool || !swap.movesPool || swap.amounts === null) continue;
    const [paid, got] = [swap.inputMint, swap.outputMint];
    if (paid === inputMint && got === outputMint) net += swap.amounts.input;
    if (paid === outputMint && got === inputMint) net -= swap.amounts.output;
  }
  return net;
}

function quoteChange(
  transaction: BlockTransaction,
  { pool, program, state }: RoutePool,
): 'quote' | 'orders' | 'oracle' | null {
  const { message, meta } = transaction;
  const { keys } = message;
  const writes = ({ accounts }: Instruction, wanted: (key: string) => boolean): boolean =>
    Array.from(accounts).some((account) => message.isWritable(account) && wanted(keys.at(account)));
  const instructions = flattenInstructions(message, meta);
  const moving = callsWithMovements(transaction, instructions);
  for (const instruction of instructions) {
    const caller = keys.at(instruction.program);
    if (caller !== program) continue;
    if (!writes(instruction, (key) => key === pool || state.has(key))) continue;
    // What an order book moves with an order are the maker's own deposits.
    if (isOrderBook(program)) return 'orders';
    if (!moving.has(instruction)) return 'quote';
  }
  const writesOracle = instructions.some(
    (instruction) =>
      keys.at(instruction.program) !== program &&
      !labelOf(keys.at(instruction.program)).isCore &&
      writes(instruction, (key) => state.get(key) === 'read'),
  );
  return writesOracle && !swapsOn(transaction, pool) ? 'oracle' : null;
}

/** Instructions below which tokens moved: swaps, deposits and withdrawals. */
function callsWithMovements(
  { message, meta }: BlockTransaction,
  instructions: readonly Instruction[],
): ReadonlySet<Instruction> {
  const flow = readTransactionFlow(message, instructions, new AccountBalances(message, meta));
  const found = new Set<Instruction>();
  const visit = (call: ProgramCall): boolean => {
    const below = call.calls.map(visit).some((moved) => moved);
    const moved = below || call.movements.length > 0;
    if (moved) found.add(call.instruction);
    return moved;
  };
  for (const call of flow.root.calls) visit(call);
  return found;
}
