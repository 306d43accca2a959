// Only in test:all: it opens a window over a node.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { usdcMint } from '../../src/solana/baseMints.ts';
import { FakeRpcNode } from '../fakeRpcNode.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { sandboxBlocks } from '../unit/engine/sources/rpcSupport.ts';
import { panelPage } from './panelPage.ts';
import { untilSeen } from './patience.ts';
import { simulateOnNode } from './simulateScenario.ts';
import { Workbench } from './workbench.ts';

const firstSlot = 381_774_000;
/** Time between two blocks, each with a minute of the Sandbox. */
const slotMilliseconds = 400;

describe('A user with a node that does not support reading accounts', suiteLimit, () => {
  const node = new FakeRpcNode('/v2/node-key-0123');
  let workbench: Workbench;
  let timer: NodeJS.Timeout;
  let isGrowing = true;

  before(async () => {
    node.faultOf = ({ method }) =>
      method === 'getMultipleAccounts' ? { kind: 'error', code: -32_601 } : undefined;
    // It reports slots without a block, as a node does before they are confirmed.
    node.answers.set('getSlot', () => node.tip + 2);
    await node.listen();
    const blocks = await sandboxBlocks(60);
    const add = (slot: number) => {
      const block = blocks[slot % blocks.length];
      assert.ok(block !== undefined);
      const blockTime = Math.floor(Date.now() / 1_000);
      node.add(slot, { ...block, blockhash: `block${slot}`, blockTime });
    };
    add(firstSlot);
    timer = setInterval(() => isGrowing && add(node.tip + 1), slotMilliseconds);
    // Few tokens, so that the rows below them are drawn too.
    const settings = { 'arbscope.finder.maximumTokens': 8 };
    workbench = await Workbench.open({ theme: 'dark', settings });
    await workbench.page.setViewportSize({ width: 1_024, height: 700 });
    await workbench.openArbscopeView();
  });
  afterEach(async (context) => {
    if ('passed' in context && !context.passed) await workbench?.screenshot('failed-node');
  });
  after(async () => {
    clearInterval(timer);
    await workbench?.close();
    await node.close();
  });

  const statusBar = () => workbench.page.locator('.statusbar-item[id*="arbscope.connection"]');
  const tooltip = async (shows: RegExp): Promise<void> => {
    const hover = workbench.page.locator('.monaco-hover:visible').filter({ hasText: shows });
    await untilSeen(async (limit) => {
      await workbench.page.mouse.move(600, 20);
      await statusBar().hover(limit);
      await hover.waitFor(limit);
    });
  };
  const setFilter = async (name: string, act: () => Promise<void>): Promise<void> => {
    await workbench.runCommand('Arbscope: Filter Finder…');
    await workbench.titled('Filter Finder');
    await workbench.quickInput().fill(name);
    await workbench.choose(name);
    await workbench.titled(`Filter Finder: ${name}`);
    await act();
    await workbench.titled(/^Filter Finder: \d active/);
    await workbench.leave();
  };
  const rows = () => workbench.treeRows('Finder', 1);

  test('adds it, and sees how far it is behind', async () => {
    await workbench.choose(/Node/, () => workbench.runCommand('Arbscope: Add Connection…'));
    for (const [number, answer] of Object.entries({ 1: node.url, 2: 'My node', 3: '', 4: '' })) {
      await workbench.titled(`(${number}/`);
      await workbench.answer(answer);
    }
    await statusBar()
      .filter({ hasText: /My node · (\d+ slots?|[\d.]+ s) behind/ })
      .waitFor();
    await tooltip(/Lag\s*(\d+ slots?|[\d.]+ s) behind/);
    await workbench.screenshot('node-lag');
  });

  test('sees that authorities are unknown, in the token panel too', async () => {
    await untilSeen(async (limit) => {
      await workbench.runCommand('Arbscope: Refresh Finder');
      await rows().filter({ hasText: /→/ }).first().waitFor(limit);
    });
    await setFilter('Min market cap', () => workbench.answer('1000'));
    await rows()
      .filter({ hasText: /Market cap unknown\d+ tokens?/ })
      .waitFor();
    await workbench.screenshot('node-market-cap-unknown');
    await setFilter('Mint authority', () => workbench.choose(/^revoked/));
    const hidden = rows().filter({ hasText: /^\d+ hidden.*Authority unknown/ });
    await hidden.waitFor();
    assert.equal(await rows().filter({ hasText: /→/ }).count(), 0);
    await workbench.screenshot('node-authority-unknown');
    await workbench.runWith('Arbscope: Open Token…', usdcMint);
    const page = await panelPage(workbench.page, 'token');
    await page.getByText('Mint authority', { exact: true }).waitFor();
    const facts = ((await page.locator('body').textContent()) ?? '').replace(/\s+/g, ' ');
    assert.match(facts, /Mint authority ?unknown/);
    assert.match(facts, /Freeze authority ?unknown/);
    await workbench.screenshot('node-token');
  });

  test('sees when new blocks stop, and when they resume', async () => {
    isGrowing = false;
    await statusBar()
      .filter({ hasText: /My node · no new blocks$/ })
      .waitFor();
    assert.match((await statusBar().getAttribute('class')) ?? '', /warning/);
    await workbench.screenshot('node-no-new-blocks');
    await tooltip(/No new blocks for more than 10 s\./);
    isGrowing = true;
    await statusBar().filter({ hasText: 'no new blocks' }).waitFor({ state: 'detached' });
    await statusBar()
      .filter({ hasText: /My node · (\d+ slots?|[\d.]+ s) behind/ })
      .waitFor();
  });

  simulateOnNode(() => workbench, node);
});
