import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { maxOrphanMilliseconds } from '../../src/backend/channel/processLifetime.ts';
import { BackendProcess } from '../contract/backendProcess.ts';
import type { Bench } from './benchResult.ts';

const editorDouble = join(import.meta.dirname, '../contract/fakeEditor.ts');
/** Different ends of an editor; only after SIGTERM does its window send a goodbye. */
const ways = ['SIGKILL', 'SIGKILL', 'SIGHUP', 'SIGABRT', 'SIGTERM'] as const;

/** Time from the end of an editor to the end of the backend of its only window. */
export const bench: Bench = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-end-'));
  const secret = randomBytes(32).toString('hex');
  const secretFile = join(folder, 'channel.secret');
  try {
    await writeFile(secretFile, secret, { mode: 0o600 });
    const times: number[] = [];
    for (const [round, signal] of ways.entries()) {
      const socket = join(folder, 'run', `${round}.sock`);
      const backend = new BackendProcess([
        'channel',
        '--socket',
        socket,
        '--secret-file',
        secretFile,
      ]);
      try {
        await backend.line(/ready/);
        const editor = spawn(process.execPath, [editorDouble, socket, secret], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        await once(editor.stdout, 'data');
        editor.kill(signal);
        await once(editor, 'exit');
        const start = performance.now();
        await backend.ended;
        times.push(performance.now() - start);
      } finally {
        await backend.kill();
      }
    }
    console.log(ways.map((way, round) => `${way} ${times[round]?.toFixed(0)} ms`).join(', '));
    const value = Math.max(...times);
    return [
      {
        name: 'process.end',
        value,
        unit: `ms after the editor died, the slowest of ${ways.length} ways`,
        reference: { name: 'what is allowed', value: maxOrphanMilliseconds },
        ratio: maxOrphanMilliseconds / value,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
