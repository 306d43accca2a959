import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { ammProgramIds } from '../../src/engine/pools/ammProgramIds.ts';
import { encodeBase58 } from '../../src/solana/base58.ts';

/** Number of entries in a market cache of real size. */
export const poolCount = 300_000;
const mintCount = 30_000;

/** Half of the entries include the account data, as in the aggregator's older form. */
export function poolEntry(pool: number): object {
  const params = {
    addressLookupTableAddress: address(`table${pool % 5_000}`),
    routingGroup: 3,
    swapAccountSize: { account_compressed_count: 11, account_len: 13, account_metas_count: 13 },
  };
  const pubkey = poolAddress(pool);
  if (pool % 2 === 1) return { pubkey, owner: ammProgramIds.meteoraDlmm, params };
  const data = Buffer.concat(Array.from({ length: 24 }, (_, part) => hash(`${pool} ${part}`)));
  hash(`mint${pool % mintCount}`).copy(data, 400);
  hash(pool % 6 === 0 ? 'mintsol' : `mint${(pool * 31) % mintCount}`).copy(data, 432);
  return {
    pubkey,
    owner: ammProgramIds.raydiumV4,
    params: { ...params, serumBids: address(`bids${pool}`), serumAsks: address(`asks${pool}`) },
    data: [data.subarray(0, 752).toString('base64'), 'base64'],
  };
}

export const poolAddress = (pool: number): string => address(`pool${pool}`);
export const poolMint = (name: string | number): string => address(`mint${name}`);

/** Writes the whole list as JSON before a measurement: creating entries is slower than reading. */
export async function writePoolEntries(file: string): Promise<void> {
  const out = createWriteStream(file);
  for (let pool = 0; pool < poolCount; pool++) {
    const text = `${pool === 0 ? '[' : ','}${JSON.stringify(poolEntry(pool))}`;
    if (!out.write(text)) await once(out, 'drain');
  }
  out.end(']');
  await finished(out);
}

const hash = (name: string): Buffer => createHash('sha256').update(name).digest();
const address = (name: string): string => encodeBase58(hash(name));
