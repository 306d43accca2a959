import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { suite, test } from 'node:test';
import { type Address, getProgramDerivedAddress } from '@solana/kit';
import { MarketError } from '../../../../../src/api/marketError.ts';
import { Engine } from '../../../../../src/engine/engine.ts';
import { findMetadataAddress, metadataProgram } from '../../../../../src/engine/rpc/decodeMint.ts';
import { OffChainMetadataReader } from '../../../../../src/engine/sources/rpc/accounts/offChainMetadataReader.ts';
import { decodeBase58, encodeBase58 } from '../../../../../src/solana/base58.ts';
import {
  addressLookupTableProgram,
  token2022Program,
  tokenProgram,
} from '../../../../../src/solana/knownPrograms.ts';
import { emptyBlock, withNode } from '../../../../unit/engine/sources/rpcSupport.ts';

const addressOf = (name: string): string =>
  encodeBase58(createHash('sha256').update(name).digest());
const bytesOf = (address: string): Buffer => Buffer.from(decodeBase58(address) ?? []);
const u16 = (value: number): Buffer => Buffer.from([value & 0xff, value >> 8]);
const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const u64 = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
};
const text = (value: string, length = Buffer.byteLength(value)): Buffer =>
  Buffer.concat([u32(length), Buffer.from(value.padEnd(length, '\0'))]);

const mint = addressOf('mint');
const authority = addressOf('authority');
const creator = addressOf('creator');
const supply = 2n ** 63n + 1n;

const option = (address: string | null): Buffer =>
  Buffer.concat([
    u32(address === null ? 0 : 1),
    address === null ? Buffer.alloc(32) : bytesOf(address),
  ]);
const mintData = (
  mintAuthority: string | null,
  freezeAuthority: string | null,
  decimals = 6,
): Buffer =>
  Buffer.concat([
    option(mintAuthority),
    u64(supply),
    Buffer.from([decimals, 1]),
    option(freezeAuthority),
  ]);

const metaplexData = (uri: string, name = 'Dog'): Buffer =>
  Buffer.concat([
    Buffer.from([4]),
    bytesOf(authority),
    bytesOf(mint),
    text(name, 32),
    text('DOG', 10),
    text(uri, 200),
    u16(250),
    Buffer.from([1]),
    u32(2),
    bytesOf(creator),
    Buffer.from([1, 60]),
    bytesOf(authority),
    Buffer.from([0, 40]),
    Buffer.from([1, 0]),
    // Fields that later versions of the program append.
    Buffer.alloc(100, 1),
  ]);

const extension = (type: number, value: Buffer): Buffer =>
  Buffer.concat([u16(type), u16(value.length), value]);
const fee = (epoch: bigint, basisPoints: number): Buffer =>
  Buffer.concat([u64(epoch), u64(5_000n), u16(basisPoints)]);
const token2022Data = (): Buffer =>
  Buffer.concat([
    mintData(null, authority, 9),
    Buffer.alloc(165 - 82),
    Buffer.from([1]),
    extension(
      1,
      Buffer.concat([bytesOf(authority), Buffer.alloc(32), u64(0n), fee(1n, 10), fee(2n, 300)]),
    ),
    extension(3, bytesOf(creator)),
    extension(18, Buffer.concat([Buffer.alloc(32), bytesOf(mint)])),
    extension(
      19,
      Buffer.concat([
        Buffer.alloc(32),
        bytesOf(mint),
        text('Own\0'),
        text('OWN'),
        text('ipfs://x'),
        u32(0),
      ]),
    ),
  ]);

class NoSites extends OffChainMetadataReader {
  readonly asked: string[] = [];

  override read(uri: string) {
    this.asked.push(uri);
    return Promise.resolve(
      uri === 'https://meta.example/dog.json'
        ? { name: 'Dog', image: 'https://meta.example/dog.png' }
        : null,
    );
  }
}

suite('Accounts of a node', () => {
  test('are fetched in batches of 100, once, and cached', () =>
    withNode({}, async ({ double, source }) => {
      const addresses = Array.from({ length: 250 }, (_, index) => addressOf(`a${index}`));
      for (const address of addresses.slice(0, 240)) {
        double.accounts.set(address, { owner: tokenProgram, data: Buffer.from(address) });
      }
      const [first, second] = await Promise.all([
        source.accountReader.getAccounts([...addresses, ...addresses]),
        source.accountReader.getAccounts(addresses.slice(50, 60)),
      ]);
      assert.equal(first.size, 240);
      assert.equal(second.size, 10);
      assert.equal(Buffer.from(first.get(addresses[7] ?? '')?.data ?? []).toString(), addresses[7]);
      await source.accountReader.getAccounts(addresses);
      const sizes = double.requests.map(({ params }) => (params[0] as string[]).length);
      assert.deepEqual(sizes, [100, 100, 50]);
    }));

  test('are not fetched for invalid addresses', () =>
    withNode({}, async ({ double, source }) => {
      assert.equal((await source.accountReader.getAccounts(['', 'x', 'O'.repeat(44)])).size, 0);
      assert.equal(double.requests.length, 0);
    }));

  test('are fetched despite transient errors; other errors become a MarketError', () =>
    withNode({}, async ({ double, source }) => {
      double.accounts.set(mint, { owner: tokenProgram, data: mintData(null, null) });
      double.fail('getMultipleAccounts', { kind: 'rate-limit' });
      double.fail('getMultipleAccounts', { kind: 'garbage', body: '{"result":{"value":[]}}' });
      assert.equal((await source.accountReader.getAccounts([mint])).size, 1);
      double.fail('getMultipleAccounts', { kind: 'status', status: 500 }, { times: 99 });
      await assert.rejects(source.accountReader.getAccounts([authority]), (error) =>
        MarketError.is(error),
      );
    }));

  test('can be cancelled by one caller while another still waits', () =>
    withNode({}, async ({ double, source }) => {
      double.accounts.set(mint, { owner: tokenProgram, data: mintData(null, null) });
      const leaving = new AbortController();
      const left = source.accountReader.getAccounts([mint], leaving.signal);
      const stays = source.accountReader.getAccounts([mint]);
      leaving.abort();
      await assert.rejects(left, (error) => MarketError.is(error, 'cancelled'));
      assert.equal((await stays).size, 1);
    }));

  test('include the addresses of a lookup table', () =>
    withNode({}, async ({ double, source }) => {
      const data = Buffer.concat([u32(1), Buffer.alloc(52), bytesOf(mint), bytesOf(creator)]);
      double.accounts.set(authority, { owner: addressLookupTableProgram, data });
      double.accounts.set(mint, { owner: tokenProgram, data });
      assert.deepEqual(await source.accountReader.getLookupTable(authority), [mint, creator]);
      assert.equal(await source.accountReader.getLookupTable(mint), null);
      assert.equal(await source.accountReader.getLookupTable(creator), null);
    }));

  test('are not a lookup table if the last address is truncated or there are too many', () =>
    withNode({}, async ({ double, source }) => {
      for (const bytes of [32 + 31, 257 * 32]) {
        const data = Buffer.concat([u32(1), Buffer.alloc(52 + bytes)]);
        const table = encodeBase58(new Uint8Array(32).fill(bytes % 251));
        double.accounts.set(table, { owner: addressLookupTableProgram, data });
        assert.equal(await source.accountReader.getLookupTable(table), null);
      }
    }));
});

suite('The programs of a node', () => {
  const loader = 'BPFLoaderUpgradeab1e11111111111111111111111';

  test('have the slots of their last deployments, read without their code', () =>
    withNode({}, async ({ double, source }) => {
      const code = Buffer.alloc(100_000, 1);
      const header = Buffer.concat([u32(3), u64(345_678_901n), option(authority)]);
      double.accounts.set(authority, { owner: loader, data: Buffer.concat([header, code]) });
      double.accounts.set(mint, {
        owner: loader,
        data: Buffer.concat([u32(2), bytesOf(authority)]),
      });
      // Not upgradeable; no program; missing program data.
      const { accounts } = double;
      accounts.set(creator, { owner: tokenProgram, data: Buffer.alloc(36, 2) });
      const orphan = addressOf('orphan');
      accounts.set(orphan, {
        owner: loader,
        data: Buffer.concat([u32(2), bytesOf(addressOf('missing'))]),
      });
      const asked = [mint, creator, orphan, addressOf('absent')];
      const slots = await source.accountReader.getProgramSlots(asked, AbortSignal.timeout(9_000));
      assert.deepEqual([...slots], [[mint, 345_678_901]]);
    }));
});

suite('A token of a node', () => {
  const metaplex = findMetadataAddress(mint) ?? '';

  test('has its metadata at the address derived from the metadata program', async () => {
    const [expected] = await getProgramDerivedAddress({
      programAddress: metadataProgram as Address,
      seeds: ['metadata', bytesOf(metadataProgram), bytesOf(mint)],
    });
    assert.equal(metaplex, expected);
  });

  test('is read from its mint and Metaplex metadata', () =>
    withNode({ offChain: new NoSites() }, async ({ double, source }) => {
      double.accounts.set(mint, { owner: tokenProgram, data: mintData(authority, null) });
      double.accounts.set(metaplex, {
        owner: metadataProgram,
        data: metaplexData('https://meta.example/dog.json'),
      });
      assert.deepEqual(await source.accountReader.getToken(mint), {
        mint: {
          program: 'spl-token',
          decimals: 6,
          supply,
          mintAuthority: authority,
          freezeAuthority: null,
          closeAuthority: null,
          metadataPointer: null,
          transferFees: null,
        },
        metadata: {
          account: metaplex,
          updateAuthority: authority,
          name: 'Dog',
          symbol: 'DOG',
          uri: 'https://meta.example/dog.json',
          sellerFeeBasisPoints: 250,
          creators: [
            { address: creator, isVerified: true, share: 60 },
            { address: authority, isVerified: false, share: 40 },
          ],
          hasPrimarySaleHappened: true,
          isMutable: false,
        },
        hasUnreadMetadata: false,
        offChain: { name: 'Dog', image: 'https://meta.example/dog.png' },
      });
    }));

  test('is read from Token-2022 extensions', () =>
    withNode({ offChain: new NoSites() }, async ({ double, source }) => {
      double.accounts.set(mint, { owner: token2022Program, data: token2022Data() });
      const token = await source.accountReader.getToken(mint);
      assert.deepEqual(token?.mint, {
        program: 'spl-token-2022',
        decimals: 9,
        supply,
        mintAuthority: null,
        freezeAuthority: authority,
        closeAuthority: creator,
        metadataPointer: mint,
        transferFees: {
          older: { epoch: 1n, maximumFee: 5_000n, basisPoints: 10 },
          newer: { epoch: 2n, maximumFee: 5_000n, basisPoints: 300 },
        },
      });
      assert.deepEqual(
        [token?.metadata?.name, token?.metadata?.symbol, token?.metadata?.isMutable],
        ['Own', 'OWN', false],
      );
    }));

  test('is unknown if the account is not a mint, at whatever byte it is truncated', () =>
    withNode({ offChain: new NoSites() }, async ({ double, source, clock: _ }) => {
      const whole = token2022Data();
      for (const length of [0, 1, 40, 81, 83, 165]) {
        const address = addressOf(`cut${length}`);
        const data = whole.subarray(0, length);
        double.accounts.set(address, { owner: token2022Program, data });
        assert.equal(await source.accountReader.getToken(address), null, `${length}`);
      }
      const tokenAccount = Buffer.alloc(165, 1);
      double.accounts.set(mint, { owner: tokenProgram, data: tokenAccount });
      assert.equal(await source.accountReader.getToken(mint), null);
      double.accounts.set(creator, { owner: metadataProgram, data: whole });
      assert.equal(await source.accountReader.getToken(creator), null);
    }));

  test('keeps its mint if its metadata is unreadable or belongs to another mint', () =>
    withNode({ offChain: new NoSites() }, async ({ double, source }) => {
      double.accounts.set(mint, { owner: tokenProgram, data: mintData(null, null) });
      const data = metaplexData('x').subarray(0, 90);
      double.accounts.set(metaplex, { owner: metadataProgram, data });
      const token = await source.accountReader.getToken(mint);
      assert.equal(token?.metadata, null);
      assert.equal(token?.mint.decimals, 6);
      // The update authority is unknown, not revoked.
      assert.equal(token?.hasUnreadMetadata, true);
    }));

  test('is returned as token info with bounded texts and only https links', () =>
    withNode({ offChain: new NoSites() }, async ({ double, source }) => {
      double.add(1, emptyBlock(1));
      double.accounts.set(mint, { owner: tokenProgram, data: mintData(authority, creator) });
      double.accounts.set(metaplex, {
        owner: metadataProgram,
        data: metaplexData('javascript:alert(1)', '\u0007Dog\n[x](command:y)'),
      });
      const engine = await Engine.open({ source, store: ':memory:' });
      try {
        const info = await engine.service.tokenInfo({ token: mint });
        assert.equal(info.name, '\\u{7}Dog\\u{A}[x](command:y)');
        assert.equal(info.image_uri, '');
        assert.deepEqual(info.authorities, {
          update: authority,
          freeze: creator,
          close: null,
          mint: authority,
        });
        assert.deepEqual(info.metadata.pointers, { onchain: metaplex, online: '' });
        assert.deepEqual(info.metadata.data.onchain.creators, [creator, authority]);
        assert.deepEqual(info.metadata.data.online, {});
        await assert.rejects(engine.service.tokenInfo({ token: authority }), (error) =>
          MarketError.is(error, 'not-found'),
        );
      } finally {
        await engine.close();
      }
    }));
});
