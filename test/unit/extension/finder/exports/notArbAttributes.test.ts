import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { findConfigKey } from '../../../../../src/botConfig/configKeys.ts';
import { settingDefaults } from '../../../../../src/extension/contributions/settings.ts';
import { AutoUpdatedExports } from '../../../../../src/extension/finder/exports/autoUpdatedExports.ts';
import { formatAutoUpdateState } from '../../../../../src/extension/finder/exports/autoUpdateMessages.ts';
import { formats } from '../../../../../src/extension/finder/exports/formats/formats.ts';
import type { FinderResponse } from '../../../../../src/extension/finder/finderResponse.ts';
import { finderResponse, notRecommended, options, result } from './finderResponses.ts';

const defaults = settingDefaults['arbscope.export.notArbAttributes'];

const percentile = (percent: number, amount: bigint, transactions = 40) => ({
  ...{ percentile: `p${percent}`, percentileInt: percent, amount, transactions, timeRange: 3_600 },
});

/** Fees of 5,000 lamports and 100 for each percent, tips of 1,000 for each percent. */
const at = ({ fees, tips }: { fees: number; tips: number }) => ({
  fees: percentile(fees, 5_000n + 100n * BigInt(fees)),
  tips: percentile(tips, 1_000n * BigInt(tips)),
});

const withFigures = (change: Partial<ReturnType<typeof at>> = {}): FinderResponse =>
  finderResponse({ result: { ...result, ...at({ fees: 50, tips: 75 }), ...change } });

async function write(
  notArbAttributes: Readonly<Record<string, unknown>>,
  answer = withFigures(),
  isVerdictObeyed = true,
): Promise<Record<string, unknown>> {
  const input = { answer, options: { ...options, notArbAttributes, isVerdictObeyed } };
  return JSON.parse(await formats['notarb-attributes'].write(input));
}

describe('The dynamic attributes of NotArb', () => {
  it('have the Finder’s percentiles under the names of the strategy’s keys by default', async () => {
    assert.deepEqual(await write(defaults), {
      arbscope_updated_ms: Date.UTC(2026, 0, 2, 14, 3, 59, 123),
      arbscope_simulated: false,
      enabled: true,
      min_priority_fee_lamports: 5_000,
      max_priority_fee_lamports: 5_000,
      min_jito_tip_lamports: 75_000,
      max_jito_tip_lamports: 75_000,
    });
    for (const name of Object.keys(defaults)) {
      assert.equal(findConfigKey('notarb-bot', `swap.strategy.${name}`)?.isDynamic, true, name);
    }
  });

  it('have fixed values, limits and the user’s own keys', async () => {
    const {
      arbscope_updated_ms: _time,
      arbscope_simulated: _isSimulated,
      ...values
    } = await write({
      ...{ cu: 400_000, cooldown: 0, strict: false },
      ...{ floor: 'tip min 80000', cap: 'tip max 50000', both: 'fee p50 min 1 max 9' },
    });
    assert.deepEqual(values, {
      ...{ cu: 400_000, cooldown: 0, strict: false, floor: 80_000, cap: 50_000, both: 9 },
    });
  });

  it('take each pair of other percentiles with one request', async () => {
    const asked: unknown[] = [];
    const answer: FinderResponse = {
      ...withFigures(),
      percentilesAt: async (percents) => {
        asked.push(percents);
        return at(percents);
      },
    };
    const {
      arbscope_updated_ms: _time,
      arbscope_simulated: _isSimulated,
      ...values
    } = await write(
      {
        ...{ min_fee: 'fee p20', max_fee: 'fee p90', own_fee: 'fee p50' },
        ...{ min_tip: 'tip p10', max_tip: 'tip p99', same_tip: 'tip p99' },
      },
      answer,
    );
    assert.deepEqual(values, {
      ...{ min_fee: 2_000, max_fee: 9_000, own_fee: 5_000 },
      ...{ min_tip: 10_000, max_tip: 99_000, same_tip: 99_000 },
    });
    assert.deepEqual(asked, [
      { fees: 20, tips: 10 },
      { fees: 90, tips: 99 },
    ]);
    await write(defaults, answer);
    assert.equal(asked.length, 2);
  });

  it('turn the strategy off while arbitrage is not recommended, unless the user ignores it', async () => {
    const answer = notRecommended(withFigures());
    assert.equal((await write(defaults, answer))['enabled'], false);
    assert.equal((await write(defaults, answer, false))['enabled'], true);
  });

  it('turn the strategy off in a quiet market even if the percentiles are unknown', async () => {
    const unknown = withFigures({ tips: percentile(75, 0n, 0) });
    const sources = { ...defaults, cooldown_ms: 250 };
    const {
      arbscope_updated_ms: _time,
      arbscope_simulated: _isSimulated,
      ...values
    } = await write(sources, notRecommended(unknown));
    assert.deepEqual(values, { enabled: false, cooldown_ms: 250 });
    const expected = { message: /^Tip p75 is unknown/ };
    // Nothing would turn it off.
    await assert.rejects(write({ tip: 'tip' }, notRecommended(unknown)), expected);
    await assert.rejects(write(sources, notRecommended(unknown), false), expected);
  });

  it('have no priority fee if the percentile paid only for its signature', async () => {
    const answer = withFigures({ fees: percentile(50, 5_000n) });
    assert.equal((await write({ fee: 'fee' }, answer))['fee'], 0);
  });

  it('are not written with an unknown or impossible value', async () => {
    const tip = { tip: 'tip' };
    const fails = (answer: FinderResponse, expected: RegExp, attributes: object = tip) =>
      assert.rejects(write({ ...attributes }, answer), { message: expected });
    await fails(
      withFigures({ tips: percentile(75, 0n, 0) }),
      /^Tip p75 is unknown: no transactions in 1 h\.$/,
    );
    await fails(withFigures({ fees: percentile(50, 0n, 0) }), /^Fee p50 is unknown/, {
      fee: 'fee min 100',
    });
    await fails(withFigures({ tips: percentile(75, 2n ** 64n - 1n) }), /impossible amount/);
    const other = { ...withFigures(), percentilesAt: async () => at({ fees: 50, tips: 50 }) };
    await fails(other, /another percentile/, { tip: 'tip p90' });
    await fails(withFigures(), /another percentile/, { tip: 'tip p90' });
    await fails(withFigures(), /^min_x would be above max_x\.$/, { min_x: 'tip', max_x: 'fee' });
  });

  it('are not written with a malformed setting, whose key is named', async () => {
    for (const source of [
      ...['', 'tips', 'tip p101', 'tip p 5', 'tip 75', 'tip min 5 max 4', 'p75', -1, 1.5, null],
      ...[Number.NaN, {}, ['tip']],
    ]) {
      await assert.rejects(write({ mine: source }), {
        message: 'The setting arbscope.export.notArbAttributes has no valid value for mine.',
      });
    }
  });

  it('are not written with a setting of another type', async () => {
    for (const setting of ['tip', 5, true, ['tip'], null]) {
      await assert.rejects(write(setting as unknown as Record<string, unknown>), {
        message:
          'The setting arbscope.export.notArbAttributes must be an object of keys and values.',
      });
    }
  });

  describe('in an auto-updated file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'arbscope-attributes-'));
    after(() => rm(folder, { recursive: true, force: true }));

    it('keep the last good values while a percentile is unknown, and say so once', async () => {
      const path = join(folder, 'dynamic-attributes.json');
      const silent = () => undefined;
      const kept = new AutoUpdatedExports({
        storage: { get: () => undefined, update: async () => undefined },
        exportOptions: () => ({ ...options, notArbAttributes: defaults }),
        hasUnsavedChanges: () => false,
        verify: async () => null,
        log: { trace: silent, debug: silent, info: silent, warn: silent, error: silent },
      });
      const told: string[] = [];
      kept.onFailure(({ state }) => told.push(formatAutoUpdateState(state)));
      const tip = async () => JSON.parse(await readFile(path, 'utf8')).max_jito_tip_lamports;
      await kept.add(path, 'notarb-attributes', withFigures());
      assert.equal(await tip(), 75_000);
      const unknown = withFigures({ tips: percentile(75, 0n, 0) });
      await kept.refresh(unknown);
      await kept.refresh(unknown);
      assert.equal(await tip(), 75_000);
      assert.deepEqual(told, ['not written. Tip p75 is unknown: no transactions in 1 h.']);
      await kept.refresh(withFigures({ tips: percentile(75, 80_000n) }));
      assert.equal(await tip(), 80_000);
    });
  });
});
