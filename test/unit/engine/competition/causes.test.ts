import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CompetitionBlock } from '../../../../src/engine/competition/blockTransaction.ts';
import {
  type Competition,
  findCompetition,
  type Rival,
} from '../../../../src/engine/competition/findCompetition.ts';
import type { RpcBlockTransaction } from '../../../../src/engine/decode/rpcBlock.ts';
import { address, signatureOf } from '../decode/rpcTransactionBuilder.ts';
import { blockAt, circleOver, gain, loss, pools, sellDog, send } from './blockBuilder.ts';

const slippage = 6001;
const trigger = send('trigger', { by: 'user', legs: sellDog, program: null });
const winner = send('winner', { by: 'A', legs: gain, tip: 5_000n, limit: 100_000 });

function competition(blocks: readonly CompetitionBlock[]): Competition {
  const found = findCompetition({ blocks, slotsAfter: 8 }, signatureOf('winner'));
  assert.ok(found);
  return found;
}

function rivalBehind(...behind: readonly RpcBlockTransaction[]): Rival {
  const { rivals } = competition([blockAt(0, [trigger, winner, ...behind])]);
  const [rival] = rivals;
  assert.ok(rival);
  return rival;
}

const failed = { by: 'B', legs: loss, fails: slippage } as const;

describe('A rival lost', () => {
  it('by its own error, if that is neither slippage nor a missing gain', () => {
    const [first, second] = gain;
    assert.ok(first && second);
    const broken = send('rival', { by: 'B', legs: [first], failsAt: { leg: second, code: 6038 } });
    const { cause, failure } = rivalBehind(broken);
    assert.equal(cause.kind, 'own-error');
    assert.equal(failure?.error?.name, 'TickArraySequenceInvalidIndex');
  });

  it('for an unknown reason, if its error has no name and its circle had a gain', () => {
    const program = address('program of one trader');
    const { cause } = rivalBehind(send('rival', { by: 'B', legs: gain, program, fails: 77 }));
    assert.equal(cause.kind, 'unknown-error');
  });

  it('as unprofitable, if it stood ahead of the winner', () => {
    const { rivals } = competition([blockAt(0, [trigger, send('rival', failed), winner])]);
    assert.equal(rivals[0]?.cause.kind, 'unprofitable');
  });

  it('anyway, if the same circle lost ahead of the winner at its size or less', () => {
    const { rivals } = competition([
      blockAt(0, [
        trigger,
        send('ahead', { ...failed, by: 'C' }),
        winner,
        send('same size', { ...failed, by: 'D', tip: 9_000n }),
        send('smaller', {
          ...failed,
          by: 'E',
          legs: circleOver(pools.first, pools.second, [900_000n, 300_000n, 800_000n]),
          tip: 9_000n,
        }),
      ]),
    ]);
    assert.deepEqual(
      rivals.map(({ cause }) => cause.kind),
      ['unprofitable', 'lost-anyway', 'latency'],
    );
    assert.equal(rivals[1]?.cause.sameCircle?.transaction.signature, signatureOf('ahead'));
  });

  it('anyway, if its circle has no gain at the winner’s rates', () => {
    const legs = circleOver(pools.first, pools.third, [2_000_000n, 700_000n, 1_300_000n]);
    const { cause } = rivalBehind(send('rival', { ...failed, legs, tip: 9_000n }));
    assert.equal(cause.kind, 'lost-anyway');
    // 2,000,000 lamports buy 1,000,000 DOG at the winner's rate, and those 1,857,142 lamports at its own.
    assert.equal(cause.atWinnersRates, 1_857_142n - 2_000_000n);
  });

  it('not anyway, if it is smaller than the winner, whose rates may be worse', () => {
    const legs = circleOver(pools.first, pools.third, [900_000n, 300_000n, 700_000n]);
    const { cause } = rivalBehind(send('rival', { ...failed, legs, tip: 9_000n }));
    assert.equal(cause.kind, 'latency');
    assert.equal(cause.atWinnersRates, null);
  });

  it('not anyway, if it would have sold less than it did, at a rate that may be better', () => {
    const legs = circleOver(pools.first, pools.third, [2_000_000n, 1_200_000n, 1_900_000n]);
    const { cause } = rivalBehind(send('rival', { ...failed, legs, tip: 9_000n }));
    assert.equal(cause.kind, 'latency');
    assert.equal(cause.atWinnersRates, null);
  });

  it('by being outbid, if it stood behind at a lower price', () => {
    assert.equal(rivalBehind(send('rival', { ...failed, tip: 4_999n })).cause.kind, 'outbid');
  });

  it('by latency or scheduling, if it stood behind at an equal or higher price', () => {
    assert.equal(rivalBehind(send('rival', { ...failed, tip: 5_000n })).cause.kind, 'latency');
    const later = [
      blockAt(0, [trigger, winner]),
      blockAt(1, [send('rival', { ...failed, tip: 6_000n })]),
    ];
    assert.equal(competition(later).rivals[0]?.cause.kind, 'latency');
  });

  it('with both orders, where price and price by compute unit disagree', () => {
    const { cause } = rivalBehind(send('rival', { ...failed, tip: 4_000n, limit: 50_000 }));
    assert.equal(cause.kind, 'outbid');
    assert.equal(cause.isPriceMixed, true);
  });

  it('for a cause that is not known, if its tip is not', () => {
    const { cause, price } = rivalBehind(send('rival', { ...failed, namesTip: true }));
    assert.equal(price.tip, null);
    assert.equal(cause.kind, null);
  });

  it('nothing, if it succeeded as well: a later taker', () => {
    const { rivals, laterTakers } = competition([
      blockAt(0, [trigger, winner, send('second', { by: 'B', legs: gain })]),
    ]);
    assert.deepEqual(rivals, []);
    assert.deepEqual(
      laterTakers.map(({ cause }) => cause.kind),
      ['later-taker'],
    );
  });
});

describe('An error without a name', () => {
  const program = address('program of one trader');

  it('means no gain, if the circle of a bot completed with a loss', () => {
    const { failure } = rivalBehind(send('rival', { by: 'B', legs: loss, program, fails: 77 }));
    assert.equal(failure?.kind, 'no-profit');
    assert.equal(failure.isInferred, true);
  });

  it('means what the program says', () => {
    const says = 'No profit found';
    const sent = { by: 'B', legs: gain, program, fails: 77, says };
    const { failure } = rivalBehind(send('rival', sent));
    assert.equal(failure?.kind, 'no-profit');
    assert.equal(failure.isInferred, false);
  });
});

describe('The price of an attempt', () => {
  it('is tip and priority fee, whole and by compute unit of the limit', () => {
    const { price } = rivalBehind(
      send('rival', { ...failed, tip: 4_000n, priority: 1_000, limit: 50_000 }),
    );
    assert.equal(price.whole, 5_000n);
    assert.equal(price.microLamportsPerUnit, 100_000n);
    assert.equal(price.provider, 'JITO');
  });

  it('uses the default of the chain where no limit is set, at most 1.4 M', () => {
    assert.equal(rivalBehind(send('rival', failed)).price.computeUnitLimit, 200_000);
    const set = send('rival', { ...failed, limit: 2_000_000 });
    assert.equal(rivalBehind(set).price.computeUnitLimit, 1_400_000);
  });

  it('has a tip that a failed attempt offered, and did not pay', () => {
    const { price } = rivalBehind(send('rival', { ...failed, tip: 4_000n }));
    assert.equal(price.tip, 4_000n);
    assert.equal(price.isTipOffered, true);
  });

  it('has the tip that a transaction of the same party pays within the next four', () => {
    const other = (name: string) => send(name, { by: name, program: null, tip: 1n });
    const tip = send('tip', { by: 'B', program: null, tip: 7_000n });
    const near = rivalBehind(send('rival', failed), other('x'), other('y'), other('z'), tip);
    assert.equal(near.price.tip, 7_000n);
    assert.equal(near.price.bundledTip?.signature, signatureOf('tip'));
    const far = rivalBehind(send('rival', failed), ...['v', 'x', 'y', 'z'].map(other), tip);
    assert.equal(far.price.tip, 0n);
  });

  it('has a tip of a bundle once, for the nearest attempt of the party ahead of it', () => {
    const { rivals } = competition([
      blockAt(0, [
        ...[trigger, winner, send('first', failed), send('second', failed)],
        send('tip', { by: 'B', program: null, tip: 7_000n }),
      ]),
    ]);
    assert.deepEqual(
      rivals.map(({ price }) => price.tip),
      [0n, 7_000n],
    );
  });

  it('was paid by a success without a swap', () => {
    const program = '4Qv3mbzcq1bKmrhGG4voS3EemfPd7f838FLUU7wBHSyi';
    const { rivals } = competition([
      blockAt(0, [
        trigger,
        send('winner', { by: 'A', legs: gain, program }),
        send('idle', { by: 'B', names: [pools.first], program, tip: 3_000n }),
      ]),
    ]);
    assert.deepEqual(
      rivals.map(({ price, failure }) => [price.tip, price.isTipOffered, failure?.kind]),
      [[3_000n, false, 'no-profit']],
    );
  });
});
