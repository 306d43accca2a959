import { createHash } from 'node:crypto';
import { ammPrograms } from '../../solana/knownPrograms.ts';
import published from './ammInstructions.json' with { type: 'json' };
import type { Instruction } from './message.ts';
import { instructionData } from './programActions.ts';

/**
 * Instructions of AMMs that move a trader's tokens but are not swaps: liquidity, fees, rewards,
 * resting orders and their settlement, deposits to a market, and the creation and migration of
 * pools. Admin instructions that move no tokens are left out. Read on 2026-11-29 from the IDLs or
 * the source that each entry names. To renew: compare each entry with its source.
 *
 * Prop AMMs publish nothing (SolFi, HumidiFi, GoonFi, Tessera, BisonFi, AlphaQ, ZeroFi, Aquifer,
 * Scorch, …): for those, only the transfers decide.
 */
interface PublishedInstructions {
  readonly source: string;
  readonly programs: readonly string[];
  /** Anchor instructions. Their discriminator is a hash of the name. */
  readonly names?: readonly string[];
  /** Leading bytes of other programs' instructions, hexadecimal. */
  readonly tags?: readonly string[];
}

const publishedOf: ReadonlyMap<string, PublishedInstructions> = new Map(
  published.flatMap((entry) => entry.programs.map((program) => [program, entry] as const)),
);

/** Hexadecimal, by entry; hashed when a program first needs them. */
const leadingBytes = new WeakMap<PublishedInstructions, readonly string[]>();

function leadingBytesOf(entry: PublishedInstructions): readonly string[] {
  let bytes = leadingBytes.get(entry);
  if (bytes === undefined) {
    const { names = [], tags = [] } = entry;
    bytes = [...names.map(anchorDiscriminator), ...tags];
    leadingBytes.set(entry, bytes);
  }
  return bytes;
}

/** Of an Anchor instruction, from its name in the IDL; hexadecimal. */
export function anchorDiscriminator(name: string): string {
  return createHash('sha256').update(`global:${name}`).digest('hex').slice(0, 16);
}

/** Whether a program publishes this instruction as one that moves tokens without being a swap. */
export function isKnownNonSwap(program: string, instruction: Pick<Instruction, 'data'>): boolean {
  const entry = publishedOf.get(program);
  if (entry === undefined) return false;
  const data = hexadecimal(instruction, 8);
  return leadingBytesOf(entry).some((bytes) => data.startsWith(bytes));
}

/** The same from the name that an Anchor program logs, such as `IncreaseLiquidityV2`. */
export function isNameOfNonSwap(program: string, loggedName: string): boolean {
  const { names = [] } = publishedOf.get(program) ?? {};
  return names.some((name) => name.replaceAll('_', '') === loggedName.toLowerCase());
}

/** Serum v3, and OpenBook v1, which is its fork. */
const serumPrograms: ReadonlySet<string> = new Set([
  'srmqPvymJeFKQ4zGQed1GFppgkRHL9kaELCbyksJtPX',
  '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
]);

/** Serum's `SettleFunds` pays what an order of another instruction bought. */
export function isSettlement(program: string, instruction: Pick<Instruction, 'data'>): boolean {
  return serumPrograms.has(program) && hexadecimal(instruction, 5) === '0005000000';
}

const hexadecimal = (instruction: Pick<Instruction, 'data'>, length: number): string =>
  Buffer.from(instructionData(instruction).subarray(0, length)).toString('hex');

/**
 * Programs whose market is their own token: they mint it to the buyer and burn it from the seller.
 * Stake pools, wrappers and funds; listed with the AMMs because routers trade through them.
 */
const issuers: ReadonlySet<string> = new Set([
  'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy',
  'SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY',
  'SPMBzsVUuoHA4Jm6KunbsotaahvVikZs1JyTW6iJvbn',
  'stkitrT1Uoy18Dk1fTrgPw8W6MVzoCfYoAFT4MLsmhq',
  '5ocnV1qiCgaQR8Jb8xWnVbApfaygJ8tNoZfgPwsgx9kx',
  'pegVkBpfR9GFi5Jaa9YXAHACyM9CzCNvhc5bf8GWNyW',
  'so1f7APRw5pJ5iNJrM9g5X9tQgXzk8kMUnXxDNdt99b',
  'HYEXCHtHkBagdStcJCp3xbbb9B7sdMdWXFNj6mdsG4hn',
  'save8RQVPMWNTzU18t3GBvBkN9hT7jsGjiCQ28FpD9H',
  'MSwapi3WhNKMUGm9YrxGhypgUEt7wYQH3ZgG32XoWzH',
  'DecZY86MU5Gj7kppfUCEmd4LbXXuyZH1yHaP2NTqdiZB',
  'PERPHjGBqRHArX4DySjwM6UJHiR3sWAatqfdBS2qQJu',
  'C1onEW2kPetmHmwe74YC1ESx3LnFEpVau6g2pg4fHycr',
]);

/** Whether a minted or burned token is a side of the program's swaps. If not, it is an LP token. */
export function issuesTokens(program: string): boolean {
  const kind = ammPrograms.get(program)?.kind;
  return kind !== undefined && (kind !== 'amm' || issuers.has(program));
}
