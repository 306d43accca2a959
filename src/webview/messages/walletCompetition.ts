import type { WalletCompetition } from '../../api/arbscope/walletCompetition.ts';
import * as is from '../guards.ts';
import type { Sent } from './competition.ts';

export type SentWalletCompetition = Sent<WalletCompetition>;

/** Windows that the page offers, in seconds; each ends with the newest block. */
export const competitionWindowsSeconds = [3_600, 86_400] as const;
/** How many of the newest attempts the page offers to compare; each reads blocks of the node. */
export const comparedChoices = [50, 150, 500] as const;

/** What the page asks for. */
export const isCompetitionWish = is.object({
  type: is.oneOf('load-competition'),
  windowSeconds: is.number,
  limit: is.number,
});
export type CompetitionWish = Omit<is.Guarded<typeof isCompetitionWish>, 'type'>;

export const firstWish: CompetitionWish = {
  windowSeconds: competitionWindowsSeconds[0],
  limit: comparedChoices[0],
};

export interface LoadedWalletCompetition {
  readonly kind: 'loaded';
  readonly wish: CompetitionWish;
  /** The panel was refreshed since: the page asks for it again once it shows it. */
  readonly isStale: boolean;
  readonly competition: SentWalletCompetition;
  /** Names of bots that are known by their program alone, by its address. */
  readonly bots: Readonly<Record<string, string>>;
  /** Labels of tracked wallets, by address. */
  readonly tracked: Readonly<Record<string, string>>;
  readonly source: string;
  readonly isSimulated: boolean;
}

export type WalletCompetitionContent =
  | LoadedWalletCompetition
  | { readonly kind: 'not-offered'; readonly source: string };
