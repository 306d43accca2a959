import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { coverageCommand } from '../../../../src/backend/commands/coverage.ts';

const pool = 'GWPLjamb5ZxrGbTsYNWW7V3p1pAMryZSfaPFTdaEsWgC';
const otherPool = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263';

describe('arbscope coverage of a config', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'arbscope-coverage-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  const file = (name: string, content: string | Uint8Array): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const block = file(
    '45.json',
    JSON.stringify({
      ...{ blockhash: pool, previousBlockhash: pool, parentSlot: 44, blockTime: 1_790_000_000 },
      transactions: [],
    }),
  );

  async function run(config: string, ...args: string[]) {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const printed = Promise.all([text(stdout), text(stderr)]);
    const { signal } = new AbortController();
    let code: number;
    try {
      code = await coverageCommand.run([config, '--source', 'recorded', '--path', block, ...args], {
        stdout,
        stderr,
        environment: {},
        signal,
      });
    } finally {
      stdout.end();
      stderr.end();
    }
    const [output, errors] = await printed;
    return { code, output, errors };
  }

  it('names each pool that it cannot read, marks the result and exits with 2', async () => {
    const path = file(
      'bot.toml',
      `[[group]]\nmarkets = ["${pool}", "not-an-address"]\n\n[[group]]\nmarkets = ["${otherPool}", 7]\n`,
    );
    const { code, output, errors } = await run(path);
    assert.equal(code, 2);
    assert.deepEqual(errors.trimEnd().split('\n'), [
      `error: ${path}:2:61: not counted: is not a Solana address`,
      `error: ${path}:5:60: not counted: markets must be an address`,
    ]);
    assert.match(output, /^Incomplete: without the pools of 2 values that could not be read$/m);
    const { config } = JSON.parse((await run(path, '--json')).output);
    assert.equal(config.unreadable.length, 2);
    assert.deepEqual(config.unreadable[0], {
      ...{ line: 2, column: 61, reason: 'is not a Solana address' },
    });
  });

  it('in UTF-16 is that of the same config in UTF-8', async () => {
    const config = `[[group]]\nmarkets = ["${pool}"]\n`;
    const expected = await run(file('plain.toml', config), '--json');
    assert.equal(expected.code, 0, expected.errors);
    const utf16 = Buffer.from(`\ufeff${config}`, 'utf16le');
    for (const content of [Buffer.from(utf16), utf16.swap16()]) {
      assert.deepEqual(await run(file('plain.toml', content), '--json'), expected);
    }
  });

  it('fails with the reason for a packed, empty or endless file', async () => {
    for (const [path, message] of [
      [file('bot.toml.gz', gzipSync('[[group]]')), /bot\.toml\.gz is packed with gzip\. Unpack it/],
      [file('empty.toml', ' \n'), /empty\.toml is empty/],
      [
        file('none.toml', '[[group]]\nmarkets = ["x"]\n'),
        /none\.toml lists no pools: line 2 is not a Solana address/,
      ],
      [
        file('notarb.toml', '[launcher]\ntask = "onchain-bot"\n'),
        /notarb\.toml lists no pools: the bot reads them from the markets files that it names/,
      ],
      ...(process.platform === 'win32' ? [] : [['/dev/zero', /larger than the limit/] as const]),
    ] as const) {
      await assert.rejects(run(path), (error: Error & { exitCode?: number }) => {
        assert.match(error.message, message);
        assert.equal(error.exitCode, 2);
        return true;
      });
    }
  });
});
