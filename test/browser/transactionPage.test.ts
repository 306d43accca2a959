import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium.ts';
import type { TransactionDetail } from '../../src/api/transaction.ts';
import { buildTransactionContent } from '../../src/extension/transaction/transactionContent.ts';
import { suiteLimit } from '../suiteLimit.ts';
import {
  sol,
  solMint,
  step,
  transactionResponse,
  usdcMint,
} from '../unit/webview/route/routeSamples.ts';
import { StandalonePanel } from './standalonePanel.ts';

const stranger = 'J2juZpGLh9o1ez9ekriq2gTjX3aHmESU7pa7pPSvYntz';
const pools = ['58oQChx4yWmvKdwLLZzBi4ChoCc2fqCUWBkwMihLYQo2', 'pool-b', 'pool-c', 'pool-d'];
const priced = { price_timestamp: '2026-09-01T11:59:00.000Z' };
const usdc = { ...priced, price: 1, digits: 6, symbol: 'USDC' };
const unknown = { ...sol, price: 101, digits: 4, symbol: '' };

/**
 * SOL to USDC through two parallel pools, then to a token without a name, and back; 0.001 USDC
 * stays.
 */
const splitRoute = (members: Partial<TransactionDetail> = {}): TransactionDetail =>
  transactionResponse({
    compute_unit: 162_010,
    block_number: 361_774_429,
    version: 1,
    fees: 6_000n,
    priority_fees: 1_000n,
    bot: { family: 'SMB', program: 'MEViEnscUm6tsQRoGd9h6nLQaQspKj7DB2M5FwM3Xvz' },
    bot_fees_details: [{ ...sol, amount: 100_000n, mint: solMint, to: ['maker'] }],
    closing_differences_details: [],
    gains_details: [
      { ...sol, amount: 10_000_000n, mint: solMint },
      { ...usdc, amount: 1_000n, mint: usdcMint },
    ],
    tips_details: [
      { ...sol, amount: 1_000_000n, mint: solMint, type: 'JITO', to: ['one'] },
      { ...sol, amount: 500_000n, mint: solMint, type: 'NOZOMI', to: ['two'] },
    ],
    route_map_details: [
      step(0, [solMint, sol, 600_000_000n], [usdcMint, usdc, 60_300_000n]),
      step(1, [solMint, sol, 400_000_000n], [usdcMint, usdc, 40_200_000n]),
      step(2, [usdcMint, usdc, 100_499_000n], [stranger, unknown, 5_000_000n]),
      step(3, [stranger, unknown, 5_000_000n], [solMint, sol, 1_010_000_000n]),
    ].map((each, at) => ({
      ...each,
      pool: pools[at] ?? '',
      amm: '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8',
    })),
    net_gains_sol: 0.008394,
    net_gains_usd: 0.8394,
    ...members,
  });

describe('On the page of a transaction', suiteLimit, () => {
  let browser: Browser;
  let bare: StandalonePanel;
  let shown = 0;
  before(async () => {
    browser = await launchChromium();
    bare = await StandalonePanel.open(browser, 'transaction', { width: 1_400, height: 900 });
  });
  after(() => browser.close());

  const show = async (detail: TransactionDetail, note = '') => {
    const source = { name: 'My node', isSimulated: false, note };
    const content = buildTransactionContent(detail, source);
    await bare.post({ type: 'content', content });
    // Messages are handled in order, so the content is shown once this unique text is.
    shown += 1;
    const text = `Content ${shown}.`;
    await bare.post({ type: 'notice', text });
    await bare.page.locator('.notice').filter({ hasText: text }).waitFor();
  };
  const words = async (selector: string) =>
    (await bare.page.locator(selector).allTextContents()).map((each) =>
      each.replace(/\s+/g, ' ').trim(),
    );

  test('the header shows what it is and what it gained, fact by fact', async () => {
    await show(splitRoute(), 'Fetched from the node My node.');
    assert.deepEqual(await words('h1'), ['Arbitrage']);
    assert.deepEqual((await words('.mark')).slice(0, 2), ['✓ succeeded', 'My node']);
    assert.match((await words('.mark')).join(), /SMB|MEV/);
    assert.deepEqual(await words('.note'), ['Fetched from the node My node.']);
    const names = await words('.facts dt');
    const values = await words('.facts dd');
    const told = Object.fromEntries(names.map((name, at) => [name, values[at]]));
    assert.match(told['Time'] ?? '', /^\d+ \w+ ago 2026-09-01 12:00:00 UTC$/);
    delete told['Time'];
    assert.deepEqual(told, {
      'Net gain': '+0.008394 SOL +$0.84',
      Gross: '+0.01 SOL $1.00',
      'Left over': '+0.001 USDC $0.0010',
      'Tip · JITO': '0.001 SOL $0.10',
      'Tip · NOZOMI': '0.0005 SOL $0.05',
      Fee: '0.000006 SOL 0.000001 SOL priority',
      Volume: '$100.00 1 SOL',
      'Compute units': '162,010',
      Slot: '361,774,429',
      Version: '1',
      Wallet: '9999…9999',
      'Bot program': 'MEVi…3Xvz',
    });
  });

  test('an unlabeled bot is shown by address, and the net gain with and without other payments', async () => {
    const program = '4ngnN8dA9sAf1sbz3m6qwquxbHkyzgXVpeTYcxKPtZuf';
    await show(
      splitRoute({
        bot: { family: program, program },
        other_payments_details: [{ ...sol, amount: 9_000_000n, mint: solMint, to: [stranger] }],
      }),
    );
    const names = await words('.facts dt');
    const values = await words('.facts dd');
    const told = Object.fromEntries(names.map((name, at) => [name, values[at]]));
    assert.equal(told['Bot program'], '4ngn…tZuf unlabeled');
    assert.equal(told['Net gain'], '+0.008394 SOL +$0.84');
    assert.equal(told['Net gain after other payments'], '−0.000606 SOL −$0.06');
    const [note = ''] = await words('.check');
    assert.match(
      note,
      /Also paid 9,000,000 lamports to J2ju…Yntz\. Net gain after that: −0\.000606 SOL\./,
    );
    const button = bare.page.getByRole('button', { name: 'Copy Bot program address 4ngn…tZuf' });
    assert.match((await button.getAttribute('title')) ?? '', new RegExp(`^${program}`));
    await show(splitRoute());
  });

  test('the picture has one node for each token, the base on top, and split legs side by side', async () => {
    assert.deepEqual(await words('.node .symbol'), ['SOL', 'USDC', 'J2ju…Yntz']);
    const places = await bare.page.evaluate<{ top: number; mint: string }[]>(
      `[...document.querySelectorAll('.node')].map((node) => ({
        top: node.getBoundingClientRect().top, mint: node.dataset.mint }))`,
    );
    const highest = places.toSorted((a, b) => a.top - b.top)[0];
    assert.equal(highest?.mint, solMint);
    assert.deepEqual(await words('.in-out'), ['in 1 SOL → out 1.01 SOL']);
    assert.deepEqual(await words('.label .gross'), ['gross +0.01 SOL']);
    const lines = await bare.page.evaluate<string[]>(
      `[...document.querySelectorAll('.leg .line')].map((line) => line.getAttribute('d'))`,
    );
    assert.equal(new Set(lines).size, 4, 'the split legs are two lines');
    const colors = await bare.page.evaluate<string[]>(
      `[...document.querySelectorAll('.node .disc')].map((disc) => getComputedStyle(disc).stroke)`,
    );
    assert.equal(new Set(colors).size, 3, 'each token has its colour');
    assert.deepEqual((await words('.leg-top .label')).slice(0, 1), [
      'Raydium AMM v40.6 SOL → 60.3 USDC',
    ]);
  });

  test('amounts can be shown raw, in the picture and in the table', async () => {
    await bare.page.getByRole('button', { name: 'Raw Amounts' }).click();
    assert.match((await words('.leg-top .label'))[0] ?? '', /600,000,000 SOL → 60,300,000 USDC$/);
    assert.match((await words('tr[data-leg="1"] td'))[3] ?? '', /^600,000,000 SOL/);
    await bare.page.getByRole('button', { name: 'Raw Amounts' }).click();
    assert.match((await words('.leg-top .label'))[0] ?? '', /0.6 SOL → 60.3 USDC$/);
  });

  test('the steps lead from gross to net by named costs, with the time of each price', async () => {
    assert.deepEqual(await words('.waterfall .name'), [
      'Gross',
      'Base fee',
      'Priority fee',
      'Tip · JITO',
      'Tip · NOZOMI',
      'Bot fee',
      'Net',
    ]);
    const [prices = ''] = await words('.steps figcaption');
    assert.match(prices, /SOL at \$100\.00 \(12:00:00 UTC\)/);
    assert.match(prices, /USDC at \$1\.00 \(11:59:00 UTC\)/);
    await bare.page.locator('.steps summary').click();
    const rows = await words('.steps tbody tr');
    assert.equal(rows.length, 7);
    assert.match(rows.find((row) => row.startsWith('Bot fee')) ?? '', /−0.0001.*−\$0.01/);
  });

  test('the longest provider name is not cut off in the steps', async () => {
    const tips = [{ ...sol, amount: 1_000_000n, mint: solMint, type: 'SPEEDLANDING', to: ['one'] }];
    await show(splitRoute({ tips_details: tips }));
    const lefts = await bare.page.evaluate<number[]>(
      `[...document.querySelectorAll('.waterfall .name')].map((name) => name.getBBox().x)`,
    );
    assert.equal(lefts.length, 6);
    assert.deepEqual(
      lefts.filter((left) => left < 0),
      [],
    );
    await show(splitRoute());
  });

  test('leftovers have a separate row, and the figures are checked', async () => {
    assert.deepEqual(await words('tr.leftover'), ['Left over0.001 USDC+$0.0010']);
    assert.match((await words('.check'))[0] ?? '', /^✓ The figures add up\./);
    await show(
      splitRoute({
        closing_differences_details: [{ ...sol, amount: -7_000n, mint: solMint }],
      }),
    );
    const [check = ''] = await words('.check');
    assert.match(check, /^⚠ The figures do not add up\..*7,000/);
  });

  test('the picture can be zoomed with Ctrl and the wheel, moved by dragging, and reset to fit', async () => {
    const viewBox = () => bare.page.locator('.route-map').getAttribute('viewBox');
    const whole = await viewBox();
    const box = await bare.page.locator('.route-map').boundingBox();
    assert.ok(box !== null && whole !== null);
    await bare.page.mouse.move(box.x + 30, box.y + 30);
    await bare.page.keyboard.down('Control');
    await bare.page.mouse.wheel(0, -200);
    await bare.page.keyboard.up('Control');
    await bare.page.locator(`.route-map:not([viewBox="${whole}"])`).waitFor();
    const near = await viewBox();
    await bare.page.mouse.down();
    await bare.page.mouse.move(box.x + 130, box.y + 90, { steps: 4 });
    await bare.page.mouse.up();
    assert.notEqual(await viewBox(), near);
    await bare.page.getByRole('button', { name: 'Fit' }).click();
    assert.equal(await viewBox(), whole);
  });

  test('a failed transaction shows its reason and its loss, with a gray route', async () => {
    await show(
      splitRoute({
        isSuccess: false,
        type: 'failed',
        failure: 'custom program error: 0x1771',
        net_gains_sol: -0.000006,
        net_gains_usd: -0.0006,
      }),
    );
    const [failure = ''] = await words('.failure');
    assert.match(failure, /^Lost: 0\.000006 SOL \(fee only\)\./);
    assert.match(failure, /Reason: custom program error: 0x1771$/);
    const colors = await bare.page.evaluate<string[]>(
      `[...document.querySelectorAll('.route-map .line, .route-map .disc')].map((each) => getComputedStyle(each).stroke)`,
    );
    assert.deepEqual([...new Set(colors)], ['rgba(204, 204, 204, 0.5)'], 'no token keeps its own');
    const names = await words('.facts dt');
    assert.ok(!names.includes('Gross') && !names.includes('Left over'), names.join());
    assert.match((await words('.facts dd')).join(), /0\.001 SOL rolled back/);
    await bare.screenshot('transaction-failed');
  });

  test('a failed transaction without a fee has no loss, and its time may be unknown', async () => {
    await show(
      splitRoute({
        isSuccess: false,
        type: 'failed',
        failure: 'custom program error: 0x1771',
        fees: 0n,
        priority_fees: 0n,
        timestamp: null,
        net_gains_sol: 0,
        net_gains_usd: 0,
      }),
    );
    const [failure = ''] = await words('.failure');
    assert.match(failure, /^Nothing lost: the transaction paid no fee\. Reason: custom/);
    const facts = (await words('.facts > div')).join('; ');
    assert.match(facts, /^Net gain ?0 SOL/);
    assert.match(facts, /Time ?unknown/);
    assert.equal(await bare.page.locator('.net.up, .net.down').count(), 0);
    assert.match((await words('.check')).join(), /without a fee, so the balance did not change/);
    await bare.screenshot('transaction-failed-without-fee');
  });

  test('route, waterfall, legs and the check are on one screen', async () => {
    await bare.page.setViewportSize({ width: 1_280, height: 900 });
    await show(splitRoute());
    await bare.screenshot('transaction-wide');
    const height = await bare.page.evaluate<number>('document.documentElement.scrollHeight');
    assert.ok(height <= 900, `the page is ${height} high`);
  });

  for (const width of [600, 400]) {
    test(`every text is readable and nothing is cut off at ${width} pixels`, async () => {
      await bare.page.setViewportSize({ width, height: 900 });
      await show(splitRoute());
      await bare.screenshot(`transaction-${width}`);
      const pageWidth = await bare.page.evaluate<number>('document.documentElement.scrollWidth');
      assert.ok(pageWidth <= width, `the page is ${pageWidth} wide`);
      // The size on the screen, because the letters of a drawing shrink with it.
      const sizes = await bare.page.evaluate<Record<string, number>>(
        `Object.fromEntries([...document.querySelectorAll('svg text')].map((text) => [text.textContent,
          parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a]))`,
      );
      const small = Object.entries(sizes).filter(([, size]) => size < 10.99);
      assert.deepEqual(small, []);
      const space = await bare.page.evaluate<number>(
        `document.querySelector('.route-map .label').getBoundingClientRect().top -
          document.querySelector('.bar').getBoundingClientRect().bottom`,
      );
      assert.ok(space < 50, `${space} pixels are empty above the map`);
      const wrapped = await bare.page.evaluate<string[]>(
        `[...document.querySelectorAll('.facts .value, .facts .more')].filter((line) =>
          line.scrollWidth > line.clientWidth).map((line) => line.textContent)`,
      );
      assert.deepEqual(wrapped, [], 'facts that do not fit into their column');
    });
  }

  test('the selected tab has a different background in high contrast', async () => {
    const contrast = await StandalonePanel.open(browser, 'transaction', { theme: 'high-contrast' });
    const source = { name: 'My node', isSimulated: false, note: '' };
    await contrast.post({
      type: 'content',
      content: buildTransactionContent(splitRoute(), source),
    });
    await contrast.page.getByRole('tab', { name: 'Route' }).waitFor();
    const backgroundOf = (isSelected: boolean) =>
      contrast.page.evaluate<string>(
        `getComputedStyle(document.querySelector('[role=tab][aria-selected=${isSelected}]')).backgroundColor`,
      );
    assert.equal(await backgroundOf(true), 'rgb(255, 255, 255)');
    assert.notEqual(await backgroundOf(false), 'rgb(255, 255, 255)');
    await contrast.page.close();
  });

  test('every fact and tool fits into a narrow window', async () => {
    await bare.page.setViewportSize({ width: 900, height: 600 });
    await show(splitRoute());
    await bare.screenshot('transaction-narrow');
    const width = await bare.page.evaluate<number>('document.documentElement.scrollWidth');
    assert.ok(width <= 900, `the page is ${width} wide`);
    // The facts must line up in columns.
    const lefts = await bare.page.evaluate<number[]>(
      `[...document.querySelectorAll('.facts > div')].map((each) => Math.round(each.getBoundingClientRect().left))`,
    );
    const columns = new Set(lefts).size;
    assert.ok(columns > 1 && columns < lefts.length / 2, lefts.join());
  });
});
