import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FinderResult } from '../../../../src/api/finder.ts';
import { MarketError } from '../../../../src/api/marketError.ts';
import type { TokenInfo } from '../../../../src/api/tokenInfo.ts';
import { RecentResponses } from '../../../../src/extension/shared/recentResponses.ts';
import {
  buildTokenContent,
  type TokenContentInput,
} from '../../../../src/extension/token/tokenContent.ts';
import { TokenImages } from '../../../../src/extension/token/tokenImages.ts';
import { usdcMint } from '../../../../src/solana/baseMints.ts';
import { parseTokenRequest } from '../../../../src/webview/messages/token.ts';
import { compareMetadata } from '../../../../src/webview/token/compareMetadata.ts';
import { solMint } from '../percentiles/samples.ts';

const mint = '7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hs';
const holder = 'orcaEKTdK7LKz57vaAYr9QeNsVEPfiu6QeMU1kektZE';

const info = (changes: Partial<TokenInfo> = {}): TokenInfo => ({
  name: 'Moon Otter',
  symbol: 'OTTER',
  decimals: 6,
  program: 'spl-token',
  image_uri: 'https://img.example/otter.png',
  authorities: { update: holder, freeze: null, close: null, mint: holder },
  metadata: {
    pointers: { onchain: holder, online: 'https://img.example/otter.json' },
    data: {
      onchain: {
        name: 'Moon Otter',
        symbol: 'OTTER',
        uri: 'https://img.example/otter.json',
        seller_fee_basis_points: 250,
        creators: [holder],
        verified: [1],
        is_mutable: true,
      },
      online: { name: 'moon  otter ', symbol: 'USDC', description: 'To the moon' },
    },
  },
  ...changes,
});

const content = (changes: Partial<TokenContentInput> = {}) =>
  buildTokenContent({
    mint,
    info: info(),
    recentResponses: new RecentResponses(),
    cached: null,
    period: null,
    isPeriodOffered: false,
    source: 'Sandbox',
    isSimulated: true,
    answeredAtMilliseconds: 0,
    ...changes,
  });

const factOf = ({ facts }: ReturnType<typeof content>, name: string) =>
  facts.find((fact) => fact.name === name)?.value;

describe('The token panel', () => {
  test('shows on-chain and off-chain metadata side by side, and flags differences', () => {
    const rows = content().metadata.map((row) => [row.field, compareMetadata(row)]);
    assert.deepEqual(rows, [
      ['Name', 'spelling'],
      ['Symbol', 'different'],
      ['Creators', 'one-side'],
      ['Metadata URL', 'one-side'],
      ['Description', 'one-side'],
      ['Seller fee', 'one-side'],
    ]);
    const creators = content().metadata.find(({ field }) => field === 'Creators');
    assert.equal(creators?.onChain, `${holder} (verified)`);
    const same = { field: 'Name', onChain: 'A', offChain: 'A' };
    assert.equal(compareMetadata(same), 'same');
  });

  test('warns of active authorities, and says which are revoked', () => {
    const told = content();
    assert.equal(factOf(told, 'Mint authority'), holder);
    assert.equal(factOf(told, 'Freeze authority'), 'none');
    assert.equal(factOf(told, 'Metadata'), 'mutable');
    assert.deepEqual(told.warnings, ['Mint authority is active: supply can grow.']);
    const fee = content({ info: { ...info(), transfer_fee: { basis_points: 50 } } as TokenInfo });
    assert.ok(fee.warnings.includes('Transfer fee: 0.5% of every transfer.'));
  });

  test('does not show an authority as revoked if the account was not read', () => {
    const bare = content({
      info: info({
        authorities: { update: null, freeze: null, close: null, mint: null },
        unknown_members: ['authorities.freeze'],
      }),
    });
    assert.equal(factOf(bare, 'Freeze authority'), 'unknown');
  });

  test('shows the supply in whole tokens with every significant digit', () => {
    const supplyOf = (supply: bigint, decimals: number) =>
      factOf(content({ info: { ...info({ decimals }), supply } as TokenInfo }), 'Supply');
    assert.equal(supplyOf(1_000_000n, 6), '1');
    assert.equal(supplyOf(18_446_744_073_709_551_615n, 9), '18,446,744,073.709551615');
    assert.equal(supplyOf(5n, 6), '0.000005');
    assert.equal(supplyOf(0n, 255), '0');
    for (const decimals of [256, -1, Number.NaN]) assert.equal(supplyOf(5n, decimals), undefined);
  });

  test('warns of a token that copies or imitates a well-known symbol, but not of the real one', () => {
    const like = (symbol: string, name = '', of = mint) =>
      content({ mint: of, info: info({ symbol, name }) }).warnings.filter((text) =>
        text.startsWith(`Looks like USDC, but is another token. The mint of USDC is ${usdcMint}`),
      ).length;
    assert.equal(like('USDC'), 1);
    assert.equal(like('U\u0405D\u0421'), 1);
    assert.equal(like('XYZ', 'USDC'), 1);
    assert.equal(like('OTTER'), 0);
    assert.equal(like('USDC', 'USD Coin', usdcMint), 0);
    assert.equal(content({ mint: usdcMint }).knownAs, 'USDC');
  });

  test('shows the finder’s figures and pools, then those only in the market cache', () => {
    const pool = (address: string, revenues: number) => ({
      address,
      revenues,
      profits: 1,
      transactions: 2,
      lookupTable: '',
    });
    const figures = { profits: 5, revenues: 9, transactions: 3 };
    const result = {
      filters: {},
      tokens: [
        { mint: 'other', ...figures, volume: 1, marketCap: 1, liquidity: 1, AMMs: [] },
        {
          mint,
          ...figures,
          volume: 100,
          marketCap: 0,
          liquidity: 7,
          AMMs: [{ address: holder, ...figures, pools: [pool('p1', 1), pool('p2', 8)] }],
        },
      ],
    } as unknown as FinderResult;
    const cachedRow = (address: string) => ({
      pool: address,
      program: holder,
      mintA: solMint,
      mintB: mint,
      symbolA: 'SOL',
      symbolB: '',
      lookupTable: '',
      isAggregator: true,
    });
    const recentResponses = new RecentResponses();
    recentResponses.addFinderResult(result, 3_600, 'Sandbox: simulated data');
    recentResponses.answeredAtMilliseconds = 5_000;
    const told = content({
      recentResponses,
      cached: { isLoaded: true, rows: [cachedRow('p1'), cachedRow('p3')], total: 7 },
    });
    assert.deepEqual(
      told.market.map(({ name, value }) => `${name}: ${value}`),
      [
        'Rank: 2 of 2 by gross gains',
        'Gross gains: $9.00',
        'Net gains: $5.00',
        'Transactions: 3',
        'Volume: $100.00',
        'Market cap: unknown',
        'Liquidity: $7.00',
        'Finder: last 1 h, just now',
      ],
    );
    assert.equal(told.windowSeconds, 3_600);
    assert.deepEqual(
      told.pools.map(({ pool: address, pair, transactions }) => [address, pair, transactions]),
      [
        ['p2', null, 2],
        ['p1', 'SOL / 7GCi…W2hs', 2],
        ['p3', 'SOL / 7GCi…W2hs', null],
      ],
    );
    assert.equal(told.poolsNote, '5 more pools in the market cache.');
    const unloaded = content({ cached: { isLoaded: false, rows: [], total: 0 } });
    assert.equal(unloaded.canLoadPools, true);
    assert.match(unloaded.poolsNote, /market cache is not loaded/);
    assert.match(unloaded.marketNote, /Open the Finder/);
  });

  test('requests a picture from https addresses only', () => {
    for (const image_uri of [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'vscode://x',
      'http://169.254.169.254/latest',
      'data:image/svg+xml,<svg onload=alert(1)>',
      'not an address',
      `https://img.example/${'a'.repeat(1_000)}`,
    ]) {
      const told = content({ info: info({ image_uri }) });
      assert.equal(told.imageUrl, null, image_uri);
      assert.equal(told.imageNote, 'its URL is not https');
    }
    assert.equal(content().imageUrl, 'https://img.example/otter.png');
  });

  test('sanitizes and truncates hostile text', () => {
    const hostile = `<img src=x onerror=alert(1)>\u202e\u0000${'x'.repeat(10_000)}`;
    const told = content({
      info: info({
        name: hostile,
        symbol: hostile,
        decimals: Number.NaN,
        program: hostile,
        authorities: { update: hostile, freeze: '', close: null, mint: hostile },
        metadata: {
          pointers: { onchain: hostile, online: hostile },
          data: {
            onchain: { name: hostile, creators: [{ a: 1 }, hostile], verified: 'x' as never },
            online: { description: hostile, creator: { name: hostile, site: hostile } },
          },
        },
      }),
    });
    const text = JSON.stringify(told);
    assert.ok(text.length < 20_000);
    assert.ok(!text.includes('\u202e') && !text.includes('\\u0000'));
    assert.equal(factOf(told, 'Decimals'), 'unknown');
    assert.equal(factOf(told, 'Freeze authority'), 'none');
  });

  test('shows the known facts of a token that the connection does not know', () => {
    const stranger = content({ info: null });
    assert.deepEqual(
      [stranger.mint, stranger.symbol, stranger.isKnown, stranger.facts],
      [mint, '', false, []],
    );
    const usdc = content({ mint: usdcMint, info: null });
    assert.deepEqual(
      [usdc.symbol, usdc.knownAs, factOf(usdc, 'Decimals'), factOf(usdc, 'Token program')],
      ['USDC', 'USDC', '6', 'SPL Token'],
    );
    assert.deepEqual(usdc.warnings, []);
  });

  test('accepts only its own requests from its page', () => {
    assert.ok(parseTokenRequest({ type: 'show-image' }));
    assert.ok(parseTokenRequest({ type: 'open-explorer', id: mint }));
    assert.ok(parseTokenRequest({ type: 'show-arbitrages', pool: null }));
    for (const wrong of [
      null,
      7,
      { type: 'land' },
      { type: 'open-explorer', id: 'x'.repeat(101) },
      { type: 'show-arbitrages', pool: 'x'.repeat(101) },
    ]) {
      assert.equal(parseTokenRequest(wrong), null);
    }
  });
});

describe('A token’s picture', () => {
  const { signal } = new AbortController();
  const images = (request: () => Promise<unknown>, isTrusted = true, areWanted = true) =>
    new TokenImages({ request, isTrusted: () => isTrusted, isEnabled: () => areWanted });

  test('is requested automatically only if enabled and the workspace is trusted', () => {
    const never = () => Promise.reject(new Error('not asked'));
    assert.equal(images(never).isAutomatic(), true);
    assert.equal(images(never, false).isAutomatic(), false);
    assert.equal(images(never, true, false).isAutomatic(), false);
  });

  test('is shown only as a small bitmap in a data: address', async () => {
    const png = 'data:image/png;base64,iVBORw0KGgo=';
    const read = (answer: unknown) => images(async () => answer).fetch('https://x.example', signal);
    assert.deepEqual(await read({ dataUri: png, reason: null }), { dataUri: png, reason: null });
    for (const dataUri of [
      'https://evil.example/a.png',
      'data:image/svg+xml;base64,PHN2Zz4=',
      'data:text/html;base64,PHN2Zz4=',
      `${png}" onerror="alert(1)`,
      `data:image/png;base64,${'A'.repeat(1_000_000)}`,
      7,
      undefined,
    ]) {
      const answer = await read({ dataUri, reason: null });
      assert.equal(answer.dataUri, null, String(dataUri).slice(0, 60));
    }
    assert.deepEqual(await read(null), { dataUri: null, reason: 'the response is not a picture' });
    assert.equal((await read({ dataUri: null, reason: 'too large' })).reason, 'too large');
  });

  test('that is unavailable is reported with the reason', async () => {
    const failing = images(() => Promise.reject(new MarketError('unreachable', 'No process.')));
    assert.deepEqual(await failing.fetch('https://x.example', signal), {
      dataUri: null,
      reason: 'No process.',
    });
  });
});
