import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ChannelServer } from '../../src/backend/channel/channelServer.ts';
import { ConnectionOpener } from '../../src/backend/connections/connectionOpener.ts';
import type { HttpMarketClientOptions } from '../../src/client/httpMarketClient.ts';
import { FakeWindow } from '../fakeWindow.ts';

/** The backend's side of the channel, run in the test's process with a separate storage folder. */
export class ChannelSession {
  readonly folder: string;
  readonly secret = randomBytes(32).toString('hex');
  readonly #clientOptions: Partial<HttpMarketClientOptions>;
  readonly #windows: FakeWindow[] = [];
  #server: ChannelServer | null = null;
  #socket = '';

  private constructor(folder: string, clientOptions: Partial<HttpMarketClientOptions>) {
    this.folder = folder;
    // Fakes that send raw bytes cannot prove that they know the key.
    this.#clientOptions = { isTrustedLoopback: () => true, ...clientOptions };
  }

  static async open(clientOptions: Partial<HttpMarketClientOptions> = {}): Promise<ChannelSession> {
    const folder = await mkdtemp(join(tmpdir(), 'arbscope-session-'));
    const session = new ChannelSession(folder, clientOptions);
    await session.start();
    return session;
  }

  async start(): Promise<void> {
    this.#socket = join(this.folder, 'run', `${randomBytes(4).toString('hex')}.sock`);
    const opener = new ConnectionOpener({
      storageFolder: this.folder,
      secret: this.secret,
      clientOptions: this.#clientOptions,
    });
    this.#server = new ChannelServer({
      secret: this.secret,
      version: '0.0.0',
      openConnection: opener.open,
      checkConnection: opener.check,
      landingsPath: join(this.folder, 'landings.jsonl'),
      landingPollMilliseconds: () => 50,
      gracePeriods: { firstWindow: 600_000, afterGoodbye: 600_000, afterBreak: 600_000 },
      onEnd: () => undefined,
    });
    await this.#server.listen(this.#socket);
  }

  async window(): Promise<FakeWindow> {
    const window = await FakeWindow.open(this.#socket, this.secret);
    this.#windows.push(window);
    return window;
  }

  async stop(): Promise<void> {
    for (const window of this.#windows.splice(0)) window.socket.destroy();
    await this.#server?.close();
    this.#server = null;
  }

  async end(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}
