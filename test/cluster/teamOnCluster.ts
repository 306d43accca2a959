import { HttpMarketClient } from '../../src/client/httpMarketClient.ts';
import { decodeBlock } from '../../src/engine/decode/decodeBlock.ts';
import type { RpcBlock } from '../../src/engine/decode/rpcBlock.ts';
import { arbitrageSignatures } from '../contract/arbitrageSignatures.ts';
import { BackendProcess } from '../contract/backendProcess.ts';
import { contractKey, ServeProcess } from '../contract/serveProcess.ts';
import { FakeRpcNode } from '../fakeRpcNode.ts';
import { sandboxBlocks } from '../unit/engine/sources/rpcSupport.ts';
import type { ClickHouseCluster, ClusterServer } from './clickHouseCluster.ts';

export const firstSlot = 100;
const blockSeconds = 1;

export interface ChainBlock {
  readonly slot: number;
  readonly block: RpcBlock;
  readonly arbitrages: readonly string[];
}

/** Blocks of the last few minutes. */
export async function makeChain(count: number): Promise<ChainBlock[]> {
  const now = Math.floor(Date.now() / 1_000);
  return (await sandboxBlocks(count)).map((block, index) => {
    const slot = firstSlot + index;
    const timed = { ...block, blockTime: now - (count - index) * blockSeconds };
    const { records } = decodeBlock(slot, timed);
    const arbitrages = records.filter(({ type }) => type === 'arbitrage');
    return { slot, block: timed, arbitrages: arbitrages.map(({ signature }) => signature) };
  });
}

export class TeamOnCluster {
  readonly node = new FakeRpcNode('/rpc');
  readonly database: string;
  readonly clients: HttpMarketClient[] = [];
  readonly #cluster: ClickHouseCluster;
  readonly #processes: BackendProcess[] = [];
  #url = '';

  constructor(cluster: ClickHouseCluster, database: string) {
    this.#cluster = cluster;
    this.database = database;
  }

  async listen(): Promise<void> {
    this.#url = await this.node.listen();
  }

  addBlocks(blocks: readonly ChainBlock[]): void {
    for (const { slot, block } of blocks) this.node.add(slot, block);
  }

  storeAt(first: ClusterServer): string {
    const others = this.#cluster.servers.filter((server) => server !== first);
    return this.#cluster.store(this.database, [first, ...others]);
  }

  ingest(first: ClusterServer): BackendProcess {
    const started = new BackendProcess(
      ['ingest', '--store', this.storeAt(first), '--source', 'rpc', '--backfill-hours', '1'],
      { ARBSCOPE_RPC_URL: this.#url },
    );
    this.#processes.push(started);
    return started;
  }

  async serve(first: ClusterServer): Promise<HttpMarketClient> {
    const { process, url } = await ServeProcess.open(['--store', this.storeAt(first)]);
    this.#processes.push(process);
    const client = new HttpMarketClient({ baseUrl: url, apiKey: contractKey });
    this.clients.push(client);
    return client;
  }

  async close(): Promise<void> {
    await Promise.all(this.clients.map((client) => client.close()));
    await Promise.all(this.#processes.map((each) => each.kill()));
    await this.node.close();
  }
}

export async function knowsSlot({ arbscope }: HttpMarketClient, wanted: number): Promise<void> {
  let newest: number | null = null;
  while (newest === null || newest < wanted) ({ newest_slot: newest } = await arbscope.status({}));
}

/** Resolves when a server lists exactly these arbitrages, each once. */
export async function listsAll(
  client: HttpMarketClient,
  blocks: readonly ChainBlock[],
): Promise<void> {
  const expected = JSON.stringify(blocks.flatMap(({ arbitrages }) => arbitrages).toSorted());
  await knowsSlot(client, blocks.at(-1)?.slot ?? 0);
  while (JSON.stringify(await arbitrageSignatures(client)) !== expected);
}
