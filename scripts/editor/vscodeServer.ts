import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { readManifest } from '../manifest.ts';
import { root } from '../paths.ts';
import { writeDisplayLanguage } from './displayLanguage.ts';
import { installServer } from './installServer.ts';
import {
  newProcessTreeId,
  processTreeVariable,
  type TreeProcess,
  treeProcesses,
} from './processTree.ts';
import { ServerOutput } from './serverOutput.ts';
import { writeUserSettings } from './userSettings.ts';

const supervisorFile = fileURLToPath(new URL('supervisor.ts', import.meta.url));
const startLimitMilliseconds = 180_000;

export interface VSCodeServerOptions {
  readonly dataFolder: string;
  readonly log?: (line: string) => void;
  readonly environment?: NodeJS.ProcessEnv;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly stop?: AbortSignal;
  /** The data folder is of an earlier server: its settings stay. */
  readonly keepsFiles?: boolean;
  /** 0, the default: any free port. */
  readonly port?: number;
  /** Installed; by default the build in this project's folder. */
  readonly vsix?: string | undefined;
  /** Opens pages with a test module. Such an editor shows no notifications. */
  readonly runsTests?: boolean;
  /** Display language, such as `zh-cn`; English by default. */
  readonly language?: string | undefined;
  /** Keeps workspace trust on, for tests of trust itself. */
  readonly workspaceTrust?: boolean;
}

/** Of a server that was started with `runsTests`. */
export interface TestModule {
  /** Folder of the extension's source. */
  readonly extensionDevelopmentPath: string;
  /** Module whose `run()` runs inside the extension host. */
  readonly extensionTestsPath: string;
}

interface StartedServer {
  readonly supervisor: ChildProcess;
  readonly port: number;
  readonly output: ServerOutput;
  readonly processTree: string;
}

/** A separate VS Code server on a free port of 127.0.0.1; `stop` leaves no processes behind. */
export class VSCodeServer {
  readonly logFile: string;
  readonly #supervisor: ChildProcess;
  readonly #port: number;
  readonly #output: ServerOutput;
  readonly #processTree: string;

  private constructor({ supervisor, port, output, processTree }: StartedServer) {
    this.#processTree = processTree;
    this.#supervisor = supervisor;
    this.#port = port;
    this.logFile = output.logFile;
    this.#output = output;
  }

  /** Installs the server if it is missing; if it fails, rejects with the end of its log. */
  static async start(options: VSCodeServerOptions): Promise<VSCodeServer> {
    const {
      dataFolder,
      environment = {},
      settings = {},
      log = () => {},
      runsTests = false,
    } = options;
    const { mainFile, node } = await installServer(log, { stop: options.stop });
    await mkdir(dataFolder, { recursive: true });
    if (options.keepsFiles !== true) {
      await writeUserSettings(dataFolder, {
        // The theme's former name, because a new window applies the setting when it migrates the
        // name.
        'workbench.colorTheme': 'Default Dark Modern',
        ...settings,
      });
    }

    const { language } = options;
    if (language !== undefined) await writeDisplayLanguage(dataFolder, language);

    const folders = [
      '--accept-server-license-terms',
      `--server-data-dir=${dataFolder}`,
      `--user-data-dir=${join(dataFolder, 'data')}`,
      `--extensions-dir=${join(dataFolder, 'extensions')}`,
    ];
    if (options.vsix !== undefined) {
      const install = [mainFile, ...folders, `--install-extension=${options.vsix}`];
      await promisify(execFile)(node, install);
    } else if (!runsTests) {
      await linkExtension(join(dataFolder, 'extensions'));
    }
    const args = [
      mainFile,
      ...folders,
      '--without-connection-token',
      '--host=127.0.0.1',
      `--port=${options.port ?? 0}`,
      // A built editor loads a test module only with this, which also disables notifications.
      ...(runsTests ? ['--enable-smoke-test-driver'] : []),
      '--disable-telemetry',
      // Useless on one machine, and it took a tenth of the CPU time of opening a window.
      '--disable-websocket-compression',
      ...(options.workspaceTrust ? [] : ['--disable-workspace-trust']),
      ...(language === undefined ? [] : [`--locale=${language}`]),
    ];
    const processTree = newProcessTreeId();
    const supervisor = spawn(process.execPath, [supervisorFile, node, ...args], {
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
      env: { ...process.env, ...environment, [processTreeVariable]: processTree },
    });
    const endKeeper = (): void => {
      supervisor.stdin?.end();
    };
    options.stop?.addEventListener('abort', endKeeper, { once: true });
    if (options.stop?.aborted) endKeeper();
    const output = new ServerOutput(supervisor, join(dataFolder, 'server.log'));
    try {
      const port = await output.port(startLimitMilliseconds);
      return new VSCodeServer({ supervisor, port, output, processTree });
    } catch (error) {
      endKeeper();
      throw error;
    }
  }

  get port(): number {
    return this.#port;
  }

  /** Linux only. */
  processes(): TreeProcess[] {
    return treeProcesses(this.#processTree);
  }

  /** `folder`: absolute path of the folder or `.code-workspace` file to open. */
  url(folder: string, test?: TestModule): string {
    const authority = `127.0.0.1:${this.#port}`;
    const remote = (path: string): string => `vscode-remote://${authority}${encodeURI(path)}`;
    const payload = Object.entries(test ?? {}).map(([name, path]) => [name, remote(path)]);
    const what = folder.endsWith('.code-workspace') ? 'workspace' : 'folder';
    const query = new URLSearchParams({ [what]: folder, payload: JSON.stringify(payload) });
    return `http://${authority}/?${query.toString().replaceAll('+', '%20')}`;
  }

  async ended(): Promise<void> {
    if (this.#supervisor.exitCode === null) await once(this.#supervisor, 'close');
  }

  tail(): string {
    return this.#output.tail();
  }

  /** Stops the server and its descendants; resolves with the processes that had to be killed. */
  async stop(): Promise<readonly string[]> {
    this.#supervisor.stdin?.end();
    await this.ended();
    return this.#output.killedProcesses;
  }
}

/** An editor loads linked extensions like installed ones, and a new build after a reload. */
async function linkExtension(extensionsFolder: string): Promise<void> {
  await mkdir(extensionsFolder, { recursive: true });
  const { publisher, name, version } = readManifest();
  const link = join(extensionsFolder, `${publisher}.${name}-${version}`);
  // A kept folder has it already.
  await rm(link, { force: true });
  await symlink(root, link, 'junction');
}
