import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FinderResult } from '../../src/api/finder.ts';
import { type OperationName, operations } from '../../src/api/operations.ts';
import type { TransactionDetail } from '../../src/api/transaction.ts';
import type { WalletTransaction } from '../../src/api/walletTransactions.ts';
import { defaultSandboxSeed } from '../../src/backend/engines/sourceConfig.ts';
import type { CallableOperation, CallResponse } from '../../src/backend/protocol/callProtocol.ts';
import type {
  RateSetting,
  ServiceSettings,
} from '../../src/backend/protocol/connectionProtocol.ts';
import { SimulatedWallets } from '../../src/engine/sandbox/simulatedWallets.ts';
import { usdcMint, wrappedSolMint } from '../../src/solana/baseMints.ts';
import type { FakeWindow } from '../fakeWindow.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { ChannelSession } from './channelSession.ts';
import { contractKey, ServeProcess } from './serveProcess.ts';

const amm = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';
const often: RateSetting = { requests: 1_000, perSeconds: 1 };
const rates = Object.fromEntries(
  (Object.keys(operations) as OperationName[]).map((name) => [name, often]),
);

describe('A window of the served engine', suiteLimit, () => {
  let served: ServeProcess;
  let session: ChannelSession;
  let window: FakeWindow;
  let wallet = '';
  let signature = '';

  const settings = (): ServiceSettings => ({
    kind: 'service',
    baseUrl: served.url,
    landingUrl: served.url,
    apiKey: contractKey,
    rates,
  });

  before(async () => {
    served = await ServeProcess.openSandbox();
    session = await ChannelSession.open();
    window = await session.window();
    const connectionId = await window.open(settings());
    for (const { address } of new SimulatedWallets(defaultSandboxSeed).searchers) {
      const { result } = await window.sendCall({
        connectionId,
        operation: 'walletTransactions',
        parameters: { wallets: [address], isSuccess: true },
      });
      const [latest] = result as readonly WalletTransaction[];
      if (latest === undefined) continue;
      ({ wallet, signature } = latest);
      break;
    }
  });
  after(async () => {
    await session?.end();
    await served?.stop();
  });

  it('can call every operation but landing', async () => {
    const connectionId = await window.open(settings());
    const ask = (operation: CallableOperation, parameters: object): Promise<CallResponse> =>
      window.sendCall({ connectionId, operation, parameters, forceRefresh: true });
    const tokens = [wrappedSolMint, usdcMint];
    const finder = (
      await ask('finder', {
        tokensMint: tokens,
        tokensMax: 3,
        tokensAMMS: [`${amm},1`],
        tokensTimeRange: 3_600,
      })
    ).result as FinderResult;
    assert.ok(finder.tokens.length > 0 && finder.tokens.length <= 3);
    assert.deepEqual(finder.filters.tokensMint?.toSorted(), tokens.toSorted());
    assert.deepEqual(finder.filters.tokensAMMS, { [amm]: 1 });
    assert.equal(typeof finder.fees.amount, 'bigint');

    const range = { computeUnitMin: 1, computeUnitMax: 1_400_000, maxTimeRange: 3_600 };
    const answers = {
      tips: await ask('tipsByComputeUnit', range),
      gains: await ask('tipsByGains', { inputAmountMin: 0n, inputAmountMax: 2n ** 64n - 1n }),
      fees: await ask('feesByComputeUnit', { ...range, providers: ['JITO', 'NO_PROVIDER'] }),
      token: await ask('tokenInfo', { token: usdcMint }),
      overview: await ask('walletOverview', { wallets: [wallet], provider: 'JITO' }),
      pools: await ask('marketCache', { onlyjup: false, accounts: true, tokens }),
    };
    for (const [what, { result, faults }] of Object.entries(answers)) {
      assert.equal(faults, undefined, what);
      assert.ok(Object.keys(result as object).length > 0, what);
    }
    const { result } = await ask('transaction', { signature });
    assert.equal((result as TransactionDetail).wallet, wallet);
  });
});
