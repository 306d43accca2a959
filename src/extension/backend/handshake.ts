import { t } from '@vscode/l10n';
import type { MessageConnection } from 'vscode-jsonrpc/node';
import { protocolVersion } from '../../backend/protocol/channelProtocol.ts';
import { greetServer } from '../../backend/protocol/clientHandshake.ts';

/** A process responds, but this window must not use it; the message says why. */
class ChannelRefusedError extends Error {
  override readonly name = 'ChannelRefusedError';
}

/** The process hung up before the handshake completed. */
export class ChannelLostError extends Error {
  override readonly name = 'ChannelLostError';
}

export interface HandshakeOptions {
  readonly secret: string;
  readonly version: string;
  /** Called once the process has authenticated itself; it may send messages from then on. */
  readonly onAuthenticated: () => void;
}

/**
 * Authenticates both sides by the secret. Throws a ChannelRefusedError, before any user data is
 * sent, if the process does not know it or has another version.
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

/** The unverified version for a message, only if it looks like one. */
const describeVersion = (version: unknown): string =>
  typeof version === 'string' && /^[0-9A-Za-z.+-]{1,40}$/.test(version) ? version : 'unknown';
