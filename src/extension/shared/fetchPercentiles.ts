import { t } from '@vscode/l10n';
import { isAddress } from '../../api/base58.ts';
import { type StatisticsProvider, statisticsProviders } from '../../api/enumerations.ts';
import { formatCount } from '../../api/format.ts';
import { maxListEntries, timeRangeLimitsSeconds } from '../../api/limits.ts';
import { MarketError } from '../../api/marketError.ts';
import type { FeePercentiles, TipPercentiles } from '../../api/percentiles.ts';
import type { PercentileQuery } from '../../webview/messages/percentiles.ts';
import type { ChannelCallOptions, ChannelMarketService } from '../backend/channelMarketService.ts';

export type PercentileService = Pick<
  ChannelMarketService,
  'tipsByComputeUnit' | 'tipsByGains' | 'feesByComputeUnit'
>;

export const defaultQuery = (statistic: PercentileQuery['statistic']): PercentileQuery => ({
  statistic,
  minimum: null,
  maximum: null,
  providers: [],
  wallets: [],
  windowsSeconds: [3_600],
});

/** Only tips are grouped by mint. */
export type RawPercentiles =
  | { readonly kind: 'tips'; readonly response: TipPercentiles }
  | { readonly kind: 'fees'; readonly response: FeePercentiles };

/** `toSeconds`: end of the window, which only the embedded engine knows. Throws a MarketError. */
export async function fetchPercentiles(
  service: PercentileService,
  query: PercentileQuery,
  windowSeconds: number,
  { toSeconds, ...options }: ChannelCallOptions & { readonly toSeconds?: number },
): Promise<RawPercentiles> {
  const { statistic, providers, wallets } = query;
  const filters = {
    maxTimeRange: validateWindow(windowSeconds),
    ...(toSeconds === undefined ? {} : { to: toSeconds }),
    ...(providers.length === 0 ? {} : { providers: providers.map(validateProvider) }),
    ...(wallets.length === 0 ? {} : { wallets: validateWallets(wallets) }),
  };
  if (statistic === 'tipsByGains') {
    const [inputAmountMin, inputAmountMax] = validateRange(query, 2n ** 64n - 1n);
    const range = omitUndefined({ inputAmountMin, inputAmountMax });
    return { kind: 'tips', response: await service.tipsByGains({ ...filters, ...range }, options) };
  }
  const [minimum, maximum] = validateRange(query, BigInt(Number.MAX_SAFE_INTEGER));
  const range = { computeUnitMin: asNumber(minimum), computeUnitMax: asNumber(maximum) };
  const parameters = { ...filters, ...omitUndefined(range) };
  return statistic === 'tipsByComputeUnit'
    ? { kind: 'tips', response: await service.tipsByComputeUnit(parameters, options) }
    : { kind: 'fees', response: await service.feesByComputeUnit(parameters, options) };
}

function omitUndefined<Name extends string, Value>(
  parameters: Readonly<Record<Name, Value | undefined>>,
): Partial<Record<Name, Value>> {
  const entries = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<Record<Name, Value>>;
}

const asNumber = (value: bigint | undefined): number | undefined =>
  value === undefined ? undefined : Number(value);

const invalidParameter = (parameter: string, message: string): MarketError =>
  new MarketError('bad-parameter', message, { parameter });

function validateWindow(seconds: number): number {
  const { minimum, maximum } = timeRangeLimitsSeconds;
  if (Number.isInteger(seconds) && seconds >= minimum && seconds <= maximum) return seconds;
  throw invalidParameter(
    'maxTimeRange',
    t('Enter {0} to {1} seconds', formatCount(minimum), formatCount(maximum)),
  );
}

function validateProvider(text: string): StatisticsProvider {
  const provider = statisticsProviders.find((each) => each === text);
  if (provider === undefined) {
    throw invalidParameter('providers', t('Unknown provider'));
  }
  return provider;
}

function validateWallets(wallets: readonly string[]): string[] {
  if (wallets.length > maxListEntries) {
    throw invalidParameter('wallets', t('At most {0} wallets', formatCount(maxListEntries)));
  }
  const wrong = wallets.find((wallet) => !isAddress(wallet));
  if (wrong !== undefined) {
    throw invalidParameter('wallets', t('Not an address: {0}', wrong));
  }
  return [...wallets];
}

function validateRange(
  { statistic, minimum, maximum }: PercentileQuery,
  limit: bigint,
): readonly [minimum: bigint | undefined, maximum: bigint | undefined] {
  const unit = statistic === 'tipsByGains' ? 'inputAmount' : 'computeUnit';
  const bound = (text: string | null, name: string): bigint | undefined => {
    if (text === null) return undefined;
    const value = BigInt(text);
    if (value >= 0n && value <= limit) return value;
    throw invalidParameter(name, t('{0} must be 0 to {1}.', name, String(limit)));
  };
  const names = [`${unit}Min`, `${unit}Max`] as const;
  const range = [bound(minimum, names[0]), bound(maximum, names[1])] as const;
  if (range[0] !== undefined && range[1] !== undefined && range[0] > range[1]) {
    throw invalidParameter(names[0], t('{0} cannot exceed {1}.', ...names));
  }
  return range;
}
