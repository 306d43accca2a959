import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJson, stringifyJson } from '../../../../src/api/json.ts';
import { validateResponse } from '../../../../src/api/validation.ts';
import { Engine } from '../../../../src/engine/engine.ts';
import { ammProgramIds } from '../../../../src/engine/pools/ammProgramIds.ts';
import { SimulatedSource } from '../../../../src/engine/sandbox/simulatedSource.ts';
import { usdcMint, wrappedSolMint } from '../../../../src/solana/baseMints.ts';

test('the market cache contains the Sandbox’s pools, with the accounts of their swaps', async () => {
  const source = new SimulatedSource({ seed: 5, historySeconds: 3_600 });
  const engine = await Engine.open({ source, store: ':memory:' });
  try {
    const all = await engine.service.marketCache({});
    assert.ok(all.length > 100, `${all.length} pools`);
    // Consumers of the aggregator's JSON require both in every entry.
    for (const { params } of all) {
      assert.equal(typeof params?.['addressLookupTableAddress'], 'string');
      assert.equal(params?.['routingGroup'], params?.['addressLookupTableAddress'] === '' ? 1 : 2);
    }
    assert.deepEqual(await engine.service.marketCache({ onlyjup: true }), []);
    const pair = await engine.service.marketCache({
      tokens: [wrappedSolMint, usdcMint],
      accounts: true,
    });
    assert.ok(pair.length > 3 && pair.length < all.length);
    const families = new Set<string>(Object.values(ammProgramIds));
    const described = pair.filter(({ owner }) => families.has(owner));
    assert.ok(described.length > 0);
    for (const { pubkey, owner, accounts = [] } of described) {
      assert.deepEqual(
        accounts.filter(({ name }) => name === 'pool').map(({ address }) => address),
        [pubkey],
      );
      assert.ok(accounts.every(({ name }) => /^[a-z][A-Za-z0-9]*$/.test(name)));
      const unknown = accounts.filter(({ isUnknown }) => isUnknown === true);
      assert.deepEqual(unknown, [], owner);
    }
    assert.deepEqual(validateResponse('marketCache', parseJson(stringifyJson(pair))), pair);

    const rows = [];
    for await (const row of engine.marketCacheRows({ accounts: true })) rows.push(row.pubkey);
    // A block that arrived in between may have added a pool.
    assert.equal(new Set(rows).size, rows.length);
    assert.deepEqual(
      rows.slice(0, all.length),
      all.map(({ pubkey }) => pubkey),
    );
  } finally {
    await engine.close();
  }
});

test('a request for the whole market cache can be aborted', async () => {
  const source = new SimulatedSource({ seed: 5, historySeconds: 120 });
  const engine = await Engine.open({ source, store: ':memory:' });
  try {
    await assert.rejects(
      engine.service.marketCache({ accounts: true }, { signal: AbortSignal.abort() }),
      /Cancelled/,
    );
  } finally {
    await engine.close();
  }
});
