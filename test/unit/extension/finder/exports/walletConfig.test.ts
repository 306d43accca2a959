import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { TriedGroup, WalletGroups } from '../../../../../src/api/arbscope/walletGroups.ts';
import { verifyExport } from '../../../../../src/botConfig/verifyExport.ts';
import { SimulatedMarket } from '../../../../../src/engine/sandbox/simulatedMarket.ts';
import { DuckDbStore } from '../../../../../src/engine/store/duckdb/duckdbStore.ts';
import { formats } from '../../../../../src/extension/finder/exports/formats/formats.ts';
import {
  type WalletConfigFormat,
  walletConfig,
  walletConfigFormats,
} from '../../../../../src/extension/finder/exports/formats/walletConfig.ts';
import { usdcMint, wrappedSolMint } from '../../../../../src/solana/baseMints.ts';
import { address } from '../../../engine/decode/rpcTransactionBuilder.ts';
import { serviceOf } from '../../../engine/operations/arbscope/market.ts';

const raydium = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';
const dlmm = 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo';
const phoenix = 'PhoeNiXZ8ByJGLkxNfZRnkUfjvmuYqLR89jjFHGqdXY';
const [dog, cat] = [address('dog'), address('cat')];

const pool = (name: string, amm: string, ...mints: string[]) => ({
  pool: address(name),
  amm,
  mints,
  used: 0,
});

const group = (pools: TriedGroup['pools'], members: Partial<TriedGroup> = {}): TriedGroup => ({
  pools,
  unknown_pools: 0,
  tried: 7,
  won: 0,
  net_gains_usd: 0,
  net_gains_sol: 0,
  ...members,
});

const answerOf = (...groups: TriedGroup[]): WalletGroups => ({
  wallet: address('wallet'),
  transactions: 1_000,
  unread: 3,
  from: '2026-11-29T10:00:00.000Z',
  to: '2026-11-29T11:00:00.000Z',
  groups,
});

const rebuild = (format: WalletConfigFormat, answer: WalletGroups) =>
  walletConfig(format, {
    answer,
    sourceName: 'my node',
    isSimulated: false,
    processDelayMilliseconds: 400,
    nowMilliseconds: 1_790_000_000_000,
  });

describe('A config rebuilt from what a wallet tried', () => {
  const direct = group([
    pool('dog one', raydium, dog, wrappedSolMint),
    pool('dog two', dlmm, dog, wrappedSolMint),
  ]);

  it('says how often each group was tried and won, and a gain that is not known as unknown', () => {
    const known = group(direct.pools, { won: 2, net_gains_sol: 0.25, net_gains_usd: 40 });
    const unknown = group(direct.pools, { won: 1, net_gains_sol: null, net_gains_usd: null });
    const more = group(direct.pools, { tried: 1, unknown_pools: 2 });
    const { text } = rebuild('notarb-markets-toml', answerOf(known, unknown, more));
    const comments = text?.match(/^# \d\..*$/gm)?.map((line) => line.replace(/^.*?: /, ''));
    assert.deepEqual(comments, [
      'tried 7 times, won 2 times, net 0.25 SOL, $40.00',
      'tried 7 times, won once, net gain unknown',
      'tried once, won none; its transactions list 2 pools more, not recognized',
    ]);
    assert.match(
      text ?? '',
      /^# Read: 1,000 transactions from 2026-11-29T10:00:00.000Z to 2026-11-29T11:00:00.000Z, from my node$/m,
    );
    assert.match(text ?? '', /^# Not known what they tried: 3 of them/m);
  });

  it('has the wallet’s triangle in the form of V10', () => {
    const triangle = group([
      pool('cat dog', dlmm, cat, dog),
      pool('dog', raydium, dog, wrappedSolMint),
      pool('cat', dlmm, cat, wrappedSolMint),
    ]);
    const { text } = rebuild('smb-v10', answerOf(triangle));
    assert.match(text ?? '', /settlement = "SOL"\n\n\[\[transactions\.triangle\]\]/);
    assert.equal(verifyExport(text ?? '', { form: 'smb-v10' }), null);
  });

  it('leaves out what a format cannot express, and says so', () => {
    const foreign = group([pool('order book', phoenix, dog, wrappedSolMint), ...direct.pools]);
    const unlike = group([
      pool('other', dlmm, cat, usdcMint),
      pool('dog one', raydium, dog, wrappedSolMint),
    ]);
    const { text, omissions, pools } = rebuild('smb-mints', answerOf(foreign, unlike));
    assert.deepEqual(omissions, [
      '1 pool of programs that the bot does not support: Phoenix v1.',
      '1 group whose pools have no token in common, SOL aside.',
    ]);
    assert.deepEqual(pools, [address('dog one'), address('dog two')]);
    for (const omission of omissions) assert.ok(text?.includes(`# Left out: ${omission}\n`));
    assert.equal(rebuild('smb-mints', answerOf(unlike)).text, null);
  });

  it('never has SOL as the token of an entry, which the bot trades against SOL', () => {
    const stable = group([
      pool('sol usdc', dlmm, usdcMint, wrappedSolMint),
      pool('usdc sol', raydium, wrappedSolMint, usdcMint),
    ]);
    assert.match(
      rebuild('smb-mints', answerOf(stable)).text ?? '',
      new RegExp(`\nmint = "${usdcMint}"\n`),
    );
    const merged = group([...direct.pools, pool('cat', dlmm, cat, wrappedSolMint)]);
    const { text, omissions } = rebuild('smb-mints', answerOf(merged));
    assert.equal(text, null);
    assert.deepEqual(omissions, ['1 group whose pools have no token in common, SOL aside.']);
    for (const format of ['smb-markets', 'notarb-markets-toml'] as const) {
      const { text, pools } = rebuild(format, answerOf(merged));
      assert.equal(pools.length, 3, format);
      assert.match(text ?? '', /^# 1\. tried 7 times/m);
    }
  });

  describe('in the Sandbox', () => {
    const start = 1_790_000_040;
    const market = new SimulatedMarket(1);
    const answers: WalletGroups[] = [];
    before(async () => {
      const store = await DuckDbStore.open(':memory:');
      for (let second = start; second < start + 1_800; second += 60) {
        await store.add(market.generateRecords(second, second + 59, () => false));
      }
      await store.flush();
      const service = serviceOf(store);
      for (const { address: wallet } of market.wallets.searchers) {
        answers.push(await service.walletGroups({ wallet }));
      }
      await store.close();
    });

    it('has the groups of the bots whose instructions list pools, and none of the others', () => {
      market.wallets.searchers.forEach(({ executor }, index) => {
        const { transactions, unread, groups } = answers[index] ?? answerOf();
        const lists = executor.kind === 'bot' && !executor.program.startsWith('MEVbwo');
        if (lists) assert.equal(unread, 0);
        else assert.deepEqual([unread, groups.length], [transactions, 0]);
        const tried = groups.reduce((sum, each) => sum + each.tried, 0);
        assert.equal(tried, transactions - unread);
      });
      assert.ok(answers.some(({ groups }) => groups.some(({ won }) => won > 0)));
    });

    for (const format of walletConfigFormats) {
      it(`reads back as written in the format ${format}`, () => {
        let files = 0;
        for (const answer of answers.filter(({ groups }) => groups.length > 3)) {
          const { text, pools } = rebuild(format, answer);
          if (text === null) continue;
          files++;
          assert.equal(verifyExport(text, { form: formats[format].form, pools }), null);
        }
        assert.ok(files > 5);
      });
    }
  });
});
