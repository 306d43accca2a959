import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  alertKinds,
  parseAlertRules,
  toAlertSetting,
} from '../../../../src/extension/alerts/alertRules.ts';

const wallet = 'orcaEKTdK7LKz57vaAYr9QeNsVEPfiu6QeMU1kektZE';

describe('Alert rules', () => {
  test('of every kind are read from the setting, and written back the same', () => {
    const setting = [
      { when: 'gain', aboveUsd: 5.5, wallet: 'tracked' },
      { when: 'gain', aboveUsd: 0, pool: wallet, everyMinutes: 60 },
      { when: 'failures', times: 5, minutes: 10, wallet, whileHidden: true },
      { when: 'topToken', top: 3, task: 'restart bot' },
      ...(['recommendation', 'exportPaused', 'programUpgrade'] as const).map((when) => ({ when })),
    ];
    const { rules, problems } = parseAlertRules(setting);
    assert.deepEqual(problems, []);
    assert.deepEqual(new Set(rules.map(({ when }) => when)), new Set(alertKinds));
    assert.deepEqual(rules.map(toAlertSetting), setting);
    const [first] = rules;
    assert.deepEqual([first?.everyMinutes, first?.whileHidden, first?.task], [10, false, null]);
  });

  test('that are wrong say which entry and why, and the others still work', () => {
    const wrong: readonly (readonly [unknown, string])[] = [
      [5, 'must be an object'],
      [
        { when: 'never' },
        '“when” must be one of gain, failures, topToken, recommendation, exportPaused, programUpgrade',
      ],
      [{ when: 'gain', aboveUsd: 1 }, 'one of wallet, token, pool must be given'],
      [
        { when: 'gain', aboveUsd: 1, wallet, pool: wallet },
        'one of wallet, token, pool must be given',
      ],
      [{ when: 'gain', aboveUsd: 1, token: 'tracked' }, '“token” must be an address'],
      [
        { when: 'gain', aboveUsd: 1, wallet: 'mine' },
        '“wallet” must be an address, or “tracked” for each tracked wallet',
      ],
      [{ when: 'gain', aboveUsd: -1, wallet }, '“aboveUsd” must be a number from 0 to 1000000'],
      [{ when: 'failures', wallet, times: 3 }, '“minutes” must be a number from 1 to 1440'],
      [{ when: 'failures', token: wallet }, '“token” does not belong to “failures”'],
      [{ when: 'topToken', top: 2.5 }, '“top” must be a number from 1 to 50'],
      [{ when: 'recommendation', top: 2 }, '“top” does not belong to “recommendation”'],
      [{ when: 'exportPaused', task: 5 }, '“task” must be the label of a task'],
      [{ when: 'exportPaused', whileHidden: 'yes' }, '“whileHidden” must be true or false'],
    ];
    for (const [entry, problem] of wrong) {
      const parsed = parseAlertRules([{ when: 'recommendation' }, entry]);
      assert.deepEqual(parsed.problems, [`Alert 2: ${problem}`]);
      assert.equal(parsed.rules.length, 1);
    }
    assert.deepEqual(parseAlertRules({}), {
      rules: [],
      problems: ['The setting must be a list.'],
    });
  });
});
