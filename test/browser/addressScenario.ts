import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { hoverOver } from './hoverOver.ts';
import { panelPage } from './panelPage.ts';
import { untilSeen } from './patience.ts';
import { sandboxSignature } from './sandboxSignature.ts';
import { type ThemeName, themes, type Workbench } from './workbench.ts';

const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

export const addressSettings = {
  'terminal.integrated.gpuAcceleration': 'off',
  'terminal.integrated.defaultProfile.linux': 'bash',
  'terminal.integrated.shellIntegration.enabled': false,
} as const;

export function addressScenario(opened: () => Workbench): void {
  let workbench: Workbench;
  before(async () => {
    workbench = opened();
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('markets.ts');
  });

  for (const theme of Object.keys(themes) as ThemeName[]) {
    test(`reads in the ${theme} theme what the address is and what the service knows about it`, async () => {
      await workbench.chooseTheme(theme);
      const place = workbench.editorText().getByText(usdc).first();
      const hover = await hoverOver(workbench, place, /USDC\s*·\s*token mint[\s\S]*Mint authority/);
      const text = ((await hover.textContent()) ?? '').replace(/\s+/g, ' ');
      assert.match(text, /USDC · token mint.*Decimals ?6/);
      assert.match(text, /Explorer/);
      assert.ok(text.indexOf('token mint') < text.indexOf('Mint authority'), text);
      await workbench.screenshot(`hover-${theme}`);
    });
  }

  test('clicks a link in the hover and chooses an action for the address', async () => {
    const place = workbench.editorText().getByText(usdc).first();
    await untilSeen(async (limit) => {
      const hover = await hoverOver(workbench, place, /token mint/);
      await hover.getByText('Look Up', { exact: true }).click(limit);
      await workbench.option(/Track Wallet|Open Token/).waitFor(limit);
    });
    await workbench.screenshot('address-menu');
    await workbench.leave();
  });

  test('opens the panel of a signature from the terminal', async () => {
    const { page } = workbench;
    const signature = await sandboxSignature();
    await workbench.runCommand('Terminal: Create New Terminal');
    const rows = page.locator('.terminal-wrapper.active .xterm-rows');
    await rows.getByText(/[$#]/).first().waitFor();
    await page.locator('.terminal-wrapper.active .xterm-screen').click();
    await page.keyboard.type(`clear; echo sent; echo ${signature}\n`);
    const line = rows.locator('> div').filter({ hasText: new RegExp(`^${signature}`) });
    await line.first().waitFor();
    const box = await line.first().boundingBox();
    assert.ok(box !== null);
    const [x, y] = [box.x + 120, box.y + box.height / 2];
    // The editor searches for links when the pointer moves.
    await untilSeen(async (limit) => {
      await page.mouse.move(x, y);
      await page.mouse.move(x + 4, y);
      await page.getByText('Open Transaction').first().waitFor(limit);
    });
    await workbench.screenshot('terminal-link');
    await page.keyboard.down('Control');
    await page.mouse.click(x + 4, y);
    await page.keyboard.up('Control');
    const panel = await panelPage(page, 'transaction');
    await panel.locator('h1').waitFor();
    await workbench.screenshot('terminal-link-panel');
  });

  test('sees a warning about a secret key, with a hover that does not repeat it', async () => {
    const { page } = workbench;
    await workbench.runCommand('File: New Untitled Text File');
    await workbench.editorText().click();
    // The key of 32 zeros, which is not in use.
    const bytes = [
      ...Array.from({ length: 32 }, () => 0),
      ...Buffer.from('3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29', 'hex'),
    ];
    const lines = [0, 16, 32, 48].map((start) => bytes.slice(start, start + 16).join(','));
    await page.keyboard.insertText(`[${lines.join(',\n')}]`);
    const squiggle = page.locator('.squiggly-error').first();
    await squiggle.waitFor();
    const place = workbench.editorText().getByText('0,0,0,0').first();
    // The editor's own part of the hover appears before the extension's.
    const shows = /Secret key of[\s\S]*Public key\s*4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS/;
    const hover = await hoverOver(workbench, place, shows);
    assert.ok(!((await hover.textContent()) ?? '').includes('0,0,0,0'));
    await workbench.screenshot('secret-key');
  });
}
