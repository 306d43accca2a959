import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  classifyProviderError,
  type ProviderErrorKind,
  providerMessage,
  requestedWaitSeconds,
} from '../../../src/http/providerErrors.ts';

type Case = readonly [
  provider: string,
  statusCode: number,
  code: unknown,
  text: string,
  kind: ProviderErrorKind,
];

/** As published by the providers, or observed at them. */
const cases: readonly Case[] = [
  ['Agave', 200, -32_001, 'Block 7 cleaned up, does not exist on node', 'block-cleaned-up'],
  ['Agave', 200, -32_002, 'Transaction simulation failed: exceeded quota', 'simulation-failed'],
  ['Agave', 200, -32_003, 'Transaction signature verification failure', 'invalid-signature'],
  ['Agave', 200, -32_004, 'Block not available for slot 9', 'block-not-yet'],
  ['Agave', 200, -32_005, 'Node is behind by 42 slots', 'failing'],
  ['Agave', 200, -32_005, 'Node is unhealthy', 'failing'],
  ['Agave', 200, -32_007, 'Slot 429 was skipped, or missing due to ledger jump', 'slot-skipped'],
  ['Agave', 200, -32_009, 'Slot 9 was skipped, or missing in long-term storage', 'slot-skipped'],
  ['Agave', 200, -32_011, 'Transaction history is not available from this node', 'unknown-method'],
  ['Agave', 200, -32_013, 'Transaction signature length mismatch', 'invalid-signature'],
  ['Agave', 200, -32_014, 'Block status not yet available for slot 9', 'block-not-yet'],
  ['Agave', 200, -32_015, 'Transaction version (0) is not supported', 'unsupported-version'],
  ['Agave', 200, -32_016, 'Minimum context slot has not been reached', 'failing'],
  ['Agave', 200, -32_019, 'Failed to query long-term storage; please try again', 'failing'],
  ['Agave', 200, -32_602, 'Invalid param: could not find account', 'bad-request'],
  ['Agave', 200, -32_602, 'Too many inputs provided; max 100', 'bad-request'],
  ['QuickNode', 200, -32_007, '15/second request limit reached - reduce calls', 'rate-limited'],
  ['QuickNode', 200, -32_003, 'daily request limit reached - upgrade', 'rate-limited'],
  ['a gateway', 200, -32_600, 'Exceeded maximum requests per minute', 'rate-limited'],
  ['a gateway', 200, -32_602, 'Monthly request count exceeded', 'rate-limited'],
  ['a gateway', 200, -32_600, 'You have reached your monthly limit of requests', 'rate-limited'],
  ['a gateway', 200, 15, 'Too many request, try again later', 'rate-limited'],
  ['a gateway', 200, -32_007, 'project ID request rate exceeded', 'rate-limited'],
  ['QuickNode', 403, undefined, 'Endpoint Disabled', 'refused'],
  ['QuickNode', 200, -32_601, 'The add-on is not enabled for this endpoint', 'plan-lacks-method'],
  ['Helius', 429, -32_429, 'rate limited', 'rate-limited'],
  ['Helius', 429, undefined, 'max usage reached', 'rate-limited'],
  ['Helius', 200, -32_403, 'Batch requests are only available for paid plans', 'plan-lacks-method'],
  ['Helius', 401, -32_600, 'invalid api key provided', 'refused'],
  ['Alchemy', 200, 429, 'exceeded its compute units per second capacity', 'rate-limited'],
  ['Alchemy', 403, undefined, 'Monthly capacity limit exceeded', 'rate-limited'],
  ['Alchemy', 401, undefined, 'Must be authenticated!', 'refused'],
  ['Alchemy', 400, -32_600, 'getBlock is not available on the Free tier', 'plan-lacks-method'],
  ['Triton', 200, 429, 'Connection rate limits exceeded, contact support', 'rate-limited'],
  ['Triton', 403, undefined, 'Your IP or provider is blocked from this endpoint', 'denied'],
  ['Chainstack', 200, -32_005, "You've exceeded the RPS limit available", 'rate-limited'],
  ['Ankr', 200, -32_090, 'Too many requests', 'rate-limited'],
  ['Ankr', 403, -32_049, 'message: API key not found', 'refused'],
  ['Ankr', 200, -32_055, 'No nodes available', 'failing'],
  ['dRPC', 400, 35, 'method is not available on freetier, please upgrade', 'plan-lacks-method'],
  ['dRPC', 400, 12, "Can't route your request to suitable provider", 'failing'],
  ['dRPC', 408, 30, 'Request timeout on the free tier, please upgrade your tier', 'failing'],
  ['dRPC', 200, 30, 'Request timeout on the free tier, please upgrade your tier', 'failing'],
  ['a gateway', 403, undefined, 'Exceeded plan limits. Please upgrade your plan', 'rate-limited'],
  ['a gateway', 403, undefined, 'This exceeds max bandwidth; upgrade your plan', 'rate-limited'],
  ['a gateway', 403, undefined, 'You have used up your free credits', 'rate-limited'],
  ['a gateway', 200, -32_000, 'You have reached your rate. Upgrade to a paid plan', 'rate-limited'],
  ['Syndica', 200, 7_429, '', 'rate-limited'],
  ['Syndica', 402, undefined, 'Payment Required', 'plan-lacks-method'],
  ['1RPC', 200, -32_001, "You've reached the usage limit for your plan", 'rate-limited'],
  ['Jito', 200, -32_097, 'Network congested. Endpoint is globally rate limited.', 'rate-limited'],
  ['Jito', 400, -32_602, 'bundle contains an invalid transaction', 'bad-request'],
  ['a gateway', 200, -32_005, 'limit exceeded', 'rate-limited'],
  ['a gateway', 503, -32_601, 'Method not found', 'failing'],
  ['a gateway', 503, undefined, 'rate limit', 'rate-limited'],
  ['a gateway', 403, undefined, '', 'denied'],
  ['a gateway', 404, undefined, '', 'refused'],
  ['a gateway', 413, undefined, '', 'bad-request'],
  ['a gateway', 200, -32_007, 'Long-running operation exceeded timeout', 'unknown'],
  ['a gateway', 200, -32_001, 'Write operations not enabled', 'unknown'],
  ['a gateway', 200, undefined, '', 'unknown'],
];

describe('An error of', () => {
  for (const [provider, statusCode, code, text, kind] of cases) {
    it(`${provider} with HTTP ${statusCode}, code ${code} and “${text}” means ${kind}`, () => {
      assert.equal(classifyProviderError({ statusCode, code, text }), kind);
    });
  }
});

describe('The wait that a body requests', () => {
  for (const [body, seconds] of [
    [{ error: { code: -32_005, data: { try_again_in: '613.586456ms' } } }, 0.613586456],
    [{ error: { data: { try_again_in: '1m2.5s' } } }, 62.5],
    [{ error: { data: { try_again_in: '93.549µs' } } }, 93.549e-6],
    [{ error: { message: 'Back-off triggered: Retry after 1606ms' } }, 1.606],
    [{ error: 'Please try again in 5 seconds' }, 5],
    [{ message: 'retry in 2 minutes' }, 120],
    [{ retry_after: 7 }, 7],
    [{ retryAfter: '999999' }, 300],
    [{ retry_after: -1 }, undefined],
    [{ retry_after: 'soon' }, undefined],
    [{ error: { message: 'slow down' } }, undefined],
    ['Retry after 3s', 3],
    [null, undefined],
  ] as const) {
    it(`is ${seconds} s for ${JSON.stringify(body)}`, () => {
      assert.ok(Math.abs((requestedWaitSeconds(body) ?? -1) - (seconds ?? -1)) < 1e-9);
    });
  }
});

describe('The message of a service', () => {
  for (const [body, message] of [
    [{ error: { code: 1, message: 'tip too low' } }, 'tip too low'],
    [{ error: 'tip too low' }, 'tip too low'],
    [{ error: { reason: 'tip too low' } }, 'tip too low'],
    [{ error: 'Forbidden', message: 'tip too low' }, 'tip too low'],
    [{ code: 3, reason: 'tip too low' }, 'tip too low'],
    [{ errors: [{ detail: 'tip too low' }] }, 'tip too low'],
    [{ type: 'about:blank', title: 'tip too low' }, 'tip too low'],
    ['tip too low\n', 'tip too low'],
    ['<html>tip too low</html>', ''],
    [{ error: {} }, ''],
    [7, ''],
  ] as const) {
    it(`is “${message}” in ${JSON.stringify(body)}`, () => {
      assert.equal(providerMessage(body), message);
    });
  }

  it('is bounded and contains no control characters', () => {
    const message = providerMessage({ message: `\u001b[31m${'x'.repeat(10_000)}` });
    assert.ok(message.length <= 301 && !message.includes('\u001b'));
  });
});
