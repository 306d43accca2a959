import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RecentResponses } from '../../../../src/extension/addresses/recentResponses.ts';
import { token } from '../addresses/marketDouble.ts';
import { replaceVscode } from '../vscodeDouble.ts';

replaceVscode();
const { createTokenPanel } = await import('../../../../src/extension/token/tokenPanel.ts');

const mint = '7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hs';
const imageUrl = 'https://img.example/a.png';

describe('The token panel', () => {
  test('fetches a picture only after a click, and only that of its token', async () => {
    const fetched: string[] = [];
    const panel = createTokenPanel({
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
      source: () => 'Far',
    });
    const { signal } = new AbortController();
    const quiet = { signal, report: () => undefined, warn: () => undefined };
    const shown = await panel.load({ mint }, quiet);
    assert.deepEqual([shown.imageUrl, shown.image, fetched], [imageUrl, null, []]);
    const session = { state: { mint }, setState: () => undefined, reload: () => undefined };
    await panel.handle({ type: 'show-image' }, session);
    await panel.load({ mint: 'So11111111111111111111111111111111111111112' }, quiet);
    assert.deepEqual(fetched, []);
    await panel.load({ mint }, quiet);
    assert.deepEqual(fetched, [imageUrl]);
  });

  test('comes back only for an address', () => {
    const { isState } = createTokenPanel({} as never);
    assert.equal(isState({ mint }), true);
    for (const state of [{ mint: `${mint}x` }, { mint: 'javascript:alert(1)' }, {}, null])
      assert.equal(isState(state), false);
  });
});
