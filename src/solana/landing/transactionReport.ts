import { t } from '@vscode/l10n';
import type { SignatureCheck } from '../verifySignatures.ts';
import type { TransactionVersion } from '../wireTransaction.ts';
import type { ProposedFee } from './resourceFee.ts';
import type { SimulatedOutcome } from './simulatedOutcome.ts';

/** Plain data for the channel; amounts are lamports or raw token amounts. */
export interface TransactionReport {
  /** Hexadecimal SHA-256 of the bytes: the bytes sent must match it. */
  readonly sha256: string;
  /** Hexadecimal SHA-256 of the message alone: the same message may be signed again. */
  readonly messageSha256: string;
  readonly sizeBytes: number;
  /** Limit of its version; `null` if the bytes are not a transaction. */
  readonly sizeLimitBytes: number | null;
  readonly version: TransactionVersion | null;
  /** First signature in Base58, which identifies the transaction. `null` if it is missing. */
  readonly signature: string | null;
  readonly feePayer: string | null;
  readonly signatures: readonly SignatureCheck[];
  readonly lifetime: LifetimeReport | null;
  readonly fee: FeeReport | null;
  readonly tips: readonly TipReport[];
  readonly programs: readonly { readonly address: string; readonly name: string | null }[];
  readonly instructions: readonly InstructionReport[];
  readonly accounts: readonly AccountReport[];
  readonly lookups: readonly LookupReport[];
  readonly outflow: OutflowReport | null;
  readonly simulation: SimulationReport | null;
  /** `null`: not simulated. */
  readonly outcome: SimulatedOutcome | null;
  readonly payerLamports: bigint | null;
  /** Most serious first. */
  readonly findings: readonly Finding[];
}

/** `refuse`: not sent. `warn`: sent only if the user confirms. `inform`: for information. */
export type FindingRank = 'refuse' | 'warn' | 'inform';

export interface Finding {
  readonly rank: FindingRank;
  /** Stable identifier for tests and scripts. */
  readonly code: string;
  /** One line: the finding first, then short addresses. */
  readonly message: string;
  /** Consequence, advice, or the full address. */
  readonly detail?: string;
}

export type LifetimeReport =
  | {
      readonly kind: 'blockhash';
      readonly blockhash: string;
      /** `null` if no chain was available. */
      readonly isValid: boolean | null;
      readonly blocksLeft: number | null;
    }
  | {
      readonly kind: 'nonce';
      readonly nonce: string;
      readonly account: string;
      readonly authority: string;
      readonly isValid: boolean | null;
    };

export interface FeeReport {
  /** Effective limit: the one set, or the chain's default for its instructions. */
  readonly computeUnitLimit: number;
  readonly isLimitSet: boolean;
  /** Bytes; `null` if not set. */
  readonly loadedAccountsDataLimit: number | null;
  /** `null` for version 1, whose header contains the whole priority fee. */
  readonly microLamportsPerUnit: bigint | null;
  readonly baseFeeLamports: bigint;
  readonly priorityFeeLamports: bigint;
  readonly feeLamports: bigint;
  /** Under SIMD-0553, which is not active. */
  readonly proposed: ProposedFee;
}

export interface TipReport {
  readonly provider: string;
  readonly providerName: string;
  readonly recipient: string;
  readonly lamports: bigint;
  readonly instruction: number;
  /** `null` if the transaction contains the recipient's address itself. */
  readonly table: string | null;
  /** Visible only in the simulation: a program pays it. */
  readonly inner: boolean;
}

interface InstructionReport {
  readonly program: string;
  readonly programName: string | null;
  readonly name: string | null;
  /** An IDL alone names it: what it takes is unknown. */
  readonly isByIdl: boolean;
  readonly details: readonly (readonly [name: string, value: string])[];
  readonly accounts: number;
  readonly dataBytes: number;
}

interface AccountReport {
  /** `null` if it is in a table that was not read. */
  readonly address: string | null;
  readonly name: string | null;
  readonly isSigner: boolean;
  readonly isWritable: boolean;
  readonly table: string | null;
  readonly tableIndex: number | null;
}

export interface LookupReport {
  readonly table: string;
  readonly writable: number;
  readonly readonly: number;
  /** `unread`: no chain was available. */
  readonly state: 'usable' | 'missing' | 'not-a-table' | 'deactivated' | 'too-short' | 'unread';
}

export interface OutflowReport {
  /** System transfers and new accounts paid by signers, without tips. */
  readonly lamports: bigint;
  readonly tipLamports: bigint;
  readonly tokens: readonly {
    readonly source: string;
    readonly mint: string | null;
    readonly symbol: string | null;
    readonly amount: bigint;
    readonly decimals: number | null;
  }[];
}

export interface SimulationReport {
  readonly isSuccess: boolean;
  /** `null` for a success. */
  readonly error: string | null;
  /** Set if an IDL names the error of the program that failed. */
  readonly idlError?: { readonly program: string; readonly name: string };
  /** What to do about it; `null`: unknown, or a success. */
  readonly advice: string | null;
  readonly unitsConsumed: number | null;
  readonly logs: readonly string[];
  /** Slot at which it ran, and the commitment of that state. */
  readonly slot: number | null;
  readonly commitment: string;
  /** Of the signers and their token accounts; empty if it failed. */
  readonly changes: readonly BalanceChange[];
}

export interface BalanceChange {
  readonly account: string;
  /** Owner of a token account, otherwise the account itself. */
  readonly owner: string;
  /** `null`: lamports. */
  readonly mint: string | null;
  readonly symbol: string;
  readonly decimals: number;
  readonly before: bigint;
  readonly after: bigint;
}

const rankOrder: readonly FindingRank[] = ['refuse', 'warn', 'inform'];

/** Most serious first; the sort is stable within a rank. */
export const byRank = (first: Finding, second: Finding): number =>
  rankOrder.indexOf(first.rank) - rankOrder.indexOf(second.rank);

export const chainRejectsMessage = t('The chain rejects the transaction.');
export const noNodeMessage = t('This connection has no node to query.');

export class Findings {
  readonly #found: Finding[] = [];

  refuse(code: string, message: string, detail?: string): void {
    this.#add('refuse', code, message, detail);
  }

  warn(code: string, message: string, detail?: string): void {
    this.#add('warn', code, message, detail);
  }

  inform(code: string, message: string, detail?: string): void {
    this.#add('inform', code, message, detail);
  }

  #add(rank: FindingRank, code: string, message: string, detail: string | undefined): void {
    this.#found.push({ rank, code, message, ...(detail === undefined ? {} : { detail }) });
  }

  has(code: string): boolean {
    return this.#found.some((finding) => finding.code === code);
  }

  sorted(): Finding[] {
    return this.#found.toSorted(byRank);
  }
}

export const canSend = ({ findings }: Pick<TransactionReport, 'findings'>): boolean =>
  findings.every(({ rank }) => rank !== 'refuse');
