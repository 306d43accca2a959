import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Frame } from 'playwright-core';
import { parseJson } from '../../../src/api/json.ts';
import type { TransactionDetail } from '../../../src/api/transaction.ts';
import { panelPage } from '../panelPage.ts';
import type { Workbench } from '../workbench.ts';

/** The service's response, from the panel's JSON tab. */
async function shownAnswer(page: Frame): Promise<TransactionDetail> {
  await page.getByRole('tab', { name: 'JSON' }).click();
  const text = await page.locator('pre.json').textContent();
  await page.getByRole('tab', { name: 'Route' }).click();
  await page.locator('.route-map').waitFor();
  return parseJson(text ?? '') as TransactionDetail;
}

/** A raw amount in decimal, computed independently of the tested code. */
function decimal(raw: bigint | number, digits: number): string {
  const text = String(raw).padStart(digits + 1, '0');
  const fraction = text.slice(text.length - digits).replace(/0+$/, '');
  const whole = text.slice(0, text.length - digits).replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

const texts = (page: Frame, selector: string) => page.locator(selector).allTextContents();

export const transactionTab = /^Transaction \w{4}…/;

export async function compareRoute(page: Frame, signature: string): Promise<void> {
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
  assert.equal(await page.locator('.node.base').getAttribute('data-mint'), steps[0]?.input_mint);

  for (const [index, step] of steps.entries()) {
    const row = page.locator(`table.legs tr[data-leg="${index + 1}"]`);
    const [, , , input = '', output = ''] = await row.locator('td').allTextContents();
    assert.equal(
      input,
      `${decimal(step.input_amount, step.input_mint_info.digits)} ${step.input_mint_info.symbol}`,
    );
    assert.ok(output.startsWith(decimal(step.output_amount, step.output_mint_info.digits)));
    assert.equal(await row.locator('.link').getAttribute('title'), `Open ${step.pool}`);
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
  assert.match((await texts(page, '.check'))[0] ?? '', /^✓ The figures add up\./);
  assert.ok((await texts(page, '.badge.source')).includes('Sandbox: simulated data'));
}

export function transactionScenario(window: () => Workbench, signature: () => string): void {
  const shownPage = () => panelPage(window().page, 'transaction');
  const open = async (): Promise<Frame> => {
    await window().runWith('Arbscope: Look Up Transaction…', signature());
    const page = await shownPage();
    // The tab that was selected last is still shown.
    await page.getByRole('tab', { name: 'Route' }).click();
    await page.locator('.route-map').waitFor();
    return page;
  };

  test('looks it up and reads the figures of the response from the charts', async () => {
    await compareRoute(await open(), signature());
  });

  test('sees a leg and its row highlighted together, by pointer and by focus', async () => {
    const page = await shownPage();
    await page.locator('table.legs tr[data-leg="2"]').hover();
    await page.locator('.leg.lit[data-leg="2"]').waitFor();
    await page.locator('.leg[data-leg="1"]').focus();
    await page.locator('table.legs tr.lit[data-leg="1"]').waitFor();
    await window().screenshot('transaction-lit');
  });

  test('uses the route map with the keyboard only', async () => {
    const page = await shownPage();
    const { keyboard } = window().page;
    const map = page.locator('.route-map');
    const whole = page.locator(`.route-map[viewBox="${await map.getAttribute('viewBox')}"]`);
    await page.locator('.zoom-surface').press('+');
    await whole.waitFor({ state: 'detached' });
    await keyboard.press('ArrowRight');
    await keyboard.press('0');
    await whole.waitFor();
    // From the picture into the row of a leg, and back.
    await keyboard.press('Tab');
    await page.locator('.leg[data-leg="1"]:focus').waitFor();
    await keyboard.press('Enter');
    await page.locator('tr[data-leg="1"] .leg-number:focus').waitFor();
    await keyboard.press('Enter');
    await page.locator('.leg[data-leg="1"]:focus').waitFor();
    await page.getByRole('tab', { name: 'Route' }).press('End');
    await page.locator('pre.json').waitFor();
    await keyboard.press('Home');
    await page.locator('.route-map').waitFor();
    await page.locator('#raw-amounts').press('Space');
    await page.locator('#raw-amounts[aria-pressed="true"]:focus').waitFor();
    const { route_map_details: steps } = await shownAnswer(page);
    const [, , , input = ''] = await page
      .locator('table.legs tr[data-leg="1"] td')
      .allTextContents();
    assert.ok(input.startsWith(decimal(steps[0]?.input_amount ?? 0n, 0)), input);
    await page.locator('#raw-amounts').press('Space');
    await page.locator('#raw-amounts[aria-pressed="false"]').waitFor();
  });

  test('opens the read-only document, and returns to the same panel', async () => {
    const page = await shownPage();
    await page.getByRole('tab', { name: 'JSON' }).click();
    await page.getByRole('button', { name: 'Open in Editor' }).click();
    await window()
      .editorText()
      .filter({ hasText: signature().slice(0, 20) })
      .waitFor();
    await open();
    const tabs = window().page.getByRole('tab', { name: transactionTab });
    assert.equal(await tabs.count(), 1);
  });

  const saved = async (page: Frame, format: 'SVG' | 'PNG'): Promise<Buffer> => {
    await page.getByRole('button', { name: `Save ${format}` }).click();
    await window().acceptFileDialog(`.${format.toLowerCase()}`);
    const said = page
      .locator('.notice')
      .filter({ hasText: new RegExp(`Saved as route-.*\\.${format.toLowerCase()}\\.`) });
    const name = /Saved as (\S+)\.$/.exec((await said.textContent()) ?? '')?.[1] ?? '';
    return readFile(join(window().folder, name));
  };

  test('saves the charts as SVG, labeled as simulated', async () => {
    const text = (await saved(await shownPage(), 'SVG')).toString();
    assert.match(text, /Sandbox: simulated data/);
    assert.equal(/class=|var\(--|<script|onload/.test(text), false);
    assert.match(text, /stroke="rgb\(/);
  });

  test('saves the charts as a large PNG', async () => {
    const png = await saved(await shownPage(), 'PNG');
    assert.equal(png.subarray(1, 4).toString(), 'PNG');
    const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
    assert.ok(width >= 1_000 && height >= 300, `${width} by ${height}`);
    // A picture of a single color would be far smaller.
    assert.ok(png.length > 10_000, `${png.length} bytes`);
  });

  test('copies it as Markdown, with the amounts of every leg', async () => {
    const page = await shownPage();
    await page.getByRole('button', { name: 'Copy Markdown' }).click();
    await page.locator('.notice').filter({ hasText: 'Markdown copied.' }).waitFor();
    // Without the escapes that protect figures from Markdown.
    const markdown = (await window().clipboard()).replaceAll('\\', '');
    const { route_map_details: steps } = await shownAnswer(page);
    assert.match(markdown, /^### Arbitrage ✓ succeeded \(Sandbox: simulated data\)/);
    assert.ok(markdown.includes(signature()));
    for (const { pool = '', input_amount, input_mint_info } of steps) {
      assert.ok(markdown.includes(`\`${pool}\``), pool);
      assert.ok(markdown.includes(decimal(input_amount, input_mint_info.digits)));
    }
  });
}
