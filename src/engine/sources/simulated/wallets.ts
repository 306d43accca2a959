import { finderProviders } from '../../../interface/enumerations.ts';
import { encodeBase58 } from '../../../solana/base58.ts';
import { botPrograms } from '../../../solana/knownPrograms.ts';
import { tipAccountsByProvider } from '../../../solana/tipAccounts.ts';
import { cumulative, Random } from './random.ts';
import type { SimulatedToken } from './tokens.ts';

/** How a wallet sends its arbitrage. */
export type HuntingEngine =
  | { readonly kind: 'bot'; readonly family: string; readonly program: string }
  | { readonly kind: 'jupiter'; readonly program: string }
  /** A program of the wallet's own, which nobody else knows. */
  | { readonly kind: 'own-program'; readonly program: string };

export interface SimulatedWallet {
  readonly address: string;
  readonly engine: HuntingEngine;
  /** Data of its program's instruction; Jupiter's is made for each route. */
  readonly callData: string;
  /** Providers it tips, the favourite several times. */
  readonly providers: readonly string[];
  /** How often it sends without a tip. */
  readonly untipped: number;
  /** Share of the gain that it offers as a tip. */
  readonly generosity: number;
  /** Price of a compute unit. */
  readonly microLamports: number;
  /** How often its program tips by a call of its own rather than by an instruction beside it. */
  readonly tipsInside: boolean;
  /** The usual size of a trade, USD. */
  readonly sizeUsd: number;
  /** Its account for a token. */
  tokenAccount(token: SimulatedToken): string;
}

const allProviders = [...tipAccountsByProvider.keys()];
const named = finderProviders.filter((provider) => tipAccountsByProvider.has(provider));

export const jupiterProgram = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';

/** The hunters of the market and its ordinary traders. */
export class Wallets {
  readonly hunters: readonly SimulatedWallet[];
  readonly traders: readonly SimulatedWallet[];
  readonly #activity: Float64Array;

  constructor(seed: number) {
    const families = [...botPrograms].map(([program, { family }]) => ({ program, family }));
    const programsOf = (family: string) =>
      families.filter((bot) => bot.family === family).map(({ program }) => program);
    const random = new Random(seed, 'wallets');
    const ownPrograms = Array.from({ length: 5 }, () => random.address());
    const engines: HuntingEngine[] = [
      // The first program of a family is the one most run.
      ...bots('SMB', programsOf('SMB'), 24),
      ...bots('NOTARB', programsOf('NOTARB').slice(0, 2), 16),
      ...Array.from(
        { length: 8 },
        (): HuntingEngine => ({ kind: 'jupiter', program: jupiterProgram }),
      ),
      ...Array.from(
        { length: 12 },
        (): HuntingEngine => ({ kind: 'own-program', program: random.pick(ownPrograms) }),
      ),
    ];
    this.hunters = engines.map((engine, id) => makeWallet(seed, id, engine));
    this.#activity = cumulative(this.hunters.map(() => random.around(1, 0.9)));
    this.traders = Array.from({ length: 120 }, (_, id) =>
      makeWallet(seed, engines.length + id, { kind: 'jupiter', program: jupiterProgram }),
    );
  }

  hunter(random: Random): SimulatedWallet {
    return this.hunters[random.weighted(this.#activity)] ?? random.pick(this.hunters);
  }
}

const bots = (family: string, programs: readonly string[], count: number): HuntingEngine[] =>
  Array.from({ length: count }, (_, at) => ({
    kind: 'bot',
    family,
    program: programs[at % 4 === 3 ? 1 : 0] ?? programs[0] ?? '',
  }));

function makeWallet(seed: number, id: number, engine: HuntingEngine): SimulatedWallet {
  const random = new Random(seed, 'wallet', id);
  const address = random.address();
  // One of three favours Jito, the market's largest; the others mostly one that the finder names.
  const favourite = id % 3 === 0 ? 'JITO' : random.pick(id % 3 === 1 ? named : allProviders);
  const accounts: string[] = [];
  return {
    address,
    engine,
    callData: encodeBase58(callData(engine, random)),
    providers: [favourite, favourite, favourite, random.pick(named), random.pick(allProviders)],
    untipped: random.chance(0.2) ? 0.8 : random.between(0, 0.2),
    generosity: random.between(0.08, 0.7),
    microLamports: Math.round(random.around(20_000, 1.6)),
    tipsInside: engine.kind === 'own-program' && random.chance(0.6),
    sizeUsd: random.around(250, 0.9),
    tokenAccount(token) {
      const known = accounts[token.id];
      if (known !== undefined) return known;
      const fresh = new Random(seed, id, 0x70000 + token.id).address();
      accounts[token.id] = fresh;
      return fresh;
    },
  };
}

/** Data in the form of the programs' own: SMB's starts with 28, the others' is opaque. */
function callData(engine: HuntingEngine, random: Random): Uint8Array {
  const data = Uint8Array.from({ length: engine.kind === 'bot' ? 21 : 34 }, () =>
    random.below(256),
  );
  if (engine.kind === 'bot' && engine.family === 'SMB')
    data.set([28, 0x10, 0x27, 0, 0, 0, 0, 0, 0]);
  return data;
}
