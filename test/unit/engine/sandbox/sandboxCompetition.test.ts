import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Engine } from '../../../../src/engine/engine.ts';
import { SimulatedSource } from '../../../../src/engine/sandbox/simulatedSource.ts';
import { encodeBase58 } from '../../../../src/solana/base58.ts';
import { wireBytes } from '../decode/wireBytes.ts';

it('The Sandbox reads the market’s lookup tables in a transaction that never reached a block', async () => {
  const source = new SimulatedSource({ seed: 5, historySeconds: 120 });
  const engine = await Engine.open({ source, store: ':memory:' });
  try {
    const { arbitrages } = await engine.arbscope.arbitrages({ outcomes: ['failed'], limit: 1 });
    const { signature = '' } = arbitrages[0] ?? {};
    const { attempts } = await engine.arbscope.competition({ signature });
    const slot = attempts.find((one) => one.is_subject)?.slot ?? 0;
    const read = await source.slotReader.block(slot, new AbortController().signal);
    const transactions = read.kind === 'block' ? read.block.transactions : [];
    const landed = transactions.find(
      ({ transaction }) => 'signatures' in transaction && transaction.signatures[0] === signature,
    );
    assert.ok(landed !== undefined);
    const bytes = wireBytes({ slot, ...landed });
    // Another signature: that of a copy which did not land.
    bytes[1] = (bytes[1] ?? 0) ^ 1;
    const found = await engine.arbscope.competition({
      signature: encodeBase58(bytes.subarray(1, 65)),
      transaction: Buffer.from(bytes).toString('base64'),
      slot,
    });
    assert.equal(found.attempts[0]?.outcome, 'not-landed');
  } finally {
    await engine.close();
  }
});
