import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { errors } from 'undici';
import { connectionProblem, errorFromTransport } from '../../../src/http/transportErrors.ts';

const sending = {
  notSent: 'Nothing was sent.',
  possiblySent: 'It may have been sent.',
  redirected: '',
};

describe('A timeout of the HTTP library', () => {
  const timeouts = {
    'while connecting': [new errors.ConnectTimeoutError(), sending.notSent],
    'before the response begins': [new errors.HeadersTimeoutError(), sending.possiblySent],
    'during the response': [new errors.BodyTimeoutError(), sending.possiblySent],
  } as const;
  for (const [when, [timeout, doubt]] of Object.entries(timeouts)) {
    it(`${when} is reported as a timeout, with whether anything was sent`, () => {
      assert.equal(connectionProblem(timeout), 'request timed out');
      const { kind, message } = errorFromTransport(timeout, 'service.test', sending);
      assert.equal(kind, 'unreachable');
      const expected = `service.test did not respond in time. Check the network and the address. ${doubt}`;
      assert.equal(message, expected);
    });
  }
});
