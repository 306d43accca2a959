import {
  ammPrograms,
  botPrograms,
  computeBudgetProgram,
  corePrograms,
  lendingPrograms,
  routerPrograms,
  systemProgram,
  terminalPrograms,
  token2022Program,
  tokenProgram,
  voteProgram,
} from '../../solana/knownPrograms.ts';

export interface ProgramLabel {
  /** `null` if the program is not a known bot. */
  readonly botFamily: string | null;
  readonly isVote: boolean;
  readonly isComputeBudget: boolean;
  readonly isSystem: boolean;
  readonly isToken: boolean;
  readonly isCore: boolean;
  /** It trades on its own pools. */
  readonly isMarket: boolean;
  /** Its role is known. */
  readonly isListed: boolean;
}

const tables: readonly ReadonlyMap<string, unknown>[] = [
  ammPrograms,
  botPrograms,
  corePrograms,
  lendingPrograms,
  routerPrograms,
  terminalPrograms,
];

/** Raydium's pools name the program of their order book, so it says nothing about a second pool. */
const orderBooks: ReadonlySet<string> = new Set([
  'srmqPvymJeFKQ4zGQed1GFppgkRHL9kaELCbyksJtPX',
  '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
]);

function isMarket(program: string): boolean {
  const kind = ammPrograms.get(program)?.kind;
  return (kind === 'amm' || kind === 'bonding-curve') && !orderBooks.has(program);
}

function createLabel(program: string): ProgramLabel {
  return {
    botFamily: botPrograms.get(program)?.family ?? null,
    isVote: program === voteProgram,
    isComputeBudget: program === computeBudgetProgram,
    isSystem: program === systemProgram,
    isToken: program === tokenProgram || program === token2022Program,
    isCore: corePrograms.has(program),
    isMarket: isMarket(program),
    isListed: tables.some((programs) => programs.has(program)),
  };
}

const labels: ReadonlyMap<string, ProgramLabel> = new Map(
  [
    ...[voteProgram, computeBudgetProgram, systemProgram, tokenProgram, token2022Program],
    ...tables.flatMap((programs) => [...programs.keys()]),
  ].map((program) => [program, createLabel(program)]),
);
const unknownProgram = createLabel('');

export const labelOf = (program: string): ProgramLabel => labels.get(program) ?? unknownProgram;

/** Maximum number of account keys of a transaction: their indexes are bytes. */
const maxKeys = 256;
/** Shared by all transactions, which are decoded one after the other. */
const cached: ProgramLabel[] = new Array<ProgramLabel>(maxKeys).fill(unknownProgram);
/** Transaction of each entry of the table. */
const owners = new Float64Array(maxKeys);
let lastOwner = 0;

interface Addresses {
  at(index: number): string;
}

/** Caches each lookup: it takes as long as reading an instruction, and programs repeat. */
export class ProgramLabels {
  readonly #keys: Addresses;
  readonly #owner = ++lastOwner;

  constructor(keys: Addresses) {
    this.#keys = keys;
  }

  /** By index of the account key. */
  at(index: number): ProgramLabel {
    if (owners[index] === this.#owner) return cached[index] ?? unknownProgram;
    const label = labelOf(this.#keys.at(index));
    if (index >= 0 && index < maxKeys) {
      cached[index] = label;
      owners[index] = this.#owner;
    }
    return label;
  }
}
