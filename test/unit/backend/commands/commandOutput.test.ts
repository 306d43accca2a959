import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { writeJson, writeLine } from '../../../../src/backend/commands/commandLine.ts';
import { randomSecretKey } from '../../../fixtures/scan/secretKeys.ts';

describe('The output of a command', () => {
  it('shows no secret key of its arguments or files, in any form', async () => {
    for (const form of ['base58', 'bytes'] as const) {
      const { base58, written } = randomSecretKey(form);
      const key = form === 'base58' ? base58 : written;
      const stream = new PassThrough();
      await writeLine(stream, `error: ${key}: there is no such file`);
      await writeJson(stream, { reason: `open cycle: ${key} is only sold`, price: 1 });
      stream.end();
      const text = String(Buffer.concat(await stream.toArray()));
      assert.ok(!text.includes(key) && !text.includes(base58), form);
      const [first = '', second = ''] = text.split('\n');
      assert.match(first, /^error: "?\[secret key\]"?: there is no such file$/);
      if (form === 'base58') {
        const reason = 'open cycle: [secret key] is only sold';
        assert.deepEqual(JSON.parse(second), { reason, price: 1 });
      }
    }
  });
});
