import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ProgramUpgrades } from '../../../../src/extension/alerts/programUpgrades.ts';

describe('Upgrades of programs', () => {
  const stored = new Map<string, unknown>();
  let slots: Readonly<Record<string, number>> | null = { a: 5, b: 7 };
  let name = 'Node';
  let asked = 0;
  let isTold = true;
  const upgraded: string[] = [];
  /** As in another session each time. */
  const check = () =>
    new ProgramUpgrades({
      programs: async () => ['a', 'b', 'c'],
      request: async () => {
        asked += 1;
        if (slots === null) throw new Error('unreachable');
        return { slots };
      },
      connectionName: () => name,
      storage: {
        get: (key) => stored.get(key),
        update: async (key, value) => void stored.set(key, value),
      },
      onUpgrade: (program, slot) => isTold && upgraded.push(`${program} ${slot}`) > 0,
      log: { debug: () => undefined },
    }).check();

  test('are told once, also when they came between two sessions, and never for a first sight', async () => {
    await check();
    slots = { a: 9, b: 7, c: 3 };
    await check();
    await check();
    assert.deepEqual([upgraded, asked], [['a 9'], 3]);
  });

  test('are compared on one connection only, and survive a failing node', async () => {
    slots = null;
    await check();
    name = 'Other';
    slots = { a: 20 };
    await check();
    assert.deepEqual(upgraded, ['a 9']);
    name = 'Node';
    await check();
    assert.deepEqual(upgraded, ['a 9', 'a 20']);
  });

  test('are told by a later check if nobody could be told', async () => {
    isTold = false;
    slots = { a: 30 };
    await check();
    assert.ok(!upgraded.includes('a 30'));
    isTold = true;
    await check();
    assert.ok(upgraded.includes('a 30'));
  });
});
