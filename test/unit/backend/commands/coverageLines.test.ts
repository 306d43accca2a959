import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CoverageReport, MissingPool } from '../../../../src/api/arbscope/coverage.ts';
import {
  type CoverageResult,
  coverageDocument,
  coverageLines,
} from '../../../../src/backend/commands/coverageLines.ts';
import { lineAndColumn } from '../../../../src/backend/commands/lineAndColumn.ts';
import { parseConfig } from '../../../../src/botConfig/parseConfig.ts';
import { usdcMint, wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { arbscopeSample } from '../../../arbscopeDouble.ts';

const one = wrappedSolMint;
const two = usdcMint;
const text = `# mine\n\n[[group]]\nmarkets = ["${one}"]\n\n[[group]]\nmarkets = ["${two}"]\n`;

const figures = (transactions: number, usd: number) => ({
  transactions,
  revenues_usd: 2 * usd,
  net_gains_usd: usd,
});

function report(changes: Partial<CoverageReport> = {}): CoverageReport {
  return {
    ...arbscopeSample('coverage'),
    window: { from: '2026-11-21T14:00:00Z', to: '2026-11-22T14:00:00Z', coverage: 0.98 },
    total: figures(100, 1_000),
    covered: figures(40, 552),
    causes: [
      { cause: 'no-net-gain', ...figures(7, 0) },
      { cause: 'base-mint', ...figures(10, 48) },
      { cause: 'missing-pool', ...figures(30, 300) },
      { cause: 'different-groups', ...figures(20, 100) },
    ],
    assumed: [{ provider: 'JITO', number: 90, tips: 1_000, fees: 7_000 }],
    groups: [
      { ...figures(40, 552), newest: null },
      { ...figures(0, 0), newest: null },
    ],
    pools: [
      { address: one, ...figures(60, 700), newest: null },
      { address: two, ...figures(3, 5), newest: null },
    ],
    missing_pools: [],
    ...changes,
  };
}

function result(changes: Partial<CoverageReport> = {}, more: Partial<CoverageResult> = {}) {
  const { config } = parseConfig(text);
  assert.ok(config);
  return {
    file: { name: 'bot.toml', text, config, unreadable: [] },
    report: report(changes),
    percentile: undefined,
    atLeast: undefined,
    origin: 'recorded',
    ...more,
  };
}

describe('The coverage of a config as text', () => {
  it('adds up to the net gain of the window, with each cause', () => {
    assert.deepEqual(coverageLines(result()), [
      'Coverage of bot.toml (NotArb, TOML; 2 groups, 2 pools)',
      'Window: 2026-11-21 14:00:00 UTC to 2026-11-22 14:00:00 UTC (24 h), 98% of its blocks indexed',
      'Source: recorded; n = 100 arbitrages with a net gain',
      'Costs: tips and fees as paid',
      '',
      'Could have taken, at most: $552.00 net of $1,000.00 (55.2%)',
      'At most, as other bots would have competed for the same arbitrages.',
      '',
      '                           Arbitrages  Gross gain   Net gain  Share',
      'Covered                            40   $1,104.00    $552.00  55.2%',
      'Pool not in the file               30     $600.00    $300.00    30%',
      'Pools in different groups          20     $200.00    $100.00    10%',
      'Base token not allowed             10      $96.00     $48.00   4.8%',
      'All with a net gain               100   $2,000.00  $1,000.00   100%',
      'Without a net gain                  7',
      '',
      'Entries without an arbitrage in the indexed part: 1 of 2',
      '  line 6: 1 pool',
    ]);
  });

  it('shows no figures for a window without indexed blocks', () => {
    const window = { ...report().window, coverage: null };
    const lines = coverageLines(result({ window }, { atLeast: 0 })).join('\n');
    assert.match(lines, /0% of its blocks indexed/);
    assert.match(lines, /the figures are unknown/);
    assert.doesNotMatch(lines, /\$/);
    assert.match(lines, /unknown, so it does not reach 0%/);
    const document = coverageDocument(result({ window }, { atLeast: 0 }));
    const { covered_percent, is_met, entries_without_arbitrage } = document;
    assert.deepEqual([covered_percent, is_met, entries_without_arbitrage], [null, false, null]);
  });

  it('has no share of a window without a net gain', () => {
    const total = figures(0, 0);
    const lines = coverageLines(result({ total, covered: total })).join('\n');
    assert.match(lines, /at most: \$0\.00 net of \$0\.00 \(unknown\)/);
    assert.equal(coverageDocument(result({ total, covered: total })).covered_percent, null);
  });

  it('states the assumed tips and fees with their sample sizes', () => {
    const lines = coverageLines(result({}, { percentile: 'p75' }));
    assert.ok(
      lines.includes(
        'Costs: tips and fees at p75 of each provider: JITO tip 1,000 lamports, fee 7,000 lamports (n = 90)',
      ),
      lines.join('\n'),
    );
  });

  it('lists ten missing pools with the gain of each and the cumulative coverage', () => {
    const [sample] = arbscopeSample('coverage').missing_pools as [MissingPool];
    const missing = Array.from({ length: 12 }, (_, at) => ({
      ...sample,
      pool: `pool${at}`,
      amm_name: 'Orca Whirlpool',
      mints: [one, 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263'],
      symbols: ['SOL', ''],
      adds: figures(3, 50),
      covers_usd: 602,
    }));
    const lines = coverageLines(result({ missing_pools: missing }));
    const row = '  pool0  Orca Whirlpool  SOL–DezX…B263    $50.00        60.2%';
    assert.ok(lines.includes(row), lines.join('\n'));
    assert.equal(lines.filter((line) => line.includes('Orca')).length, 10);
    const [first, ...rest] = missing;
    assert.ok(first !== undefined);
    const together = [{ ...first, adds: figures(0, 0) }, ...rest];
    const paired = coverageLines(result({ missing_pools: together })).join('\n');
    assert.match(paired, / pool0 .* with the next *\n *pool1 .* \$50\.00 /);
  });
});

describe('The line and column of an invalid config entry', () => {
  it('start at 1, with the line endings of every system', () => {
    for (const newline of ['\n', '\r\n', '\r']) {
      const lines = ['ab', 'cdé', ''].join(newline);
      assert.deepEqual(lineAndColumn(lines, 0), { line: 1, column: 1 });
      assert.deepEqual(lineAndColumn(lines, lines.indexOf('é')), { line: 2, column: 3 });
      assert.deepEqual(lineAndColumn(lines, lines.length), { line: 3, column: 1 });
    }
  });
});
