import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settingDefaults } from '../../../../../src/extension/contributions/settings.ts';
import { FinderPreferences } from '../../../../../src/extension/finder/filters/finderPreferences.ts';
import { filtersFromSettings } from '../../../../../src/extension/finder/filtersFromSettings.ts';
import { MementoDouble } from '../../mementoDouble.ts';

describe('The default threshold of net gains', () => {
  const defaults = (isSet: boolean) => (windowSeconds?: number) =>
    filtersFromSettings(
      { read: (id) => settingDefaults[id], isSet: () => isSet },
      ...(windowSeconds === undefined ? [] : [windowSeconds]),
    );

  it('grows with the window that the user chooses, and is no changed filter', async () => {
    const preferences = new FinderPreferences({
      ...{ defaultFilters: defaults(false), storage: new MementoDouble() },
    });
    const choose = async (seconds: number) => {
      await preferences.setFilters({ ...preferences.filters, thresholdMaxTimeRange: seconds });
      const { thresholdProfits, thresholdTransactions } = preferences.filters;
      return [thresholdProfits, thresholdTransactions];
    };
    assert.deepEqual(await choose(86_400), [1_200, 30]);
    assert.deepEqual(preferences.changedFilterLabels, ['Recommendation window: 24 h']);
    assert.deepEqual(await choose(300), [4.17, 30]);
    await preferences.setFilters({ ...preferences.filters, thresholdProfits: 80 });
    assert.deepEqual(await choose(3_600), [80, 30]);
    await preferences.setFilters(preferences.defaultFilters);
    assert.deepEqual(preferences.changedFilterLabels, []);
    assert.equal(preferences.filters.thresholdProfits, 50);
  });

  it('stays as it is if a setting has it', async () => {
    const preferences = new FinderPreferences({
      ...{ defaultFilters: defaults(true), storage: new MementoDouble() },
    });
    await preferences.setFilters({ ...preferences.filters, thresholdMaxTimeRange: 86_400 });
    assert.equal(preferences.filters.thresholdProfits, 50);
  });
});
