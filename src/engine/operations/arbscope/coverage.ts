import type { ArbscopeOperations } from '../../../api/arbscope/arbscopeOperations.ts';
import type { CoverageReport } from '../../../api/arbscope/coverage.ts';
import type { ParametersOf } from '../../../api/defineOperation.ts';
import { MarketError } from '../../../api/marketError.ts';
import type { MarketCallOptions } from '../../../api/marketService.ts';
import type { ArbscopeContext } from './arbscopeContext.ts';
import type { LoadedArbitrages } from './loadedArbitrages.ts';

export async function handleCoverage(
  _context: ArbscopeContext,
  _arbitrages: LoadedArbitrages,
  _parameters: ParametersOf<ArbscopeOperations['coverage']>,
  _options: MarketCallOptions = {},
): Promise<CoverageReport> {
  throw new MarketError('not-offered', 'Not built yet.');
}
