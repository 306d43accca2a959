import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import type { WalletCompetition } from '../../../../src/api/arbscope/walletCompetition.ts';
import { stringifyJson } from '../../../../src/api/json.ts';
import { compareWallet } from '../../../../src/backend/commands/compareWallet.ts';
import { competitionCommand } from '../../../../src/backend/commands/competition.ts';
import { arbscopeSample } from '../../../arbscopeDouble.ts';
import { gain, loss, sellDog, send } from '../../../unit/engine/competition/blockBuilder.ts';
import { address, signatureOf } from '../../../unit/engine/decode/rpcTransactionBuilder.ts';

describe('arbscope competition', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'arbscope-competition-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const block = join(folder, '500.json');
  const transactions = [
    send('trigger', { by: 'user', legs: sellDog, program: null }),
    send('winner', { by: 'A', legs: gain, tip: 5_000n, limit: 100_000 }),
    send('loser', { by: 'W', legs: loss, fails: 6_001, tip: 4_000n, limit: 100_000 }),
  ];
  const hash = address('hash');
  const header = { blockhash: hash, previousBlockhash: hash, parentSlot: 499 };
  writeFileSync(block, stringifyJson({ ...header, blockTime: 1_790_000_000, transactions }));

  async function run(...args: string[]): Promise<string> {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const printed = text(stdout);
    stderr.resume();
    const { signal } = new AbortController();
    const all = [...args, '--source', 'recorded', '--path', block];
    try {
      const code = await competitionCommand.run(all, { stdout, stderr, environment: {}, signal });
      assert.equal(code, 0);
    } finally {
      stdout.end();
    }
    return await printed;
  }

  it('prints what a wallet contests, wins and loses, and to whom', async () => {
    const printed = await run(address('W'));
    assert.match(printed, /Compared: 1 attempts, .*recording begins/);
    assert.match(printed, /Contested: 1, won 0 \(few\)/);
    assert.match(printed, /^ {2}outbid: 1, net gain \+0\.00009 SOL$/m);
    assert.ok(printed.includes(`${address('A')}, unknown bot, met 1, you won 0, they won 1`));
    assert.ok(printed.includes(`tip needed 5.3 % of the gain, ${signatureOf('loser')}`));
  });

  it('prints the response about a wallet as JSON, for a window', async () => {
    const asked = ['--json', '--from', '2026-09-21T13:46Z', '--to', '2026-09-21T14:30:00Z'];
    const found = JSON.parse(
      await run(address('W'), ...asked, '--limit', '5'),
    ) as WalletCompetition;
    assert.deepEqual([found.from, found.attempts], ['2026-09-21T13:46:00.000Z', 1]);
  });

  it('takes a signature as before', async () => {
    assert.match(await run(signatureOf('loser')), /^Competition for .*\n.*\n.*Trigger: swap/);
  });

  it('says which option goes with what, and what a time looks like', async () => {
    const wallet = address('W');
    const refused = [
      [[wallet, '--before', '2'], /--before goes with the signature/],
      [[signatureOf('loser'), '--limit', '2'], /--limit goes with a wallet/],
      [[wallet, '--from', '2026-02-30T00:00Z'], /--from must be a time in UTC such as/],
      [[wallet, '--from', '2026-09-02T00:00Z', '--to', '2026-09-01T00:00Z'], /not be before/],
      [['nothing'], /WALLET an address/],
    ] as const;
    for (const [args, message] of refused) await assert.rejects(run(...args), { message });
  });

  it('asks again for the same window until all blocks of a node are read', async () => {
    const sample = arbscopeSample('walletCompetition');
    const [from, to] = ['2026-09-21T13:00:00.000Z', '2026-09-21T14:00:00.000Z'];
    const reached = ['2026-09-21T13:40:00.000Z', '2026-09-21T13:20:00.000Z', null];
    const asked: unknown[] = [];
    const ask = (times: readonly (string | null)[]) => ({
      walletCompetition: async (parameters: unknown) => {
        const since = times[asked.length] ?? null;
        asked.push(parameters);
        return { ...sample, from, to, compared_from: since, continues: since !== null };
      },
    });
    const { signal } = new AbortController();
    const found = await compareWallet({ wallet: 'W' }, ask(reached), signal);
    assert.equal(found.compared_from, null);
    const window = { from: Date.parse(from) / 1_000, to: Date.parse(to) / 1_000 };
    assert.deepEqual(asked, [{ wallet: 'W' }, ...[1, 2].map(() => ({ wallet: 'W', ...window }))]);
    asked.length = 0;
    const stuck = await compareWallet({ wallet: 'W' }, ask([from, from, to]), signal);
    assert.deepEqual([stuck.compared_from, asked.length], [from, 2]);
  });
});
