import manifest from '../../../package.json' with { type: 'json' };
import type { BlockSource } from '../../engine/chain/blockSource.ts';
import { Engine } from '../../engine/engine.ts';
import type { UpkeepEvent } from '../../engine/filling/storeUpkeep.ts';
import type { EngineStatus } from '../../engine/indexing/engineStatus.ts';
import { DecodeThreads } from '../../engine/rpc/decodeThreads.ts';
import { openSandboxChain } from '../../engine/sandbox/openSandboxChain.ts';
import { SimulatedSource } from '../../engine/sandbox/simulatedSource.ts';
import { RecordedSource } from '../../engine/sources/recordedSource.ts';
import { RpcSource } from '../../engine/sources/rpc/rpcSource.ts';
import { createStoredSource } from '../../engine/sources/storedSource.ts';
import type { ClickHouseTarget } from '../../engine/store/clickhouse/database/clickHouseUrl.ts';
import type { Retention } from '../../engine/store/duckdb/retention.ts';
import type { NodeConfig, SandboxConfig, SourceConfig } from './sourceConfig.ts';

export interface OpenEngineOptions {
  readonly signal: AbortSignal;
  readonly onStatus?: (progress: EngineStatus) => void;
  readonly onSkipped?: (reason: string) => void;
  /** Ignored for recordings, which are kept in full. */
  readonly retention?: Retention;
  /** Maximum age of gaps to fill in a store with several writers; no gaps are filled if absent. */
  readonly fillSeconds?: number;
  readonly onUpkeep?: (event: UpkeepEvent) => void;
}

/** `store`: a file, `:memory:`, or a store with several writers. Throws a MarketError. */
export async function openEngine(
  choice: SourceConfig,
  store: string | ClickHouseTarget,
  { onSkipped, ...options }: OpenEngineOptions,
): Promise<Engine> {
  const source = await createSource(choice, onSkipped);
  if (typeof store === 'string') return await openEngineOver(source, store, options);
  const { openSharedWriter } = await import('../../engine/store/clickhouse/sharedStore.ts');
  const opened = await openSharedWriter(store, { kind: source.kind, chain: '' }).catch(
    async (error: unknown) => {
      // Only an open engine would close it.
      await source.close?.().catch(() => undefined);
      throw error;
    },
  );
  return await Engine.open({ source, store: opened, version: manifest.version, ...options });
}

/** Opens an engine with a private store; resolves when it can respond. Throws a MarketError. */
export async function openEngineOver(
  source: BlockSource,
  store: string,
  options: Omit<OpenEngineOptions, 'onSkipped'>,
): Promise<Engine> {
  return await Engine.open({ source, store, version: manifest.version, ...options });
}

/**
 * Reads what ingesters write to a store, and stores nothing itself. `node` only lands and simulates
 * transactions and reads accounts. Throws a MarketError.
 */
export async function openStoredEngine(
  target: ClickHouseTarget,
  node: NodeConfig | null,
  options: Pick<OpenEngineOptions, 'signal' | 'onStatus'>,
): Promise<Engine> {
  const access = node === null ? undefined : new RpcSource(node);
  const { openSharedReader } = await import('../../engine/store/clickhouse/sharedStore.ts');
  const store = await openSharedReader(target).catch(async (error: unknown) => {
    // Only an open engine would close it.
    await access?.close().catch(() => undefined);
    throw error;
  });
  return await Engine.open({
    source: createStoredSource(store.source, target.label, access),
    store,
    version: manifest.version,
    ...options,
  });
}

export const createSandbox = async ({
  journalPath,
  ...config
}: SandboxConfig): Promise<SimulatedSource> =>
  new SimulatedSource({ ...config, landing: await openSandboxChain(journalPath) });

export async function createSource(
  choice: SourceConfig,
  onSkipped?: (reason: string) => void,
): Promise<BlockSource> {
  switch (choice.kind) {
    case 'sandbox':
      return await createSandbox(choice);
    case 'recorded':
      return new RecordedSource(choice.paths, onSkipped);
    case 'rpc': {
      const { kind: _kind, geyser, ...config } = choice;
      // Threads start with the first block.
      const options = { ...config, decodeThreads: new DecodeThreads() };
      if (geyser === undefined) return new RpcSource(options);
      const { GeyserFeed } = await import('../../engine/sources/geyser/geyserFeed.ts');
      const { commitment, network = {} } = options;
      const feed = new GeyserFeed({ ...geyser, commitment, network });
      try {
        return new RpcSource({ ...options, feed });
      } catch (error) {
        feed.close();
        throw error;
      }
    }
  }
}
