import { wrappedSolMint } from '../../solana/baseMints.ts';
import { describeTransactionError } from '../../solana/programErrors/errorWords.ts';
import type {
  ArbitrageRecord,
  DecodedBlock,
  Leg,
  PriceObservation,
  SwapInstruction,
  Tip,
  VaultBalance,
} from '../decode/arbitrageRecord.ts';
import type { WantsSwapAccounts } from '../decode/decodeBlock.ts';
import { engineInstruction, type GeneratedTransaction } from './arbitrageGenerator.ts';
import type { ExpectedLeg, ExpectedRecord, ExpectedTip } from './expectedRecord.ts';
import { type SharedAccounts, vaultAPosition, vaultBPosition } from './poolAccounts.ts';
import { otherSide, type PoolReserves } from './poolReserves.ts';
import type { RoutedSwap } from './routeFinder.ts';
import type { SimulatedPool } from './simulatedPools.ts';
import type { SimulatedWallet } from './simulatedWallets.ts';

const baseFeeLamports = 5_000;

interface RecordBlockOptions {
  readonly slot: number;
  readonly timeSeconds: number;
  readonly wantsSwap: WantsSwapAccounts;
  readonly hasRecords: boolean;
  readonly shared: SharedAccounts;
  readonly state: PoolReserves;
}

/** Builds a decoded block from expected records; a test compares it with the decoder's result. */
export class RecordBlockBuilder {
  readonly #options: RecordBlockOptions;
  readonly #records: ArbitrageRecord[] = [];
  readonly #observations: PriceObservation[] = [];
  readonly #vaults = new Map<string, VaultBalance>();
  readonly #decimals = new Map<string, number>();
  #transactions = 0;

  constructor(options: RecordBlockOptions) {
    this.#options = options;
  }

  /** Call while the pools have their state after the second. */
  add(transactions: readonly GeneratedTransaction[]): void {
    for (const { expected, swaps, wallet } of transactions) {
      const index = this.#transactions++;
      const { kind } = expected;
      if (this.#options.hasRecords && kind !== 'swap' && kind !== 'unmarked-failure') {
        this.#records.push(this.#record(expected, kind, index, engineInstruction(wallet)));
      }
      for (const swap of swaps) this.#observe(swap, wallet);
    }
  }

  build(blockhash: string): DecodedBlock {
    return {
      slot: this.#options.slot,
      blockTimeSeconds: this.#options.timeSeconds,
      blockhash,
      records: this.#records,
      observations: this.#observations,
      vaults: [...this.#vaults.values()],
      decimals: this.#decimals,
      transactions: this.#transactions,
      votes: 0,
      unreadable: [],
      unreadablePart: null,
    };
  }

  #record(
    expected: ExpectedRecord,
    type: ArbitrageRecord['type'],
    index: number,
    topLevelInstruction: number,
  ): ArbitrageRecord {
    const { wallet, tip, botFee, legs } = expected;
    return {
      signature: expected.signature,
      slot: this.#options.slot,
      index,
      blockTimeSeconds: this.#options.timeSeconds,
      version: 0,
      type,
      isSuccess: expected.error === null,
      failure: expected.error === null ? null : describeTransactionError(expected.error),
      wallet,
      gainOwners: legs.length > 0 ? [wallet] : [],
      bot: expected.bot,
      attempt: expected.attempt,
      computeUnits: expected.computeUnits,
      computeUnitLimit: expected.computeUnitLimit,
      feeLamports: BigInt(expected.feeLamports),
      priorityFeeLamports: BigInt(expected.feeLamports - baseFeeLamports),
      usesDurableNonce: expected.usesDurableNonce,
      tips: tip === null ? [] : [toTip(tip, wallet)],
      botFees: botFee === null ? [] : [{ ...botFee, amount: BigInt(botFee.amount) }],
      otherPayments: [],
      legs: legs.map((leg, order) => legOf(leg, order, topLevelInstruction)),
      grossGains: [...expected.grossGains].map(([mint, amount]) => ({
        mint,
        amount: BigInt(amount),
      })),
      baseMint: expected.baseMint,
      baseInput: BigInt(highestInput(legs, expected.baseMint)),
      closingDifferences: [],
      rentLamports: 0n,
    };
  }

  #observe(swap: RoutedSwap, wallet: SimulatedWallet): void {
    const { pool, input, amounts } = swap;
    const output = otherSide(pool, input);
    const { program } = pool.amm;
    const observation = {
      inputMint: input.mint,
      inputAmount: BigInt(amounts.paid),
      outputMint: output.mint,
      outputAmount: BigInt(amounts.received),
      program,
      pool: pool.address,
    };
    this.#observations.push(
      this.#options.wantsSwap(program, pool.address, this.#options.timeSeconds)
        ? { ...observation, swapInstruction: this.#swapInstruction(swap, wallet) }
        : observation,
    );
    const isAFirst = namesVaultAFirst(templateOf(swap));
    this.#updateVault(pool, isAFirst);
    this.#updateVault(pool, !isAFirst);
  }

  #updateVault(pool: SimulatedPool, isA: boolean): void {
    const token = isA ? pool.tokenA : pool.tokenB;
    const vault = pool.writable[isA ? vaultAPosition : vaultBPosition] ?? '';
    this.#vaults.set(vault, {
      pool: pool.address,
      program: pool.amm.program,
      mint: token.mint,
      amount: BigInt(this.#options.state.reserve(pool, token)),
      vault,
    });
    this.#decimals.set(token.mint, token.decimals);
  }

  #swapInstruction(swap: RoutedSwap, wallet: SimulatedWallet): SwapInstruction {
    const { pool } = swap;
    const { discriminator, accounts } = templateOf(swap);
    return {
      discriminator: Buffer.from(discriminator).toString('hex'),
      accounts: accounts.map((slot) => {
        switch (slot.from) {
          case 'payer':
            return wallet.address;
          case 'userA':
            return wallet.tokenAccount(pool.tokenA);
          case 'userB':
            return wallet.tokenAccount(pool.tokenB);
          case 'shared':
            return this.#options.shared.addresses[slot.at] ?? '';
          default:
            return pool[slot.from][slot.at] ?? '';
        }
      }),
    };
  }
}

const templateOf = ({ pool, input }: RoutedSwap) =>
  input === pool.tokenA ? pool.sellA : pool.sellB;

type SwapTemplate = ReturnType<typeof templateOf>;

/** A market has few templates but many swaps. */
const vaultOrders = new WeakMap<SwapTemplate, boolean>();

function namesVaultAFirst(template: SwapTemplate): boolean {
  let isAFirst = vaultOrders.get(template);
  if (isAFirst === undefined) {
    const first = template.accounts.find(
      (slot) =>
        slot.from === 'writable' && (slot.at === vaultAPosition || slot.at === vaultBPosition),
    );
    isAFirst = first?.from === 'writable' && first.at === vaultAPosition;
    vaultOrders.set(template, isAFirst);
  }
  return isAFirst;
}

const toTip = ({ lamports, ...tip }: ExpectedTip, payer: string): Tip => ({
  ...tip,
  mint: wrappedSolMint,
  amount: BigInt(lamports),
  payer,
});

const legOf = (leg: ExpectedLeg, order: number, topLevelInstruction: number): Leg => ({
  ...leg,
  order,
  inputAmount: BigInt(leg.inputAmount),
  outputAmount: BigInt(leg.outputAmount),
  poolReceived: BigInt(leg.poolReceived),
  poolSent: BigInt(leg.poolSent),
  topLevelInstruction,
});

/** Peak net outlay of the base mint. */
function highestInput(legs: readonly ExpectedLeg[], base: string | null): number {
  let out = 0;
  let most = 0;
  for (const leg of legs) {
    if (leg.inputMint === base) out += leg.inputAmount;
    if (out > most) most = out;
    if (leg.outputMint === base) out -= leg.outputAmount;
  }
  return most;
}
