import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { contractKey, ServeProcess } from '../contract/serveProcess.ts';
import { FakeService } from '../fakeService.ts';
import { type ThemeName, themes, Workbench } from './workbench.ts';

const name = 'Local';
const themeNames = Object.keys(themes) as ThemeName[];

const statusBarOf = ({ page }: Workbench) =>
  page.locator('.statusbar-item[id*="arbscope.connection"]');
const optionOf = ({ page }: Workbench, label: string | RegExp) =>
  page.locator('.quick-input-list').getByRole('option', { name: label }).first();
/** The title of a step says which it is. */
const stepOf = async ({ page }: Workbench, number: string) =>
  await page.locator('.quick-input-title', { hasText: `(${number})` }).waitFor();

describe('A person with a service of their own', { timeout: 300_000 }, () => {
  let served: ServeProcess;
  let workbench: Workbench;

  before(async () => {
    served = await ServeProcess.open(['--source', 'sandbox', '--seed', '7']);
    // What is left of the scarcest limit is shown: after one request 11 of 12 for the Finder. Its
    // tokens' symbols are asked for one by one, 120 at most; with ten or more they would be scarcer.
    const settings = { 'arbscope.finder.maximumTokens': 9 };
    workbench = await Workbench.open({ theme: 'dark', settings });
  });
  afterEach(async (context) => {
    if ('passed' in context && !context.passed) await workbench.screenshot('failed-connections');
  });
  after(async () => {
    await workbench?.close();
    await served?.stop();
  });

  const statusBar = () => statusBarOf(workbench);
  const option = (label: string | RegExp) => optionOf(workbench, label);
  const step = (number: string) => stepOf(workbench, number);
  /** The same place in each theme, as a picture. */
  async function pictures(place: string): Promise<void> {
    for (const theme of themeNames) {
      await workbench.chooseTheme(theme);
      await workbench.screenshot(`${place}-${theme}`);
    }
  }

  test('adds it from the status bar in steps, going back once, and sees its market', async () => {
    await workbench.openArbscopeView();
    await statusBar().filter({ hasText: 'Sandbox' }).click();
    await option(/Add Connection/).waitFor();
    await workbench.screenshot('connections-picker');
    await option(/Add Connection/).click();
    await option(/Service/).click();
    await step('2/6');
    await workbench.submitInput(name);
    await step('3/6');
    const input = workbench.quickInput();
    await input.fill('http://api.example.com');
    await workbench.page.getByText('must begin with https://').waitFor();
    await workbench.screenshot('connections-refused-url');
    await workbench.page
      .locator('.quick-input-titlebar')
      .getByRole('button', { name: 'Back' })
      .click();
    await step('2/6');
    assert.equal(await input.inputValue(), name);
    await workbench.submitInput(name);
    await step('3/6');
    await workbench.submitInput(served.url);
    await step('4/6');
    await workbench.submitInput('');
    await option(/Middle/).click();
    await step('6/6');
    await workbench.page.getByText(`sent to ${served.url} only`).waitFor();
    assert.equal(await input.getAttribute('type'), 'password');
    await workbench.screenshot('connections-key');
    await workbench.submitInput(contractKey);
    await statusBar()
      .filter({ hasText: /Local · \d+ ms · finder 11\/12/ })
      .waitFor();
    await workbench.branches('Finder', 1).first().waitFor();
    await workbench.screenshot('connections-service');
  });

  test('tests it and reads in the report what each operation answered', async () => {
    await workbench.runCommand('Arbscope: Test Connection');
    await option(new RegExp(name)).click();
    const report = workbench.editorText().filter({ hasText: /Test.of.the.connection.Local/ });
    await report.waitFor();
    const text = ((await report.textContent()) ?? '').replaceAll(/\s/gu, ' ');
    assert.match(text, /API key +accepted/);
    assert.match(text, /Finder .*ok/);
    await workbench.page
      .getByText(/Local works/)
      .first()
      .waitFor();
    await workbench.screenshot('connections-report');
    await workbench.runCommand('Notifications: Clear All Notifications');
  });

  test('sees what to do when the key is gone, and in which themes that can be read', async () => {
    await workbench.runCommand('Arbscope: Remove API Key or RPC URL…');
    await option(new RegExp(name)).click();
    const welcome = workbench.view('Finder').getByRole('button', { name: 'Enter API Key' });
    await welcome.waitFor();
    await statusBar().filter({ hasText: 'no API key' }).waitFor();
    await workbench.runCommand('Notifications: Clear All Notifications');
    await pictures('connections-welcome');
    await welcome.click();
    await workbench.page.getByText(`sent to ${served.url} only`).waitFor();
    await workbench.submitInput('not the key');
    await workbench.submitInput('not-the-key');
    const row = workbench.treeRows('Finder', 1).filter({ hasText: 'does not accept the API key' });
    await row.waitFor();
    await row.hover();
    await row.getByRole('button', { name: /Set API Key/ }).waitFor();
    await workbench.runCommand('Notifications: Clear All Notifications');
    await pictures('connections-refused');
    // In a window that is small, what is wrong is still to be read, and what to do below it.
    await workbench.page.setViewportSize({ width: 900, height: 600 });
    await workbench.treeRows('Finder', 2).filter({ hasText: 'Enter the API key' }).waitFor();
    const headline = row.locator('.label-name');
    assert.equal(await headline.textContent(), 'No valid API key');
    const [whole, within] = await Promise.all([headline.boundingBox(), row.boundingBox()]);
    assert.ok(whole !== null && within !== null);
    assert.ok(whole.x + whole.width <= within.x + within.width, 'the headline is cut off');
    await workbench.screenshot('connections-refused-small');
    await workbench.page.setViewportSize({ width: 1280, height: 800 });
    await row.click();
    await workbench.page.getByText(`sent to ${served.url} only`).waitFor();
    await workbench.submitInput(contractKey);
    await workbench.branches('Finder', 1).first().waitFor();
  });

  test('switches back to the Sandbox by two clicks, which is labelled as what it is', async () => {
    await statusBar().click();
    await option(/Sandbox/).click();
    await statusBar().filter({ hasText: 'Sandbox' }).waitFor();
    await workbench.view('Finder').getByText('Sandbox: simulated data').waitFor();
  });

  test('opens the walkthrough, whose pictures suit each theme', async () => {
    const heading = workbench.page.getByText('Get Started with Arbscope').first();
    await workbench.runCommand('Arbscope: Get Started');
    try {
      await heading.waitFor({ timeout: 10_000 });
    } catch {
      // Older editors gather extensions' walkthroughs when one is first asked for, and open their own.
      await workbench.runCommand('View: Close Editor');
      await workbench.runCommand('Arbscope: Get Started');
      await heading.waitFor();
    }
    // The pictures are drawn where there is room for them.
    await workbench.page.keyboard.press('Control+b');
    await workbench.page.locator('.getting-started-media').first().waitFor();
    await pictures('walkthrough');
  });
});

describe('A person in a workspace that is not trusted', { timeout: 240_000 }, () => {
  let service: FakeService;
  let workbench: Workbench;

  before(async () => {
    service = new FakeService('key-0123456789');
    await service.listen();
    // A key runs a command as another extension does, past all that hides it from the palette.
    const keys = [{ key: 'ctrl+alt+l', command: 'arbscope.landTransaction' }];
    workbench = await Workbench.open({ isUntrusted: true, keys });
  });
  afterEach(async (context) => {
    if ('passed' in context && !context.passed) await workbench.screenshot('failed-untrusted');
  });
  after(async () => {
    await workbench?.close();
    await service?.close();
  });

  test('has the Sandbox, and nothing else is asked until the workspace is trusted', async () => {
    await workbench.openArbscopeView();
    await workbench.branches('Finder', 1).first().waitFor();
    await workbench.runCommand('Arbscope: Add Connection…');
    await optionOf(workbench, /Service/).click();
    for (const [number, answer] of Object.entries({ 2: 'Held', 3: service.url, 4: '' })) {
      await stepOf(workbench, `${number}/6`);
      await workbench.submitInput(answer);
    }
    await optionOf(workbench, /Lowest/).click();
    await stepOf(workbench, '6/6');
    await workbench.submitInput(service.key);
    await statusBarOf(workbench).filter({ hasText: 'Held · restricted' }).waitFor();
    const finder = workbench.view('Finder');
    await finder.getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
    await workbench.screenshot('connections-restricted');
    assert.deepEqual(service.requests, []);
    await finder.getByRole('button', { name: 'Use the Sandbox' }).click();
    await workbench.branches('Finder', 1).first().waitFor();
    assert.deepEqual(service.requests, []);
  });

  test('finds no way to land a transaction', async () => {
    await workbench.page.keyboard.press('F1');
    await workbench.quickInput().fill('>Arbscope: Land Signed');
    const list = workbench.page.locator('.quick-input-list:visible');
    await list.getByText('similar commands').first().waitFor();
    assert.equal(await list.getByRole('option', { name: /Land Signed Transaction/ }).count(), 0);
    await workbench.page.keyboard.press('Escape');
    await workbench.page.keyboard.press('Control+Alt+l');
    const refusal = workbench.page.getByText(/not landed from a workspace that is not trusted/);
    await refusal.first().waitFor();
    await workbench.runCommand('Notifications: Clear All Notifications');
  });

  test('trusts it, and the connection that was chosen answers', async () => {
    await statusBarOf(workbench).click();
    await optionOf(workbench, /Held/).click();
    const finder = workbench.view('Finder');
    await finder.getByRole('button', { name: 'Manage Workspace Trust' }).click();
    await workbench.page.getByRole('button', { name: 'Trust', exact: true }).first().click();
    await statusBarOf(workbench)
      .filter({ hasText: /Held · \d+ ms/ })
      .waitFor();
    assert.ok(service.requests.some(({ key }) => key === service.key));
  });
});
