import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../../scripts/editor/chromium.ts';
import type { CoverageContent } from '../../src/webview/messages/coverage.ts';
import {
  sampleAddress,
  sampleBounds,
  sampleCoverage,
  sampleReplay,
  sampleReport,
  sampleSettings,
} from '../unit/webview/coverage/sampleCoverage.ts';
import { accessibilityViolations } from './panelPage.ts';
import { StandalonePanel, type StandalonePanelOptions } from './standalonePanel.ts';

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

describe('The coverage page', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchChromium();
  });
  after(() => browser.close());

  const open = async (options: StandalonePanelOptions = {}, content = sampleCoverage()) => {
    const bare = await StandalonePanel.open(browser, 'coverage', options);
    await bare.post({ type: 'content', content });
    await bare.page.locator('h1').waitFor();
    return bare;
  };
  const part = ({ page }: StandalonePanel, name: string) =>
    page.getByRole('region', { name, exact: true }).first();
  const choose = async ({ page }: StandalonePanel, name: string) =>
    page.getByRole('radio', { name, exact: true }).check({ force: true });

  test('shows an upper bound for the config with its share, basis and assumptions', async () => {
    const bare = await open();
    const headline = (await bare.page.locator('.headline').textContent()) ?? '';
    for (const text of [
      'Could have taken, at most',
      '$15,514 net of $28,105 (55.2%)',
      '44,032 of 72,184 (61%)',
      '$12,591 net',
      '2 of 6 entries',
      '6 of 38 pools',
    ]) {
      assert.ok(headline.includes(text), text);
    }
    await bare.page.getByText(/Upper bound: other bots would have competed/).waitFor();
    await bare.page.getByText(/Tips at p75 of each provider, fees at p75/).waitFor();
    await bare.page.getByText(/n: 72,184 arbitrages · 97.9% indexed/).waitFor();
    await bare.page.locator('summary', { hasText: 'Tips and fees assumed' }).click();
    await bare.page.getByRole('row', { name: /without a tip small sample/ }).waitFor();
    await bare.page.getByRole('button', { name: 'Definitions' }).click();
    await bare.next('open-definitions');
    await bare.page.close();
  });

  test('explains the whole net gain in one bar, with a fill and an action for each cause', async () => {
    const bare = await open();
    const bar = bare.page.locator('.picture.shares');
    assert.match(
      (await bar.getAttribute('aria-label')) ?? '',
      /Covered: 55.2%; Pool not in the file: 36.3%; Pools in different groups: 6.5%/,
    );
    const kinds = await bare.page.evaluate<string[]>(
      `[...document.querySelectorAll('.picture.shares g')].map((each) => each.dataset.share)`,
    );
    assert.deepEqual(kinds, ['covered', 'missing-pool', 'different-groups', 'base-mint']);
    const shares = part(bare, 'Where the net gain is');
    await shares.getByRole('button', { name: 'Add 11 Pools…' }).click();
    assert.equal((await bare.next('add-pools'))['count'], 11);
    await shares.getByRole('button', { name: 'Merge Groups…' }).press('Enter');
    await bare.next('merge-groups');
    await bare.page.close();
  });

  test('marks where more pools stop paying off, and adds a number of pools chosen by key', async () => {
    const bare = await open();
    const slider = bare.page.getByRole('slider', { name: 'Number of missing pools to add' });
    assert.equal(await slider.getAttribute('aria-valuetext'), '11 pools: 81.6%');
    assert.equal(await bare.page.locator('tr.chosen').count(), 7);
    await slider.focus();
    await bare.page.keyboard.press('Home');
    assert.equal(await slider.getAttribute('aria-valuetext'), 'now 55.2%');
    assert.equal(await bare.page.locator('button.primary').count(), 0);
    for (const key of ['ArrowRight', 'ArrowUp']) await bare.page.keyboard.press(key);
    assert.equal(await slider.getAttribute('aria-valuetext'), '2 pools: 66.5%');
    assert.equal(await bare.page.locator('tr.chosen').count(), 2);
    const curve = part(bare, 'Gain from more pools');
    await curve.getByRole('button', { name: 'Add 2 Pools…' }).click();
    assert.equal((await bare.next('add-pools'))['count'], 2);
    await curve.getByRole('button', { name: 'Remove 6 Pools…' }).click();
    await bare.next('remove-dead-pools');
    // Receiving the same report again keeps the selection.
    await bare.post({ type: 'content', content: sampleCoverage() });
    await curve.getByRole('button', { name: 'Add 2 Pools…' }).waitFor();
    await bare.page.close();
  });

  test('keeps the labels of a flat curve clear of the curve and the axis', async () => {
    const report = sampleReport();
    const { missing_pools: pools, total, covered } = report;
    const usdAt = (share: number): number => share * total.net_gains_usd;
    const coverage = {
      ...report,
      covered: { ...covered, net_gains_usd: usdAt(0.405) },
      missing_pools: pools.map((pool, at) => ({ ...pool, covers_usd: usdAt(0.41 + at * 0.003) })),
    };
    const bare = await open({}, { ...sampleCoverage(), coverage });
    const slider = bare.page.getByRole('slider', { name: 'Number of missing pools to add' });
    for (const key of ['End', 'PageDown']) {
      await slider.press(key);
      const collisions = await bare.page.evaluate(`(() => {
        const curve = document.querySelector('.picture.curve');
        const line = curve.querySelector('.series-line');
        const points = Array.from({ length: 500 }, (_, at) =>
          line.getPointAtLength((at / 499) * line.getTotalLength()));
        const labels = [...curve.querySelectorAll('.end-label')];
        return labels.flatMap((label) => {
          const own = label.getBBox();
          const meets = ({ x, y, width = 0, height = 0 }) =>
            x < own.x + own.width && own.x < x + width && y < own.y + own.height && own.y < y + height;
          const others = [...curve.querySelectorAll('text')].filter((text) => text !== label);
          return [
            ...(points.some((point) => meets({ x: point.x, y: point.y, width: 0.1, height: 0.1 }))
              ? ['the curve'] : []),
            ...others.filter((text) => meets(text.getBBox())).map((text) => text.textContent),
            ...(own.y + own.height > Number(curve.querySelector('.axis').getAttribute('y1'))
              ? ['the axis'] : []),
          ].map((other) => label.textContent + ' on ' + other);
        }).concat(labels.length === 2 ? [] : ['not two labels']);
      })()`);
      assert.deepEqual(collisions, [], key);
    }
  });

  test('selects the number of pools with the pointer on the curve', async () => {
    const bare = await open();
    const slider = bare.page.getByRole('slider', { name: 'Number of missing pools to add' });
    const box = await slider.boundingBox();
    assert.ok(box !== null);
    await bare.page.mouse.click(box.x + box.width - 14, box.y + 60);
    assert.equal(await slider.getAttribute('aria-valuenow'), '30');
    await bare.page.close();
  });

  test('lists the best missing pools and missed tokens, with links', async () => {
    const bare = await open();
    const list = part(bare, 'Best missing pools');
    assert.equal(await list.locator('tbody tr').count(), 7);
    await list.getByText('BONK–SOL').first().waitFor();
    await list.getByRole('button', { name: 'Raydium CLMM' }).first().click();
    assert.equal((await bare.next('show-arbitrages'))['address'], sampleAddress(200));
    await list.locator('tbody button.mono').first().click();
    assert.equal((await bare.next('open-pool'))['pool'], sampleAddress(100));
    await list.getByRole('button', { name: 'Show All 30' }).press('Enter');
    assert.equal(await list.locator('tbody tr').count(), 30);
    assert.equal(await list.locator(':focus').textContent(), 'Show Fewer');
    await choose(bare, 'Tokens');
    await list.getByRole('button', { name: 'PNUT' }).click();
    assert.equal((await bare.next('open-token'))['mint'], sampleAddress(703));
    await bare.page.close();
  });

  test('compares the config with the market and with another config by the hour', async () => {
    const bare = await open();
    const replay = part(bare, 'Replay');
    assert.equal(await replay.locator('.bar-outline').count(), 2);
    assert.equal(await replay.locator('.bar-fill').count(), 2);
    assert.equal(await replay.locator('.tick-halo').count(), 1);
    await replay.getByRole('slider').focus();
    await bare.page.keyboard.press('End');
    assert.match(
      (await replay.locator('.reading').textContent()) ?? '',
      /13:00 – 14:00 UTC; Net gain, USD per 1 h: market \$1,025.00, A \$\d+.\d\d, B \$\d+/,
    );
    const select = replay.getByRole('combobox', { name: 'Compare with' });
    assert.equal(await select.inputValue(), 'commit');
    await select.selectOption('file');
    assert.equal((await bare.next('compare'))['kind'], 'file');
    // The last commit stays selected until a file is chosen.
    assert.equal(await select.inputValue(), 'commit');
    await select.selectOption('none');
    assert.equal((await bare.next('compare'))['kind'], 'none');
    await bare.page.close();
  });

  test('shows which entries earn in either config, and which earned nothing', async () => {
    const bare = await open();
    const gains = part(bare, 'Net gain by');
    const texts = async () => (await gains.locator('tbody tr').allTextContents()).join('\n');
    assert.match(await texts(), /BONK17,140\$7,694\$4,431\+\$3,26312 s ago/);
    assert.match(await texts(), /POPCAT6,866\$2,376\$2,417−\$41/);
    assert.match(await texts(), /MOTHER, 3 pools0\$0\$0\$0none in 24 h/);
    assert.equal(await gains.locator('.warning-sign').count(), 2);
    await gains.getByRole('button', { name: 'JUP' }).click();
    assert.equal((await bare.next('reveal-group'))['index'], 1);
    await choose(bare, 'AMM');
    assert.match(await texts(), /SolFi/);
    await choose(bare, 'Pool');
    await gains.getByRole('button', { name: 'Show All 38' }).click();
    assert.equal(await gains.locator('.warning-sign').count(), 6);
    await bare.page.close();
  });

  test('shows the best and the current settings in the grid, and applies the selected ones', async () => {
    const bare = await open();
    const grid = bare.page.getByRole('grid');
    assert.equal(await grid.getByRole('gridcell').count(), 25);
    const best = grid.getByRole('gridcell', { name: '20 tokens, min 5 transactions: 65%, best' });
    assert.equal(await best.textContent(), '65 ★');
    assert.equal(await best.getAttribute('aria-selected'), 'true');
    assert.equal(
      await grid.getByRole('gridcell', { name: /^10 tokens, min 1 .* now$/ }).textContent(),
      '55 ●',
    );
    // One tab stop; arrow keys move, Enter selects.
    assert.equal(await grid.locator('td[tabindex="0"]').count(), 1);
    await best.focus();
    for (const key of ['ArrowLeft', 'ArrowUp', 'Enter']) await bare.page.keyboard.press(key);
    await bare.page.getByText('selected 57%').waitFor();
    await bare.page.getByRole('button', { name: 'Use These Settings…' }).click();
    assert.deepEqual((await bare.next('use-settings'))['settings'], {
      tokens_max: 10,
      min_transactions: 2,
      refresh_seconds: 300,
      tokens_time_range: 3_600,
    });
    await bare.page.close();
  });

  test('tries other settings, shows the progress, and can be stopped', async () => {
    const bare = await open();
    const settings = part(bare, 'Export settings');
    await settings.getByText('Values to test').click();
    const tokens = settings.getByLabel('Max tokens', { exact: true });
    await tokens.fill('10, twenty');
    await settings.getByText('Enter whole numbers, separated by commas').waitFor();
    assert.equal(await tokens.getAttribute('aria-invalid'), 'true');
    assert.equal(await settings.getByRole('button', { name: 'Run' }).isDisabled(), true);
    await tokens.fill('20 10, 10');
    await settings.getByLabel('Refresh, seconds').fill('60, 300');
    await settings.getByText('20 of at most 200 combinations').waitFor();
    await settings.getByLabel('Refresh, seconds').press('Enter');
    const { axes } = (await bare.next('run-settings')) as unknown as {
      axes: { tokens_max: number[]; refresh_seconds: number[] };
    };
    assert.deepEqual(axes.tokens_max, [10, 20]);
    assert.deepEqual(axes.refresh_seconds, [60, 300]);
    await settings
      .getByLabel('Ranking window, seconds')
      .fill('60 120 180 240 300 360 420 480 540 600 660');
    await settings.getByText('220 of at most 200 combinations').waitFor();
    assert.equal(await settings.getByRole('button', { name: 'Run' }).isDisabled(), true);
    const outcomes = sampleSettings().outcomes?.slice(0, 10) ?? [];
    await bare.post({
      type: 'content',
      content: sampleCoverage({
        settings: sampleSettings({ running: { done: 10, of: 25 }, outcomes }),
      }),
    });
    await settings.getByText('10 of 25 combinations').waitFor();
    assert.equal(await bare.page.getByRole('gridcell', { name: /not tested/ }).count(), 15);
    await settings.getByRole('button', { name: 'Cancel' }).click();
    await bare.next('cancel-settings');
    await bare.post({
      type: 'content',
      content: sampleCoverage({ settings: sampleSettings({ outcomes: null, fault: hostile }) }),
    });
    await settings.getByRole('alert').getByText(hostile).waitFor();
    await bare.page.close();
  });

  test('requests another window and percentile', async () => {
    const bare = await open();
    await choose(bare, '3 d');
    assert.deepEqual(await bare.next('ask'), {
      type: 'ask',
      windowSeconds: 259_200,
      percentile: 'p75',
    });
    const select = bare.page.getByRole('combobox', { name: 'Tips and fees assumed' });
    await select.selectOption({ label: 'tips as paid' });
    // In addition to the previous parameters.
    assert.deepEqual(await bare.next('ask'), {
      type: 'ask',
      windowSeconds: 259_200,
      percentile: null,
    });
    await bare.page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await bare.next('refresh');
    await bare.page.close();
  });

  test('shows every figure of the charts in tables', async () => {
    const bare = await open();
    await choose(bare, 'Table');
    assert.equal(await bare.page.locator('.picture:visible').count(), 0);
    assert.equal(await part(bare, 'Replay').locator('tbody tr').count(), 24);
    assert.equal(await part(bare, 'Best missing pools').locator('tbody tr').count(), 30);
    const settings = part(bare, 'Export settings').locator('tbody tr');
    assert.equal(await settings.count(), 25);
    assert.match((await settings.first().textContent()) ?? '', /★ best2055 min1 h/);
    const field = bare.page.getByLabel('Number of missing pools to add');
    await field.fill('3');
    await bare.page.getByText('3 pools: 70.5%').waitFor();
    await bare.page.getByRole('button', { name: 'Add 3 Pools…' }).waitFor();
    assert.equal(await bare.page.getByRole('button', { name: 'SVG' }).isDisabled(), true);
    assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
    const kept = await bare.page.evaluate<{ own: { view: string } }>('keptState');
    assert.equal(kept.own.view, 'table');
    await choose(bare, 'Charts');
    assert.equal(await bare.page.locator('.picture:visible').count(), 3);
    await bare.page.close();
  });

  test('saves figures and pictures; the pictures state window, sample and source', async () => {
    const bare = await open();
    for (const name of ['CSV', 'SVG', 'PNG']) {
      await bare.page.getByRole('button', { name, exact: true }).press('Enter');
    }
    const csv = await bare.next('save');
    assert.equal(csv['name'], 'Coverage bot.toml');
    assert.match(String(csv['data']), /^part,entry,name,measure,value,from,to,indexed,percentile/);
    const svg = String((await bare.next('save'))['data']);
    for (const text of [
      '>bot.toml<',
      'Sandbox: simulated data',
      'n: 72,184 arbitrages',
      'Pool not in the file: 36.3%',
      'Gain from more pools',
      '11 pools: 81.6%',
      'Net gain, USD per 1 h',
    ]) {
      assert.ok(svg.includes(text), text);
    }
    assert.ok(!svg.includes('class='));
    assert.match(String((await bare.next('save'))['data']), /^iVBOR/);
    await bare.page.close();
  });

  test('shows upper bounds for a service with only rollups, and states that', async () => {
    const bare = await open({}, sampleBounds());
    const headline = (await bare.page.locator('.headline').textContent()) ?? '';
    assert.ok(headline.includes('Could have taken, between$8,200 – $19,400 net of $28,105'));
    await bare.page.getByText(/Bounds: Remote provides only rollups/).waitFor();
    await bare.page.getByText('Covered at least').waitFor();
    await bare.page.getByRole('columnheader', { name: 'Adds at most' }).waitFor();
    await bare.page.getByRole('columnheader', { name: 'Net gain at least' }).waitFor();
    assert.equal(await bare.page.locator('.curve').count(), 0);
    // Entries that the service does not rank are not reported as dead.
    assert.equal(await bare.page.getByRole('button', { name: /^Remove/ }).count(), 0);
    assert.equal(await bare.page.locator('.warning-sign').count(), 0);
    assert.equal(await bare.page.getByText(/offers no replay/).count(), 2);
    assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
    await bare.page.close();
  });

  test('explains that a connection offers no coverage, and which ones do', async () => {
    const none = { coverage: null, replay: null, settings: null };
    const bare = await open({}, sampleCoverage({ ...none, source: 'Remote' }));
    await bare.page.getByText('Remote does not offer coverage and replay.').waitFor();
    await bare.page.getByRole('button', { name: 'Switch Connection' }).click();
    assert.equal((await bare.next('error-action'))['act'], 'switch-connection');
    assert.equal(await bare.page.getByRole('button', { name: 'CSV' }).isDisabled(), true);
    await bare.page.close();
  });

  test('never shows unknown or missing values as 0', async () => {
    const nothing = { transactions: 0, revenues_usd: 0, net_gains_usd: 0 };
    const report = sampleReport();
    const empty = { total: nothing, covered: nothing, causes: [], missing_pools: [] };
    const unknown = { ...report.window, coverage: null };
    const bare = await open(
      {},
      sampleCoverage({ coverage: { ...report, ...empty, window: unknown } }),
    );
    await bare.page.getByText('No block of this window is indexed').waitFor();
    assert.match((await bare.page.locator('.headline').textContent()) ?? '', /at mostunknown$/);
    assert.equal(await bare.page.getByRole('button', { name: /^Remove/ }).count(), 0);
    await bare.post({
      type: 'content',
      content: sampleCoverage({ coverage: { ...report, ...empty } }),
    });
    await bare.page.getByText('No arbitrage in this window.').waitFor();
    await bare.page.getByText('No other pool would add to the net gain.').waitFor();
    assert.equal(await bare.page.locator('.picture.shares').count(), 0);
    await bare.page.close();
  });

  test('removes no pools based on a partly indexed window', async () => {
    const report = sampleReport();
    const partly = { ...report, window: { ...report.window, coverage: 0.5 } };
    const bare = await open({}, sampleCoverage({ coverage: partly }));
    await bare.page.locator('.picture.curve').waitFor();
    await bare.page.getByText(/50% indexed/).waitFor();
    assert.equal(await bare.page.getByRole('button', { name: /^Remove/ }).count(), 0);
    await bare.page.close();
  });

  test('has a grid for each refresh interval, starting with the best one', async () => {
    const settings = sampleSettings();
    const outcomes = settings.outcomes ?? [];
    const faster = outcomes.map((outcome) => ({
      ...outcome,
      refresh_seconds: 60,
      net_gains_usd: outcome.net_gains_usd * 1.1,
    }));
    const axes = { ...settings.axes, refresh_seconds: [60, 300] };
    const bare = await open(
      {},
      sampleCoverage({ settings: { ...settings, axes, outcomes: [...outcomes, ...faster] } }),
    );
    const select = bare.page.getByRole('combobox', { name: 'Refresh and ranking window' });
    assert.equal(await select.inputValue(), '60 3600');
    assert.equal(await bare.page.getByRole('gridcell', { name: /now$/ }).count(), 0);
    await select.selectOption({ label: 'refresh 5 min, ranked by 1 h' });
    assert.equal(await bare.page.getByRole('gridcell', { name: /now$/ }).count(), 1);
    assert.equal(await bare.page.getByRole('gridcell', { name: /best$/ }).count(), 0);
    await bare.page.close();
  });

  test('offers no changes to a file that cannot be edited', async () => {
    const { config } = sampleCoverage();
    const bare = await open(
      {},
      sampleCoverage({ config: { ...config, canEdit: false, canMerge: false } }),
    );
    await bare.page.locator('.picture.curve').waitFor();
    assert.equal(await bare.page.getByRole('button', { name: /^(Add|Remove|Merge)/ }).count(), 0);
    await bare.page.close();
  });

  test('shows untrusted names as plain text', async () => {
    const bare = await open({}, withHostileNames());
    await choose(bare, 'Token');
    await choose(bare, 'Tokens');
    assert.equal(await bare.page.locator('main img').count(), 0);
    const list = (await part(bare, 'Best missing pools').textContent()) ?? '';
    // Directional marks are escaped.
    assert.ok(list.includes('\\u{202E}<img src=x'));
    assert.deepEqual(bare.problems, []);
    await bare.page.close();
  });

  for (const options of [
    { theme: 'dark' },
    { theme: 'light' },
    { theme: 'high-contrast' },
    { theme: 'dark', width: 400 },
  ] as const) {
    const width = 'width' in options ? options.width : 1_280;
    test(`is accessible and fits in the ${options.theme} theme at ${width} pixels`, async () => {
      const bare = await open(options);
      await bare.page.locator('.picture.curve').waitFor();
      const wide = await bare.page.evaluate<number>('document.documentElement.scrollWidth');
      assert.ok(wide <= width, `${wide} pixels wide`);
      assert.deepEqual(await bare.page.evaluate<string[]>(cutTexts), []);
      assert.deepEqual(bare.problems, []);
      assert.deepEqual(await accessibilityViolations(bare.page.mainFrame()), []);
      await bare.screenshot(`coverage-${options.theme}-${width}`);
      await bare.page.close();
    });
  }
});

/** Texts that extend beyond the edge of their drawing. */
const cutTexts = `[...document.querySelectorAll('.picture')].flatMap((picture) => {
  const room = picture.getBoundingClientRect();
  return [...picture.querySelectorAll('text')]
    .filter((text) => {
      const { left, right, width } = text.getBoundingClientRect();
      return width > 0 && (left < room.left - 1 || right > room.right + 1);
    })
    .map((text) => text.textContent);
})`;
