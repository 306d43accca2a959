import { finderProviders } from '../../api/enumerations.ts';
import { encodeBase58 } from '../../solana/base58.ts';
import { botPrograms } from '../../solana/knownPrograms.ts';
import { tipAccountsByProvider } from '../../solana/tipAccounts.ts';
import { smbProgram } from '../decode/botGroups.ts';
import { smbCallData } from './botCall.ts';
import { cumulativeSums, Random } from './random.ts';
import type { SimulatedToken } from './simulatedTokens.ts';

export type ArbitrageExecutor =
  | { readonly kind: 'bot'; readonly family: string; readonly program: string }
  | { readonly kind: 'jupiter'; readonly program: string }
  /** In no list of bots. */
  | { readonly kind: 'own-program'; readonly program: string };

export interface SimulatedWallet {
  readonly address: string;
  readonly executor: ArbitrageExecutor;
  /** Jupiter's is created for each route. */
  readonly callData: string;
  /** Of attempts that succeed without a swap. */
  readonly noFailureCallData: string;
  /** The favourite is listed several times. */
  readonly providers: readonly string[];
  readonly untippedRate: number;
  readonly tipShare: number;
  readonly microLamports: number;
  /** Else in a separate instruction. */
  readonly tipsByInnerInstruction: boolean;
  readonly typicalTradeUsd: number;
  /** The wallet's transactions use a durable nonce; `null`: a recent blockhash. */
  readonly nonceAccount: string | null;
  tokenAccount(token: SimulatedToken): string;
}

const allProviders = [...tipAccountsByProvider.keys()];
const finderProviderNames = finderProviders.filter((provider) =>
  tipAccountsByProvider.has(provider),
);

export const jupiterProgram = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';
const jupiter: ArbitrageExecutor = { kind: 'jupiter', program: jupiterProgram };

export class SimulatedWallets {
  readonly searchers: readonly SimulatedWallet[];
  readonly traders: readonly SimulatedWallet[];
  readonly #activity: Float64Array;

  constructor(seed: number) {
    const families = [...botPrograms].map(([program, { family }]) => ({ program, family }));
    const programsOf = (family: string) =>
      families.filter((bot) => bot.family === family).map(({ program }) => program);
    const random = new Random(seed, 'wallets');
    const ownPrograms = Array.from({ length: 5 }, () => random.address());
    const engines: ArbitrageExecutor[] = [
      // The first program of a family is the most common.
      ...bots('SMB', programsOf('SMB'), 24),
      ...bots('NOTARB', programsOf('NOTARB').slice(0, 2), 16),
      ...Array.from({ length: 8 }, () => jupiter),
      ...Array.from(
        { length: 12 },
        (): ArbitrageExecutor => ({ kind: 'own-program', program: random.pick(ownPrograms) }),
      ),
    ];
    this.searchers = engines.map((engine, id) => createWallet(seed, id, engine, id % 4 === 1));
    this.#activity = cumulativeSums(this.searchers.map(() => random.lognormal(1, 0.9)));
    this.traders = Array.from({ length: 120 }, (_, id) =>
      createWallet(seed, engines.length + id, jupiter),
    );
  }

  pickSearcher(random: Random): SimulatedWallet {
    return this.searchers[random.weightedIndex(this.#activity)] ?? random.pick(this.searchers);
  }
}

const bots = (family: string, programs: readonly string[], count: number): ArbitrageExecutor[] =>
  Array.from({ length: count }, (_, at) => ({
    kind: 'bot',
    family,
    program: programs[at % 4 === 3 ? 1 : 0] ?? programs[0] ?? '',
  }));

function createWallet(
  seed: number,
  id: number,
  executor: ArbitrageExecutor,
  hasNonce = false,
): SimulatedWallet {
  const random = new Random(seed, 'wallet', id);
  const address = random.address();
  // One third favours Jito, the largest provider; the others mostly one with a finder filter.
  const favourite =
    id % 3 === 0 ? 'JITO' : random.pick(id % 3 === 1 ? finderProviderNames : allProviders);
  const accounts: string[] = [];
  return {
    address,
    executor,
    ...encodedCallData(executor, random),
    providers: [
      favourite,
      favourite,
      favourite,
      random.pick(finderProviderNames),
      random.pick(allProviders),
    ],
    untippedRate: random.chance(0.2) ? 0.8 : random.between(0, 0.2),
    tipShare: random.between(0.08, 0.7),
    microLamports: Math.round(random.lognormal(20_000, 1.6)),
    tipsByInnerInstruction: executor.kind === 'own-program' && random.chance(0.6),
    typicalTradeUsd: random.lognormal(250, 0.9),
    nonceAccount: hasNonce ? new Random(seed, id, 0x60000).address() : null,
    tokenAccount(token) {
      const known = accounts[token.id];
      if (known !== undefined) return known;
      const fresh = new Random(seed, id, 0x70000 + token.id).address();
      accounts[token.id] = fresh;
      return fresh;
    },
  };
}

/** That of SMB is realistic, that of others opaque. */
function encodedCallData(
  { kind, program }: ArbitrageExecutor,
  random: Random,
): Pick<SimulatedWallet, 'callData' | 'noFailureCallData'> {
  const data = Uint8Array.from({ length: kind === 'bot' ? 21 : 34 }, () => random.below(256));
  const isSmb = program === smbProgram;
  return {
    callData: encodeBase58(isSmb ? smbCallData(false) : data),
    noFailureCallData: encodeBase58(isSmb ? smbCallData(true) : data),
  };
}
