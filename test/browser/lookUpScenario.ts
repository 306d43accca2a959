import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Frame } from 'playwright-core';
import { panelPage } from './panelPage.ts';
import { clickOnce, untilSeen } from './patience.ts';
import { sandboxArbitrage } from './sandboxSignature.ts';
import type { Workbench } from './workbench.ts';

export function lookUpScenario(opened: () => Workbench): void {
  let workbench: Workbench;
  let known: Awaited<ReturnType<typeof sandboxArbitrage>>;
  before(async () => {
    known = await sandboxArbitrage();
    workbench = opened();
    await workbench.chooseTheme('dark');
  });

  const copy = async (text: string) => {
    await workbench.page.evaluate<void>(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  };
  /** Opens the list; repeats this if a panel that takes the focus late has closed it. */
  const openList = () =>
    untilSeen(async (limit) => {
      await workbench.runCommand('Arbscope: Look Up Transaction…');
      await workbench.titled('Look Up Transaction', limit);
      await workbench.option('Two legs').waitFor(limit);
    });
  /** Opens the list again if it has closed. */
  const chooseInList = (label: string | RegExp) => workbench.choose(label, openList);
  /** Types into the list until it shows the row. */
  const type = (text: string, answer: string) =>
    untilSeen(async (limit) => {
      await openList();
      await workbench.quickInput().fill(text, limit);
      await workbench.option(answer).waitFor(limit);
    });
  /** Page of the front transaction once it shows this text; a closing one is skipped. */
  const shownPage = async (text: string): Promise<Frame> => {
    const page = await panelPage(workbench.page, 'transaction');
    try {
      await page.locator('.head', { hasText: text }).waitFor();
      return page;
    } catch (error) {
      if (!page.isDetached()) throw error;
      return await shownPage(text);
    }
  };
  const shortKnown = () => `${known.signature.slice(0, 4)}…${known.signature.slice(-4)}`;

  test('opens the signature from the clipboard, also from within a link, with Enter', async () => {
    await copy(`https://solscan.io/tx/${known.signature}`);
    await openList();
    await workbench.option(`Look Up ${shortKnown()}`).waitFor();
    await workbench.screenshot('look-up-dark');
    await workbench.quickInput().press('Enter');
    await shownPage(shortKnown());
  });

  test('finds it among the recently viewed transactions', async () => {
    await copy('nothing');
    await chooseInList(shortKnown());
    await shownPage(shortKnown());
  });

  test('opens the newest arbitrage of the market, with links to its tokens', async () => {
    const newest = await untilSeen(async (limit) => {
      await openList();
      return (await workbench.option(/market, newest/).textContent(limit)) ?? '';
    });
    const [short = ''] = /\w{4}…\w{4}/.exec(newest) ?? [];
    await chooseInList(short);
    const page = await shownPage(short);
    await page.getByText('Sandbox: simulated data').waitFor();
    await page.locator('.route-map').waitFor();
    await page
      .getByRole('button', { name: /^Tokens: / })
      .first()
      .click();
    await workbench.page.getByRole('tab', { name: /^Token / }).waitFor();
    // A page that appears later would take the focus and close the next test's list.
    await (await panelPage(workbench.page, 'token')).locator('h1').waitFor();
  });

  test('opens a recorded mainnet transaction while on the Sandbox, labeled as recorded', async () => {
    await chooseInList('Split route');
    const page = await shownPage('Recorded mainnet transaction of 14 March 2024');
    assert.deepEqual(
      await page.locator('.leg-top .badge-number').allTextContents(),
      ['1', '2', '3', '4'],
      'the whole route is drawn',
    );
    await page.getByRole('tab', { name: 'JSON' }).click();
    await page.getByRole('button', { name: 'Open in Editor' }).click();
    await workbench.editorText().getByText('"signature"').first().waitFor();
  });

  test('opens one of them to the side', async () => {
    const row = workbench.option('Six legs');
    await clickOnce(row.getByRole('button', { name: 'Open to the Side' }), async (limit) => {
      if (!(await row.isVisible())) await openList();
      await row.hover(limit);
    });
    await workbench.page.locator('.editor-group-container').nth(1).waitFor();
    await shownPage('Recorded mainnet');
  });

  test('reads what an invalid signature is instead, and can continue from there', async () => {
    await type('no such thing', 'A signature has 87 or 88 characters');
    await workbench.quickInput().press('Enter');
    await type(known.wallet, 'This is an address, not a signature');
    await workbench.screenshot('look-up-address');
    await workbench.choose(/Look Up/);
    await workbench.titled(`${known.wallet.slice(0, 4)}…${known.wallet.slice(-4)}`);
    await workbench.leave();
  });
}
