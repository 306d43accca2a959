import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Frame } from 'playwright-core';
import type { TransactionDetail } from '../../src/interface/transaction.ts';
import { parseWire } from '../../src/interface/wire.ts';
import { accessibilityFindings, panelPage } from './panelPage.ts';
import { sandboxSignature } from './sandboxSignature.ts';
import { type ThemeName, themes, Workbench } from './workbench.ts';

/** The service's answer as the panel's own JSON tab shows it. */
async function shownAnswer(page: Frame): Promise<TransactionDetail> {
  await page.getByRole('tab', { name: 'JSON' }).click();
  const text = await page.locator('pre.json').textContent();
  await page.getByRole('tab', { name: 'Route' }).click();
  return parseWire(text ?? '') as TransactionDetail;
}

/** A raw amount in decimal, worked out apart from the code that is tested. */
function decimal(raw: bigint | number, digits: number): string {
  const text = String(raw).padStart(digits + 1, '0');
  const fraction = text.slice(text.length - digits).replace(/0+$/, '');
  const whole = text.slice(0, text.length - digits).replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

const texts = (page: Frame, selector: string) => page.locator(selector).allTextContents();

for (const theme of Object.keys(themes) as ThemeName[]) {
  describe(`In the ${theme} theme, a person`, { timeout: 300_000 }, () => {
    let workbench: Workbench;
    let signature = '';
    before(async () => {
      signature = await sandboxSignature();
      workbench = await Workbench.open({ theme });
    });
    afterEach(async (context) => {
      if ('passed' in context && !context.passed) {
        await workbench.screenshot(`failed-panel-${theme}`);
      }
    });
    after(() => workbench.close());

    const open = async (): Promise<Frame> => {
      await workbench.runCommand('Arbscope: Look Up Transaction…');
      await workbench.answer(signature);
      const page = await panelPage(workbench.page, 'routeMap');
      await page.locator('.route-map').waitFor({ timeout: 90_000 });
      return page;
    };

    test('looks a transaction up and reads the figures of the answer out of the pictures', async () => {
      const page = await open();
      await workbench.screenshot(`transaction-${theme}`);
      const answer = await shownAnswer(page);
      const steps = answer.route_map_details;
      assert.equal(answer.signature, signature);

      assert.deepEqual(
        await texts(page, '.leg-top .badge-number'),
        steps.map((_, index) => String(index + 1)),
        'each leg has its number in the picture',
      );
      const mints = new Set(steps.flatMap((step) => [step.input_mint, step.output_mint]));
      assert.equal(await page.locator('.node').count(), mints.size);
      assert.equal(
        await page.locator('.node.base').getAttribute('data-mint'),
        steps[0]?.input_mint,
      );

      for (const [index, step] of steps.entries()) {
        const row = page.locator(`table.legs tr[data-leg="${index + 1}"]`);
        const [, , , input = '', output = ''] = await row.locator('td').allTextContents();
        assert.equal(
          input,
          `${decimal(step.input_amount, step.input_mint_info.digits)} ${step.input_mint_info.symbol}`,
        );
        assert.ok(output.startsWith(decimal(step.output_amount, step.output_mint_info.digits)));
        assert.equal(
          await row.locator('.link').getAttribute('title'),
          `${step.pool}\nClick to copy`,
        );
      }

      const net = (await texts(page, '.bar.net .figure'))[0] ?? '';
      const shown = Number(net.replace(/[^\d.−-]/g, '').replace('−', '-'));
      assert.ok(Math.abs(shown - answer.net_gains_sol) < 2e-9, `${net} ${answer.net_gains_sol}`);
      const gross = answer.gains_details.find(({ mint }) => mint === steps[0]?.input_mint);
      assert.ok(gross !== undefined);
      assert.equal(
        (await texts(page, '.bar.gross .figure'))[0],
        `+${decimal(gross.amount, gross.digits)} ${gross.symbol}`,
      );
      assert.match((await texts(page, '.check'))[0] ?? '', /^✓ The sum closes\./);
      assert.ok((await texts(page, '.mark')).includes('Sandbox: simulated data'));
    });

    test('meets nothing that axe finds serious, in either tab', async () => {
      const page = await panelPage(workbench.page, 'routeMap');
      assert.deepEqual(await accessibilityFindings(page), []);
      await page.getByRole('tab', { name: 'JSON' }).click();
      assert.deepEqual(await accessibilityFindings(page), []);
      await page.getByRole('tab', { name: 'Route' }).click();
    });

    if (theme !== 'dark') return;

    test('sees leg and row light up together, by pointer and by focus', async () => {
      const page = await panelPage(workbench.page, 'routeMap');
      await page.locator('table.legs tr[data-leg="2"]').hover();
      await page.locator('.leg.lit[data-leg="2"]').waitFor();
      await page.locator('.leg[data-leg="1"]').focus();
      await page.locator('table.legs tr.lit[data-leg="1"]').waitFor();
      await workbench.screenshot('transaction-lit');
    });

    test('does everything by the keyboard alone', async () => {
      const page = await panelPage(workbench.page, 'routeMap');
      const { keyboard } = workbench.page;
      const viewBox = () => page.locator('.route-map').getAttribute('viewBox');
      await page.locator('.zoom-surface').focus();
      const whole = await viewBox();
      await keyboard.press('+');
      assert.notEqual(await viewBox(), whole);
      await keyboard.press('ArrowRight');
      await keyboard.press('0');
      assert.equal(await viewBox(), whole);
      // From the picture into the row of a leg, and back.
      await keyboard.press('Tab');
      await page.locator('.leg[data-leg="1"]:focus').waitFor();
      await keyboard.press('Enter');
      await page.locator('tr[data-leg="1"] .leg-number:focus').waitFor();
      await keyboard.press('Enter');
      await page.locator('.leg[data-leg="1"]:focus').waitFor();
      // Tabs, and the raw amounts.
      await page.getByRole('tab', { name: 'Route' }).focus();
      await keyboard.press('ArrowRight');
      await page.locator('pre.json').waitFor();
      await keyboard.press('Home');
      await page.locator('.route-map').waitFor();
      await page.locator('#raw-amounts').focus();
      await keyboard.press('Space');
      await page.locator('#raw-amounts[aria-pressed="true"]:focus').waitFor();
      const { route_map_details: steps } = await shownAnswer(page);
      const [, , , input = ''] = await page
        .locator('table.legs tr[data-leg="1"] td')
        .allTextContents();
      assert.ok(input.startsWith(decimal(steps[0]?.input_amount ?? 0n, 0)), input);
      await page.locator('#raw-amounts').focus();
      await keyboard.press('Space');
      await page.locator('#raw-amounts[aria-pressed="false"]').waitFor();
    });

    test('opens the read-only document, and comes back to one and the same panel', async () => {
      const page = await panelPage(workbench.page, 'routeMap');
      await page.getByRole('button', { name: 'JSON Document' }).click();
      await workbench
        .editorText()
        .filter({ hasText: signature.slice(0, 20) })
        .waitFor();
      await open();
      const tabs = workbench.page.getByRole('tab', { name: /^Transaction \w{4}…/ });
      assert.equal(await tabs.count(), 1);
    });

    test('saves the picture as SVG, labelled as simulated, through the editor’s dialog', async () => {
      const page = await panelPage(workbench.page, 'routeMap');
      await page.getByRole('button', { name: 'Save SVG' }).click();
      const input = workbench.quickInput();
      await input.waitFor();
      await input.press('Enter');
      await page
        .locator('.notice')
        .filter({ hasText: /Saved as route-.*\.svg/ })
        .waitFor();
      const folder = workbench.folder;
      const name = (await readdir(folder)).find((file) => file.endsWith('.svg'));
      const text = await readFile(join(folder, name ?? ''), 'utf8');
      assert.match(text, /Sandbox: simulated data/);
      assert.equal(/class=|var\(--|<script|onload/.test(text), false);
      assert.match(text, /stroke="rgb\(/);
    });

    test('finds the panel again after the window was loaded anew', async () => {
      await workbench.page.reload();
      const page = await panelPage(workbench.page, 'routeMap');
      await page.locator('.route-map').waitFor({ timeout: 90_000 });
      assert.equal((await shownAnswer(page)).signature, signature);
    });
  });
}
