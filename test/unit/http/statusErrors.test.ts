import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  errorFromResponse,
  parseRateLimitReset,
  parseRetryAfter,
} from '../../../src/http/statusErrors.ts';

const now = Date.UTC(2026, 0, 1);
const inSeconds = (seconds: number) => new Date(now + seconds * 1_000).toUTCString();

describe('The wait that a service requests', () => {
  for (const [header, seconds] of [
    ['14', 14],
    [' 1.5 ', 1.5],
    ['0', 0],
    [inSeconds(20), 20],
    ['300', 300],
    ['301', 300],
    ['999999999', 300],
    ['9'.repeat(400), 300],
    [inSeconds(999_999_999), 300],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 300],
    [inSeconds(-20), 0],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ] as const) {
    it(`is ${seconds} s for ${header.slice(0, 40)}`, () => {
      assert.equal(parseRetryAfter(header, now), seconds);
    });
  }
  for (const header of [
    undefined,
    '',
    '-5',
    '1e9',
    'NaN',
    'Infinity',
    'soon',
    '2058-01-01',
    'x 9999',
  ]) {
    it(`is unknown for ${JSON.stringify(header)}`, () => {
      assert.equal(parseRetryAfter(header, now), undefined);
    });
  }

  for (const [header, seconds] of [
    ['14', 14],
    [' 0.5 ', 0.5],
    ['86400', 300],
    [String(now / 1_000 + 20), 20],
    [String(now / 1_000 - 20), 0],
    [String(now + 20_000), 20],
    ['9'.repeat(400), 300],
    ['', undefined],
    ['-5', undefined],
    ['soon', undefined],
    [undefined, undefined],
  ] as const) {
    it(`is ${seconds} s for x-ratelimit-reset ${String(header).slice(0, 40)}`, () => {
      assert.equal(parseRateLimitReset(header, now), seconds);
    });
  }

  it('is read from x-ratelimit-reset only after 429 without retry-after', () => {
    const waitOf = (statusCode: number, retryAfter?: string) =>
      errorFromResponse({ statusCode, retryAfter, rateLimitReset: '14', body: '' })
        .retryAfterSeconds;
    assert.equal(waitOf(429), 14);
    assert.equal(waitOf(429, '3'), 3);
    assert.equal(waitOf(503), undefined);
  });

  it('is reported, with a note if the service requires longer', () => {
    const message = (retryAfter: string) =>
      errorFromResponse({ statusCode: 429, retryAfter, body: '' }).message;
    assert.equal(message('14'), 'Too many requests; retry in 14 s (HTTP 429)');
    assert.equal(
      message('999999999'),
      'Too many requests; the service requires 300 s or longer; retry in 300 s (HTTP 429)',
    );
  });
});
