import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { FinderParameters, FinderResult } from '../../../../../src/api/finder.ts';
import type { TokenInfo } from '../../../../../src/api/tokenInfo.ts';
import { decodeBlock } from '../../../../../src/engine/decode/decodeBlock.ts';
import { Engine } from '../../../../../src/engine/engine.ts';
import { findMetadataAddress, metadataProgram } from '../../../../../src/engine/rpc/decodeMint.ts';
import type { RpcSource } from '../../../../../src/engine/sources/rpc/rpcSource.ts';
import { usdcMint, wrappedSolMint } from '../../../../../src/solana/baseMints.ts';
import { tokenProgram } from '../../../../../src/solana/knownPrograms.ts';
import type { FakeRpcNode, Fault } from '../../../../fakeRpcNode.ts';
import {
  emptyBlock,
  sandboxBlocks,
  type TestClock,
  withNode,
} from '../../../../unit/engine/sources/rpcSupport.ts';

const firstSlot = 1_000;
const refusals: Fault[] = [
  { kind: 'error', code: -32_601, message: 'Method not found' },
  { kind: 'status', status: 403, body: 'Your plan does not include this method' },
];

/** A mint account without authorities (spl-token `Mint`). */
function mintAccount(supply: bigint): Buffer {
  const data = Buffer.alloc(82);
  data.writeBigUInt64LE(supply, 36);
  data.writeUInt8(6, 44);
  data.writeUInt8(1, 45);
  return data;
}

async function openEngine(double: FakeRpcNode, source: RpcSource): Promise<Engine> {
  const indexed = Promise.withResolvers<void>();
  const engine = await Engine.open({
    source,
    store: ':memory:',
    onStatus: ({ newestSlot }) => {
      if (newestSlot === double.tip) indexed.resolve();
    },
  });
  await indexed.promise;
  return engine;
}

const authorityNames = ['update', 'freeze', 'close', 'mint'].map((role) => `authorities.${role}`);

suite('Data that a node refuses', () => {
  for (const fault of refusals) {
    test(`counts as an unknown authority, not a revoked one (${fault.kind})`, () =>
      withNode({ from: firstSlot }, async ({ double, source }) => {
        double.add(firstSlot, emptyBlock(firstSlot));
        const engine = await openEngine(double, source);
        const ask = (): Promise<TokenInfo> => engine.service.tokenInfo({ token: usdcMint });
        try {
          double.fail('getMultipleAccounts', fault, { times: 99 });
          const refused = await ask();
          assert.deepEqual(Object.values(refused.authorities), [null, null, null, null]);
          assert.deepEqual(refused.unknown_members, [...authorityNames, 'metadata']);
          // The plan does not change between two requests.
          await ask();
          assert.equal(double.countOf('getMultipleAccounts'), 1);
        } finally {
          await engine.close();
        }
      }));
  }

  test('includes the update authority if only the metadata cannot be parsed', () =>
    withNode({ from: firstSlot }, async ({ double, source }) => {
      double.add(firstSlot, emptyBlock(firstSlot));
      double.accounts.set(usdcMint, { owner: tokenProgram, data: mintAccount(7n) });
      const metadata = findMetadataAddress(usdcMint);
      assert.ok(metadata !== null);
      double.accounts.set(metadata, { owner: metadataProgram, data: Buffer.alloc(40, 1) });
      const engine = await openEngine(double, source);
      try {
        const { authorities, unknown_members } = await engine.service.tokenInfo({
          token: usdcMint,
        });
        assert.deepEqual(Object.values(authorities), [null, null, null, null]);
        assert.deepEqual(unknown_members, ['authorities.update', 'metadata']);
      } finally {
        await engine.close();
      }
    }));

  test('is requested again after a minute', () =>
    withNode({}, async ({ double, source, clock }) => {
      double.accounts.set(usdcMint, { owner: tokenProgram, data: mintAccount(7n) });
      double.fail('getMultipleAccounts', { kind: 'status', status: 403 });
      const supplyOf = async () =>
        (await source.accountReader.getSupplies([usdcMint])).get(usdcMint);
      assert.equal(await supplyOf(), undefined);
      assert.equal(await supplyOf(), undefined);
      clock.milliseconds += 60_001;
      assert.equal(await supplyOf(), 7n);
    }));
});

suite('Market caps of a node’s tokens', () => {
  /** A typical bot request: only tokens above a market cap. */
  const example: FinderParameters = {
    tokensMint: [wrappedSolMint],
    tokensTimeRange: 86_400,
    tokensMinMarketCap: 100_000,
  };

  const withMarket = (
    supplyOf: (at: number) => bigint | null,
    work: (
      engine: Engine,
      double: FakeRpcNode,
      mints: readonly string[],
      clock: TestClock,
    ) => Promise<void>,
  ) =>
    withNode({ from: firstSlot }, async ({ double, source, clock }) => {
      const blocks = await sandboxBlocks(6);
      blocks.forEach((block, at) => {
        double.add(firstSlot + at, block);
      });
      const records = blocks.flatMap((block, at) => decodeBlock(firstSlot + at, block).records);
      const touched = records.flatMap(({ legs }) => legs.map(({ outputMint }) => outputMint));
      const mints = [...new Set(touched)].filter((mint) => mint !== wrappedSolMint);
      for (const [at, mint] of mints.entries()) {
        const supply = supplyOf(at);
        if (supply === null) continue;
        double.accounts.set(mint, { owner: tokenProgram, data: mintAccount(supply) });
      }
      const engine = await openEngine(double, source);
      clock.milliseconds = 1_000 * (engine.status().newestBlockTimeSeconds ?? 0);
      try {
        await work(engine, double, mints, clock);
      } finally {
        await engine.close();
      }
    });
  const listed = ({ tokens }: FinderResult) => tokens.map(({ mint }) => mint).sort();

  test('are computed from supplies that are read in one request and cached', () =>
    withMarket(
      (at) => (at % 2 === 0 ? 1n : 2n ** 62n),
      async (engine, double, mints) => {
        assert.ok(mints.length > 4, `${mints.length} mints`);
        const large = mints.filter((_, at) => at % 2 === 1).sort();
        const bounded = await engine.service.finder(example);
        assert.deepEqual(listed(bounded), large);
        assert.ok(bounded.tokens.every(({ marketCap }) => marketCap >= 100_000));
        assert.equal(bounded.tokensUnknownMarketCap, 0);
        const { tokensMinMarketCap: _, ...unbounded } = example;
        assert.deepEqual(listed(await engine.service.finder(unbounded)), [...mints].sort());
        assert.equal(double.countOf('getMultipleAccounts'), 1);
      },
    ));

  test('keep a token if only its mint could not be read', () =>
    withMarket(
      (at) => (at === 0 ? null : 1n),
      async (engine, _double, mints) => {
        const answer = await engine.service.finder(example);
        assert.deepEqual(listed(answer), mints.slice(0, 1));
        assert.equal(answer.tokensUnknownMarketCap, 1);
      },
    ));

  for (const fault of refusals) {
    test(`do not empty the ranking if the node refuses the supplies (${fault.kind})`, () =>
      withMarket(
        () => 1n,
        async (engine, double, mints) => {
          double.fail('getMultipleAccounts', fault, { times: 99 });
          const answer = await engine.service.finder(example);
          assert.deepEqual(listed(answer), [...mints].sort());
          assert.equal(answer.tokensUnknownMarketCap, mints.length);
          // Liquidity only needs blocks, which contain vault balances.
          const liquid = await engine.service.finder({ ...example, tokensMinLiquidity: 1 });
          assert.deepEqual(listed(liquid), [...mints].sort());
        },
      ));
  }

  test('do not delay the ranking if the node does not respond', () =>
    withMarket(
      () => 1n,
      async (engine, double, mints) => {
        double.gate = new Promise(() => undefined);
        const answer = await engine.service.finder(example);
        assert.equal(answer.tokensUnknownMarketCap, mints.length);
      },
    ));

  test('are not requested for each ranking while the node fails, but again after 15 s', () =>
    withMarket(
      () => 2n ** 62n,
      async (engine, double, mints, clock) => {
        // A fixed clock, as the follower's waits would advance it, the more the slower the machine.
        let now = clock.milliseconds;
        clock.now = () => now;
        double.fail('getMultipleAccounts', { kind: 'status', status: 500 }, { times: 99 });
        const unknown = async () => (await engine.service.finder(example)).tokensUnknownMarketCap;
        assert.equal(await unknown(), mints.length);
        const asked = double.countOf('getMultipleAccounts');
        assert.equal(await unknown(), mints.length);
        assert.equal(double.countOf('getMultipleAccounts'), asked);
        double.endFaults();
        now += 15_000;
        assert.equal(await unknown(), 0);
      },
    ));

  for (const [reason, supplies] of [
    ['AbortError', 1],
    ['TimeoutError', 0],
  ] as const) {
    test(`are${supplies === 0 ? ' not' : ''} requested after an earlier request ended with an ${reason}`, () =>
      withNode({}, async ({ double, source }) => {
        double.accounts.set(wrappedSolMint, { owner: tokenProgram, data: mintAccount(7n) });
        const gate = Promise.withResolvers<void>();
        double.gate = gate.promise;
        const waiting = new AbortController();
        double.onRequest = () => waiting.abort(new DOMException('', reason));
        await source.accountReader.getSupplies([usdcMint], waiting.signal);
        gate.resolve();
        const found = await source.accountReader.getSupplies([wrappedSolMint]);
        assert.equal(found.size, supplies);
      }));
  }
});
