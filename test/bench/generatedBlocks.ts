/** Quickly generates blocks with arbitrages and failures like mainnet's. */
import { randomBytes } from 'node:crypto';
import type { ArbitrageRecord, DecodedBlock } from '../../src/engine/decode/arbitrageRecord.ts';
import { encodeBase58 } from '../../src/solana/base58.ts';
import { wrappedSolMint } from '../../src/solana/baseMints.ts';
import { block, deepVaults, leg, record, solAt, tip } from '../unit/engine/syntheticBlocks.ts';

export interface GeneratedBlocks {
  readonly firstSlot: number;
  readonly slots: number;
  readonly blocks: number;
  readonly startSeconds: number;
  readonly seconds: number;
  readonly arbitrages: number;
  readonly failures: number;
  /** Mints traded per block, by arbitrage or otherwise; only SOL by default. */
  readonly tradedMints?: number;
  /** Share of the arbitrages with two middle tokens; the others have one. */
  readonly twoTokens?: number;
}

/** Number of each kind; the first ones are the most active. */
const kinds = { tokens: 3_000, poolsPerToken: 5, wallets: 2_000, amms: 12, bots: 8 } as const;
const providers = ['JITO', 'FAST', '0SLOT', 'NEXTBLOCK', 'TEMPORAL', 'BLOXROUTE', 'ASTRALANE'];
const tokenDecimals = 6;

export function* generateBlocks(options: GeneratedBlocks): Generator<DecodedBlock> {
  const { firstSlot, slots, blocks, startSeconds, seconds, tradedMints = 1 } = options;
  const attempts = new GeneratedAttempts(options.twoTokens ?? 0);
  for (let number = 0; number < blocks; number++) {
    const slot = firstSlot + Math.floor((number * slots) / blocks);
    const share = (whole: number) =>
      Math.floor(((number + 1) * whole) / blocks) - Math.floor((number * whole) / blocks);
    const records = [
      ...Array.from({ length: share(options.arbitrages) }, (_, index) =>
        attempts.arbitrage(slot, index),
      ),
      ...Array.from({ length: share(options.failures) }, (_, index) =>
        attempts.failure(slot, 1_000 + index),
      ),
    ];
    const made = block({
      slot,
      blockTimeSeconds: startSeconds + Math.floor((number * seconds) / blocks),
      records,
      observations: [solAt(150)],
    });
    yield tradedMints > 1 ? { ...made, ...attempts.trades(tradedMints - 1) } : made;
  }
}

class GeneratedAttempts {
  readonly #random = randomNumbers();
  readonly #tokens = Array.from({ length: kinds.tokens }, () => newAddress());
  readonly #wallets = Array.from({ length: kinds.wallets }, () => newAddress());
  readonly #bots = Array.from({ length: kinds.bots }, (_, at) => ({
    family: `bot${at}`,
    program: newAddress(),
  }));
  readonly #botOf = new Map(
    this.#wallets.map((wallet) => [wallet, this.#random() < 0.8 ? this.#oneOf(this.#bots) : null]),
  );
  readonly #pools: readonly (readonly (readonly [amm: string, pool: string])[])[];
  readonly #twoTokens: number;

  constructor(twoTokens: number) {
    this.#twoTokens = twoTokens;
    const amms = Array.from({ length: kinds.amms }, () => newAddress());
    const newPool = () =>
      [amms[Math.floor(this.#random() * amms.length)] ?? '', newAddress()] as const;
    this.#pools = this.#tokens.map(() => Array.from({ length: kinds.poolsPerToken }, newPool));
  }

  arbitrage(slot: number, index: number): ArbitrageRecord {
    const random = this.#random;
    const at = this.#placeOfToken();
    const input = BigInt(Math.floor(10 ** (7 + random() * 4)));
    const gain = BigInt(Math.floor(10 ** (4 + random() * 4)));
    const tips =
      random() < 0.6
        ? [tip(this.#oneOf(providers), gain / BigInt(2 + Math.floor(random() * 9)))]
        : [];
    const first = { mint: this.#tokens[at] ?? '', amount: BigInt(Math.floor(random() * 1e12)) };
    const opening = leg(0, ...this.#poolOf(at), sol(input), first);
    const members = { ...this.#attempt(slot, index), tips, baseInput: input };
    const grossGains = [sol(gain)];
    if (random() >= this.#twoTokens) {
      const closing = leg(1, ...this.#poolOf(at), first, sol(input + gain));
      return record({ ...members, grossGains, legs: [opening, closing] });
    }
    const other = this.#placeOfToken();
    const second = { mint: this.#tokens[other] ?? '', amount: BigInt(Math.floor(random() * 1e12)) };
    const legs = [
      opening,
      leg(1, ...this.#poolOf(at), first, second),
      leg(2, ...this.#poolOf(other), second, sol(input + gain)),
    ];
    return record({ ...members, grossGains, legs });
  }

  failure(slot: number, index: number): ArbitrageRecord {
    return record({
      ...this.#attempt(slot, index),
      type: 'failed',
      isSuccess: false,
      failure: '{"InstructionError":[3,{"Custom":6001}]}',
      baseMint: null,
      baseInput: 0n,
    });
  }

  /** Swaps of this number of tokens in a block, and the resulting pool balances. */
  trades(tokens: number): Pick<DecodedBlock, 'observations' | 'vaults' | 'decimals'> {
    const observations = [solAt(150)];
    // Without them, SOL would have no price, and all figures in USD would be 0.
    const vaults = [...deepVaults(observations)];
    const decimals = new Map([[wrappedSolMint, 9]]);
    for (let count = 0; count < tokens; count++) {
      const at = this.#placeOfToken();
      const mint = this.#tokens[at] ?? '';
      const [program, pool] = this.#poolOf(at);
      const lamports = BigInt(Math.floor(10 ** (7 + this.#random() * 3)));
      const swap = { inputMint: wrappedSolMint, inputAmount: lamports, outputMint: mint };
      observations.push({ ...swap, outputAmount: lamports / 10n, program, pool });
      decimals.set(mint, tokenDecimals);
      vaults.push(
        { pool, program, vault: `${pool}1`, mint: wrappedSolMint, amount: lamports * 1_000n },
        { pool, program, vault: `${pool}2`, mint, amount: lamports * 100n },
      );
    }
    return { observations, vaults, decimals };
  }

  #attempt(slot: number, index: number) {
    const random = this.#random;
    const wallet = this.#oneOf(this.#wallets);
    return {
      slot,
      index,
      signature: encodeBase58(randomBytes(64)),
      wallet,
      // A wallet has one bot.
      bot: this.#botOf.get(wallet) ?? null,
      computeUnits: 60_000 + Math.floor(random() * 300_000),
      feeLamports: 5_000n + BigInt(Math.floor(10 ** (random() * 6))),
    };
  }

  #placeOfToken(): number {
    return Math.floor(this.#tokens.length * this.#random() ** 3);
  }

  #poolOf(token: number): readonly [amm: string, pool: string] {
    return this.#oneOf(this.#pools[token] ?? []);
  }

  /** Prefers the first values: few of a kind have most of the activity. */
  #oneOf<Value>(values: readonly Value[]): Value {
    const value = values[Math.floor(values.length * this.#random() ** 3)];
    if (value === undefined) throw new RangeError('nothing to choose from');
    return value;
  }
}

const sol = (amount: bigint) => ({ mint: wrappedSolMint, amount });
const newAddress = (): string => encodeBase58(randomBytes(32));

/** The same numbers in each run. */
function randomNumbers(): () => number {
  let state = 0x2545_f491;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
