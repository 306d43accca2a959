import type { OpenedStore } from '../duckdb/openStore.ts';
import { checkStoreSource, type StoreSource } from '../storeSource.ts';
import { ClickHouseReader } from './clickHouseReader.ts';
import { ClickHouseWriter } from './clickHouseWriter.ts';
import type { ClickHouseConnection } from './database/clickHouseDatabase.ts';
import type { ClickHouseTarget } from './database/clickHouseUrl.ts';

/** Creates a replacement for the network; called for each reader and writer. */
export type Connect = () => ClickHouseConnection;

export type SharedStore = OpenedStore & {
  readonly source: StoreSource | null;
};

/** Opens or creates the store for an ingester. Throws a MarketError. */
export async function openSharedWriter(
  target: ClickHouseTarget,
  source: StoreSource,
  connect?: Connect,
): Promise<SharedStore> {
  const connection = connect?.();
  const writer = await ClickHouseWriter.open(
    target,
    source,
    connection === undefined ? {} : { connection },
  );
  try {
    const reader = await ClickHouseReader.open(target, connect?.());
    return {
      ...{ reader, writer, source },
      close: async () => {
        await writer.close();
        await reader.close();
      },
    };
  } catch (error) {
    await writer.close().catch(() => undefined);
    throw error;
  }
}

/** Opens the store for reading only. Throws a MarketError if there is none. */
export async function openSharedReader(
  target: ClickHouseTarget,
  connect?: Connect,
): Promise<SharedStore> {
  const reader = await ClickHouseReader.open(target, connect?.());
  return {
    ...{ reader, writer: null, source: reader.source },
    checkNodeChain: (chain) => {
      if (reader.source === null) return;
      checkStoreSource(target.label, reader.source, { kind: 'rpc', chain });
    },
    refresh: () => reader.refresh(),
    close: () => reader.close(),
  };
}
