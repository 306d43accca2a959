import { t } from '@vscode/l10n';
import type { MessageConnection } from 'vscode-jsonrpc/node';
import { protocolVersion } from '../../backend/protocol/channelProtocol.ts';
import { greetServer } from '../../backend/protocol/clientHandshake.ts';

/** A process is there, but not one that this window may talk to; the message says why. */
class ChannelRefusedError extends Error {
  override readonly name = 'ChannelRefusedError';
}

/** The other side hung up before it had said whether this window may talk to it. */
export class ChannelLostError extends Error {
  override readonly name = 'ChannelLostError';
}

export interface HandshakeOptions {
  readonly secret: string;
  readonly version: string;
  /** The other side has shown that it is ours; it may have something to say from now on. */
  readonly onAuthenticated: () => void;
}

/**
 * Proves to each side that the other knows the secret. Throws a ChannelRefusedError, before
 * anything of the user's is sent, when the other side does not, or is of another version.
 */
export async function performHandshake(
  connection: MessageConnection,
  { secret, version, onAuthenticated }: HandshakeOptions,
): Promise<void> {
  const server = await unwrapResponse(greetServer(connection, secret));
  if (server === null) throw wrongSecretError();
  if (server.protocolVersion !== protocolVersion || server.version !== version) {
    throw new ChannelRefusedError(
      t(
        'A backend of Arbscope {0} is running, but this window has {1}. Reload the other windows, then try again.',
        describeVersion(server.version),
        version,
      ),
    );
  }
  onAuthenticated();
  await unwrapResponse(server.authenticate());
}

async function unwrapResponse<Value>(request: Promise<Value>): Promise<Value> {
  try {
    return await request;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new ChannelRefusedError(t('The backend refused this window: {0}', message));
  }
}

const wrongSecretError = () =>
  new ChannelRefusedError(
    t(
      'Cannot authenticate the backend, so nothing was sent to it. Close all editor windows, then try again.',
    ),
  );

/** Text of the other side in a message: only if it looks like a version. */
const describeVersion = (version: unknown): string =>
  typeof version === 'string' && /^[0-9A-Za-z.+-]{1,40}$/.test(version) ? version : 'unknown';
