import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { familyVariable, newFamily } from './family.ts';
import { installServer } from './installServer.ts';
import { writeUserSettings } from './settings.ts';

const keeperFile = fileURLToPath(new URL('keeper.ts', import.meta.url));
const startLimitMilliseconds = 60_000;

export interface VSCodeServerOptions {
  /** Everything that this server writes: settings, extensions, logs. */
  readonly dataFolder: string;
  readonly say?: (line: string) => void;
  /** Added to what the server and the extension host see. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Settings beyond the project's own choice. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Leaves workspace trust on, where trust itself is tested. */
  readonly workspaceTrust?: boolean;
}

export interface Page {
  /** Absolute path of the folder to open. */
  readonly folder: string;
  readonly extensionDevelopmentPath: string;
  /** Module whose `run()` runs inside the extension host. */
  readonly extensionTestsPath?: string;
}

/** A VS Code server of our own on a free port of 127.0.0.1, without a trace left when stopped. */
export class VSCodeServer {
  readonly logFile: string;
  readonly #keeper: ChildProcess;
  readonly #port: number;
  readonly #forced: string[];

  private constructor(keeper: ChildProcess, port: number, logFile: string, forced: string[]) {
    this.#keeper = keeper;
    this.#port = port;
    this.logFile = logFile;
    this.#forced = forced;
  }

  /** Installs the server when it is missing; rejects with the end of its log when it fails. */
  static async start(options: VSCodeServerOptions): Promise<VSCodeServer> {
    const { dataFolder, environment = {}, settings = {}, say = () => {} } = options;
    const mainFile = await installServer(say);
    await mkdir(dataFolder, { recursive: true });
    await writeUserSettings(dataFolder, settings);

    const args = [
      mainFile,
      '--accept-server-license-terms',
      '--without-connection-token',
      '--host=127.0.0.1',
      '--port=0',
      `--server-data-dir=${dataFolder}`,
      `--user-data-dir=${join(dataFolder, 'data')}`,
      `--extensions-dir=${join(dataFolder, 'extensions')}`,
      '--enable-smoke-test-driver',
      '--disable-telemetry',
      ...(options.workspaceTrust ? [] : ['--disable-workspace-trust']),
    ];
    const keeper = spawn(process.execPath, [keeperFile, process.execPath, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
      env: { ...process.env, ...environment, [familyVariable]: newFamily() },
    });
    return VSCodeServer.#started(keeper, join(dataFolder, 'server.log'));
  }

  static async #started(keeper: ChildProcess, logFile: string): Promise<VSCodeServer> {
    const { stdout, stderr } = keeper;
    if (stdout === null || stderr === null) throw new Error('The server has no output');
    const log = createWriteStream(logFile);
    const lines: string[] = [];
    const forced: string[] = [];
    const take = (line: string): void => {
      log.write(`${line}\n`);
      lines.push(line);
      if (lines.length > 30) lines.shift();
      if (line.startsWith('Ended by force: ')) forced.push(line);
    };
    keeper.once('close', () => log.end());
    createInterface({ input: stderr }).on('line', take);

    const port = await new Promise<number>((resolve, reject) => {
      const fail = (reason: string): void => {
        keeper.stdin?.end();
        reject(new Error(`The VS Code server ${reason}:\n${lines.join('\n')}`));
      };
      const timer = setTimeout(() => fail('did not start in time'), startLimitMilliseconds);
      keeper.once('close', (code) => {
        clearTimeout(timer);
        fail(`ended with code ${String(code)}`);
      });
      createInterface({ input: stdout }).on('line', (line) => {
        take(line);
        const bound = /Extension host agent listening on (\d+)/.exec(line)?.[1];
        if (bound === undefined) return;
        clearTimeout(timer);
        resolve(Number(bound));
      });
    });
    return new VSCodeServer(keeper, port, logFile, forced);
  }

  /** The address that opens a folder with the extension loaded from its source. */
  url({ folder, extensionDevelopmentPath, extensionTestsPath }: Page): string {
    const authority = `127.0.0.1:${this.#port}`;
    const remote = (path: string): string => `vscode-remote://${authority}${encodeURI(path)}`;
    const payload = [['extensionDevelopmentPath', remote(extensionDevelopmentPath)]];
    if (extensionTestsPath !== undefined) {
      payload.push(['extensionTestsPath', remote(extensionTestsPath)]);
    }
    const query = new URLSearchParams({ folder, payload: JSON.stringify(payload) });
    return `http://${authority}/?${query.toString().replaceAll('+', '%20')}`;
  }

  /** Resolves when the server ends, asked to or not. */
  async ended(): Promise<void> {
    if (this.#keeper.exitCode === null) await once(this.#keeper, 'close');
  }

  /** Ends the server and all that it started; answers with the processes that had to be forced. */
  async stop(): Promise<readonly string[]> {
    this.#keeper.stdin?.end();
    await this.ended();
    return this.#forced;
  }
}
