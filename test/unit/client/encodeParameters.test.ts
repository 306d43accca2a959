import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encodeParameters } from '../../../src/client/encodeParameters.ts';

const parameters = {
  tokensMint: ['A', 'B'],
  tokensAMMS: ['C,1', 'D,2'],
  tokensMax: 5,
  wallets: undefined,
};

describe('Parameters of a GET request', () => {
  it('can be encoded with brackets', () => {
    assert.equal(
      decodeURIComponent(encodeParameters(parameters, 'brackets').query),
      '?tokensMint[]=A&tokensMint[]=B&tokensAMMS[]=C,1&tokensAMMS[]=D,2&tokensMax=5',
    );
  });
  it('can be encoded as repeated keys', () => {
    assert.equal(
      decodeURIComponent(encodeParameters(parameters, 'repeated').query),
      '?tokensMint=A&tokensMint=B&tokensAMMS=C,1&tokensAMMS=D,2&tokensMax=5',
    );
  });
  it('can be encoded as comma lists, except for entries that contain a comma', () => {
    assert.equal(
      decodeURIComponent(encodeParameters(parameters, 'commas').query),
      '?tokensMint=A,B&tokensAMMS=C,1&tokensAMMS=D,2&tokensMax=5',
    );
  });
  it('can be sent as a body', () => {
    const { query, body } = encodeParameters({ ...parameters, inputAmountMin: 2n ** 64n }, 'body');
    assert.equal(query, '');
    assert.equal(
      body,
      '{"tokensMint":["A","B"],"tokensAMMS":["C,1","D,2"],"tokensMax":5,"inputAmountMin":18446744073709551616}',
    );
  });
  it('add nothing if there are none', () => {
    assert.deepEqual(encodeParameters({}, 'commas'), { query: '', body: null });
  });
});
