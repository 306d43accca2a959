import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seriesKey } from '../../../../src/webview/messages/percentiles.ts';
import { chartModel, type ModelOptions } from '../../../../src/webview/percentiles/chartModel.ts';
import { withMarket } from '../../../../src/webview/percentiles/marketSeries.ts';
import { otherMint, percentileResponse, series } from './samples.ts';

const options: ModelOptions = {
  solUnit: 'lamports',
  solPriceUsd: 200,
  percent: 75,
  hidden: new Set(),
  drawn: new Set(),
};

test('p75 is 750,000 lamports, 0.00075 SOL or 15 cents, and is copied as lamports', () => {
  for (const [solUnit, words] of [
    ['lamports', '750,000 lamports'],
    ['SOL', '0.00075 SOL'],
    ['USD', '$0.15'],
  ] as const) {
    const [group] = chartModel([percentileResponse([series()])], { ...options, solUnit }).groups;
    const marker = group?.windows[0]?.lines[0]?.marker;
    assert.ok(group && marker);
    assert.equal(group.display.format(marker.value), words);
    assert.equal(marker.lamports, 750_000n);
  }
});

test('an amount between two percentiles is rounded up to whole lamports', () => {
  const line = series({ values: [0, 0, 0, 0, 0, 0, 0, 10, 13, 20, 30, 40] });
  const [group] = chartModel([percentileResponse([line])], options).groups;
  // Half way from 10 to 13.
  assert.equal(group?.windows[0]?.lines[0]?.marker?.lamports, 12n);
});

test('amounts stay in SOL if its price is unknown', () => {
  const model = chartModel([percentileResponse([series()])], {
    ...options,
    solUnit: 'USD',
    solPriceUsd: null,
  });
  assert.equal(model.groups[0]?.display.title, 'SOL');
});

test('zero is drawn and a missing value is not', () => {
  const values = [0, null, 200, 300, 400, 500, 600, 700, 800, 900, 1_500, Number.NaN];
  const [group] = chartModel([percentileResponse([series({ values })])], options).groups;
  const shown = group?.windows[0]?.lines[0]?.values;
  assert.equal(shown?.[0], 0);
  assert.equal(shown?.[1], null);
  assert.equal(shown?.[11], null);
});

test('a sample under 30 is marked, and the amount of an empty one is unknown', () => {
  const lines = [
    series({ provider: 'FAST', sample: 29 }),
    series({ provider: 'JITO', sample: 30 }),
    series({ provider: 'BLOX', sample: 0, values: Array(12).fill(null) }),
  ];
  const { legend } = chartModel([percentileResponse(lines)], options);
  const byProvider = new Map(legend.map(({ label, lines: [line] }) => [label, line]));
  assert.equal(byProvider.get('FAST')?.isSmallSample, true);
  assert.equal(byProvider.get('JITO')?.isSmallSample, false);
  assert.equal(byProvider.get('BLOX')?.marker, null);
});

test('lamports, percentages and other mints never share an axis', () => {
  const lines = [
    series({ provider: 'BLOX', unit: 'percentage', values: Array(12).fill(12.5) }),
    series({ provider: 'FAST', mint: otherMint, symbol: 'USDC', unit: 'smallest-unit' }),
    series({ provider: 'JITO' }),
  ];
  const { groups, legend } = chartModel([percentileResponse(lines)], options);
  assert.deepEqual(
    groups.map(({ unit, windows }) => [unit, windows[0]?.lines.map(({ label }) => label)]),
    [
      ['lamports', ['JITO']],
      ['percentage', ['BLOX · SOL']],
      ['smallest-unit', ['FAST · USDC']],
    ],
  );
  assert.equal(groups[1]?.windows[0]?.lines[0]?.marker?.lamports, null);
  assert.deepEqual(
    legend.map(({ label }) => label),
    ['JITO', 'BLOX · SOL', 'FAST · USDC'],
  );
});

test('two windows are shown together, and lines have the same style in both', () => {
  const both = chartModel(
    [
      percentileResponse([series({ provider: 'JITO' }), series({ provider: 'FAST' })]),
      percentileResponse([series({ provider: 'FAST', sample: 7 })], { windowSeconds: 86_400 }),
    ],
    options,
  );
  const [first, second] = both.groups[0]?.windows ?? [];
  assert.equal(first?.lines.length, 2);
  assert.deepEqual(first?.lines[1]?.style, second?.lines[0]?.style);
  assert.deepEqual(
    both.legend.map(({ label, lines }) => [
      label,
      lines.map((each) => each?.series.sample ?? null),
    ]),
    [
      ['JITO', [1_234, null]],
      ['FAST', [1_234, 7]],
    ],
  );
});

test('a hidden line is not drawn but stays in the list', () => {
  const lines = [series({ provider: 'JITO' }), series({ provider: 'FAST' })];
  const [jito] = chartModel([percentileResponse(lines)], options).legend;
  const model = chartModel([percentileResponse(lines)], {
    ...options,
    hidden: new Set([jito?.key ?? '']),
  });
  assert.deepEqual(
    model.groups[0]?.windows[0]?.lines.map(({ label }) => label),
    ['FAST'],
  );
  assert.equal(model.legend[0]?.isDrawn, false);
});

test('36 providers are distinguishable without colour, and names with markup are text', () => {
  const hostile = ['<script>', '__proto__', 'constructor', '\u202ekcolB', 'a'.repeat(10_000)];
  const names = [...hostile, ...Array.from({ length: 31 }, (_, at) => `PROVIDER_${at}`)];
  const { legend } = chartModel(
    [percentileResponse(names.map((provider) => series({ provider })))],
    options,
  );
  assert.equal(legend.length, 36);
  const looks = legend.map(({ style }) => `${style.color} ${style.shape} ${style.pattern}`);
  assert.equal(new Set(looks).size, 36);
});

test('empty responses and 2^64-1, negative and infinite values are supported', () => {
  assert.deepEqual(chartModel([percentileResponse([])], options), { groups: [], legend: [] });
  const values = [2 ** 64, -1, Number.POSITIVE_INFINITY, 0, 1, 2, 3, 4, 5, 6, 7, 8];
  const [group] = chartModel([percentileResponse([series({ values })])], options).groups;
  assert.deepEqual(group?.amounts.slice(0, 3), [2 ** 64, -1, 0]);
});

test('the legend lists the market first, then lines by sample size', () => {
  const lines = [31, 104, 29, 53].map((sample, at) => series({ provider: `P${at}`, sample }));
  const query = { providers: [], wallets: [] };
  const responses = withMarket(query, [percentileResponse(lines)]);
  const { legend } = chartModel(responses, options);
  assert.deepEqual(
    legend.map(({ label, lines: [line] }) => [label, line?.series.sample]),
    [
      ['≈ Market', 217],
      ['P1', 104],
      ['P3', 53],
      ['P0', 31],
      ['P2', 29],
    ],
  );
});

test('a line with fewer than 30 transactions is drawn only if the user enables it', () => {
  const lines = [30, 29, 40].map((sample, at) => series({ provider: `P${at}`, sample }));
  const draw = (changes: Partial<ModelOptions>) => {
    const { groups, legend } = chartModel([percentileResponse(lines)], { ...options, ...changes });
    const drawn = groups[0]?.windows[0]?.lines.map(({ label }) => label);
    return [drawn, legend.filter(({ isSmall }) => isSmall).map(({ label }) => label)];
  };
  const key = seriesKey(series({ provider: 'P1' }));
  assert.deepEqual(draw({}), [['P2', 'P0'], ['P1']]);
  assert.deepEqual(draw({ drawn: new Set([key]) }), [['P2', 'P0', 'P1'], ['P1']]);
});

test('the first line is drawn even if every sample is small', () => {
  const lines = [3, 7].map((sample, at) => series({ provider: `P${at}`, sample }));
  const { groups } = chartModel([percentileResponse(lines)], options);
  assert.deepEqual(
    groups[0]?.windows[0]?.lines.map(({ label }) => label),
    ['P1'],
  );
});
