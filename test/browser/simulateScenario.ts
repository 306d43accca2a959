import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import type { Frame } from 'playwright-core';
import type { RpcTransaction } from '../../src/engine/decode/rpcBlock.ts';
import recordedExamples from '../../src/extension/transaction/recordedExamples.json' with {
  type: 'json',
};
import type { FakeRpcNode } from '../fakeRpcNode.ts';
import { sharedData, skipWithout } from '../sharedData.ts';
import { wireBytes } from '../unit/engine/decode/wireBytes.ts';
import { loadedAddresses, simulationOf } from '../unit/engine/operations/arbscope/replayingNode.ts';
import { untilSeen } from './patience.ts';
import { exampleArbitrage, simulateSwap, writeUnsignedSwap } from './unsignedSwap.ts';
import type { Workbench } from './workbench.ts';

/** The mainnet arbitrage that comes with the extension, as returned by a node. */
const { signature, route_map_details } = recordedExamples.twoLegs;
const recording = sharedData('data', 'transactions', `${signature}.json`);

const textOf = async (panel: Frame): Promise<string> =>
  ((await panel.locator('main').textContent()) ?? '').replace(/\s+/g, ' ');

/** An unsigned transaction in source, in a window on the Sandbox. */
export function simulateOnSandbox(opened: () => Workbench): void {
  test('sees the route map and net gain of an unsigned transaction with one click', async () => {
    const workbench = opened();
    await writeUnsignedSwap(workbench, await exampleArbitrage(workbench));
    const panel = await simulateSwap(workbench);
    const text = await textOf(panel);
    assert.equal(await panel.locator('.route-map .leg').count(), 2);
    assert.match(text, /would succeed/);
    assert.match(text, /unsigned, signatures not checked/);
    assert.match(text, /Sandbox: simulated data/);
    assert.match(text, /swap\.ts:3/);
    assert.match(text, /nothing was sent/);
    assert.match(text, /Net gain\+/);
    await workbench.screenshot('simulate-sandbox');
  });
}

export function simulateOnNode(opened: () => Workbench, node: FakeRpcNode): void {
  describe('and an unsigned transaction in source', { skip: skipWithout(recording) }, () => {
    let workbench: Workbench;
    let panel: Frame;
    before(async () => {
      workbench = opened();
      const landed = JSON.parse(readFileSync(recording ?? '', 'utf8')) as RpcTransaction;
      const { meta } = landed;
      assert.ok(meta);
      // The node's simulation repeats the landed outcome, a few slots later each time.
      let slot = node.tip;
      node.answers.set('simulateTransaction', () => {
        slot += 3;
        return {
          context: { slot, apiVersion: '3.1.8' },
          value: { ...simulationOf(meta), loadedAddresses: loadedAddresses(landed) },
        };
      });
      await workbench.runCommand('View: Close All Editors');
      await writeUnsignedSwap(workbench, wireBytes(landed));
    });

    const runs = () => panel.locator('.runs tbody tr');

    test('clicks Simulate above it and sees its route map and net gain, and that nothing was sent', async () => {
      panel = await simulateSwap(workbench);
      const text = await textOf(panel);
      assert.equal(await panel.locator('.route-map .leg').count(), route_map_details.length);
      assert.match(text, /unsigned, signatures not checked/);
      assert.match(text, /swap\.ts:3/);
      assert.match(text, /nothing was sent/);
      assert.match(text, /Net gain\+/);
      assert.deepEqual(
        node.requests.filter(({ method }) => /^send/.test(method)),
        [],
      );
      const [simulated] = node.requests.filter(({ method }) => method === 'simulateTransaction');
      assert.ok(simulated, 'the node was asked');
      await workbench.screenshot('simulate');
    });

    test('simulates it again by a click and on save, and compares the runs', async () => {
      await panel.getByRole('button', { name: 'Simulate Again' }).click();
      await runs().nth(1).waitFor();
      await panel.getByRole('checkbox', { name: 'On save' }).check();
      const { page } = workbench;
      await untilSeen(async (limit) => {
        await page.locator('.view-lines').getByText('Built by the bot').click(limit);
        await page.keyboard.press('End');
        await page.keyboard.type(' Changed.');
        await page.keyboard.press('Control+S');
        await runs().nth(2).waitFor(limit);
      });
      assert.match((await runs().first().textContent()) ?? '', /\+\d+(\.\d)? s.*succeeds/);
      await workbench.screenshot('simulate-runs');
    });
  });
}
