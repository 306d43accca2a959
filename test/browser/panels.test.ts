import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Frame } from 'playwright-core';
import { root } from '../../scripts/paths.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { accessibilityViolations, panelPage } from './panelPage.ts';
import { marketScenario, marketTab } from './panels/marketScenario.ts';
import {
  comparePercentiles,
  overTimeOf,
  percentilesScenario,
} from './panels/percentilesScenario.ts';
import { tokenScenario } from './panels/tokenScenario.ts';
import { compareRoute, transactionScenario, transactionTab } from './panels/transactionScenario.ts';
import { walletScenario } from './panels/walletScenario.ts';
import { sandboxSignature } from './sandboxSignature.ts';
import { simulateOnSandbox } from './simulateScenario.ts';
import { type ThemeName, Workbench } from './workbench.ts';

const percentilesTab = /^Percentiles/;
const tokenTab = /^Token /;
const walletTab = /^Wallet /;

/** The first one is the theme of the window. */
const shownThemes: readonly ThemeName[] = ['dark', 'light', 'high-contrast', 'high-contrast-light'];

// One window for all tests, because opening one takes longer than most of them.
describe('In a window with panels, a user', suiteLimit, () => {
  let workbench: Workbench;
  let signature = '';
  let done = 0;
  before(async () => {
    signature = await sandboxSignature();
    // Without refreshes, the Finder's figures do not change while a panel is compared with them.
    const settings = { 'arbscope.finder.refreshSeconds': 0 };
    workbench = await Workbench.open({ theme: 'dark', settings });
  });
  afterEach(async (context) => {
    done += 1;
    if ('passed' in context && !context.passed) await workbench.screenshot(`failed-panels-${done}`);
  });
  after(() => workbench.close());

  describe('in a wallet panel', () => walletScenario(() => workbench));
  describe('in a token panel', () => tokenScenario(() => workbench));
  describe('in the percentile charts', () => percentilesScenario(() => workbench));
  describe('in the market’s history', () => marketScenario(() => workbench));
  describe('in a transaction panel', () =>
    transactionScenario(
      () => workbench,
      () => signature,
    ));

  const shown = async (tab: RegExp, bundle: string): Promise<Frame> => {
    await workbench.showTab(tab);
    return panelPage(workbench.page, bundle);
  };

  test('finds every panel as before after the window is reloaded', async () => {
    await workbench.reload();
    const route = await shown(transactionTab, 'transaction');
    await route.locator('.route-map').waitFor();
    const percentiles = await shown(percentilesTab, 'percentiles');
    await percentiles.locator('.plot-title', { hasText: 'Fees by compute units' }).waitFor();
    assert.equal(await percentiles.locator('.marker-label').textContent(), 'p80');
    const token = await shown(tokenTab, 'token');
    await token.locator('h1').waitFor();
    const wallet = await shown(walletTab, 'wallet');
    await wallet.getByText('2 of 4').waitFor();
    await wallet.getByRole('region', { name: /^Wallets, last 6 h/ }).waitFor();
    const market = await shown(marketTab, 'market');
    await market.locator('.time-chart').waitFor();
    assert.equal(
      await market.getByRole('combobox', { name: 'Scope' }).inputValue(),
      'provider JITO',
    );
  });

  for (const theme of shownThemes) {
    test(`reads the same figures in the ${theme} theme, without a serious accessibility finding`, async () => {
      await workbench.chooseTheme(theme);
      const route = await shown(transactionTab, 'transaction');
      await compareRoute(route, signature);
      await workbench.screenshot(`transaction-${theme}`);
      assert.deepEqual(await accessibilityViolations(route), []);
      await route.getByRole('tab', { name: 'JSON' }).click();
      assert.deepEqual(await accessibilityViolations(route), []);
      await route.getByRole('tab', { name: 'Route' }).click();

      const percentiles = await shown(percentilesTab, 'percentiles');
      await comparePercentiles(percentiles);
      await workbench.screenshot(`percentiles-${theme}`);
      assert.deepEqual(await accessibilityViolations(percentiles), []);
      await percentiles.getByRole('tab', { name: 'Over time' }).click();
      await overTimeOf(percentiles, 'Fees by compute units');
      await workbench.screenshot(`percentiles-over-time-${theme}`);
      assert.deepEqual(await accessibilityViolations(percentiles), []);
      await percentiles.getByRole('tab', { name: 'By percentile' }).click();

      const token = await shown(tokenTab, 'token');
      await token.locator('h1').waitFor();
      await workbench.screenshot(`token-${theme}`);
      assert.deepEqual(await accessibilityViolations(token), []);

      const wallet = await shown(walletTab, 'wallet');
      await wallet.locator('table.figures').waitFor();
      await workbench.screenshot(`wallet-${theme}`);
      assert.deepEqual(await accessibilityViolations(wallet), []);
      const market = await shown(marketTab, 'market');
      await market.locator('.time-chart').waitFor();
      await workbench.screenshot(`market-history-${theme}`);
      assert.deepEqual(await accessibilityViolations(market), []);
    });
  }

  test('sees the coverage of a bot config', async () => {
    await copyFile(
      join(root, 'test/fixtures/bot-configs/smb-mints.toml'),
      join(workbench.folder, 'bot.toml'),
    );
    await workbench.openFile('bot.toml');
    await workbench.runCommand('Arbscope: Show Coverage');
    const coverage = await panelPage(workbench.page, 'coverage');
    await coverage.getByRole('heading', { name: 'Replay' }).waitFor();
    await workbench.screenshot('coverage');
    assert.deepEqual(await accessibilityViolations(coverage), []);
  });

  simulateOnSandbox(() => workbench);
});
