import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, mock, suite, test } from 'node:test';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { minuteStart } from '../../../../src/engine/base/minute.ts';
import type { SourceBlock } from '../../../../src/engine/chain/blockSource.ts';
import { Engine } from '../../../../src/engine/engine.ts';
import { developmentAccount } from '../../../../src/engine/sandbox/developmentAccounts.ts';
import { openSandboxChain } from '../../../../src/engine/sandbox/openSandboxChain.ts';
import { encodeWireTransaction } from '../../../../src/engine/sandbox/rpc/encodeWireTransaction.ts';
import { SimulatedMarket } from '../../../../src/engine/sandbox/simulatedMarket.ts';
import {
  SimulatedSource,
  type SimulatedSourceOptions,
} from '../../../../src/engine/sandbox/simulatedSource.ts';
import { slotAtSecond } from '../../../../src/engine/sandbox/simulatedTime.ts';
import type { ColumnValues } from '../../../../src/engine/store/duckdb/database/query.ts';
import { DuckDbStore } from '../../../../src/engine/store/duckdb/duckdbStore.ts';
import { tableNames, tables } from '../../../../src/engine/store/tables.ts';
import { usdcMint, wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { instructions, signedWithKit, wallet } from '../../../fixtures/signedTransactions.ts';

const seed = 12;
const daySeconds = 86_400;
const historySeconds = 3_600;
const midnight = Math.ceil(1_790_000_000 / daySeconds) * daySeconds;

/** Provides its blocks undecoded, like a node. */
class WrittenSource extends SimulatedSource {
  override async *history(signal: AbortSignal): AsyncGenerator<SourceBlock> {
    for await (const { decoded: _decoded, slot, block } of super.history(signal)) {
      yield { slot, block };
    }
  }
}

suite('The history of the Sandbox', { timeout: 300_000 }, () => {
  let directory = '';
  let files = 0;
  const engines = new Set<Engine>();

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'arbscope-history-'));
  });
  afterEach(async () => {
    for (const engine of engines) await engine.close();
    engines.clear();
    mock.timers.reset();
  });
  after(() => rm(directory, { recursive: true, force: true }));

  function stopClock(second: number): void {
    mock.timers.reset();
    mock.timers.enable({ apis: ['Date'], now: second * 1_000 });
  }

  interface Opened {
    readonly engine: Engine;
    readonly storePath: string;
  }

  async function open(
    options: Partial<SimulatedSourceOptions> = {},
    storePath = join(directory, `${files++}.duckdb`),
    Source = SimulatedSource,
  ): Promise<Opened> {
    const source = new Source({ seed, historySeconds, ...options });
    const engine = await Engine.open({ source, store: storePath });
    engines.add(engine);
    return { engine, storePath };
  }

  async function close({ engine }: Opened): Promise<void> {
    engines.delete(engine);
    await engine.close();
  }

  async function rows(path: string, statements: readonly string[]): Promise<ColumnValues[]> {
    const store = await DuckDbStore.open(path);
    try {
      const results: ColumnValues[] = [];
      for (const sql of statements) results.push(await store.query(sql));
      return results;
    } finally {
      await store.close();
    }
  }
  const signatures = async (opened: Opened): Promise<string[]> => {
    await close(opened);
    const [columns] = await rows(opened.storePath, [
      'SELECT signature FROM transactions ORDER BY slot, position, signature',
    ]);
    return (columns?.[0] ?? []).map(String);
  };

  test('gives the same responses and store as decoding its blocks, across midnight', async (t) => {
    stopClock(midnight + 1_327);
    // Names are numbered in the order of writes, and a slow machine writes more often.
    t.mock.method(performance, 'now', () => 0);
    const known = await open();
    const decoded = await open({}, undefined, WrittenSource);
    const request = {
      tokensMint: [wrappedSolMint, usdcMint],
      tokensMax: 100,
      tokensTimeRange: daySeconds,
      thresholdMaxTimeRange: daySeconds,
      percentilesTimeRange: daySeconds,
    };
    const [actual, expected] = [
      await known.engine.service.finder(request),
      await decoded.engine.service.finder(request),
    ];
    assert.ok(expected.tokens.length > 20);
    assert.deepEqual(actual, expected);
    const pools = await decoded.engine.service.marketCache({ accounts: true });
    assert.ok(pools.length > 200);
    assert.deepEqual(await known.engine.service.marketCache({ accounts: true }), pools);
    await close(known);
    await close(decoded);
    const statements = tableNames.map(
      (table) => `SELECT ${Object.keys(tables[table]).join(', ')} FROM ${table} ORDER BY ALL`,
    );
    const ofKnown = await rows(known.storePath, statements);
    const ofDecoded = await rows(decoded.storePath, statements);
    for (const [at, table] of tableNames.entries()) {
      assert.deepEqual(ofKnown[at], ofDecoded[at], table);
    }
  });

  test('is neither generated nor indexed again after a restart', async () => {
    stopClock(midnight + 1_834);
    const first = await open();
    const { arbitrages } = first.engine.status();
    await close(first);
    stopClock(midnight + 1_894);
    const blocks = mock.method(DuckDbStore.prototype, 'add');
    const again = await open({}, first.storePath);
    assert.ok(blocks.mock.callCount() <= 3, String(blocks.mock.callCount()));
    mock.restoreAll();
    assert.ok(again.engine.status().arbitrages >= arbitrages);
    const all = await signatures(again);
    assert.equal(new Set(all).size, all.length);
  });

  test('has different signatures every day, all of which can be found', async () => {
    stopClock(midnight + 2_459);
    const today = await open();
    const old = arbitrageAt(midnight - 700);
    const { timestamp } = await today.engine.service.transaction({ signature: old });
    assert.ok(Date.parse(timestamp ?? '') < midnight * 1_000);
    const ofToday = new Set(await signatures(today));
    stopClock(midnight + 2_459 + daySeconds);
    const tomorrow = await open();
    const same = arbitrageAt(midnight - 700 + daySeconds);
    assert.notEqual(same, old);
    assert.equal(same.slice(0, 80), old.slice(0, 80));
    const moved = await tomorrow.engine.service.transaction({ signature: same });
    assert.equal(
      Date.parse(moved.timestamp ?? ''),
      Date.parse(timestamp ?? '') + daySeconds * 1_000,
    );
    await assert.rejects(tomorrow.engine.service.transaction({ signature: old }));
    const ofTomorrow = await signatures(tomorrow);
    assert.ok(ofTomorrow.length > 1_000);
    assert.equal(new Set(ofTomorrow).size, ofTomorrow.length);
    assert.ok(ofTomorrow.every((signature) => !ofToday.has(signature)));
  });

  test('has a transaction landed before a restart exactly once', async () => {
    const journalPath = join(directory, 'landed.jsonl');
    const now = midnight + 2_500;
    // The last second of a minute shares its slot with the market's block of that minute.
    const seconds = [midnight - 100, minuteStart(now - 2_000) + 59, now - 1_000, now - 20];
    const landed: string[] = [];
    for (const second of seconds) landed.push(await landAt(second, journalPath));
    stopClock(now);
    const opened = await open({ landing: await openSandboxChain(journalPath) });
    for (const [at, signature] of landed.entries()) {
      const record = await opened.engine.record(signature);
      assert.equal(record?.slot, slotAtSecond(seconds[at] ?? 0));
    }
    const all = await signatures(opened);
    for (const signature of landed) {
      assert.equal(all.filter((each) => each === signature).length, 1);
    }
    assert.equal(new Set(all).size, all.length);
    const market = await signatures(await open());
    assert.deepEqual(new Set([...market, ...landed]), new Set(all));
  });

  test('tells the slot of a transaction in which its node has it, not the last of its minute', async () => {
    const now = midnight + 3_000;
    stopClock(now);
    const { engine } = await open();
    const signature = arbitrageAt(now - 600);
    const own = Array.from({ length: 60 }, (_, at) => minuteStart(now - 600) + at).find((second) =>
      new SimulatedMarket(seed)
        .block(second, second)
        .expectedRecords.some((one) => one.signature === signature),
    );
    assert.ok(own);
    const { block_number: slot, timestamp } = await engine.service.transaction({ signature });
    assert.equal(slot, slotAtSecond(own));
    assert.equal(Date.parse(timestamp ?? ''), own * 1_000);
    const { slots, attempts } = await engine.arbscope.competition({ signature });
    assert.equal(attempts.find(({ is_subject: isSubject }) => isSubject)?.slot, slot);
    assert.equal(slots[4]?.slot, slot);
  });

  test('tells who got what a transaction wanted that its node never had, with its lookup tables', async () => {
    const now = midnight + 3_600;
    stopClock(now);
    const { engine } = await open();
    const second = now - 300;
    const { expectedRecords, block } = new SimulatedMarket(seed).block(second, second + 59);
    const at = expectedRecords.findIndex((one) => one.kind === 'failed' && one.bot !== null);
    const copied = block.transactions[at]?.transaction;
    assert.ok(
      copied && 'message' in copied && (copied.message.addressTableLookups ?? []).length > 0,
    );
    const signature = '5'.repeat(87);
    const bytes = encodeWireTransaction({ ...copied, signatures: [signature] });
    const { attempts } = await engine.arbscope.competition({
      signature,
      transaction: Buffer.from(bytes).toString('base64'),
      slot: slotAtSecond(second + 60),
    });
    assert.equal(attempts[0]?.outcome, 'not-landed');
    assert.ok(attempts[0]?.bot);
  });

  function arbitrageAt(second: number): string {
    const first = minuteStart(Math.floor(second));
    const { expectedRecords } = new SimulatedMarket(seed).block(first, first + 59);
    return expectedRecords.find(({ kind }) => kind === 'arbitrage')?.signature ?? '';
  }

  /** Lands a transfer in the block of a second, from a process that then exits. */
  async function landAt(second: number, journalPath: string): Promise<string> {
    const market = new SimulatedMarket(seed);
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
