import type { WalletCompetition } from '../../api/arbscope/walletCompetition.ts';
import type { Sent } from './competition.ts';
import type { CompetitionWish } from './walletChoices.ts';

export type SentWalletCompetition = Sent<WalletCompetition>;

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
