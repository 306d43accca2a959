import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SimulatePage } from '../../../src/webview/simulate/simulatePage.tsx';
import {
  failedTransaction,
  incompleteTransaction,
  sampleSimulation,
  sampleTransaction,
} from '../webview/simulate/sampleSimulation.ts';
import { mountPage } from './mountPage.ts';

const open = (content = sampleSimulation(), savedState?: unknown) => {
  const page = mountPage(SimulatePage, content, { width: 800, savedState });
  const texts = (selector: string) =>
    page.findAll(selector).map((each) => (each.textContent ?? '').replace(/\s+/g, ' ').trim());
  return {
    ...page,
    texts,
    names: (selector: string) =>
      page.findAll(selector).map((each) => each.getAttribute('aria-label') ?? each.textContent),
    selectedTab: () => page.find('[role=tab][aria-selected=true]').textContent,
    focusedText: () => document.activeElement?.textContent ?? '',
    shownRows: () => page.findAll('.units tbody tr').filter((row) => !row.hidden).length,
  };
};

describe('The page of a simulation', () => {
  test('shows route, net gain, slot, signing and connection, and that nothing was sent', () => {
    const page = open();
    const [text = ''] = page.texts('main');
    for (const part of [
      'would succeed',
      'simulated at slot 395,314,902',
      'unsigned, signatures not checked',
      'My node · mainnet-beta',
      'nothing was sent',
      'src/bot.ts:41',
      '812 of 1,232 bytes',
      'Net gain+0.00198 SOL',
      'The figures add up.',
    ]) {
      assert.ok(text.includes(part), part);
    }
    assert.equal(page.findAll('.route-map .leg').length, 3);
    assert.equal(page.findAll('tr[data-leg]').length, 3);
  });

  test('shows arguments, accounts, events and doubts of a call from the IDL in the log', () => {
    const transaction = sampleTransaction();
    const owner = 'EzJ7277sqt9s9nuRMNVUG1cTz9fHVxqhuE91QTVF14Gx';
    const names = {
      source: 'target/idl/vault.json',
      state: 'short' as const,
      name: 'pay',
      also: [],
      values: [
        { name: 'amount', value: '5' },
        { name: 'limit', value: null },
      ],
      fault: 'needs 8 bytes, has 1',
      rest: '07',
    };
    const idl = {
      ...names,
      is_event: false,
      accounts: [{ name: 'owner', address: owner, is_writable: true, is_signer: true }],
      are_accounts_doubtful: false,
      notes: ['Account mint is missing'],
    };
    const event = { ...names, name: 'Paid', state: 'complete' as const, values: [], rest: '' };
    const calls = transaction.calls.map((call, at) =>
      at === 2 ? { ...call, idl, events: [{ line: 5, names: event }] } : call,
    );
    const page = open(sampleSimulation([{ ...transaction, calls }]), { tab: 'logs' });
    assert.deepEqual(page.texts('.idl-names'), [
      'amount5limitnot read1 accountownerEzJ7…14Gx writable, signer' +
        'The data ends too early: needs 8 bytes, has 1Not read: 0x07Account mint is missing' +
        'By target/idl/vault.json',
      'Event PaidBy target/idl/vault.json',
    ]);
    page.click('.idl-names button');
    assert.deepEqual(page.takeSent().at(-1), { type: 'copy', text: owner, what: 'Address' });
  });

  test('shows a failure with advice, its route up to that point, and a link to the log', () => {
    const page = open(sampleSimulation([failedTransaction()]));
    const [failure = ''] = page.texts('[role=note]');
    assert.match(
      failure,
      /instruction 3 \(SMB bot\), leg 3: Raydium CLMM returned 6022 TooLittleOutputReceived/,
    );
    assert.match(failure, /Quote again, or allow more slippage/);
    assert.equal(page.findAll('.route-map.grey .leg').length, 2);
    assert.ok(!page.texts('.facts').join().includes('+'));
    page.click('button', 'Open programs/vault/src/lib.rs:12');
    assert.deepEqual(page.takeSent().at(-1), {
      type: 'open-error',
      source: 'programs/vault/src/lib.rs:12',
    });
    page.click('button', 'Show Log');
    assert.match(page.focusedText(), /Raydium CLMM.*failed/);
  });

  test('marks members missing from an older node as incomplete and unknown', () => {
    const page = open(sampleSimulation([incompleteTransaction()]));
    assert.ok(page.texts('.mark').includes('⚠ incomplete'));
    assert.match(page.texts('.check').join(), /The node did not return preTokenBalances/);
    assert.match(page.texts('.facts').join(), /Net gain ?unknown/);
    assert.deepEqual(page.texts('.no-route'), ['Route: unknown']);
    assert.equal(page.findAll('.route-map').length, 0);
    assert.ok(!page.texts('.tools button').includes('Save SVG'));
  });

  test('gives advice with a figure to copy, and opens the percentiles', () => {
    const page = open();
    page.click('button', 'Copy Compute unit limit');
    page.click('button', 'Open Percentiles');
    assert.deepEqual(page.takeSent(), [
      { type: 'copy', text: '178211', what: 'Compute unit limit' },
      { type: 'open-percentiles' },
    ]);
    assert.match(page.names('.strip svg[role=img]').join(), /^Tip 1,000,000; JITO/);
    assert.equal(page.findAll('.strip .break-even').length, 1);
  });

  test('collapses compute units, and links a row to its log', () => {
    const page = open();
    const all = page.shownRows();
    page.click('button', 'Calls of SMB bot Arbitrage');
    assert.equal(page.shownRows(), 4);
    assert.equal(
      page.find('button', 'Calls of SMB bot Arbitrage').getAttribute('aria-expanded'),
      'false',
    );
    page.show(sampleSimulation(undefined, { slot: 7 }));
    assert.equal(page.shownRows(), 4, 'another run keeps them collapsed');
    page.click('button', 'Calls of SMB bot Arbitrage');
    assert.equal(page.shownRows(), all);
    const orca = page.find('#call-3') as HTMLDetailsElement;
    orca.open = false;
    page.click('button', 'Show the log of Orca Whirlpool SwapV2');
    assert.equal(page.selectedTab(), 'Logs');
    assert.ok(orca.open);
    assert.match(page.focusedText(), /^Orca Whirlpool SwapV2/);
  });

  test('compares the runs in a table and as a curve', () => {
    const page = open();
    const rows = page.texts('.runs tbody tr');
    assert.equal(rows.length, 5);
    assert.match(rows[0] ?? '', /^5.*\+11\.2 s.*TooLittleOutputReceived.*leg 3/);
    assert.match(rows[1] ?? '', /−79\.2%/);
    assert.equal(page.findAll('.decay-point').length, 4);
    assert.equal(page.findAll('.decay-failure').length, 1);
    assert.deepEqual(page.texts('.decay .value, .decay .inner'), [
      ...['+0.00198', '+0.00179', '+0.00111', '+0.000412', 'failed'],
    ]);
    page.click('button', 'Start Over');
    assert.deepEqual(page.takeSent(), [{ type: 'clear-runs' }]);
  });

  test('simulates again by a click, and when the file is saved', () => {
    const page = open(sampleSimulation(undefined, { isOnSave: false }));
    page.click('button', 'Simulate Again');
    page.click('.on-save input');
    page.click('button', 'src/bot.ts:41');
    assert.deepEqual(page.takeSent(), [
      { type: 'refresh' },
      { type: 'on-save', isOn: true },
      { type: 'open-source' },
    ]);
  });

  test('keeps the tab and the keyboard focus when another run arrives', () => {
    const page = open();
    page.click('[role=tab]', 'Logs');
    for (const place of ['#tab-logs', '#raw-amounts', '.on-save input', '.primary']) {
      const element = page.find(place);
      element.focus();
      page.show(sampleSimulation(undefined, { slot: 7 }));
      assert.ok(page.texts('.mark').includes('simulated at slot 7'));
      assert.ok(document.activeElement === element, place);
      assert.ok(!page.find('#panel-logs').hidden);
      page.show(sampleSimulation());
    }
  });

  test('does not open the log of a call again when another run arrives', () => {
    const page = open();
    page.click('button', 'Show the log of Orca Whirlpool SwapV2');
    page.find('#tab-logs').focus();
    (page.find('#call-3') as HTMLDetailsElement).open = false;
    page.show(sampleSimulation());
    assert.ok(document.activeElement === page.find('#tab-logs'));
    assert.ok(!(page.find('#call-3') as HTMLDetailsElement).open);
  });

  test('offers to land signed transactions only', () => {
    const page = open();
    const signed = sampleTransaction({ signing: 'signed' });
    for (const unsigned of [
      [sampleTransaction()],
      [sampleTransaction({ signing: 'partly-signed' })],
      [signed, sampleTransaction()],
    ]) {
      page.show(sampleSimulation(unsigned));
      assert.ok(!page.texts('button').includes('Land…'));
    }
    page.show(sampleSimulation([signed]));
    page.click('button', 'Land…');
    assert.deepEqual(page.takeSent(), [{ type: 'land' }]);
  });

  test('shows one of several transactions at a time, and its initial state', () => {
    const several = [sampleTransaction(), failedTransaction()];
    const page = open(sampleSimulation(several));
    assert.match(page.texts('.choice').join(), /Each starts from the same state/);
    assert.ok(page.texts('.mark').includes('✓ would succeed'));
    page.click('.choice label:last-of-type input');
    assert.ok(page.texts('.mark').includes('⊘ would fail'));
    page.show(sampleSimulation(several, { isBundle: true }));
    assert.match(page.texts('.choice').join(), /A bundle: each runs on what those before it left/);
    assert.ok(page.texts('.mark').includes('⊘ would fail'));
    page.show(sampleSimulation([sampleTransaction()]));
    assert.ok(page.texts('.mark').includes('✓ would succeed'));
    assert.equal(page.findAll('.choice').length, 0);
  });

  test('starts with the tab, the transaction and the amounts that were shown before a reload', () => {
    const several = sampleSimulation([sampleTransaction(), failedTransaction()]);
    const before = open(several);
    before.click('.choice label:last-of-type input');
    before.click('[role=tab]', 'Balances');
    before.click('#raw-amounts');
    const page = open(several, before.saved());
    assert.ok(page.texts('.mark').includes('⊘ would fail'));
    assert.equal(page.selectedTab(), 'Balances');
    assert.match(page.texts('tr[data-leg="1"] td')[3] ?? '', /^2,400,000,000 SOL/);
    const strange = open(several, { own: { shown: 'x', tab: 7, form: [] } });
    assert.ok(strange.texts('.mark').includes('✓ would succeed'));
    assert.equal(strange.selectedTab(), 'Result');
  });

  test('shows balances and the response, and copies them', () => {
    const content = sampleSimulation();
    const page = open(content);
    page.click('[role=tab]', 'Balances');
    assert.match(page.texts('#panel-balances').join(), /SOL.*\+0\.001980126/);
    page.click('[role=tab]', 'JSON');
    assert.match(page.texts('#panel-json pre').join(), /"slot": 395314902/);
    page.click('#panel-json button');
    assert.deepEqual(page.takeSent(), [{ type: 'copy', text: content.json, what: 'JSON' }]);
    page.click('button', 'Copy Markdown');
    const [copied] = page.takeSent();
    assert.ok(copied !== undefined && 'text' in copied);
    assert.match(String(copied.text), /^### Simulation ✓ would succeed/);
  });

  test('shows untrusted logs and names as plain text', () => {
    const markup = '<img src=x onerror="window.wasRun=true"><script>window.wasRun=true</script>';
    const transaction = failedTransaction();
    const [first, ...others] = transaction.calls;
    assert.ok(first && transaction.error);
    const page = open(
      sampleSimulation([
        {
          ...transaction,
          logs: transaction.logs.map(() => markup),
          calls: [{ ...first, program_name: markup, name: markup }, ...others],
          error: { ...transaction.error, name: markup, message: markup, program_name: markup },
        },
      ]),
    );
    assert.equal(page.findAll('img, script').length, 0);
    assert.ok(page.texts('.log-lines li').every((line) => line === markup));
  });
});
