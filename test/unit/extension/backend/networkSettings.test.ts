import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type NetworkSettingId,
  resolveNetworkSettings,
} from '../../../../src/extension/backend/networkSettings.ts';

const address = 'https://api.example.com';

function network(
  settings: Partial<Record<NetworkSettingId, unknown>>,
  environment: Readonly<Record<string, string>> = {},
  to = address,
) {
  return resolveNetworkSettings(to, (id) => settings[id], environment);
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
      authorization: 'Basic abc',
      except: ['*.local', 'example.org'],
    });
  });

  it('use the proxy of the environment when none is configured', () => {
    const variables = { HTTPS_PROXY: 'http://env:1', http_proxy: 'http://env:2', NO_PROXY: 'a, b' };
    assert.deepEqual(network({}, variables).proxy, { url: 'http://env:1', except: ['a', 'b'] });
    assert.equal(network({ 'http.proxy': 'http://set:1' }, variables).proxy?.url, 'http://set:1');
  });

  it('connect directly to this machine, whatever the environment says', () => {
    const variables = { HTTP_PROXY: 'http://env:1', HTTPS_PROXY: 'http://env:1', NO_PROXY: '' };
    for (const here of ['http://127.0.0.1:7717', 'http://localhost:7717', 'https://[::1]']) {
      assert.equal(network({}, variables, here).proxy, null, here);
    }
    assert.equal(network({ 'http.proxySupport': 'off' }, variables).proxy, null);
  });

  it('connect directly to this machine, and to everything when proxies are off', () => {
    const set = { 'http.proxy': 'http://proxy:3128' };
    assert.equal(network(set, {}, 'http://127.0.0.1:7717').proxy, null);
    assert.equal(network({ ...set, 'http.proxySupport': 'off' }).proxy, null);
  });

  it('define which certificates are trusted', () => {
    const lax = network({ 'http.proxyStrictSSL': false, 'http.systemCertificates': false });
    assert.equal(lax.strictProxyCertificates, false);
    assert.equal(lax.systemCertificates, false);
  });
});
