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
import type {
  CallableOperation,
  CallRequest,
  CallResponse,
} from '../src/backend/protocol/callProtocol.ts';
import {
  type ChannelProgress,
  channelCodec,
  channelMethods,
  computeProof,
  type HelloResponse,
  type LogLine,
  protocolVersion,
} from '../src/backend/protocol/channelProtocol.ts';
import type {
  ConnectionSettings,
  ConnectionStatus,
  OpenResponse,
} from '../src/backend/protocol/connectionProtocol.ts';
import type { JournalProblem } from '../src/backend/protocol/landingProtocol.ts';

/** A window's end of the channel, like the extension's. */
export class FakeWindow {
  readonly socket: Socket;
  readonly connection: MessageConnection;
  readonly statuses: ConnectionStatus[] = [];
  readonly log: LogLine[] = [];
  /** Newest last; `{}` if the problem is gone. */
  readonly journalProblems: Partial<JournalProblem>[] = [];
  readonly closed: Promise<unknown>;
  readonly #wakes: (() => void)[] = [];

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.on('error', () => undefined);
    // Not `once`, which rejects when the process is killed.
    this.closed = new Promise((resolve) => socket.once('close', resolve));
    this.connection = createMessageConnection(
      new StreamMessageReader(socket, channelCodec),
      new StreamMessageWriter(socket, channelCodec),
    );
    // Ends open requests when the other side disconnects.
    socket.on('close', () => this.connection.dispose());
    this.connection.onError(() => undefined);
    this.connection.onNotification(channelMethods.status, (status: ConnectionStatus) => {
      this.statuses.push(status);
      for (const wake of this.#wakes.splice(0)) wake();
    });
    this.connection.onNotification(
      channelMethods.journalProblem,
      (problem: Partial<JournalProblem>) => {
        this.journalProblems.push(problem);
        for (const wake of this.#wakes.splice(0)) wake();
      },
    );
    this.connection.onNotification(channelMethods.log, (line: LogLine) => {
      this.log.push(line);
    });
    this.connection.listen();
  }

  static async connect(path: string): Promise<FakeWindow> {
    const socket = connect(path);
    await once(socket, 'connect');
    return new FakeWindow(socket);
  }

  /** Connects with mutual proof of the secret. */
  static async open(path: string, secret: string): Promise<FakeWindow> {
    const window = await FakeWindow.connect(path);
    const { answer, clientNonce } = await window.hello();
    const nonces = { clientNonce, serverNonce: answer.serverNonce };
    if (answer.proof !== computeProof(secret, 'server', nonces)) {
      window.socket.destroy();
      throw new Error('The process does not know the secret');
    }
    await window.authenticate(computeProof(secret, 'client', nonces));
    return window;
  }

  async hello(clientNonce = randomBytes(32).toString('hex')) {
    const answer: HelloResponse = await this.connection.sendRequest(channelMethods.hello, {
      protocolVersion,
      clientNonce,
    });
    return { answer, clientNonce };
  }

  authenticate(proof: string): Promise<unknown> {
    return this.connection.sendRequest(channelMethods.authenticate, { proof });
  }

  /** Opens a connection with the settings and returns its id. */
  async open(settings: ConnectionSettings = { kind: 'sandbox' }): Promise<string> {
    const answer: OpenResponse = await this.connection.sendRequest(channelMethods.open, {
      settings,
    });
    return answer.connectionId;
  }

  async call(
    operation: CallableOperation,
    parameters: unknown,
    settings: ConnectionSettings = { kind: 'sandbox' },
  ): Promise<unknown> {
    const connectionId = await this.open(settings);
    return (await this.sendCall({ connectionId, operation, parameters })).result;
  }

  async sendCall(request: CallRequest): Promise<CallResponse> {
    return await this.connection.sendRequest(channelMethods.call, request);
  }

  /** A cancellable request with progress. */
  sendCallWithProgress(
    request: CallRequest,
    onProgress: (progress: ChannelProgress) => void = () => undefined,
  ): { readonly answer: Promise<CallResponse>; readonly cancel: () => void } {
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

  async journalProblem(
    isWanted: (problem: Partial<JournalProblem>) => boolean,
  ): Promise<Partial<JournalProblem>> {
    for (;;) {
      const newest = this.journalProblems.at(-1);
      if (newest !== undefined && isWanted(newest)) return newest;
      await new Promise<void>((resolve) => this.#wakes.push(resolve));
    }
  }

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
