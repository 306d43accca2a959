import type { CoveragePercentile, CoverageReport } from '../../../api/arbscope/coverage.ts';
import { createYielder } from '../../../api/createYielder.ts';
import { MarketError } from '../../../api/marketError.ts';
import { programsOfForm } from '../../../botConfig/botPrograms.ts';
import type { BotConfig } from '../../../botConfig/model.ts';
import { rollupsForBounds, serviceBounds } from '../../../botConfig/serviceBounds.ts';
import type { BoundsContent } from '../../../webview/messages/coverage.ts';
import type { ChannelArbscopeService } from '../../backend/channelArbscopeService.ts';
import type { ChannelMarketService } from '../../backend/channelMarketService.ts';
import { SharedRequestCache } from '../../shared/sharedRequestCache.ts';

export interface CoverageQuery {
  readonly windowSeconds: number;
  /** Percentile of tips and fees; null: as paid. */
  readonly percentile: CoveragePercentile | null;
}

export const defaultCoverageQuery: CoverageQuery = { windowSeconds: 86_400, percentile: null };

/** A report, or the bounds computed from the rollups of a service without reports. */
export type Coverage = (CoverageReport & { readonly kind: 'report' }) | BoundsContent;

export interface CoveredConfig {
  readonly groups: readonly (readonly string[])[];
  readonly baseMints: readonly string[];
  /** AMM programs that the bot trades on; empty: any. */
  readonly amms: readonly string[];
}

export const coveredConfig = ({ form, groups, baseMints }: BotConfig): CoveredConfig => ({
  groups: groups.map(({ pools }) => pools),
  baseMints,
  amms: programsOfForm(form),
});

export const configParameters = ({ groups, baseMints }: Omit<CoveredConfig, 'amms'>) => ({
  groups: groups.map((pools) => [...pools]),
  ...(baseMints.length === 0 ? {} : { base_mints: [...baseMints] }),
});

export interface ConfigCoverageOptions {
  readonly arbscope: Pick<ChannelArbscopeService, 'coverage' | 'status'>;
  readonly service: Pick<ChannelMarketService, 'finder'>;
  /** Identifies the connection in cache keys. */
  readonly sourceKey: () => string;
}

const keptMilliseconds = 60_000;
const keptFailureMilliseconds = 5_000;
/** Enough for several configs with several windows each. */
const maxKept = 20;

/** Cache key of a request; its parameters are parsed back from it. */
type CoverageKey = readonly [source: string, serial: number, CoverageQuery, CoveredConfig];

/**
 * Cached for a minute. The editor, lens and panel of one config share one request, which is aborted
 * once none of them waits for it.
 */
export class ConfigCoverage {
  readonly #options: ConfigCoverageOptions;
  readonly #cache: SharedRequestCache<Coverage>;
  /** Incremented by each forced refresh. */
  #serial = 0;

  constructor(options: ConfigCoverageOptions) {
    this.#options = options;
    this.#cache = new SharedRequestCache<Coverage>({
      request: async (text, signal) => {
        const [, serial, query, config] = JSON.parse(text) as CoverageKey;
        return await this.#load(config, query, { signal, forceRefresh: serial > 0 });
      },
      ttlMilliseconds: keptMilliseconds,
      errorTtlMilliseconds: keptFailureMilliseconds,
      maxEntries: maxKept,
    });
  }

  /** Throws a MarketError. */
  async load(
    { groups, baseMints, amms }: CoveredConfig,
    { windowSeconds, percentile }: CoverageQuery,
    { signal, forceRefresh = false }: { signal: AbortSignal; forceRefresh?: boolean },
  ): Promise<Coverage> {
    if (forceRefresh) this.#serial += 1;
    const query = { windowSeconds, percentile };
    const key: CoverageKey = [
      this.#options.sourceKey(),
      this.#serial,
      query,
      { groups, baseMints, amms },
    ];
    return await this.#cache.get(JSON.stringify(key), signal);
  }

  clear(): void {
    this.#cache.clear();
  }

  async #load(
    config: CoveredConfig,
    { windowSeconds, percentile }: CoverageQuery,
    options: Parameters<ChannelArbscopeService['coverage']>[1],
  ): Promise<Coverage> {
    const { arbscope } = this.#options;
    try {
      const report = await arbscope.coverage(
        {
          ...configParameters(config),
          ...(config.amms.length === 0 ? {} : { missing_amms: [...config.amms] }),
          ...(percentile === null ? {} : { percentile }),
          ...(await windowParameters(arbscope, windowSeconds, options)),
        },
        options,
      );
      return { kind: 'report', ...report };
    } catch (error) {
      if (!MarketError.is(error, 'not-offered')) throw error;
      return await this.#loadBounds(config, windowSeconds, options);
    }
  }

  async #loadBounds(
    { groups, baseMints }: Omit<CoveredConfig, 'amms'>,
    windowSeconds: number,
    options: Parameters<ChannelMarketService['finder']>[1],
  ): Promise<Coverage> {
    const { service } = this.#options;
    const rollups = rollupsForBounds(baseMints, windowSeconds);
    const { tokens } = await service.finder(rollups, options);
    const end = Date.now();
    return {
      kind: 'bounds',
      window: {
        from: new Date(end - rollups.tokensTimeRange * 1_000).toISOString(),
        to: new Date(end).toISOString(),
        coverage: null,
      },
      total: null,
      ...(await serviceBounds(tokens, groups, createYielder())),
    };
  }
}

/** The window ends at the source's current time: for a recording, at its newest block. */
export async function windowParameters(
  arbscope: Pick<ChannelArbscopeService, 'status'>,
  windowSeconds: number,
  options: Parameters<ChannelArbscopeService['status']>[1],
): Promise<{ from?: number }> {
  if (windowSeconds === defaultCoverageQuery.windowSeconds) return {};
  const { now } = await arbscope.status({}, options);
  const end = now === null ? Date.now() : Date.parse(now);
  return { from: Math.floor(end / 1_000) - windowSeconds };
}
