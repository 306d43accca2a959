import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MarketError } from '../../../../../src/api/marketError.ts';
import { serviceBounds } from '../../../../../src/botConfig/serviceBounds.ts';
import type { Coverage } from '../../../../../src/extension/botConfig/coverage/configCoverage.ts';
import {
  type CoverageLoaderOptions,
  loadCoverageContent,
} from '../../../../../src/extension/botConfig/coverage/coverageLoader.ts';
import type { CoverageState } from '../../../../../src/webview/messages/coverage.ts';
import { arbscopeSample } from '../../../../arbscopeDouble.ts';
import { configOf, reportOf } from './coverages.ts';

const state: CoverageState = {
  ...{ uri: 'file:///bot.toml', windowSeconds: 86_400, percentile: null, compared: null },
};
const window = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z', coverage: null };
const bounds: Coverage = {
  kind: 'bounds',
  window,
  total: null,
  ...(await serviceBounds([], [['a']], async () => undefined)),
};

function load(given: Partial<CoverageLoaderOptions>, asked: CoverageState = state) {
  const replayed: unknown[] = [];
  const options: CoverageLoaderOptions = {
    coverage: { load: async () => reportOf({ a: 5 }, [5]) },
    arbscope: {
      status: async () => arbscopeSample('status'),
      replay: async ({ configs }) => {
        replayed.push(configs);
        return arbscopeSample('replay');
      },
    },
    source: () => ({ name: 'Sandbox', isSimulated: true }),
    nameOf: (address) => address,
    read: async () => ({ name: 'bot.toml', config: configOf(['a']) }),
    readCompared: async () => ({ label: 'last commit 3f2c91a', config: configOf(['b']) }),
    commitLabel: async () => 'last commit 3f2c91a',
    settings: () => ({
      ...{ current: null, outcomes: null, total: null, running: null, fault: '' },
      axes: { tokens_max: [], min_transactions: [], refresh_seconds: [], tokens_time_range: [] },
    }),
    ...given,
  };
  const { signal } = new AbortController();
  const nothing = () => undefined;
  return {
    replayed,
    content: loadCoverageContent(options, asked, { signal, report: nothing, warn: nothing }),
  };
}

describe('The content of the coverage panel', () => {
  test('has a replay of the last commit next to the file', async () => {
    const { content, replayed } = load({}, { ...state, compared: { kind: 'commit' } });
    const { compared, commitLabel, faults, replay } = await content;
    assert.ok(replay !== null);
    assert.equal(compared?.label, 'last commit 3f2c91a');
    assert.equal(commitLabel, 'last commit 3f2c91a');
    assert.deepEqual(faults, []);
    assert.deepEqual(replayed, [[{ groups: [['a']] }, { groups: [['b']] }]]);
  });

  test('shows the file even without a config to compare with, and says why', async () => {
    const readCompared = async () => {
      throw new MarketError('not-found', 'The file is in no Git repository.');
    };
    const { content, replayed } = load(
      { readCompared },
      { ...state, compared: { kind: 'commit' } },
    );
    const { compared, coverage, faults } = await content;
    assert.equal(coverage?.kind, 'report');
    assert.equal(compared, null);
    assert.deepEqual(faults, ['The file is in no Git repository.']);
    assert.deepEqual(replayed, [[{ groups: [['a']] }]]);
  });

  test('is bounds without replay and settings for a service with rollups only', async () => {
    const notOffered = async () => {
      throw new MarketError('not-offered', 'none');
    };
    const { content } = load({
      coverage: { load: async () => bounds },
      arbscope: { status: notOffered, replay: notOffered },
    });
    const { coverage, replay, settings, faults } = await content;
    assert.equal(coverage?.kind, 'bounds');
    assert.deepEqual([replay, settings], [null, null]);
    assert.match(faults[0] ?? '', /^Bounds count only the tokens that the service ranks\./);
  });

  test('is an error if the file is not a config', async () => {
    const read = async () => {
      throw new MarketError('bad-parameter', 'bot.toml is not a bot config.');
    };
    await assert.rejects(load({ read }).content, { kind: 'bad-parameter' });
  });
});
