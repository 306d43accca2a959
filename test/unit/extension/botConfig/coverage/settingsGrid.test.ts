import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { replay } from '../../../../../src/api/arbscope/replay.ts';
import type { ParametersOf } from '../../../../../src/api/defineOperation.ts';
import { MarketError } from '../../../../../src/api/marketError.ts';
import {
  areValidAxes,
  combinationCount,
  defaultAxes,
  runSettings,
  type SettingsRunOptions,
} from '../../../../../src/extension/botConfig/coverage/settingsGrid.ts';
import type { SettingsContent } from '../../../../../src/webview/messages/coverage.ts';
import { arbscopeSample } from '../../../../arbscopeDouble.ts';
import { figures } from './coverages.ts';

const current = {
  ...{ tokens_max: 20, min_transactions: 1, refresh_seconds: 5, tokens_time_range: 3_600 },
};
const axes = defaultAxes(current, 3_600);

type Asked = ParametersOf<typeof replay>;

function run(answer: (asked: Asked) => Promise<void>, signal = new AbortController().signal) {
  const progress: SettingsContent[] = [];
  const arbscope: SettingsRunOptions['arbscope'] = {
    status: async () => arbscopeSample('status'),
    replay: async (asked) => {
      await answer(asked);
      const { tokens_max = [], min_transactions = [], refresh_seconds = [] } = asked.settings ?? {};
      const settings = tokens_max.flatMap((most) =>
        min_transactions.map((least) => ({
          ...{ tokens_max: most, min_transactions: least, tokens_time_range: 3_600 },
          refresh_seconds: refresh_seconds[0] ?? 0,
          ...figures(1, most - least),
        })),
      );
      return { ...arbscopeSample('replay'), total: figures(9, 99), settings };
    },
  };
  const query = { windowSeconds: 86_400, percentile: null };
  const options = { arbscope, query, baseMints: [], signal };
  const ended = runSettings(current, axes, { ...options, onProgress: (at) => progress.push(at) });
  return { ended, progress };
}

describe('Other settings of an export', () => {
  test('are tried around the current ones, in at most 200 combinations that the Finder accepts', () => {
    assert.ok(combinationCount(axes) <= 200);
    assert.ok(areValidAxes(axes));
    assert.ok(axes.tokens_max.includes(20) && axes.refresh_seconds.includes(5));
    assert.ok(areValidAxes(defaultAxes(null, 3_600)));
    assert.ok(!areValidAxes({ ...axes, tokens_max: [51] }));
    assert.ok(!areValidAxes({ ...axes, min_transactions: [] }));
  });

  test('report progress after each request, and end with the best first', async () => {
    const { ended, progress } = run(async () => undefined);
    const { outcomes, running, fault, total } = await ended;
    const of = combinationCount(axes);
    assert.equal(outcomes?.length, of);
    assert.deepEqual([running, fault, total], [null, '', figures(9, 99)]);
    const done = progress.map((each) => each.running?.done ?? -1);
    assert.deepEqual(
      done,
      [...new Set(done)].toSorted((one, other) => one - other),
    );
    assert.equal(done.at(-1), of);
    const gains = (outcomes ?? []).map(({ net_gains_usd }) => net_gains_usd);
    assert.deepEqual(
      gains,
      gains.toSorted((one, other) => other - one),
    );
  });

  test('end with partial results when cancelled, and with the reason when they fail', async () => {
    const abort = new AbortController();
    let asked = 0;
    const { ended } = run(async () => {
      asked += 1;
      if (asked < 2) return;
      abort.abort();
      throw new MarketError('cancelled', 'Cancelled.');
    }, abort.signal);
    const { outcomes, running, fault } = await ended;
    assert.equal(outcomes?.length, combinationCount(axes) / axes.refresh_seconds.length);
    assert.deepEqual([running, fault], [null, '']);
    const failed = await run(async () => {
      throw new MarketError('unreachable', 'away');
    }).ended;
    assert.deepEqual([failed.outcomes, failed.fault], [null, 'away']);
  });
});
