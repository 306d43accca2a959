import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MarketError } from '../../../../src/api/marketError.ts';
import type { PeriodSource } from '../../../../src/extension/market/loadPeriod.ts';
import type { TokenPanelOptions } from '../../../../src/extension/token/tokenPanel.ts';
import type { TokenRequest } from '../../../../src/webview/messages/token.ts';
import { token, wallet } from '../addresses/marketDouble.ts';
import { editor, replaceVscode } from '../vscodeDouble.ts';

replaceVscode();
const { createTokenPanel } = await import('../../../../src/extension/token/tokenPanel.ts');
const { RecentResponses } = await import('../../../../src/extension/shared/recentResponses.ts');

/** Of a service that is no Arbscope server. */
const withoutHistory = {
  arbscope: { status: () => Promise.reject(new MarketError('not-offered', 'not offered')) },
  walletLabel: () => '',
} as unknown as PeriodSource;
const stateOf = (mint: string) => ({ mint, periodSeconds: 86_400 }) as const;

/** A panel for a token whose issuer chose the URL of the image. */
function panelOf(imageUri: string, isAutomatic: boolean) {
  const fetched: string[] = [];
  const panel = createTokenPanel({
    ...withoutHistory,
    service: { tokenInfo: async () => token({ image_uri: imageUri }) },
    recentResponses: new RecentResponses(),
    images: {
      isAutomatic: () => isAutomatic,
      fetch: async (url: string) => {
        fetched.push(url);
        return { dataUri: null, reason: 'no' };
      },
    },
    pools: { stats: async () => ({ loadedAtMilliseconds: null }) },
    source: () => ({ name: 'service', kind: 'service' }),
  } as unknown as TokenPanelOptions);
  const load = () =>
    panel.load(stateOf(wallet), {
      signal: AbortSignal.timeout(10_000),
      report: () => undefined,
      warn: () => undefined,
    } as unknown as Parameters<typeof panel.load>[1]);
  const click = () =>
    panel.handle?.({ type: 'show-image' }, {
      state: stateOf(wallet),
      reload: () => undefined,
    } as unknown as Parameters<NonNullable<typeof panel.handle>>[1]);
  return { fetched, load, click };
}

describe('The image of a token', () => {
  const url = 'https://img.example/a.png';

  test('is fetched only after a click, unless the user has turned on automatic fetching', async () => {
    const { fetched, load, click } = panelOf(url, false);
    assert.equal((await load()).imageUrl, url);
    assert.deepEqual(fetched, []);
    await click();
    await load();
    assert.deepEqual(fetched, [url]);
    const automatic = panelOf(url, true);
    await automatic.load();
    assert.deepEqual(automatic.fetched, [url]);
  });

  test('is offered and fetched only over https', async () => {
    for (const bad of [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'vscode://arbscope.arbscope/land',
      'http://169.254.169.254/latest/meta-data',
      'data:image/svg+xml,<svg onload=alert(1)>',
    ]) {
      const { fetched, load } = panelOf(bad, true);
      assert.equal((await load()).imageUrl, null, bad);
      assert.deepEqual(fetched, []);
    }
  });
});

const mint = '7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hs';
const imageUrl = 'https://img.example/a.png';

describe('The token panel', () => {
  test('fetches an image only after a click, and only that of its token', async () => {
    const fetched: string[] = [];
    const panel = createTokenPanel({
      ...withoutHistory,
      service: { tokenInfo: async () => token({ image_uri: imageUrl }) },
      recentResponses: new RecentResponses(),
      images: {
        isAutomatic: () => false,
        fetch: async (url) => {
          fetched.push(url);
          return { dataUri: null, reason: 'none' };
        },
      },
      pools: {
        stats: async () => ({ loadedAtMilliseconds: null }) as never,
        page: () => Promise.reject(new Error('not asked')),
        load: () => Promise.reject(new Error('not asked')),
      },
      source: () => ({ name: 'Far', kind: 'service' }),
    });
    const { signal } = new AbortController();
    const quiet = { signal, report: () => undefined, warn: () => undefined };
    const shown = await panel.load(stateOf(mint), quiet);
    assert.deepEqual([shown.imageUrl, shown.image, fetched], [imageUrl, null, []]);
    const session = { state: stateOf(mint), setState: () => undefined, reload: () => undefined };
    await panel.handle({ type: 'show-image' }, session);
    await panel.load(stateOf('So11111111111111111111111111111111111111112'), quiet);
    assert.deepEqual(fetched, []);
    await panel.load(stateOf(mint), quiet);
    assert.deepEqual(fetched, [imageUrl]);
  });

  test('loads the pools of a service only when its page asks for them', async () => {
    let loads = 0;
    const panel = createTokenPanel({
      ...withoutHistory,
      service: { tokenInfo: async () => token({ image_uri: '' }) },
      recentResponses: new RecentResponses(),
      pools: {
        stats: async () => ({ loadedAtMilliseconds: null }) as never,
        load: async () => {
          loads += 1;
        },
      },
      source: () => 'Far',
      isSimulated: () => false,
    } as unknown as TokenPanelOptions);
    const { signal } = new AbortController();
    const quiet = { signal, report: () => undefined, warn: () => undefined };
    const load = (cause?: TokenRequest) => panel.load(stateOf(mint), quiet, cause);
    await load();
    assert.equal(loads, 0);
    const session = { state: stateOf(mint), setState: () => undefined, reload: load };
    await panel.handle({ type: 'load-pools' }, session as never);
    assert.equal(loads, 1);
    await load();
    assert.equal(loads, 1);
  });

  test('shows what a service without history knows, without an error', async () => {
    const warnings: unknown[] = [];
    const panel = createTokenPanel({
      ...withoutHistory,
      service: { tokenInfo: async () => token({ image_uri: '' }) },
      recentResponses: new RecentResponses(),
      pools: { stats: async () => ({ loadedAtMilliseconds: null }) },
      source: () => 'Far',
      isSimulated: () => false,
    } as unknown as TokenPanelOptions);
    const { signal } = new AbortController();
    const warn = (error: unknown) => warnings.push(error);
    const content = await panel.load(stateOf(mint), { signal, report: () => undefined, warn });
    assert.deepEqual([content.period, content.isPeriodOffered, warnings], [null, false, []]);
    assert.ok(content.facts.length > 0);
  });

  test('opens the arbitrages of its token and of its pools', async () => {
    const { handle } = createTokenPanel({} as never);
    const session = { state: stateOf(mint), setState: () => undefined, reload: () => undefined };
    editor.executed.length = 0;
    await handle({ type: 'show-arbitrages', pool: null }, session);
    await handle({ type: 'show-arbitrages', pool: wallet }, session);
    assert.deepEqual(editor.executed, [
      ['arbscope.showArbitrages', { context: 'token', address: mint }],
      ['arbscope.showArbitrages', { pools: [wallet] }],
    ]);
  });

  test('is restored only for an address', () => {
    const { isState } = createTokenPanel({} as never);
    assert.equal(isState(stateOf(mint)), true);
    for (const state of [
      stateOf(`${mint}x`),
      stateOf('javascript:alert(1)'),
      { ...stateOf(mint), periodSeconds: 1 },
      {},
      null,
    ])
      assert.equal(isState(state), false);
  });
});
