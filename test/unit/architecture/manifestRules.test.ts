import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Declared, type Manifest, manifestBreaches } from './manifestRules.ts';

const declared: Declared = {
  commandIds: ['arbscope.refresh'],
  settingDefaults: { 'arbscope.seed': 1, 'arbscope.rpcUrl': '' },
  viewIds: ['arbscope.finder'],
  contextKeys: ['arbscope.state'],
  panelIds: ['arbscope.panel'],
};

const contributes = {
  commands: [{ command: 'arbscope.refresh', title: 'Refresh', category: 'Arbscope' }],
  configuration: {
    properties: {
      'arbscope.seed': { default: 1, description: 'Seed of the market.' },
      'arbscope.rpcUrl': { default: '', scope: 'machine', description: 'The node.' },
    },
  },
  viewsContainers: { activitybar: [{ id: 'arbscope' }] },
  views: { arbscope: [{ id: 'arbscope.finder' }] },
  viewsWelcome: [
    {
      view: 'arbscope.finder',
      contents: '[Refresh](command:arbscope.refresh)',
      when: "arbscope.state == 'failed'",
    },
  ],
  menus: {
    'view/title': [
      { command: 'arbscope.refresh', when: 'view == arbscope.finder && arbscope.state' },
    ],
  },
};

const activationEvents = ['onWebviewPanel:arbscope.panel', 'onLanguage', 'onTerminal:*'];

const broken = (
  changed: Partial<typeof contributes> | object,
  message: RegExp,
  code = declared,
) => {
  const manifest = { contributes: { ...contributes, ...changed }, activationEvents } as Manifest;
  const found = manifestBreaches(manifest, code);
  assert.equal(
    found.some((breach) => message.test(breach)),
    true,
    found.join('\n'),
  );
};

describe('the rules of the manifest', () => {
  test('one that agrees with the code has no breach', () => {
    assert.deepEqual(manifestBreaches({ contributes, activationEvents }, declared), []);
  });

  test('settings in several sections are all seen', () => {
    const configuration = Object.entries(contributes.configuration.properties).map(
      ([id, setting]) => ({ properties: { [id]: setting } }),
    );
    assert.deepEqual(
      manifestBreaches(
        { contributes: { ...contributes, configuration }, activationEvents },
        declared,
      ),
      [],
    );
  });

  test('a command, setting, view or context key that one side lacks is a breach', () => {
    broken({ commands: [] }, /command arbscope\.refresh is not in package\.json/);
    broken({ configuration: { properties: {} } }, /setting arbscope\.seed is not in package\.json/);
    broken({ views: {} }, /view arbscope\.finder is not in package\.json/);
    broken({ menus: {}, viewsWelcome: [] }, /context key arbscope\.state is not in package\.json/);
    broken({}, /command arbscope\.refresh is not in the code/, { ...declared, commandIds: [] });
    broken({}, /setting arbscope\.seed is not in the code/, { ...declared, settingDefaults: {} });
    broken({}, /view arbscope\.finder is not in the code/, { ...declared, viewIds: [] });
    broken({}, /context key arbscope\.state is not in the code/, { ...declared, contextKeys: [] });
  });

  test('a panel that would not come back with the window, and any other event, are breaches', () => {
    const panelIds = ['arbscope.panel', 'arbscope.other'];
    broken({}, /event onWebviewPanel:arbscope\.other is not in package\.json/, {
      ...declared,
      panelIds,
    });
    broken({}, /event onWebviewPanel:arbscope\.panel is not in the code/, {
      ...declared,
      panelIds: [],
    });
  });

  test('a setting with another default than the code believes is a breach', () => {
    const settingDefaults = { ...declared.settingDefaults, 'arbscope.seed': 2 };
    broken({}, /seed is 1 by default, in the code 2/, { ...declared, settingDefaults });
  });

  test('a setting that a workspace could turn against its user is a breach', () => {
    const properties = {
      ...contributes.configuration.properties,
      'arbscope.rpcUrl': { default: '', scope: 'window', description: 'The node.' },
    };
    broken({ configuration: { properties } }, /rpcUrl names a target and must be machine-scoped/);
  });

  test('a setting without a word about it is a breach', () => {
    const properties = { ...contributes.configuration.properties, 'arbscope.seed': { default: 1 } };
    broken({ configuration: { properties } }, /seed has no description/);
  });

  test('a menu, a welcome or a container that leads nowhere is a breach', () => {
    broken({ menus: { x: [{ command: 'arbscope.gone' }] } }, /no command arbscope\.gone/);
    broken(
      { viewsWelcome: [{ view: 'arbscope.gone', contents: '[x](command:arbscope.gone)' }] },
      /no command arbscope\.gone/,
    );
    broken({ viewsWelcome: [{ view: 'arbscope.gone', contents: '' }] }, /no view arbscope\.gone/);
    broken({ viewsContainers: {} }, /no view container arbscope/);
  });

  test('a command outside its category and an id outside its name are breaches', () => {
    broken({ commands: [{ command: 'arbscope.refresh', title: 'x' }] }, /not in the category/);
    broken({ views: { arbscope: [{ id: 'finder' }] } }, /finder does not start with arbscope/);
  });
});
