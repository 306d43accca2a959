import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { HttpMarketClient } from '../../../src/client/httpMarketClient.ts';
import { readPoolFile } from '../../../src/engine/marketCache/poolFile.ts';
import { type ImportedPool, parsePoolEntry } from '../../../src/engine/pools/parsePoolEntry.ts';
import { encodeBase58 } from '../../../src/solana/base58.ts';

const address = (seed: number): string => encodeBase58(new Uint8Array(32).fill(seed + 1));
const owner = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';

describe('Readers of the market cache', { timeout: 300_000 }, () => {
  let body = '';
  let folder = '';
  let server: Server;
  let client: HttpMarketClient;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbscope-readers-'));
    server = createServer((_request, response) => response.end(body)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = new HttpMarketClient({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      apiKey: 'reader-key',
      isTrustedLoopback: () => true,
    });
  });
  after(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const readStream = async () => {
    const entries = [];
    const faults: string[] = [];
    const onFault = ({ message }: { readonly message: string }) => faults.push(message);
    for await (const part of client.streamMarketCache({}, { onFault })) entries.push(...part);
    return { entries, faults };
  };
  const readWhole = async () => {
    const { response, errors } = await client.callPartial('marketCache', {});
    return { entries: response, faults: errors.map(({ message }) => message) };
  };
  const outcome = (read: () => Promise<unknown>) =>
    read().catch((error: unknown) => ({ error: String(error) }));

  it('drop null members of an entry, but never the pool', async () => {
    const accounts = [
      { address: null, role: 0, name: 'tokenProgram' },
      { role: 1, name: 'pool', isCaller: null },
      { address: address(3), role: 3, name: null },
    ];
    body = JSON.stringify([
      { pubkey: address(0), owner, params: null, accounts },
      { pubkey: address(1), owner, params: { routingGroup: null }, accounts: null },
      { pubkey: address(2), owner, accounts: [{ address: address(3), role: null, name: 'pool' }] },
      { pubkey: null, owner },
    ]);
    const { entries, faults } = await readStream();
    assert.deepEqual(entries, [
      {
        pubkey: address(0),
        owner,
        accounts: [
          { address: '', role: 0, name: 'tokenProgram' },
          { address: '', role: 1, name: 'pool' },
          { address: address(3), role: 3, name: '' },
        ],
      },
      { pubkey: address(1), owner, params: { routingGroup: null } },
      // Without a role, the order of the remaining accounts would mislead.
      { pubkey: address(2), owner },
    ]);
    assert.deepEqual(
      faults.map((fault) => /\[\d\]\S*/.exec(fault)?.[0]),
      [
        '[0].accounts[0].address',
        '[0].accounts[1].address',
        '[0].accounts[1].isCaller',
        '[0].accounts[2].name',
        '[0].params',
        '[1].accounts',
        '[2].accounts[0].role',
        '[3].pubkey',
      ],
    );
    assert.deepEqual(await readWhole(), { entries, faults });
  });

  it('find the same pools and problems in any document', async () => {
    const junk = fc.constantFrom<unknown>(null, 5, 'text', true, [], {}, [null]);
    const orJunk = <Value>(value: fc.Arbitrary<Value>) =>
      fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: junk });
    const addresses = fc.nat(60).map(address);
    const account = fc.record(
      {
        address: orJunk(addresses),
        role: orJunk(fc.nat(3)),
        name: orJunk(fc.constantFrom('pool', 'tokenProgram', 'payer')),
        isCaller: orJunk(fc.boolean()),
        isUnknown: orJunk(fc.boolean()),
      },
      { requiredKeys: ['role'] },
    );
    const params = fc.record(
      { addressLookupTableAddress: orJunk(addresses), routingGroup: orJunk(fc.nat(4)) },
      { requiredKeys: [] },
    );
    const entry = fc.record(
      {
        pubkey: orJunk(addresses),
        owner: orJunk(fc.constant(owner)),
        params: orJunk(params),
        accounts: orJunk(fc.array(orJunk(account), { maxLength: 3 })),
      },
      { requiredKeys: ['pubkey'] },
    );
    const document = fc.array(orJunk(entry), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(document, async (given) => {
        body = JSON.stringify(given);
        const streamed = await outcome(readStream);
        assert.deepEqual(await outcome(readWhole), streamed);

        // A file of the same entries contains the same pools.
        const path = join(folder, 'cache.json');
        await writeFile(path, body);
        const imported: ImportedPool[] = [];
        for await (const { pools } of readPoolFile(path)) imported.push(...pools);
        const read = 'entries' in (streamed as object) ? (streamed as Reading).entries : [];
        const pools = read.map(parsePoolEntry).filter((pool) => typeof pool !== 'string');
        assert.deepEqual(
          imported.filter(({ isAggregator }) => isAggregator),
          pools,
        );
      }),
      { numRuns: 150 },
    );
  });

  it('report the first problems in full and count the rest', async () => {
    const entries = Array.from({ length: 30 }, (_, at) => ({
      pubkey: address(at),
      owner,
      params: null,
    }));
    body = JSON.stringify(entries);
    const whole = await readWhole();
    assert.equal(whole.entries.length, 30);
    assert.equal(whole.faults.length, 21);
    assert.match(whole.faults.at(-1) ?? '', /10 more invalid fields/);
    assert.deepEqual((await readStream()).faults.slice(0, 20), whole.faults.slice(0, 20));
  });
});

interface Reading {
  readonly entries: readonly unknown[];
}
