import assert from 'node:assert/strict';
import { before, beforeEach, describe, mock, test } from 'node:test';
import { act } from 'preact/test-utils';
import type { TransactionContent } from '../../../src/webview/messages/transaction.ts';
import { TransactionPage } from '../../../src/webview/transaction/transactionPage.tsx';
import { sol, solMint } from '../webview/route/routeSamples.ts';
import { panelContent } from '../webview/transaction/panelContent.ts';
import { splitRouteContent, stranger } from '../webview/transaction/splitRoute.ts';
import { mountPage } from './mountPage.ts';

const open = (content = splitRouteContent(), savedState?: unknown) => {
  const page = mountPage(TransactionPage, panelContent(content), { width: 800, savedState });
  const texts = (selector: string) =>
    page.findAll(selector).map((each) => (each.textContent ?? '').replace(/\s+/g, ' ').trim());
  return {
    ...page,
    show: (shown: TransactionContent) => page.show(panelContent(shown)),
    texts,
    /** Values of the header by their names. */
    facts: (): Record<string, string | undefined> => {
      const values = texts('.facts dd');
      return Object.fromEntries(texts('.facts dt').map((name, at) => [name, values[at]]));
    },
    focus: (selector: string) => act(() => page.find(selector).focus()),
    viewBox: () => page.find('.route-map').getAttribute('viewBox') ?? '',
  };
};

describe('The page of a transaction', () => {
  // The page shows anew how long ago it was; the timer must not keep the tests running.
  before(() => mock.timers.enable({ apis: ['setInterval', 'Date'] }));
  beforeEach(() => mock.timers.setTime(Date.parse('2026-09-01T12:02:00Z')));

  test('shows calls and the error of programs with an IDL', () => {
    const names = {
      event: '',
      values: [{ name: 'amount', value: '5' }],
      accounts: [],
      notes: [],
      source: 'target/idl/vault.json',
    };
    const page = open({
      ...splitRouteContent(),
      calls: [{ title: '2. pay', depth: 1, names }],
      errorName: 'TooLate: The sale is over',
      errorSource: 'src/lib.rs:3',
    });
    assert.deepEqual(page.texts('.named-calls'), [
      'InstructionsTooLate: The sale is over Open src/lib.rs:32. payamount5By target/idl/vault.json',
    ]);
    assert.deepEqual(open().texts('.named-calls'), []);
  });

  test('has a header that shows what it is and what it gained, fact by fact', () => {
    const page = open(splitRouteContent({}, 'Fetched from the node My node.'));
    assert.deepEqual(page.texts('h1'), ['Arbitrage']);
    assert.deepEqual(page.texts('.mark').slice(0, 1), ['✓ succeeded']);
    assert.deepEqual(page.texts('.badge.source'), ['My node']);
    assert.match(page.texts('.mark').join(), /SMB|MEV/);
    assert.deepEqual(page.texts('.note'), ['Fetched from the node My node.']);
    assert.deepEqual(page.facts(), {
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
      Time: '2 min ago 2026-09-01 12:00:00 UTC',
      Wallet: '9999…9999',
      'Bot program': 'MEVi…3Xvz',
    });
  });

  test('tells how long ago it was while it stays open', () => {
    const page = open();
    act(() => mock.timers.tick(60_000));
    assert.equal(page.find('time').textContent, '3 min ago');
    page.show(splitRouteContent({ timestamp: null }));
    assert.equal(page.facts()['Time'], 'unknown');
  });

  test('shows an unlabeled bot by address, and the net gain with and without other payments', () => {
    const program = '4ngnN8dA9sAf1sbz3m6qwquxbHkyzgXVpeTYcxKPtZuf';
    const page = open(
      splitRouteContent({
        bot: { family: program, program },
        other_payments_details: [{ ...sol, amount: 9_000_000n, mint: solMint, to: [stranger] }],
      }),
    );
    const facts = page.facts();
    assert.equal(facts['Bot program'], '4ngn…tZuf unlabeled');
    assert.equal(facts['Net gain'], '+0.008394 SOL +$0.84');
    assert.equal(facts['Net gain after other payments'], '−0.000606 SOL −$0.06');
    assert.match(
      page.texts('.check')[0] ?? '',
      /Also paid 9,000,000 lamports to J2ju…Yntz\. Net gain after that: −0\.000606 SOL\./,
    );
    const button = page.find('button', 'Copy Bot program address 4ngn…tZuf');
    assert.equal(button.title, `${program}\nClick to copy`);
  });

  test('draws one node for each token and one line for each leg, with amounts', () => {
    const page = open();
    assert.deepEqual(page.texts('.node .symbol'), ['SOL', 'USDC', 'J2ju…Yntz']);
    assert.equal(page.find('.node.base').getAttribute('data-mint'), solMint);
    assert.deepEqual(page.texts('.in-out'), ['in 1 SOL → out 1.01 SOL']);
    assert.deepEqual(page.texts('.label .gross'), ['gross +0.01 SOL']);
    const lines = page.findAll('.leg .line').map((line) => line.getAttribute('d'));
    assert.equal(new Set(lines).size, 4, 'the split legs are two lines');
    assert.equal(page.texts('.leg-top .label')[0], 'Raydium AMM v40.6 SOL → 60.3 USDC');
  });

  test('shows raw amounts in the map and in the table, until they are turned off', () => {
    const page = open();
    page.click('#raw-amounts');
    assert.equal(page.find('#raw-amounts').getAttribute('aria-pressed'), 'true');
    assert.match(page.texts('.leg-top .label')[0] ?? '', /600,000,000 SOL → 60,300,000 USDC$/);
    assert.match(page.texts('tr[data-leg="1"] td')[3] ?? '', /^600,000,000 SOL/);
    page.show(splitRouteContent());
    assert.match(page.texts('tr[data-leg="1"] td')[3] ?? '', /^600,000,000 SOL/);
    page.click('#raw-amounts');
    assert.match(page.texts('.leg-top .label')[0] ?? '', /0.6 SOL → 60.3 USDC$/);
  });

  test('starts with the tab and the amounts that were shown before a reload', () => {
    const before = open();
    before.click('#raw-amounts');
    before.click('[role=tab]', 'JSON');
    const page = open(splitRouteContent(), before.saved());
    assert.equal(page.find('#raw-amounts').getAttribute('aria-pressed'), 'true');
    assert.equal(page.find('[role=tab][aria-selected=true]').textContent, 'JSON');
    const strange = open(splitRouteContent(), { own: { form: 7, tab: { tab: 'other' } } });
    assert.equal(strange.find('#raw-amounts').getAttribute('aria-pressed'), 'false');
    assert.equal(strange.find('[role=tab][aria-selected=true]').textContent, 'Route');
  });

  test('leads from gross to net by named costs, with the time of each price', () => {
    const page = open();
    assert.deepEqual(page.texts('.waterfall .name'), [
      ...['Gross', 'Base fee', 'Priority fee', 'Tip · JITO', 'Tip · NOZOMI', 'Bot fee', 'Net'],
    ]);
    const [prices = ''] = page.texts('.steps figcaption');
    assert.match(prices, /SOL at \$100\.00 \(12:00:00 UTC\)/);
    assert.match(prices, /USDC at \$1\.00 \(11:59:00 UTC\)/);
    const rows = page.texts('.steps tbody tr');
    assert.equal(rows.length, 7);
    assert.match(rows.find((row) => row.startsWith('Bot fee')) ?? '', /−0.0001.*−\$0.01/);
  });

  test('has a row for leftovers, and checks the figures', () => {
    const page = open();
    assert.deepEqual(page.texts('tr.leftover'), ['Left over0.001 USDC+$0.0010']);
    assert.match(page.texts('.check')[0] ?? '', /^✓ The figures add up\./);
    const difference = { ...sol, amount: -7_000n, mint: solMint };
    page.show(splitRouteContent({ closing_differences_details: [difference] }));
    assert.match(page.texts('.check')[0] ?? '', /^⚠ The figures do not add up\..*7,000/);
  });

  test('of a failure shows the reason and the loss, with a gray route', () => {
    const page = open(
      splitRouteContent({
        ...{ isSuccess: false, type: 'failed', failure: 'custom program error: 0x1771' },
        ...{ net_gains_sol: -0.000006, net_gains_usd: -0.0006 },
      }),
    );
    const [failure = ''] = page.texts('.failure');
    assert.match(failure, /^Lost: 0\.000006 SOL \(fee only\)\./);
    assert.match(failure, /Reason: custom program error: 0x1771$/);
    assert.equal(page.findAll('.route-map.grey').length, 1);
    const facts = page.facts();
    assert.ok(!('Gross' in facts) && !('Left over' in facts));
    assert.equal(facts['Tip · JITO'], '0.001 SOL rolled back');
    assert.equal(page.findAll('tr.leftover').length, 0);
  });

  test('of a failure without a fee shows no loss', () => {
    const page = open(
      splitRouteContent({
        ...{ isSuccess: false, type: 'failed', failure: null, fees: 0n, priority_fees: 0n },
        ...{ net_gains_sol: 0, net_gains_usd: 0, route_map_details: [] },
      }),
    );
    assert.equal(
      page.texts('.failure')[0],
      'Nothing lost: the transaction paid no fee. The service does not report why it failed.',
    );
    assert.match(page.facts()['Net gain'] ?? '', /^0 SOL/);
    assert.equal(page.findAll('.net.up, .net.down, .route-map, .legs').length, 0);
    assert.match(page.texts('.check').join(), /without a fee, so the balance did not change/);
    assert.deepEqual(page.texts('.no-route'), ['The transaction failed, so no swap took effect.']);
  });

  test('highlights a leg and its row together, and moves the focus between them', () => {
    const page = open();
    page.focus('.leg[data-leg="2"]');
    assert.equal(page.findAll('tr.lit[data-leg="2"], .leg.lit, .leg-top.lit').length, 3);
    page.press('Enter');
    assert.ok(document.activeElement === page.find('tr[data-leg="2"] button'));
    page.click('tr[data-leg="3"] button');
    assert.ok(document.activeElement === page.find('.leg[data-leg="3"]'));
    assert.deepEqual(
      page.findAll('tr.lit').map((row) => row.dataset['leg']),
      ['3'],
    );
  });

  test('lists the pools that the bot tried, used or not, and what is unknown', () => {
    const [used = '', unused = ''] = [stranger, solMint];
    const attempt = {
      pools: [
        { pool: used, amm: '', ammName: 'Meteora DLMM', isUsed: true },
        { pool: unused, amm: '', ammName: '', isUsed: false },
      ],
      unknownPools: 2,
      parameters: {
        ...{ minimumProfit: '5000', baseMint: solMint, computeUnitLimit: 400_000 },
        ...{ noFailure: true, flashLoan: false },
      },
    };
    const page = open({ ...splitRouteContent(), attempt });
    const tried = page.findAll('table').find((each) => /^Pools tried/.test(each.textContent ?? ''));
    const rows = [...(tried?.querySelectorAll('tbody tr') ?? [])].map((row) => row.textContent);
    assert.match(rows[0] ?? '', /^Meteora DLMM.*[^t] ?used$/);
    assert.match(rows[1] ?? '', /^unknown.*not used$/);
    assert.ok(page.texts('.note').includes('At least 2 more, which are not recognized.'));
    const { 'Minimum profit': profit, 'No-failure mode': noFailure } = page.facts();
    assert.deepEqual([profit, noFailure], ['0.000005 SOL', 'yes']);
    page.show({ ...splitRouteContent(), attempt: 'unknown' });
    assert.ok(page.texts('.note').some((note) => note.startsWith('Pools tried: unknown.')));
  });

  test('zooms and moves the map with the keyboard, and keeps the part while it is refreshed', () => {
    const page = open();
    const whole = page.viewBox();
    const parts = [whole];
    page.focus('.zoom-surface');
    for (const key of ['+', 'ArrowRight', 'ArrowDown', '-']) {
      page.press(key);
      parts.push(page.viewBox());
    }
    assert.equal(new Set(parts).size, 5, parts.join('; '));
    const shown = page.viewBox();
    page.receive({ type: 'status', busy: 'Loading…', problem: null });
    page.show(splitRouteContent());
    assert.equal(page.viewBox(), shown);
    assert.ok(document.activeElement === page.find('.zoom-surface'));
    page.press('0');
    assert.equal(page.viewBox(), whole);
    page.click('button', 'Zoom in');
    assert.notEqual(page.viewBox(), whole);
    page.click('button', 'Fit');
    assert.equal(page.viewBox(), whole);
  });

  test('shows the response as JSON on request, and copies it', () => {
    const content = splitRouteContent();
    const page = open(content);
    assert.equal(page.findAll('pre').length, 0);
    page.find('[role=tab]', 'Route').focus();
    page.press('End');
    assert.ok(document.activeElement === page.find('[role=tab]', 'JSON'));
    assert.equal(page.find('pre').textContent, content.json);
    page.show(splitRouteContent());
    assert.equal(page.find('#panel-route').hidden, true);
    page.click('#panel-json button');
    page.click('#panel-json button', 'Open in Editor');
    assert.deepEqual(page.takeSent(), [
      { type: 'copy', text: content.json, what: 'JSON' },
      { type: 'open-document' },
    ]);
  });

  test('sends what its buttons and links say', () => {
    const content = splitRouteContent();
    const page = open(content);
    page.click('button', 'Open wallet 9999…9999');
    page.click('.related button', `Tokens: J2ju…Yntz`);
    page.click('.related button', 'Pools: 58oQ…YQo2');
    page.click('button', 'Open in Block Explorer');
    page.click('.title button');
    assert.deepEqual(page.takeSent(), [
      { type: 'open-related', kind: 'wallet', id: content.wallet },
      { type: 'open-related', kind: 'token', id: stranger },
      { type: 'open-related', kind: 'pool', id: content.legs[0]?.pool },
      { type: 'open-explorer', what: 'transaction', id: content.signature },
      { type: 'copy', text: content.signature, what: 'Signature' },
    ]);
    page.click('button', 'Copy Markdown');
    const [copied] = page.takeSent();
    assert.ok(copied !== undefined && 'text' in copied);
    assert.match(String(copied.text), /^### Arbitrage ✓ succeeded/);
    page.show({ ...content, isSimulated: true });
    assert.ok(!page.texts('.tools button').includes('Open in Block Explorer'));
  });
});
