import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import {
  CancellationTokenSource,
  createMessageConnection,
  ProgressType,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import { MarketError } from '../../api/marketError.ts';
import { readSecret, requirePrivateDirectory } from '../files/privateFiles.ts';
import type { ToolResponse } from '../protocol/callProtocol.ts';
import {
  type CallProgress,
  channelCodec,
  channelMethods,
  isPipe,
  unknownConnectionCode,
} from '../protocol/channelProtocol.ts';
import { greetServer, limitUnprovenBytes } from '../protocol/clientHandshake.ts';
import { describeProgress } from './describeProgress.ts';
import type { ToolBackend } from './mcpServer.ts';

const progressType = new ProgressType<CallProgress>();

/** API keys never enter this process. Throws an Error. */
export async function connectEditorTools(options: {
  readonly socketPath: string;
  readonly secretFile: string;
  /** Id of a connection that a window has open. */
  readonly connectionId: string;
  readonly version: string;
}): Promise<ToolBackend> {
  const secret = await readSecret(options.secretFile);
  const { socketPath } = options;
  if (!isPipe(socketPath)) await requirePrivateDirectory(dirname(socketPath));
  const socket = connect(socketPath);
  await once(socket, 'connect');
  socket.on('error', () => socket.destroy());
  const liftByteLimit = limitUnprovenBytes(socket, () => socket.destroy());
  const connection = createMessageConnection(
    new StreamMessageReader(socket, channelCodec),
    new StreamMessageWriter(socket, channelCodec),
  );
  connection.onError(() => socket.destroy());
  // Rejects the open requests when the other side disconnects.
  socket.on('close', () => connection.dispose());
  connection.listen();

  const server = await greetServer(connection, secret);
  if (server === null || server.version !== options.version) {
    socket.destroy();
    throw new Error('The socket belongs to another program or version');
  }
  liftByteLimit();
  await server.authenticate();
  const { connectionId } = options;
  await connection.sendRequest(channelMethods.attach, { connectionId });
  return {
    call: async (tool, input, { signal, onProgress }) => {
      const source = new CancellationTokenSource();
      const cancel = (): void => source.cancel();
      signal.addEventListener('abort', cancel, { once: true });
      const progressToken = randomUUID();
      const listening = connection.onProgress(progressType, progressToken, (progress) =>
        onProgress(describeProgress(progress)),
      );
      onProgress('Waiting for the connection of the editor');
      try {
        const response = await connection.sendRequest(
          channelMethods.callTool,
          { connectionId, tool, input, progressToken },
          source.token,
        );
        // Trusted: the backend has proved that it knows the secret, and has the same version.
        return response as ToolResponse;
      } catch (error) {
        throw toMarketError(error);
      } finally {
        signal.removeEventListener('abort', cancel);
        listening.dispose();
        source.dispose();
      }
    },
    close: () => void socket.destroy(),
  };
}

function toMarketError(error: unknown): MarketError {
  const isGone = error instanceof ResponseError && error.code === unknownConnectionCode;
  const words =
    isGone || !(error instanceof ResponseError)
      ? 'The editor’s backend was started anew; start this MCP server again.'
      : error.message;
  return new MarketError('service-failing', words);
}
