import {
  addressLookupTableProgram,
  associatedTokenProgram,
  computeBudgetProgram,
  memoProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '../../solana/knownPrograms.ts';
import type { Idl } from './model.ts';

/** Arbscope names their calls itself. */
const namedPrograms: ReadonlySet<string> = new Set([
  systemProgram,
  tokenProgram,
  token2022Program,
  associatedTokenProgram,
  computeBudgetProgram,
  memoProgram,
  addressLookupTableProgram,
]);

const isAlwaysNamed = (program: string): boolean => namedPrograms.has(program);

export interface SourcedIdl {
  /** File, or `chain`. */
  readonly source: string;
  /** The program whose calls it names. */
  readonly program: string;
  readonly idl: Idl;
}

/**
 * IDLs by program; in the given order, those of the workspace first. Calls of programs that every
 * transaction uses keep their names: a file of a workspace could call a transfer something else.
 */
export class ProgramIdls {
  static readonly none = new ProgramIdls([]);

  readonly all: readonly SourcedIdl[];
  readonly #byProgram = new Map<string, SourcedIdl[]>();

  constructor(idls: readonly SourcedIdl[]) {
    this.all = idls;
    for (const one of idls) {
      if (isAlwaysNamed(one.program)) continue;
      const others = this.#byProgram.get(one.program);
      if (others === undefined) this.#byProgram.set(one.program, [one]);
      else others.push(one);
    }
  }

  of(program: string): readonly SourcedIdl[] {
    return this.#byProgram.get(program) ?? [];
  }

  get isEmpty(): boolean {
    return this.#byProgram.size === 0;
  }
}

/** Those of `more` come behind the others of their programs. */
export const withIdls = (idls: ProgramIdls, more: readonly SourcedIdl[]): ProgramIdls =>
  more.length === 0 ? idls : new ProgramIdls([...idls.all, ...more]);
