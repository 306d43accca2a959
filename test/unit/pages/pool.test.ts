import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PoolPage } from '../../../src/webview/pool/poolPage.tsx';
import { samplePeriod, samplePool } from '../webview/pool/poolSample.ts';
import { mountPage } from './mountPage.ts';

describe('The page of a pool', () => {
  test('leads to its tokens, wallets, arbitrages, history and accounts', () => {
    const pool = samplePool();
    const page = mountPage(PoolPage, pool, { width: 600 });
    page.click('button', 'Show Arbitrages');
    page.click('button', 'Market History');
    page.click('button', 'Reveal in Market Cache');
    page.click('button', 'Open in Block Explorer');
    page.click('button', 'Token: USDC');
    page.click('button', 'Rival');
    page.click('.arbitrages tbody button');
    page.click('button', 'Copy Accounts');
    page.click('h1 + p button');
    assert.deepEqual(page.takeSent(), [
      { type: 'show-arbitrages' },
      { type: 'open-market' },
      { type: 'reveal' },
      { type: 'open-explorer' },
      { type: 'open-token', mint: pool.tokens[1]?.mint },
      { type: 'open-wallet', wallet: pool.period?.wallets[0]?.wallet },
      { type: 'open-transaction', signature: pool.period?.arbitrages[0]?.signature },
      { type: 'copy-accounts' },
      { type: 'copy', text: pool.pool, what: 'Address' },
    ]);
  });

  test('tells accounts of the caller from unknown ones', () => {
    const page = mountPage(PoolPage, samplePool());
    const table = page
      .findAll('table')
      .find(({ textContent }) => textContent?.startsWith('4 accounts'));
    const cells = [...(table?.querySelectorAll('tbody tr') ?? [])].map((row) =>
      [...row.querySelectorAll('td')].map(({ textContent }) => textContent),
    );
    assert.deepEqual(cells, [
      ['token program', 'whir…tyCc', 'read-only'],
      ['user', 'your own', 'writable, signer'],
      ['pool', '7GCi…W2hs', 'writable'],
      ['tick array', 'unknown', 'writable'],
    ]);
  });

  test('says what the connection does not offer, has not loaded or has not ranked', () => {
    const page = mountPage(
      PoolPage,
      samplePool({
        ...{ period: null, isPeriodOffered: false, accounts: [], canLoadPools: true },
        accountsNote: 'The market cache is not loaded.',
        finderNote: 'Not among the pools of the Finder’s 20 tokens, which its filters choose.',
      }),
    );
    const text = document.body.textContent ?? '';
    for (const each of ['offers no history', 'cache is not loaded', 'Not among the pools'])
      assert.ok(text.includes(each), each);
    page.click('button', 'Load Market Cache');
    assert.deepEqual(page.takeSent(), [{ type: 'load-pools' }]);
    page.show(samplePool({ period: samplePeriod({ arbitrages: [], wallets: [] }) }));
    assert.ok(document.body.textContent?.includes('No transactions in this window'));
  });
});
