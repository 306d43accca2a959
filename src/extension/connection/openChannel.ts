import type { Log } from '../log.ts';
import { ChannelClient, nobodyListens } from './channelClient.ts';
import { type ChannelPlaceOptions, channelPlace, ensureSecret } from './channelPlace.ts';
import { ChannelLostError } from './handshake.ts';
import type { ChannelListeners } from './marketConnection.ts';
import { startMarketProcess } from './marketProcess.ts';

export interface OpenChannelOptions extends ChannelPlaceOptions {
  /** `dist/market.js`. */
  readonly marketFile: string;
  /** The words of the editor's language; none for English. */
  readonly wordsFile?: string | undefined;
  readonly log: Log;
}

/** A process that ends as a window comes is gone at the second try; what hangs up for ever is not. */
const attempts = 3;

/** How a window comes to its market process: it joins the one that runs, or starts one. */
export function openChannel(
  options: OpenChannelOptions,
): (listeners: ChannelListeners) => Promise<ChannelClient> {
  const place = channelPlace(options);
  const { log, marketFile, storageFolder, version, wordsFile } = options;
  return async (listeners) => {
    const secret = await ensureSecret(place.secretFile, storageFolder);
    const client = { socketPath: place.socketPath, secret, version, ...listeners };
    const joinOrStart = async (): Promise<ChannelClient> => {
      try {
        return await ChannelClient.open(client);
      } catch (error) {
        if (!nobodyListens(error)) throw error;
      }
      await startMarketProcess({ marketFile, wordsFile, place, log });
      return await ChannelClient.open(client);
    };
    for (let attempt = 1; attempt < attempts; attempt++) {
      try {
        return await joinOrStart();
      } catch (error) {
        // One that had nobody left to serve may end in the moment in which a window comes.
        if (!(error instanceof ChannelLostError)) throw error;
        log.info(`The market process hung up (attempt ${attempt} of ${attempts})`);
      }
    }
    return await joinOrStart();
  };
}
