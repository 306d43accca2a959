import type { Log } from '../log.ts';
import { ChannelClient, nobodyListens } from './channelClient.ts';
import { type ChannelPlaceOptions, channelPlace, ensureSecret } from './channelPlace.ts';
import type { ChannelListeners } from './marketConnection.ts';
import { startMarketProcess } from './marketProcess.ts';

export interface OpenChannelOptions extends ChannelPlaceOptions {
  /** `dist/market.js`. */
  readonly marketFile: string;
  readonly log: Log;
}

/** How a window comes to its market process: it joins the one that runs, or starts one. */
export function openChannel(
  options: OpenChannelOptions,
): (listeners: ChannelListeners) => Promise<ChannelClient> {
  const place = channelPlace(options);
  const { log, marketFile, storageFolder, version } = options;
  return async (listeners) => {
    const secret = await ensureSecret(place.secretFile, storageFolder);
    const client = { socketPath: place.socketPath, secret, version, ...listeners };
    try {
      return await ChannelClient.open(client);
    } catch (error) {
      if (!nobodyListens(error)) throw error;
    }
    await startMarketProcess(marketFile, place, log);
    return await ChannelClient.open(client);
  };
}
