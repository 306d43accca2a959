import { readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ConnectionSettings } from '../../src/backend/protocol/connectionProtocol.ts';
import { encodeBase58 } from '../../src/solana/base58.ts';
import { FakeLandingService, testBlockhash } from '../contract/fakeLandingServers.ts';
import { FakeRpcNode, type Fault } from '../fakeRpcNode.ts';
import {
  type Behaviour,
  chunk,
  chunkedHead,
  HostileServer,
  httpResponse,
  respondEndlessly,
  respondWith,
} from '../hostileServer.ts';

/** Share of faulty responses to submissions. */
const faultShare = 0.25;
/** Share of faulty responses to the many requests before each submission. */
const rareFaultShare = 0.03;

export const chance = (share: number): boolean => Math.random() < share;
export const pick = <Item>(list: readonly [Item, ...Item[]]): Item =>
  list[Math.floor(Math.random() * list.length)] ?? list[0];

const deep = '['.repeat(200_000);
const forged = '\u001b[2J\u202e\0\nERROR: everything is fine';

export class Receipts {
  /** Violated rules, one sentence each. */
  readonly violations: string[] = [];
  readonly #storage: string;
  readonly #open = new Map<string, number>();
  received = 0;

  constructor(storage: string) {
    this.#storage = storage;
  }

  get signatures(): readonly string[] {
    return [...this.#open.keys()];
  }

  /** At this time the journal must contain the submission, and it must not be a repetition. */
  receive(signature: string): void {
    this.received += 1;
    const before = this.#open.get(signature) ?? 0;
    this.#open.set(signature, before + 1);
    if (before > 0) this.violations.push(`${signature} came again`);
    if (!this.#isWritten(signature))
      this.violations.push(`${signature} came before it was written`);
  }

  /** The receiver has refused it, so a further submission is allowed. */
  refuse(signature: string): void {
    this.#open.set(signature, (this.#open.get(signature) ?? 1) - 1);
  }

  #isWritten(signature: string): boolean {
    const files = readdirSync(this.#storage, { withFileTypes: true });
    return files.some(
      (file) =>
        file.isFile() &&
        file.name.startsWith('landings') &&
        readFileSync(join(this.#storage, file.name), 'latin1').includes(signature),
    );
  }
}

const signatureOf = (transaction: unknown): string =>
  encodeBase58(Uint8Array.from(Buffer.from(String(transaction), 'base64').subarray(1, 65)));

export interface Receiver {
  readonly settings: ConnectionSettings;
  close(): Promise<void>;
}

export async function openNode(receipts: Receipts): Promise<Receiver> {
  const node = new FakeRpcNode();
  const inContext = (value: unknown) => ({ context: { slot: node.tip }, value });
  const account = { lamports: 5_000_000_000, owner: '1'.repeat(32), data: ['', 'base64'] };
  const answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    getGenesisHash: () => 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
    isBlockhashValid: () => inContext(true),
    getLatestBlockhash: () =>
      inContext({ blockhash: testBlockhash, lastValidBlockHeight: node.tip + 150 }),
    getMultipleAccounts: ([list]) => inContext((list as string[]).map(() => account)),
    simulateTransaction: () => inContext({ err: null, logs: [forged], unitsConsumed: 450 }),
    getSignatureStatuses: () => inContext([null]),
    sendTransaction: ([transaction]) => signatureOf(transaction),
  };
  for (const [method, answer] of Object.entries(answers)) node.answers.set(method, answer);
  // Each of these faults leaves the fate of a transaction unknown.
  const faults: readonly [Fault, ...Fault[]] = [
    { kind: 'silence' },
    { kind: 'reset' },
    { kind: 'cut-gzip' },
    { kind: 'garbage', body: deep },
    { kind: 'garbage', body: forged },
    { kind: 'status', status: 502, body: forged },
  ];
  node.onRequest = ({ method, params }) => {
    const isLanding = method === 'sendTransaction';
    if (isLanding) receipts.receive(signatureOf(params[0]));
    if (chance(isLanding ? faultShare : rareFaultShare)) node.fail(method, pick(faults));
    // Keeps only the newest requests during a run of hours.
    node.requests.splice(0, node.requests.length - 10);
  };
  let slot = 100;
  const addBlock = () => {
    const blockTime = Math.floor(Date.now() / 1_000);
    node.add(slot, { blockhash: `block-${slot}`, blockHeight: slot, blockTime, transactions: [] });
    slot += 1;
  };
  addBlock();
  const blocks = setInterval(addBlock, 400);
  const settings = { kind: 'node', rpcUrl: await node.listen() } as const;
  return {
    settings,
    close: async () => {
      clearInterval(blocks);
      await node.close();
    },
  };
}

export async function openService(receipts: Receipts): Promise<Receiver> {
  const service = new FakeLandingService();
  service.answer = ({ id, params }, response) => {
    service.bodies.length = 0;
    service.keys.length = 0;
    const signature = signatureOf(params[0]);
    receipts.receive(signature);
    const faults: readonly [() => unknown, ...(() => unknown)[]] = [
      () => response.destroy(),
      () => response.writeHead(500).end(forged),
      () => response.end(deep),
      () => response.write('{"jsonrpc":', () => response.destroy()),
      () => refuse(response),
    ];
    const refuse = (to: ServerResponse) => {
      receipts.refuse(signature);
      to.writeHead(400).end(JSON.stringify({ statusCode: 400, message: forged }));
    };
    if (chance(faultShare)) pick(faults)();
    else response.end(JSON.stringify({ jsonrpc: '2.0', id, result: { signature, uuid: forged } }));
  };
  await service.listen();
  return { settings: service.settings, close: () => service.close() };
}

const hostile: readonly [Behaviour, ...Behaviour[]] = [
  () => undefined,
  (socket) => socket.destroy(),
  respondWith('200 OK', deep),
  respondWith('200 OK', forged),
  respondWith('429 Slow', forged, { 'retry-after': '999999999' }),
  respondWith('302 Found', '', { location: 'http://127.0.0.1:9/' }),
  respondWith('200 OK', gzipSync(Buffer.alloc(64 << 20, 0x20)), { 'content-encoding': 'gzip' }),
  respondWith('200 OK', `{"JITO":[${'{"a":1},'.repeat(100_000)}1]}`),
  respondEndlessly(chunkedHead, chunk(Buffer.alloc(65_536, 0x20))),
  respondEndlessly('HTTP/1.1 200 OK\r\n', Buffer.from(`x: ${'x'.repeat(1_000)}\r\n`)),
  (socket) => socket.write(httpResponse('200 OK', '{"JITO":{').subarray(0, -3)),
];

/** A node or service whose responses are all faulty. */
export async function openHostile(): Promise<HostileServer> {
  const server = await HostileServer.open((socket, request) => {
    server.requests.length = 0;
    pick(hostile)(socket, request);
  });
  return server;
}
