import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MarketError } from '../../../../../src/api/marketError.ts';
import { smbPoolLists } from '../../../../../src/botConfig/botPrograms.ts';
import {
  ConfigCoverage,
  type ConfigCoverageOptions,
  coveredConfig,
  defaultCoverageQuery,
} from '../../../../../src/extension/botConfig/coverage/configCoverage.ts';
import { CoverageOfDocuments } from '../../../../../src/extension/botConfig/coverage/coverageOfDocuments.ts';
import { ArbscopeDouble, arbscopeSample } from '../../../../arbscopeDouble.ts';
import { configOf, reportOf } from './coverages.ts';

const config = coveredConfig(configOf(['a', 'b']));
const never = new AbortController().signal;

const finder: ConfigCoverageOptions['service']['finder'] = async () => {
  throw new MarketError('unreachable', 'not asked');
};

function coverageOver(arbscope: ArbscopeDouble, service = { finder }) {
  return new ConfigCoverage({ arbscope, service, sourceKey: () => 'sandbox' });
}

describe('Coverage of a config', () => {
  test('takes one request per minute for lens, hover and panel', async () => {
    const arbscope = new ArbscopeDouble();
    const coverage = coverageOver(arbscope);
    const ask = () => coverage.load(config, defaultCoverageQuery, { signal: never });
    const [first, second] = await Promise.all([ask(), ask()]);
    assert.equal(first, second);
    await ask();
    assert.equal(arbscope.asked.length, 1);
    assert.deepEqual(arbscope.asked[0]?.parameters, {
      groups: [['a', 'b']],
      missing_amms: [...smbPoolLists.keys()],
    });
    await coverage.load(config, defaultCoverageQuery, { signal: never, forceRefresh: true });
    assert.equal(arbscope.asked.length, 2);
  });

  test('ends at the source’s current time, with the chosen window and percentile', async () => {
    const arbscope = new ArbscopeDouble();
    const query = { windowSeconds: 3_600, percentile: 'p75' } as const;
    await coverageOver(arbscope).load(config, query, { signal: never });
    const { now } = arbscopeSample('status');
    const asked = arbscope.asked.find(({ operation }) => operation === 'coverage');
    assert.ok(asked !== undefined);
    const { from, percentile } = asked.parameters as { from: number; percentile: string };
    assert.equal(percentile, 'p75');
    if (now !== null) assert.equal(from, Math.floor(Date.parse(now) / 1_000) - 3_600);
  });

  test('consists of bounds from rollups if the service offers no coverage', async () => {
    const arbscope = new ArbscopeDouble();
    arbscope.failWith(new MarketError('not-offered', 'none'));
    const asked: unknown[] = [];
    const coverage = coverageOver(arbscope, {
      finder: async (parameters) => {
        asked.push(parameters.tokensTimeRange, parameters.tokensMint.length > 0);
        return { tokens: [] } as unknown as Awaited<ReturnType<typeof finder>>;
      },
    });
    const query = { ...defaultCoverageQuery, windowSeconds: 259_200 };
    const found = await coverage.load(config, query, { signal: never });
    assert.equal(found.kind, 'bounds');
    // The longest ranking window of a service.
    assert.deepEqual(asked, [86_400, true]);
  });

  test('fails with the connection’s error, and is requested again after a switch', async () => {
    const arbscope = new ArbscopeDouble();
    arbscope.failWith(new MarketError('unreachable', 'away'));
    const coverage = coverageOver(arbscope);
    const ask = () => coverage.load(config, defaultCoverageQuery, { signal: never });
    await assert.rejects(ask(), { kind: 'unreachable' });
    arbscope.failWith(null);
    coverage.clear();
    assert.equal((await ask()).kind, 'report');
  });
});

describe('Coverage of the documents on screen', () => {
  function watching() {
    const asked: AbortSignal[] = [];
    const answers: PromiseWithResolvers<ReturnType<typeof reportOf>>[] = [];
    const documents = new CoverageOfDocuments({
      coverage: {
        load: (_config, _query, { signal }) => {
          asked.push(signal);
          const answer = Promise.withResolvers<ReturnType<typeof reportOf>>();
          answers.push(answer);
          return answer.promise;
        },
      },
      query: () => defaultCoverageQuery,
      read: async () => ({ config: configOf(['a']), version: 1 }),
      onFailure: () => undefined,
    });
    const pass = async (milliseconds: number) => {
      mock.timers.tick(milliseconds);
      for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    };
    return { asked, answers, documents, pass };
  }

  test('is requested after edits end, and aborts requests for older text', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const { asked, answers, documents, pass } = watching();
      documents.watch(new Set(['file:a']));
      await pass(0);
      assert.equal(asked.length, 1);
      documents.edited('file:a');
      assert.equal(asked[0]?.aborted, true);
      await pass(500);
      documents.edited('file:a');
      await pass(500);
      assert.equal(asked.length, 1);
      await pass(300);
      assert.equal(asked.length, 2);
      const told: string[] = [];
      documents.onChange((uri) => told.push(uri));
      answers[1]?.resolve(reportOf({ a: 1 }, [1]));
      await pass(0);
      assert.deepEqual(told, ['file:a']);
      assert.equal(documents.get('file:a')?.figures.pools[0]?.address, 'a');
      // Reloads every minute while watched.
      await pass(60_000);
      assert.equal(asked.length, 3);
      documents.watch(new Set());
      assert.equal(asked[2]?.aborted, true);
      assert.equal(documents.get('file:a'), null);
      await pass(120_000);
      assert.equal(asked.length, 3);
    } finally {
      mock.timers.reset();
    }
  });
});
