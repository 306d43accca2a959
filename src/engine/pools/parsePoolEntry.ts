import { isAddress } from '../../api/base58.ts';
import { isObject } from '../../api/isObject.ts';
import { readPoolAccount } from './readPoolAccount.ts';
import type { PoolDescription } from './swapAccounts.ts';

/** A pool from an imported file; empty text for missing values. */
export interface ImportedPool extends PoolDescription {
  readonly lookupTable: string;
  /** From the aggregator's published cache, not from a table of pools. */
  readonly isAggregator: boolean;
}

/** The lookup table is from the newest entry with one; other parameters may be from older ones. */
export function poolParameters({
  lookupTable,
  parameters,
}: Pick<ImportedPool, 'lookupTable' | 'parameters'>): Readonly<Record<string, unknown>> {
  return lookupTable === ''
    ? parameters
    : { ...parameters, addressLookupTableAddress: lookupTable };
}

type Members = Readonly<Record<string, unknown>>;

export function parsePoolEntry(entry: unknown): ImportedPool | string {
  if (!isObject(entry)) return 'it is no object';
  const isAggregator = 'pubkey' in entry;
  const key = isAggregator ? 'pubkey' : 'pool';
  const pool = addressMember(entry, key);
  const program = addressMember(entry, 'owner');
  if (pool === '') return `its ${key} is no address`;
  if (program === '') return 'its owner is no address';
  const { params } = entry;
  // If `params` is not an object, only the parameters are lost.
  const parameters = isObject(params) ? params : {};
  const data = decodeAccountData(entry['data']);
  const account = data === null ? null : readPoolAccount(program, data);
  return {
    pool,
    program,
    mintA: account?.mintA ?? addressMember(entry, 'mintA'),
    mintB: account?.mintB ?? addressMember(entry, 'mintB'),
    vaultA: account?.vaultA ?? addressMember(entry, 'vaultA'),
    vaultB: account?.vaultB ?? addressMember(entry, 'vaultB'),
    lookupTable: addressMember(isAggregator ? parameters : entry, 'addressLookupTableAddress'),
    parameters,
    addresses: account?.addresses ?? {},
    isAggregator,
  };
}

/** An address, or empty text. */
function addressMember(members: Members, key: string): string {
  const text = members[key];
  return typeof text === 'string' && isAddress(text) ? text : '';
}

/** Account data as nodes encode it: `[text, "base64"]`, or only the text. */
function decodeAccountData(data: unknown): Uint8Array | null {
  const [text, encoding] = Array.isArray(data) ? data : [data, 'base64'];
  if (typeof text !== 'string' || encoding !== 'base64') return null;
  return text.length > scratch.length
    ? Buffer.from(text, 'base64')
    : scratch.subarray(0, scratch.write(text, 'base64'));
}

/** Reused for all accounts, as separate buffers would produce much garbage. */
const scratch = Buffer.alloc(16 * 1024);
