import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { alertObstacle } from '../../../../src/extension/alerts/alertObstacles.ts';
import { parseAlertRules } from '../../../../src/extension/alerts/alertRules.ts';

const wallet = 'orcaEKTdK7LKz57vaAYr9QeNsVEPfiu6QeMU1kektZE';
const kinds = [
  { when: 'gain', wallet: 'tracked', aboveUsd: 5 },
  { when: 'topToken', top: 3 },
  { when: 'programUpgrade' },
  { when: 'exportPaused' },
];
const { rules } = parseAlertRules(kinds);
const onService = {
  ...{ rules, tracked: [wallet], hasStream: false, isFinderRefreshed: false },
  connection: { kind: 'service', name: 'Far' },
} as const;

describe('Each alert says what prevents it', () => {
  test('over a service without Arbscope’s own operations', () => {
    assert.deepEqual(
      rules.map((rule) => alertObstacle(rule, onService)?.reason ?? null),
      [
        'Far has no stream of arbitrages',
        'the Finder refreshes only on request',
        'Far does not report upgrades of programs',
        null,
      ],
    );
  });

  test('and nothing over a node, or while the connection does not respond', () => {
    const connection = { kind: 'node', name: 'Mine' } as const;
    const surroundings = { ...onService, connection, hasStream: null, isFinderRefreshed: true };
    assert.deepEqual(
      rules.flatMap((rule) => alertObstacle(rule, surroundings) ?? []),
      [],
    );
  });

  test('if a stream has no room for its token', () => {
    const all = Array.from({ length: 51 }, (_, at) => ({
      ...{ when: 'gain', aboveUsd: 5 },
      token: `${wallet.slice(0, -2)}${'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'[at]}E`,
    }));
    const { rules: many, problems } = parseAlertRules(all);
    assert.deepEqual(problems, []);
    const surroundings = { ...onService, rules: many, hasStream: true };
    const reasons = many.map((rule) => alertObstacle(rule, surroundings)?.reason ?? null);
    assert.deepEqual([reasons[49], reasons[50]], [null, 'alerts watch the first 50 tokens only']);
  });
});
