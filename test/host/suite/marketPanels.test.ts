import assert from 'node:assert/strict';
import { setup, suite, test } from 'mocha';
import * as vscode from 'vscode';
import { percentileKeys } from '../../../src/api/enumerations.ts';
import type { TipPercentiles } from '../../../src/api/percentiles.ts';
import { usdcMint } from '../../../src/solana/baseMints.ts';
import { knownMints } from '../../../src/solana/knownMints.ts';
import { type PercentileContent, readHistory } from '../../../src/webview/messages/percentiles.ts';
import { recordResults } from './recordResults.ts';
import {
  activated,
  hasVerdict,
  nextOf,
  rowsOnce,
  sandboxTimeout,
  tabOnce,
  tabsOnce,
} from './window.ts';

/** A response in the panel's format, sorted. */
const told = (answer: TipPercentiles) =>
  Object.entries(answer)
    .flatMap(([provider, byMint]) =>
      Object.entries(byMint).map(([mint, { number, percentiles }]) => [
        provider,
        mint,
        number,
        ...percentileKeys.map((key) => percentiles[key]),
      ]),
    )
    .sort();

const shown = ({ responses: [answer] }: PercentileContent) =>
  answer?.series
    .map(({ provider, mint, sample, values }) => [provider, mint, sample, ...values])
    .sort();

suite('The market panels', function () {
  this.timeout(sandboxTimeout);

  setup(async () => {
    await activated();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  test('chart exactly the percentiles of the service', async () => {
    const { panels, active } = await activated();
    const { results, stop } = recordResults(active.service, 'tipsByComputeUnit');
    const next = nextOf(panels.percentiles);
    await vscode.commands.executeCommand('arbscope.openPercentiles', 'tipsByComputeUnit');
    const content = await next;
    stop();
    const [answer = {}] = results;
    assert.ok(told(answer).length > 0);
    assert.deepEqual(shown(content), told(answer));
    assert.equal(content.isNearestRank, true);
    assert.equal(content.isSimulated, true);
    assert.ok((content.solPrice?.usd ?? 0) > 1, 'the engine tells what SOL costs');
    assert.ok((readHistory(content.history)[0]?.length ?? 0) >= 1, 'the answer is kept');
  });

  test('show fees and tips in the same panel', async () => {
    const { panels } = await activated();
    const first = nextOf(panels.percentiles);
    await vscode.commands.executeCommand('arbscope.openPercentiles', { id: 'tips' });
    await first;
    const next = nextOf(panels.percentiles);
    await vscode.commands.executeCommand('arbscope.openPercentiles', { id: 'fees' });
    assert.equal((await next).query.statistic, 'feesByComputeUnit');
    // Only the active panel is refreshed.
    await tabsOnce('arbscope.percentiles', ([tab]) => tab?.isActive === true);
    const again = nextOf(panels.percentiles);
    await vscode.commands.executeCommand('arbscope.refreshPanel');
    assert.equal((await again).query.statistic, 'feesByComputeUnit');
  });

  test('show a token of the Finder with its figures, pools and authorities', async () => {
    const access = await activated();
    await vscode.commands.executeCommand('arbscope.finder.focus');
    const rows = await rowsOnce(access, hasVerdict);
    const row = rows.find(({ context }) => context === 'token');
    assert.ok(row !== undefined);
    const next = nextOf(access.panels.tokens);
    await vscode.commands.executeCommand('arbscope.openToken', row);
    const content = await next;
    assert.equal(`token:${content.mint}`, row.id);
    const figure = (named: string) =>
      [...content.market, ...content.facts].find(({ name }) => name === named)?.value;
    assert.match(figure('Transactions') ?? '', /^[1-9]/);
    assert.ok(content.pools.length > 0);
    assert.notEqual(figure('Mint authority') ?? 'unknown', 'unknown');
    assert.equal(content.image, null);
    assert.ok((content.period?.wallets.length ?? 0) > 0);
    await tabOnce('arbscope.token', `Token ${content.symbol}`);
  });

  test('show a pool of the Finder with its day, wallets and the accounts of a swap', async () => {
    const access = await activated();
    const { response } = access.finder;
    const pool = response?.result.tokens[0]?.AMMs[0]?.pools[0]?.address;
    assert.ok(pool !== undefined);
    const next = nextOf(access.panels.pools);
    await vscode.commands.executeCommand('arbscope.openPool', { address: pool });
    const content = await next;
    assert.equal(content.pool, pool);
    assert.ok(content.period !== null && content.period.wallets.length > 0);
    assert.ok(content.period.arbitrages.length > 0 && content.accounts.length > 0);
    assert.equal(content.finderNote, '');
    await tabOnce('arbscope.pool', `Pool ${content.pair}`);
  });

  test('show a well-known token by its mint in one panel, marked as genuine', async () => {
    const { panels } = await activated();
    const next = nextOf(panels.tokens);
    await vscode.commands.executeCommand('arbscope.openToken', usdcMint);
    const content = await next;
    assert.equal(content.knownAs, knownMints.get(usdcMint)?.symbol);
    assert.ok(!content.warnings.some((text) => text.includes('Looks like')));
    await vscode.commands.executeCommand('arbscope.openToken', usdcMint);
    await tabOnce('arbscope.token', 'Token USDC');
  });
});
