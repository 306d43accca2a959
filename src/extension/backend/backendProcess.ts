import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { t } from '@vscode/l10n';
import { translationsFileVariable } from '../../api/translationsFile.ts';
import { channelStatusLines } from '../../backend/protocol/channelProtocol.ts';
import type { Log } from '../base/log.ts';
import type { ChannelPaths } from './channelPaths.ts';

/** A start takes a fraction of a second, but longer on a machine under load. */
const startTimeoutMilliseconds = 20_000;
/** Number of last output lines kept, to find the reason for a failed start. */
const maxKeptLines = 20;

/**
 * V8 keeps up to three young generations of this size (MB) per thread, and collects the old one
 * after this growth in percent. Without both flags, an idle backend on the Sandbox has 279 MB
 * instead of 199, and one that follows a node 405 instead of 239; without the second, 210 idle.
 */
export const backendFlags: readonly string[] = [
  '--max-semi-space-size=4',
  '--heap-growing-percent=80',
];

/**
 * glibc keeps an arena of freed memory for each thread that has allocated, up to eight per core. With
 * two, a backend has 14 MB less while it is idle on the Sandbox, and 50 MB less while it follows a node.
 */
export const backendEnvironment = { MALLOC_ARENA_MAX: '2' } as const;

export interface BackendProcessOptions {
  /** `dist/backend.js`. */
  readonly backendFile: string;
  /** Translations for the process's messages in the editor's language; undefined: English. */
  readonly translationsFile?: string | undefined;
  readonly paths: ChannelPaths;
  readonly log: Log;
}

/**
 * Detached: the process serves every window, and exits after the last one closes. Resolves once any
 * process serves the socket, also that of another window. Throws an Error with the reason.
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
      // Not the workspace: the process outlives the window and must not keep its folder in use.
      cwd: dirname(secretFile),
      detached: true,
      env: childEnvironment(translationsFile),
      // The end of its input shows the process that this window died before it connected.
      stdio: ['pipe', 'ignore', 'pipe'],
      windowsHide: true,
    },
  );
  child.unref();
  // The pipe must neither keep the extension host alive nor report an error if it breaks.
  child.stdin?.on('error', () => undefined);
  if (child.stdin instanceof Socket) child.stdin.unref();
  return waitUntilServing(child, log);
}

/** Runs `process.execPath`, which is Electron on the desktop, as plain Node. */
function childEnvironment(wordsFile: string | undefined): NodeJS.ProcessEnv {
  // The user's debugger must not attach to this process.
  const { NODE_OPTIONS: _options, VSCODE_INSPECTOR_OPTIONS: _inspector, ...kept } = process.env;
  return {
    ...kept,
    ...backendEnvironment,
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
