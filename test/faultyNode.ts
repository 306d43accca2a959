import assert from 'node:assert/strict';
import { decodeBlock } from '../src/engine/decode/decodeBlock.ts';
import type { RpcBlock } from '../src/engine/decode/rpcBlock.ts';
import { BlockIndexer } from '../src/engine/indexing/blockIndexer.ts';
import { EngineMetricsCollector } from '../src/engine/indexing/engineMetrics.ts';
import { RpcSource } from '../src/engine/sources/rpc/rpcSource.ts';
import { keepAll } from '../src/engine/store/duckdb/retention.ts';
import type { StoreWriter } from '../src/engine/store/storeWriter.ts';
import { FakeRpcNode, type Fault, type RpcRequest } from './fakeRpcNode.ts';
import { emptyBlock, sandboxBlocks } from './unit/engine/sources/rpcSupport.ts';
import { VirtualClock } from './virtualClock.ts';

const slotMilliseconds = 400;
const firstSlot = 1_000;
const farSlots = 100_000_000;
/** Of the chain, before, during and after the fault. */
const seconds = { before: 10, fault: 60, after: 41 } as const;
const lastSlot = slotAt(seconds.before + seconds.fault + seconds.after);
/** For recovery, by the clock of the test. */
const longestSeconds = 1_200;
const everyNth = 7;

function slotAt(passedSeconds: number): number {
  return firstSlot + Math.floor((passedSeconds * 1_000) / slotMilliseconds);
}

/** Skipped slots: single ones, and four in a row (one leader). */
const isSkipped = (slot: number): boolean => slot % 17 === 0 || slot % 100 > 95;

interface FaultyNode {
  readonly node: FakeRpcNode;
  /** Whether the fault lasts. */
  readonly isFaulty: () => boolean;
  readonly passedSeconds: () => number;
}

export interface NodeFault {
  readonly name: string;
  /** Changes the node before it is followed. */
  readonly prepare: (faulty: FaultyNode) => void;
  /** Blocks may be missing, if all of them are counted as such. */
  readonly loses?: true;
  /** Whether a block is produced in the slot. */
  readonly produces?: (slot: number) => boolean;
  /** The slot is left empty by a fork that is abandoned after its block was sent. */
  readonly isAbandoned?: (slot: number) => boolean;
}

const isDuring = (slot: number): boolean =>
  slot >= slotAt(seconds.before) && slot < slotAt(seconds.before + seconds.fault);

/** For the first response of every nth block during the fault. */
const onceForSome =
  (fault: (slot: number) => Fault): NodeFault['prepare'] =>
  ({ node, isFaulty }) => {
    const done = new Set<number>();
    node.faultOf = ({ method, params }) => {
      const slot = Number(params[0]);
      if (method !== 'getBlock' || !isFaulty() || slot % everyNth !== 0 || done.has(slot)) return;
      done.add(slot);
      return fault(slot);
    };
  };

const always =
  (faultOf: (request: RpcRequest) => Fault | undefined): NodeFault['prepare'] =>
  ({ node, isFaulty }) => {
    node.faultOf = (request) => (isFaulty() ? faultOf(request) : undefined);
  };

const changed = (change: (block: RpcBlock) => object): Fault => ({
  kind: 'changed',
  change: (result) => change(result as RpcBlock),
});

const hostileMembers: readonly object[] = [
  { blockTime: 1e30 },
  { blockTime: -1 },
  { blockTime: 1 },
  { blockhash: 'with\u0000null' },
  { blockhash: null },
  { parentSlot: 2 ** 40 },
  { parentSlot: 'text' },
  { transactions: {} },
];

const listOf = (node: FakeRpcNode, from: unknown, to: unknown): number[] =>
  [...node.chain.keys()].filter((slot) => slot >= Number(from) && slot <= Number(to));

/** What a node may do for a minute. */
export const nodeFaults: readonly NodeFault[] = [
  {
    name: 'sends hostile values in members of blocks',
    prepare: onceForSome((slot) =>
      changed((block) => ({ ...block, ...hostileMembers[slot % hostileMembers.length] })),
    ),
  },
  {
    name: 'reports a newest slot far too high, and then has no block for 12 s',
    produces: (slot) => !(isDuring(slot) && slot < slotAt(seconds.before + 12)),
    prepare: ({ node, isFaulty }) => {
      let answers = 0;
      const isWrong = () => isFaulty() && answers++ % 5 === 0;
      node.answers.set('getSlot', () => node.tip + (isWrong() ? farSlots : 0));
    },
  },
  {
    name: 'jumps ahead by 100 million slots and back',
    prepare: ({ node, isFaulty }) => {
      node.answers.set('getSlot', () => node.tip + (isFaulty() ? farSlots : 0));
      node.answers.set('getBlocks', ([from, to]) => (isFaulty() ? [] : listOf(node, from, to)));
    },
  },
  {
    name: 'serves blocks 1,000 slots ahead and then those of the chain again',
    prepare: ({ node, isFaulty }) => {
      const ahead = 1_000;
      node.answers.set('getSlot', () => node.tip + (isFaulty() ? ahead : 0));
      node.answers.set('getBlocks', ([from, to]) =>
        isFaulty()
          ? listOf(node, Number(from) - ahead, Number(to) - ahead).map((slot) => slot + ahead)
          : listOf(node, from, to),
      );
    },
  },
  {
    name: 'abandons forks, which leaves slots empty',
    isAbandoned: (slot) => isDuring(slot) && slot % 11 === 0,
    prepare: () => undefined,
  },
  {
    name: 'sends blocks from the future',
    prepare: onceForSome(() =>
      changed((block) => ({ ...block, blockTime: Number(block.blockTime) + 86_400 })),
    ),
  },
  {
    name: 'is replaced by a node of another chain',
    prepare: (faulty) => {
      const { node, isFaulty } = faulty;
      node.answers.set('getGenesisHash', () => (isFaulty() ? 'other' : 'genesis'));
      always(({ method }) =>
        method === 'getBlock'
          ? changed((block) => ({
              ...block,
              blockhash: `other${block.blockhash}`,
              previousBlockhash: `other${block.previousBlockhash}`,
            }))
          : undefined,
      )(faulty);
    },
  },
  {
    name: 'reports its rate limit with HTTP 200',
    prepare: always(() => ({ kind: 'error', code: -32_429 })),
  },
  { name: 'stops answering', prepare: always(() => ({ kind: 'silence' })) },
  {
    name: 'sends no inner instructions',
    loses: true,
    prepare: always(({ method }) =>
      method === 'getBlock'
        ? changed((block) => ({
            ...block,
            transactions: block.transactions.map((entry) => ({
              ...entry,
              meta: { ...entry.meta, innerInstructions: null },
            })),
          }))
        : undefined,
    ),
  },
];

export interface FaultyRun {
  /** Slot -> block of the chain. */
  readonly chain: ReadonlyMap<number, RpcBlock>;
  /** Last message of the status. */
  readonly message: string;
}

export interface FoundRows {
  /** Rows of `blocks`: slot and blockhash. */
  readonly blocks: readonly (readonly [slot: number, blockhash: string])[];
  /** Signatures of the rows of `transactions`. */
  readonly signatures: readonly string[];
  /** Sum of `left_out`. */
  readonly missing: number;
}

/** Nothing is stored twice, and what is missing is counted. */
export function checkRows({ chain, message }: FaultyRun, found: FoundRows, { loses }: NodeFault) {
  const stored = new Map(found.blocks);
  assert.equal(stored.size, found.blocks.length);
  for (const [slot, blockhash] of stored) assert.equal(blockhash, chain.get(slot)?.blockhash);
  const lost = [...chain.keys()].filter((slot) => !stored.has(slot));
  if (loses === true) assert.ok(lost.length > 0);
  else assert.deepEqual(lost, []);
  assert.equal(found.missing, lost.length);
  assert.ok(stored.has(lastSlot), message);
  const expected = [...stored.keys()].flatMap((slot) => {
    const block = chain.get(slot);
    return block === undefined ? [] : decodeBlock(slot, block).records;
  });
  assert.ok(expected.length > 20);
  assert.deepEqual([...found.signatures].sort(), expected.map(({ signature }) => signature).sort());
}

/** Indexes the blocks of a node with the fault, until all of them have been read. */
export async function followFaultyNode(writer: StoreWriter, fault: NodeFault): Promise<FaultyRun> {
  const samples = await sandboxBlocks(20);
  const clock = new VirtualClock();
  const node = new FakeRpcNode();
  const start = clock.now();
  const passedSeconds = () => (clock.now() - start) / 1_000;
  const isFaulty = () =>
    passedSeconds() >= seconds.before && passedSeconds() < seconds.before + seconds.fault;
  let made = firstSlot - 1;
  let abandoned: number | null = null;
  const addBlock = (slot: number) => {
    const after = slot - firstSlot;
    const sample = after % 13 === 1 ? samples[Math.floor(after / 13)] : undefined;
    const blockTime = Math.floor((start + after * slotMilliseconds) / 1_000);
    node.add(slot, { ...emptyBlock(slot), ...sample, blockhash: `hash${slot}`, blockTime });
  };
  const produce = () => {
    while (made < Math.min(slotAt(passedSeconds()), lastSlot)) {
      made++;
      if (abandoned !== null) node.chain.delete(abandoned);
      abandoned = null;
      if (isSkipped(made) || fault.produces?.(made) === false) continue;
      addBlock(made);
      if (fault.isAbandoned?.(made) === true) abandoned = made;
    }
  };
  node.onRequest = produce;
  fault.prepare({ node, isFaulty, passedSeconds });
  const url = await node.listen();
  const source = new RpcSource({ url, clock, requestTimeoutMilliseconds: 200 });
  source.resumeAfter(firstSlot - 1);
  const ending = new AbortController();
  let message = '';
  const indexer = new BlockIndexer({
    writer,
    clock,
    source: {
      kind: 'rpc',
      blockReader: source.blockReader,
      now: () => clock.now(),
      tokens: () => [],
      chain: (signal) => source.chain(signal),
      history: (signal) => source.history(signal),
      drainOmitted: () => source.drainOmitted(),
      progress: () => source.progress(),
      async *follow(signal) {
        for await (const sourced of source.follow(signal)) {
          const resume = clock.pause();
          try {
            yield sourced;
          } finally {
            resume();
          }
        }
      },
    },
    metrics: new EngineMetricsCollector({ size: async () => ({ rows: 0, bytes: 0 }) }),
    signal: ending.signal,
    report: (_state, text) => {
      message = text || source.progress().message;
    },
    now: () => clock.now(),
    retention: keepAll,
  });
  const isComplete = () =>
    made === lastSlot && [...node.chain.keys()].every((slot) => writer.blockhashOf(slot) !== null);
  const end = async () => {
    // With blocks that stay missing, recovery is complete once the last ones are stored.
    const isOver = () => isComplete() || passedSeconds() > longestSeconds;
    while (!isOver()) await clock.delay(1_000, ending.signal);
    // Forks are corrected every five seconds.
    await clock.delay(15_000, ending.signal);
    ending.abort();
  };
  try {
    await clock.run(() => Promise.all([indexer.follow(), end()]));
    await writer.flush();
    return { chain: node.chain, message };
  } finally {
    await source.close();
    await node.close();
  }
}
