import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { sampleWalletContent, sampleWallets } from '../unit/webview/wallet/sampleWallet.ts';
import { accessibilityViolations } from './panelPage.ts';
import { StandalonePanel, type StandalonePanelOptions } from './standalonePanel.ts';

const markup = '<img src=x onerror="window.wasRun=true"><script>window.wasRun=true</script>';

describe('The wallet page', suiteLimit, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser.close());

  const open = async (options: StandalonePanelOptions = {}, content = sampleWalletContent(2)) => {
    const bare = await StandalonePanel.open(browser, 'wallet', options);
    await bare.post({ type: 'content', content });
    await bare.page.locator('.picture.tips').waitFor();
    return bare;
  };

  test('shows the wallets side by side, each with its symbol, rank, share and sample size', async () => {
    const bare = await open();
    const table = bare.page.getByRole('region', { name: /^Wallets, last 24 h/ });
    assert.match((await table.textContent()) ?? '', /Rank of 412/);
    const rows = table.locator('tbody tr');
    assert.equal(await rows.count(), 2);
    const [first = '', second = ''] = await rows.allTextContents();
    assert.match(first, /main bot.*SMB.*7\.4%.*12\.482000.*\$2,079\.50.*1,846.*61\.3%/);
    assert.match(second, /Fs4k…9TnB/);
    const styles = await bare.page
      .locator('.figures .swatch')
      .evaluateAll((all) => all.map((each) => each.outerHTML));
    assert.notEqual(styles[0], styles[1]);
    await bare.page.close();
  });

  test('draws gains, active hours and tips, with hours that are not indexed as unknown', async () => {
    const bare = await open();
    const gains = bare.page.getByRole('region', { name: 'Net gains over time' });
    assert.equal(await gains.locator('.series-line').count(), 2);
    assert.ok(await gains.locator('.hatch').first().isVisible());
    await gains.getByText('unknown').first().waitFor();
    const active = bare.page.getByRole('region', { name: 'Active hours' });
    assert.equal(await active.locator('.bar-outline').count(), 4, 'two rows and two legends');
    const tips = bare.page.getByRole('region', { name: 'Tips by provider' });
    assert.equal(await tips.locator('.wallet-range').count(), 4);
    assert.equal(await tips.locator('.market-box').count(), 6);
    assert.ok((await tips.getByText('few').count()) > 0);
    assert.match((await tips.textContent()) ?? '', /In market.*p\d\d/);
    await bare.page.close();
  });

  test('states window, sample size and source with every part', async () => {
    const bare = await open();
    for (const name of ['Net gains over time', 'Active hours', 'Tips by provider']) {
      const text = (await bare.page.getByRole('region', { name }).last().textContent()) ?? '';
      assert.match(text, /n, transactions: [\d,]+ \/ [\d,]+/, name);
      assert.match(text, /last 24 h; Sandbox: simulated data/, name);
    }
    for (const name of [/^Tokens, last 24 h; Sandbox/, /^AMMs, last 24 h; Sandbox/]) {
      await bare.page.getByRole('region', { name }).waitFor();
    }
    await bare.page.getByText('So rows add up to more than the total.').waitFor();
    await bare.page.close();
  });

  test('shows an hour of the chart with the arrow keys', async () => {
    const bare = await open();
    const slider = bare.page.getByRole('slider', { name: 'Net gains over time' });
    await slider.focus();
    await bare.page.keyboard.press('End');
    assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /main bot:? \$[\d,.]+/);
    await bare.page.keyboard.press('Home');
    assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /unknown/);
    await bare.page.close();
  });

  test('shows the same figures as tables, and remembers that choice', async () => {
    const bare = await open();
    const view = bare.page.getByRole('radio', { name: 'Tables' });
    await view.check({ force: true });
    await bare.page.locator('.picture').first().waitFor({ state: 'detached' });
    const gains = bare.page.getByRole('region', { name: /^Net gains over time, last 24 h/ });
    assert.equal(await gains.locator('tbody tr').count(), 24);
    await gains.getByText('unknown').first().waitFor();
    const tips = bare.page.getByRole('region', { name: /^Tips by provider, last 24 h/ });
    assert.match((await tips.textContent()) ?? '', /JITO.*main bot.*512.*620,000.*Market.*9,120/);
    assert.equal(
      await bare.page.evaluate('window.keptState.own.view'),
      'tables',
      'for when the window comes back',
    );
    assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
    await bare.page.close();
  });

  test('changes the window, adds and removes a wallet with the keyboard only', async () => {
    const bare = await open();
    await bare.page.getByRole('radio', { name: '24 h' }).focus();
    await bare.page.keyboard.press('ArrowLeft');
    assert.equal((await bare.next('window'))['seconds'], 21_600);
    await bare.page.getByRole('button', { name: 'Compare…' }).press('Enter');
    await bare.next('compare');
    await bare.page.getByRole('button', { name: /^Remove Fs4k…9TnB/ }).press('Enter');
    assert.equal((await bare.next('leave-out'))['wallet'], sampleWallets[1]);
    await bare.page.close();
  });

  test('offers no fifth wallet', async () => {
    const bare = await open({}, sampleWalletContent(4));
    assert.equal(await bare.page.getByRole('button', { name: 'Compare…' }).count(), 0);
    await bare.page.getByText('4 of 4').waitFor();
    await bare.page.close();
  });

  test('opens the transaction of a row by a click and by the keyboard, once each', async () => {
    const content = sampleWalletContent(1);
    const bare = await open({}, content);
    const row = bare.page.locator('.transactions tbody tr').nth(1);
    await row.locator('.route').click();
    assert.equal(
      (await bare.next('open-transaction'))['signature'],
      content.transactions[1]?.signature,
    );
    await row.getByRole('button').press('Enter');
    assert.equal(
      (await bare.next('open-transaction'))['signature'],
      content.transactions[1]?.signature,
    );
    assert.ok((await bare.sent()).every(({ type }) => type !== 'open-transaction'));
    const outcomes = await bare.page
      .locator('.transactions tbody td:nth-child(3)')
      .allTextContents();
    assert.deepEqual(outcomes.slice(0, 4), ['▲ gain', '▽ loss', '⊘ failed', '⊖ no swap']);
    await bare.page.close();
  });

  test('tracks the wallet, and shows when it is tracked', async () => {
    const content = sampleWalletContent(1);
    const untracked = content.wallets.map((wallet) => ({ ...wallet, isTracked: false }));
    const bare = await open({}, { ...content, wallets: untracked });
    await bare.page.getByRole('button', { name: 'Track', exact: true }).click();
    assert.equal((await bare.next('track'))['wallet'], sampleWallets[0]);
    await bare.post({ type: 'content', content });
    await bare.page.getByText('✓ tracked').waitFor();
    await bare.page.close();
  });

  test('saves CSV, SVG and PNG as shown', async () => {
    const bare = await open();
    for (const name of ['CSV', 'SVG', 'PNG']) {
      await bare.page.getByRole('button', { name, exact: true }).press('Enter');
    }
    const csv = String((await bare.next('save'))['data']);
    assert.match(csv, /^part,wallet,entry,measure,value,/);
    const svg = String((await bare.next('save'))['data']);
    assert.ok(svg.includes('>JITO<') && svg.includes('>main bot<'));
    assert.equal(svg.match(/<svg /g)?.length, 4, 'three drawings in one');
    const png = await bare.next('save');
    assert.match(String(png['data']), /^iVBOR/);
    await bare.page.close();
  });

  test('explains what a service does not offer, and which connections do, and shows the rest', async () => {
    const content = sampleWalletContent(1);
    const wallets = content.wallets.map((wallet) => ({ ...wallet, history: [] }));
    const bare = await open({}, { ...content, wallets, isOffered: false, walletsTotal: null });
    await bare.page.getByText(/A node or an Arbscope server offers the rest/).waitFor();
    assert.equal(
      await bare.page.getByText('This service offers no history.', { exact: false }).count(),
      2,
    );
    assert.ok((await bare.page.locator('.transactions tbody tr').count()) > 0);
    assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
    await bare.page.close();
  });

  test('shows untrusted names as plain text', async () => {
    const content = sampleWalletContent(2);
    const wallets = content.wallets.map((wallet) => ({
      ...wallet,
      label: markup,
      figures: wallet.figures === null ? null : { ...wallet.figures, bot: markup },
      tips: wallet.tips.map((tips) => ({ ...tips, provider: `${markup}${tips.provider}` })),
      tokens: wallet.tokens.map((token) => ({ ...token, name: markup })),
    }));
    const transactions = content.transactions.map((each) => ({ ...each, route: markup }));
    const bare = await open({}, { ...content, wallets, transactions, faults: [markup] });
    assert.equal(await bare.page.locator('#page img, #page script').count(), 0);
    assert.equal(await bare.page.evaluate('window.wasRun'), undefined);
    assert.deepEqual(bare.problems, []);
    await bare.page.close();
  });

  // Beside the side bar, 920 pixels remain of a window of 1,280.
  for (const [count, width] of [
    [1, 920],
    [2, 920],
    [4, 920],
    [4, 1_280],
  ] as const) {
    test(`shows every column in ${width} pixels, wallets compared: ${count}`, async () => {
      const bare = await open({ width }, sampleWalletContent(count));
      const cut = await bare.page
        .locator('.table-place')
        .evaluateAll((all) =>
          all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.ariaLabel),
        );
      assert.deepEqual(cut, []);
      await bare.page.close();
    });
  }

  for (const options of [
    { theme: 'light' },
    { theme: 'dark' },
    { theme: 'high-contrast' },
    { theme: 'dark', width: 400 },
  ] as const) {
    test(`has no serious accessibility finding and fits with ${JSON.stringify(options)}`, async () => {
      const bare = await open(options, sampleWalletContent(4));
      const [wide, room] = await bare.page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
      );
      assert.ok(wide <= room, `${wide} pixels wide, of which ${room} are seen`);
      assert.deepEqual(await bare.page.evaluate<string[]>(cutTexts), []);
      assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
      await bare.screenshot(`wallet-${Object.values(options).join('-')}`);
      await bare.page.close();
    });
  }
});

/** Texts that extend beyond the edge of the charts. */
const cutTexts = `[...document.querySelectorAll('.picture')].flatMap((picture) => {
  const room = picture.getBoundingClientRect();
  return [...picture.querySelectorAll('text')]
    .filter((text) => {
      const { left, right, width } = text.getBoundingClientRect();
      return width > 0 && (left < room.left - 1 || right > room.right + 1);
    })
    .map((text) => text.textContent);
})`;
