import { usdcMint, usdtMint, wrappedSolMint } from '../../solana/baseMints.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { token2022Program, tokenProgram } from '../../solana/knownPrograms.ts';
import type { SourceToken } from '../chain/blockSource.ts';
import { Random } from './random.ts';

/** Some have a real mint, most are invented. */
export interface SimulatedToken {
  readonly id: number;
  readonly mint: string;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly program: string;
  readonly transferFeeBasisPoints: number;
  readonly priceUsd: number;
  /** Amplitude of the price: 0.1 is about 10 % in both directions. */
  readonly volatility: number;
  /** Weight in the choice of arbitrage tokens; 0: no arbitrage. */
  readonly popularity: number;
  readonly poolCount: number;
  readonly supply: bigint;
  readonly mintAuthority: string | null;
  readonly freezeAuthority: string | null;
  readonly updateAuthority: string | null;
}

type RealRow = readonly [
  mint: string,
  name: string,
  priceUsd: number,
  swing: number,
  supply: number,
];

/** Real mints with typical prices and supplies, not those of a specific day. */
const realTokens: readonly RealRow[] = [
  [wrappedSolMint, 'Wrapped SOL', 165, 0.04, 540e6],
  [usdcMint, 'USD Coin', 1, 0, 9e9],
  [usdtMint, 'Tether USD', 0.9998, 0, 2e9],
  ['DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263', 'Bonk', 2.1e-5, 0.08, 88e12],
  ['EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm', 'dogwifhat', 0.82, 0.1, 998e6],
  ['JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN', 'Jupiter', 0.47, 0.06, 7e9],
  ['4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R', 'Raydium', 2.4, 0.07, 555e6],
  ['HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3', 'Pyth Network', 0.13, 0.06, 10e9],
  ['7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr', 'Popcat', 0.29, 0.12, 980e6],
  ['J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn', 'Jito Staked SOL', 201, 0.04, 15e6],
  ['mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So', 'Marinade Staked SOL', 216, 0.04, 5e6],
  ['orcaEKTdK7LKz57vaAYr9QeNsVEPfiu6QeMU1kektZE', 'Orca', 2.9, 0.07, 75e6],
];

const inventedNames = `
  Moon Otter, Quiet Lobster, Pixel Goat, Turbo Snail, Midnight Toad, Captain Bean,
  Velvet Shark, Dizzy Robot, Paper Dragon, Salty Penguin, Cosmic Noodle, Lucky Badger,
  Grumpy Cloud, Banana Duke, Neon Walrus, Tiny Titan, Rusty Comet, Fuzzy Oracle, Golden Pickle,
  Sleepy Wolf, Electric Yak, Honest Crook, Purple Rain Frog, Left Curve, Spare Button,
  Old Receipt, Dust Collector, Taxed Tortoise
`
  .trim()
  .split(/,\s+/);

const transferFeeTokenName = 'Taxed Tortoise';
/** The last invented mints: they have pools and prices, but no arbitrage. */
const inactiveTokenNames = ['Spare Button', 'Old Receipt', 'Dust Collector'];

/** SOL, USDC and USDT are first. */
export function createTokens(seed: number): readonly SimulatedToken[] {
  const real = realTokens.map((row, id) => realToken(row, id, seed));
  const invented = inventedNames.map((name, at) => inventedToken(name, real.length + at, seed));
  return [...real, ...invented];
}

function realToken(row: RealRow, id: number, seed: number): SimulatedToken {
  const [mint, name, priceUsd, volatility, supply] = row;
  const known = knownMints.get(mint);
  if (!known) throw new RangeError(`the table of mints lacks ${name}`);
  const random = new Random(seed, 'token', id);
  const isStable = mint === usdcMint || mint === usdtMint;
  return {
    id,
    mint,
    name,
    symbol: known.symbol,
    decimals: known.decimals,
    program: known.tokenProgram,
    transferFeeBasisPoints: 0,
    priceUsd,
    volatility,
    popularity: id === 1 ? 2.5 : isStable || id === 0 ? 0 : random.between(0.5, 2.5),
    poolCount: 9,
    supply: wholeSupply(supply, known.decimals),
    // Issuers of stablecoins keep both authorities; the addresses are invented.
    mintAuthority: isStable ? random.address() : null,
    freezeAuthority: isStable ? random.address() : null,
    updateAuthority: null,
  };
}

function inventedToken(name: string, id: number, seed: number): SimulatedToken {
  const random = new Random(seed, 'token', id);
  const rank = id - realTokens.length;
  const isTaxed = name === transferFeeTokenName;
  const isAsleep = inactiveTokenNames.includes(name);
  const supply = random.pick([1e9, 1e9, 1e9, 420.69e6, 1e8]);
  const decimals = supply === 1e8 ? 8 : 6;
  return {
    id,
    mint: random.address(),
    name,
    symbol: symbolOf(name),
    decimals,
    program: isTaxed || random.chance(0.1) ? token2022Program : tokenProgram,
    transferFeeBasisPoints: isTaxed ? 100 : 0,
    priceUsd: random.lognormal(4e6, 1.1) / supply,
    volatility: random.between(0.15, 0.5),
    // Popularity decreases steeply: the first few names have most of the volume.
    popularity: isAsleep ? 0 : 9 / (1 + rank) ** 0.8,
    poolCount: isAsleep ? 3 : Math.max(4, 13 - Math.floor(rank / 2)),
    supply: wholeSupply(supply, decimals),
    mintAuthority: random.chance(0.12) ? random.address() : null,
    freezeAuthority: random.chance(0.08) ? random.address() : null,
    updateAuthority: random.chance(0.5) ? random.address() : null,
  };
}

const wholeSupply = (tokens: number, decimals: number) =>
  BigInt(Math.round(tokens)) * 10n ** BigInt(decimals);

/** Letters of the longest word, e.g. `OTTER`. */
function symbolOf(name: string): string {
  const words = name.split(' ');
  return words.reduce((a, b) => (b.length >= a.length ? b : a)).toUpperCase();
}

export function toSourceToken(token: SimulatedToken): SourceToken {
  const { mint, name, symbol, decimals, supply, mintAuthority } = token;
  return {
    mint,
    name,
    symbol,
    decimals,
    supply,
    program: token.program === token2022Program ? 'spl-token-2022' : 'spl-token',
    mintAuthority,
    freezeAuthority: token.freezeAuthority,
    updateAuthority: token.updateAuthority,
  };
}
