import type { Log } from '../base/log.ts';
import type { Channel, ChannelListeners } from './backendClient.ts';
import { startBackendProcess } from './backendProcess.ts';
import {
  type ChannelPathsOptions,
  channelPaths,
  checkSocketFolder,
  ensureChannelSecret,
} from './channelPaths.ts';
import { connectChannel, isNotListening } from './connectChannel.ts';
import { ChannelLostError } from './handshake.ts';

export interface OpenChannelOptions extends ChannelPathsOptions {
  readonly backendFile: string;
  readonly translationsFile?: string | undefined;
  readonly log: Log;
}

/** A process that was exiting is gone at the second attempt; one that always hangs up is not. */
const maxAttempts = 3;

export function openChannel(
  options: OpenChannelOptions,
): (listeners: ChannelListeners) => Promise<Channel> {
  const { log, backendFile, storageFolder, version, translationsFile } = options;
  return async (listeners) => {
    const paths = channelPaths(options);
    const secret = await ensureChannelSecret(paths.secretFile, storageFolder);
    await checkSocketFolder(paths);
    const client = { socketPath: paths.socketPath, secret, version, ...listeners };
    const joinOrStart = async (): Promise<Channel> => {
      try {
        return await connectChannel(client);
      } catch (error) {
        if (!isNotListening(error)) throw error;
      }
      await startBackendProcess({ backendFile, translationsFile, paths, log });
      return await connectChannel(client);
    };
    for (let attempt = 1; attempt < maxAttempts; attempt++) {
      try {
        return await joinOrStart();
      } catch (error) {
        // A backend without windows may exit just as this window connects.
        if (!(error instanceof ChannelLostError)) throw error;
        log.info(`The backend hung up (attempt ${attempt} of ${maxAttempts})`);
      }
    }
    return await joinOrStart();
  };
}
