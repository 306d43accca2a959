import {
  botPrograms,
  computeBudgetProgram,
  corePrograms,
  systemProgram,
  token2022Program,
  tokenProgram,
  voteProgram,
} from '../../solana/knownPrograms.ts';

/** Properties of a program that the decoder checks on each call. */
export interface ProgramLabel {
  /** `null` if the program is not a known bot. */
  readonly botFamily: string | null;
  readonly isVote: boolean;
  readonly isComputeBudget: boolean;
  readonly isSystem: boolean;
  readonly isToken: boolean;
  /** Programs that come with the chain, including the above. */
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

/** Maximum number of account keys of a transaction: their indexes are bytes. */
const maxKeys = 256;
/** Shared by all transactions: they are decoded one after the other, and most are then dropped. */
const table: ProgramLabel[] = new Array<ProgramLabel>(maxKeys).fill(unknownProgram);
/** The transaction that each entry of the table belongs to. */
const owners = new Float64Array(maxKeys);
let lastOwner = 0;

interface Addresses {
  at(index: number): string;
}

/**
 * Labels of a transaction's programs, each looked up once: a transaction calls the same few
 * programs repeatedly, and one lookup takes as long as reading an instruction.
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
