import assert from 'node:assert/strict';
import { once } from 'node:events';
import { lstat, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { it } from 'node:test';
import { channelCommand } from '../../../../src/backend/commands/channel.ts';

it('Files of the backend are private to the user, regardless of the umask', {
  skip: process.platform === 'win32',
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-umask-'));
  const secretFile = join(folder, 'channel.secret');
  await writeFile(secretFile, 'ab'.repeat(32), { mode: 0o600 });
  const socket = join(folder, 'run', 'test.sock');
  const stderr = new PassThrough();
  const end = new AbortController();
  const before = process.umask(0);
  const crashListeners = process.listeners('uncaughtException');
  const rejectionListeners = process.listeners('unhandledRejection');
  try {
    const running = channelCommand('0.0.0').run(['--socket', socket, '--secret-file', secretFile], {
      stdout: new PassThrough(),
      stderr,
      environment: {},
      signal: end.signal,
    });
    await once(stderr, 'data');
    assert.equal((await lstat(socket)).mode & 0o077, 0);
    end.abort();
    assert.equal(await running, 0);
  } finally {
    process.umask(before);
    for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
      const kept = event === 'uncaughtException' ? crashListeners : rejectionListeners;
      for (const listener of process.listeners(event as 'uncaughtException')) {
        if (!kept.includes(listener as never)) process.off(event, listener);
      }
    }
    await rm(folder, { recursive: true, force: true });
  }
});
