import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  coverageLine,
  figuresLine,
} from '../../../../../src/extension/botConfig/coverage/coverageTexts.ts';
import {
  configFigures,
  poolsBetween,
} from '../../../../../src/extension/botConfig/coverage/entryFigures.ts';
import { configOf, figures, reportOf } from './coverages.ts';

const day = 86_400;
const atOnce = async () => undefined;

describe('The figures of a config', () => {
  const config = configOf(['a', 'b', 'dead'], ['c']);
  const report = reportOf({ a: 5, b: 9, dead: 0, c: 3 }, [7, 12]);

  test('rank entries, and the pools of each entry, by net gains', async () => {
    const { entries, pools, rankedEntries } = await configFigures(config, report, atOnce);
    assert.deepEqual(
      entries.map((entry) => entry.figures?.rank),
      [2, 1],
    );
    assert.equal(rankedEntries, 2);
    assert.deepEqual(
      pools.map(({ address, rank, of }) => [address, rank, of]),
      [
        ['a', 2, 2],
        ['b', 1, 2],
        ['dead', 0, 2],
        ['c', 1, 1],
      ],
    );
  });

  test('call a pool dead only if at least 90 % of the window is indexed', async () => {
    const deadOf = async (indexed: number | null) => {
      const partly = reportOf({ a: 5, b: 9, dead: 0, c: 3 }, [7, 12], indexed);
      return (await configFigures(config, partly, atOnce)).deadPools;
    };
    assert.deepEqual(await deadOf(0.9), ['dead']);
    assert.deepEqual(await deadOf(0.89), []);
    assert.deepEqual(await deadOf(null), []);
  });

  test('give no figures to an entry that belongs to several groups', async () => {
    const flat = {
      ...config,
      groups: [
        { entries: [0], pools: ['a'] },
        { entries: [0], pools: ['b'] },
      ],
    };
    assert.equal((await configFigures(flat, report, atOnce)).entries[0]?.figures, null);
  });

  test('can be searched for the visible part of 5,000 pools', async () => {
    const many = Array.from({ length: 5_000 }, (_each, index) => `pool${index}`);
    const gains = Object.fromEntries(many.map((address, index) => [address, index]));
    const { pools } = await configFigures(configOf(many), reportOf(gains, [1]), atOnce);
    assert.deepEqual(
      poolsBetween(pools, 20_000, 20_020).map(({ address }) => address),
      ['pool2000', 'pool2001', 'pool2002'],
    );
    assert.deepEqual(poolsBetween(pools, 60_000, 70_000), []);
  });

  test('of 5,000 pools are computed in batches that yield to the editor', async () => {
    const many = Array.from({ length: 5_000 }, (_each, index) => `pool${index}`);
    let readInTurn = 0;
    let mostInTurn = 0;
    const counted = (address: string) => ({
      get address() {
        readInTurn += 1;
        mostInTurn = Math.max(mostInTurn, readInTurn);
        return address;
      },
    });
    const [entry] = configOf(many).entries;
    const lists = entry?.lists.map((list) => ({
      ...list,
      pools: list.pools.map(({ address, range }) =>
        Object.defineProperties(
          { address, range },
          Object.getOwnPropertyDescriptors(counted(address)),
        ),
      ),
    }));
    const found = await configFigures(
      { ...configOf(many), entries: entry === undefined ? [] : [{ ...entry, lists: lists ?? [] }] },
      reportOf(Object.fromEntries(many.map((address) => [address, 1])), [1]),
      async () => {
        readInTurn = 0;
      },
    );
    assert.equal(found.pools.length, 5_000);
    assert.ok(mostInTurn > 0 && mostInTurn <= 500, `${mostInTurn} pools at once`);
  });
});

describe('The lens of a config', () => {
  test('shows the maximum covered share of net gains, with window and sample size', () => {
    assert.equal(
      coverageLine(reportOf({}, []), day),
      'Covers 55.2% of net gains: at most $110 of $200 · 24 h · n = 100',
    );
  });

  test('says that coverage is unknown if nothing is indexed', () => {
    const line = coverageLine(reportOf({}, [], null), day);
    assert.equal(line, 'Coverage unknown: nothing of 24 h is indexed');
  });

  test('shows bounds for a service with rollups only', () => {
    const line = coverageLine(
      {
        ...{ kind: 'bounds', total: null, groups: [], pools: [], missing_pools: [] },
        window: { from: '', to: '', coverage: null },
        covered: { lower: figures(0, 0), upper: figures(3, 41) },
      },
      day,
    );
    assert.equal(line, 'Covers between $0 and $41 of net gains, from the service’s rollups · 24 h');
  });

  test('shows an entry’s gains, transactions, rank and last arbitrage', () => {
    const now = Date.parse('2026-01-02T00:00:00Z');
    const newest = '2026-01-01T23:59:48Z';
    const ranked = { ...figures(17_140, 7_694), newest, rank: 1 };
    assert.equal(
      figuresLine(ranked, { windowSeconds: day, now, of: 6 }),
      '$7,694 net · 17,140 tx · #1 of 6 · 12 s ago',
    );
    const none = { ...figures(0, 0), rank: 0 };
    assert.equal(figuresLine(none, { windowSeconds: day, now }), 'no arbitrage in 24 h');
  });
});
