import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CompetitionBlock } from '../../../../src/engine/competition/blockTransaction.ts';
import {
  type Competition,
  findCompetition,
} from '../../../../src/engine/competition/findCompetition.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { address, signatureOf } from '../decode/rpcTransactionBuilder.ts';
import { catMint, dogMint, jupiter, smbBot } from '../decode/swapFixtures.ts';
import {
  blockAt,
  buyDog,
  callOf,
  circleOver,
  gain,
  type Leg,
  listedBySmb,
  loss,
  orderBook,
  pools,
  sellDog,
  send,
} from './blockBuilder.ts';

const slippage = 6001;
/** A program without a name, which one operator uses. */
const ownProgram = address('program of one trader');

function competition(
  blocks: CompetitionBlock | readonly CompetitionBlock[],
  name = 'winner',
): Competition {
  const list = 'slot' in blocks ? [blocks] : blocks;
  const found = findCompetition({ blocks: list, slotsAfter: 8 }, signatureOf(name));
  assert.ok(found);
  return found;
}

const places = (attempts: Competition['ownCopies']): string[] =>
  attempts.map(({ transaction }) => `${transaction.slot - 500}:${transaction.position}`);

const trigger = send('trigger', { by: 'user', legs: sellDog, program: null });
const winner = send('winner', { by: 'A', legs: gain, tip: 5_000n });

describe('A party', () => {
  it('is one trader with two fee payers', () => {
    const found = competition(
      blockAt(0, [
        trigger,
        send('winner', { by: 'payer 1', alsoSigns: ['A'], owner: 'A', legs: gain }),
        send('copy', { by: 'payer 2', alsoSigns: ['A'], owner: 'A', legs: loss, fails: slippage }),
      ]),
    );
    assert.deepEqual(places(found.ownCopies), ['0:2']);
    assert.deepEqual(found.rivals, []);
  });

  it('is one operator whose program trades from a vault', () => {
    const program = ownProgram;
    const found = competition(
      blockAt(0, [
        trigger,
        send('winner', { by: 'payer 1', owner: 'vault', legs: gain, program }),
        send('copy', { by: 'payer 2', owner: 'vault', legs: loss, program, fails: slippage }),
      ]),
    );
    assert.deepEqual(places(found.ownCopies), ['0:2']);
  });

  it('is not everybody who trades through the accounts of a router', () => {
    const found = competition(
      blockAt(0, [
        trigger,
        send('winner', { by: 'A', owner: 'router', legs: gain }),
        send('other', { by: 'B', owner: 'router', legs: loss, fails: slippage }),
        // A private program may call the router, too.
        send('third', {
          by: 'C',
          owner: 'router',
          legs: gain,
          program: ownProgram,
          through: jupiter,
        }),
      ]),
    );
    assert.deepEqual(places(found.ownCopies), []);
    assert.deepEqual(places(found.rivals), ['0:2']);
    assert.deepEqual(places(found.laterTakers), ['0:3']);
  });
});

describe('The circle of a failed transaction', () => {
  it('has the swaps that ran, and the one at which it broke', () => {
    const [first, second] = gain;
    assert.ok(first && second);
    const { rivals } = competition(
      blockAt(0, [
        trigger,
        winner,
        send('broke', { by: 'B', legs: [first], failsAt: { leg: second, code: 6036 } }),
      ]),
    );
    assert.deepEqual(
      rivals[0]?.transaction.circle.swaps.map(({ pool, state, amounts }) => [pool, state, amounts]),
      [
        [pools.first, 'ran', { input: 1_000_000n, output: 500_000n }],
        [pools.second, 'broke', null],
      ],
    );
  });

  it('says what it returned', () => {
    const block = blockAt(0, [send('lost', { by: 'B', legs: loss, fails: slippage })]);
    const { cycle } = block.transactions[0]?.circle ?? {};
    assert.equal(cycle?.kind, 'circular-with-loss');
    assert.deepEqual(cycle.gains, [{ mint: wrappedSolMint, amount: -100_000n }]);
  });
});

describe('A pool is used', () => {
  const withReadOnly = (readOnly: readonly string[]) =>
    competition(
      blockAt(0, [
        trigger,
        winner,
        send('other', { by: 'B', legs: loss, fails: slippage, readOnly }),
      ]),
    );

  it('if its account is read-only, but a vault that the swap names is written', () => {
    assert.equal(withReadOnly([pools.first]).rivals.length, 1);
  });

  it('only if the swap could have moved it', () => {
    const vaults = [wrappedSolMint, dogMint].map((mint) => address(`${pools.first} holds ${mint}`));
    assert.equal(withReadOnly([pools.first, ...vaults]).rivals.length, 0);
  });
});

describe('The trigger', () => {
  it('is the last swap of another party against the direction of the route', () => {
    const { trigger: found } = competition(
      blockAt(0, [send('first', { by: 'user', legs: sellDog, program: null }), winner]),
    );
    assert.equal(found?.kind, 'swap');
    assert.equal(found.pool.pool, pools.first);
    assert.equal(found.transaction.signature, signatureOf('first'));
  });

  it('is the swaps of one direction that follow each other in its slot', () => {
    const sell = (name: string) => send(name, { by: name, legs: sellDog, program: null });
    const buy = send('buy', { by: 'buyer', legs: buyDog, program: null });
    const { trigger: found } = competition([
      blockAt(0, [sell('older')]),
      blockAt(1, [sell('before'), buy, sell('one'), sell('two'), winner]),
    ]);
    assert.deepEqual(
      found?.transactions.map(({ position }) => position),
      [2, 3],
    );
  });

  it('may move several pools of the route at once, all of which are contested', () => {
    const buyBack: Leg = { ...gain[0], pool: pools.second } as Leg;
    const both = send('both', { by: 'user', legs: [...sellDog, buyBack], program: null });
    const elsewhere = (buys: string, sells: string) => {
      return circleOver(buys, sells, [1_000_000n, 400_000n, 900_000n]);
    };
    const found = competition(
      blockAt(0, [
        ...[both, winner],
        send('first', { by: 'B', legs: elsewhere(pools.first, pools.third), fails: slippage }),
        send('second', { by: 'C', legs: elsewhere(pools.third, pools.second), fails: slippage }),
      ]),
    );
    assert.deepEqual(
      found.contested.map(({ pool }) => pool),
      [pools.first, pools.second],
    );
    assert.equal(found.rivals.length, 2);
    assert.equal(found.trigger?.transactions.length, 1);
  });

  it('is no swap in the direction of the route: that is an earlier taker', () => {
    const buy = send('taker', { by: 'B', legs: buyDog, program: null });
    const found = competition(blockAt(0, [trigger, buy, winner]));
    assert.equal(found.trigger?.transaction.position, 0);
    assert.deepEqual(places(found.earlierTakers), ['0:1']);
    assert.equal(found.earlierTakers[0]?.isCircle, false);
  });

  it('is no swap of the winner itself, and no failed one', () => {
    const own = send('own', { by: 'A', legs: sellDog, program: null });
    const failed = send('failed', { by: 'C', legs: sellDog, fails: slippage });
    assert.equal(competition(blockAt(0, [own, failed, winner])).trigger, null);
  });

  it('is looked for in earlier slots', () => {
    const { trigger: found } = competition([blockAt(0, [trigger]), blockAt(3, [winner])]);
    assert.equal(found?.transaction.slot, 500);
  });
});

describe('The trigger at a pool whose price a maker sets', () => {
  const amm = 'SoLFiHG9TfgtdUXUjWAxi3LtvYuFyDLVhBWxdMZxyCe';
  const market = address('quoted pool');
  const oracle = address('oracle of the quoted pool');
  const route: readonly Leg[] = [
    { pool: market, pay: [wrappedSolMint, 1_000_000n], get: [dogMint, 500_000n] },
    { pool: pools.second, pay: [dogMint, 500_000n], get: [wrappedSolMint, 1_100_000n] },
  ];
  const won = send('winner', {
    by: 'A',
    legs: route,
    quoted: { pool: market, amm, oracle },
    readOnly: [oracle],
  });

  it('is a change of its quote', () => {
    const quote = callOf('quote', 'maker', amm, [market]);
    const { trigger: found } = competition(blockAt(0, [quote, won]));
    assert.equal(found?.kind, 'quote');
  });

  it('is a change of the orders of an order book', () => {
    const quoted = { pool: market, amm: orderBook, oracle };
    const taken = send('winner', { by: 'A', legs: route, quoted });
    const order = callOf('order', 'maker', orderBook, [address('maker'), market]);
    const { trigger: found } = competition(blockAt(0, [order, taken]));
    assert.deepEqual([found?.kind, found?.pool.pool], ['orders', market]);
  });

  it('is a write of the oracle that its swaps read', () => {
    const write = callOf('write', 'publisher', address('oracle program'), [oracle]);
    const { trigger: found } = competition(blockAt(0, [write, won]));
    assert.equal(found?.kind, 'oracle');
  });

  it('is not certain for a transaction that only names it, which is shown', () => {
    const named = callOf('named', 'somebody', address('another program'), [market]);
    const found = competition(blockAt(0, [named, won]));
    assert.equal(found.trigger, null);
    assert.deepEqual(
      found.candidates.map(({ transaction, pool }) => [transaction.position, pool]),
      [[0, market]],
    );
  });
});

describe('A rival', () => {
  it('ran a circle over the pool of the trigger in the same direction', () => {
    const other = circleOver(pools.first, pools.third, [1_000_000n, 400_000n, 900_000n]);
    const elsewhere = circleOver(pools.third, pools.second, [1_000_000n, 400_000n, 900_000n]);
    const reverse = circleOver(pools.second, pools.first, [1_000_000n, 400_000n, 900_000n]);
    const failed = (name: string, legs: readonly Leg[]) =>
      send(name, { by: name, legs, fails: slippage });
    const { rivals } = competition(
      blockAt(0, [
        trigger,
        winner,
        failed('B', other),
        failed('C', elsewhere),
        failed('D', reverse),
      ]),
    );
    assert.deepEqual(places(rivals), ['0:2']);
  });

  it('may contest any pool of the route if no trigger is found', () => {
    const elsewhere = circleOver(pools.third, pools.second, [1_000_000n, 400_000n, 900_000n]);
    const failed = send('C', { by: 'C', legs: elsewhere, fails: slippage });
    assert.deepEqual(places(competition(blockAt(0, [winner, failed])).rivals), ['0:1']);
  });

  it('is no plain swap, and nobody before the trigger', () => {
    const before = send('before', { by: 'B', legs: loss, fails: slippage });
    const plain = send('plain', { by: 'C', legs: buyDog, fails: slippage });
    assert.deepEqual(competition(blockAt(0, [before, trigger, winner, plain])).rivals, []);
  });

  it('whose swap would have been the contested one counts as planned', () => {
    const [first] = gain;
    assert.ok(first);
    const legs: readonly Leg[] = [
      { pool: pools.third, pay: [catMint, 5n], get: [wrappedSolMint, 1_000_000n] },
    ];
    const failed = send('B', {
      by: 'B',
      legs,
      failsAt: { leg: first, code: 6036 },
      program: smbBot,
    });
    const { rivals } = competition(blockAt(0, [trigger, winner, failed]));
    assert.deepEqual(
      rivals.map(({ evidence, pools: wanted }) => [evidence, wanted]),
      [['planned', [pools.first]]],
    );
  });

  it('that only names the pool is possible, and counted apart', () => {
    const named = { names: [pools.first, pools.third], fails: 1, program: smbBot };
    const found = competition(
      blockAt(0, [
        trigger,
        send('winner', { by: 'A', legs: gain, program: smbBot }),
        send('named', { by: 'B', ...named }),
      ]),
    );
    assert.deepEqual(found.rivals, []);
    assert.deepEqual(places(found.possible), ['0:2']);
  });

  it('whose instruction lists the two pools of the circle and no others is one', () => {
    const { first, second, third } = pools;
    const found = competition(
      blockAt(0, [
        trigger,
        winner,
        listedBySmb('two', 'B', [first, second], 1n),
        listedBySmb('three', 'C', [first, second, third], 1n),
      ]),
    );
    assert.deepEqual(
      found.rivals.map(({ evidence, cause }) => [evidence, cause.kind]),
      [['instruction', 'outbid']],
    );
    assert.deepEqual(places(found.possible), ['0:3']);
  });

  it('that only names the pool, and runs the same public bot program, is only possible', () => {
    const { rivals, possible } = competition(
      blockAt(0, [
        ...[trigger, send('winner', { by: 'A', legs: gain, program: smbBot })],
        send('named', { by: 'B', names: [pools.first], fails: 1, program: smbBot }),
      ]),
    );
    assert.deepEqual([rivals.length, possible.length], [0, 1]);
  });

  it('that only names the pool, but runs the private program of the winner, is one', () => {
    const program = '4Qv3mbzcq1bKmrhGG4voS3EemfPd7f838FLUU7wBHSyi';
    const { rivals } = competition(
      blockAt(0, [
        trigger,
        send('winner', { by: 'A', legs: gain, program }),
        send('named', { by: 'B', names: [pools.first], fails: 1, program }),
      ]),
    );
    assert.deepEqual(
      rivals.map(({ evidence }) => evidence),
      ['private-program'],
    );
  });

  it('that shares a hub alone is weak evidence', () => {
    const through = (name: string, token: string) =>
      send(name, {
        by: name,
        legs: [
          { pool: pools.first, pay: [wrappedSolMint, 1_000_000n], get: [dogMint, 400_000n] },
          { pool: address(`${token} 1`), pay: [dogMint, 400_000n], get: [address(token), 5n] },
          {
            pool: address(`${token} 2`),
            pay: [address(token), 5n],
            get: [wrappedSolMint, 900_000n],
          },
        ],
        fails: slippage,
      });
    const { rivals } = competition(
      blockAt(0, [trigger, winner, through('B', 'X'), through('C', 'Y'), through('D', 'Z')]),
    );
    assert.deepEqual(
      rivals.map(({ isWeak }) => isWeak),
      [true, true, true],
    );
  });
});

describe('For a failed attempt, the winner', () => {
  const mine = send('mine', { by: 'B', legs: loss, fails: slippage });

  it('is the first success behind the trigger, to which it lost', () => {
    const later = send('later', { by: 'C', legs: gain });
    const found = competition(blockAt(0, [trigger, winner, later, mine]), 'mine');
    assert.equal(found.winner?.transaction.signature, signatureOf('winner'));
    assert.deepEqual(places(found.rivals), ['0:3']);
    assert.deepEqual(places(found.laterTakers), ['0:2']);
  });

  it('is unknown if nobody in the window took it', () => {
    const found = competition(blockAt(0, [trigger, mine]), 'mine');
    assert.equal(found.winner, null);
    assert.equal(found.trigger?.transaction.position, 0);
  });

  it('is found by the pools that it names if none of its swaps ran', () => {
    const names = [pools.first, pools.second, pools.third];
    const named = send('named', { by: 'B', names, fails: 1, program: smbBot });
    const found = competition(blockAt(0, [trigger, winner, named]), 'named');
    assert.equal(found.winner?.transaction.signature, signatureOf('winner'));
    assert.deepEqual(places(found.possible), ['0:2']);
  });

  it('is none for a transaction that is no attempt', () => {
    const blocks = [blockAt(0, [trigger, winner])];
    assert.equal(findCompetition({ blocks, slotsAfter: 8 }, signatureOf('trigger')), null);
  });
});

describe('A transaction that cannot be read', () => {
  it('is counted, and nothing is said about it', () => {
    const entries = [null, {}, { ...trigger, meta: null }, winner];
    const block = blockAt(0, entries as (typeof winner)[]);
    assert.equal(block.unreadable, 3);
    assert.equal(block.transactionCount, 4);
    assert.equal(competition(block).winner?.transaction.position, 3);
  });
});
