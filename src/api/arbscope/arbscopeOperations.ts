import type { TObject, TSchema } from 'typebox';
import type { OperationDefinition } from '../defineOperation.ts';
import { arbitrages } from './arbitrages.ts';
import { competition } from './competition.ts';
import { coverage } from './coverage.ts';
import { growth } from './growth.ts';
import { history } from './history.ts';
import { replay } from './replay.ts';
import { simulate } from './simulate.ts';
import { status } from './status.ts';
import { walletCompetition } from './walletCompetition.ts';
import { walletGroups } from './walletGroups.ts';
import { walletRanking } from './walletRanking.ts';

export const arbscopeOperations = {
  status,
  arbitrages,
  walletRanking,
  walletGroups,
  history,
  growth,
  simulate,
  coverage,
  replay,
  competition,
  walletCompetition,
} as const;

export type ArbscopeOperations = typeof arbscopeOperations;
export type ArbscopeOperationName = keyof ArbscopeOperations;

/** Without the type of each, for code that treats all alike. */
export const arbscopeOperationEntries = Object.entries(arbscopeOperations) as readonly (readonly [
  ArbscopeOperationName,
  OperationDefinition<TObject, TSchema>,
])[];
