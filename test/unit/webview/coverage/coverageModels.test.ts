import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatSignedUsdShort, formatUsdShort } from '../../../../src/api/format.ts';
import { coverageCsv } from '../../../../src/webview/coverage/coverageCsv.ts';
import {
  bestOutcome,
  countCombinations,
  isTooMany,
  parseSettingValues,
  settingsText,
} from '../../../../src/webview/coverage/exportSettings.ts';
import { formatShareOf, pairName } from '../../../../src/webview/coverage/format.ts';
import { entryRows, poolRows, replayedRows } from '../../../../src/webview/coverage/gainRows.ts';
import {
  barSegments,
  boundsShares,
  reportShares,
  sampleOf,
} from '../../../../src/webview/coverage/gainShares.ts';
import {
  poolCountByKey,
  poolCurve,
  shareDomain,
} from '../../../../src/webview/coverage/poolCurve.ts';
import { replayChart } from '../../../../src/webview/coverage/replayChart.ts';
import {
  sampleAddress,
  sampleBounds,
  sampleCoverage,
  sampleReplay,
  sampleReport,
  sampleSettings,
} from './sampleCoverage.ts';

const asPaid = { percentile: null };

describe('The parts of the net gain', () => {
  const shares = reportShares(sampleReport(), { percentile: 'p75' });

  test('add up to all of it, and to all arbitrages of the window', () => {
    assert.equal(
      shares.reduce((sum, { netGainsUsd }) => sum + (netGainsUsd ?? 0), 0),
      sampleReport().total.net_gains_usd,
    );
    const sample = shares.reduce((sum, { transactions }) => sum + transactions, 0);
    assert.deepEqual([sample, sampleOf(sampleReport())], [72_184, 72_184]);
    const segments = barSegments(shares);
    assert.equal(segments[0]?.from, 0);
    assert.ok(Math.abs((segments.at(-1)?.to ?? 0) - 1) < 1e-9);
  });

  test('exclude arbitrages without a net gain from the bar, and name the percentile', () => {
    assert.deepEqual(
      barSegments(shares).map(({ share }) => share.kind),
      ['covered', 'missing-pool', 'different-groups', 'base-mint'],
    );
    assert.equal(shares.at(-1)?.label, 'No net gain at p75');
    assert.equal(reportShares(sampleReport(), asPaid).at(-1)?.label, 'No net gain');
    assert.equal(shares.at(-1)?.netGainsUsd, null);
  });

  test('of bounds are certain, possible and impossible coverage', () => {
    const { coverage } = sampleBounds();
    assert.ok(coverage?.kind === 'bounds');
    const gains = boundsShares(coverage).map(({ netGainsUsd }) => netGainsUsd);
    assert.deepEqual(gains, [8_200, 11_200, 8_705]);
    assert.equal(boundsShares({ ...coverage, total: null }).length, 2);
  });

  test('have no bar if there is no net gain', () => {
    assert.deepEqual(barSegments(shares.map((share) => ({ ...share, netGainsUsd: 0 }))), []);
  });
});

describe('The curve of coverage by added pools', () => {
  test('begins at the current coverage and ends with all missing pools', () => {
    const points = poolCurve(sampleReport());
    assert.equal(points.length, 31);
    assert.deepEqual(points[0], { pools: 0, coveredUsd: 15_514, share: 15_514 / 28_105 });
    assert.ok((points.at(-1)?.share ?? 0) < 1);
    assert.ok(
      points.every(({ coveredUsd }, at) => coveredUsd >= (points[at - 1]?.coveredUsd ?? 0)),
    );
  });

  test('has an axis of whole steps around it, even if it is flat', () => {
    const at = (...shares: number[]) =>
      shareDomain(shares.map((share, pools) => ({ pools, coveredUsd: 0, share }))).map((each) =>
        Number(each.toFixed(2)),
      );
    assert.deepEqual(at(0.552, 0.84), [0.4, 1]);
    assert.deepEqual(at(0.05, 0.07), [0, 0.2]);
    assert.deepEqual(at(1, 1), [0.8, 1]);
    assert.deepEqual(at(0, 0), [0, 0.2]);
  });

  test('supports slider keys, within its ends', () => {
    assert.equal(poolCountByKey(0, 'ArrowLeft', 30), 0);
    assert.equal(poolCountByKey(29, 'PageUp', 30), 30);
    assert.equal(poolCountByKey(12, 'Home', 30), 0);
    assert.equal(poolCountByKey(12, 'a', 30), undefined);
    assert.equal(poolCountByKey(12, 'constructor', 30), undefined);
  });
});

describe('The replay', () => {
  test('draws the market hollow, this config filled and the compared one as ticks', () => {
    const [row] = replayChart(sampleReplay(), 'Replay').rows;
    assert.deepEqual(
      row?.series.map(({ label, kind, isHollow }) => [label, kind, isHollow === true]),
      [
        ['market', 'bars', true],
        ['A', 'bars', false],
        ['B', 'ticks', false],
      ],
    );
    assert.equal(row?.title, 'Net gain, USD per hour');
  });

  test('has no ticks without a compared config', () => {
    const replay = sampleReplay();
    const alone = { ...replay, configs: replay.configs.slice(0, 1) };
    assert.equal(replayChart(alone, 'Replay').rows[0]?.series.length, 2);
  });
});

describe('The gains of each entry', () => {
  test('are shown with the compared config’s entry of the same key, dead entries last', () => {
    const rows = entryRows(sampleCoverage());
    assert.deepEqual(
      rows.map(({ label, coveredUsd, comparedUsd, isDead }) => [
        label,
        coveredUsd,
        comparedUsd,
        isDead,
      ]),
      [
        ['BONK', 7_694, 4_431, false],
        ['JUP', 3_542, 3_114, false],
        ['POPCAT', 2_376, 2_417, false],
        ['USDC', 1_902, 1_351, false],
        ['MOTHER', 0, 0, true],
        ['SLERF', 0, 0, true],
      ],
    );
  });

  test('are missing for a config that does not have the entry', () => {
    const content = sampleCoverage();
    const groups = content.config.groups;
    const [first, ...rest] = groups;
    assert.ok(first !== undefined);
    const other = { ...first, key: 'removed', label: 'REMOVED' };
    const rows = entryRows({ ...content, compared: { label: 'B', groups: [other, ...rest] } });
    assert.equal(rows.find(({ label }) => label === 'BONK')?.comparedUsd, null);
    const removed = rows.at(-1);
    assert.deepEqual(
      [removed?.label, removed?.group, removed?.coveredUsd, removed?.comparedUsd],
      ['REMOVED', null, null, 4_431],
    );
  });

  test('come from the report if there is no replay', () => {
    const rows = entryRows(sampleCoverage({ replay: null }));
    assert.deepEqual([rows[0]?.coveredUsd, rows[0]?.comparedUsd], [7_694, null]);
  });

  test('are also listed by pool, dead ones last, and by token with the market’s', () => {
    const pools = poolRows(sampleReport());
    assert.equal(pools.length, 38);
    assert.deepEqual(
      pools.slice(-6).map(({ isDead }) => isDead),
      [true, true, true, true, true, true],
    );
    // A service's rollups have only some tokens.
    const { coverage } = sampleBounds();
    assert.ok(coverage !== null);
    assert.equal(poolRows(coverage).filter(({ isDead }) => isDead).length, 0);
    const [token] = replayedRows(sampleReplay().tokens);
    assert.deepEqual([token?.label, token?.marketUsd, token?.coveredUsd], ['BONK', 9_000, 5_400]);
  });
});

describe('The values of the export settings', () => {
  test('are whole numbers with any separator, sorted and without duplicates', () => {
    assert.deepEqual(parseSettingValues('tokens_max', '20, 10;10 5，1').values, [1, 5, 10, 20]);
  });

  test('are rejected with the reason', () => {
    const faultOf = (text: string) => parseSettingValues('refresh_seconds', text).fault;
    assert.equal(faultOf(' '), 'Enter a number');
    assert.equal(faultOf('5, 1e3'), 'Enter whole numbers, separated by commas');
    assert.equal(faultOf('-5'), 'Enter whole numbers, separated by commas');
    assert.equal(faultOf('4'), 'Enter numbers from 5 to 86,400');
    const many = Array.from({ length: 21 }, (_, at) => at + 5).join(' ');
    assert.equal(faultOf(many), 'Enter at most 20 numbers');
  });

  test('allow at most as many tokens as the Finder ranks', () => {
    assert.equal(parseSettingValues('tokens_max', '50').fault, null);
    assert.equal(parseSettingValues('tokens_max', '51').fault, 'Enter numbers from 1 to 50');
  });

  test('are at most 200 combinations', () => {
    const { axes } = sampleSettings();
    assert.equal(countCombinations(axes), 25);
    const of = (count: number) => ({
      ...axes,
      refresh_seconds: Array.from({ length: count }, (_, at) => at + 5),
    });
    assert.deepEqual([isTooMany(of(8)), isTooMany(of(9))], [false, true]);
  });

  test('with fewer tokens are better if two cover the same', () => {
    const best = bestOutcome([...(sampleSettings().outcomes ?? [])].reverse());
    assert.ok(best !== null);
    assert.equal(settingsText(best), '20 tokens, min 5 transactions, refresh 5 min, ranked by 1 h');
    assert.equal(bestOutcome([]), null);
  });
});

describe('The figures of the coverage page', () => {
  test('have no cents in sums, a plus for additions, and a dash without a total', () => {
    assert.deepEqual([0, 15_514.4, -41.2, 0.4].map(formatUsdShort), [
      '$0',
      '$15,514',
      '−$41',
      '$0.40',
    ]);
    assert.deepEqual([1_736, 0, -41].map(formatSignedUsdShort), ['+$1,736', '$0', '−$41']);
    assert.deepEqual([formatShareOf(1, 4), formatShareOf(1, 0)], ['25%', '–']);
  });

  test('name a pool by its pair, with short addresses for unknown symbols', () => {
    const pool = sampleAddress(1);
    const mints = [sampleAddress(2), sampleAddress(3)];
    assert.equal(pairName({ pool, mints, symbols: ['BONK', 'SOL'] }), 'BONK–SOL');
    assert.match(pairName({ pool, mints, symbols: ['', '\u202E'] }), /^.{4}….{4}–\\u\{202E\}$/);
    assert.match(pairName({ pool, mints: [], symbols: [] }), /^.{4}….{4}$/);
  });
});

describe('The CSV of the coverage page', () => {
  const lines = (content = sampleCoverage()) => coverageCsv(content).trim().split('\r\n');

  test('has every figure with window, percentile, config and source', () => {
    const all = lines();
    const starts = (text: string) => all.filter((line) => line.startsWith(text)).length;
    assert.equal(starts('cause,'), 12);
    assert.equal(starts('missing_pool,'), 30 * 5);
    assert.equal(starts('replay,'), 24 * 9);
    assert.equal(starts('settings,'), 25 * 7);
    assert.ok(
      all.includes(
        'covered,,,net_gains_usd,15514,2026-11-21T14:00:00.000Z,2026-11-22T14:00:00.000Z,0.979,p75,bot.toml,Sandbox: simulated data',
      ),
    );
  });

  test('has both bounds, and no figures that a service does not provide', () => {
    const all = lines(sampleBounds());
    assert.ok(all.some((line) => line.startsWith('covered,,,at_least_net_gains_usd,8200,')));
    assert.ok(all.some((line) => line.startsWith('covered,,,at_most_net_gains_usd,19400,')));
    assert.equal(all.filter((line) => /^(replay|settings|cause),/.test(line)).length, 0);
    assert.ok(all.every((line) => !line.includes('covers_usd')));
  });

  test('escapes untrusted names that a spreadsheet would run as formulas', () => {
    const report = sampleReport();
    const tokens = report.missed_tokens.map((token) => ({ ...token, symbol: '=HYPERLINK("x")' }));
    const csv = coverageCsv(sampleCoverage({ coverage: { ...report, missed_tokens: tokens } }));
    assert.ok(!/(^|,)"?=HYPERLINK/m.test(csv));
  });
});
