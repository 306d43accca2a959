import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/paths.ts';
import type { HttpMarketClientOptions } from '../../src/client/httpMarketClient.ts';
import { ChannelServer } from '../../src/market/channel/channelServer.ts';
import { ConnectionOpener } from '../../src/market/connections/connectionOpener.ts';
import { defaultSandboxSeed } from '../../src/market/openEngine.ts';
import { WindowDouble } from '../unit/market/windowDouble.ts';

/** As the build leaves it; without a build the Sandbox is made at the start, which takes long. */
const preparedFolder = join(root, 'dist', 'sandbox-day');

/** The process's side of the channel in this process, with a storage folder of its own. */
export class ChannelSession {
  readonly folder: string;
  readonly secret = randomBytes(32).toString('hex');
  readonly #clientOptions: Partial<HttpMarketClientOptions>;
  readonly #windows: WindowDouble[] = [];
  #server: ChannelServer | null = null;
  #socket = '';

  private constructor(folder: string, clientOptions: Partial<HttpMarketClientOptions>) {
    this.folder = folder;
    this.#clientOptions = clientOptions;
  }

  static async open(clientOptions: Partial<HttpMarketClientOptions> = {}): Promise<ChannelSession> {
    const folder = await mkdtemp(join(tmpdir(), 'arbscope-session-'));
    const session = new ChannelSession(folder, clientOptions);
    await session.start();
    return session;
  }

  /** Another process over the same storage, after `stop`. */
  async start(): Promise<void> {
    this.#socket = join(this.folder, 'run', `${randomBytes(4).toString('hex')}.sock`);
    const opener = new ConnectionOpener({
      storageFolder: this.folder,
      secret: this.secret,
      clientOptions: this.#clientOptions,
      preparedFolderOf: (seed) => (seed === defaultSandboxSeed ? { preparedFolder } : {}),
    });
    this.#server = new ChannelServer({
      secret: this.secret,
      version: '0.0.0',
      openConnection: opener.open,
      testConnection: opener.test,
      landingsPath: join(this.folder, 'landings.jsonl'),
      landingPauseMilliseconds: () => 50,
      grace: { firstWindow: 600_000, afterGoodbye: 600_000, afterBreak: 600_000 },
      onEnd: () => undefined,
    });
    await this.#server.listen(this.#socket);
  }

  async window(): Promise<WindowDouble> {
    const window = await WindowDouble.open(this.#socket, this.secret);
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
