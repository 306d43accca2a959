import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CoveragePage } from '../../../src/webview/coverage/coveragePage.tsx';
import type { CoverageContent } from '../../../src/webview/messages/coverage.ts';
import {
  sampleAddress,
  sampleBounds,
  sampleCoverage,
  sampleReplay,
  sampleReport,
  sampleSettings,
} from '../webview/coverage/sampleCoverage.ts';
import { mountPage } from './mountPage.ts';

const part = (title: string, selector: string): string => `[aria-label="${title}"] ${selector}`;

const open = (content = sampleCoverage()) => {
  const page = mountPage(CoveragePage, content);
  const texts = (selector: string) => page.findAll(selector).map(({ textContent }) => textContent);
  return {
    ...page,
    texts,
    /** The first text of an element. */
    text: (selector: string) => page.find(selector).textContent ?? '',
    allText: () => document.body.textContent ?? '',
    buttons: (start: string) => texts('button').filter((text) => text?.startsWith(start)),
    choose: (name: string, value: string) => page.click(`input[name=${name}][value="${value}"]`),
    chooseOption: page.choose,
    valueOf: (selector: string) => (page.find(selector) as HTMLInputElement).value,
    focus: (selector: string, name?: string) => page.find(selector, name).focus(),
    types: () => page.takeSent().map(({ type }) => type),
  };
};

describe('The page of a config’s coverage', () => {
  test('shows an upper bound for the config with its share, basis and assumptions', () => {
    const page = open();
    for (const text of [
      'Could have taken, at most',
      '$15,514 net of $28,105 (55.2%)',
      '44,032 of 72,184 (61%)',
      '$12,591 net',
      '2 of 6 entries',
      '6 of 38 pools',
    ]) {
      assert.ok(page.text('.headline').includes(text), text);
    }
    assert.match(page.text('.assumptions'), /Upper bound: other bots would have competed/);
    assert.match(page.text('.assumptions'), /Tips at p75 of each provider, fees at p75/);
    assert.match(page.text('.about'), /n: 72,184 arbitrages · 97.9% indexed/);
    assert.match(page.text('.assumed tbody'), /No provider small sample/);
    page.click('button', 'Definitions');
    assert.deepEqual(page.types(), ['open-definitions']);
  });

  test('explains the whole net gain in one bar, with a fill and an action for each cause', () => {
    const page = open();
    assert.match(
      page.find('.picture.shares').getAttribute('aria-label') ?? '',
      /Covered: 55.2%; Pool not in the file: 36.3%; Pools in different groups: 6.5%/,
    );
    assert.deepEqual(
      page.findAll('.picture.shares g').map((each) => each.getAttribute('data-share')),
      ['covered', 'missing-pool', 'different-groups', 'base-mint'],
    );
    page.click('[data-share=missing-pool] button', 'Add 11 Pools…');
    page.click('[data-share=different-groups] button', 'Merge Groups…');
    assert.deepEqual(page.takeSent(), [{ type: 'add-pools', count: 11 }, { type: 'merge-groups' }]);
  });

  test('marks where more pools stop paying off, and adds a number of pools chosen by key', () => {
    const page = open();
    const slider = page.find('[role=slider]', 'Number of missing pools to add');
    const spoken = () => slider.getAttribute('aria-valuetext');
    assert.equal(spoken(), '11 pools: 81.6%');
    assert.equal(page.findAll('tr.chosen').length, 7);
    slider.focus();
    page.press('Home');
    assert.equal(spoken(), 'now 55.2%');
    assert.equal(page.findAll('button.primary').length, 0);
    page.press('ArrowRight');
    page.press('ArrowUp');
    assert.equal(spoken(), '2 pools: 66.5%');
    assert.equal(page.findAll('tr.chosen').length, 2);
    page.click('button.primary', 'Add 2 Pools…');
    page.click('button', 'Remove 6 Pools…');
    assert.deepEqual(page.takeSent(), [
      { type: 'add-pools', count: 2 },
      { type: 'remove-dead-pools' },
    ]);
    // Receiving the same report again keeps the selection and the focus.
    page.show(sampleCoverage());
    page.find('button.primary', 'Add 2 Pools…');
    assert.ok(document.activeElement === slider);
  });

  test('lists the best missing pools and missed tokens, with links', () => {
    const page = open();
    const list = (selector: string) => part('Best missing pools', selector);
    assert.equal(page.findAll(list('tbody tr')).length, 7);
    assert.match(page.text(list('tbody')), /BONK–SOL/);
    page.click(list('button'), 'Raydium CLMM');
    page.click(list('tbody button.mono'));
    page.focus('button.more', 'Show All 30');
    page.click('button.more', 'Show All 30');
    assert.equal(page.findAll(list('tbody tr')).length, 30);
    assert.equal(document.activeElement?.textContent, 'Show Fewer');
    page.choose('listed', 'tokens');
    page.click(list('button'), 'PNUT');
    assert.deepEqual(page.takeSent(), [
      { type: 'show-arbitrages', kind: 'amm', address: sampleAddress(200) },
      { type: 'open-pool', pool: sampleAddress(100) },
      { type: 'open-token', mint: sampleAddress(703) },
    ]);
  });

  test('lists pools that only gain together in one row, with their figures', () => {
    const report = sampleReport();
    const [first, second] = report.missing_pools;
    assert.ok(first !== undefined && second !== undefined);
    const nothing = { ...first.adds, transactions: 0, net_gains_usd: 0 };
    const missing_pools = [{ ...first, adds: nothing }, ...report.missing_pools.slice(1)];
    const page = open(sampleCoverage({ coverage: { ...report, missing_pools } }));
    const row = part('Best missing pools', 'tbody tr:first-child');
    assert.match(page.text(row), /BONK–SOL.*POPCAT–USDC/);
    assert.doesNotMatch(page.text(part('Best missing pools', 'tbody')), /\$0/);
    assert.deepEqual(page.texts(`${row} button.mono`).length, 2);
    page.find('button.more', 'Show All 29');
  });

  test('compares the config with the market and with another config by the hour', () => {
    const page = open();
    const replay = (selector: string) => part('Replay', selector);
    assert.equal(page.findAll(replay('.bar-outline')).length, 2);
    assert.equal(page.findAll(replay('.bar-fill')).length, 2);
    assert.equal(page.findAll(replay('.tick-halo')).length, 1);
    page.focus(replay('[role=slider]'));
    page.press('End');
    const reading =
      /13:00 – 14:00 UTC; Net gain, USD per hour: market \$1,025.00, A \$\d+.\d\d, B \$\d+/;
    assert.match(page.text('.reading'), reading);
    // New content of the same window, such as the progress of settings, keeps the hour.
    page.show(sampleCoverage());
    assert.match(page.text('.reading'), reading);
  });

  test('keeps what the config is compared with until a file is chosen', () => {
    const page = open();
    const select = 'select.compare';
    assert.equal(page.valueOf(select), 'commit');
    page.chooseOption(select, 'B: another file…');
    assert.equal(page.valueOf(select), 'commit');
    page.chooseOption(select, 'B: nothing');
    assert.deepEqual(page.takeSent(), [
      { type: 'compare', kind: 'file' },
      { type: 'compare', kind: 'none' },
    ]);
    // The choice stays while the response is loaded.
    page.receive({ type: 'status', busy: 'Loading', problem: null });
    assert.equal(page.valueOf(select), 'none');
    page.show(sampleCoverage());
    assert.equal(page.valueOf(select), 'commit');
  });

  test('shows which entries earn in either config, and which earned nothing', () => {
    const page = open();
    const gains = (selector: string) => part('Net gain by', selector);
    const rows = () => page.texts(gains('tbody tr')).join('\n');
    assert.match(rows(), /BONK17,140\$7,694\$4,431\+\$3,26312 s ago/);
    assert.match(rows(), /POPCAT6,866\$2,376\$2,417−\$41/);
    assert.match(rows(), /MOTHER, 3 pools0\$0\$0\$0none in 24 h/);
    assert.equal(page.findAll(gains('.warning-sign')).length, 2);
    page.click(gains('button'), 'JUP');
    assert.deepEqual(page.takeSent(), [{ type: 'reveal-group', index: 1 }]);
    page.choose('subject', 'amm');
    assert.match(rows(), /SolFi/);
    page.choose('subject', 'pool');
    page.click(gains('button'), 'Show All 38');
    assert.equal(page.findAll(gains('.warning-sign')).length, 6);
  });

  test('shows the best and the current settings in the grid, and applies the selected ones', () => {
    const page = open();
    assert.equal(page.findAll('[role=gridcell]').length, 25);
    const best = page.find('td', '20 tokens, min 5 transactions: 65%, best');
    assert.equal(best.textContent, '65 ★');
    assert.equal(best.getAttribute('aria-selected'), 'true');
    assert.equal(page.find('td', '10 tokens, min 1 transaction: 55%, now').textContent, '55 ●');
    // One tab stop; arrow keys move, Enter selects.
    best.focus();
    for (const key of ['ArrowLeft', 'ArrowUp', 'Enter']) page.press(key);
    assert.equal(page.findAll('td[tabindex="0"]').length, 1);
    assert.ok(page.find('td[tabindex="0"]') === document.activeElement);
    assert.match(page.allText(), /selected 57%/);
    page.click('button', 'Use These Settings…');
    assert.deepEqual(page.takeSent(), [
      {
        type: 'use-settings',
        settings: {
          tokens_max: 10,
          min_transactions: 2,
          refresh_seconds: 300,
          tokens_time_range: 3_600,
        },
      },
    ]);
  });

  test('tries other settings only if each value is valid and the combinations are not too many', () => {
    const page = open();
    const run = () => page.find('.start button', 'Run') as HTMLButtonElement;
    page.type('#setting-tokens_max', '10, twenty');
    assert.equal(page.text('#fault-tokens_max'), 'Enter whole numbers, separated by commas');
    assert.equal(page.find('#setting-tokens_max').getAttribute('aria-invalid'), 'true');
    assert.equal(run().disabled, true);
    page.type('#setting-tokens_max', '20 10, 10');
    page.type('#setting-refresh_seconds', '60, 300');
    assert.match(page.text('.start'), /20 of at most 200 combinations/);
    page.focus('#setting-refresh_seconds');
    page.press('Enter');
    const window = '60 120 180 240 300 360 420 480 540 600 660';
    page.type('#setting-tokens_time_range', window);
    assert.match(page.text('.start'), /220 of at most 200 combinations/);
    assert.equal(run().disabled, true);
    page.press('Enter');
    assert.deepEqual(page.takeSent(), [
      {
        type: 'run-settings',
        axes: {
          tokens_max: [10, 20],
          min_transactions: [1, 2, 5, 10, 20],
          refresh_seconds: [60, 300],
          tokens_time_range: [3_600],
        },
      },
    ]);
    // Edited values outlive content that has the same tested values.
    page.show(sampleCoverage());
    assert.equal(page.valueOf('#setting-tokens_time_range'), window);
  });

  test('shows the progress of tested settings, which can be stopped, and why a test failed', () => {
    const outcomes = sampleSettings().outcomes?.slice(0, 10) ?? [];
    const running = { done: 10, of: 25 };
    const page = open(sampleCoverage({ settings: sampleSettings({ running, outcomes }) }));
    assert.match(page.text('.start'), /10 of 25 combinations/);
    const labels = page.findAll('[role=gridcell]').map((each) => each.getAttribute('aria-label'));
    assert.equal(labels.filter((label) => label?.includes('not tested')).length, 15);
    page.click('button', 'Cancel');
    assert.deepEqual(page.types(), ['cancel-settings']);
    const failed = sampleSettings({ outcomes: null, fault: 'No answer' });
    page.show(sampleCoverage({ settings: failed }));
    assert.equal(page.text('[role=alert]'), 'No answer');
  });

  test('has a grid for each refresh interval, starting with the best one', () => {
    const settings = sampleSettings();
    const outcomes = settings.outcomes ?? [];
    const faster = outcomes.map((outcome) => ({
      ...outcome,
      refresh_seconds: 60,
      net_gains_usd: outcome.net_gains_usd * 1.1,
    }));
    const axes = { ...settings.axes, refresh_seconds: [60, 300] };
    const page = open(
      sampleCoverage({ settings: { ...settings, axes, outcomes: [...outcomes, ...faster] } }),
    );
    const select = 'select[aria-label="Refresh and ranking window"]';
    assert.equal(page.valueOf(select), '60 3600');
    assert.equal(page.findAll('td[aria-label$=now]').length, 0);
    page.chooseOption(select, 'refresh 5 min, ranked by 1 h');
    assert.equal(page.findAll('td[aria-label$=now]').length, 1);
    assert.equal(page.findAll('td[aria-label$=best]').length, 0);
  });

  test('requests another window and percentile, each in addition to the other', () => {
    const page = open();
    page.choose('window', '259200');
    page.chooseOption('select[aria-label="Tips and fees assumed"]', 'tips as paid');
    assert.deepEqual(page.takeSent(), [
      { type: 'ask', windowSeconds: 259_200, percentile: 'p75' },
      { type: 'ask', windowSeconds: 259_200, percentile: null },
    ]);
  });

  test('shows every figure of the charts in tables, and keeps this view', () => {
    const page = open();
    assert.equal(page.findAll('.picture').length, 3);
    page.choose('view', 'table');
    assert.equal(page.findAll('.picture').length, 0);
    assert.equal(page.findAll(part('Replay', 'tbody tr')).length, 24);
    assert.equal(page.findAll(part('Best missing pools', 'tbody tr')).length, 30);
    const settings = page.texts(part('Export settings', 'tbody tr'));
    assert.equal(settings.length, 25);
    assert.match(settings[0] ?? '', /★ best2055 min1 h/);
    page.type('#pool-count', '3');
    assert.match(page.text('.pool-count'), /3 pools: 70.5%/);
    page.find('button', 'Add 3 Pools…');
    // An emptied field is not filled while the user types.
    page.type('#pool-count', '');
    assert.equal(page.valueOf('#pool-count'), '');
    assert.equal((page.find('button', 'Save SVG') as HTMLButtonElement).disabled, true);
    assert.deepEqual(page.saved(), { panel: null, own: { view: 'table' } });
    page.choose('view', 'charts');
    assert.equal(page.findAll('.picture').length, 3);
  });

  test('shows upper bounds for a service with only rollups, and states that', () => {
    const page = open(sampleBounds());
    const headline = page.text('.headline');
    assert.ok(headline.includes('Could have taken, between$8,200 – $19,400 net of $28,105'));
    assert.match(page.text('.assumptions'), /Bounds: Remote provides only rollups/);
    assert.match(page.text(part('Where the net gain is', 'tbody')), /Covered at least/);
    page.find('th', 'Adds at most');
    page.find('th', 'Net gain at least');
    assert.equal(page.findAll('.curve').length, 0);
    // Entries that the service does not rank are not reported as dead.
    assert.deepEqual(page.buttons('Remove'), []);
    assert.equal(page.findAll('.warning-sign').length, 0);
    assert.equal(page.texts('p').filter((text) => text?.includes('offers no replay')).length, 2);
  });

  test('explains that a connection offers no coverage, and which ones do', () => {
    const none = { coverage: null, replay: null, settings: null };
    const page = open(sampleCoverage({ ...none, source: 'Remote' }));
    assert.match(page.text('.not-offered'), /Remote does not offer coverage and replay\./);
    assert.equal(page.findAll('.body:not([hidden])').length, 0);
    assert.equal((page.find('button', 'Save CSV') as HTMLButtonElement).disabled, true);
    page.click('button', 'Switch Connection');
    assert.deepEqual(page.takeSent(), [{ type: 'error-action', act: 'switch-connection' }]);
    page.show(sampleCoverage({ ...none, faults: ['The file cannot be parsed.'] }));
    assert.deepEqual(page.texts('.faults, .not-offered'), ['The file cannot be parsed.']);
  });

  test('never shows unknown or missing values as 0', () => {
    const nothing = { transactions: 0, revenues_usd: 0, net_gains_usd: 0 };
    const report = sampleReport();
    const empty = { ...report, total: nothing, covered: nothing, causes: [], missing_pools: [] };
    const window = { ...report.window, coverage: null };
    const page = open(sampleCoverage({ coverage: { ...empty, window } }));
    assert.match(page.text('.assumptions'), /No block of this window is indexed/);
    assert.match(page.text('.headline'), /at mostunknown$/);
    assert.deepEqual(page.buttons('Remove'), []);
    page.show(sampleCoverage({ coverage: empty }));
    assert.match(page.text('.assumptions'), /No arbitrage in this window\./);
    assert.match(page.allText(), /No other pool would add to the net gain\./);
    assert.equal(page.findAll('.picture.shares').length, 0);
  });

  test('removes no pools based on a partly indexed window', () => {
    const report = sampleReport();
    const page = open(
      sampleCoverage({ coverage: { ...report, window: { ...report.window, coverage: 0.5 } } }),
    );
    assert.match(page.text('.about'), /50% indexed/);
    assert.deepEqual(page.buttons('Remove'), []);
  });

  test('offers no changes to a file that cannot be edited', () => {
    const { config } = sampleCoverage();
    const page = open(sampleCoverage({ config: { ...config, canEdit: false, canMerge: false } }));
    for (const change of ['Add', 'Remove', 'Merge']) assert.deepEqual(page.buttons(change), []);
  });

  test('shows untrusted names as plain text', () => {
    const page = open(withHostileNames());
    page.choose('subject', 'token');
    page.choose('listed', 'tokens');
    assert.equal(page.findAll('main img').length, 0);
    // Directional marks are escaped.
    assert.ok(page.text('[aria-label="Best missing pools"]').includes('\\u{202E}<img src=x'));
  });
});

const hostile = '\u202E<img src=x onerror=alert(1)>';

function withHostileNames(): CoverageContent {
  const content = sampleCoverage();
  const report = sampleReport();
  const replay = sampleReplay();
  return {
    ...content,
    config: {
      ...content.config,
      name: hostile,
      baseTokens: [hostile],
      groups: content.config.groups.map((group) => ({ ...group, label: hostile })),
    },
    source: hostile,
    commitLabel: hostile,
    compared: { label: hostile, groups: content.config.groups },
    faults: [hostile],
    coverage: {
      ...report,
      missing_pools: report.missing_pools.map((pool) => ({
        ...pool,
        symbols: [hostile, hostile],
        amm_name: hostile,
      })),
      missed_tokens: report.missed_tokens.map((token) => ({ ...token, symbol: hostile })),
    },
    replay: { ...replay, tokens: replay.tokens.map((row) => ({ ...row, name: hostile })) },
  };
}
