import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { t } from '@vscode/l10n';
import { wordsFileVariable } from '../../interface/wordsFile.ts';
import { channelLines } from '../../market/protocol.ts';
import type { Log } from '../log.ts';
import type { ChannelPlace } from './channelPlace.ts';

/** A start takes a fraction of a second; a machine under load gets the benefit of the doubt. */
const startMilliseconds = 20_000;
/** Last lines of a failed start, among which the reason is. */
const linesKept = 20;

export interface MarketProcessOptions {
  /** `dist/market.js`. */
  readonly marketFile: string;
  /** The words of the editor's language, which the process's own are said in; English without. */
  readonly wordsFile?: string | undefined;
  readonly place: ChannelPlace;
  readonly log: Log;
}

/**
 * Starts the market process, detached: it serves every window and ends by itself after the last.
 * Resolves when somebody serves the socket, be it this process or one that another window has
 * just started. Throws an Error that says why it did not start.
 */
export function startMarketProcess({
  marketFile,
  wordsFile,
  place: { socketPath, secretFile },
  log,
}: MarketProcessOptions): Promise<void> {
  log.info(`Starting the market process: ${marketFile}`);
  const child = spawn(
    process.execPath,
    [marketFile, 'channel', '--socket', socketPath, '--secret-file', secretFile, '--watch-starter'],
    {
      // Not the workspace: the process outlives the window and must not keep its folder busy.
      cwd: dirname(secretFile),
      detached: true,
      env: environment(wordsFile),
      // The process hears at the end of its input that this window died before it connected.
      stdio: ['pipe', 'ignore', 'pipe'],
      windowsHide: true,
    },
  );
  child.unref();
  // Neither end of the window waits for it, nor does its loss break anything.
  child.stdin?.on('error', () => undefined);
  if (child.stdin instanceof Socket) child.stdin.unref();
  return serves(child, log);
}

/** In the desktop's extension host, `process.execPath` is Electron, which this makes plain Node. */
function environment(wordsFile: string | undefined): NodeJS.ProcessEnv {
  // A debugger of the user's own programs must not stop or inspect this one.
  const { NODE_OPTIONS: _options, VSCODE_INSPECTOR_OPTIONS: _inspector, ...kept } = process.env;
  return { ...kept, ELECTRON_RUN_AS_NODE: '1', [wordsFileVariable]: wordsFile };
}

function serves(child: ChildProcess, log: Log): Promise<void> {
  return new Promise((resolve, reject) => {
    const lines: string[] = [];
    const patience = setTimeout(() => {
      child.kill();
      reject(
        new Error(t('The market process did not start within {0} s', startMilliseconds / 1_000)),
      );
    }, startMilliseconds);
    const settle = (act: () => void) => {
      clearTimeout(patience);
      act();
    };
    const { stderr } = child;
    if (stderr !== null) {
      createInterface({ input: stderr }).on('line', (line) => {
        if (line === channelLines.ready || line === channelLines.alreadyServed) {
          settle(resolve);
          return;
        }
        lines.push(line);
        if (lines.length > linesKept) lines.shift();
        log.warn(`Market process: ${line}`);
      });
      if (stderr instanceof Socket) stderr.unref();
    }
    child.on('error', (error) =>
      settle(() =>
        reject(new Error(t('The market process cannot be started: {0}', error.message))),
      ),
    );
    child.on('close', (code, signal) => {
      log.info(`The market process that this window started ended (${signal ?? `exit ${code}`})`);
      const reason = lines.find((line) => /^\w*error: /i.test(line)) ?? lines.at(-1);
      const words =
        reason === undefined
          ? t('The market process ended as it started')
          : t('The market process ended as it started: {0}', reason);
      settle(() => reject(new Error(words)));
    });
  });
}
