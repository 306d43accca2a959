import type { Competition, CompetitionAttempt } from '../../api/arbscope/competition.ts';

/** As a message contains it: raw amounts as decimal integers, since it cannot contain a `bigint`. */
export type Sent<Value> = Value extends bigint
  ? string
  : Value extends readonly (infer Entry)[]
    ? readonly Sent<Entry>[]
    : Value extends object
      ? { readonly [Name in keyof Value]: Sent<Value[Name]> }
      : Value;

export type SentCompetition = Sent<Competition>;
export type SentAttempt = Sent<CompetitionAttempt>;

/** Slots behind the trigger that the page offers. */
export const slotsAfterChoices = [3, 8, 28] as const;
export const defaultSlotsAfter = 8;

export interface LoadedCompetition {
  readonly kind: 'loaded';
  readonly slotsAfter: number;
  readonly competition: SentCompetition;
  /** Names of known programs, by address. */
  readonly programs: Readonly<Record<string, string>>;
  /** Labels of tracked wallets, by address. */
  readonly tracked: Readonly<Record<string, string>>;
  readonly source: string;
  /** Remark about the source; may be empty. */
  readonly note: string;
  readonly isSimulated: boolean;
}

export type CompetitionContent =
  | LoadedCompetition
  | { readonly kind: 'not-offered'; readonly source: string };
