import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { arbscopeOperations } from '../../../src/api/arbscope/arbscopeOperations.ts';
import { parseJson } from '../../../src/api/json.ts';
import { MarketError } from '../../../src/api/marketError.ts';
import { type OperationName, operations } from '../../../src/api/operations.ts';
import {
  checkParameters,
  validateParameters,
  validateResponse,
} from '../../../src/api/validation.ts';

const sol = 'So11111111111111111111111111111111111111112';
const signature = '5'.repeat(88);

const price = { price: 142.5, price_timestamp: '2026-08-01T00:00:00Z', digits: 9, symbol: 'SOL' };
const detail = {
  signature,
  wallet: sol,
  isSuccess: true,
  timestamp: '2026-08-01T00:00:00.000Z',
  type: 'arbitrage',
  block_number: 360_000_000,
  compute_unit: 120_000,
  fees: 5_000,
  gains_details: [{ amount: -7, mint: sol, ...price }],
  tips_details: [{ amount: 1_000_000, mint: sol, ...price, type: 'JITO', to: [sol] }],
  route_map_details: [
    {
      order: 0,
      input_mint: sol,
      output_mint: sol,
      input_amount: 9_007_199_254_740_993n,
      output_amount: 2n ** 64n - 1n,
      input_mint_info: price,
      output_mint_info: { ...price, price: null, price_timestamp: null },
    },
  ],
  net_gains_usd: 1,
  net_gains_sol: 0.01,
  volume_usd: 10,
  volume_sol: 0.1,
};

const without = (member: string) =>
  Object.fromEntries(Object.entries(detail).filter(([key]) => key !== member));

const unreadable = (name: OperationName, value: unknown, message: RegExp) =>
  assert.throws(
    () => validateResponse(name, value),
    (error) => {
      assert.equal(MarketError.is(error, 'unreadable-answer'), true, String(error));
      assert.match((error as Error).message, message);
      return true;
    },
  );

const bad = (name: OperationName, value: unknown, message: RegExp, parameter?: string) =>
  assert.throws(
    () => validateParameters(name, value),
    (error) => {
      assert.equal(MarketError.is(error, 'bad-parameter'), true, String(error));
      assert.match((error as Error).message, message);
      assert.equal((error as MarketError).parameter, parameter);
      return true;
    },
  );

describe('A service’s response', () => {
  test('is parsed with raw amounts as exact integers and everything else as sent', () => {
    const result = validateResponse('transaction', detail);
    assert.equal(result.fees, 5_000n);
    assert.equal(result.gains_details[0]?.amount, -7n);
    assert.equal(result.route_map_details[0]?.input_amount, 9_007_199_254_740_993n);
    assert.equal(result.route_map_details[0]?.output_amount, 2n ** 64n - 1n);
    assert.equal(result.block_number, 360_000_000);
    assert.equal(result.route_map_details[0]?.output_mint_info.price, null);
  });

  test('keeps unknown members at every level', () => {
    const result = validateResponse('transaction', {
      ...detail,
      more: { huge: 12_345_678_901_234_567_890n },
      gains_details: [{ ...detail.gains_details[0], extra: [1] }],
    });
    assert.deepEqual((result as Record<string, unknown>)['more'], {
      huge: 12_345_678_901_234_567_890n,
    });
    assert.deepEqual((result.gains_details[0] as Record<string, unknown>)['extra'], [1]);
  });

  test('may contain a USD figure as an integer of any length', () => {
    const text = '{"volume_usd":12345678901234567890}';
    const result = validateResponse('transaction', { ...detail, ...(parseJson(text) as object) });
    assert.equal(result.volume_usd, Number(12_345_678_901_234_567_890n));
  });

  test('with a member missing is rejected, naming operation and member', () => {
    unreadable(
      'transaction',
      without('fees'),
      /^Transaction detail: invalid response: fees is missing/,
    );
    unreadable(
      'transaction',
      { ...detail, route_map_details: [{ ...detail.route_map_details[0], input_mint: undefined }] },
      /: route_map_details\[0\]\.input_mint (is missing|must be text, but is missing)/,
    );
  });

  test('with a member of another type is rejected, with the expected and the actual type', () => {
    unreadable(
      'transaction',
      { ...detail, isSuccess: 'yes' },
      /: isSuccess must be true or false, but is "yes"/,
    );
    unreadable(
      'transaction',
      { ...detail, gains_details: [{ ...detail.gains_details[0], price: 'free' }] },
      /gains_details\[0\]\.price must be a number or null, but is "free"/,
    );
    unreadable('transaction', [], /: must be an object, but is a list of 0/);
    unreadable('marketCache', {}, /: must be a list, but is an object/);
    unreadable('transaction', null, /: must be an object, but is null/);
  });

  test('with an invalid raw amount is rejected, not rounded', () => {
    for (const [fees, words] of [
      [-1, /fees must be a whole number from 0 to 18446744073709551615, but is -1/],
      [1.5, /fees must be .* but is 1.5/],
      [2n ** 64n, /fees must be .* but is 18446744073709551616/],
      [2 ** 60, /fees must be .* but is 1152921504606847000/],
      ['5000', /fees must be .* but is "5000"/],
    ] as const) {
      unreadable('transaction', { ...detail, fees }, words);
    }
  });

  test('keyed by address is parsed under every key', () => {
    const split = { success: 1, fail: 2, total: 3 };
    const entry = {
      gains: { SOL: split, USD: split },
      volume: { SOL: split, USD: split },
      transactions: split,
    };
    assert.deepEqual(validateResponse('walletOverview', { [sol]: entry }), { [sol]: entry });
    unreadable(
      'walletOverview',
      { [sol]: { ...entry, volume: { SOL: split } } },
      new RegExp(`: ${sol}\\.volume\\.USD is missing`),
    );
  });

  test('never makes the validation throw, whatever it contains', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...(Object.keys(operations) as OperationName[])),
        fc.anything({ withBigInt: true }),
        (name, value) => {
          try {
            validateResponse(name, value);
          } catch (error) {
            if (!MarketError.is(error, 'unreadable-answer')) throw error;
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('Parameters', () => {
  test('that are valid are returned, with raw amounts as exact integers', () => {
    assert.deepEqual(validateParameters('finder', { tokensMint: [sol], tokensMax: 50 }), {
      tokensMint: [sol],
      tokensMax: 50,
    });
    assert.deepEqual(validateParameters('tipsByGains', { inputAmountMin: 5 }), {
      inputAmountMin: 5n,
    });
    assert.deepEqual(validateParameters('tipsByComputeUnit', undefined), {});
    assert.deepEqual(
      validateParameters('finder', { tokensMint: [sol], tokensMaxVolume: 10n ** 30n }),
      {
        tokensMint: [sol],
        tokensMaxVolume: 1e30,
      },
    );
  });

  test('that bound amounts by fractions are rounded into the range', () => {
    assert.deepEqual(
      validateParameters('tipsByGains', { inputAmountMin: 0.25, inputAmountMax: 5.75 }),
      { inputAmountMin: 1n, inputAmountMax: 5n },
    );
  });

  test('out of range are rejected with name, limit and value', () => {
    const finder = (more: object) => ({ tokensMint: [sol], ...more });
    bad(
      'finder',
      finder({ tokensMax: 51 }),
      /^tokensMax must be a whole number from 1 to 50, but is 51$/,
      'tokensMax',
    );
    bad('finder', finder({ tokensMax: 1.5 }), /but is 1.5/, 'tokensMax');
    bad(
      'finder',
      finder({ tokensTimeRange: 86_401 }),
      /from 0 to 86400, but is 86401/,
      'tokensTimeRange',
    );
    bad(
      'finder',
      finder({ tokensMinMarketCap: -1 }),
      /a number of at least 0, but is -1/,
      'tokensMinMarketCap',
    );
    bad(
      'finder',
      finder({ thresholdBot: 'smb' }),
      /one of SMB, NOTARB, ALL, but is "smb"/,
      'thresholdBot',
    );
    bad(
      'finder',
      finder({ percentilesFees: 'p101' }),
      /such as p50 or 50, but is "p101"/,
      'percentilesFees',
    );
    bad(
      'finder',
      finder({ tokensAMMS: [`${sol},11`] }),
      /^tokensAMMS\[0\] must be .*at most 10 pools/,
      'tokensAMMS',
    );
    bad(
      'finder',
      finder({ tokensMinVolume: Number.NaN }),
      /a number, but is NaN/,
      'tokensMinVolume',
    );
    bad(
      'finder',
      { tokensMint: [] },
      /^tokensMint must be a list of 1 to 1000, but is a list of 0$/,
      'tokensMint',
    );
    bad(
      'walletOverview',
      { wallets: Array(6).fill(sol) },
      /a list of at most 5, but is a list of 6/,
      'wallets',
    );
    bad(
      'tipsByGains',
      { inputAmountMin: -5n },
      /inputAmountMin must be a number from 0/,
      'inputAmountMin',
    );
    bad(
      'tipsByGains',
      { inputAmountMax: 2n ** 64n },
      /^inputAmountMax must be a number from 0 to 18446744073709551615, but is 18446744073709551616$/,
      'inputAmountMax',
    );
    bad(
      'finder',
      finder({ tokensMinTransactions: 0 }),
      /^tokensMinTransactions must be a whole number of at least 1, but is 0$/,
      'tokensMinTransactions',
    );
    bad(
      'walletTransactions',
      { wallets: [sol], isSuccess: 'perhaps' },
      /^isSuccess must be true or false, but is "perhaps"$/,
      'isSuccess',
    );
  });

  test('that are not a valid address or signature are rejected as such', () => {
    bad(
      'tokenInfo',
      { token: 'nope' },
      /^token must be an address in Base58 .*but is "nope"$/,
      'token',
    );
    bad('transaction', { signature: sol }, /^signature must be a signature in Base58/, 'signature');
    bad(
      'finder',
      { tokensMint: [sol, 'O0Il'.repeat(10)] },
      /^tokensMint\[1\] must be an address/,
      'tokensMint',
    );
  });

  test('that are missing are named in the error', () => {
    bad('finder', {}, /^tokensMint is missing$/, 'tokensMint');
    bad('transaction', undefined, /^signature is missing$/, 'signature');
  });

  test('that are unknown are named, before the missing one they were meant as', () => {
    bad('tokenInfo', { tokens: sol }, /^tokens is unknown$/, 'tokens');
  });

  test('with an extremely long name are rejected without repeating it', () => {
    const name = '4'.repeat(88);
    bad(
      'tokenInfo',
      { token: sol, [name]: 1 },
      /^<name of 88 characters> is unknown$/,
      '<name of 88 characters>',
    );
  });

  test('that are not an object are rejected', () => {
    bad('tokenInfo', 'text', /^Token info: parameters must be an object, but is "text"$/);
    bad('tokenInfo', [sol], /must be an object, but is a list of 1/);
  });

  test('that are too long are reported by length, never quoted: they may be a secret', () => {
    const secret = '4'.repeat(88);
    bad('tokenInfo', { token: secret }, /but is text of 88 characters$/, 'token');
    bad('tokenInfo', { token: Array(64).fill(7) }, /but is a list of 64$/, 'token');
  });

  test('of competition, coverage and a replay are rejected by name and limit', () => {
    const settings = {
      tokens_max: [1],
      min_transactions: [1],
      refresh_seconds: [5],
      tokens_time_range: [60],
    };
    const { competition, coverage, replay } = arbscopeOperations;
    for (const [operation, given, message] of [
      [
        competition,
        { signature, transaction: 'A'.repeat(5_600) },
        /^transaction must be text of at most 5500 characters, but is text of 5600 characters$/,
      ],
      [coverage, {}, /^groups is missing/],
      [coverage, { groups: [['short']] }, /^groups\[0\]\[0\] must be an address/],
      [coverage, { groups: {} }, /^groups must be a list/],
      [coverage, { groups: [], percentile: 'p10' }, /^percentile /],
      [coverage, { groups: [], base_mints: ['x'] }, /^base_mints/],
      [coverage, { groups: [], missing: 101 }, /^missing /],
      [coverage, { groups: [], pools: [] }, /^pools is unknown/],
      [coverage, { groups: Array.from({ length: 20_001 }, () => []) }, /^groups /],
      [replay, {}, /^configs is missing/],
      [replay, { configs: [{ groups: [] }, { groups: [] }, { groups: [] }] }, /^configs /],
      [replay, { configs: [{ groups: [['short']] }] }, /^configs\[0\]\.groups\[0\]\[0\] /],
      [replay, { configs: [], interval: 60 }, /^interval /],
      [replay, { configs: [], percentile: 'p10' }, /^percentile /],
      [replay, { configs: [], settings: { ...settings, refresh_seconds: [4] } }, /refresh_seconds/],
      [replay, { configs: [], settings: { ...settings, tokens_max: [] } }, /tokens_max/],
      [
        replay,
        { configs: [], settings: { ...settings, tokens_time_range: [86_401] } },
        /time_range/,
      ],
    ] as const) {
      assert.throws(
        () => checkParameters(operation, given),
        (error) => MarketError.is(error, 'bad-parameter') && message.test(error.message),
        JSON.stringify(given).slice(0, 80),
      );
    }
  });

  test('never make the validation throw, whatever they contain', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...(Object.keys(operations) as OperationName[])),
        fc.anything({ withBigInt: true }),
        (name, value) => {
          try {
            validateParameters(name, value);
          } catch (error) {
            if (!MarketError.is(error, 'bad-parameter')) throw error;
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

test('tokensAMMS takes addresses with small counts, and no quotes, negatives or 2^53+1', () => {
  const check = (entry: string) =>
    validateParameters('finder', { tokensMint: [sol], tokensAMMS: [entry] });
  assert.deepEqual(check(`${sol},10`).tokensAMMS, [`${sol},10`]);
  const counts = ['', '-1', '11', '1.5', '1e1', "'1'", ' 1', '1\n', '9007199254740993'];
  const entries = [sol, `'${sol}',1`, `"${sol}",1`, `${sol}' OR '1'='1,1`, `${sol},1,1`];
  for (const entry of [...entries, ...counts.map((count) => `${sol},${count}`)]) {
    assert.throws(() => check(entry), /^MarketError: tokensAMMS\[0\] must be <amm_address>/, entry);
  }
});
