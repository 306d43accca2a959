import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { openServedKeys } from '../../../../src/backend/commands/serveKeys.ts';
import { ServeLog } from '../../../../src/backend/commands/serveLog.ts';

test('serve refuses a key that can be guessed', async () => {
  const open = (key: string) => {
    const stream = new PassThrough();
    const terminal = {
      environment: { ARBSCOPE_API_KEY: key },
      stdout: stream,
      stderr: stream,
      signal: new AbortController().signal,
    };
    return openServedKeys(undefined, terminal, new ServeLog(stream, 'quiet'));
  };
  for (const key of ['k', 'k'.repeat(15)]) {
    await assert.rejects(open(key), /ARBSCOPE_API_KEY must have at least 16 characters/);
  }
  assert.equal((await open('k'.repeat(16))).keys.size, 1);
});
