import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { finderProviders } from '../../src/api/enumerations.ts';
import type { ExpectedRecord } from '../../src/engine/sandbox/expectedRecord.ts';
import { type SimulatedBlock, SimulatedMarket } from '../../src/engine/sandbox/simulatedMarket.ts';
import { ammPrograms } from '../../src/solana/knownPrograms.ts';

const start = 1_790_000_040;

function* day(market: SimulatedMarket): Generator<SimulatedBlock> {
  for (let second = start; second < start + 86_400; second += 60) {
    yield market.block(second, second + 59);
  }
}

suite('A day of the simulated market', () => {
  const intents: ExpectedRecord[] = [];
  const market = new SimulatedMarket(1);
  const perHour = new Map<number, number>();
  for (const { block, expectedRecords: meant } of day(market)) {
    const hour = Math.floor((block.blockTime ?? 0) / 3_600);
    perHour.set(hour, (perHour.get(hour) ?? 0) + meant.length);
    intents.push(...meant);
  }
  const arbitrages = intents.filter(({ kind }) => kind === 'arbitrage');
  const count = (kind: ExpectedRecord['kind']) =>
    intents.filter((each) => each.kind === kind).length;

  test('generates at least 20,000 arbitrages a day, with failures and the other classes', () => {
    assert.ok(arbitrages.length >= 20_000, String(arbitrages.length));
    assert.ok(count('failed') > arbitrages.length, String(count('failed')));
    assert.ok(count('bot-no-profit') > 500);
    assert.ok(count('circular-with-loss') > 300);
    assert.ok(count('swap') > 3_000);
    assert.equal(new Set(intents.map(({ signature }) => signature)).size, intents.length);
  });

  test('has tips to every provider of the finder filter, and transactions without a tip', () => {
    const tipped = Map.groupBy(arbitrages, ({ tip }) => tip?.provider);
    for (const provider of finderProviders) {
      if (provider === 'ALL') continue;
      assert.ok((tipped.get(provider)?.length ?? 0) > 50, provider);
    }
    assert.ok((tipped.get(undefined)?.length ?? 0) > 500);
    assert.ok(arbitrages.some(({ tip }) => tip?.inner));
  });

  test('has wallets with both bot families, with their own programs and with a router', () => {
    const byFamily = Map.groupBy(arbitrages, ({ bot }) =>
      bot?.family === bot?.program && bot !== null ? 'own program' : bot?.family,
    );
    for (const [family, least] of [
      ['SMB', 10],
      ['NOTARB', 10],
      ['own program', 5],
      [undefined, 5],
    ] as const) {
      const wallets = new Set(byFamily.get(family)?.map(({ wallet }) => wallet));
      assert.ok(wallets.size >= least, `${wallets.size} of ${family}`);
    }
    assert.ok(arbitrages.some(({ botFee }) => botFee !== null));
  });

  test('has a few dozen tokens and a few hundred pools, on real programs', () => {
    assert.ok(market.tokens.length >= 36);
    assert.ok(market.pools.all.length >= 250);
    const programs = new Set(arbitrages.flatMap(({ legs }) => legs.map(({ program }) => program)));
    assert.ok(programs.size >= 8);
    const families = [...programs].map((program) => ammPrograms.get(program)?.family);
    for (const family of ['raydium', 'meteora', 'orca', 'pump']) {
      assert.ok(families.includes(family), family);
    }
  });

  test('has routes of two to five and more legs, mostly from SOL, some from USDC, few from USDT', () => {
    const lengths = new Set(arbitrages.map(({ legs }) => legs.length));
    for (const length of [2, 3, 4, 5]) assert.ok(lengths.has(length), String(length));
    const bases = Map.groupBy(arbitrages, ({ baseMint }) => baseMint);
    const [sol = 0, usdc = 0, usdt = 0] = market.tokens
      .slice(0, 3)
      .map(({ mint }) => bases.get(mint)?.length ?? 0);
    assert.ok(sol > usdc && usdc > usdt && usdt > 0);
  });

  test('has popular and quiet tokens, and a mint with transfer fees', () => {
    const uses = new Map<string, number>();
    for (const { legs } of arbitrages) {
      for (const mint of new Set(legs.map(({ outputMint }) => outputMint))) {
        uses.set(mint, (uses.get(mint) ?? 0) + 1);
      }
    }
    const ordered = market.tokens.map(({ mint }) => uses.get(mint) ?? 0).sort((a, b) => b - a);
    assert.ok((ordered[3] ?? 0) > 10 * (ordered[30] ?? 0) || ordered.at(-1) === 0);
    const taxed = market.tokens.find(({ transferFeeBasisPoints }) => transferFeeBasisPoints > 0);
    assert.ok(taxed && (uses.get(taxed.mint) ?? 0) > 0);
  });

  test('varies over the day: the busiest hour has twice the activity of the quietest', () => {
    const hours = [...perHour.values()].filter((transactions) => transactions > 300);
    assert.ok(Math.max(...hours) > 1.8 * Math.min(...hours));
  });
});
