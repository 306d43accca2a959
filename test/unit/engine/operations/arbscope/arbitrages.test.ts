import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ArbscopeService } from '../../../../../src/api/arbscope/arbscopeService.ts';
import { maxArbitrages } from '../../../../../src/api/limits.ts';
import { MarketError } from '../../../../../src/api/marketError.ts';
import { usdcMint, wrappedSolMint } from '../../../../../src/solana/baseMints.ts';
import { address, leg, record, signatureOf, tip } from '../../syntheticBlocks.ts';
import { addBlock, arbitrage, failure, now, openMarket, serviceOf } from './market.ts';

type Parameters = Parameters_<ArbscopeService['arbitrages']>[0];
type Parameters_<Call extends (...values: never[]) => unknown> = globalThis.Parameters<Call>;

async function ask(service: ArbscopeService, parameters: Parameters = {}): Promise<number[]> {
  const { arbitrages } = await service.arbitrages(parameters);
  return arbitrages.map(({ signature }) => numbers.get(signature) ?? -1);
}
const numbers = new Map(
  Array.from({ length: 1_000 }, (_, number) => [signatureOf(number), number] as const),
);

/**
 * 1  gains 0.1 USD less its fee of 0.0005; token a on amm x, pool p; base SOL, JITO
 * 2  an arbitrage whose tip took the gain; token b on amm y, pools q and none
 * 3  a closed flow that lost; token a on amm y, pool r; bot SMB
 * 4  failed, bot SMB
 * 5  a bot without a swap, wallet w2
 * 6  landed by a user, not part of the market
 */
const market = await openMarket(
  [
    100,
    [
      arbitrage(1, {
        token: address('a'),
        stops: [
          [address('x'), address('p')],
          [address('x'), address('p')],
        ],
        tips: [tip('JITO', 1_000n)],
      }),
      arbitrage(2, {
        token: address('b'),
        stops: [
          [address('y'), address('q')],
          [address('y'), null],
        ],
        tips: [tip('FAST', 1_000_000n)],
      }),
    ],
  ],
  [
    101,
    [
      arbitrage(3, {
        type: 'circular-with-loss',
        gainLamports: -50_000n,
        token: address('a'),
        stops: [
          [address('y'), address('r')],
          [address('y'), address('r')],
        ],
        bot: { family: 'SMB', program: address('smb') },
      }),
      failure(4, { bot: { family: 'SMB', program: address('smb') } }),
      record({
        signature: signatureOf(5),
        type: 'bot-no-profit',
        wallet: address('w2'),
        baseMint: null,
        bot: { family: address('unlisted'), program: address('unlisted') },
      }),
      record({ signature: signatureOf(6), type: 'other', baseMint: null }),
    ],
  ],
);
const service = serviceOf(market, {
  tokens: new Map([
    [
      address('a'),
      {
        mint: address('a'),
        name: 'A',
        symbol: 'AAA',
        decimals: 0,
        supply: 1n,
        program: 'spl-token',
        mintAuthority: null,
        freezeAuthority: null,
        updateAuthority: null,
      },
    ],
  ]),
});

describe('The newest arbitrages', () => {
  test('are sorted newest first, with every outcome, without users’ landed transactions', async () => {
    assert.deepEqual(await ask(service), [5, 4, 3, 2, 1]);
  });

  test('have all members of a list row', async () => {
    const { arbitrages } = await service.arbitrages({ outcomes: ['gain'] });
    assert.deepEqual(arbitrages, [
      {
        signature: signatureOf(1),
        block_number: 100,
        timestamp: new Date(now * 1_000).toISOString(),
        type: 'arbitrage',
        outcome: 'gain',
        wallet: address('wallet'),
        provider: 'JITO',
        bot: null,
        compute_unit: 100_000,
        fees: 5_000n,
        tips: 1_000n,
        base: wrappedSolMint,
        revenues_usd: 0.1,
        net_gains_usd: 0.1 - 0.0006,
        net_gains_sol: 0.001 - 0.000006,
        volume_usd: 100,
        mints: [
          { mint: wrappedSolMint, symbol: 'SOL' },
          { mint: address('a'), symbol: 'AAA' },
          { mint: wrappedSolMint, symbol: 'SOL' },
        ],
        pools: [
          { pool: address('p'), amm: address('x') },
          { pool: address('p'), amm: address('x') },
        ],
      },
    ]);
  });

  test('have no mints or pools without a route', async () => {
    const { arbitrages } = await service.arbitrages({ outcomes: ['failed', 'no-swap'] });
    assert.deepEqual(
      arbitrages.map(({ outcome, base, mints, pools, provider, bot }) => ({
        outcome,
        base,
        mints,
        pools,
        provider,
        bot: bot?.family,
      })),
      [
        {
          outcome: 'no-swap',
          base: '',
          mints: [],
          pools: [],
          provider: 'NO_PROVIDER',
          bot: address('unlisted'),
        },
        {
          outcome: 'failed',
          base: '',
          mints: [],
          pools: [],
          provider: 'NO_PROVIDER',
          bot: 'SMB',
        },
      ],
    );
  });

  test('can be filtered by each filter and by several', async () => {
    const cases: readonly (readonly [Parameters, readonly number[]])[] = [
      [{ tokens: [address('a')] }, [3, 1]],
      [{ tokens: [address('a'), address('b')] }, [3, 2, 1]],
      [{ tokens: [address('unknown')] }, []],
      [{ amms: [address('y')] }, [3, 2]],
      [{ pools: [address('q'), address('p')] }, [2, 1]],
      [{ tokens: [address('a')], amms: [address('y')] }, [3]],
      [{ wallets: [address('w2')] }, [5]],
      [{ bots: ['SMB'] }, [4, 3]],
      [{ bots: [address('unlisted')] }, [5]],
      [{ providers: ['FAST', 'NO_PROVIDER'] }, [5, 4, 3, 2]],
      [{ bases: [wrappedSolMint] }, [3, 2, 1]],
      [{ bases: [usdcMint] }, []],
      [{ outcomes: ['loss'] }, [3, 2]],
      [{ outcomes: ['gain', 'no-swap'] }, [5, 1]],
      [{ minNetGainsUsd: 0 }, [1]],
      [{ minNetGainsUsd: -0.001 }, [5, 4, 2, 1]],
      [{ tokens: [address('a')], outcomes: ['gain'] }, [1]],
      [{ from: now, to: now }, [5, 4, 3, 2, 1]],
      [{ from: now + 1 }, []],
      [{ to: now - 1 }, []],
    ];
    for (const [parameters, expected] of cases) {
      assert.deepEqual(await ask(service, parameters), expected, JSON.stringify(parameters));
    }
  });

  test('can be sorted by net gain', async () => {
    assert.deepEqual(
      await ask(service, { order: 'gain', tokens: [address('a'), address('b')] }),
      [1, 2, 3],
    );
  });

  test('reject an invalid cursor and a reversed range', async () => {
    const bad: readonly (readonly [Parameters, string])[] = [
      [{ cursor: 'time:1' }, 'cursor'],
      [{ cursor: 'time:1:2:x' }, 'cursor'],
      [{ cursor: 'gain:0:1' }, 'cursor'],
      [{ cursor: 'gain:ffffffffffffffff:1', order: 'gain' }, 'cursor'],
      [{ from: 2, to: 1 }, 'from'],
    ];
    for (const [parameters, name] of bad) {
      await assert.rejects(
        service.arbitrages(parameters),
        (error) => MarketError.is(error, 'bad-parameter') && error.parameter === name,
        JSON.stringify(parameters),
      );
    }
  });

  test('have no time, instead of 1970, if the node returned none', async () => {
    const store = await openMarket();
    await addBlock(store, 1, [arbitrage(1)], { blockTimeSeconds: null });
    await addBlock(store, 2, [arbitrage(2)]);
    await addBlock(store, 3, [arbitrage(3)], { blockTimeSeconds: null });
    await store.flush();
    const { arbitrages } = await serviceOf(store).arbitrages({});
    assert.deepEqual(
      arbitrages.map(({ timestamp }) => timestamp),
      [null, new Date(now * 1_000).toISOString(), null],
    );
    await store.close();
  });

  test('are neither gain nor loss if a part of their net gain has no price', async () => {
    const gain = { mint: address('unpriced'), amount: 7n };
    const store = await openMarket([
      1,
      [
        arbitrage(1, { grossGains: [gain], baseMint: gain.mint }),
        arbitrage(2, { botFees: [{ ...gain, to: address('bot') }] }),
        arbitrage(3),
        failure(4),
      ],
    ]);
    const own = serviceOf(store);
    const { arbitrages } = await own.arbitrages({ outcomes: ['unknown'] });
    assert.deepEqual(
      arbitrages.map(({ signature, outcome, revenues_usd, net_gains_usd, net_gains_sol }) => [
        ...[numbers.get(signature), outcome, revenues_usd, net_gains_usd, net_gains_sol],
      ]),
      [
        [2, 'unknown', 0, 0, 0],
        [1, 'unknown', 0, 0, 0],
      ],
    );
    assert.deepEqual(await ask(own, { outcomes: ['gain', 'loss'] }), [3]);
    assert.deepEqual(await ask(own, { minNetGainsUsd: -1 }), [4, 3]);
    const known = await openMarket([1, [arbitrage(3), failure(4)]]);
    const sums = async (service: ArbscopeService) => {
      const { total } = await service.history({ from: now - 1, to: now, interval: 60 });
      const { wallets } = await service.walletRanking({ order: 'gains' });
      return [total.revenues_usd, total.net_gains_usd, wallets.map((each) => each.net_gains_usd)];
    };
    assert.deepEqual(await sums(own), await sums(serviceOf(known)), 'their costs do not count');
    await Promise.all([store.close(), known.close()]);
  });

  test('list the mints of a split route in order', async () => {
    const amount = (mint: string) => ({ mint, amount: 5n });
    const [a, b] = [address('a'), address('b')];
    const over = (order: number, input: string, output: string) =>
      leg(order, address('x'), address(`p${order}`), amount(input), amount(output));
    const store = await openMarket([
      1,
      [
        arbitrage(1, {
          legs: [
            over(0, wrappedSolMint, a),
            over(1, wrappedSolMint, b),
            over(2, a, wrappedSolMint),
            over(3, b, wrappedSolMint),
          ],
        }),
      ],
    ]);
    const [row] = (await serviceOf(store).arbitrages({})).arbitrages;
    assert.deepEqual(
      row?.mints.map(({ mint }) => mint),
      [wrappedSolMint, a, b, wrappedSolMint],
    );
    assert.equal(row?.pools.length, 4);
    await store.close();
  });

  test('say how far a long search has got, and continue there on the next page', async () => {
    const store = await openMarket();
    const at = (slot: number) => ({ blockTimeSeconds: now - 10_000 + slot });
    await addBlock(store, 1, [arbitrage(1, { wallet: address('w') })], at(1));
    for (const slot of [2, 5_000]) await addBlock(store, slot, [arbitrage(slot % 997)], at(slot));
    await store.flush();
    const { arbitragePage } = store;
    // The time is up after the first part of the store.
    store.arbitragePage = (query, options) =>
      arbitragePage.call(store, { ...query, maxMilliseconds: 0 }, options);
    const own = serviceOf(store);
    const found: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await own.arbitrages({ wallets: [address('w')], ...(cursor && { cursor }) });
      found.push([page.searched_from, page.arbitrages.map(({ block_number }) => block_number)]);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    const first = new Date((now - 5_000) * 1_000).toISOString();
    assert.deepEqual(found.at(0), [first, []]);
    assert.deepEqual(found.at(-1), [undefined, [1]]);
    await store.close();
  });

  test('stop searching when the request is cancelled', async () => {
    const store = await openMarket([1, [arbitrage(1)]], [5_000, [arbitrage(2)]]);
    const cancelling = new AbortController();
    const { readTransaction } = store;
    let statements = 0;
    store.readTransaction = (work, options) =>
      readTransaction.call(
        store,
        (snapshot) =>
          work({
            ...snapshot,
            read: (sql, values) => {
              if (statements++ === 0) queueMicrotask(() => cancelling.abort());
              return snapshot.read(sql, values);
            },
          }),
        options,
      ) as ReturnType<typeof work>;
    await assert.rejects(
      serviceOf(store).arbitrages({ wallets: [address('w')] }, { signal: cancelling.signal }),
      (error) => MarketError.is(error, 'cancelled'),
    );
    await store.close();
  });

  test('fill a page of maximum length in order', async () => {
    const gains = Array.from({ length: maxArbitrages + 1 }, (_, at) => (at * 89) % 997);
    const store = await openMarket([
      100,
      gains.map((gain, at) => arbitrage(at, { gainLamports: BigInt(1 + gain) * 1_000_000n })),
    ]);
    const page = await ask(serviceOf(store), { order: 'gain', limit: maxArbitrages });
    const byGain = gains.map((gain, at) => ({ gain, at })).sort((a, b) => b.gain - a.gain);
    assert.deepEqual(
      page,
      byGain.slice(0, maxArbitrages).map(({ at }) => at),
    );
    await store.close();
  });

  for (const order of ['time', 'gain'] as const) {
    test(`page by ${order} through every row once while rows arrive`, async () => {
      const store = await openMarket();
      // Few distinct gains, so that many rows tie.
      const add = async (slot: number, first: number) => {
        await addBlock(
          store,
          slot,
          [0, 1, 2].map((at) =>
            arbitrage(first + at, { gainLamports: BigInt(1 + ((first + at) % 4)) * 1_000_000n }),
          ),
        );
        await store.flush();
      };
      for (let at = 0; at < 20; at++) await add(100 + at, at * 3);
      const seen: number[] = [];
      const own = serviceOf(store);
      let cursor: string | undefined;
      for (let page = 0; ; page++) {
        const response = await own.arbitrages({
          order,
          limit: 7,
          ...(cursor === undefined ? {} : { cursor }),
        });
        seen.push(...response.arbitrages.map(({ signature }) => numbers.get(signature) ?? -1));
        if (response.next === null) break;
        cursor = response.next;
        await add(500 + page, 100 + page * 3);
      }
      const first = seen.filter((number) => number < 100);
      assert.deepEqual(
        [...first].sort((one, other) => one - other),
        Array.from({ length: 60 }, (_, number) => number),
      );
      assert.equal(new Set(seen).size, seen.length);
      await store.close();
    });
  }
});
