/**
 * A fake node in a separate process for benchmarks of following: blocks of mainnet's size and mix,
 * compressed in advance, so that it uses little processor time during the measurement.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { gzipSync } from 'node:zlib';
import { FakeGeyserServer } from '../fakeGeyserServer.ts';
import { FakeWebSocket, refuseWebSocket } from '../fakeWebSocket.ts';
import { encodeTransactions, encodeUpdateWith } from '../geyserBlocks.ts';
import { mainnetTransactions, perBlock } from './mainnetBlocks.ts';

/** Message to the parent when the node listens. */
export interface FollowNodeReady {
  readonly url: string;
  /** URL of a Geyser server with the same blocks; `null` if not requested. */
  readonly geyserUrl: string | null;
  readonly firstSlot: number;
  readonly lastSlot: number;
  /** Time of the first block, Unix milliseconds; the others follow at the requested pace. */
  readonly startMilliseconds: number;
  readonly transactionsPerBlock: number;
  readonly blockBytes: number;
  readonly compressedBytes: number;
}

/** Block size as a multiple of mainnet's busiest blocks. */
const times = Number(process.argv[4] ?? 1);
/** Number of different blocks; more would only take longer to create. */
const bodies = Math.ceil(16 / times);
const slots = { first: 400_000_000, count: 4_000 } as const;
const genesisHash = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
/** Blocks per second, as on a live chain; 0: all blocks exist from the start. */
const pace = Number(process.argv[2] ?? 0);
const hasSubscriptions = process.argv[3] === 'subscribe';
const hasGeyser = process.argv[3] === 'geyser';
/** Relative block size: shorter slots have proportionally smaller blocks. */
const part = pace === 0 ? 1 : Math.min(1, 1_000 / pace / 400);
let startMilliseconds = Date.now();
const newestSlot = (): number =>
  slots.first +
  (pace === 0 ? slots.count - 1 : Math.floor(((Date.now() - startMilliseconds) / 1_000) * pace));
const timeSeconds = pace === 0 ? 1_790_000_000 : Math.floor(Date.now() / 1_000);
const slotSeconds = pace === 0 ? 0.4 : 1 / pace;

async function serve(): Promise<void> {
  const made = mainnetTransactions(bodies, times)?.map((transactions) =>
    transactions.filter((_, at) => Math.floor((at + 1) * part) > Math.floor(at * part)),
  );
  if (made === undefined) {
    process.send?.(null);
    return;
  }
  let blockBytes = 0;
  const compressed = made.map((transactions) => {
    const text = `"transactions":${JSON.stringify(transactions)}}}`;
    blockBytes += text.length / bodies;
    return gzipSync(text);
  });
  const geyser = hasGeyser ? new FakeGeyserServer() : null;
  const encoded = geyser === null ? [] : made.map(encodeTransactions);
  const geyserUrl = (await geyser?.listen()) ?? null;
  const node = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { id, method, params } = JSON.parse(Buffer.concat(pieces).toString());
      response.setHeader('content-encoding', 'gzip');
      if (method === 'getBlock') {
        const slot = Number(params[0]);
        // Concatenated gzip files are a valid gzip file.
        response.write(gzipSync(`{"jsonrpc":"2.0","id":${id},"result":{${headOf(slot)},`));
        response.end(compressed[slot % bodies]);
        return;
      }
      const last = newestSlot();
      const result =
        method === 'getGenesisHash'
          ? genesisHash
          : method === 'getSlot'
            ? last
            : method === 'getMultipleAccounts'
              ? { context: { slot: last }, value: params[0].map(() => null) }
              : Array.from({ length: params[1] - params[0] + 1 }, (_, at) => params[0] + at);
      response.end(gzipSync(JSON.stringify({ jsonrpc: '2.0', id, result })));
    });
  });
  const subscribers = new Set<FakeWebSocket>();
  node.on('upgrade', (request, socket) => {
    if (!hasSubscriptions) return refuseWebSocket(socket);
    const subscriber = new FakeWebSocket(request, socket);
    subscriber.onText(() => subscribers.add(subscriber));
    socket.on('close', () => subscribers.delete(subscriber));
  });
  const tellNext = (): void => {
    const slot = newestSlot();
    const params = { result: { slot, parent: slot - 1, root: slot - 32 }, subscription: 0 };
    const text = JSON.stringify({ jsonrpc: '2.0', method: 'slotNotification', params });
    for (const subscriber of subscribers) subscriber.send(text);
    for (const subscription of geyser?.subscriptions ?? []) {
      const transactions = encoded[slot % bodies];
      if (transactions === undefined) continue;
      const head = JSON.parse(`{${headOf(slot)}}`);
      subscription.send(encodeUpdateWith(slot, head, transactions));
    }
    const next = startMilliseconds + ((slot + 1 - slots.first) / pace) * 1_000;
    setTimeout(tellNext, Math.max(0, next - Date.now()));
  };
  node.listen(0, '127.0.0.1', () => {
    const { port } = node.address() as AddressInfo;
    startMilliseconds = Date.now();
    if (hasSubscriptions || hasGeyser) tellNext();
    const ready: FollowNodeReady = {
      url: `http://127.0.0.1:${port}/`,
      geyserUrl,
      firstSlot: slots.first,
      lastSlot: slots.first + slots.count - 1,
      startMilliseconds,
      transactionsPerBlock: Math.floor((perBlock.others + perBlock.votes) * times * part),
      blockBytes,
      compressedBytes: compressed.reduce((sum, { length }) => sum + length / bodies, 0),
    };
    process.send?.(ready);
  });
  process.on('disconnect', () => process.exit());
}

const headOf = (slot: number): string =>
  `"blockhash":"hash${slot}","previousBlockhash":"hash${slot - 1}","parentSlot":${slot - 1},` +
  `"blockHeight":${slot},"blockTime":${timeSeconds + Math.floor((slot - slots.first) * slotSeconds)}`;

if (process.argv[1] === import.meta.filename) await serve();
