import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type NetworkSettingId,
  resolveNetworkSettings,
} from '../../../../src/extension/backend/networkSettings.ts';

function network(
  settings: Partial<Record<NetworkSettingId, unknown>>,
  environment: Readonly<Record<string, string>> = {},
) {
  return resolveNetworkSettings((id) => settings[id], environment);
}

describe('The editor’s network settings', () => {
  it('connect directly by default, with the system’s certificates', () => {
    assert.deepEqual(network({ 'http.proxy': '', 'http.noProxy': [] }), {
      proxy: null,
      strictProxyCertificates: true,
      systemCertificates: true,
    });
  });

  it('use the configured proxy, with its authorization and exceptions', () => {
    const { proxy } = network({
      'http.proxy': 'http://proxy:3128',
      'http.proxyAuthorization': 'Basic abc',
      'http.noProxy': ['*.local', '', 'example.org'],
    });
    assert.deepEqual(proxy, {
      url: 'http://proxy:3128',
      setting: 'http.proxy',
      authorization: 'Basic abc',
      except: ['*.local', 'example.org'],
    });
  });

  it('use the proxy of the environment when none is configured', () => {
    const variables = { HTTPS_PROXY: 'http://env:1', http_proxy: 'http://env:2', NO_PROXY: 'a, b' };
    const inherited = { url: 'http://env:1', setting: 'HTTPS_PROXY', except: ['a', 'b'] };
    assert.deepEqual(network({}, variables).proxy, inherited);
    const set = network({ 'http.proxy': 'socks5://set:1' }, variables).proxy;
    assert.deepEqual(set, { ...inherited, url: 'socks5://set:1', setting: 'http.proxy' });
    const except = network({ 'http.noProxy': ['c'] }, variables).proxy?.except;
    assert.deepEqual(except, ['c']);
  });

  it('connect directly to everything when proxies are off', () => {
    const set = { 'http.proxy': 'http://proxy:3128', 'http.proxySupport': 'off' };
    assert.equal(network(set, { HTTPS_PROXY: 'http://env:1' }).proxy, null);
  });

  it('define which certificates are trusted', () => {
    const lax = network({ 'http.proxyStrictSSL': false, 'http.systemCertificates': false });
    assert.equal(lax.strictProxyCertificates, false);
    assert.equal(lax.systemCertificates, false);
  });
});
