import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TSchema } from 'typebox';
import { MarketError } from '../../../../src/api/marketError.ts';
import { operations } from '../../../../src/api/operations.ts';
import { readParameters } from '../../../../src/backend/server/readParameters.ts';

const finder: TSchema = operations.finder.parameters;
const cache: TSchema = operations.marketCache.parameters;
const gains: TSchema = operations.tipsByGains.parameters;

describe('Request parameters', () => {
  for (const query of [
    'wallets=A&wallets=B',
    'wallets[]=A&wallets[]=B',
    'wallets%5B%5D=A&wallets%5B%5D=B',
    'wallets[0]=A&wallets[1]=B',
    'wallets%5B0%5D=A&wallets%5B1%5D=B',
    'wallets=&wallets=A&wallets=B',
    'wallets=A,B',
    'wallets[]=A,B',
  ]) {
    it(`are parsed as one list when written ${query}`, () => {
      assert.deepEqual(readParameters(finder, query, undefined), { wallets: ['A', 'B'] });
    });
  }

  it('are parsed as a list with a single entry as well', () => {
    assert.deepEqual(readParameters(finder, 'tokensMint=A', undefined), { tokensMint: ['A'] });
  });

  it('keep the comma inside entries of tokensAMMS', () => {
    assert.deepEqual(readParameters(finder, 'tokensAMMS=A,3&tokensAMMS[]=B,4', undefined), {
      tokensAMMS: ['A,3', 'B,4'],
    });
  });

  it('accept booleans in any case', () => {
    const query = 'onlyjup=True&accounts=FALSE';
    assert.deepEqual(readParameters(cache, query, undefined), { onlyjup: true, accounts: false });
  });

  it('accept booleans as 1 and 0, in a body as well', () => {
    const expected = { onlyjup: true, accounts: false };
    assert.deepEqual(readParameters(cache, 'onlyjup=1&accounts=0', undefined), expected);
    assert.deepEqual(readParameters(cache, '', { onlyjup: 1, accounts: 0 }), expected);
    assert.deepEqual(readParameters(cache, 'onlyjup=2', undefined), { onlyjup: '2' });
  });

  it('count as absent if their value is empty, unless the name is unknown', () => {
    const query = 'tokensMax=&wallets=&tokensMint[]=&percentilesFees=&thresholdBot=ALL';
    assert.deepEqual(readParameters(finder, query, undefined), { thresholdBot: 'ALL' });
    const body = { tokensMax: null, tokensExclude: '', wallets: [], nothing: null };
    assert.deepEqual(readParameters(finder, '', body), { wallets: [], nothing: null });
    assert.deepEqual(readParameters(finder, 'walets=', undefined), { walets: '' });
    assert.deepEqual(readParameters(finder, 'tokensMax=&tokensMax=5', undefined), { tokensMax: 5 });
  });

  it('become numbers according to the schema, or stay text if they are not numeric', () => {
    const query = 'tokensMax=50&thresholdProfits=-1.5e2&tokensTimeRange=ten&percentilesFees=50';
    assert.deepEqual(readParameters(finder, query, undefined), {
      tokensMax: 50,
      thresholdProfits: -150,
      tokensTimeRange: 'ten',
      percentilesFees: '50',
    });
  });

  it('keep every digit of a raw amount', () => {
    assert.deepEqual(readParameters(gains, 'inputAmountMin=18446744073709551615', undefined), {
      inputAmountMin: 18_446_744_073_709_551_615n,
    });
  });

  for (const [text, amount] of [
    ['1e9', 1_000_000_000],
    ['1000000000.0', 1_000_000_000],
    ['1.8e19', 18_000_000_000_000_000_000n],
    ['1.5', 1.5],
    ['1e-3', 0.001],
    ['ten', 'ten'],
    ['0x10', '0x10'],
  ] as const) {
    it(`parse ${text} as a raw amount, as far as it is one`, () => {
      assert.deepEqual(readParameters(gains, `inputAmountMin=${text}`, undefined), {
        inputAmountMin: amount,
      });
    });
  }

  it('are read from a JSON body as well', () => {
    const body = { tokensMint: ['A'], tokensMax: '5', wallets: 'A,B' };
    assert.deepEqual(readParameters(finder, '', body), {
      tokensMint: ['A'],
      tokensMax: 5,
      wallets: ['A', 'B'],
    });
  });

  it('are kept when unknown, so that validation can name them', () => {
    assert.deepEqual(readParameters(finder, 'walets=A', undefined), { walets: 'A' });
  });

  for (const [what, query, body] of [
    ['a single value given twice', 'tokensMax=1&tokensMax=2', undefined],
    ['a parameter in the query and in the body', 'tokensMax=1', { tokensMax: 1 }],
  ] as const) {
    it(`are rejected by name for ${what}`, () => {
      assert.throws(
        () => readParameters(finder, query, body),
        (error) =>
          MarketError.is(error, 'bad-parameter') &&
          error.parameter === 'tokensMax' &&
          error.message.includes('tokensMax'),
      );
    });
  }

  it('are rejected if the body is not an object', () => {
    assert.throws(() => readParameters(finder, '', [1]), /JSON object/);
  });

  it('cannot reach a prototype', () => {
    const read = readParameters(finder, '__proto__=x&constructor=y', undefined);
    assert.deepEqual(Object.keys(read), ['__proto__', 'constructor']);
    assert.equal(Object.getPrototypeOf(read), Object.prototype);
  });
});
