import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { WalletPage } from '../../../src/webview/wallet/walletPage.tsx';
import { sampleNow, sampleWalletContent, sampleWallets } from '../webview/wallet/sampleWallet.ts';
import { mountPage } from './mountPage.ts';

const markup = '<img src=x onerror="window.wasRun=true"><script>window.wasRun=true</script>';

const open = (content = sampleWalletContent(2)) => {
  const page = mountPage(WalletPage, content);
  const texts = (selector: string) => page.findAll(selector).map((each) => each.textContent ?? '');
  return { ...page, texts, part: (title: string) => `section[aria-label="${title}"]` };
};

describe('The page of a wallet', () => {
  test('shows the wallets side by side, each with its symbol, rank, share and sample size', () => {
    const page = open();
    assert.match(page.texts('.figures thead')[0] ?? '', /Rank of 412/);
    const [first = '', second = ''] = page.texts('.figures tbody tr');
    assert.match(first, /main bot.*SMB.*7\.4%.*12\.482000.*\$2,079\.50.*1,846.*61\.3%/);
    assert.match(second, /Fs4k…9TnB/);
    const [own, other] = page.findAll('.figures .swatch').map((each) => each.outerHTML);
    assert.notEqual(own, other);
  });

  test('draws gains, active hours and tips, with hours that are not indexed as unknown', () => {
    const page = open();
    const gains = page.part('Net gains over time');
    assert.equal(page.findAll(`${gains} .series-line`).length, 2);
    assert.equal(page.findAll(`${gains} .hatch`).length, 1);
    const active = page.part('Active hours');
    assert.equal(page.findAll(`${active} .bar-outline`).length, 4, 'two rows and two legends');
    const tips = page.part('Tips by provider');
    assert.equal(page.findAll(`${tips} .wallet-range`).length, 4);
    assert.equal(page.findAll(`${tips} .market-box`).length, 6);
    assert.ok(page.texts(`${tips} text`).some((text) => /^p\d\d$/.test(text)));
    assert.ok(page.texts(`${tips} text`).includes('few'));
  });

  test('states window and sample size with every part, and the source once', () => {
    const page = open();
    assert.equal(page.find('.wallet').textContent?.split('simulated data').length, 2);
    for (const title of ['Net gains over time', 'Active hours', 'Tips by provider']) {
      const [caption = ''] = page.texts(`${page.part(title)} .caption`);
      assert.match(caption, /n = [\d,]+ \/ [\d,]+ transactions/, title);
      assert.match(caption, /last 24 h$/, title);
    }
    const [tokens, amms] = page.texts('.rollups caption');
    assert.equal(tokens, 'Tokens, last 24 h');
    assert.equal(amms, 'AMMs, last 24 h');
    assert.match(page.texts('.rollup-pair .caption')[0] ?? '', /add up to more than the total\./);
  });

  test('offers 7 and 30 days once they are stored, and says which parts are of the last day', () => {
    const content = sampleWalletContent(2);
    const page = open(content);
    const offered = () =>
      page.findAll('input[name=window]').map((each) => each.getAttribute('value'));
    assert.deepEqual(offered(), ['3600', '21600', '86400']);
    const storedFromMilliseconds = sampleNow - 40 * 86_400_000;
    page.show({ ...content, storedFromMilliseconds, windowSeconds: 604_800 });
    assert.deepEqual(offered(), ['3600', '21600', '86400', '604800', '2592000']);
    assert.match(page.texts(`${page.part('Net gains over time')} .caption`)[0] ?? '', /last 7 d/);
    assert.match(page.texts(`${page.part('Tips by provider')} .caption`)[0] ?? '', /last 24 h/);
    assert.equal(page.texts('.rollups caption')[0], 'Tokens, last 24 h');
    page.show({ ...content, figuresFromMilliseconds: sampleNow - 86_400_000 });
    assert.ok(
      page.texts('.note-line').includes('Ranks and figures count since 2026-11-21 14:00:00 UTC.'),
    );
  });

  test('shows an hour of the chart with the arrow keys, until newer figures', () => {
    const page = open();
    const slider = page.find('[role=slider]', 'Net gains over time');
    const spoken = () => slider.getAttribute('aria-valuetext') ?? '';
    slider.focus();
    page.press('End');
    assert.match(spoken(), /main bot:? \$[\d,.]+/);
    page.press('Home');
    assert.match(spoken(), /unknown/);
    page.show(sampleWalletContent(2));
    assert.equal(spoken(), 'nothing selected');
    assert.ok(document.activeElement === slider);
  });

  test('shows the same figures as tables', () => {
    const page = open();
    page.click('input[value=tables]');
    assert.equal(page.findAll('.picture').length, 0);
    const gains = page.part('Net gains over time, last 24 h');
    assert.equal(page.findAll(`${gains} tbody tr`).length, 24);
    assert.ok(page.texts(`${gains} td`).includes('unknown'));
    const tips = page.part('Tips by provider, last 24 h');
    assert.match(page.texts(tips)[0] ?? '', /JITO.*main bot.*512.*620,000.*Market.*9,120/);
    assert.ok(
      ['SVG', 'PNG'].every((name) => page.find('button', `Save ${name}`).hasAttribute('disabled')),
    );
  });

  test('keeps the chosen window shown while its figures are loaded', () => {
    const page = open();
    page.click('input[name=window][value="21600"]');
    page.receive({ type: 'status', busy: 'Loading…', problem: null });
    const choice = page.find('input[name=window][value="21600"]') as HTMLInputElement;
    assert.equal(choice.checked, true);
  });

  test('changes the window, adds, opens and removes a wallet', () => {
    const page = open();
    page.click('input[name=window][value="21600"]');
    page.click('button', 'Compare…');
    page.click('.figures button', 'Fs4k…9TnB');
    page.click('button', 'Remove Fs4k…9TnB from the comparison');
    assert.deepEqual(page.takeSent(), [
      { type: 'window', seconds: 21_600 },
      { type: 'compare' },
      { type: 'open-related', kind: 'wallet', id: sampleWallets[1] },
      { type: 'leave-out', wallet: sampleWallets[1] },
    ]);
  });

  test('offers no fifth wallet', () => {
    const page = open(sampleWalletContent(4));
    assert.equal(page.texts('.comparison button').length, 3);
    assert.deepEqual(page.texts('.comparison span'), ['4 of 4 wallets']);
  });

  test('opens the transaction of a row by a click and by its button, once each', () => {
    const content = sampleWalletContent(1);
    const page = open(content);
    page.click('.transactions tbody tr:nth-child(2) .route');
    page.click('.transactions tbody tr:nth-child(2) button');
    const opened = { type: 'open-transaction', signature: content.transactions[1]?.signature };
    assert.deepEqual(page.takeSent(), [opened, opened]);
    const outcomes = page.texts('.transactions tbody td:nth-child(3)');
    assert.deepEqual(outcomes.slice(0, 4), ['▲ gain', '▽ loss', '⊘ failed', '⊖ no swap']);
  });

  test('opens a token and the arbitrages of an AMM', () => {
    const content = sampleWalletContent(1);
    const page = open(content);
    page.click('.rollups button', 'BONK');
    page.click('.rollups button', 'Raydium CLMM');
    assert.deepEqual(page.takeSent(), [
      { type: 'open-related', kind: 'token', id: content.wallets[0]?.tokens[0]?.address },
      { type: 'show-arbitrages', amm: content.wallets[0]?.amms[0]?.address },
    ]);
  });

  test('tracks the wallet, and shows when it is tracked', () => {
    const content = sampleWalletContent(1);
    const untracked = content.wallets.map((wallet) => ({ ...wallet, isTracked: false }));
    const page = open({ ...content, wallets: untracked });
    page.click('button', 'Track');
    assert.deepEqual(page.takeSent(), [{ type: 'track', wallet: sampleWallets[0] }]);
    page.show(content);
    assert.equal(page.texts('.badges .up')[0], '✓ tracked');
  });

  test('explains what a service does not offer, and which connections do, and shows the rest', () => {
    const content = sampleWalletContent(1);
    const wallets = content.wallets.map((wallet) => ({ ...wallet, history: [] }));
    const page = open({ ...content, wallets, isOffered: false, walletsTotal: null });
    assert.match(page.texts('.note-line')[0] ?? '', /A node or an Arbscope server offers the rest/);
    const missing = page.texts('.part > .dim').filter((text) => text.includes('no history'));
    assert.equal(missing.length, 2);
    assert.equal(page.findAll('.transactions tbody tr').length, content.transactions.length);
  });

  test('shows untrusted names as plain text', () => {
    const content = sampleWalletContent(2);
    const wallets = content.wallets.map((wallet) => ({
      ...wallet,
      label: markup,
      figures: wallet.figures === null ? null : { ...wallet.figures, bot: markup },
      tips: wallet.tips.map((tips) => ({ ...tips, provider: `${markup}${tips.provider}` })),
      tokens: wallet.tokens.map((token) => ({ ...token, name: markup })),
    }));
    const transactions = content.transactions.map((each) => ({ ...each, route: markup }));
    const page = open({ ...content, wallets, transactions, faults: [markup] });
    assert.equal(page.findAll('img, script').length, 0);
    assert.deepEqual(page.texts('.faults li'), [markup]);
  });
});
