import { wrappedSolMint } from '../../solana/baseMints.ts';
import { computeBudgetProgram, systemProgram, tokenProgram } from '../../solana/knownPrograms.ts';
import { tipAccountsByProvider } from '../../solana/tipAccounts.ts';
import type { RpcBlockTransaction } from '../decode/rpcBlock.ts';
import type { ActivityModel } from './activityModel.ts';
import { type BotCallDraft, botAccounts, expectedAttempt } from './botCall.ts';
import {
  type ExpectedBotFee,
  type ExpectedRecord,
  type ExpectedTip,
  noOutcome,
} from './expectedRecord.ts';
import { failureOf } from './failureLog.ts';
import { advanceNonceData, unitLimitData, unitPriceData } from './instructionData.ts';
import type { Random } from './random.ts';
import type { SwapInstructionWriter, TransactionWriter } from './recordOnlyBuilder.ts';
import type { Route, RoutedSwap, RouteFinder } from './routeFinder.ts';
import type { SimulatedPool } from './simulatedPools.ts';
import type { SimulatedToken } from './simulatedTokens.ts';
import type { SimulatedWallet } from './simulatedWallets.ts';
import { grossGains, toExpectedLeg } from './swapWriter.ts';

export interface GeneratedTransaction {
  readonly transaction: RpcBlockTransaction;
  readonly expected: ExpectedRecord;
  readonly swaps: readonly RoutedSwap[];
  readonly wallet: SimulatedWallet;
}

/**
 * How an attempt without a gain ends: `idle` succeeds without a swap; `stopped` fails before its swaps, as
 * it finds no gain; `swapped` fails after them; `broken` fails by its own error.
 */
export type AttemptEnd = 'idle' | 'stopped' | 'swapped' | 'broken';

export interface BlockContext {
  readonly recentBlockhash: string;
  readonly signatureSuffix: string;
}

const recentBlockhashesSysvar = 'SysvarRecentB1ockHashes11111111111111111111';
/** Rent of a nonce account, and lamports of the sysvar. */
const nonceRent = 1_447_680;
const sysvarLamports = 42_706_560;

const notArbFeeOwner = 'AtfwFfmzS5BQr5fe2cfSSm44XG1Ruqh9BvtXoXThGbd6';
const notArbFeeRate = 0.1;

/** Lamports. */
const tipMinimum = (provider: string) => (provider === 'JITO' ? 1_000 : 50_000);
const tipMaximum = 1_000_000_000;

export interface GeneratorTools {
  readonly builder: TransactionWriter;
  readonly writer: SwapInstructionWriter;
  readonly routes: RouteFinder;
  readonly activity: ActivityModel;
  readonly sol: SimulatedToken;
  feeAccount(token: SimulatedToken): string;
}

/** Top-level index after the two budget instructions, and the one that advances the nonce. */
export const engineInstruction = ({
  nonceAccount,
}: Pick<SimulatedWallet, 'nonceAccount'>): number => (nonceAccount === null ? 2 : 3);

export class ArbitrageGenerator {
  readonly tools: GeneratorTools;

  constructor(tools: GeneratorTools) {
    this.tools = tools;
  }

  /** `amount` is in raw units of the base token; a lot above 1 leaves dust in the middle tokens. */
  generateTrade(
    wallet: SimulatedWallet,
    route: Route,
    amount: number,
    gainRate: number,
    lot: number,
    context: BlockContext,
    random: Random,
  ): GeneratedTransaction {
    const { builder, routes, writer } = this.tools;
    routes.setGain(route, amount, gainRate);
    const start = this.#begin(wallet, route, amount, random);
    const swaps = routes.trade(route, amount, lot);
    const legs = swaps.map(toExpectedLeg);
    const gains = grossGains(legs);
    const gain = gains.get(route.base.mint) ?? 0;
    const out = swaps.at(-1)?.amounts.received ?? 0;
    const lamports = this.#tipLamports(gain, start, random);
    const tip = start.tip && { ...start.tip, lamports };
    const feeLamports = start.feeLamports;

    this.#callExecutor(wallet, start, amount, out, wallet.callData);
    swaps.forEach((swap, position) => {
      writer.write(swap, position, start.accountOf, 2);
      if (wallet.executor.kind === 'jupiter') writer.writeEvent(swap);
    });
    const botFee = this.#payBotFee(start, gain, feeLamports + (tip?.lamports ?? 0));
    if (tip) builder.payLamports(start.system, start.tipIndex, tip.lamports, tip.inner ? 2 : 1);

    const isLoss = [...gains.values()].some((value) => value < 0) || gains.size === 0;
    const expected = this.#expectedRecord(wallet, start, context, random, {
      kind: isLoss ? 'circular-with-loss' : 'arbitrage',
      legs,
      grossGains: gains,
      baseMint: route.base.mint,
      tip,
      botFee,
    });
    return this.#finish(wallet, expected, context, swaps);
  }

  /**
   * Without a swap that counts. A failure undoes its swaps and its tip, which it offers for `gain`, in raw
   * units of the base token; else it wastes a tip.
   */
  generateAttempt(
    wallet: SimulatedWallet,
    route: Route,
    { amount, gain }: { readonly amount: number; readonly gain: number },
    end: AttemptEnd,
    context: BlockContext,
    random: Random,
  ): GeneratedTransaction {
    const { routes, writer } = this.tools;
    const start = this.#begin(wallet, route, amount, random);
    const fails = end !== 'idle';
    const data = fails ? wallet.callData : wallet.noFailureCallData;
    this.#callExecutor(wallet, start, amount, amount, data);
    const swaps = end === 'swapped' ? routes.quoteWithoutGain(route, amount) : [];
    swaps.forEach((swap, position) => {
      writer.write(swap, position, start.accountOf, 2);
    });
    let tip: ExpectedTip | null = null;
    if (start.tip && !start.tip.inner) {
      const lamports = fails
        ? this.#tipLamports(gain, start, random)
        : tipMinimum(start.tip.provider);
      tip = { ...start.tip, lamports };
      this.tools.builder.payLamports(start.system, start.tipIndex, lamports, 1);
    }
    const markets = new Set(start.pools.map(({ amm }) => amm.program));
    // An unlisted program is recognized as a bot if it names two AMMs.
    const isUnmarked = wallet.executor.kind === 'own-program' && markets.size < 2;
    const expected = this.#expectedRecord(
      wallet,
      start,
      context,
      random,
      fails
        ? {
            kind: isUnmarked ? 'unmarked-failure' : 'failed',
            undoneLegs: swaps.map(toExpectedLeg),
            offeredTip: tip ?? start.tip,
            ...failureOf(wallet, engineInstruction(wallet), end === 'broken'),
          }
        : { kind: 'bot-no-profit', tip },
    );
    return this.#finish(wallet, expected, context);
  }

  #begin(wallet: SimulatedWallet, route: Route, amount: number, random: Random): TransactionDraft {
    const { builder, writer } = this.tools;
    const { base } = route;
    builder.begin(wallet.address, 1_200_000_000 + Math.floor(random.lognormal(3e9, 0.8)));
    const accounts = new Map<SimulatedToken, number>();
    const pools: SimulatedPool[] = [];
    for (const stage of route.stages) {
      const { input } = stage;
      const held =
        input === base ? Math.floor(amount * random.between(1.05, 4)) : random.below(9e5);
      const address = wallet.tokenAccount(input);
      accounts.set(input, builder.addTokenAccount(address, input, wallet.address, held));
      pools.push(...stage.pools);
    }
    const provider = random.chance(wallet.untippedRate) ? null : random.pick(wallet.providers);
    const recipient = provider && random.pick(tipAccountsByProvider.get(provider) ?? []);
    const tipIndex = recipient ? builder.addWritable(recipient, 1e6 + random.below(1e11)) : -1;
    const isNotArb = wallet.executor.kind === 'bot' && wallet.executor.family === 'NOTARB';
    const botFeeIndex = isNotArb
      ? builder.addTokenAccount(
          this.tools.feeAccount(base),
          base,
          notArbFeeOwner,
          random.below(5e9),
        )
      : -1;
    const { nonceAccount } = wallet;
    const nonce = nonceAccount === null ? -1 : builder.addWritable(nonceAccount, nonceRent);
    const budget = builder.addProgram(computeBudgetProgram);
    const executor = builder.addProgram(wallet.executor.program);
    const needsSystem = Boolean(recipient) || nonceAccount !== null;
    const system = needsSystem ? builder.addProgram(systemProgram) : -1;
    const sysvar =
      nonceAccount === null ? -1 : builder.addReadonly(recentBlockhashesSysvar, sysvarLamports);
    const isJupiter = wallet.executor.kind === 'jupiter';
    builder.loadPools(pools, isJupiter ? [writer.eventAuthority] : []);

    const unitLimit = 60_000 + pools.length * 90_000;
    if (nonceAccount !== null) {
      builder.addInstruction(system, [nonce, sysvar, 0], advanceNonceData);
    }
    builder.addInstruction(budget, [], unitLimitData(unitLimit));
    builder.addInstruction(budget, [], unitPriceData(wallet.microLamports));
    return {
      base,
      pools,
      executor,
      system,
      tipIndex,
      botFeeIndex,
      unitLimit,
      tipShare: wallet.tipShare,
      feeLamports: 5_000 + Math.ceil((unitLimit * wallet.microLamports) / 1e6),
      accountOf: (token) => accounts.get(token) ?? -1,
      tip:
        provider && recipient
          ? { provider, recipient, lamports: 0, inner: wallet.tipsByInnerInstruction }
          : null,
    };
  }

  #callExecutor(
    wallet: SimulatedWallet,
    start: TransactionDraft,
    amount: number,
    out: number,
    data: string,
  ): void {
    const { builder, writer } = this.tools;
    if (wallet.executor.kind !== 'jupiter') {
      const listed = botAccounts(wallet.executor.program, start, builder);
      const accounts = listed ?? firstIndexes(builder.accountCount);
      builder.addInstruction(start.executor, accounts, data);
      return;
    }
    const account = start.accountOf(start.base);
    const ends = { tokenProgram, from: account, to: account, outputMint: start.base.mint };
    const accounts = firstIndexes(builder.accountCount);
    writer.callJupiter(start.executor, ends, start.pools.length, [amount, out], accounts);
  }

  #tipLamports(gain: number, start: TransactionDraft, random: Random): number {
    const { activity, sol } = this.tools;
    const least = tipMinimum(start.tip?.provider ?? '');
    const usd = (gain / 10 ** start.base.decimals) * activity.priceUsd(start.base);
    const worth = (usd / activity.priceUsd(sol)) * 1e9;
    const offered = Math.floor(worth * start.tipShare * random.between(0.6, 1.2));
    return Math.min(tipMaximum, Math.max(least, offered));
  }

  #payBotFee(start: TransactionDraft, gain: number, costLamports: number): ExpectedBotFee | null {
    if (start.botFeeIndex < 0) return null;
    const { mint } = start.base;
    const net = mint === wrappedSolMint ? gain - costLamports : gain;
    const amount = Math.floor(net * notArbFeeRate);
    if (amount <= 0) return null;
    const from = start.accountOf(start.base);
    this.tools.builder.transfer(from, start.botFeeIndex, amount, false, 2);
    return { to: notArbFeeOwner, mint, amount };
  }

  #expectedRecord(
    wallet: SimulatedWallet,
    start: TransactionDraft,
    context: BlockContext,
    random: Random,
    partial: Pick<ExpectedRecord, 'kind'> & Partial<ExpectedRecord>,
  ): ExpectedRecord {
    return {
      ...noOutcome,
      ...partial,
      signature: random.signature(context.signatureSuffix),
      wallet: wallet.address,
      bot: botOf(wallet, partial.kind),
      attempt: expectedAttempt(
        wallet.executor.program,
        start,
        partial.kind === 'bot-no-profit',
        partial.legs !== undefined,
      ),
      feeLamports: start.feeLamports,
      computeUnits: Math.floor(start.unitLimit * random.between(0.45, 0.85)),
      computeUnitLimit: start.unitLimit,
      usesDurableNonce: wallet.nonceAccount !== null,
    };
  }

  #finish(
    wallet: SimulatedWallet,
    expected: ExpectedRecord,
    { recentBlockhash }: BlockContext,
    swaps: readonly RoutedSwap[] = [],
  ): GeneratedTransaction {
    const transaction = this.tools.builder.finish(expected, recentBlockhash);
    return { transaction, expected, swaps, wallet };
  }
}

interface TransactionDraft extends BotCallDraft {
  readonly executor: number;
  readonly system: number;
  readonly tipIndex: number;
  readonly botFeeIndex: number;
  readonly unitLimit: number;
  readonly tipShare: number;
  readonly feeLamports: number;
  readonly tip: ExpectedTip | null;
}

/** The decoder recognizes a wallet's own program by a cycle, or by two AMMs that an attempt names. */
function botOf({ executor }: SimulatedWallet, kind: ExpectedRecord['kind']): ExpectedRecord['bot'] {
  const { program } = executor;
  if (executor.kind === 'bot') return { family: executor.family, program };
  const isMarked = kind !== 'swap' && kind !== 'unmarked-failure';
  return executor.kind === 'own-program' && isMarked ? { family: program, program } : null;
}

const sequences: (readonly number[])[] = [];

function firstIndexes(count: number): readonly number[] {
  const known = sequences[count];
  if (known) return known;
  const fresh = Array.from({ length: count }, (_, index) => index);
  sequences[count] = fresh;
  return fresh;
}
