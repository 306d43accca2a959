import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createKeyPairSignerFromBytes, type KeyPairSigner } from '@solana/kit';
import { defaultSandboxSeed } from '../../src/backend/engines/sourceConfig.ts';
import { developmentAccount } from '../../src/engine/sandbox/developmentAccounts.ts';
import { SimulatedMarket } from '../../src/engine/sandbox/simulatedMarket.ts';
import { systemProgram } from '../../src/solana/knownPrograms.ts';
import { instructions, signedWithKit, wallet } from '../fixtures/signedTransactions.ts';
import { untilSeen } from './patience.ts';
import { type ThemeName, themes, type Workbench } from './workbench.ts';

/** Its blockhashes depend only on the seed and the clock. */
const market = new SimulatedMarket(defaultSandboxSeed);

export const landingSettings = {
  'arbscope.landing.options': { cashbackAddress: systemProgram, maxRetries: 3 },
} as const;

export function landingScenario(opened: () => Workbench): void {
  let workbench: Workbench;
  let payer: KeyPairSigner;

  before(async () => {
    payer = await createKeyPairSignerFromBytes(developmentAccount(1).secretKey);
    workbench = opened();
    await workbench.openArbscopeView();
    await workbench.branches('Finder', 1).first().waitFor();
  });

  const limits = [instructions.computeUnitLimit(60_000), instructions.computeUnitPrice(20_000n)];
  const signed = async (lamports: bigint, budget = limits): Promise<string> => {
    const bytes = await signedWithKit({
      version: 0,
      payer,
      instructions: [
        ...budget,
        instructions.transfer(payer.address, (await wallet(2)).address, lamports),
        instructions.tip(payer.address, 1_500_000n),
      ],
      blockhash: market.blockhash(Math.floor(Date.now() / 1_000) - 2),
    });
    return Buffer.from(bytes).toString('base64');
  };
  const dialog = ({ page } = workbench) => page.locator('.monaco-dialog-box');
  const preview = async (text: string, window = workbench) => {
    await window.runWith('Arbscope: Land Signed Transaction…', text);
    await window.option(/Front-running protection/).waitFor();
  };

  /** Enter accepts the active row of the preview. */
  const confirm = async (window = workbench) => {
    await untilSeen(async (limit) => {
      const input = window.quickInput();
      if (await input.isVisible()) await input.press('Enter', limit);
      await dialog(window).waitFor(limit);
    });
  };

  test('sees the preview, confirms it in the dialog and sends it', async () => {
    await preview(await signed(5_000_000n));
    await workbench.option(/Send to Sandbox/).waitFor();
    await workbench.option(/Cashback goes to/).waitFor();
    await workbench.screenshot('landing-preview-dark');
    await confirm();
    const words = (await dialog().textContent()) ?? '';
    assert.match(words, /Sandbox/);
    assert.ok(words.includes(payer.address));
    assert.match(words, /At risk: 0\.0065062 SOL/);
    assert.ok(words.includes(`Cashback goes to: ${systemProgram}`));
    assert.match(words, /Option maxRetries: 3/);
    await workbench.screenshot('landing-question-dark');
    await dialog().getByRole('button', { name: 'Send' }).click();
    await workbench.notification(/landed in (1 slot|\d+ slots|the slot)/).waitFor();
    await workbench
      .treeRows('Landings', 1)
      .filter({ hasText: /landed ·/ })
      .waitFor();
    await workbench.screenshot('landing-landed-dark');
  });

  const tab = () => workbench.page.locator('.tab', { hasText: /^Transaction / });
  // The page takes the focus when it appears; close it before typing.
  const closeTab = async () => {
    await untilSeen(async (limit) => {
      if ((await tab().count()) > 0) await tab().click({ button: 'middle', ...limit });
      await tab().waitFor({ state: 'detached', ...limit });
    });
  };

  test('opens its panel from the notification, which is then gone', async () => {
    const landed = workbench.notification(/landed in/);
    await landed.getByRole('button', { name: 'Open Transaction' }).click();
    await tab().waitFor();
    await landed.waitFor({ state: 'detached' });
    await closeTab();
  });

  test('opens its panel from the Landings view with one click', async () => {
    await untilSeen(async (limit) => {
      await workbench
        .treeRows('Landings', 1)
        .filter({ hasText: /landed ·/ })
        .click(limit);
      await tab().waitFor(limit);
    });
    await closeTab();
  });

  test('closes the preview with Escape, and nothing is sent', async () => {
    const before = await workbench.treeRows('Landings', 1).count();
    await preview(await signed(6_000_000n));
    await workbench.leave();
    assert.equal(await dialog().count(), 0);
    assert.equal(await workbench.treeRows('Landings', 1).count(), before);
  });

  test('does not send a transaction with a warning by pressing Enter in the dialog', async () => {
    const before = await workbench.treeRows('Landings', 1).count();
    const { page } = workbench;
    await preview(await signed(6_500_000n, []));
    await workbench.option(/No compute unit limit set/).waitFor();
    // A quick pick takes 62 % of the window's width: about 400 pixels of this one.
    const size = page.viewportSize() ?? { width: 1_280, height: 800 };
    await page.setViewportSize({ width: 650, height: 800 });
    await workbench.screenshot('landing-warning-narrow-dark');
    await page.setViewportSize(size);
    await confirm();
    await dialog().getByRole('button', { name: 'Send Anyway' }).waitFor();
    assert.match((await dialog().textContent()) ?? '', /⚠ No compute unit limit set/);
    await workbench.screenshot('landing-warning-question-dark');
    // Enter has no effect until the dialog has the focus.
    await dialog()
      .getByRole('button', { name: 'Review Again' })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('Enter');
    await workbench.option(/Front-running protection/).waitFor();
    assert.equal(await dialog().count(), 0);
    assert.equal(await workbench.treeRows('Landings', 1).count(), before);
    await workbench.leave();
  });

  test('reads why a transaction cannot be sent', async () => {
    const bytes = Buffer.from(await signed(7_000_000n), 'base64').fill(0, 1, 65);
    await preview(bytes.toString('base64'));
    await workbench.option(/Cannot Be Sent/).waitFor();
    await workbench.option(/Signature missing/).waitFor();
    await workbench.screenshot('landing-refused-dark');
    await workbench.leave();
  });

  test('confirms a transaction in two windows at once, and it is sent once', async () => {
    const windows = [workbench, await workbench.anotherWindow()];
    await windows[1]?.openArbscopeView();
    // So that all notifications below belong to this landing.
    await workbench.runCommand('Notifications: Clear All Notifications');
    const landings = (window: Workbench) =>
      window
        .treeRows('Landings', 1)
        .filter({ hasText: /(landed|accepted|seen|refused|unknown) ·/ });
    const before = await landings(workbench).count();
    const text = await signed(9_000_000n);
    for (const window of windows) {
      await preview(text, window);
      await confirm(window);
    }
    await Promise.all(
      windows.map((window) => dialog(window).getByRole('button', { name: 'Send' }).click()),
    );
    const told: string[] = [];
    for (const window of windows) {
      // The list must have grown by one; the newest is first.
      await landings(window).nth(before).waitFor();
      await landings(window)
        .first()
        .filter({ hasText: /landed ·/ })
        .waitFor();
      assert.equal(await landings(window).count(), before + 1);
      await window.runCommand('Notifications: Show Notifications');
      const latest = window.page
        .locator('.notifications-center .notification-list-item')
        .filter({ hasText: /not sent again|landed in/ });
      told.push((await latest.first().textContent()) ?? '');
    }
    await windows[1]?.screenshot('landing-second-window');
    // One window was first; the other one reports that it was already sent.
    const isLate = (words: string) => /sent before, so it was not sent again/.test(words);
    assert.equal(told.filter(isLate).length, 1, told.join('\n'));
    assert.equal(told.filter((words) => /landed in/.test(words)).length, 1, told.join('\n'));
    await windows[1]?.page.close();
  });

  for (const theme of Object.keys(themes).filter((name) => name !== 'dark') as ThemeName[]) {
    test(`sees the preview in the ${theme} theme`, async () => {
      await workbench.chooseTheme(theme);
      await preview(await signed(8_000_000n));
      await workbench.screenshot(`landing-preview-${theme}`);
      await workbench.leave();
    });
  }
}
