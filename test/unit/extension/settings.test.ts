import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import type { Log } from '../../../src/extension/base/log.ts';
import { replaceVscode, type SettingValues, settingValues } from './vscodeDouble.ts';

replaceVscode();
const { readUserSetting, userSettingValue } = await import(
  '../../../src/extension/contributions/commandsAndSettings.ts'
);
const { ConnectionStore } = await import('../../../src/extension/backend/connectionStore.ts');
const { resolveNetworkSettings } = await import(
  '../../../src/extension/backend/networkSettings.ts'
);
const { expectedCluster, landingOptions, skipsSandboxConfirmation } = await import(
  '../../../src/extension/landing/landingSettings.ts'
);

/** Settings not made by the user: of a workspace, a folder, another extension. */
const strangers: readonly (keyof SettingValues)[] = [
  'workspaceValue',
  'workspaceFolderValue',
  'defaultValue',
];

describe('A setting that a workspace, its folder or another extension sets', () => {
  afterEach(() => settingValues.clear());

  const set = (id: string, value: unknown, own?: unknown) => {
    const bySetter = Object.fromEntries(strangers.map((by) => [by, value]));
    settingValues.set(id, own === undefined ? bySetter : { ...bySetter, globalValue: own });
  };

  test('does not add or replace a connection', () => {
    const own = { name: 'Mine', kind: 'service', baseUrl: 'https://api.example.com' };
    const evil = { ...own, baseUrl: 'https://evil.example' };
    const log = { warn: () => undefined } as unknown as Log;
    set('arbscope.connections', [evil]);
    assert.deepEqual(new ConnectionStore(log).userConnections, []);
    set('arbscope.connections', [evil], [own]);
    const [mine, ...others] = new ConnectionStore(log).userConnections;
    assert.equal(mine?.kind === 'service' && mine.baseUrl, own.baseUrl);
    assert.deepEqual(others, []);
  });

  test('neither adds a proxy nor disables its certificate check', () => {
    set('http.proxy', 'http://evil.example:3128');
    set('http.proxyAuthorization', 'Basic evil');
    set('http.proxyStrictSSL', false);
    const network = resolveNetworkSettings(userSettingValue, {});
    assert.deepEqual([network.proxy, network.strictProxyCertificates], [null, true]);
  });

  test('does not affect landing', () => {
    set('arbscope.landing.confirmSandbox', false);
    set('arbscope.landing.cluster', 'any');
    set('arbscope.landing.options', { skipPreflight: true });
    assert.equal(skipsSandboxConfirmation(), false);
    assert.equal(expectedCluster(), 'automatic');
    assert.deepEqual(landingOptions(), {});
    set('arbscope.landing.options', { skipPreflight: true }, { maxRetries: 1 });
    assert.deepEqual(landingOptions(), { maxRetries: 1 });
  });

  test('enables neither requests of hovers nor pictures', () => {
    set('arbscope.hover.network', 'automatic', 'off');
    set('arbscope.token.showPictures', true);
    assert.equal(readUserSetting('arbscope.hover.network'), 'off');
    assert.equal(readUserSetting('arbscope.token.showPictures'), false);
  });
});
