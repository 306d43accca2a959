import { wrappedSolMint } from '../../solana/baseMints.ts';
import type { AccountBalances } from './accountBalances.ts';
import type { Leg } from './arbitrageRecord.ts';
import type { IsTraderAccount, SwapCall } from './findSwaps.ts';
import type { Message } from './message.ts';
import type { Movement } from './movement.ts';
import type { ProgramCall } from './transactionFlow.ts';

export interface DecodedLeg {
  readonly leg: Leg;
  /** Known even if the pool's address is not. */
  readonly poolKey: string;
  readonly vaults: readonly number[];
  /** Index of the pool's account if the instruction of a known AMM names it and its vaults. */
  readonly namedPool: number | null;
  readonly movements: readonly Movement[];
  readonly call: SwapCall['call'];
}

export function buildLegs(
  swaps: readonly SwapCall[],
  message: Message,
  balances: AccountBalances,
  isTraders: IsTraderAccount,
): DecodedLeg[] {
  const legs: DecodedLeg[] = [];
  for (const swap of swaps) {
    const hops = splitHops(swap) ?? [swap];
    for (const hop of hops) {
      legs.push(buildLeg(hop, legs.length, swaps, message, balances, isTraders));
    }
  }
  return legs;
}

type Hop = SwapCall & { readonly pool?: number; readonly vaults?: readonly number[] };

function buildLeg(
  hop: Hop,
  order: number,
  swaps: readonly SwapCall[],
  message: Message,
  balances: AccountBalances,
  isTraders: IsTraderAccount,
): DecodedLeg {
  const { call, movements } = hop;
  const found =
    hop.pool === undefined || hop.vaults === undefined
      ? findPool(call, movements, message, balances, isTraders)
      : { account: hop.pool, vaults: hop.vaults, isNamed: true };
  const pool = found.account < 0 ? null : balances.keys.at(found.account);
  // A bonding curve holds its SOL as its own lamports.
  const isOwnVault =
    found.isNamed || found.vaults.some((vault) => balances.ownerOf(vault) === pool);
  const vaults = isOwnVault ? [...found.vaults, found.account] : found.vaults;
  const isVault = (account: number) => vaults.includes(account);
  const into = sum(movements, (movement) =>
    isVault(movement.to) && movement.mint === hop.inputMint ? movement.amount - movement.fee : 0n,
  );
  const outOf = sum(movements, (movement) =>
    isVault(movement.from) && movement.mint === hop.outputMint ? movement.amount : 0n,
  );
  return {
    leg: {
      order,
      program: call.program,
      pool,
      inputMint: hop.inputMint,
      inputAmount: hop.inputAmount,
      outputMint: hop.outputMint,
      outputAmount: hop.outputAmount,
      poolReceived: into === 0n ? hop.inputAmount : into,
      poolSent: outOf === 0n ? lamportsSent(hop, found, swaps, balances) : outOf,
      lookupTable: found.account < 0 ? null : message.lookupTableOf(found.account),
      topLevelInstruction: call.instruction.topLevel,
    },
    poolKey: pool ?? `${call.program} ${[...found.vaults].sort((a, b) => a - b).join(' ')}`,
    vaults: found.vaults,
    namedPool: found.isNamed ? found.account : null,
    movements,
    call,
  };
}

/**
 * A bonding curve pays SOL and its fees without an instruction, so only its own balance shows what
 * it sent.
 */
function lamportsSent(
  { outputMint, outputAmount }: Hop,
  { account, isNamed }: SwapPool,
  swaps: readonly SwapCall[],
  balances: AccountBalances,
): bigint {
  if (outputMint !== wrappedSolMint || !isNamed || balances.isTokenAccount(account)) {
    return outputAmount;
  }
  const movements = swaps.flatMap((swap) => swap.movements).filter(({ isNative }) => isNative);
  const received = sum(movements, ({ from, to, amount }) =>
    to === account ? amount : from === account ? -amount : 0n,
  );
  const sent = received - balances.lamportChange(account);
  return sent > outputAmount ? sent : outputAmount;
}

function splitHops(swap: SwapCall): Hop[] | null {
  const { layout } = swap.call;
  if (!layout || layout.pools.length < 2) return null;
  const { accounts } = swap.call.instruction;
  // A layout lists as many hops as a call may have.
  const pools = layout.pools.filter((position) => position < accounts.length);
  const hops: Hop[] = [];
  for (const [at, position] of pools.entries()) {
    const pool = accounts[position] ?? -1;
    const vaults = layout.vaults.slice(at * 2, at * 2 + 2).map((vault) => accounts[vault] ?? -1);
    const own = [pool, ...vaults];
    const movements = swap.movements.filter(
      ({ from, to }) => own.includes(from) || own.includes(to),
    );
    const paid = movements.find(({ to }) => own.includes(to));
    const received = movements.find(({ from }) => own.includes(from));
    if (!paid || !received) return null;
    const [isFirst, isLast] = [at === 0, at === pools.length - 1];
    hops.push({
      call: swap.call,
      pool,
      vaults,
      movements,
      inputMint: paid.mint,
      // With the fees of the first and of the last hop.
      inputAmount: isFirst && paid.mint === swap.inputMint ? swap.inputAmount : paid.amount,
      outputMint: received.mint,
      outputAmount:
        isLast && received.mint === swap.outputMint
          ? swap.outputAmount
          : received.amount - received.fee,
    });
  }
  return hops;
}

function sum(movements: readonly Movement[], amountOf: (movement: Movement) => bigint): bigint {
  return movements.reduce((total, movement) => total + amountOf(movement), 0n);
}

interface SwapPool {
  /** -1 if unknown. */
  readonly account: number;
  readonly vaults: readonly number[];
  readonly isNamed: boolean;
}

/**
 * Finds the pool of a swap: by the AMM's layout if known; otherwise the owner of the vaults, if the
 * call may write it; otherwise the first writable account of the call that is not a token account,
 * signer or trader.
 */
function findPool(
  call: ProgramCall,
  movements: readonly Movement[],
  message: Message,
  balances: AccountBalances,
  isTraders: (account: number) => boolean,
): SwapPool {
  const { layout } = call;
  const { accounts } = call.instruction;
  const vaults = [
    ...new Set(
      movements
        .flatMap(({ from, to }) => [from, to])
        .filter(
          (account) => account >= 0 && !isTraders(account) && balances.isTokenAccount(account),
        ),
    ),
  ];
  const pool = layout ? accounts[layout.pools[0] ?? 0] : undefined;
  if (layout && pool !== undefined) {
    const named = layout.vaults.map((position) => accounts[position] ?? -1);
    const moved = named.filter((account) => vaults.includes(account));
    const isNamed = moved.length > 0 || vaults.length === 0;
    return { account: pool, vaults: moved.length > 0 ? moved : vaults, isNamed };
  }
  const listed = Array.from(accounts);
  const owner = listed.find(
    (account) =>
      message.isWritable(account) &&
      vaults.some(
        (vault) => vault !== account && balances.ownerOf(vault) === balances.keys.at(account),
      ),
  );
  const guess =
    owner ??
    listed.find(
      (account) =>
        account >= message.requiredSignatures &&
        message.isWritable(account) &&
        !balances.isTokenAccount(account) &&
        !isTraders(account),
    );
  return { account: guess ?? -1, vaults, isNamed: false };
}
