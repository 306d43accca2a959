// Only in test:all: each fault lasts a minute of the node’s clock.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { decodeBlock } from '../../src/engine/decode/decodeBlock.ts';
import type { RpcBlock } from '../../src/engine/decode/rpcBlock.ts';
import { RpcSource } from '../../src/engine/sources/rpc/rpcSource.ts';
import { FakeRpcNode, type Fault, type RpcRequest } from '../fakeRpcNode.ts';
import { emptyBlock, sandboxBlocks } from '../unit/engine/sources/rpcSupport.ts';
import { VirtualClock } from '../virtualClock.ts';

const slotMilliseconds = 200;
const firstSlot = 1_000;
/** Seconds of chain time before, during and after the fault. */
const seconds = { before: 5, fault: 60, after: 5 } as const;
const slotsOf = (duration: number): number => (duration * 1_000) / slotMilliseconds;
const lastSlot = firstSlot + slotsOf(seconds.before + seconds.fault + seconds.after);
/** Skipped slots: single ones, and four in a row (one leader). */
const isSkipped = (slot: number): boolean => slot % 17 === 0 || slot % 100 > 95;
/** Long enough to recover completely from a fault of a minute. */
const longestSeconds = 300;
const blocksWithArbitrages = 20;

const arbitragesOf = (slot: number, block: RpcBlock): readonly string[] =>
  decodeBlock(slot, block)
    .records.filter(({ type }) => type === 'arbitrage')
    .map(({ signature }) => signature);

interface FaultyMinute {
  readonly found: readonly string[];
  readonly expected: readonly string[];
  /** Number of `getSlot` and `getBlocks` requests in each ten seconds of chain time. */
  readonly planningRequests: readonly number[];
  readonly secondsTaken: number;
}

type FaultOf = (request: RpcRequest, clock: VirtualClock) => Fault | undefined;

describe('With a node that fails for a minute', { timeout: 600_000 }, () => {
  let samples: readonly RpcBlock[] = [];
  before(async () => {
    samples = await sandboxBlocks(blocksWithArbitrages);
  });

  async function follow(
    faultOf: FaultOf,
    change: (node: FakeRpcNode, isFaulty: () => boolean, newestSlot: () => number) => void,
  ): Promise<FaultyMinute> {
    const clock = new VirtualClock();
    const node = new FakeRpcNode();
    const start = clock.now();
    const passed = () => (clock.now() - start) / 1_000;
    const newestSlot = () => firstSlot + Math.floor(slotsOf(passed()));
    const isFaulty = () => passed() >= seconds.before && passed() < seconds.before + seconds.fault;
    const expected: string[] = [];
    const every = Math.floor((lastSlot - firstSlot) / blocksWithArbitrages);
    let made = firstSlot - 1;
    const produce = () => {
      while (made < Math.min(newestSlot(), lastSlot)) {
        made++;
        if (isSkipped(made)) continue;
        const sample = made % every === 1 ? samples[Math.floor((made - firstSlot) / every)] : null;
        const block = sample ?? emptyBlock(made);
        expected.push(...arbitragesOf(made, block));
        node.add(made, block);
      }
    };
    const planningRequests: number[] = [];
    node.onRequest = ({ method }) => {
      produce();
      if (method !== 'getSlot' && method !== 'getBlocks') return;
      const at = Math.floor(passed() / 10);
      planningRequests[at] = (planningRequests[at] ?? 0) + 1;
    };
    node.faultOf = (request) => (isFaulty() ? faultOf(request, clock) : undefined);
    change(node, isFaulty, newestSlot);
    const source = new RpcSource({ url: await node.listen(), clock });
    source.resumeAfter(firstSlot - 1);
    const found: string[] = [];
    const leaving = new AbortController();
    const taking = async () => {
      let blocks = 0;
      for await (const { slot, block } of source.follow(leaving.signal)) {
        found.push(...arbitragesOf(slot, block));
        blocks++;
        if (made === lastSlot && blocks === node.chain.size) return;
      }
    };
    const ending = clock.delay(longestSeconds * 1_000, leaving.signal).then(
      () => leaving.abort(),
      () => undefined,
    );
    try {
      await clock.run(taking);
      leaving.abort();
      await ending;
      return { found, expected, planningRequests, secondsTaken: passed() };
    } finally {
      await source.close();
      await node.close();
    }
  }

  const always =
    (fault: Fault): FaultOf =>
    () =>
      fault;
  const often =
    (fault: Fault): FaultOf =>
    (_, clock) =>
      Math.floor(clock.now() / 700) % 2 === 0 ? fault : undefined;
  const ofBlocks =
    (fault: Fault): FaultOf =>
    ({ method }) =>
      method === 'getBlock' ? fault : undefined;

  const html = '<html><h1>503 Service Temporarily Unavailable</h1></html>';
  const blockErrors: readonly (readonly [string, Fault])[] = [
    ['-32001 (block cleaned up)', { kind: 'error', code: -32_001 }],
    ['-32004 (block not available)', { kind: 'error', code: -32_004 }],
    ['-32007 (slot skipped)', { kind: 'error', code: -32_007 }],
    ['-32009 (missing in long-term storage)', { kind: 'error', code: -32_009 }],
    ['-32014 (status not yet available)', { kind: 'error', code: -32_014 }],
    ['-32015 (unsupported version)', { kind: 'error', code: -32_015 }],
    ['null', { kind: 'null' }],
  ];
  const failures: readonly (readonly [string, Fault])[] = [
    ['-32429 (rate limited)', { kind: 'error', code: -32_429 }],
    ['429', { kind: 'rate-limit' }],
    ['429 with retry-after', { kind: 'rate-limit', retryAfter: '2' }],
    ['503 and a page', { kind: 'status', status: 503, body: html }],
    ['connections cut in mid-body', { kind: 'reset' }],
    ['bodies that are cut off', { kind: 'cut-gzip' }],
  ];
  const cases: readonly (readonly [string, FaultOf, Parameters<typeof follow>[1]?])[] = [
    ...blockErrors.map(([name, fault]) => [`${name} for every block`, ofBlocks(fault)] as const),
    ...blockErrors
      .slice(0, 3)
      .map(([name, fault]) => [`${name} to all requests, on and off`, often(fault)] as const),
    ...failures.map(([name, fault]) => [`${name} to every request`, always(fault)] as const),
    [
      '-32014 (status not yet available) to every request',
      always({ kind: 'error', code: -32_014 }),
    ],
    ['null to every request', always({ kind: 'null' })],
    ['answers after 4 s', (_, clock) => ({ kind: 'delay', until: () => clock.hold(4_000) })],
    [
      'a getSlot that names slots without a block',
      () => undefined,
      (node, isFaulty, newestSlot) => {
        node.answers.set('getSlot', () => (isFaulty() ? newestSlot() + 3 : node.tip));
      },
    ],
    [
      'a getSlot that stays at a slot without a block',
      () => undefined,
      (node, isFaulty) => {
        const empty = firstSlot + slotsOf(seconds.before) + 1_000_000;
        node.answers.set('getSlot', () => (isFaulty() ? empty : node.tip));
      },
    ],
    [
      'a getBlocks that is 5 s behind',
      () => undefined,
      (node, isFaulty, newestSlot) => {
        node.answers.set('getBlocks', ([from, to]) =>
          [...node.chain.keys()].filter(
            (slot) =>
              slot >= Number(from) &&
              slot <= Number(to) &&
              (!isFaulty() || slot <= newestSlot() - slotsOf(5)),
          ),
        );
      },
    ],
    [
      'no block at all',
      () => undefined,
      (node, isFaulty) => {
        node.answers.set('getBlocks', ([from, to]) =>
          isFaulty()
            ? []
            : [...node.chain.keys()].filter((slot) => slot >= Number(from) && slot <= Number(to)),
        );
      },
    ],
  ];
  for (const [name, faultOf, change = () => undefined] of cases) {
    it(`finds every arbitrage once, with at most three planning requests per slot: ${name}`, async () => {
      const minute = await follow(faultOf, change);
      assert.ok(minute.expected.length > 40, String(minute.expected.length));
      assert.deepEqual([...minute.found].sort(), [...minute.expected].sort());
      const counts = [...minute.planningRequests].map((requests = 0) => requests);
      assert.ok(Math.max(...counts) <= 3 * slotsOf(10), String(counts));
    });
  }
});
