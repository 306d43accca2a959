// Only in test:all: it opens windows with other connections.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { contractKey, ServeProcess } from '../contract/serveProcess.ts';
import { FakeService } from '../fakeService.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { untilSeen } from './patience.ts';
import { type ThemeName, themes, Workbench } from './workbench.ts';

const name = 'Local';
const themeNames = Object.keys(themes) as ThemeName[];

describe('A user', suiteLimit, () => {
  let workbench: Workbench;
  let done = 0;
  before(async () => {
    // The status bar shows the most limited operation: after one request, the Finder with 11 of 12.
    // Ten or more tokens would make token infos (120, one request per symbol) more limited.
    const settings = { 'arbscope.finder.maximumTokens': 9 };
    // A key binding runs a command that the palette hides, as another extension could.
    const keys = [{ key: 'ctrl+alt+l', command: 'arbscope.landTransaction' }];
    workbench = await Workbench.open({ theme: 'dark', settings, isUntrusted: true, keys });
  });
  afterEach(async (context) => {
    done += 1;
    if (!('passed' in context) || context.passed) return;
    await workbench.screenshot(`failed-connections-${done}`);
  });
  after(() => workbench?.close());

  const statusBar = () => workbench.page.locator('.statusbar-item[id*="arbscope.connection"]');

  describe('in an untrusted workspace', () => {
    const service = new FakeService('key-0123456789');
    before(async () => void (await service.listen()));
    after(() => service.close());

    test('uses the Sandbox, and no service gets a request until the workspace is trusted', async () => {
      await workbench.openArbscopeView();
      await workbench.branches('Finder', 1).first().waitFor();
      await workbench.addService('Held', service.url, service.key);
      await statusBar().filter({ hasText: 'Held · restricted' }).waitFor();
      const finder = workbench.view('Finder');
      await finder.getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
      await workbench.screenshot('connections-restricted');
      assert.deepEqual(service.requests, []);
      await finder.getByRole('button', { name: 'Use the Sandbox' }).click();
      await workbench.branches('Finder', 1).first().waitFor();
      assert.deepEqual(service.requests, []);
    });

    test('finds no way to land a transaction', async () => {
      const list = workbench.page.locator('.quick-input-list:visible');
      await untilSeen(async (limit) => {
        await workbench.search('F1', '>Arbscope: Land Signed', limit);
        await list.getByText('similar commands').first().waitFor(limit);
      });
      assert.equal(await list.getByRole('option', { name: /Land Signed Transaction/ }).count(), 0);
      await workbench.leave();
      const refusal = workbench.page.getByText(/Trust this workspace to land transactions/);
      await untilSeen(async (limit) => {
        await workbench.page.keyboard.press('Control+Alt+l');
        await refusal.first().waitFor(limit);
      });
      await workbench.runCommand('Notifications: Clear All Notifications');
    });

    test('trusts the workspace, and the chosen connection becomes active', async () => {
      await workbench.choose(/Held/, (limit) => statusBar().click(limit));
      const manage = workbench
        .view('Finder')
        .getByRole('button', { name: 'Manage Workspace Trust' });
      const trust = workbench.page.getByRole('button', { name: 'Trust', exact: true }).first();
      await manage.waitFor();
      // The trust editor may redraw under the pointer.
      await untilSeen(async (limit) => {
        if (await manage.isHidden()) return;
        if (!(await trust.isVisible())) await manage.click(limit);
        await trust.click(limit);
        await manage.waitFor({ state: 'hidden', ...limit });
      });
      await statusBar()
        .filter({ hasText: /Held · [\d,]+ ms/ })
        .waitFor();
      assert.ok(service.requests.some(({ key }) => key === service.key));
    });
  });

  describe('with a service', () => {
    let served: ServeProcess;
    before(async () => {
      served = await ServeProcess.open(['--source', 'sandbox', '--seed', '7']);
      // The trust editor may cover the rest of the window.
      await workbench.runCommand('View: Close All Editors');
      await workbench.choose(/Sandbox/, (limit) => statusBar().click(limit));
    });
    after(() => served?.stop());

    /** Waits for a step by its number in the title. */
    const step = (number: string) => workbench.titled(`(${number})`);
    async function pictures(place: string): Promise<void> {
      for (const theme of themeNames) {
        await workbench.chooseTheme(theme);
        await workbench.screenshot(`${place}-${theme}`);
      }
    }

    test('adds it from the status bar in steps, going back once, and sees its market', async () => {
      const picker = statusBar().filter({ hasText: 'Sandbox' });
      await untilSeen(async (limit) => {
        await picker.click(limit);
        await workbench.option(/Add Connection/).waitFor(limit);
      });
      await workbench.screenshot('connections-picker');
      await workbench.choose(/Add Connection/, (limit) => picker.click(limit));
      const input = workbench.quickInput();
      // Pasting the address at once makes the list offer it, and Enter accepts.
      await input.fill(served.url);
      await workbench.option(/Connect to the service at/).waitFor();
      await workbench.screenshot('connections-typed-url');
      await input.press('Enter');
      await step('1/5');
      assert.equal(await input.inputValue(), served.url);
      await input.fill('http://api.example.com');
      await workbench.page.getByText('must start with https://').waitFor();
      await workbench.screenshot('connections-refused-url');
      await workbench.page
        .locator('.quick-input-titlebar')
        .getByRole('button', { name: 'Back' })
        .click();
      await workbench.option(/Service/).waitFor();
      await input.fill(served.url);
      await workbench.option(/Connect to the service at/).waitFor();
      await input.press('Enter');
      await step('1/5');
      await workbench.answer(served.url);
      await step('2/5');
      assert.equal(await input.inputValue(), new URL(served.url).host);
      await workbench.answer(name);
      await step('3/5');
      await workbench.answer('');
      await workbench.choose(/Middle/);
      await step('5/5');
      await workbench.page.getByText(`sent to ${served.url} only`).waitFor();
      assert.equal(await input.getAttribute('type'), 'password');
      await workbench.screenshot('connections-key');
      await workbench.answer(contractKey);
      await workbench.notification(/Added Local\./).waitFor();
      await statusBar()
        .filter({ hasText: /Local · simulated · [\d,]+ ms · finder: 11\/12/ })
        .waitFor();
      await workbench.branches('Finder', 1).first().waitFor();
      await workbench.screenshot('connections-service');
    });

    test('sees in every theme what to do without a valid key', async () => {
      await workbench.choose(new RegExp(name), () =>
        workbench.runCommand('Arbscope: Remove API Key or RPC URL…'),
      );
      const welcome = workbench.view('Finder').getByRole('button', { name: 'Enter API Key' });
      await welcome.waitFor();
      await statusBar().filter({ hasText: 'no API key' }).waitFor();
      await workbench.runCommand('Notifications: Clear All Notifications');
      await pictures('connections-welcome');
      await welcome.click();
      await workbench.page.getByText(`sent to ${served.url} only`).waitFor();
      await workbench.answer('not the key');
      await workbench.answer('not-the-key');
      const row = workbench.treeRows('Finder', 1).filter({ hasText: 'API key refused' });
      await untilSeen(async (limit) => {
        await row.hover(limit);
        await row.getByRole('button', { name: /Set API Key/ }).waitFor(limit);
      });
      await workbench.runCommand('Notifications: Clear All Notifications');
      await pictures('connections-refused');
      // In a small window, the error and the remedy below it are still readable.
      await workbench.page.setViewportSize({ width: 900, height: 600 });
      await workbench.treeRows('Finder', 2).filter({ hasText: 'Enter the API key' }).waitFor();
      const headline = row.locator('.label-name');
      assert.equal(await headline.textContent(), 'API key refused');
      const [whole, within] = await Promise.all([headline.boundingBox(), row.boundingBox()]);
      assert.ok(whole !== null && within !== null);
      assert.ok(whole.x + whole.width <= within.x + within.width, 'the headline is cut off');
      await workbench.screenshot('connections-refused-small');
      await workbench.page.setViewportSize({ width: 1280, height: 800 });
      await row.click();
      await workbench.page.getByText(`sent to ${served.url} only`).waitFor();
      await workbench.answer(contractKey);
      await workbench.branches('Finder', 1).first().waitFor();
    });

    test('switches back to the Sandbox with two clicks, and sees that its data is simulated', async () => {
      await workbench.choose(/Sandbox/, (limit) => statusBar().click(limit));
      await statusBar().filter({ hasText: 'Sandbox' }).waitFor();
      await workbench
        .view('Finder')
        .locator('.pane-header .description', { hasText: /^Sandbox/ })
        .waitFor();
    });
  });
});
