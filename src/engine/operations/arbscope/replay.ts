import type { ArbscopeOperations } from '../../../api/arbscope/arbscopeOperations.ts';
import type { Replay } from '../../../api/arbscope/replay.ts';
import type { ParametersOf } from '../../../api/defineOperation.ts';
import { MarketError } from '../../../api/marketError.ts';
import type { MarketCallOptions } from '../../../api/marketService.ts';
import type { ArbscopeContext } from './arbscopeContext.ts';
import type { LoadedArbitrages } from './loadedArbitrages.ts';

export async function handleReplay(
  _context: ArbscopeContext,
  _arbitrages: LoadedArbitrages,
  _parameters: ParametersOf<ArbscopeOperations['replay']>,
  _options: MarketCallOptions = {},
): Promise<Replay> {
  throw new MarketError('not-offered', 'Not built yet.');
}
