import {
  botPrograms,
  computeBudgetProgram,
  corePrograms,
  systemProgram,
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
/** Shared by all transactions, which are decoded one after the other. */
const table: ProgramLabel[] = new Array<ProgramLabel>(maxKeys).fill(unknownProgram);
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
    if (owners[index] === this.#owner) return table[index] ?? unknownProgram;
    const label = labelOf(this.#keys.at(index));
    if (index >= 0 && index < maxKeys) {
      table[index] = label;
      owners[index] = this.#owner;
    }
    return label;
  }
}
