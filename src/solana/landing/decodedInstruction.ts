import { t } from '@vscode/l10n';

/** A top-level instruction with its addresses; `null` for an account that could not be resolved. */
export interface ResolvedInstruction {
  readonly program: string;
  readonly accounts: readonly (string | null)[];
  readonly data: Uint8Array;
}

/** What an instruction asks for, as far as its data tells. */
export interface DecodedInstruction {
  readonly name: string | null;
  readonly details: readonly (readonly [name: string, value: string])[];
  /** Lamports that leave an account by its owner's signature. */
  readonly lamports?: LamportTransfer;
  readonly tokens?: readonly TokenTransfer[];
  /** It gives somebody else control over something: in one line, and with full addresses. */
  readonly authorityChange?: { readonly message: string; readonly detail: string };
}

interface LamportTransfer {
  readonly from: string | null;
  readonly to: string | null;
  readonly amount: bigint;
}

export interface TokenTransfer extends LamportTransfer {
  readonly authority: string | null;
  readonly mint: string | null;
  readonly decimals: number | null;
}

/** Names calls of AMMs by their data; `null` for one that is not known. */
export type AmmInstructionDecoder = (instruction: ResolvedInstruction) => DecodedInstruction | null;

export const unknownInstruction: DecodedInstruction = { name: null, details: [] };

export const addressOrUnresolved = (address: string | null): string => address ?? t('not resolved');
