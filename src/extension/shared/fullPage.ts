import type { ArbitragePage, ArbitrageSummary } from '../../api/arbscope/arbitrages.ts';
import type { ChannelArbscopeService } from '../backend/channelArbscopeService.ts';
import type { ChannelCallOptions } from '../backend/channelMarketService.ts';

type PageParameters = Parameters<ChannelArbscopeService['arbitrages']>[0];

/** Continues pages that end before their search does. Throws a MarketError. */
export async function loadFullPage(
  service: Pick<ChannelArbscopeService, 'arbitrages'>,
  parameters: PageParameters & { readonly limit: number },
  call: ChannelCallOptions,
): Promise<ArbitragePage> {
  const arbitrages: ArbitrageSummary[] = [];
  let cursor: { readonly cursor?: string } = {};
  for (;;) {
    const limit = parameters.limit - arbitrages.length;
    const page = await service.arbitrages({ ...parameters, ...cursor, limit }, call);
    arbitrages.push(...page.arbitrages);
    const { next, searched_from } = page;
    const isSearching = searched_from !== undefined && arbitrages.length < parameters.limit;
    const isStuck = next === cursor.cursor;
    if (next === null || !isSearching || isStuck) return { ...page, arbitrages };
    cursor = { cursor: next };
  }
}
