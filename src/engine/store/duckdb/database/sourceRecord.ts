import type { DuckDBConnection } from '@duckdb/node-api';
import { recordedStoreSource, type StoreSource, storeSourceKinds } from '../../storeSource.ts';
import { queryNumber, runQuery } from './query.ts';
import { firstSourcedVersion } from './tables.ts';

/** Blocks of versions without sources count as recorded, so that they are never deleted. */
export async function readStoreSource(connection: DuckDBConnection): Promise<StoreSource | null> {
  const [[version] = [], [kind] = [], [chain] = []] = await runQuery(
    connection,
    'SELECT * FROM store_version',
  );
  const known = storeSourceKinds.find((each) => each === kind);
  if (known !== undefined) return { kind: known, chain: String(chain) };
  const isUnrecorded = Number(version) < firstSourcedVersion;
  return isUnrecorded &&
    (await queryNumber(connection, 'SELECT count(*)::UINTEGER FROM blocks')) > 0
    ? recordedStoreSource
    : null;
}

export async function writeStoreSource(
  connection: DuckDBConnection,
  { kind, chain }: StoreSource,
): Promise<void> {
  await runQuery(connection, 'UPDATE store_version SET source = $kind, chain = $chain', {
    kind,
    chain,
  });
}
