// Only in test:all: it kills servers while they index.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import {
  mkdir,
  mkdtemp,
  open,
  readFile,
  rename,
  rm,
  stat,
  watch,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { MarketService } from '../../src/api/marketService.ts';
import { defaultSandboxSeed } from '../../src/backend/engines/sourceConfig.ts';
import { HttpMarketClient } from '../../src/client/httpMarketClient.ts';
import { decodeBlock } from '../../src/engine/decode/decodeBlock.ts';
import { Engine } from '../../src/engine/engine.ts';
import { SimulatedSource } from '../../src/engine/sandbox/simulatedSource.ts';
import { RecordedSource } from '../../src/engine/sources/recordedSource.ts';
import { DuckDbStore } from '../../src/engine/store/duckdb/duckdbStore.ts';
import { usdcMint, wrappedSolMint } from '../../src/solana/baseMints.ts';
import { assertSimilar } from '../fixtures/assertSimilar.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { BackendProcess } from './backendProcess.ts';
import { type RecordedBlocks, writeRecordedBlocks } from './recordedBlocks.ts';
import { contractKey, ServeProcess } from './serveProcess.ts';

const environment = { ARBSCOPE_API_KEY: contractKey };
/** Enough for several writes before the index is complete. */
const blocksRecorded = 300;
/** Sums in USD differ slightly, because they are added in another order. */
const pricedTolerance = 1e-9;

describe('A served engine that is killed', suiteLimit, () => {
  let directory = '';
  let blockFolder = '';
  let blocks: RecordedBlocks;
  /** File of the last block, outside the folder. */
  let lastBlock = '';

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'arbscope-kill-'));
    blockFolder = join(directory, 'blocks');
    await mkdir(blockFolder);
    blocks = await writeRecordedBlocks(blockFolder, blocksRecorded);
    const last = blocks.files.at(-1) ?? '';
    lastBlock = join(directory, basename(last));
    await rename(last, lastBlock);
  });
  after(() => rm(directory, { recursive: true, force: true }));

  /** Kills the process as soon as its store's write-ahead log has `bytes` bytes. */
  async function killAtLogSize(started: BackendProcess, store: string, bytes: number) {
    const over = new AbortController();
    void started.ended.then(() => over.abort());
    const log = `${store}.wal`;
    try {
      for await (const _ of watch(dirname(store), { signal: over.signal })) {
        const size = await stat(log).then(
          (found) => found.size,
          () => 0,
        );
        if (size >= bytes) await started.kill('SIGKILL');
      }
    } catch {
      // The watch is aborted when the process exits.
    }
  }

  /**
   * Kills the process when it reads the named pipe for the second time: the first time it orders
   * the blocks, the second time all blocks before this one are indexed.
   */
  async function killAtBlock(started: BackendProcess, pipe: string, bytes: Buffer) {
    let isOver = false;
    const ended = started.ended.then(async () => {
      isOver = true;
      // Opening a reader unblocks an `open` for writing that still waits.
      const reader = await open(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
      await writing;
      await reader.close();
    });
    const writing = (async () => {
      const first = await open(pipe, 'w');
      if (!isOver) await writeFile(first, bytes).catch(() => undefined);
      await first.close();
      if (isOver) return;
      const second = await open(pipe, 'w');
      started.child.kill('SIGKILL');
      await second.close();
    })();
    await ended;
  }

  /** The responses that a bot would read from the index. */
  async function answersOf(service: MarketService, signature: string) {
    const statistics = { maxTimeRange: 86_400 };
    const finder = {
      tokensMint: [wrappedSolMint, usdcMint],
      tokensTimeRange: 86_400,
      thresholdMaxTimeRange: 86_400,
      percentilesTimeRange: 86_400,
    };
    const transaction = await service.transaction({ signature });
    return {
      transaction,
      finder: await service.finder(finder),
      tips: await service.tipsByComputeUnit(statistics),
      fees: await service.feesByComputeUnit(statistics),
      overview: await service.walletOverview({ wallets: [transaction.wallet] }),
      latest: await service.walletTransactions({ wallets: [transaction.wallet] }),
    };
  }

  it('during indexing gives the same responses after a restart as one that was not killed', async () => {
    const folder = join(directory, 'stores');
    await mkdir(folder, { mode: 0o700 });
    const store = join(folder, 'killed.db');
    const pipe = join(directory, 'last.json');
    await promisify(execFile)('mkfifo', [pipe]);
    const args = ['--source', 'recorded', '--path', blockFolder, pipe, '--store', store];
    const lastBytes = await readFile(lastBlock);
    let indexed = 0;
    // A log that was cut off in its first write has no blocks yet; retry with a longer one.
    for (let bytes = 1_500_000; indexed === 0; bytes *= 2) {
      const started = new BackendProcess(['serve', '--port', '0', ...args], environment);
      await Promise.all([
        killAtLogSize(started, store, bytes),
        killAtBlock(started, pipe, lastBytes),
      ]);
      assert.equal(await started.ended, 'SIGKILL', started.errors.join('\n'));
      const left = await DuckDbStore.open(store);
      indexed = left.blockCount;
      await left.close();
    }
    assert.ok(indexed < blocksRecorded, `killed after ${indexed} blocks`);
    await rename(lastBlock, pipe);

    const served = await ServeProcess.open(args);
    const client = new HttpMarketClient({ baseUrl: served.url, apiKey: contractKey });
    const reference = await Engine.open({
      source: new RecordedSource([blockFolder, pipe]),
      store: ':memory:',
    });
    try {
      const signature = blocks.arbitrages[blocks.arbitrages.length >> 1] ?? '';
      const answers = await answersOf(client.service, signature);
      const expected = await answersOf(reference.service, signature);
      assert.ok(expected.finder.tokens.length > 10);
      assertSimilar(answers, expected, pricedTolerance);
    } finally {
      await client.close();
      await served.stop();
      await reference.close();
    }
  });

  it('while following keeps everything that it has served, and indexes nothing twice', async () => {
    const folder = join(directory, 'followed');
    await mkdir(folder, { mode: 0o700 });
    const store = join(folder, 'sandbox.db');
    const args = ['--source', 'sandbox', '--backfill-hours', '4', '--store', store];
    let served = await ServeProcess.open(args);
    try {
      const signature = await followed(served);
      await served.process.kill('SIGKILL');
      const left = await DuckDbStore.open(store);
      assert.notEqual(await left.findTransaction(signature), null);
      const { newestSlot } = left;
      await left.close();

      served = await ServeProcess.open(args);
      const known = await served.request(`/transaction?signature=${signature}`);
      assert.equal(known.statusCode, 200);
      await followed(served);
      await served.process.kill('SIGKILL');
      const again = await DuckDbStore.open(store);
      assert.ok((again.newestSlot ?? 0) > (newestSlot ?? 0));
      const [rows, distinct] = await again.query(
        'SELECT count(*)::UINTEGER, count(DISTINCT signature)::UINTEGER FROM transactions',
      );
      await again.close();
      assert.ok(Number(rows?.[0]) > 4_000);
      assert.deepEqual(rows, distinct);
    } finally {
      await served.stop();
    }
  });
});

async function followed(served: ServeProcess): Promise<string> {
  const source = new SimulatedSource({ seed: defaultSandboxSeed });
  for await (const { slot, block } of source.follow(new AbortController().signal)) {
    const found = decodeBlock(slot, block).records.find(({ type }) => type === 'arbitrage');
    if (found === undefined) continue;
    const path = `/transaction?signature=${found.signature}`;
    while ((await served.request(path)).statusCode !== 200) await nextTurn();
    return found.signature;
  }
  throw new Error('The Sandbox came to an end');
}
