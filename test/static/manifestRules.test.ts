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

describe('The manifest rules', () => {
  test('accept a manifest that agrees with the code', () => {
    assert.deepEqual(manifestBreaches({ contributes, activationEvents }, declared), []);
  });

  test('see settings in several sections', () => {
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

  test('report a command, setting, view or context key that only one side has', () => {
    broken({ commands: [] }, /command arbscope\.refresh is not in package\.json/);
    broken({ configuration: { properties: {} } }, /setting arbscope\.seed is not in package\.json/);
    broken({ views: {} }, /view arbscope\.finder is not in package\.json/);
    broken({ menus: {}, viewsWelcome: [] }, /context key arbscope\.state is not in package\.json/);
    broken({}, /command arbscope\.refresh is not in the code/, { ...declared, commandIds: [] });
    broken({}, /setting arbscope\.seed is not in the code/, { ...declared, settingDefaults: {} });
    broken({}, /view arbscope\.finder is not in the code/, { ...declared, viewIds: [] });
    broken({}, /context key arbscope\.state is not in the code/, { ...declared, contextKeys: [] });
  });

  test('report a panel that is not restored with the window, and any other activation event', () => {
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

  test('report a setting whose default differs from the one in the code', () => {
    const settingDefaults = { ...declared.settingDefaults, 'arbscope.seed': 2 };
    broken({}, /seed is 1 by default, in the code 2/, { ...declared, settingDefaults });
  });

  test('report a setting that a workspace could turn against its user', () => {
    const properties = {
      ...contributes.configuration.properties,
      'arbscope.rpcUrl': { default: '', scope: 'window', description: 'The node.' },
    };
    broken({ configuration: { properties } }, /rpcUrl names a target and must be machine-scoped/);
  });

  test('report a setting without a description', () => {
    const properties = { ...contributes.configuration.properties, 'arbscope.seed': { default: 1 } };
    broken({ configuration: { properties } }, /seed has no description/);
  });

  test('report a menu, welcome view or container that leads nowhere', () => {
    broken({ menus: { x: [{ command: 'arbscope.gone' }] } }, /no command arbscope\.gone/);
    broken(
      { viewsWelcome: [{ view: 'arbscope.gone', contents: '[x](command:arbscope.gone)' }] },
      /no command arbscope\.gone/,
    );
    broken({ viewsWelcome: [{ view: 'arbscope.gone', contents: '' }] }, /no view arbscope\.gone/);
    broken({ viewsContainers: {} }, /no view container arbscope/);
  });

  test('report a command outside its category and an id outside the prefix', () => {
    broken({ commands: [{ command: 'arbscope.refresh', title: 'x' }] }, /not in the category/);
    broken({ views: { arbscope: [{ id: 'finder' }] } }, /finder does not start with arbscope/);
  });
});
