import { t } from '@vscode/l10n';
import type { FinderParameters } from '../../api/finder.ts';
import { maxFinderPoolsPerAmm } from '../../api/limits.ts';
import { MarketError } from '../../api/marketError.ts';
import { checkRange } from './percentileTable.ts';
import { type Percentile, parsePercentile } from './readPercentiles.ts';

/** Not specified by the interface. */
const finderDefaults = {
  tokensMax: 50,
  tokensTimeRange: 3_600,
  tokensMinTransactions: 1,
  thresholdMaxTimeRange: 3_600,
  thresholdProvider: 'ALL',
  thresholdBot: 'ALL',
  percentilesFees: 'p50',
  percentilesTips: 'p50',
  percentilesProvider: 'ALL',
  percentilesBot: 'ALL',
  percentilesTimeRange: 3_600,
} as const;

export type FinderRequest = Omit<FinderParameters, 'tokensAMMS'> &
  Required<Pick<FinderParameters, keyof typeof finderDefaults>> & {
    readonly feesPercentile: Percentile;
    readonly tipsPercentile: Percentile;
    /** AMM -> maximum number of pools. */
    readonly poolCaps: ReadonlyMap<string, number>;
  };

const rangeParameters = [
  ['tokensMinMarketCap', 'tokensMaxMarketCap'],
  ['tokensMinVolume', 'tokensMaxVolume'],
  ['tokensMinVolumeArbitrage', 'tokensMaxVolumeArbitrage'],
  ['tokensMinVolumeTrade', 'tokensMaxVolumeTrade'],
  ['tokensMinRevenues', 'tokensMaxRevenues'],
  ['tokensMinProfits', 'tokensMaxProfits'],
  ['tokensMinLiquidity', 'tokensMaxLiquidity'],
  ['tokensMinTransactions', 'tokensMaxTransactions'],
] as const;

/** Throws a MarketError of kind `bad-parameter` for contradictory bounds. */
export function parseFinderParameters(parameters: FinderParameters): FinderRequest {
  const request = { ...finderDefaults, ...parameters };
  for (const [minimum, maximum] of rangeParameters) {
    checkRange([minimum, maximum], request[minimum], request[maximum]);
  }
  if ((request.tokensMinPool ?? 0) > maxFinderPoolsPerAmm) {
    throw new MarketError(
      'bad-parameter',
      t(
        'tokensMinPool cannot exceed {0}, the maximum number of pools per AMM.',
        maxFinderPoolsPerAmm,
      ),
      { parameter: 'tokensMinPool' },
    );
  }
  return {
    ...request,
    feesPercentile: parsePercentile(request.percentilesFees, 'percentilesFees'),
    tipsPercentile: parsePercentile(request.percentilesTips, 'percentilesTips'),
    poolCaps: new Map(request.tokensAMMS?.map(parsePoolCap)),
  };
}

function parsePoolCap(entry: string): [amm: string, cap: number] {
  const [amm = '', text = ''] = entry.split(',');
  const cap = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  if (amm === '' || !(cap <= maxFinderPoolsPerAmm) || entry.split(',').length !== 2) {
    throw new MarketError(
      'bad-parameter',
      t(
        'tokensAMMS entries must be <amm_address>,<max_pools> with at most {0} pools.',
        maxFinderPoolsPerAmm,
      ),
      { parameter: 'tokensAMMS' },
    );
  }
  return [amm, cap];
}
