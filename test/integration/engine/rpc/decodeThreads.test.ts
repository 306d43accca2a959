import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { SourceBlock } from '../../../../src/engine/chain/blockSource.ts';
import { decodeBlock } from '../../../../src/engine/decode/decodeBlock.ts';
import type { RpcBlock } from '../../../../src/engine/decode/rpcBlock.ts';
import { Engine } from '../../../../src/engine/engine.ts';
import { DecodeThreads } from '../../../../src/engine/rpc/decodeThreads.ts';
import { ResponseBodyError } from '../../../../src/http/responseBody.ts';
import { readChainEntry } from '../../../readChainEntry.ts';
import { sharedData } from '../../../sharedData.ts';
import {
  emptyBlock,
  sandboxBlocks,
  slotsOf,
  take,
  withNode,
} from '../../../unit/engine/sources/rpcSupport.ts';

const firstSlot = 1_000;
const workerFile = new URL('../../../../src/engine/rpc/decodeWorker.ts', import.meta.url);
/** Threads compile their modules unless they find the process's compile cache. */
const compileCache = process.env['NODE_COMPILE_CACHE'];
const startWorker = () =>
  new Worker(workerFile, {
    env: compileCache === undefined ? {} : { NODE_COMPILE_CACHE: compileCache },
    execArgv: [],
  });

function countedThreads(start = startWorker) {
  const workers: Worker[] = [];
  const threads = new DecodeThreads({
    count: 2,
    start: () => {
      const worker = start();
      workers.push(worker);
      return worker;
    },
  });
  return { threads, workers };
}

async function chain(): Promise<readonly RpcBlock[]> {
  const folder = sharedData('data', 'blocks');
  const blocks = [...(await sandboxBlocks(12))];
  for (const file of folder ? ['254170887.json.gz', '332254855.json.gz'] : []) {
    const read = await readChainEntry(join(folder ?? '', file));
    assert.equal(read.kind, 'block');
    blocks.splice(4, 0, read.block);
  }
  return blocks.map((block, index) => ({
    ...block,
    blockTime: 1_800_000_000 + index,
  }));
}

const decodedBy = (wantsSwap: (pool: string) => boolean, sourced: SourceBlock) => {
  const wants = (_program: string, pool: string) => wantsSwap(pool);
  return sourced.decoded?.(wants) ?? decodeBlock(sourced.slot, sourced.block, wants);
};

const bodyOf = (result: unknown) => Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
const { signal } = new AbortController();

suite('Blocks of a node', () => {
  test('come out of threads in order and equal to those decoded by one thread', async () => {
    const blocks = await chain();
    const wantsSwap = (pool: string) => pool.charCodeAt(0) % 2 === 0;
    const follow = async (threads?: DecodeThreads) => {
      const taken: SourceBlock[] = [];
      await withNode(
        { from: firstSlot, ...(threads && { decodeThreads: threads }) },
        async ({ double, source }) => {
          for (const [index, block] of blocks.entries()) double.add(firstSlot + index, block);
          taken.push(...(await take(source, blocks.length)));
        },
      );
      return taken;
    };
    const { threads, workers } = countedThreads();
    const ours = await follow(threads);
    const alone = await follow();
    assert.ok(workers.length > 0);
    assert.deepEqual(slotsOf(ours), slotsOf(alone));
    ours.forEach((sourced, index) => {
      const same = alone[index];
      assert.ok(same !== undefined && same.decoded === undefined);
      assert.ok(sourced.decoded !== undefined, 'decoded by a thread');
      assert.deepEqual(decodedBy(wantsSwap, sourced), decodedBy(wantsSwap, same));
    });
  });

  test('are indexed at the same prices as with one thread', async () => {
    const blocks = await chain();
    const decoded = blocks.map((block, at) => decodeBlock(firstSlot + at, block));
    // Failures, in particular, have no prices to compare.
    const signatures = decoded.flatMap(({ records }) =>
      records.filter(({ isSuccess }) => isSuccess).map(({ signature }) => signature),
    );
    const mints = decoded.flatMap(({ decimals }) => [...decimals.keys()]);
    const index = async (threads?: DecodeThreads) => {
      let found: unknown;
      await withNode(
        { from: firstSlot, ...(threads && { decodeThreads: threads }) },
        async ({ double, source }) => {
          const last = firstSlot + blocks.length - 1;
          for (const [at, block] of blocks.entries()) double.add(firstSlot + at, block);
          const { promise: indexed, resolve } = Promise.withResolvers<void>();
          const engine = await Engine.open({
            source,
            store: ':memory:',
            onStatus: ({ newestSlot }) => {
              if (newestSlot === last) resolve();
            },
          });
          await indexed;
          assert.ok(mints.some((mint) => engine.mints.prices.priceOf(mint) !== null));
          found = {
            records: await Promise.all(signatures.map((one) => engine.record(one))),
            prices: mints.map((mint) => engine.mints.prices.priceOf(mint)),
            arbitrages: engine.status().arbitrages,
          };
          await engine.close();
        },
      );
      return found;
    };
    const { threads, workers } = countedThreads();
    assert.deepEqual(await index(threads), await index());
    assert.ok(workers.length > 0);
  });

  test('are decoded by a thread even at the newest slot', () =>
    withNode({ from: firstSlot, decodeThreads: countedThreads().threads }, async (setting) => {
      setting.double.add(firstSlot, emptyBlock(firstSlot));
      const [newest] = await take(setting.source, 1);
      assert.equal(newest?.decoded?.(() => false).slot, firstSlot);
    }));
});

suite('Decoding threads', () => {
  test('return responses without a block unchanged, and reject invalid JSON', async () => {
    const { threads } = countedThreads();
    const { response, decoded } = await threads.decode(1, bodyOf(null), signal);
    assert.deepEqual(response, { jsonrpc: '2.0', id: 1, result: null });
    assert.equal(decoded, null);
    await assert.rejects(threads.decode(1, Buffer.from('{"result":'), signal), ResponseBodyError);
    await threads.close();
  });

  test('end on close, rejecting blocks not decoded yet', async () => {
    const { threads, workers } = countedThreads();
    const waiting = threads.decode(1, bodyOf(emptyBlock(1)), signal);
    const rejected = assert.rejects(waiting, ResponseBodyError);
    await threads.close();
    await rejected;
    assert.ok(workers.every(({ threadId }) => threadId === -1));
  });

  test('keep the process alive until they have ended, even if one still sends a result', async () => {
    const threadsFile = new URL('../../../../src/engine/rpc/decodeThreads.ts', import.meta.url);
    const program = `
      const { Worker } = await import('node:worker_threads');
      const { DecodeThreads } = await import('${threadsFile}');
      const worker = new Worker(new URL('${workerFile}'));
      const threads = new DecodeThreads({ start: () => worker, count: 1 });
      const waiting = threads.decode(1, Buffer.from('{"result":null}'), new AbortController().signal);
      const closed = Promise.all([threads.close(), waiting.catch(() => undefined)]);
      worker.emit('message', { id: 1, unreadable: 'late' });
      await closed;
      console.log('closed');
    `;
    const args = ['--input-type=module', '--eval', program];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    assert.equal(stdout.trim(), 'closed');
  });

  test('end when they are idle', async () => {
    const worker = startWorker();
    const ended = once(worker, 'exit');
    const threads = new DecodeThreads({ start: () => worker, count: 1, idleMilliseconds: 1 });
    // Keeps the process alive, as neither the thread nor its timer does.
    const keeper = setInterval(() => undefined, 1_000);
    await threads.decode(1, bodyOf(emptyBlock(1)), signal);
    await ended;
    clearInterval(keeper);
  });

  test('drop cancelled blocks and continue', async () => {
    const { threads } = countedThreads();
    const cancelling = new AbortController();
    const waiting = threads.decode(1, bodyOf(emptyBlock(1)), cancelling.signal);
    cancelling.abort(new Error('cancelled'));
    await assert.rejects(waiting, /cancelled/);
    const { decoded } = await threads.decode(2, bodyOf(emptyBlock(2)), signal);
    assert.equal(decoded?.slot, 2);
    await threads.close();
  });

  test('start again after a crash, and leave out the block that crashes each of them', async () => {
    const poison = firstSlot + 2;
    const fragile = () =>
      new Worker(
        `const { parentPort } = require('node:worker_threads');
        const listen = parentPort.on.bind(parentPort);
        parentPort.on = (name, decode) =>
          listen(name, (job) => (job.slot === ${poison} ? process.exit(1) : decode(job)));
        import('${workerFile}');`,
        { eval: true },
      );
    const { threads } = countedThreads(fragile);
    await withNode({ from: firstSlot, decodeThreads: threads }, async ({ double, source }) => {
      for (let slot = firstSlot; slot < firstSlot + 5; slot++) {
        double.add(slot, emptyBlock(slot));
      }
      const taken = await take(source, 4);
      assert.deepEqual(
        slotsOf(taken),
        [0, 1, 3, 4].map((at) => firstSlot + at),
      );
      assert.ok(taken.every(({ decoded }) => decoded !== undefined));
      assert.match(source.progress().message ?? '', /decoding it crashed 2 threads/);
    });
    await threads.close();
  });
});
