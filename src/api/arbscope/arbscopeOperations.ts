import { arbitrages } from './arbitrages.ts';
import { coverage } from './coverage.ts';
import { history } from './history.ts';
import { replay } from './replay.ts';
import { simulate } from './simulate.ts';
import { status } from './status.ts';
import { walletRanking } from './walletRanking.ts';

/** Arbscope's own operations, in addition to the interface's and under a separate path. */
export const arbscopeOperations = {
  status,
  arbitrages,
  walletRanking,
  history,
  simulate,
  coverage,
  replay,
} as const;

export type ArbscopeOperations = typeof arbscopeOperations;
export type ArbscopeOperationName = keyof ArbscopeOperations;
