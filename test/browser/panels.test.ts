import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Frame } from 'playwright-core';
import { suiteLimit } from '../suiteLimit.ts';
import { accessibilityViolations, panelPage } from './panelPage.ts';
import { comparePercentiles, percentilesScenario } from './panels/percentilesScenario.ts';
import { tokenScenario } from './panels/tokenScenario.ts';
import { compareRoute, transactionScenario, transactionTab } from './panels/transactionScenario.ts';
import { sandboxSignature } from './sandboxSignature.ts';
import { type ThemeName, Workbench } from './workbench.ts';

const percentilesTab = /^Percentiles/;
const tokenTab = /^Token /;

/** The one that the window opens in comes first. */
const shownThemes: readonly ThemeName[] = ['dark', 'light', 'high-contrast', 'high-contrast-light'];

// One window for all of it: opening one costs more than most of what is done in it.
describe('In a window with panels, a person', suiteLimit, () => {
  let workbench: Workbench;
  let signature = '';
  let done = 0;
  before(async () => {
    signature = await sandboxSignature();
    workbench = await Workbench.open({ theme: 'dark' });
  });
  afterEach(async (context) => {
    done += 1;
    if ('passed' in context && !context.passed) await workbench.screenshot(`failed-panels-${done}`);
  });
  after(() => workbench.close());

  describe('at a token', () => tokenScenario(() => workbench));
  describe('at the percentile charts', () => percentilesScenario(() => workbench));
  describe('at a transaction', () =>
    transactionScenario(
      () => workbench,
      () => signature,
    ));

  const shown = async (tab: RegExp, bundle: string): Promise<Frame> => {
    await workbench.showTab(tab);
    return panelPage(workbench.page, bundle);
  };

  test('finds every panel as it was after the window is reloaded', async () => {
    await workbench.reload();
    const route = await shown(transactionTab, 'transaction');
    await route.locator('.route-map').waitFor();
    const percentiles = await shown(percentilesTab, 'percentiles');
    await percentiles.locator('.plot-title', { hasText: 'Fees by compute units' }).waitFor();
    assert.equal(await percentiles.locator('.marker-label').textContent(), 'p80');
    const token = await shown(tokenTab, 'token');
    await token.locator('h1').waitFor();
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
      await percentiles.getByText(/over time · Fees by compute units/).waitFor();
      await workbench.screenshot(`percentiles-over-time-${theme}`);
      assert.deepEqual(await accessibilityViolations(percentiles), []);
      await percentiles.getByRole('tab', { name: 'By percentile' }).click();

      const token = await shown(tokenTab, 'token');
      await token.locator('h1').waitFor();
      await workbench.screenshot(`token-${theme}`);
      assert.deepEqual(await accessibilityViolations(token), []);
    });
  }
});
