import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readManifest } from '../../scripts/manifest.ts';

interface MenuItem {
  readonly command: string;
  readonly when?: string;
  readonly group?: string;
}

const { contributes } = readManifest() as {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly icon?: string }[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    readonly viewsWelcome: readonly { readonly view: string; readonly when?: string }[];
    readonly configuration: readonly {
      readonly properties: Readonly<
        Record<
          string,
          {
            readonly markdownDescription?: string;
            readonly enum?: readonly unknown[];
            readonly enumDescriptions?: readonly string[];
          }
        >
      >;
    }[];
  };
};

const menu = (name: string): readonly MenuItem[] => contributes.menus[name] ?? [];
const iconOf = (id: string) => contributes.commands.find(({ command }) => command === id)?.icon;

/** They ask for what a row would give them, so they also work without a row. */
const asking = new Set(
  [
    ...[
      'addAlert',
      'compareWallets',
      'copyPoolAccounts',
      'editConnection',
      'exportWallets',
      'filterFinder',
      'filterLive',
    ],
    ...['lookUp', 'lookUpTransaction', 'openMarket', 'openPercentiles', 'openPool', 'openToken'],
    ...[
      'openWallet',
      'rebuildConfig',
      'removeWallet',
      'renameWallet',
      'setKey',
      'showArbitrages',
      'showLog',
    ],
    ...['switchConnection', 'testConnection', 'trackWallet'],
  ].map((name) => `arbscope.${name}`),
);

describe('The extension follows VS Code’s conventions:', () => {
  it('the Command Palette offers nothing that needs a row', () => {
    const decided = new Set(menu('commandPalette').map(({ command }) => command));
    const undecided = menu('view/item/context')
      .map(({ command }) => command)
      .filter((command) => !decided.has(command) && !asking.has(command));
    assert.deepEqual([...new Set(undecided)], []);
    for (const { command, when } of menu('commandPalette')) assert.ok(when !== undefined, command);
  });

  it('context menus use VS Code’s groups, in its order', () => {
    const groups = new Set(
      menu('view/item/context').map(({ group = '' }) => group.replace(/@\d+$/, '')),
    );
    assert.deepEqual([...groups].sort(), [
      '1_open',
      '3_order',
      '4_filter',
      '5_export',
      '6_copypaste',
      '7_modification',
      'inline',
    ]);
    for (const { group = '' } of menu('view/title')) {
      assert.match(group, /^(navigation|\d_[a-z]+)@\d+$/);
    }
  });

  it('icons are codicons, and none appears twice in a title or row', () => {
    const places = new Set<string>();
    for (const name of ['view/title', 'view/item/context']) {
      for (const { command, when, group = '' } of menu(name)) {
        const isDrawn = /^(inline|navigation)/.test(group);
        if (isDrawn) assert.match(iconOf(command) ?? '', /^\$\([a-z-]+\)$/, command);
        const place = [name, command, when, isDrawn].join();
        assert.ok(!places.has(place), `${command} is twice where ${when}`);
        places.add(place);
      }
    }
    for (const { command, icon = '$(none)' } of contributes.commands) {
      assert.match(icon, /^\$\([a-z-]+\)$/, command);
    }
  });

  it('every view says what to do while it is empty, unconnected or failing', () => {
    const saying = (view: string) =>
      contributes.viewsWelcome.filter((each) => each.view === view).map(({ when = '' }) => when);
    for (const view of ['arbscope.finder', 'arbscope.marketCache']) {
      for (const phase of ['needs-secret', 'restricted', 'failed', 'idle', 'ready']) {
        assert.ok(
          saying(view).some((when) => when.includes(`arbscope.connection == ${phase}`)),
          `${view}: ${phase}`,
        );
      }
    }
    for (const view of ['arbscope.wallets', 'arbscope.landings']) assert.ok(saying(view).length);
  });

  it('settings are described in sentences, and so is every value of a choice', () => {
    for (const { properties } of contributes.configuration) {
      for (const [id, setting] of Object.entries(properties)) {
        assert.match(setting.markdownDescription ?? '', /\.$/, id);
        assert.equal(setting.enumDescriptions?.length, setting.enum?.length, id);
      }
    }
  });
});
