import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toOutcome } from '../../../../src/extension/simulate/simulateContent.ts';
import { SimulationRuns } from '../../../../src/extension/simulate/simulationRuns.ts';
import { comparedRuns } from '../../../../src/webview/simulate/runsModel.ts';
import {
  failedTransaction,
  incompleteTransaction,
  sampleRuns,
  sampleTransaction,
} from '../../webview/simulate/sampleSimulation.ts';
import { MementoDouble } from '../mementoDouble.ts';

const outcome = (slot: number) => toOutcome(sampleTransaction(), slot, slot * 400);

describe('Runs of a simulation', () => {
  test('are numbered per transaction, and survive a reload of the window', async () => {
    const storage = new MementoDouble();
    await new SimulationRuns(storage).add('a', [outcome(1), outcome(1)]);
    const runs = await new SimulationRuns(storage).add('a', [outcome(5), outcome(5)]);
    assert.deepEqual(
      runs.map((each) => each.map(({ number, slot }) => [number, slot])),
      [
        [
          [1, 1],
          [2, 5],
        ],
        [
          [1, 1],
          [2, 5],
        ],
      ],
    );
    const other = await new SimulationRuns(storage).add('b', [outcome(9)]);
    assert.equal(other[0]?.length, 1);
  });

  test('are limited to 20: the first stays, since the others are compared with it', async () => {
    const runs = new SimulationRuns(new MementoDouble());
    for (let slot = 1; slot < 30; slot++) await runs.add('a', [outcome(slot)]);
    const [all = []] = await runs.add('a', [outcome(30)]);
    assert.equal(all.length, 20);
    assert.deepEqual([all[0]?.number, all[1]?.number, all.at(-1)?.number], [1, 12, 30]);
  });

  test('start at 1 after they are cleared, and ignore invalid stored state', async () => {
    const storage = new MementoDouble();
    const runs = new SimulationRuns(storage);
    await runs.add('a', [outcome(1)]);
    await runs.clear('a');
    const [first = []] = await runs.add('a', [outcome(2)]);
    assert.deepEqual(
      first.map(({ number }) => number),
      [1],
    );
    await storage.update('arbscope.simulationRuns', [{ key: 'a', runs: 'x' }, null]);
    assert.equal((await runs.add('a', [outcome(3)]))[0]?.length, 1);
  });

  test('show the lost fee and the error of a failure, and an unknown gain if incomplete', () => {
    const failed = toOutcome(failedTransaction(), 1, 0);
    assert.equal(failed.netGainsSol, -0.00003);
    assert.equal(failed.error, 'TooLittleOutputReceived');
    assert.equal(failed.errorDetail, '6022, Raydium CLMM, leg 3');
    assert.equal(toOutcome(incompleteTransaction(), 1, 0).netGainsSol, null);
  });

  test('are compared with the first, except for failures', () => {
    const compared = comparedRuns(sampleRuns);
    const first = sampleRuns[0]?.atMilliseconds ?? 0;
    assert.deepEqual(
      compared.map(({ secondsLater }) => secondsLater),
      sampleRuns.map(({ atMilliseconds }) => (atMilliseconds - first) / 1_000),
    );
    const changes = compared.map(({ change }) =>
      change === null ? null : Math.round(change * 100),
    );
    assert.deepEqual(changes, [null, -10, -44, -79, null]);
  });
});
