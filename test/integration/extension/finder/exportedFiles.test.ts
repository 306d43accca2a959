import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { memoryStore } from '../../../../src/backend/engines/sourceConfig.ts';
import { notArbPrograms } from '../../../../src/botConfig/botPrograms.ts';
import { checkConfig } from '../../../../src/botConfig/checkConfig.ts';
import type { ConfigForm, KnownPool } from '../../../../src/botConfig/model.ts';
import { parseConfig } from '../../../../src/botConfig/parseConfig.ts';
import { defaultTableLimits, type TableLimits } from '../../../../src/botConfig/tableLimits.ts';
import { Engine } from '../../../../src/engine/engine.ts';
import { SimulatedSource } from '../../../../src/engine/sandbox/simulatedSource.ts';
import { formatIds, formats } from '../../../../src/extension/finder/exports/formats/formats.ts';
import { notArbPlan } from '../../../../src/extension/finder/exports/formats/notArb.ts';
import type { FinderResponse } from '../../../../src/extension/finder/finderResponse.ts';
import { usdcMint, usdtMint, wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { options } from '../../../unit/extension/finder/exports/finderResponses.ts';

const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const nowMilliseconds = Date.UTC(2026, 6, 31, 15);

interface Market {
  readonly answer: FinderResponse;
  readonly pools: ReadonlyMap<string, KnownPool>;
}

async function openMarket(seed: number): Promise<Market> {
  const source = new SimulatedSource({ seed, nowMilliseconds }).recentHistory();
  const signal = AbortSignal.timeout(120_000);
  const engine = await Engine.open({ source, store: memoryStore, signal });
  try {
    const tokensMint = [wrappedSolMint, usdcMint];
    const request = { tokensMint, tokensMax: 20, tokensTimeRange: 3_600 };
    const result = await engine.service.finder(request, { signal });
    const pools = new Map<string, KnownPool>();
    for await (const page of engine.pools({ signal })) {
      for (const { pool, program, mintA, mintB, lookupTable } of page) {
        pools.set(pool, { program, mints: [mintA, mintB], lookupTable });
      }
    }
    const get = (pool: string) => {
      const [mintA, mintB] = pools.get(pool)?.mints ?? [];
      if (mintA === undefined || mintB === undefined) return undefined;
      return { mintA, mintB, symbolA: '', symbolB: '' };
    };
    const answer: FinderResponse = {
      ...{ result, request, source: { kind: 'sandbox', name: 'Sandbox' } },
      answeredAtMilliseconds: nowMilliseconds,
      pairs: { loaded: Promise.resolve(), get },
    };
    return { answer, pools };
  } finally {
    await engine.close();
  }
}

/** As an editor with the exporter's settings shows them. */
function problemsOf(text: string, form: ConfigForm, market: Market, tableLimits: TableLimits) {
  const { config, problems } = parseConfig(text, form === 'lookup-tables' ? { form } : {});
  assert.ok(config !== null, form);
  const against = { pools: market.pools, nowMilliseconds, tableLimits };
  return [...problems, ...checkConfig(text, config, against)];
}

describe('An exported file for a bot', () => {
  for (const seed of seeds) {
    test(`has no problem in the editor, whatever its form (market ${seed})`, async () => {
      const market = await openMarket(seed);
      for (const id of formatIds) {
        const { form, write } = formats[id];
        if (form === null) continue;
        for (const tableLimits of [defaultTableLimits, { perToken: 2, perFile: 20 }]) {
          const { perToken: tablesPerToken, perFile: tablesPerFile } = tableLimits;
          const given = { ...options, tablesPerToken, tablesPerFile, isVerdictObeyed: false };
          const text = await write({ answer: market.answer, options: given });
          assert.deepEqual(problemsOf(text, form, market, tableLimits), [], id);
        }
      }
    });
  }

  test('has each traded pool of the bot in the group of its token', async () => {
    const { answer, pools } = await openMarket(1);
    const { groups, pools: written } = notArbPlan({
      answer,
      options: { ...options, isVerdictObeyed: false },
    });
    assert.ok(groups.length > 5 && written.length > 50);
    for (const { mint, pools: group } of groups) {
      for (const pool of group) assert.ok(pools.get(pool)?.mints.includes(mint), pool);
    }
    const ranked = new Set(groups.map(({ mint }) => mint));
    const ofRanked = answer.result.tokens
      .filter(({ mint }) => ranked.has(mint) && mint !== usdcMint && mint !== usdtMint)
      .flatMap(({ AMMs }) => AMMs.filter(({ address }) => notArbPrograms.has(address)))
      .flatMap((amm) => amm.pools.map(({ address }) => address));
    const inGroups = new Set(groups.flatMap((each) => each.pools));
    assert.deepEqual(
      ofRanked.filter((pool) => !inGroups.has(pool)),
      [],
    );
  });
});
