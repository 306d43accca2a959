import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { ArbitrageSummary } from '../../src/api/arbscope/arbitrages.ts';
import type { ArbscopeService } from '../../src/api/arbscope/arbscopeService.ts';
import {
  type CoverageFigures,
  type CoverageReport,
  coveragePercentiles,
} from '../../src/api/arbscope/coverage.ts';
import { decodeBlock } from '../../src/engine/decode/decodeBlock.ts';
import { Engine } from '../../src/engine/engine.ts';
import { PriceTracker } from '../../src/engine/prices/priceTracker.ts';
import { SimulatedSource } from '../../src/engine/sandbox/simulatedSource.ts';
import { RecordedSource } from '../../src/engine/sources/recordedSource.ts';
import { computeValuation, storedFigures } from '../../src/engine/store/recordValuation.ts';
import { wrappedSolMint } from '../../src/solana/baseMints.ts';
import { readChainEntry } from '../readChainEntry.ts';
import { sharedData, skipWithout } from '../sharedData.ts';
import {
  coverageByHand,
  coveredByHand,
  type HandParameters,
  netGainsByHand,
  type SeenArbitrage,
  talliesOf,
} from './coverageByHand.ts';
import { random } from './random.ts';

type Below = ReturnType<typeof random>;

function oneOf<Value>(values: readonly Value[], below: Below): Value {
  const at = below(values.length);
  return values.slice(at, at + 1)[0] as Value;
}

/** Groups that cover part of the market, with shared pools and untraded pools. */
function randomParameters(
  market: readonly SeenArbitrage[],
  pools: readonly string[],
  below: Below,
): HandParameters & { readonly percentile: (typeof coveragePercentiles)[number] | undefined } {
  const groups = Array.from({ length: below(6) }, () =>
    [
      ...new Set([
        ...Array.from({ length: below(8) }, () => [...oneOf(market, below).pools]).flat(),
        ...Array.from({ length: below(30) }, () => oneOf(pools, below)),
        ...(below(3) === 0 ? ['11111111111111111111111111111111'] : []),
      ]),
    ].filter((each) => each !== ''),
  );
  const percentile = oneOf([undefined, ...coveragePercentiles], below);
  return {
    groups,
    bases: below(2) === 0 ? [] : [oneOf(market, below).base],
    percentile,
    percent: percentile === undefined ? null : Number(percentile.slice(1)),
  };
}

/** Relative: of doubles that are added in another order. */
const exact = 1e-9;
/** The SOL price by hand is a ratio of whole lamports. */
const ofLamports = 1e-6;

function assertNear(
  actual: CoverageFigures,
  expected: CoverageFigures,
  { what, precision }: { readonly what: string; readonly precision: number },
): void {
  assert.equal(actual.transactions, expected.transactions, what);
  for (const member of ['revenues_usd', 'net_gains_usd'] as const) {
    const tolerance = precision * Math.max(1, Math.abs(expected[member]));
    assert.ok(
      Math.abs(actual[member] - expected[member]) <= tolerance,
      `${what}: ${member} ${actual[member]}, by hand ${expected[member]}`,
    );
  }
}

function assertSame(
  report: CoverageReport,
  market: readonly SeenArbitrage[],
  net: readonly number[],
  parameters: HandParameters,
  precision: number,
): void {
  const byHand = coverageByHand(market, net, parameters);
  const told = talliesOf(report);
  for (const [key, figures] of told) assertNear(figures, byHand.of(key), { what: key, precision });
  const tokens = [...byHand.byKey.keys()].filter((key) => key.startsWith('token '));
  assert.equal(report.missed_tokens.length, Math.min(100, tokens.length));
  const { causes, covered, total } = report;
  const misses = causes.filter(({ cause }) => cause !== 'no-net-gain' && cause !== 'unknown-gain');
  assert.equal(
    misses.reduce((sum, each) => sum + each.transactions, covered.transactions),
    total.transactions,
  );
}

function assertAdditions(
  { missing_pools: rows, covered }: CoverageReport,
  market: readonly SeenArbitrage[],
  net: readonly number[],
  parameters: HandParameters,
  precision: number,
): void {
  const groups = parameters.groups.map((group) => [...group]);
  const { length } = groups;
  let before: CoverageFigures = covered;
  for (const { pool, group, new_group: newGroup, adds, covers_usd: coversUsd } of rows) {
    assert.ok(!groups.some((each) => each.includes(pool)), 'a pool is added once');
    const at = group ?? length + (newGroup ?? Number.NaN);
    groups[at] = [...(groups[at] ?? []), pool];
    const now = coveredByHand(market, net, { ...parameters, groups });
    assertNear(adds, difference(now, before), { what: `${pool} in ${at}`, precision });
    assert.ok(Math.abs(coversUsd - now.net_gains_usd) <= 1e-9 * Math.max(1, coversUsd));
    before = now;
  }
  const last = rows.at(-1);
  if (last !== undefined) assert.ok(last.adds.transactions > 0, 'no row for nothing');
}

const difference = (one: CoverageFigures, other: CoverageFigures): CoverageFigures => ({
  transactions: one.transactions - other.transactions,
  revenues_usd: one.revenues_usd - other.revenues_usd,
  net_gains_usd: one.net_gains_usd - other.net_gains_usd,
});

/** Asserts that no single pool in any group adds more than the first rows do on average. */
function assertBestFirst(
  { missing_pools: rows, covered }: CoverageReport,
  market: readonly SeenArbitrage[],
  net: readonly number[],
  { groups, bases }: HandParameters,
): void {
  const first = rows.findIndex(({ adds }) => adds.transactions > 0);
  const perPool = (rows[first]?.adds.net_gains_usd ?? 0) / (first + 1);
  const listed = new Set(groups.flat());
  const gains = new Map<string, number>();
  market.forEach(({ base, pools }, at) => {
    if ((net[at] ?? 0) <= 0 || (bases.length > 0 && !bases.includes(base))) return;
    const missing = [...pools].filter((pool) => !listed.has(pool));
    if (missing.length !== 1 || missing[0] === '') return;
    groups.forEach((group, index) => {
      if (![...pools].every((pool) => pool === missing[0] || group.includes(pool))) return;
      const key = `${missing[0]} ${index}`;
      gains.set(key, (gains.get(key) ?? 0) + (net[at] ?? 0));
    });
  });
  assert.ok(covered.transactions >= 0);
  for (const [key, gain] of gains) assert.ok(gain <= perPool * (1 + 1e-9) + 1e-9, key);
}

async function compare(
  service: ArbscopeService,
  market: readonly SeenArbitrage[],
  below: Below,
  { rounds, precision }: { readonly rounds: number; readonly precision: number },
): Promise<void> {
  const times = market.map(({ timeSeconds }) => timeSeconds);
  const [oldest, newest] = [Math.min(...times), Math.max(...times)];
  const pools = [...new Set(market.flatMap((each) => [...each.pools]))].filter(
    (each) => each !== '',
  );
  for (let round = 0; round < rounds; round++) {
    const { percentile, ...parameters } = randomParameters(market, pools, below);
    const isWhole = round % 2 === 0;
    const from = isWhole ? oldest : oldest + below(newest - oldest + 1);
    const to = isWhole ? newest : from + below(newest - from + 1);
    const report = await service.coverage({
      groups: parameters.groups.map((group) => [...group]),
      base_mints: [...parameters.bases],
      ...(percentile === undefined ? {} : { percentile }),
      from,
      to,
      missing: 12,
    });
    const window = market.filter((each) => each.timeSeconds >= from && each.timeSeconds <= to);
    const net = netGainsByHand(window, parameters.percent);
    assertSame(report, window, net, parameters, precision);
    assertBestFirst(report, window, net, parameters);
    if (round < 6) assertAdditions(report, window, net, parameters, precision);
  }
}

const blocks = sharedData('data', 'blocks');
describe('Coverage equals an independent count', { timeout: 120_000 }, () => {
  const engines: Engine[] = [];
  after(async () => {
    for (const engine of engines) await engine.close();
  });

  test('of decoded mainnet blocks', { skip: skipWithout(blocks) }, async () => {
    const folder = blocks ?? '';
    const market: SeenArbitrage[] = [];
    const prices = new PriceTracker();
    for (const name of readdirSync(folder).sort()) {
      if (!name.endsWith('.json.gz')) continue;
      const file = await readChainEntry(join(folder, name));
      assert.ok(file.kind === 'block');
      const decoded = decodeBlock(file.slot, file.block);
      const timeSeconds = decoded.blockTimeSeconds ?? 0;
      prices.observe(decoded, timeSeconds);
      for (const record of decoded.records) {
        if (record.type !== 'arbitrage') continue;
        const figures = computeValuation(record, prices);
        const tips = record.tips.filter(({ mint }) => mint === wrappedSolMint);
        market.push({
          timeSeconds,
          base: record.baseMint ?? '',
          provider: figures.provider,
          pools: new Set(record.legs.map(({ pool }) => pool ?? '')),
          tokens: new Set(
            record.legs
              .flatMap(({ inputMint, outputMint }) => [inputMint, outputMint])
              .filter((mint) => mint !== record.baseMint),
          ),
          ...storedFigures(figures),
          feeLamports: Number(record.feeLamports),
          tipLamports: tips.reduce((sum, { amount }) => sum + Number(amount), 0),
          solPriceUsd: prices.priceOf(wrappedSolMint)?.priceUsd ?? 0,
        });
      }
    }
    assert.ok(market.length >= 16);
    const engine = await Engine.open({
      source: new RecordedSource([folder]),
      store: ':memory:',
    });
    engines.push(engine);
    assert.deepEqual((await engine.arbscope.status({})).offers.includes('coverage'), true);
    await compare(engine.arbscope, market, random(7), { rounds: 200, precision: exact });
  });

  test('of the arbitrages of a day in the Sandbox', async () => {
    const source = new SimulatedSource({ seed: 3, nowMilliseconds: Date.UTC(2026, 0, 2, 12) });
    const engine = await Engine.open({ source, store: ':memory:' });
    engines.push(engine);
    const to = Math.floor((engine.nowMilliseconds ?? 0) / 1_000);
    const market: SeenArbitrage[] = [];
    const gains: ArbitrageSummary[] = [];
    let cursor: string | null = null;
    do {
      const page = await engine.arbscope.arbitrages({
        outcomes: ['gain', 'loss'],
        limit: 200,
        to,
        ...(cursor === null ? {} : { cursor }),
      });
      for (const each of page.arbitrages) {
        if (each.type !== 'arbitrage') continue;
        market.push({
          timeSeconds: Date.parse(each.timestamp ?? '') / 1_000,
          base: each.base,
          provider: each.provider,
          pools: new Set(each.pools.map(({ pool }) => pool)),
          tokens: new Set(each.mints.map(({ mint }) => mint).filter((mint) => mint !== each.base)),
          revenuesUsd: each.revenues_usd,
          profitsUsd: each.net_gains_usd,
          feeLamports: Number(each.fees),
          tipLamports: Number(each.tips),
          solPriceUsd: 0,
        });
        gains.push(each);
      }
      cursor = page.next;
    } while (cursor !== null);
    // A block has one price, and its largest gain is rounded least.
    const largest = new Map<number, (typeof gains)[number]>();
    for (const gain of gains) {
      const { block_number: slot, net_gains_sol: sol } = gain;
      if (Math.abs(sol) > Math.abs(largest.get(slot)?.net_gains_sol ?? 0)) largest.set(slot, gain);
    }
    const priced = market.map((seen, at) => {
      const gain = largest.get(gains[at]?.block_number ?? 0);
      assert.ok(gain !== undefined);
      return { ...seen, solPriceUsd: gain.net_gains_usd / gain.net_gains_sol };
    });
    assert.ok(market.length > 1_000, `${market.length} arbitrages`);
    await compare(engine.arbscope, priced, random(11), { rounds: 40, precision: ofLamports });
  });
});
