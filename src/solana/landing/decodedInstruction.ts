import { t } from '@vscode/l10n';

/** Top level only; `null` for an unresolved account. */
export interface ResolvedInstruction {
  readonly program: string;
  readonly accounts: readonly (string | null)[];
  readonly data: Uint8Array;
  /** Of each account in this call. */
  readonly marks?: readonly { readonly isWritable: boolean; readonly isSigner: boolean }[];
}

export interface DecodedInstruction {
  readonly name: string | null;
  /** Of the program, as in its IDL. */
  readonly programName?: string;
  /** An IDL alone names it: what it takes is unknown. */
  readonly isByIdl?: true;
  readonly details: readonly (readonly [name: string, value: string])[];
  /** Lamports that leave an account whose owner signs. */
  readonly lamports?: LamportTransfer;
  readonly tokens?: readonly TokenTransfer[];
  /** Set if the instruction transfers control: one line, and a text with full addresses. */
  readonly authorityChange?: { readonly message: string; readonly detail: string };
  /** Differences from the IDL of the program, each one line. */
  readonly notes?: readonly string[];
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

/** `null` for an unknown call. */
export type AmmInstructionDecoder = (instruction: ResolvedInstruction) => DecodedInstruction | null;

export const unknownInstruction: DecodedInstruction = { name: null, details: [] };

export const addressOrUnresolved = (address: string | null): string => address ?? t('not resolved');
