import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { backendFlags } from '../../src/extension/backend/backendProcess.ts';

export const forkBeside = (file: string, args: readonly string[] = []): ChildProcess =>
  fork(join(import.meta.dirname, file), [...args], { stdio: 'inherit' });

/** Like `forkBeside`, with the memory limits of a backend started by a window. */
export const forkAsBackend = (file: string): ChildProcess =>
  fork(join(import.meta.dirname, file), {
    stdio: 'inherit',
    execArgv: [...backendFlags],
  });

/** Sends a request and waits for its response, one at a time. Rejects with the child's error. */
export async function ask<Response>(child: ChildProcess, request: object): Promise<Response> {
  const response = once(child, 'message');
  child.send(request);
  const [{ value, error }] = (await response) as [{ value: Response; error?: string }];
  if (error !== undefined) throw new Error(error);
  return value;
}

/** The new process ends after the response. */
export async function askAlone<Response>(file: string, request: object): Promise<Response> {
  const child = forkBeside(file);
  try {
    return await ask<Response>(child, request);
  } finally {
    await ended(child);
  }
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  if (child.connected) child.disconnect();
  await once(child, 'exit');
}

/** In the child: responds to the parent's requests and exits with the parent. */
export function serveParent<Request>(respond: (request: Request) => Promise<unknown>): void {
  process.on('message', (request: Request) => {
    respond(request).then(
      (value) => process.send?.({ value }),
      (error: unknown) =>
        process.send?.({ error: error instanceof Error ? error.stack : String(error) }),
    );
  });
  process.on('disconnect', () => process.exit());
}
