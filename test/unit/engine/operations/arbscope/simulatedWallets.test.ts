import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ArbscopeService } from '../../../../../src/api/arbscope/arbscopeService.ts';
import { MarketError } from '../../../../../src/api/marketError.ts';
import { Random } from '../../../../../src/engine/sandbox/random.ts';
import { secondAtSlot } from '../../../../../src/engine/sandbox/simulatedTime.ts';
import { DuckDbStore } from '../../../../../src/engine/store/duckdb/duckdbStore.ts';
import { bruteForceWallet, type Tried } from './bruteForceWallet.ts';
import { rounded, SimulatedPeriod, shownBy, type Window } from './simulatedPeriod.ts';

const start = 1_790_000_040;
const seconds = 1_800;

describe('In the Sandbox, the competition of a wallet', () => {
  const period = new SimulatedPeriod(2026, start, seconds);
  const { wallets } = period.market;
  let store: DuckDbStore;
  let service: ArbscopeService;
  before(async () => {
    store = await DuckDbStore.open(':memory:');
    service = period.service(store);
  });
  after(() => store.close());

  it('is what the generator meant', async () => {
    const window = { from: start + 10, to: start + seconds - 10 };
    const seen = { won: 0, lost: 0, nobody: 0 };
    // Programs of bots show more than their swaps; Jupiter shows nothing else.
    for (const { address: wallet, executor } of wallets.searchers) {
      if (executor.kind !== 'jupiter') continue;
      const found = await service.walletCompetition({ wallet, ...window, limit: 500 });
      const truth = period.truthOf(wallet, window);
      assert.deepEqual(shownBy(found), truth, wallet);
      for (const what of ['won', 'lost', 'nobody'] as const) seen[what] += truth[what];
    }
    for (const [what, count] of Object.entries(seen)) assert.ok(count > 2, `${count} ${what}`);
  });

  it('is what the competitions for its attempts add up to, in windows at random', async () => {
    const random = new Random(7, 'windows');
    let attempts = 0;
    for (let round = 0; round < 8; round++) {
      const { address: wallet } = wallets.pickSearcher(random);
      const from = start + 10 + random.below(500);
      const window = { from, to: from + 300 + random.below(900) };
      const limit = random.pick([5, 40, 500]);
      const found = await service.walletCompetition({ wallet, ...window, limit });
      const each = await eachCompetition(service, wallet, window, limit);
      const expected = { ...found, ...bruteForceWallet(wallet, each) };
      assert.deepEqual(comparable(expected), comparable(found));
      attempts += found.attempts;
    }
    assert.ok(attempts > 50, `${attempts}`);
  });

  /** Newest first. */
  async function eachCompetition(
    { competition }: ArbscopeService,
    wallet: string,
    window: Window,
    limit: number,
  ): Promise<Tried[]> {
    const tried: Tried[] = [];
    for (const { record, slot } of period.own(wallet, window).reverse()) {
      if (tried.length === limit) break;
      const paid = record.feeLamports + (record.error === null ? (record.tip?.lamports ?? 0) : 0);
      try {
        const found = await competition({ signature: record.signature });
        tried.push({ found, timeSeconds: secondAtSlot(slot), paidSol: paid / 1e9 });
      } catch (error) {
        if (!MarketError.is(error, 'not-found')) throw error;
      }
    }
    return tried;
  }
});

const comparable = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, one) => {
      if (typeof one === 'bigint') return String(one);
      return typeof one === 'number' ? rounded(one) : one;
    }),
  );
