import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium.ts';
import { suiteLimit } from '../suiteLimit.ts';
import {
  failedTransaction,
  incompleteTransaction,
  sampleSimulation,
  sampleTransaction,
} from '../unit/webview/simulate/sampleSimulation.ts';
import { accessibilityViolations } from './panelPage.ts';
import { StandalonePanel, type StandalonePanelOptions } from './standalonePanel.ts';

const markup = '<img src=x onerror="window.wasRun=true"><script>window.wasRun=true</script>';

describe('The simulation page', suiteLimit, () => {
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser.close());

  const open = async (options: StandalonePanelOptions = {}, content = sampleSimulation()) => {
    const bare = await StandalonePanel.open(browser, 'simulate', options);
    await bare.post({ type: 'content', content });
    await bare.page.locator('h1').waitFor();
    return bare;
  };
  const textOf = async (bare: StandalonePanel) =>
    (await bare.page.locator('main').innerText()) ?? '';

  test('shows route, net gain, slot, signing and connection, and that nothing was sent', async () => {
    const bare = await open();
    await bare.page.locator('tr[data-leg="3"]').waitFor();
    const text = await textOf(bare);
    for (const part of [
      'would succeed',
      'simulated at slot 395,314,902',
      'unsigned, signatures not checked',
      'My node · mainnet-beta',
      'nothing was sent',
      'src/bot.ts:41',
      '812 of 1,232 bytes',
      'The figures add up.',
    ]) {
      assert.ok(text.includes(part), part);
    }
    assert.equal(await bare.page.locator('.route-map .leg').count(), 3);
    await bare.page.close();
  });

  test('shows a failure with advice, its route up to that point, and a link to the log', async () => {
    const bare = await open({}, sampleSimulation([failedTransaction()]));
    const failure = bare.page.getByRole('note', { name: 'Failure' });
    assert.match(
      (await failure.textContent()) ?? '',
      /instruction 3 \(SMB bot\), leg 3: Raydium CLMM returned 6022 TooLittleOutputReceived/,
    );
    assert.match((await failure.textContent()) ?? '', /Quote again, or allow more slippage/);
    assert.equal(await bare.page.locator('.route-map.grey .leg').count(), 2);
    assert.ok(!(await bare.page.locator('.facts').innerText()).includes('+'));
    await failure.getByRole('button', { name: 'Show Log' }).press('Enter');
    const summary = bare.page.locator('.log summary:focus');
    assert.match((await summary.textContent()) ?? '', /Raydium CLMM.*failed/);
    await bare.page.close();
  });

  test('marks members missing from an older node as incomplete and unknown', async () => {
    const bare = await open({}, sampleSimulation([incompleteTransaction()]));
    await bare.page.getByText('⚠ incomplete').waitFor();
    await bare.page.getByText(/The node did not return preTokenBalances/).waitFor();
    assert.match(await bare.page.locator('.facts').innerText(), /Net gain\s+unknown/);
    assert.equal(await bare.page.locator('.route-map').count(), 0);
    assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
    await bare.page.close();
  });

  test('gives advice with a figure to copy, and opens the percentiles', async () => {
    const bare = await open();
    await bare.page.getByRole('button', { name: 'Copy Compute unit limit' }).press('Enter');
    assert.equal((await bare.next('copy'))['text'], '178211');
    await bare.page.getByRole('button', { name: 'Percentiles' }).press('Enter');
    await bare.next('open-percentiles');
    const strip = bare.page.getByRole('img', { name: /^Tip 1,000,000; JITO/ });
    assert.equal(await strip.locator('.break-even').count(), 1);
    await bare.page.close();
  });

  test('collapses compute units, and links a row to its log', async () => {
    const bare = await open();
    const rows = bare.page.locator('.units tbody tr:visible');
    const all = await rows.count();
    await bare.page.getByRole('button', { name: 'Calls of SMB bot Arbitrage' }).press('Enter');
    assert.equal(await rows.count(), 4);
    assert.ok(all > 4);
    await bare.page
      .getByRole('button', { name: 'Show the log of SMB bot Arbitrage' })
      .press('Enter');
    assert.equal(
      await bare.page.getByRole('tab', { name: 'Logs' }).getAttribute('aria-selected'),
      'true',
    );
    assert.match(
      (await bare.page.locator('.log summary:focus').textContent()) ?? '',
      /3\. SMB bot/,
    );
    assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
    await bare.page.close();
  });

  test('compares the runs in a table and as a curve', async () => {
    const bare = await open();
    const rows = bare.page.locator('.runs tbody tr');
    assert.equal(await rows.count(), 5);
    assert.match(
      (await rows.first().textContent()) ?? '',
      /^5.*\+28.*TooLittleOutputReceived.*leg 3/,
    );
    assert.match((await rows.nth(1).textContent()) ?? '', /−79\.2%/);
    assert.equal(await bare.page.locator('.decay-point').count(), 4);
    assert.equal(await bare.page.locator('.decay-failure').count(), 1);
    await bare.page.getByRole('button', { name: 'Start Over' }).press('Enter');
    await bare.next('clear-runs');
    await bare.page.close();
  });

  test('simulates again by a click, and when the file is saved', async () => {
    const bare = await open({}, sampleSimulation(undefined, { isOnSave: false }));
    await bare.page.getByRole('button', { name: 'Simulate Again' }).press('Enter');
    await bare.next('refresh');
    await bare.page.getByRole('checkbox', { name: 'On save' }).press('Space');
    assert.equal((await bare.next('on-save'))['isOn'], true);
    await bare.page.getByRole('button', { name: 'src/bot.ts:41' }).press('Enter');
    await bare.next('open-source');
    await bare.page.close();
  });

  test('keeps the tab and the keyboard focus when another run arrives', async () => {
    const bare = await open();
    await bare.page.getByRole('tab', { name: 'Logs' }).click();
    const raw = bare.page.getByRole('button', { name: 'Raw Amounts' });
    for (const place of [bare.page.getByRole('tab', { name: 'Logs' }), raw]) {
      await place.focus();
      await bare.post({ type: 'content', content: sampleSimulation(undefined, { slot: 7 }) });
      await bare.page.getByText('simulated at slot 7').waitFor();
      await place.and(bare.page.locator(':focus')).waitFor();
      assert.ok(await bare.page.locator('#panel-logs').isVisible());
      await bare.post({ type: 'content', content: sampleSimulation() });
      await bare.page.getByText('simulated at slot 395,314,902').waitFor();
    }
    await bare.page.close();
  });

  test('offers to land signed transactions only', async () => {
    const bare = await open();
    const land = bare.page.getByRole('button', { name: 'Land…' });
    assert.equal(await land.count(), 0);
    const partly = sampleTransaction({ signing: 'partly-signed' });
    await bare.post({ type: 'content', content: sampleSimulation([partly]) });
    await bare.page.getByText('partly signed').waitFor();
    assert.equal(await land.count(), 0);
    const signed = sampleTransaction({ signing: 'signed' });
    await bare.post({ type: 'content', content: sampleSimulation([signed]) });
    await land.press('Enter');
    await bare.next('land');
    const several = [signed, sampleTransaction()];
    await bare.post({ type: 'content', content: sampleSimulation(several) });
    await bare.page.getByRole('radio', { name: 'Transaction 2 ✓' }).waitFor();
    assert.equal(await land.count(), 0);
    await bare.page.close();
  });

  test('shows one of several transactions at a time, and its initial state', async () => {
    const several = [sampleTransaction(), failedTransaction()];
    const bare = await open({}, sampleSimulation(several));
    await bare.page.getByText(/Each starts from the same state/).waitFor();
    await bare.page.getByRole('radio', { name: 'Transaction 2 ⊘' }).check({ force: true });
    await bare.page.getByText('⊘ would fail').waitFor();
    await bare.post({ type: 'content', content: sampleSimulation(several, { isBundle: true }) });
    await bare.page.getByText(/A bundle: each runs on what those before it left/).waitFor();
    await bare.page.close();
  });

  test('exports Markdown, SVG and PNG that are labeled as a simulation', async () => {
    const bare = await open();
    await bare.page.getByRole('button', { name: 'Copy Markdown' }).press('Enter');
    assert.match(String((await bare.next('copy'))['text']), /^### Simulation ✓ would succeed/);
    await bare.page.getByRole('button', { name: 'Save SVG' }).press('Enter');
    assert.match(String((await bare.next('save'))['data']), /Simulation · simulated at slot/);
    await bare.page.getByRole('button', { name: 'Save PNG' }).press('Enter');
    assert.match(String((await bare.next('save'))['data']), /^iVBOR/);
    await bare.page.close();
  });

  test('shows balances and the response', async () => {
    const bare = await open();
    await bare.page.getByRole('tab', { name: 'Balances' }).click();
    assert.match(await bare.page.locator('#panel-balances').innerText(), /SOL.*\+0\.001980126/s);
    assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
    await bare.page.getByRole('tab', { name: 'JSON' }).click();
    assert.match(await bare.page.locator('#panel-json pre').innerText(), /"slot": 395314902/);
    await bare.page.close();
  });

  test('shows untrusted logs and names as plain text', async () => {
    const transaction = failedTransaction();
    const [first, ...others] = transaction.calls;
    assert.ok(first && transaction.error);
    const hostile = {
      ...transaction,
      logs: transaction.logs.map(() => markup),
      calls: [{ ...first, program_name: markup, name: markup }, ...others],
      error: { ...transaction.error, name: markup, message: markup, program_name: markup },
    };
    const bare = await open({}, sampleSimulation([hostile]));
    await bare.page.getByRole('tab', { name: 'Logs' }).click();
    assert.equal(await bare.page.locator('#page img, #page script').count(), 0);
    assert.equal(await bare.page.evaluate('window.wasRun'), undefined);
    assert.deepEqual(bare.problems, []);
    await bare.page.close();
  });

  for (const options of [
    { theme: 'light' },
    { theme: 'dark' },
    { theme: 'high-contrast' },
    { theme: 'dark', width: 400 },
  ] as const) {
    test(`has no serious accessibility finding and fits with ${JSON.stringify(options)}`, async () => {
      const several = [sampleTransaction({ signing: 'signed' }), failedTransaction()];
      const bare = await open(options, sampleSimulation(several));
      const [wide, room] = await bare.page.evaluate<[number, number]>(
        '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
      );
      assert.ok(wide <= room, `${wide} pixels wide, of which ${room} are seen`);
      assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
      await bare.screenshot(`simulate-${Object.values(options).join('-')}`);
      await bare.page.close();
    });
  }
});
