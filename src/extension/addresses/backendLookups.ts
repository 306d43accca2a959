import type { PoolRow } from '../../backend/protocol/poolProtocol.ts';
import { isObject } from '../backend/channelMessages.ts';
import type { ActiveConnection } from '../connections/activeConnection.ts';

/** The pool of an address in the backend's table; `null`: the table holds none. */
export async function findPoolInBackend(
  active: Pick<ActiveConnection, 'request' | 'current'>,
  address: string,
  signal: AbortSignal,
): Promise<PoolRow | null> {
  // An engine fills the table out of itself. A service's is large and counts against its limits:
  // there, whoever shows it has it filled.
  if (active.current.kind !== 'service') await active.request('loadPools', {}, { signal });
  const answer = await active.request('poolSearch', { text: address, limit: 1 }, { signal });
  const rows = isObject(answer) ? answer['rows'] : undefined;
  const row: unknown = Array.isArray(rows) ? rows[0] : undefined;
  if (!isObject(row) || row['pool'] !== address) return null;
  const text = (name: keyof PoolRow): string => {
    const value = row[name];
    return typeof value === 'string' ? value : '';
  };
  return {
    pool: address,
    program: text('program'),
    mintA: text('mintA'),
    mintB: text('mintB'),
    symbolA: text('symbolA'),
    symbolB: text('symbolB'),
    lookupTable: text('lookupTable'),
    isAggregator: row['isAggregator'] === true,
  };
}

/** How many addresses a lookup table holds; `null`: it is none, or the connection cannot tell. */
export async function lookupTableSizeFromBackend(
  active: Pick<ActiveConnection, 'request'>,
  address: string,
  signal: AbortSignal,
): Promise<number | null> {
  const answer = await active.request('lookupTable', { address }, { signal });
  const size = isObject(answer) ? answer['addresses'] : null;
  return typeof size === 'number' ? size : null;
}
