import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ConnectionCheckReport } from '../../../../src/backend/protocol/connectionProtocol.ts';
import type { ServiceConnection } from '../../../../src/extension/base/connections.ts';
import {
  formatReport,
  parseCheckReport,
  summarizeReport,
} from '../../../../src/extension/connections/connectionCheckReport.ts';

const prod: ServiceConnection = {
  kind: 'service',
  name: 'Prod',
  baseUrl: 'https://api.example.com',
  landingUrl: null,
  encoding: 'brackets',
  tier: 'low',
  requestsPerMinute: {},
};
const report: ConnectionCheckReport = {
  isWorking: true,
  origin: 'https://api.example.com',
  latencyMilliseconds: 84,
  key: 'accepted',
  encoding: 'commas',
  trials: [
    { request: 'tokenInfo', encoding: 'brackets', milliseconds: 84, error: null, description: '' },
    {
      request: 'finder',
      encoding: 'brackets',
      milliseconds: 120,
      error: { kind: 'bad-parameter', message: 'tokensMint is\nmissing' },
      description: 'refused',
    },
    {
      request: 'finder',
      encoding: 'commas',
      milliseconds: 1_112,
      error: null,
      description: '5 tokens',
    },
  ],
};
const refused: ConnectionCheckReport = {
  ...report,
  isWorking: false,
  key: 'refused',
  encoding: null,
};

describe('The report of a connection check', () => {
  it('lists the outcome and duration of each operation', () => {
    const text = formatReport(prod, report, new Date(0));
    assert.match(text, /API key {5}accepted/);
    assert.match(text, /Encoding {4}commas \(key=a,b\)/);
    assert.match(text, /^Token info {2}brackets {2}84 ms {5}ok$/m);
    assert.match(text, /^Finder {6}brackets {2}120 ms {4}tokensMint is missing$/m);
    assert.match(text, /^Finder {6}commas {4}1,112 ms {2}ok: 5 tokens$/m);
    assert.match(text, /1970-01-01 00:00:00 UTC/);
  });

  it('says for the Sandbox that no request is needed', () => {
    const connection = { kind: 'sandbox', name: 'Sandbox' } as const;
    const none: ConnectionCheckReport = {
      ...report,
      origin: 'sandbox',
      latencyMilliseconds: null,
      key: 'none',
      encoding: null,
      trials: [],
    };
    assert.match(formatReport(connection, none, new Date(0)), /works.*No request needed/s);
    assert.equal(summarizeReport(connection, none), 'Sandbox works.');
  });

  it('has a verdict in one sentence', () => {
    assert.equal(summarizeReport(prod, report), 'Prod works: 84 ms.');
    assert.equal(summarizeReport(prod, refused), 'Prod failed: API key refused.');
    const partly = { ...refused, key: 'accepted' } as const;
    assert.equal(summarizeReport(prod, partly), 'Prod responded to 2 of 3 requests.');
    const [, failed] = report.trials;
    assert.ok(failed !== undefined);
    const silent = { ...partly, trials: [failed] };
    assert.match(summarizeReport(prod, silent), /^Prod failed: tokensMint is/);
  });

  it('names the refused key, and omits untested operations', () => {
    const message = 'API key refused (HTTP 401)';
    const trial = {
      request: 'tokenInfo',
      encoding: 'brackets',
      milliseconds: 3,
      error: { kind: 'unauthorized', message },
      description: message,
    } as const;
    const wrongKey = { ...refused, latencyMilliseconds: null, trials: [trial] };
    const text = formatReport(prod, wrongKey, new Date(0));
    assert.match(text, /Result {6}failed: API key refused/);
    assert.match(text, /Encoding {4}not tested/);
    assert.doesNotMatch(text, /Latency|nothing|understood/);
    assert.equal(summarizeReport(prod, wrongKey), 'Prod failed: API key refused.');
  });

  it('is accepted only in the backend’s format', () => {
    assert.deepEqual(parseCheckReport(structuredClone(report)), report);
    for (const wrong of [
      null,
      [],
      {},
      { ...report, key: 'perhaps' },
      { ...report, encoding: 'xml' },
      { ...report, trials: {} },
      { ...report, isWorking: 'yes' },
      { ...report, latencyMilliseconds: '84' },
    ]) {
      assert.equal(parseCheckReport(wrong), null);
    }
  });
});
