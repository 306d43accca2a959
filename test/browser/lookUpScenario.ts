import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Frame } from 'playwright-core';
import { panelPage } from './panelPage.ts';
import { clickOnce, untilSeen } from './patience.ts';
import { sandboxArbitrage } from './sandboxSignature.ts';
import type { Workbench } from './workbench.ts';

/** Well-formed, and known to no market. */
const unknownSignature = '5'.repeat(87);

/** A person who looks up a transaction, in a window on the Sandbox. */
export function lookUpScenario(opened: () => Workbench): void {
  let workbench: Workbench;
  let known: Awaited<ReturnType<typeof sandboxArbitrage>>;
  before(async () => {
    known = await sandboxArbitrage();
    workbench = opened();
    await workbench.chooseTheme('dark');
  });

  const copy = async (text: string) => {
    await workbench.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await workbench.page.evaluate<void>(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  };
  /** The list, once it is drawn; a panel that takes the focus late closes it. */
  const openList = () =>
    untilSeen(async (limit) => {
      await workbench.runCommand('Arbscope: Look Up Transaction…');
      await workbench.titled('Look Up Transaction', limit);
      await workbench.option('Two legs').waitFor(limit);
    });
  /** Chooses a row of the list, which is opened again where it was closed meanwhile. */
  const chooseInList = (label: string | RegExp) => workbench.choose(label, openList);
  /** Types into the list, until it answers with such a row. */
  const type = (text: string, answer: string) =>
    untilSeen(async (limit) => {
      await openList();
      await workbench.quickInput().fill(text, limit);
      await workbench.option(answer).waitFor(limit);
    });
  /** Page of the transaction in front, once it shows this text; another may go just now. */
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

  test('opens the signature of the clipboard, also out of a link, with Enter', async () => {
    await copy(`https://solscan.io/tx/${known.signature}`);
    await openList();
    await workbench.option(`Look Up ${shortKnown()}`).waitFor();
    await workbench.screenshot('look-up-dark');
    await workbench.quickInput().press('Enter');
    await shownPage(shortKnown());
  });

  test('finds it among those viewed recently', async () => {
    await copy('nothing');
    await chooseInList(shortKnown());
    await shownPage(shortKnown());
  });

  test('opens the newest arbitrage of the market, which leads on to its tokens', async () => {
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
    // A page that is still to come would take the focus, and close the list of the next test.
    await (await panelPage(workbench.page, 'token')).locator('h1').waitFor();
  });

  test('opens a recorded transaction of mainnet under the Sandbox, which is labeled so', async () => {
    await chooseInList('Split route');
    const page = await shownPage('Recorded mainnet transaction of 14 March 2024');
    assert.deepEqual(
      await page.locator('.leg-top .badge-number').allTextContents(),
      ['1', '2', '3', '4'],
      'the whole route is drawn',
    );
    await page.getByRole('button', { name: 'Open JSON' }).click();
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

  test('is told what a text is that is no signature, and can go on from there', async () => {
    await type('no such thing', 'A signature has 87 or 88 characters');
    await workbench.option('Two legs').waitFor();
    await type(known.wallet, 'This is an address, not a signature');
    await workbench.screenshot('look-up-address');
    await workbench.choose(/Look Up/);
    await workbench.titled(`${known.wallet.slice(0, 4)}…${known.wallet.slice(-4)}`);
    await workbench.leave();
  });

  test('is told that the index does not know a signature, and can go on from there', async () => {
    await type(unknownSignature, 'Look Up');
    await workbench.quickInput().press('Enter');
    await workbench.option('No arbitrage with this signature in the index').waitFor();
    await workbench.option('Open in Explorer').waitFor();
    await workbench.option('Look Up with Another Connection').waitFor();
    await workbench.screenshot('look-up-not-found');
    await workbench.leave();
  });
}
