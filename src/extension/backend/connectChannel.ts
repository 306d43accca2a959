import { connect, type Socket } from 'node:net';
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import { channelCodec, channelMethods } from '../../backend/protocol/channelProtocol.ts';
import { limitUnprovenBytes } from '../../backend/protocol/clientHandshake.ts';
import type { Channel, ChannelListeners } from './backendClient.ts';
import { parseJournalProblem, parseLanding, parseLogLine, parseStatus } from './channelMessages.ts';
import { ChannelLostError, performHandshake } from './handshake.ts';

/** A process that takes longer for the handshake hangs, or is not ours. */
const handshakeTimeoutMilliseconds = 5_000;

export interface ConnectChannelOptions extends ChannelListeners {
  readonly socketPath: string;
  readonly secret: string;
  readonly version: string;
}

/**
 * Throws the socket's error if no process listens (see `isNotListening`), a ChannelLostError if the
 * process hangs up during the handshake, otherwise an Error that says why the process is refused.
 */
export async function connectChannel(options: ConnectChannelOptions): Promise<Channel> {
  const socket = await connectSocket(options.socketPath);
  /** Messages of the process are ignored until then. */
  let isAuthenticated = false;
  let isOpen = false;
  const liftByteLimit = limitUnprovenBytes(socket, () => socket.destroy());
  const reader = new StreamMessageReader(socket, channelCodec);
  reader.partialMessageTimeout = 0;
  const writer = new StreamMessageWriter(socket, channelCodec);
  const connection = createMessageConnection(reader, writer);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    if (isOpen) options.onDisconnect();
    // Rejects pending requests.
    connection.dispose();
  });
  connection.onError(() => socket.destroy());
  const listen = <Message>(
    method: string,
    parse: (value: unknown) => Message | null,
    listener: (message: Message) => void,
  ) =>
    connection.onNotification(method, (value: unknown) => {
      const message = isAuthenticated ? parse(value) : null;
      if (message !== null) listener(message);
    });
  listen(channelMethods.status, parseStatus, options.onStatus);
  listen(channelMethods.landing, parseLanding, options.onLanding);
  connection.onNotification(channelMethods.journalProblem, (value: unknown) => {
    if (isAuthenticated) options.onJournalProblem(parseJournalProblem(value));
  });
  listen(channelMethods.log, parseLogLine, options.onLog);
  connection.onUnhandledProgress(({ token, value }) => {
    if (isAuthenticated) options.onProgress(token, value);
  });
  connection.listen();
  let hasTimedOut = false;
  const timeout = setTimeout(() => {
    hasTimedOut = true;
    socket.destroy();
  }, handshakeTimeoutMilliseconds);
  try {
    await performHandshake(connection, {
      ...options,
      onAuthenticated: () => {
        isAuthenticated = true;
        liftByteLimit();
      },
    });
    isOpen = true;
    return connection;
  } catch (error) {
    const isLost = socket.destroyed && !hasTimedOut;
    socket.destroy();
    connection.dispose();
    if (!isLost) throw error;
    throw new ChannelLostError(error instanceof Error ? error.message : String(error));
  } finally {
    clearTimeout(timeout);
  }
}

function connectSocket(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

const notListeningCodes: ReadonlySet<unknown> = new Set(['ENOENT', 'ECONNREFUSED']);

export const isNotListening = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && notListeningCodes.has(error.code);
