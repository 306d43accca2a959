import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TokenPage } from '../../../src/webview/token/tokenPage.tsx';
import { sampleHistory, sampleStart } from '../webview/market/marketSample.ts';
import { samplePeriod } from '../webview/pool/poolSample.ts';
import { sampleToken } from '../webview/token/tokenSample.ts';
import { mountPage } from './mountPage.ts';

describe('The page of a token', () => {
  test('keeps the focus on a pool when newer figures change the order of the pools', () => {
    const token = sampleToken();
    const page = mountPage(TokenPage, token);
    const label = `Open pool ${token.pools[1]?.pool.slice(0, 4)}…${token.pools[1]?.pool.slice(-4)}`;
    const button = page.find('button', label);
    button.focus();
    page.show({ ...token, pools: token.pools.toReversed() });
    assert.ok(document.activeElement === button && page.find('button', label) === button);
  });

  test('sends what each button of a pool and of the header says', () => {
    const token = sampleToken({ period: null });
    const page = mountPage(TokenPage, token);
    page.click('button', 'Market History');
    page.click('button', 'Open Percentiles');
    page.click('button', 'Open in Block Explorer');
    page.click('button', 'Show Picture');
    page.click('button', 'Load Market Cache');
    page.click('tbody button.link:not(.mono)');
    page.click('tbody button.link.mono');
    page.click('h1 + p button');
    assert.deepEqual(page.takeSent(), [
      { type: 'open-market' },
      { type: 'open-percentiles' },
      { type: 'open-explorer', id: token.mint },
      { type: 'show-image' },
      { type: 'load-pools' },
      { type: 'show-arbitrages', pool: token.pools[0]?.pool },
      { type: 'open-pool', pool: token.pools[0]?.pool },
      { type: 'copy', text: token.mint, what: 'Address' },
    ]);
  });

  test('shows unknown figures as unknown, and the issuer’s texts as text', () => {
    const text = '<img src=x onerror=alert(1)>';
    const page = mountPage(
      TokenPage,
      sampleToken({ name: text, symbol: text, warnings: [text], pools: [], period: null }),
    );
    assert.equal(page.findAll('img, tbody button').length, 0);
    assert.equal(page.find('h1').textContent, text);
    assert.equal(page.find('[role=alert]').textContent, `⚠ ${text}`);
    page.show(sampleToken({ period: null }));
    const [, , third] = page.findAll('table tr:has(button)');
    const figures = [...(third?.querySelectorAll('td') ?? [])].map(
      ({ textContent }) => textContent,
    );
    assert.deepEqual(figures.slice(2), ['—', '—', '—', '—']);
  });

  test('offers the periods that are stored, and says since when single transactions are', () => {
    const storedFromMilliseconds = sampleStart - 10 * 86_400_000;
    const history = sampleHistory({ storedFromMilliseconds });
    const page = mountPage(TokenPage, sampleToken({ period: samplePeriod({ history }) }));
    const offered = () =>
      page.findAll('input[name=period]').map((each) => each.getAttribute('value'));
    assert.deepEqual(offered(), ['24 h', '7 d', '30 d']);
    page.click('input[name=period][value="7 d"]');
    assert.deepEqual(page.takeSent(), [{ type: 'period', periodSeconds: 604_800 }]);
    const week = samplePeriod({
      periodSeconds: 604_800,
      history: { ...history, rowsFromMilliseconds: sampleStart, before: null },
    });
    page.show(sampleToken({ period: week }));
    const text = document.body.textContent ?? '';
    assert.ok(text.includes('Single transactions are stored for'));
    assert.ok(text.includes('No comparison: too little of the 7 d before is stored.'), text);
    page.click('button', 'Show Last 24 h');
    assert.deepEqual(page.takeSent(), [{ type: 'period', periodSeconds: 86_400 }]);
    page.show(sampleToken({ period: samplePeriod({ history: sampleHistory() }) }));
    assert.deepEqual(offered(), []);
  });
});
