import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { stringifyJson } from '../../../../src/api/json.ts';
import { competitionCommand } from '../../../../src/backend/commands/competition.ts';
import { firstSlot, gain, sellDog, send } from '../../../unit/engine/competition/blockBuilder.ts';
import {
  address,
  RpcTransactionBuilder,
  signatureOf,
} from '../../../unit/engine/decode/rpcTransactionBuilder.ts';
import { smbBot } from '../../../unit/engine/decode/swapFixtures.ts';
import { wireBytes } from '../../../unit/engine/decode/wireBytes.ts';

const hash = '1'.repeat(32);

describe('arbscope competition of a transaction', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'arbscope-competition-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

  async function run(...args: string[]) {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const printed = text(stdout);
    const { signal } = new AbortController();
    try {
      await competitionCommand.run(args, { stdout, stderr, environment: {}, signal });
    } finally {
      stdout.end();
    }
    return await printed;
  }

  it('that never reached a block is told from the bytes of a file, which no service gets', async () => {
    const block = file(
      `${firstSlot}.json`,
      stringifyJson({
        ...{ blockhash: hash, previousBlockhash: hash, parentSlot: firstSlot - 1 },
        blockTime: 1_790_000_000,
        transactions: [
          send('trigger', { by: 'user', legs: sellDog, program: null }),
          send('winner', { by: 'A', legs: gain, tip: 5_000n, limit: 100_000 }),
        ],
      }),
    );
    const pools = [gain[0]?.pool ?? '', gain[1]?.pool ?? ''];
    const expired = new RpcTransactionBuilder(address('D')).call(
      smbBot,
      [address('D'), ...pools],
      [1],
    );
    const bytes = wireBytes(expired.build('expired'));
    const path = file('expired.txt', Buffer.from(bytes).toString('base64'));
    const asked = [signatureOf('expired'), '--transaction', path, '--slot', String(firstSlot)];
    const printed = await run(...asked, '--source', 'recorded', '--path', block, '--json');
    const [own, winner] = JSON.parse(printed).attempts;
    assert.equal(own.outcome, 'not-landed');
    assert.equal(winner.signature, signatureOf('winner'));
    await assert.rejects(run(...asked, '--service-url', 'https://far.invalid'), /does not go with/);
    await assert.rejects(run(...asked.slice(0, 3)), /goes with --slot/);
  });
});
