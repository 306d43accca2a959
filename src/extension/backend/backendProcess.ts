import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { t } from '@vscode/l10n';
import { translationsFileVariable } from '../../api/translationsFile.ts';
import { channelStatusLines } from '../../backend/protocol/channelProtocol.ts';
import type { Log } from '../base/log.ts';
import type { ChannelPaths } from './channelPaths.ts';

/** A start takes a fraction of a second; a machine under load gets the benefit of the doubt. */
const startTimeoutMilliseconds = 20_000;
/** Last lines of a failed start, among which the reason is. */
const maxKeptLines = 20;

/**
 * V8 keeps up to three young generations of this size, in MB, for each thread. With more, such as its
 * default of 16, responses and decoding are no faster, and the memory stays allocated. The old
 * generation is collected when it has grown by this many percent, rather than by up to 300: 70 MB less
 * while catching up with blocks, for some tenth more time. What history leaves behind is collected when
 * it is indexed.
 */
export const backendFlags: readonly string[] = [
  '--max-semi-space-size=4',
  '--heap-growing-percent=80',
  '--expose-gc',
];

/** For allocators on Linux, which others do not read. */
export const allocatorEnvironment: Readonly<Record<string, string>> = {
  // Of glibc. By itself it raises this limit with each large block that is freed, and then keeps what is
  // freed: some 50 MB after a while of following a node.
  MALLOC_MMAP_THRESHOLD_: '262144',
  // Of the jemalloc in DuckDB. Each arena keeps its own free pages, and each page for a while: some 70 MB.
  DUCKDB_JE_MALLOC_CONF: 'narenas:2,dirty_decay_ms:500,muzzy_decay_ms:0',
};

export interface BackendProcessOptions {
  /** `dist/backend.js`. */
  readonly backendFile: string;
  /** The words of the editor's language, which the process's own are said in; English without. */
  readonly translationsFile?: string | undefined;
  readonly paths: ChannelPaths;
  readonly log: Log;
}

/**
 * Starts the backend, detached: it serves every window and ends by itself after the last.
 * Resolves when somebody serves the socket, be it this process or one that another window has
 * just started. Throws an Error that says why it did not start.
 */
export function startBackendProcess({
  backendFile,
  translationsFile,
  paths: { socketPath, secretFile },
  log,
}: BackendProcessOptions): Promise<void> {
  log.info(`Starting ${backendFile}`);
  const child = spawn(
    process.execPath,
    [
      ...backendFlags,
      backendFile,
      'channel',
      '--socket',
      socketPath,
      '--secret-file',
      secretFile,
      '--watch-parent',
    ],
    {
      // Not the workspace: the process outlives the window and must not keep its folder busy.
      cwd: dirname(secretFile),
      detached: true,
      env: childEnvironment(translationsFile),
      // The process hears at the end of its input that this window died before it connected.
      stdio: ['pipe', 'ignore', 'pipe'],
      windowsHide: true,
    },
  );
  child.unref();
  // Neither end of the window waits for it, nor does its loss break anything.
  child.stdin?.on('error', () => undefined);
  if (child.stdin instanceof Socket) child.stdin.unref();
  return waitUntilServing(child, log);
}

/** In the desktop's extension host, `process.execPath` is Electron, which this makes plain Node. */
function childEnvironment(wordsFile: string | undefined): NodeJS.ProcessEnv {
  // A debugger of the user's own programs must not stop or inspect this one.
  const { NODE_OPTIONS: _options, VSCODE_INSPECTOR_OPTIONS: _inspector, ...kept } = process.env;
  return {
    ...allocatorEnvironment,
    ...kept,
    ELECTRON_RUN_AS_NODE: '1',
    [translationsFileVariable]: wordsFile,
  };
}

function waitUntilServing(child: ChildProcess, log: Log): Promise<void> {
  return new Promise((resolve, reject) => {
    const lines: string[] = [];
    const timeout = setTimeout(() => {
      child.kill();
      reject(
        new Error(t('The backend did not start within {0} s', startTimeoutMilliseconds / 1_000)),
      );
    }, startTimeoutMilliseconds);
    const settle = (act: () => void) => {
      clearTimeout(timeout);
      act();
    };
    const { stderr } = child;
    if (stderr !== null) {
      createInterface({ input: stderr }).on('line', (line) => {
        if (line === channelStatusLines.ready || line === channelStatusLines.alreadyServed) {
          settle(resolve);
          return;
        }
        lines.push(line);
        if (lines.length > maxKeptLines) lines.shift();
        log.warn(`Backend: ${line}`);
      });
      if (stderr instanceof Socket) stderr.unref();
    }
    child.on('error', (error) =>
      settle(() => reject(new Error(t('The backend cannot be started: {0}', error.message)))),
    );
    child.on('close', (code, signal) => {
      log.info(`This window’s backend ended (${signal ?? `exit ${code}`})`);
      const reason = lines.find((line) => /^\w*error: /i.test(line)) ?? lines.at(-1);
      const message =
        reason === undefined
          ? t('The backend stopped during startup')
          : t('The backend stopped during startup: {0}', reason);
      settle(() => reject(new Error(message)));
    });
  });
}
