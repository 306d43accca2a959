import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { createKeyPairSignerFromBytes, type KeyPairSigner } from '@solana/kit';
import { developmentAccount } from '../../src/engine/landing/developmentAccounts.ts';
import { Market } from '../../src/engine/sources/simulated/market.ts';
import { defaultSandboxSeed } from '../../src/market/openEngine.ts';
import { instructions, signedWithKit, wallet } from '../fixtures/signedTransactions.ts';
import { type ThemeName, themes, Workbench } from './workbench.ts';

/** Blockhashes of the Sandbox follow from its seed and the clock. */
const market = new Market(defaultSandboxSeed);

describe('A person lands a signed transaction by clicks', { timeout: 420_000 }, () => {
  let workbench: Workbench;
  let payer: KeyPairSigner;

  before(async () => {
    payer = await createKeyPairSignerFromBytes(developmentAccount(1).secretKey);
    workbench = await Workbench.open({ theme: 'dark' });
    await workbench.openArbscopeView();
    try {
      await workbench.branches('Finder', 1).first().waitFor({ timeout: 120_000 });
    } catch (error) {
      await workbench.screenshot('failed-landing-start');
      throw error;
    }
  });
  afterEach(async (context) => {
    if ('passed' in context && !context.passed) await workbench.screenshot('failed-landing');
  });
  after(() => workbench.close());

  const signed = async (lamports: bigint): Promise<string> => {
    const bytes = await signedWithKit({
      version: 0,
      payer,
      instructions: [
        instructions.computeUnitLimit(60_000),
        instructions.computeUnitPrice(20_000n),
        instructions.transfer(payer.address, (await wallet(2)).address, lamports),
        instructions.tip(payer.address, 1_500_000n),
      ],
      blockhash: market.blockhash(Math.floor(Date.now() / 1_000) - 2),
    });
    return Buffer.from(bytes).toString('base64');
  };
  const list = ({ page } = workbench) => page.locator('.quick-input-list:visible');
  const dialog = ({ page } = workbench) => page.locator('.monaco-dialog-box');
  const preview = async (text: string, window = workbench) => {
    await window.runCommand('Arbscope: Land Signed Transaction…');
    await window.page.locator('.quick-input-widget:visible [placeholder^="Base58"]').waitFor();
    await window.answer(text);
    await list(window)
      .getByRole('option', { name: /Front-Running Protection/ })
      .waitFor();
  };

  test('sees the preview, is asked, and sends with the dialog’s button', async () => {
    await preview(await signed(5_000_000n));
    await list()
      .getByRole('option', { name: /Send to Sandbox/ })
      .waitFor();
    await workbench.screenshot('landing-preview-dark');
    await workbench.page.keyboard.press('Enter');
    await dialog().waitFor();
    const words = (await dialog().textContent()) ?? '';
    assert.match(words, /Sandbox/);
    assert.ok(words.includes(payer.address));
    assert.match(words, /At risk: 0\.0065062 SOL/);
    await workbench.screenshot('landing-question-dark');
    await dialog().getByRole('button', { name: 'Send' }).click();
    await workbench
      .treeRows('Landings', 1)
      .filter({ hasText: /landed ·/ })
      .waitFor();
    await workbench.screenshot('landing-landed-dark');
  });

  test('opens the transaction’s panel from the Landings view with one click', async () => {
    await workbench
      .treeRows('Landings', 1)
      .filter({ hasText: /landed ·/ })
      .click();
    const tab = workbench.page.locator('.tab', { hasText: /^Transaction / });
    await tab.waitFor();
    // A page that comes up takes the keyboard: what is typed next is for the editor.
    await tab.click({ button: 'middle' });
    await tab.waitFor({ state: 'detached' });
  });

  test('leaves the preview with Escape, and nothing is sent', async () => {
    const before = await workbench.treeRows('Landings', 1).count();
    await preview(await signed(6_000_000n));
    await workbench.page.keyboard.press('Escape');
    await list().waitFor({ state: 'hidden' });
    assert.equal(await dialog().count(), 0);
    assert.equal(await workbench.treeRows('Landings', 1).count(), before);
  });

  test('reads why a transaction cannot be sent', async () => {
    const bytes = Buffer.from(await signed(7_000_000n), 'base64').fill(0, 1, 65);
    await preview(bytes.toString('base64'));
    await list()
      .getByRole('option', { name: /Cannot Be Sent/ })
      .waitFor();
    await list()
      .getByRole('option', { name: /has not signed/ })
      .waitFor();
    await workbench.screenshot('landing-refused-dark');
    await workbench.page.keyboard.press('Escape');
  });

  test('confirms the same one in two windows at once, and it is sent once', async () => {
    const windows = [workbench, await workbench.anotherWindow()];
    await windows[1]?.openArbscopeView();
    const landings = (window: Workbench) =>
      window
        .treeRows('Landings', 1)
        .filter({ hasText: /(landed|accepted|seen|refused|unknown) ·/ });
    const before = await landings(workbench).count();
    const text = await signed(9_000_000n);
    for (const window of windows) {
      await preview(text, window);
      await window.page.keyboard.press('Enter');
      await dialog(window).waitFor();
    }
    await Promise.all(
      windows.map((window) => dialog(window).getByRole('button', { name: 'Send' }).click()),
    );
    const told: string[] = [];
    for (const window of windows) {
      // The newest stands first: there has to be one more.
      await landings(window).nth(before).waitFor();
      await landings(window)
        .first()
        .filter({ hasText: /landed ·/ })
        .waitFor();
      assert.equal(await landings(window).count(), before + 1);
      await window.runCommand('Notifications: Show Notifications');
      const latest = window.page.locator('.notifications-center .notification-list-item').first();
      told.push((await latest.textContent()) ?? '');
    }
    await windows[1]?.screenshot('landing-second-window');
    // One window was first; the other one is told that there is nothing left to send.
    const isLate = (words: string) => /sent before\. Nothing was sent/.test(words);
    assert.equal(told.filter(isLate).length, 1, told.join('\n'));
    assert.equal(told.filter((words) => /was accepted/.test(words)).length, 1, told.join('\n'));
  });

  for (const theme of Object.keys(themes).filter((name) => name !== 'dark') as ThemeName[]) {
    test(`finds all of it readable in the ${theme} theme`, async () => {
      await workbench.chooseTheme(theme);
      await preview(await signed(8_000_000n));
      await workbench.screenshot(`landing-preview-${theme}`);
      await workbench.page.keyboard.press('Escape');
    });
  }
});
