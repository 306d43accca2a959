import type { IdlCallNames, RecordedNames } from '../../api/arbscope/idlNames.ts';

/** IDLs over the channel. */
export const idlMethods = {
  /** Replaces the IDLs of the window's workspace. */
  setIdls: 'setIdls',
  /** Names instructions by the IDLs of the window, and of the chain. */
  nameInstructions: 'nameInstructions',
  /** Names the calls of a transaction of the connection. */
  nameTransaction: 'nameTransaction',
  /** Describes a program by the IDL that it publishes on the connection's chain. */
  publishedProgram: 'publishedProgram',
} as const;

export interface IdlFileSummary {
  readonly label: string;
  /** Empty if the file is not an IDL. */
  readonly programs: readonly IdlProgramSummary[];
  /** Why the file is not an IDL; `null`: it is one. */
  readonly reason: string | null;
}

/** Texts are sanitized. */
export interface IdlProgramSummary {
  /** `null`: not known, so the IDL names nothing. */
  readonly address: string | null;
  readonly name: string;
  readonly version: string;
  readonly instructions: readonly string[];
  readonly errors: number;
  readonly problems: readonly string[];
}

export interface SetIdlsResponse {
  /** In the order of the request. */
  readonly files: readonly IdlFileSummary[];
}

/** `null`: the connection has no instructions of transactions. */
export type NameTransactionResponse = RecordedNames | null;

/** `null`: none is published, found, or may be looked up. */
export type PublishedProgramResponse = IdlProgramSummary | null;

export interface NameInstructionsResponse {
  /** In the order of the request; `null`: no IDL of the program. */
  readonly calls: readonly (IdlCallNames | null)[];
}
