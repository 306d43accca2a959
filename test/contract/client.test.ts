import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MarketError } from '../../src/api/marketError.ts';
import { parameterEncodings } from '../../src/api/parameterEncoding.ts';
import { defaultSandboxSeed } from '../../src/backend/engines/sourceConfig.ts';
import { HttpMarketClient } from '../../src/client/httpMarketClient.ts';
import { SimulatedWallets } from '../../src/engine/sandbox/simulatedWallets.ts';
import { usdcMint, wrappedSolMint } from '../../src/solana/baseMints.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { contractKey, ServeProcess } from './serveProcess.ts';

const amm = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';

describe('The served Sandbox', suiteLimit, () => {
  let served: ServeProcess;
  let signature = '';
  let wallet = '';

  const clientWith = (encoding: (typeof parameterEncodings)[number]) =>
    new HttpMarketClient({
      baseUrl: served.url,
      landingUrl: served.url,
      apiKey: contractKey,
      encoding,
    });

  before(async () => {
    served = await ServeProcess.openSandbox();
    // A wallet of this market and its latest transaction, which the Finder does not return.
    const client = clientWith('brackets');
    try {
      for (const hunter of new SimulatedWallets(defaultSandboxSeed).searchers) {
        const { service } = client;
        const [latest] = await service.walletTransactions({
          wallets: [hunter.address],
          isSuccess: true,
        });
        if (latest === undefined) continue;
        ({ wallet, signature } = latest);
        break;
      }
    } finally {
      await client.close();
    }
  });
  after(async () => {
    await served?.stop();
  });

  for (const encoding of parameterEncodings) {
    it(`responds to every operation of a client with parameters as ${encoding}`, async () => {
      const client = clientWith(encoding);
      const { service } = client;
      try {
        const finder = await service.finder({
          tokensMint: [wrappedSolMint, usdcMint],
          tokensMax: 3,
          tokensAMMS: [`${amm},1`],
          tokensTimeRange: 3_600,
          percentilesFees: 'p90',
          thresholdProvider: 'ALL',
        });
        assert.ok(finder.tokens.length > 0 && finder.tokens.length <= 3);
        assert.deepEqual(
          finder.filters.tokensMint?.toSorted(),
          [wrappedSolMint, usdcMint].toSorted(),
        );
        assert.deepEqual(finder.filters.tokensAMMS, { [amm]: 1 });
        assert.equal(finder.fees.percentileInt, 90);

        const providers = ['JITO', 'NO_PROVIDER'] as const;
        const range = { computeUnitMin: 1, computeUnitMax: 1_400_000, maxTimeRange: 3_600 };
        const fees = await service.feesByComputeUnit({ providers, ...range } as never);
        for (const name of Object.keys(fees)) assert.ok(providers.some((each) => each === name));
        assert.ok(Object.keys(await service.tipsByComputeUnit(range)).length > 0);
        await service.tipsByGains({ inputAmountMin: 0n, inputAmountMax: 2n ** 64n - 1n });
        assert.equal((await service.tokenInfo({ token: usdcMint })).decimals, 6);
        assert.ok(await service.walletOverview({ wallets: [wallet], provider: 'JITO' }));
        const transactions = await service.walletTransactions({
          wallets: [wallet],
          isSuccess: true,
        });
        assert.ok(transactions.every(({ isSuccess }) => isSuccess));
        assert.ok(transactions.some((each) => each.signature === signature));
        assert.equal((await service.transaction({ signature })).wallet, wallet);
        const tokens = [wrappedSolMint, usdcMint];
        const pools = await service.marketCache({ onlyjup: false, accounts: true, tokens });
        assert.ok(pools.length > 0);
        const given = { onlyjup: false, accounts: true, tokens };
        const streamed: unknown[] = [];
        for await (const part of client.streamMarketCache(given)) streamed.push(...part);
        assert.deepEqual(streamed, pools);
        await answersOrKnowsNot(
          service.landTransaction({
            jsonrpc: '2.0',
            id: 3,
            method: 'sendTransaction',
            params: ['AA==', { frontRunningProtection: false }],
          }),
          'plan-lacks-operation',
          'bad-parameter',
        );
      } finally {
        await client.close();
      }
    });
  }
});

async function answersOrKnowsNot(call: Promise<unknown>, ...kinds: readonly string[]) {
  try {
    await call;
  } catch (error) {
    assert.ok(MarketError.is(error), String(error));
    assert.ok(kinds.includes(error.kind), error.message);
  }
}
