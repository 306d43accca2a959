import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { FinderParameters } from '../../../../../src/api/finder.ts';
import { validateSchema } from '../../../../../src/api/validation.ts';
import {
  type FilterField,
  filterField,
  filterFields,
  isLocalFilter,
} from '../../../../../src/extension/finder/filters/filterFields.ts';
import {
  type FilterParseResult,
  type FilterValue,
  formatFilterInput,
  parseFilter,
} from '../../../../../src/extension/finder/filters/parseFilter.ts';
import { usdcMint, wrappedSolMint } from '../../../../../src/solana/baseMints.ts';
import { addressOf } from '../exports/finderResponses.ts';

const read = (name: FilterField['name'], text: string): FilterParseResult =>
  parseFilter(filterField(name), text);
const value = (name: FilterField['name'], text: string): FilterValue | string => {
  const reading = read(name, text);
  return reading.kind === 'value' ? reading.value : `${reading.kind}`;
};
const reason = (name: FilterField['name'], text: string): string => {
  const reading = read(name, text);
  return reading.kind === 'wrong' ? reading.reason : `${reading.kind}`;
};

const isTaken = (field: FilterField, given: FilterValue): boolean =>
  validateSchema(FinderParameters, { tokensMint: [wrappedSolMint], [field.name]: given }).fault ===
  null;

describe('The Finder’s filters', () => {
  it('cover every parameter of the interface once', () => {
    const names = filterFields.map(({ name }) => name);
    const sent = names.filter((name) => !isLocalFilter(name));
    assert.deepEqual(sent.sort(), Object.keys(FinderParameters.properties).sort());
    assert.equal(names.length - sent.length, 2);
    assert.equal(new Set(names).size, names.length);
    for (const { label, hint } of filterFields) {
      assert.match(label, /^[A-Z]/);
      assert.match(hint, /\.$/);
    }
  });

  it('accept no typed text that the interface rejects', () => {
    const texts = fc.oneof(
      fc.string({ maxLength: 30 }),
      fc.integer({ min: -200_000, max: 200_000 }).map(String),
      fc.double({ noNaN: true }).map(String),
      fc.constantFrom(
        'p75',
        'JITO',
        'smb',
        '24 h',
        '86401',
        '1e9',
        `${addressOf(1)} 10`,
        'SOL USDC',
        ',',
        ' ; ',
      ),
    );
    fc.assert(
      fc.property(fc.constantFrom(...filterFields), texts, (field, text) => {
        const reading = parseFilter(field, text);
        if (reading.kind === 'value' && !isLocalFilter(field.name))
          assert.ok(isTaken(field, reading.value), `${text}`);
        if (reading.kind === 'wrong') assert.match(reading.reason, /\.$/);
      }),
      { numRuns: 2_000 },
    );
  });

  it('accept the limit, and reject a value just beyond it', () => {
    for (const field of filterFields) {
      const { type } = field;
      if (type.kind !== 'count' && type.kind !== 'seconds') continue;
      assert.equal(parseFilter(field, String(type.minimum)).kind, 'value', field.name);
      assert.equal(parseFilter(field, String(type.minimum - 1)).kind, 'wrong', field.name);
      if (type.maximum === undefined) continue;
      assert.equal(parseFilter(field, String(type.maximum)).kind, 'value', field.name);
      assert.equal(parseFilter(field, String(type.maximum + 1)).kind, 'wrong', field.name);
    }
    assert.match(reason('tokensMax', '51'), /^Must be from 1 to 50\.$/);
    assert.match(reason('tokensTimeRange', '25 h'), /^Must be from 0 s to 24 h\.$/);
    assert.match(reason('tokensMinMarketCap', '-1'), /^Must be at least \$0/);
    assert.match(reason('tokensMax', '1.5'), /whole number/i);
  });

  it('parse back to the same value when formatted', () => {
    const cases: [FilterField['name'], string][] = [
      ['tokensMint', 'SOL, usdc'],
      ['tokensAMMS', 'Raydium CPMM 4; Orca Whirlpool: 10'],
      ['tokensTimeRange', '90 min'],
      ['tokensTimeRange', '86399'],
      ['tokensTimeRange', '5000'],
      ['tokensMinProfits', '-1,500.25'],
      ['percentilesFees', '5'],
      ['thresholdBot', 'notarb'],
    ];
    for (const [name, text] of cases) {
      const field = filterField(name);
      const first = parseFilter(field, text);
      assert.ok(first.kind === 'value', text);
      assert.deepEqual(parseFilter(field, formatFilterInput(field, first.value)), first, text);
    }
  });

  it('are omitted if nothing is typed, except for the base tokens', () => {
    assert.equal(read('tokensMinProfits', '  ').kind, 'empty');
    assert.equal(read('wallets', '').kind, 'empty');
    assert.match(reason('tokensMint', ''), /at least one base token/);
  });
});

describe('A filter’s input', () => {
  it('accepts amounts in the usual notations', () => {
    for (const [text, expected] of [
      ['250', 250],
      ['$1,500.50', 1_500.5],
      ['20k', 20_000],
      ['3 M', 3_000_000],
      ['-2.5', -2.5],
      ['.5', 0.5],
    ] as const) {
      assert.equal(value('tokensMinProfits', text), expected, text);
    }
    for (const text of ['1,50', '1 000', 'abc', '1e5', '--1', '∞', '0x10', '1.2.3']) {
      assert.equal(value('tokensMinProfits', text), 'wrong', text);
    }
  });

  it('accepts durations in the usual notations', () => {
    for (const [text, expected] of [
      ['3600', 3_600],
      ['90 s', 90],
      ['10min', 600],
      ['1 h 30 min', 5_400],
      ['1h30m', 5_400],
      ['1.5 hours', 5_400],
      ['24H', 86_400],
      ['1 d', 86_400],
    ] as const) {
      assert.equal(value('tokensTimeRange', text), expected, text);
    }
    for (const text of ['1 30', '5 weeks', 'h', '-5 min', '0.5', '10 min ago']) {
      assert.equal(value('tokensTimeRange', text), 'wrong', text);
    }
  });

  it('accepts percentiles from p0 to p100', () => {
    assert.equal(value('percentilesFees', 'p75'), 'p75');
    assert.equal(value('percentilesFees', 'P5'), 'p05');
    assert.equal(value('percentilesTips', '100'), 'p100');
    for (const text of ['101', 'p', '7.5', 'p1000']) {
      assert.equal(value('percentilesFees', text), 'wrong', text);
    }
  });

  it('accepts the interface’s providers and bots, in any case', () => {
    assert.equal(value('thresholdProvider', 'jito'), 'JITO');
    assert.match(
      reason('thresholdProvider', 'JUPITER'),
      /^Must be one of FAST, TEMPORAL, JITO, .*ALL\.$/,
    );
    assert.equal(value('percentilesBot', 'Smb'), 'SMB');
  });

  it('accepts addresses and unambiguous symbols of known tokens, without duplicates', () => {
    assert.deepEqual(value('tokensMint', `sol\n${usdcMint}; SOL`), [wrappedSolMint, usdcMint]);
    assert.equal(
      reason('tokensMint', 'SOL NOSUCHTOKEN'),
      'NOSUCHTOKEN is not an address or the symbol of a known token.',
    );
    assert.equal(reason('wallets', 'SOL'), 'SOL is not an address.');
    const many = Array.from({ length: 1_001 }, (_, index) => addressOf(index)).join(' ');
    assert.match(reason('wallets', many), /^At most 1,000 addresses, not 1,001\.$/);
  });

  it('is not repeated in the message if it could be a secret', () => {
    const secret = '4'.repeat(88);
    assert.equal(reason('wallets', secret), 'Not an address.');
  });

  it('accepts pool limits per AMM, by name or program', () => {
    const raydium = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';
    const orca = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc';
    assert.deepEqual(value('tokensAMMS', `${raydium},4\norca whirlpool = 2`), [
      `${raydium},4`,
      `${orca},2`,
    ]);
    assert.match(reason('tokensAMMS', `${raydium},11`), /At most 10 pools/);
    assert.match(reason('tokensAMMS', `${raydium},1; Raydium AMM v4 2`), /listed twice/);
    assert.match(reason('tokensAMMS', 'Raydium 2'), /an AMM and a number/);
    assert.match(reason('tokensAMMS', 'Orca Whirlpool'), /an AMM and a number/);
  });
});
