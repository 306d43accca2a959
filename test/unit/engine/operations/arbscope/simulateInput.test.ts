import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MarketError } from '../../../../../src/api/marketError.ts';
import { developmentAccount } from '../../../../../src/engine/sandbox/developmentAccounts.ts';
import { address } from '../../decode/rpcTransactionBuilder.ts';
import { AnsweringNode } from './replayingNode.ts';
import { arbitrage, base64Of, chainOf, useSimulation } from './simulationSupport.ts';

describe('Input of a simulation', () => {
  const { simulateOn } = useSimulation();

  test('that is a secret key is rejected and not sent', async () => {
    const node = new AnsweringNode({});
    const secret = [...developmentAccount(0).secretKey];
    await assert.rejects(simulateOn(chainOf(node), JSON.stringify(secret)), (error: unknown) => {
      assert.ok(MarketError.is(error, 'bad-parameter'));
      assert.match(error.message, /secret key/);
      assert.ok(!error.message.includes(String(secret[0])));
      return true;
    });
    assert.deepEqual(node.asked, []);
  });

  for (const [name, text, message] of [
    ['nothing', ' ', /empty/],
    ['an address', address('wallet'), /address or the seed of a secret key, not a transaction/],
    ['bytes that end early', Buffer.from([1, ...Array(64).fill(7), 1, 0]).toString('base64'), /./],
  ] as const) {
    test(`that is ${name} is rejected with the reason`, async () => {
      const node = new AnsweringNode({});
      await assert.rejects(simulateOn(chainOf(node), text), (error: unknown) => {
        assert.ok(MarketError.is(error, 'bad-parameter'), String(error));
        assert.match(error.message, message);
        return true;
      });
      assert.deepEqual(node.asked, []);
    });
  }

  test('needs a connection that can simulate', async () => {
    await assert.rejects(simulateOn(undefined, base64Of(arbitrage())), (error) =>
      MarketError.is(error, 'not-offered'),
    );
  });
});
