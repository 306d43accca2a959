import { decodeBase58 } from '../../solana/base58.ts';
import type { ExpectedLeg } from './expectedRecord.ts';
import { jupiterEventData, jupiterRouteData, swapData } from './instructionData.ts';
import type { SharedAccounts } from './poolAccounts.ts';
import { otherSide } from './poolReserves.ts';
import type { RoutedSwap } from './routeFinder.ts';
import type { SimulatedToken } from './simulatedTokens.ts';
import { jupiterProgram } from './simulatedWallets.ts';
import type { TransactionBuilder } from './transactionBuilder.ts';

/** Token account indexes. */
export interface JupiterEnds {
  readonly tokenProgram: string;
  readonly from: number;
  readonly to: number;
  readonly outputMint: string;
}

export class SwapWriter {
  readonly #builder: TransactionBuilder;
  readonly eventAuthority: string;
  readonly #keys = new Map<string, Uint8Array>();

  constructor(builder: TransactionBuilder, shared: SharedAccounts) {
    this.#builder = builder;
    this.eventAuthority = shared.programAccount(jupiterProgram, '%eventAuthority');
    shared.id(this.eventAuthority);
  }

  /** `position`: in `loadPools`. Height 1: a top-level call. */
  write(
    swap: RoutedSwap,
    position: number,
    accountOf: (token: SimulatedToken) => number,
    height: number,
  ): void {
    const builder = this.#builder;
    const { pool, input, amounts } = swap;
    const output = otherSide(pool, input);
    const userA = accountOf(pool.tokenA);
    const userB = accountOf(pool.tokenB);
    const template = input === pool.tokenA ? pool.sellA : pool.sellB;
    const accounts = template.accounts.map((slot) =>
      builder.accountIndex(position, slot, userA, userB),
    );
    const data = swapData(template, amounts.paid, Math.floor(amounts.received * 0.97));
    const program = builder.shared(pool.amm.program);
    if (height === 1) builder.addInstruction(program, accounts, data);
    else builder.addInnerInstruction(program, accounts, data, height);

    const checked = pool.amm.checksTransfers;
    const sends = (from: number, to: number, amount: number) =>
      builder.transfer(from, to, amount, checked, height + 1);
    const userIn = accountOf(input);
    const vaultIn = builder.vault(position, input);
    const vaultOut = builder.vault(position, output);
    if (amounts.sideFee === 0) {
      sends(userIn, vaultIn, amounts.paid);
      sends(vaultOut, accountOf(output), amounts.poolSent);
      return;
    }
    // Fees are in the quote token: added to the buyer's payment, or deducted from the pool's.
    const buys = input === pool.tokenB;
    const fees = amounts.sideFee * pool.feeAccounts.length;
    if (buys) {
      sends(vaultOut, accountOf(output), amounts.poolSent);
      sends(userIn, vaultIn, amounts.paid - fees);
    } else {
      sends(userIn, vaultIn, amounts.paid);
      sends(vaultOut, accountOf(output), amounts.poolSent - fees);
    }
    for (const { at } of pool.feeAccounts) {
      sends(buys ? userIn : vaultOut, builder.poolWritable(position, at), amounts.sideFee);
    }
  }

  callJupiter(
    jupiter: number,
    ends: JupiterEnds,
    hops: number,
    [offered, quoted]: readonly [number, number],
    more: readonly number[] = [],
  ): void {
    const builder = this.#builder;
    const { tokenProgram, from, to, outputMint } = ends;
    const accounts = [
      ...[builder.shared(tokenProgram), 0, from, to, jupiter],
      ...[builder.shared(outputMint), jupiter, builder.shared(this.eventAuthority), jupiter],
      ...more,
    ];
    builder.addInstruction(jupiter, accounts, jupiterRouteData(hops, offered, quoted));
  }

  /** Writes Jupiter's swap event, a self-call that must not be decoded as a swap. */
  writeEvent({ pool, input, amounts }: RoutedSwap): void {
    const output = otherSide(pool, input);
    this.#builder.addInnerInstruction(
      this.#builder.shared(jupiterProgram),
      [this.#builder.shared(this.eventAuthority)],
      jupiterEventData(
        this.#bytes(pool.amm.program),
        { mint: this.#bytes(input.mint), amount: amounts.paid },
        { mint: this.#bytes(output.mint), amount: amounts.received },
      ),
      2,
    );
  }

  #bytes(address: string): Uint8Array {
    const known = this.#keys.get(address);
    if (known) return known;
    const bytes = decodeBase58(address) ?? new Uint8Array(32);
    this.#keys.set(address, bytes);
    return bytes;
  }
}

export function toExpectedLeg({ pool, input, amounts }: RoutedSwap): ExpectedLeg {
  return {
    program: pool.amm.program,
    pool: pool.address,
    lookupTable: pool.lookup.accountKey,
    inputMint: input.mint,
    inputAmount: amounts.paid,
    outputMint: otherSide(pool, input).mint,
    outputAmount: amounts.received,
    poolReceived: amounts.poolReceived,
    poolSent: amounts.poolSent,
  };
}

export function grossGains(legs: readonly ExpectedLeg[]): Map<string, number> {
  const gains = new Map<string, number>();
  const add = (mint: string, amount: number) => gains.set(mint, (gains.get(mint) ?? 0) + amount);
  for (const leg of legs) {
    add(leg.inputMint, -leg.inputAmount);
    add(leg.outputMint, leg.outputAmount);
  }
  for (const [mint, amount] of gains) if (amount === 0) gains.delete(mint);
  return gains;
}
