/** What the page of a wallet offers. Apart from the guards of its messages, which the page does not need. */

/** Number of distinguishable lines, swatches and columns. */
export const maxComparedWallets = 4;

export const walletWindowsSeconds = [3_600, 21_600, 86_400, 604_800, 2_592_000] as const;
/** Tips, tokens and AMMs of longer windows would need single transactions, which are stored for a day. */
export const longestWalletDetailSeconds = 86_400;

/** Windows of the competition; each ends with the newest block. */
export const competitionWindowsSeconds = [3_600, 86_400] as const;
/** How many of the newest attempts can be compared; each reads blocks of the node. */
export const comparedChoices = [50, 150, 500] as const;

/** The competition that the page asks for. */
export interface CompetitionWish {
  readonly windowSeconds: number;
  readonly limit: number;
}

export const firstWish: CompetitionWish = {
  windowSeconds: competitionWindowsSeconds[0],
  limit: comparedChoices[0],
};
