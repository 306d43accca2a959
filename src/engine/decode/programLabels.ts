import {
  botPrograms,
  computeBudgetProgram,
  corePrograms,
  systemProgram,
  token2022Program,
  tokenProgram,
  voteProgram,
} from '../../solana/knownPrograms.ts';

/** What the decoder asks of a program with each of its calls. */
export interface ProgramLabel {
  /** `null` for the program of no known bot. */
  readonly botFamily: string | null;
  readonly isVote: boolean;
  readonly isComputeBudget: boolean;
  readonly isSystem: boolean;
  readonly isToken: boolean;
  /** One of those that come with the chain, the above among them. */
  readonly isCore: boolean;
}

function createLabel(program: string): ProgramLabel {
  return {
    botFamily: botPrograms.get(program)?.family ?? null,
    isVote: program === voteProgram,
    isComputeBudget: program === computeBudgetProgram,
    isSystem: program === systemProgram,
    isToken: program === tokenProgram || program === token2022Program,
    isCore: corePrograms.has(program),
  };
}

const labels: ReadonlyMap<string, ProgramLabel> = new Map(
  [
    ...[voteProgram, computeBudgetProgram, systemProgram, tokenProgram, token2022Program],
    ...[...corePrograms.keys(), ...botPrograms.keys()],
  ].map((program) => [program, createLabel(program)]),
);
const unknownProgram = createLabel('');

export const labelOf = (program: string): ProgramLabel => labels.get(program) ?? unknownProgram;

/** Account keys that a transaction can name: their indexes are bytes. */
const maxKeys = 256;
/** One table for all transactions, which are decoded one after the other: most live no longer. */
const table: ProgramLabel[] = new Array<ProgramLabel>(maxKeys).fill(unknownProgram);
/** Whose entry of the table it is. */
const owners = new Float64Array(maxKeys);
let lastOwner = 0;

/** The account keys of a transaction. */
interface Addresses {
  at(index: number): string;
}

/**
 * The labels of a transaction's programs, each looked up once: it calls the same few again and
 * again, and finding an address in a table takes as long as reading an instruction.
 */
export class ProgramLabels {
  readonly #keys: Addresses;
  readonly #owner = ++lastOwner;

  constructor(keys: Addresses) {
    this.#keys = keys;
  }

  /** By index into the account keys. */
  at(index: number): ProgramLabel {
    if (owners[index] === this.#owner) return table[index] ?? unknownProgram;
    const label = labelOf(this.#keys.at(index));
    if (index >= 0 && index < maxKeys) {
      table[index] = label;
      owners[index] = this.#owner;
    }
    return label;
  }
}
