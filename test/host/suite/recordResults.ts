import type { ChannelMarketService } from '../../../src/extension/backend/channelMarketService.ts';

/** Collects the results of one operation until `stop`. */
export function recordResults<Name extends keyof ChannelMarketService>(
  service: ChannelMarketService,
  operation: Name,
) {
  const results: Awaited<ReturnType<ChannelMarketService[Name]>>[] = [];
  const original = service[operation];
  const recorded = async (...given: Parameters<ChannelMarketService[Name]>) => {
    const call = original as (...all: unknown[]) => ReturnType<ChannelMarketService[Name]>;
    const result = await call(...given);
    results.push(result);
    return result;
  };
  Object.assign(service, { [operation]: recorded });
  return { results, stop: () => void Object.assign(service, { [operation]: original }) };
}
