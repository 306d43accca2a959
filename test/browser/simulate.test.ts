import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Frame } from 'playwright-core';
import type { RpcTransaction } from '../../src/engine/decode/rpcBlock.ts';
import recordedExamples from '../../src/extension/transaction/recordedExamples.json' with {
  type: 'json',
};
import { FakeRpcNode } from '../fakeRpcNode.ts';
import { sharedData, skipWithout } from '../sharedData.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { wireBytes } from '../unit/engine/decode/wireBytes.ts';
import { loadedAddresses, simulationOf } from '../unit/engine/operations/arbscope/replayingNode.ts';
import { sandboxBlocks } from '../unit/engine/sources/rpcSupport.ts';
import { untilSeen } from './patience.ts';
import { exampleArbitrage, simulateSwap, writeUnsignedSwap } from './unsignedSwap.ts';
import { Workbench } from './workbench.ts';

const tip = 381_774_000;

/** The arbitrage of mainnet that comes with the extension, as a node returned it. */
const { signature, route_map_details } = recordedExamples.twoLegs;
const recording = sharedData('data', 'transactions', `${signature}.json`);

const textOf = async (panel: Frame): Promise<string> =>
  ((await panel.locator('main').textContent()) ?? '').replace(/\s+/g, ' ');

describe('A developer with an unsigned transaction in source', suiteLimit, () => {
  let workbench: Workbench;
  before(async () => {
    workbench = await Workbench.open({ theme: 'dark' });
    await workbench.openArbscopeView();
  });
  afterEach(async (context) => {
    if ('passed' in context && !context.passed) await workbench.screenshot('failed-simulate');
  });
  after(() => workbench?.close());

  test('sees its route map and net gain on the Sandbox by one click', async () => {
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

  describe('over a node', { skip: skipWithout(recording) }, () => {
    const node = new FakeRpcNode('/v2/node-key-0123');
    let slot = tip;

    before(async () => {
      const blocks = await sandboxBlocks(20);
      const landed = JSON.parse(readFileSync(recording ?? '', 'utf8')) as RpcTransaction;
      const { meta } = landed;
      assert.ok(meta);
      // The node simulates it as it went when it landed, a few slots later each time.
      node.answers.set('simulateTransaction', () => {
        slot += 3;
        return {
          context: { slot, apiVersion: '3.1.8' },
          value: { ...simulationOf(meta), loadedAddresses: loadedAddresses(landed) },
        };
      });
      for (const [at, block] of blocks.slice(0, 5).entries()) {
        const blockTime = Math.floor(Date.now() / 1_000) - 5 + at;
        node.add(tip - 4 + at, { ...block, blockhash: `block${at}`, blockTime });
      }
      await node.listen();
      await workbench.runCommand('View: Close All Editors');
      await writeUnsignedSwap(workbench, wireBytes(landed));
      await workbench.choose(/Node/, () => workbench.runCommand('Arbscope: Add Connection…'));
      for (const [number, answer] of Object.entries({ 2: 'My node', 3: node.url, 4: '', 5: '' })) {
        await workbench.titled(`(${number}/`);
        await workbench.answer(answer);
      }
      await workbench.page
        .locator('.statusbar-item[id*="arbscope.connection"]')
        .filter({ hasText: /My node/ })
        .waitFor();
    });
    after(() => node.close());

    const runs = (panel: Frame) => panel.locator('.runs tbody tr');
    let panel: Frame;

    test('clicks Simulate above it and sees its route map and net gain; nothing was sent', async () => {
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

    test('simulates it again by a click and at a save, and compares the runs', async () => {
      await panel.getByRole('button', { name: 'Simulate Again' }).click();
      await runs(panel).nth(1).waitFor();
      await panel.getByRole('checkbox', { name: 'On save' }).check();
      const { page } = workbench;
      await untilSeen(async (limit) => {
        await page.locator('.view-lines').getByText('Built by the bot').click(limit);
        await page.keyboard.press('End');
        await page.keyboard.type(' Changed.');
        await page.keyboard.press('Control+S');
        await runs(panel).nth(2).waitFor(limit);
      });
      assert.match((await runs(panel).first().textContent()) ?? '', /\+6.*succeeds/);
      await workbench.screenshot('simulate-runs');
    });
  });
});
