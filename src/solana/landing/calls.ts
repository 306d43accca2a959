import { t } from '@vscode/l10n';

/** A top-level instruction with its addresses; `null` for an account that could not be resolved. */
export interface ReadInstruction {
  readonly program: string;
  readonly accounts: readonly (string | null)[];
  readonly data: Uint8Array;
}

/** What an instruction asks for, as far as its data tells. */
export interface Call {
  readonly name: string | null;
  readonly details: readonly (readonly [name: string, value: string])[];
  /** Lamports that leave an account by its owner's signature. */
  readonly lamports?: Movement;
  readonly tokens?: readonly TokenMovement[];
  /** It hands control over something to somebody else: a sentence. */
  readonly handsOver?: string;
}

export interface Movement {
  readonly from: string | null;
  readonly to: string | null;
  readonly amount: bigint;
}

export interface TokenMovement extends Movement {
  readonly authority: string | null;
  readonly mint: string | null;
  readonly decimals: number | null;
}

/** Names calls of AMMs by their data; `null` for one that is not known. */
export type AmmCalls = (instruction: ReadInstruction) => Call | null;

export const unknownCall: Call = { name: null, details: [] };

export const shown = (address: string | null): string => address ?? t('not resolved');
