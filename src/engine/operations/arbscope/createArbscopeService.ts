import type { ArbscopeService } from '../../../api/arbscope/arbscopeService.ts';
import { SharedEvents, streamArbitrages } from './arbitrageStream.ts';
import { handleArbitrages } from './arbitrages.ts';
import type { ArbscopeContext } from './arbscopeContext.ts';
import { createCompetitionCache, handleCompetition } from './competition.ts';
import { handleCoverage } from './coverage.ts';
import { handleGrowth } from './growth.ts';
import { handleHistory } from './history.ts';
import { HistoryCache } from './historyCache.ts';
import { LoadedArbitrages } from './loadedArbitrages.ts';
import { createOwnCompetitionCache } from './ownCompetitions.ts';
import { handleReplay } from './replay.ts';
import { handleSimulate } from './simulate.ts';
import { handleStatus, StoreShare } from './status.ts';
import { handleWalletCompetition } from './walletCompetition.ts';
import { handleWalletGroups } from './walletGroups.ts';
import { handleWalletRanking } from './walletRanking.ts';

/** Parameters are already validated against their schema. */
export function createArbscopeService(context: ArbscopeContext): ArbscopeService {
  const arbitrages = new LoadedArbitrages(context.store);
  return {
    status: handleStatus.bind(null, context, new StoreShare()),
    arbitrages: handleArbitrages.bind(null, context),
    walletRanking: handleWalletRanking.bind(null, context),
    walletGroups: handleWalletGroups.bind(null, context),
    history: handleHistory.bind(null, context, new HistoryCache()),
    growth: handleGrowth.bind(null, context),
    simulate: handleSimulate.bind(null, context),
    coverage: handleCoverage.bind(null, context, arbitrages),
    replay: handleReplay.bind(null, context, arbitrages),
    competition: handleCompetition.bind(null, context, createCompetitionCache()),
    walletCompetition: handleWalletCompetition.bind(null, context, createOwnCompetitionCache()),
    streamArbitrages: streamArbitrages.bind(null, context, new SharedEvents()),
  };
}
