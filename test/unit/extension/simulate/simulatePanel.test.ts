import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { percentileKeys } from '../../../../src/api/enumerations.ts';
import { MarketError } from '../../../../src/api/marketError.ts';
import { SimulationRuns } from '../../../../src/extension/simulate/simulationRuns.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import type { SimulateState } from '../../../../src/webview/messages/simulate.ts';
import {
  failedTransaction,
  sampleRecord,
  sampleSimulationOf,
  sampleState,
  sampleTransaction,
} from '../../webview/simulate/sampleSimulation.ts';
import { MementoDouble } from '../mementoDouble.ts';
import { editor, replaceVscode } from '../vscodeDouble.ts';

replaceVscode();
const { createSimulatePanel } = await import('../../../../src/extension/simulate/simulatePanel.ts');
type PanelOptions = Parameters<typeof createSimulatePanel>[0];

const percentiles = Object.fromEntries(percentileKeys.map((key, at) => [key, (at + 1) * 1_000]));
const tips = { JITO: { [wrappedSolMint]: { number: 40, percentiles } } };

function panelOf(change: Partial<PanelOptions> = {}, transactions = [sampleTransaction()]) {
  const asked: (readonly [operation: string, parameters: unknown, forceRefresh?: boolean])[] = [];
  const connection = { name: 'Node A', kind: 'rpc' };
  const options = {
    arbscope: {
      simulate: async (parameters: unknown, call: { readonly forceRefresh?: boolean }) => {
        asked.push(['simulate', parameters, call.forceRefresh ?? false]);
        return sampleSimulationOf(transactions);
      },
    },
    service: {
      tipsByComputeUnit: async (parameters: unknown) => {
        asked.push(['tipsByComputeUnit', parameters]);
        return tips;
      },
    },
    source: () => connection,
    runs: new SimulationRuns(new MementoDouble()),
    marginPercent: () => 10,
    errorSources: { find: () => Promise.resolve(''), open: () => Promise.resolve() },
    openSource: async () => undefined,
    showOnSave: () => undefined,
    ...change,
  } as unknown as PanelOptions;
  const panel = createSimulatePanel(options);
  const load = () =>
    panel.load(sampleState, {
      signal: AbortSignal.timeout(10_000),
      report: () => undefined,
      warn: () => undefined,
    });
  const states: SimulateState[] = [];
  let reloads = 0;
  const handle = (request: Parameters<typeof panel.handle>[0], state = sampleState) =>
    panel.handle(request, {
      state,
      setState: (next) => states.push(next),
      reload: () => {
        reloads += 1;
      },
    });
  return { asked, connection, handle, load, panel, reloads: () => reloads, states };
}

const tipOf = ({ transactions }: Awaited<ReturnType<ReturnType<typeof panelOf>['load']>>) => {
  const tip = transactions[0]?.advice.find(({ kind }) => kind === 'tip');
  assert.ok(tip?.kind === 'tip');
  return tip;
};

describe('The simulation panel', () => {
  beforeEach(() => editor.executed.splice(0));

  test('simulates on the newest state each time, never from a cached response', async () => {
    const { asked, load } = panelOf();
    await load();
    await load();
    const parameters = { transactions: sampleState.transactions };
    assert.deepEqual(
      asked.filter(([operation]) => operation === 'simulate'),
      [
        ['simulate', parameters, true],
        ['simulate', parameters, true],
      ],
    );
  });

  test('compares the tip with those of its provider in the last hour', async () => {
    const { asked, load } = panelOf();
    const { market, fault } = tipOf(await load());
    assert.deepEqual(asked[1], ['tipsByComputeUnit', { maxTimeRange: 3_600 }]);
    assert.equal(market?.sample, 40);
    assert.equal(market?.values.length, 12);
    assert.equal(fault, '');
  });

  test('requests no tips if none is paid in SOL', async () => {
    const record = sampleRecord({ tips_details: [] });
    const { asked, load } = panelOf({}, [sampleTransaction({ record })]);
    await load();
    assert.equal(asked.length, 1);
  });

  test('gives advice without market tips if they cannot be loaded, and shows the reason', async () => {
    const fails = async () => {
      throw new MarketError('rate-limited', 'Too many requests.');
    };
    const { load } = panelOf({ service: { tipsByComputeUnit: fails } });
    const tip = tipOf(await load());
    assert.equal(tip.market, null);
    assert.equal(tip.fault, 'Too many requests.');
    assert.equal(tip.breakEven, '2980126');
  });

  test('shows nothing if the simulation is cancelled while the tips load', async () => {
    const gone = async () => {
      throw new MarketError('cancelled', 'Cancelled.');
    };
    const { load } = panelOf({ service: { tipsByComputeUnit: gone } });
    await assert.rejects(load(), { kind: 'cancelled' });
  });

  test('keeps the runs of two connections separate, since their slots are not comparable', async () => {
    const { connection, load } = panelOf();
    await load();
    assert.equal((await load()).transactions[0]?.runs.length, 2);
    connection.name = 'Node B';
    assert.equal((await load()).transactions[0]?.runs.length, 1);
  });

  test('sanitizes and limits names, errors and logs', async () => {
    const transaction = failedTransaction();
    const [first] = transaction.calls;
    assert.ok(first && transaction.error);
    const bad = `\u202eevil\u0007${'x'.repeat(5_000)}`;
    const hostile = {
      ...transaction,
      reason: bad,
      missing: Array.from({ length: 80 }, () => bad),
      calls: Array.from({ length: 3_000 }, () => ({ ...first, program_name: bad, name: bad })),
      logs: Array.from({ length: 3_000 }, () => 'x'.repeat(30_000)),
      error: { ...transaction.error, text: bad, name: bad, message: bad, program_name: bad },
    };
    const { load } = panelOf({}, [hostile]);
    const [shown] = (await load()).transactions;
    assert.ok(shown?.error);
    assert.equal(shown.calls.length, 2_000);
    assert.equal(shown.logs.length, 2_000);
    assert.equal(shown.logs[0]?.length, 20_000);
    assert.equal(shown.missing.length, 50);
    const { calls, error, missing, reason } = shown;
    const [call] = calls;
    for (const text of [reason, missing[0], call?.program, call?.name, ...Object.values(error)]) {
      if (typeof text !== 'string') continue;
      assert.doesNotMatch(text, /[\p{Cc}\p{Cf}]/u);
      assert.ok(text.length <= 700, `${text.length} characters`);
    }
  });

  test('simulates on save only if the source is a file', async () => {
    const { handle, states } = panelOf();
    await handle({ type: 'on-save', isOn: false });
    assert.deepEqual(states, [{ ...sampleState, isOnSave: false }]);
    const source = { ...sampleState.source, uri: null, ordinal: -1 };
    await handle({ type: 'on-save', isOn: true }, { ...sampleState, source });
    assert.equal(states.length, 1);
  });

  test('starts landing with a preview for the simulated transactions', async () => {
    const { handle } = panelOf();
    await handle({ type: 'land' });
    assert.deepEqual(editor.executed, [['arbscope.landTransaction', ['AA==']]]);
  });

  test('clears the runs of this connection and simulates again on Start Over', async () => {
    const { handle, load, reloads } = panelOf();
    await load();
    await handle({ type: 'clear-runs' });
    assert.equal(reloads(), 1);
    assert.equal((await load()).transactions[0]?.runs.length, 1);
  });

  test('is restored after a reload only with transactions to simulate', () => {
    const { panel } = panelOf();
    assert.equal(panel.isState(sampleState), true);
    assert.equal(panel.isState({ ...sampleState, transactions: [] }), false);
    assert.equal(panel.isState({ ...sampleState, transactions: Array(6).fill('AA==') }), false);
  });
});
