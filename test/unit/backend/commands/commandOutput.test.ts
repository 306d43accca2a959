import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { crashLines, writeJson, writeLine } from '../../../../src/backend/commands/commandLine.ts';
import { ServeLog } from '../../../../src/backend/commands/serveLog.ts';
import { randomSecretKey } from '../../../fixtures/scan/secretKeys.ts';

async function printed(print: (stream: PassThrough) => unknown): Promise<string> {
  const stream = new PassThrough();
  await print(stream);
  stream.end();
  return String(Buffer.concat(await stream.toArray()));
}

describe('The output of a command', () => {
  it('shows no secret key of its arguments or files, in any form', async () => {
    for (const form of ['base58', 'bytes'] as const) {
      const { base58, written } = randomSecretKey(form);
      const key = form === 'base58' ? base58 : written;
      const text = await printed(async (stream) => {
        await writeLine(stream, `error: ${key}: there is no such file`);
        await writeJson(stream, { reason: `open cycle: ${key} is only sold`, price: 1 });
      });
      assert.ok(!text.includes(key) && !text.includes(base58), form);
      const [first = '', second = ''] = text.split('\n');
      assert.match(first, /^error: "?\[secret key\]"?: there is no such file$/);
      if (form === 'base58') {
        const reason = 'open cycle: [secret key] is only sold';
        assert.deepEqual(JSON.parse(second), { reason, price: 1 });
      }
    }
  });

  const { base58 } = randomSecretKey();
  const halves = [base58.slice(0, 44), base58.slice(44)] as const;
  const numbers = JSON.parse(randomSecretKey('bytes').written) as number[];
  const texts: readonly (readonly [how: string, text: string, parts: readonly string[]])[] = [
    ['by a line break', `unexpected ${halves.join('\n')}`, halves],
    ['by a Windows line break', `unexpected ${halves.join('\r\n')}`, halves],
    ['over JSON members', JSON.stringify({ first: halves[0], second: halves[1] }), halves],
    ['over lines of JSON', JSON.stringify({ key: [...halves] }, null, 2), halves],
    ['in lines of numbers', numbers.join(',\n'), [numbers.slice(0, 8).join(',')]],
    ['as pretty JSON', JSON.stringify(numbers, null, 2), [String(numbers.slice(0, 8))]],
  ];
  for (const [how, text, parts] of texts) {
    it(`shows no half of a secret key that is split ${how}: crashes, lines, JSON and logs`, async () => {
      const error = new TypeError(text);
      const outputs = {
        crash: crashLines(error),
        value: crashLines(text),
        line: await printed((stream) => writeLine(stream, `error: ${text}`)),
        lines: await printed((stream) => writeLine(stream, ...text.split('\n'))),
        json: await printed((stream) => writeJson(stream, { error: text })),
        quiet: await printed((stream) => new ServeLog(stream, 'quiet').unexpected(error)),
        text: await printed((stream) => new ServeLog(stream, 'text').unexpected(error)),
        jsonLog: await printed((stream) => new ServeLog(stream, 'json').unexpected(error)),
      };
      for (const [name, output] of Object.entries(outputs)) {
        assert.match(output, /\[secret key\]/, name);
        for (const part of parts) assert.ok(!output.replace(/\s/g, '').includes(part), name);
      }
    });
  }
});
