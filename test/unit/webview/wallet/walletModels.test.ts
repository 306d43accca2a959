import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { percentOf } from '../../../../src/webview/charts/tipBox.ts';
import { isWalletState } from '../../../../src/webview/messages/wallet.ts';
import { stackPictures } from '../../../../src/webview/stackPictures.ts';
import { mergedRollups } from '../../../../src/webview/wallet/mergedRollups.ts';
import { tipsRows } from '../../../../src/webview/wallet/tipsModel.ts';
import {
  activityChart,
  cumulative,
  gainsChart,
} from '../../../../src/webview/wallet/walletCharts.ts';
import { walletCsv } from '../../../../src/webview/wallet/walletCsv.ts';
import { samplePanelWallet, sampleTips, sampleWalletContent } from './sampleWallet.ts';

describe('The tips of a wallet', () => {
  test('have their percentile in the market’s tips, interpolated if necessary', () => {
    const { values } = sampleTips('JITO', 100, 1_000);
    assert.equal(percentOf(values, 1_000), 50);
    assert.equal(percentOf(values, 1_100), 55);
    assert.equal(percentOf(values, 1), 0);
    assert.equal(percentOf(values, 1e9), 99);
  });

  test('have the middle percentile among equal tips', () => {
    const values = [1, 5, 5, 5, 5, 5, 5, 9, 10, 11, 12, 13];
    assert.equal(percentOf(values, 5), 35);
  });

  test('are listed with the market’s by provider, by descending count', () => {
    const rows = tipsRows(sampleWalletContent(2));
    assert.deepEqual(
      rows.map(({ provider }) => provider),
      ['JITO', 'TEMPORAL', 'FALCON'],
    );
    const [jito, , falcon] = rows;
    assert.equal(jito?.wallets.length, 2);
    assert.equal(jito.wallets[0]?.box?.p50, 620_000);
    assert.equal(jito.market?.p50, 360_000);
    assert.ok((jito.wallets[0]?.inMarket ?? 0) > (jito.wallets[1]?.inMarket ?? 99));
    assert.deepEqual(falcon?.wallets[0], { sample: 12, box: null, inMarket: null });
  });

  test('have no percentile in a market of fewer than 30 tips', () => {
    const content = sampleWalletContent();
    const rows = tipsRows({ ...content, marketTips: [sampleTips('JITO', 29, 360_000)] });
    assert.equal(rows[0]?.market, null);
    assert.equal(rows[0]?.wallets[0]?.inMarket, null);
    assert.ok(rows[0]?.wallets[0]?.box !== null);
  });
});

describe('The charts of wallets', () => {
  test('accumulate gains, with unknown values for intervals that are not indexed', () => {
    const history = samplePanelWallet(0).history.slice(2, 7);
    const sums = cumulative(history);
    assert.deepEqual(sums.slice(0, 2), [null, null]);
    assert.equal(
      sums.at(-1),
      history.slice(2).reduce((sum, { netGainsUsd }) => sum + netGainsUsd, 0),
    );
    const { isUnknown, rows } = gainsChart(sampleWalletContent(2));
    assert.deepEqual(isUnknown.slice(0, 5), [true, true, true, true, false]);
    assert.equal(rows[0]?.series.length, 2);
  });

  test('stack failures on successes, in a row per wallet', () => {
    const { rows } = activityChart(sampleWalletContent(3));
    assert.equal(rows.length, 3);
    for (const { series } of rows) {
      assert.deepEqual(
        series.map(({ isHollow = false, isStacked = false }) => [isHollow, isStacked]),
        [
          [false, false],
          [true, true],
        ],
      );
      assert.equal(series[0]?.values[0], null);
    }
  });

  test('distinguish wallets by colour, dash and symbol', () => {
    const [row] = gainsChart(sampleWalletContent(4)).rows;
    for (const part of ['color', 'pattern', 'shape'] as const) {
      assert.equal(new Set(row?.series.map((series) => series[part])).size, 4, part);
    }
  });
});

describe('Tokens and AMMs of several wallets', () => {
  test('have one row each, with an empty cell for a wallet without them', () => {
    const [first, second] = [samplePanelWallet(0), samplePanelWallet(1)];
    const rows = mergedRollups([first.tokens, second.tokens.slice(1)]);
    assert.deepEqual(
      rows.map(({ name, own }) => [name, own.map((each) => each !== null)]),
      [
        ['BONK', [true, false]],
        ['JUP', [true, true]],
        ['WIF', [true, true]],
      ],
    );
  });
});

describe('The exports of the wallet panel', () => {
  test('are a CSV of every figure with window and source; unknown figures are empty', () => {
    const content = sampleWalletContent(2);
    const lines = walletCsv(content).trim().split('\r\n');
    const [own = ''] = content.wallets.map(({ address }) => address);
    const line = (part: string, measure: string) =>
      lines.find((each) => each.startsWith(`${part},${own}`) && each.includes(`,${measure},`));
    const end = ',86400,Sandbox: simulated data,2026-11-22T14:00:00.000Z';
    assert.equal(line('figures', 'net_gains_usd'), `figures,${own},,net_gains_usd,2079.5${end}`);
    assert.ok(line('history', 'success')?.endsWith(`,success,${end}`), 'not indexed: unknown');
    assert.match(line('tips', 'in_market') ?? '', /,JITO,in_market,\d+,/);
    assert.ok(lines.some((each) => each.startsWith('market_tips,,JITO,p50_lamports,360000,')));
    for (const part of ['token', 'amm', 'transaction'])
      assert.ok(line(part, 'net_gains_usd'), part);
    for (const each of lines) assert.equal(each.split(',').length, 8, each);
  });

  test('contain no formula from a bot’s name', () => {
    const content = sampleWalletContent();
    const [wallet] = content.wallets;
    assert.ok(wallet?.figures);
    const figures = { ...wallet.figures, bot: '=HYPERLINK("x")' };
    const csv = walletCsv({ ...content, wallets: [{ ...wallet, figures }] });
    assert.ok(csv.includes(`"'=HYPERLINK(""x"")"`));
  });

  test('combine all drawings in one picture', () => {
    const drawing = (width: number, height: number) => ({
      text: `<svg width="${width}"></svg>`,
      width,
      height,
    });
    const { text, width, height } = stackPictures([drawing(300, 100), drawing(200, 50)]);
    assert.deepEqual([width, height], [300, 166]);
    assert.match(text, /<svg y="0" width="300"><\/svg><svg y="116" width="200">/);
  });
});

describe('The saved state of the wallet panel', () => {
  test('contains one to four wallets', () => {
    const state = (count: number) => ({ wallets: Array(count).fill('x'), windowSeconds: 3_600 });
    assert.ok(isWalletState(state(4)));
    assert.ok(!isWalletState(state(5)));
  });
});
