import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, mock, suite, test } from 'node:test';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { decodeBlock } from '../../../../src/engine/decode/decodeBlock.ts';
import { Engine } from '../../../../src/engine/engine.ts';
import { developmentAccount } from '../../../../src/engine/landing/developmentAccounts.ts';
import { openSandboxChain } from '../../../../src/engine/landing/openSandboxChain.ts';
import { minuteStart } from '../../../../src/engine/minute.ts';
import { createSnapshot } from '../../../../src/engine/snapshot/createSnapshot.ts';
import { manifestFile } from '../../../../src/engine/snapshot/snapshotFiles.ts';
import { SimulatedMarket } from '../../../../src/engine/sources/simulated/simulatedMarket.ts';
import {
  SimulatedSource,
  type SimulatedSourceOptions,
} from '../../../../src/engine/sources/simulated/simulatedSource.ts';
import { slotAtSecond } from '../../../../src/engine/sources/simulated/simulatedTime.ts';
import type { ColumnValues } from '../../../../src/engine/store/query.ts';
import { Store } from '../../../../src/engine/store/store.ts';
import { usdcMint, wrappedSolMint } from '../../../../src/solana/knownMints.ts';
import { assertSimilar } from '../../../fixtures/assertSimilar.ts';
import { instructions, signedWithKit, wallet } from '../../../fixtures/signedTransactions.ts';

/** A market of this test alone, with a short day. */
const seed = 12;
const daySeconds = 3_600;
const midnight = Math.ceil(1_790_000_000 / daySeconds) * daySeconds;
const warmUpSeconds = 3_600;

suite('a Sandbox whose day was prepared', { timeout: 300_000 }, () => {
  let directory = '';
  let snapshotFolder = '';
  let files = 0;
  const engines = new Set<Engine>();

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'arbscope-day-'));
    snapshotFolder = join(directory, 'day');
    await createSnapshot({ seed, daySeconds, folder: snapshotFolder, madeBy: 'the test' });
  });
  afterEach(async () => {
    for (const engine of engines) await engine.close();
    engines.clear();
    mock.timers.reset();
  });
  after(() => rm(directory, { recursive: true, force: true }));

  const newFile = () => join(directory, `${files++}.duckdb`);

  /** The market's clock, and the machine's, stand still at a time. */
  function stopClock(second: number): void {
    mock.timers.reset();
    mock.timers.enable({ apis: ['Date'], now: second * 1_000 });
  }

  interface Opened {
    readonly engine: Engine;
    readonly storePath: string;
    readonly troubles: readonly string[];
    /** Blocks that were decoded for it. */
    readonly decoded: () => number;
  }

  async function open(
    options: Partial<SimulatedSourceOptions> = {},
    storePath = newFile(),
  ): Promise<Opened> {
    const troubles: string[] = [];
    let decoded = 0;
    const engine = await Engine.open({
      source: new SimulatedSource({ seed, daySeconds, snapshotFolder, ...options }),
      storePath,
      onSnapshotRejected: (reason) => troubles.push(reason),
      decode: (...parameters) => {
        decoded++;
        return decodeBlock(...parameters);
      },
    });
    engines.add(engine);
    return { engine, storePath, troubles, decoded: () => decoded };
  }

  async function close({ engine }: Opened): Promise<void> {
    engines.delete(engine);
    await engine.close();
  }

  /** One that indexed the same blocks, with the prices of the hour before, which it left out. */
  async function indexed(now: number): Promise<Opened> {
    const first = slotAtSecond(minuteStart(now - daySeconds + 1));
    const storePath = newFile();
    const engine = await Engine.open({
      source: new SimulatedSource({
        seed,
        daySeconds,
        historySeconds: daySeconds + warmUpSeconds,
      }),
      storePath,
      decode: (slot, ...rest) => {
        const block = decodeBlock(slot, ...rest);
        return slot < first ? { ...block, records: [] } : block;
      },
    });
    engines.add(engine);
    return { engine, storePath, troubles: [], decoded: () => Number.NaN };
  }

  async function rows(path: string, sql: string): Promise<ColumnValues> {
    const store = await Store.open(path);
    try {
      return await store.query(sql);
    } finally {
      await store.close();
    }
  }
  const signatures = async (opened: Opened): Promise<string[]> => {
    await close(opened);
    const [column = []] = await rows(
      opened.storePath,
      'SELECT signature FROM transactions ORDER BY slot, position, signature',
    );
    return column.map(String);
  };

  async function answersOf({ engine: { service } }: Opened, signature: string) {
    const range = { maxTimeRange: daySeconds };
    const transaction = await service.transaction({ signature });
    const wallets = [transaction.wallet];
    const [token] = new SimulatedMarket(seed, daySeconds).tokens.slice(3);
    assert.ok(token);
    return {
      transaction,
      finder: await service.finder({
        tokensMint: [wrappedSolMint, usdcMint],
        tokensMax: 100,
        tokensTimeRange: daySeconds,
        thresholdMaxTimeRange: daySeconds,
        percentilesTimeRange: daySeconds,
      }),
      tips: await service.tipsByComputeUnit(range),
      tipsByGains: await service.tipsByGains(range),
      fees: await service.feesByComputeUnit(range),
      overview: await service.walletOverview({ wallets }),
      latest: await service.walletTransactions({ wallets }),
      token: await service.tokenInfo({ token: token.mint }),
    };
  }

  /** Whichever way round a pool's newest swap went, its accounts are the same. */
  async function poolsOf({ engine }: Opened) {
    const pools = await engine.service.marketCache({ accounts: true });
    return pools.map(({ accounts = [], ...pool }) => ({
      ...pool,
      accounts: accounts.map(({ address }) => address).sort(),
    }));
  }

  const times = {
    'shortly after midnight': midnight + 67,
    'in the middle of the day': midnight + 2_321,
    'just before midnight': midnight + daySeconds - 1,
  };
  for (const [name, now] of Object.entries(times)) {
    test(`answers as one that indexed the same blocks, ${name}`, async () => {
      stopClock(now);
      const quick = await open();
      const slow = await indexed(now);
      assert.deepEqual(quick.troubles, []);
      assert.ok(quick.decoded() < 45, `${quick.decoded()} blocks were decoded`);
      const found = [0.02, 0.5, 0.97].map((part) => arbitrageAt(now - (1 - part) * daySeconds));
      for (const signature of found) {
        const [actual, expected] = [
          await answersOf(quick, signature),
          await answersOf(slow, signature),
        ];
        // Sums of the same figures in another order.
        assertSimilar(actual, expected, 1e-9);
        assert.ok(expected.finder.tokens.length > 20 && expected.latest.length > 10);
      }
      const pools = await poolsOf(slow);
      assert.ok(pools.length > 200);
      assertSimilar(await poolsOf(quick), pools, 0);
      assert.equal(quick.engine.status().arbitrages, slow.engine.status().arbitrages);
      assert.equal(quick.engine.status().newestSlot, slow.engine.status().newestSlot);
      await close(quick);
      await close(slow);
      const all = `SELECT signature, slot, position, time, signature_key, type, is_success,
          wallets.name, bots.name, providers.name, fee_lamports, tip_lamports, fee_bucket,
          compute_units, base_input
        FROM transactions JOIN names AS wallets ON wallets.id = wallet
        LEFT JOIN names AS bots ON bots.id = bot
        LEFT JOIN names AS providers ON providers.id = provider
        WHERE slot >= ${slotAtSecond(minuteStart(now - daySeconds + 1))}
        ORDER BY slot, position`;
      const blocks = `SELECT slot, time, blockhash, transactions FROM blocks
        WHERE slot >= ${slotAtSecond(minuteStart(now - daySeconds + 1))} ORDER BY slot`;
      for (const sql of [all, blocks]) {
        const expected = await rows(slow.storePath, sql);
        assert.ok((expected[0]?.length ?? 0) > 50);
        assert.deepEqual(await rows(quick.storePath, sql), expected);
      }
    });
  }

  test('is not asked to decode a day again after a restart, and indexes nothing twice', async () => {
    stopClock(midnight + 1_834);
    const first = await open();
    const { arbitrages } = first.engine.status();
    await close(first);
    stopClock(midnight + 1_894);
    const again = await open({}, first.storePath);
    assert.ok(again.decoded() <= 3, String(again.decoded()));
    assert.ok(again.engine.status().arbitrages >= arbitrages);
    const all = await signatures(again);
    assert.equal(new Set(all).size, all.length);
  });

  test('has signatures of its own every day, and finds them', async () => {
    stopClock(midnight + 2_459);
    const today = await open();
    const old = arbitrageAt(midnight - 700);
    const { timestamp } = await today.engine.service.transaction({ signature: old });
    assert.ok(timestamp);
    assert.ok(Date.parse(timestamp) < midnight * 1_000);
    const ofToday = new Set(await signatures(today));
    stopClock(midnight + 2_459 + daySeconds);
    const tomorrow = await open();
    const same = arbitrageAt(midnight - 700 + daySeconds);
    assert.notEqual(same, old);
    assert.equal(same.slice(0, 80), old.slice(0, 80));
    const moved = await tomorrow.engine.service.transaction({ signature: same });
    assert.equal(Date.parse(moved.timestamp ?? ''), Date.parse(timestamp) + daySeconds * 1_000);
    await assert.rejects(tomorrow.engine.service.transaction({ signature: old }));
    const ofTomorrow = await signatures(tomorrow);
    assert.ok(ofTomorrow.length > 1_000);
    assert.equal(new Set(ofTomorrow).size, ofTomorrow.length);
    assert.ok(ofTomorrow.every((signature) => !ofToday.has(signature)));
  });

  test('still has what was landed before a restart, once', async () => {
    const journalPath = join(directory, 'landed.jsonl');
    const now = midnight + 2_500;
    // The last second of a minute shares its slot with the market's block of that minute.
    const seconds = [midnight - 100, minuteStart(now - 2_000) + 59, now - 1_000, now - 20];
    const landed: string[] = [];
    for (const second of seconds) landed.push(await landAt(second, journalPath));
    stopClock(now);
    const opened = await open({ landing: await openSandboxChain(journalPath) });
    assert.ok(opened.decoded() < 50, `${opened.decoded()} blocks were decoded`);
    for (const [at, signature] of landed.entries()) {
      const record = await opened.engine.record(signature);
      assert.equal(record?.slot, slotAtSecond(seconds[at] ?? 0));
    }
    const all = await signatures(opened);
    for (const signature of landed) {
      assert.equal(all.filter((each) => each === signature).length, 1);
    }
    assert.equal(new Set(all).size, all.length);
    const unprepared = await open({
      snapshotFolder: join(directory, 'none'),
      landing: await openSandboxChain(journalPath),
    });
    assert.deepEqual(new Set(await signatures(unprepared)), new Set(all));
  });

  const damages: Record<string, (folder: string) => Promise<void>> = {
    'is missing': (folder) => rm(folder, { recursive: true }),
    'has a file cut short': (folder) => truncate(join(folder, 'transactions.parquet'), 50_000),
    'has a file overwritten': (folder) => writeFile(join(folder, 'vaults.parquet'), 'PAR1 no PAR1'),
    'lacks a file': (folder) => rm(join(folder, 'credits.parquet')),
    'is of another seed': (folder) => changeFacts(folder, { seed: 13 }),
    'is of another version': (folder) => changeFacts(folder, { storeVersion: 0 }),
    'does not say what it is': (folder) => writeFile(join(folder, manifestFile), '{}'),
  };
  for (const [name, damage] of Object.entries(damages)) {
    test(`makes its history itself when the snapshot ${name}, and says so`, async () => {
      const folder = join(directory, `damaged-${files++}`);
      await cp(snapshotFolder, folder, { recursive: true });
      await damage(folder);
      stopClock(midnight + 2_000);
      const opened = await open({ snapshotFolder: folder, historySeconds: 1_200 }, ':memory:');
      assert.equal(opened.troubles.length, 1);
      assert.match(opened.troubles[0] ?? '', /^The prepared day in .+ cannot be used: .+/);
      assert.ok(opened.decoded() > 20, `${opened.decoded()} blocks were decoded`);
      assert.ok(opened.engine.status().arbitrages > 100);
    });
  }

  async function changeFacts(folder: string, change: object): Promise<void> {
    const path = join(folder, manifestFile);
    const facts: unknown = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify(Object.assign({}, facts, change)));
  }

  /** An arbitrage of the minute that a second lies in. */
  function arbitrageAt(second: number): string {
    const first = minuteStart(Math.floor(second));
    const { expectedRecords } = new SimulatedMarket(seed, daySeconds).block(first, first + 59);
    return expectedRecords.find(({ kind }) => kind === 'arbitrage')?.signature ?? '';
  }

  /** Lands a transfer in the block of a second, by a process that ends then. */
  async function landAt(second: number, journalPath: string): Promise<string> {
    const market = new SimulatedMarket(seed, daySeconds);
    const chain = (await openSandboxChain(journalPath))({
      now: () => (second - 1) * 1_000,
      blockhashOf: (at) => market.blockhash(at),
      slotOf: slotAtSecond,
    });
    const payer = await createKeyPairSignerFromBytes(developmentAccount(0).secretKey);
    const { blockhash } = await chain.latestBlockhash();
    const to = (await wallet(2)).address;
    const bytes = await signedWithKit({
      version: 0,
      payer,
      instructions: [instructions.transfer(payer.address, to, 5_000_000n)],
      blockhash,
    });
    const { signature } = await chain.send(bytes, {});
    chain.produceBlock(second);
    return signature;
  }
});
