import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import {
  CancellationTokenSource,
  createMessageConnection,
  type MessageConnection,
  ProgressType,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node';
import type { CallAnswer, CalledOperation, CallRequest } from '../../../src/market/callProtocol.ts';
import type {
  ConnectionSettings,
  ConnectionStatus,
  OpenAnswer,
} from '../../../src/market/connectionProtocol.ts';
import {
  type ChannelProgress,
  channelEncoding,
  channelMethods,
  type HelloAnswer,
  type LogLine,
  proofOfSecret,
  protocolVersion,
} from '../../../src/market/protocol.ts';

/** A window's end of the channel, as the extension has it. */
export class WindowDouble {
  readonly socket: Socket;
  readonly connection: MessageConnection;
  readonly statuses: ConnectionStatus[] = [];
  readonly log: LogLine[] = [];
  readonly closed: Promise<unknown>;
  readonly #wakes: (() => void)[] = [];

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('error', () => undefined);
    this.closed = once(socket, 'close');
    this.connection = createMessageConnection(
      new StreamMessageReader(socket, channelEncoding),
      new StreamMessageWriter(socket, channelEncoding),
    );
    // Requests that are open when the other side hangs up end as well.
    socket.on('close', () => this.connection.dispose());
    this.connection.onError(() => undefined);
    this.connection.onNotification(channelMethods.status, (status: ConnectionStatus) => {
      this.statuses.push(status);
      for (const wake of this.#wakes.splice(0)) wake();
    });
    this.connection.onNotification(channelMethods.log, (line: LogLine) => {
      this.log.push(line);
    });
    this.connection.listen();
  }

  /** Connects, as a stranger. */
  static async connect(path: string): Promise<WindowDouble> {
    const socket = connect(path);
    await once(socket, 'connect');
    return new WindowDouble(socket);
  }

  /** Connects and proves to know the secret, having checked that the other side does. */
  static async open(path: string, secret: string): Promise<WindowDouble> {
    const window = await WindowDouble.connect(path);
    const { answer, clientNonce } = await window.hello();
    const nonces = { clientNonce, serverNonce: answer.serverNonce };
    if (answer.proof !== proofOfSecret(secret, 'server', nonces)) {
      window.socket.destroy();
      throw new Error('The process does not know the secret');
    }
    await window.authenticate(proofOfSecret(secret, 'client', nonces));
    return window;
  }

  async hello(clientNonce = randomBytes(32).toString('hex')) {
    const answer: HelloAnswer = await this.connection.sendRequest(channelMethods.hello, {
      protocolVersion,
      clientNonce,
    });
    return { answer, clientNonce };
  }

  authenticate(proof: string): Promise<unknown> {
    return this.connection.sendRequest(channelMethods.authenticate, { proof });
  }

  /** The id of the settings' connection, opened by this window. */
  async open(settings: ConnectionSettings = { kind: 'sandbox' }): Promise<string> {
    const answer: OpenAnswer = await this.connection.sendRequest(channelMethods.open, { settings });
    return answer.connectionId;
  }

  async call(
    operation: CalledOperation,
    parameters: unknown,
    settings: ConnectionSettings = { kind: 'sandbox' },
  ): Promise<unknown> {
    const connectionId = await this.open(settings);
    return (await this.ask({ connectionId, operation, parameters })).result;
  }

  async ask(request: CallRequest): Promise<CallAnswer> {
    return await this.connection.sendRequest(channelMethods.call, request);
  }

  /** A request whose progress is heard, and that can be cancelled. */
  askWithProgress(
    request: CallRequest,
    onProgress: (progress: ChannelProgress) => void = () => undefined,
  ): { readonly answer: Promise<CallAnswer>; readonly cancel: () => void } {
    return this.request(channelMethods.call, request, onProgress);
  }

  request<Answer>(
    method: string,
    request: object,
    onProgress: (progress: ChannelProgress) => void = () => undefined,
  ): { readonly answer: Promise<Answer>; readonly cancel: () => void } {
    const progressToken = randomUUID();
    const source = new CancellationTokenSource();
    const listening = this.connection.onProgress(
      new ProgressType<ChannelProgress>(),
      progressToken,
      onProgress,
    );
    const answer: Promise<Answer> = this.connection
      .sendRequest<Answer>(method, { ...request, progressToken }, source.token)
      .finally(() => listening.dispose());
    return { answer, cancel: () => source.cancel() };
  }

  /** The newest status that passes the test, or the first that comes. */
  async status(test: (status: ConnectionStatus) => boolean): Promise<ConnectionStatus> {
    while (true) {
      const found = this.statuses.findLast(test);
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.#wakes.push(resolve));
    }
  }

  async goodbye(editorProcessId?: number): Promise<void> {
    const said = editorProcessId === undefined ? {} : { editorProcessId };
    await this.connection.sendNotification(channelMethods.goodbye, said);
    await this.closed;
  }
}
