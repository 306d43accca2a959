import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MarketError } from '../../../../src/api/marketError.ts';
import { RecentResponses } from '../../../../src/extension/shared/recentResponses.ts';
import { randomSecretKey } from '../../../fixtures/scan/secretKeys.ts';
import { competitionContent } from '../../webview/competition/sampleCompetition.ts';
import { splitRouteContent } from '../../webview/transaction/splitRoute.ts';
import { signature, wallet } from '../addresses/marketDouble.ts';
import { MementoDouble } from '../mementoDouble.ts';
import { editor, replaceVscode } from '../vscodeDouble.ts';

replaceVscode();
const { createTransactionPanel } = await import(
  '../../../../src/extension/transaction/transactionPanel.ts'
);
const { LookUpFeature } = await import('../../../../src/extension/transaction/lookUpFeature.ts');

const openedErrors: string[] = [];
const panel = createTransactionPanel({
  loader: { load: () => Promise.reject() },
  competitions: { load: () => Promise.reject() },
  documents: { open: async () => {} },
  errorSources: { open: async (source) => void openedErrors.push(source) },
});
const session = { state: { signature }, setState: () => undefined, reload: () => undefined };

describe('The transaction panel', () => {
  test('is restored only for a signature, never for a secret key', () => {
    assert.equal(panel.isState({ signature }), true);
    assert.equal(panel.isState({ signature, competitionAt: 5 }), true);
    for (const given of [wallet, randomSecretKey().base58, '', 'javascript:alert(1)', 7])
      assert.equal(panel.isState({ signature: given }), false);
  });

  test('opens only addresses and transactions in the user’s explorer', async () => {
    editor.opened.length = 0;
    for (const id of ['javascript:alert(1)', 'https://evil.example', '../../evil', `${wallet}?x`])
      await panel.handle({ type: 'open-explorer', what: 'address', id }, session);
    assert.deepEqual(editor.opened, []);
    await panel.handle({ type: 'open-explorer', what: 'address', id: wallet }, session);
    assert.deepEqual(editor.opened, [`https://solscan.io/account/${wallet}`]);
  });

  test('links to its wallet, tokens, AMMs and pools, but only for valid addresses', async () => {
    editor.executed.length = 0;
    for (const kind of ['wallet', 'token', 'amm', 'pool'] as const) {
      await panel.handle({ type: 'open-related', kind, id: wallet }, session);
      await panel.handle({ type: 'open-related', kind, id: 'javascript:alert(1)' }, session);
      await panel.handle({ type: 'open-related', kind, id: signature }, session);
    }
    assert.deepEqual(editor.executed, [
      ['arbscope.openWallet', wallet],
      ['arbscope.openToken', wallet],
      ['arbscope.showArbitrages', { amms: [wallet] }],
      ['arbscope.openPool', wallet],
    ]);
  });

  test('tracks a wallet without a question, and opens transactions', async () => {
    editor.executed.length = 0;
    await panel.handle({ type: 'track', wallet }, session);
    await panel.handle({ type: 'open-transaction', signature }, session);
    assert.deepEqual(editor.executed, [
      ['arbscope.trackLeader', { address: wallet }],
      ['arbscope.lookUpTransaction', signature],
    ]);
  });

  test('opens the line of the program’s error', async () => {
    await panel.handle({ type: 'open-error', source: 'src/lib.rs:3' }, session);
    assert.deepEqual(openedErrors, ['src/lib.rs:3']);
  });

  test('loads the competition only for its page, and keeps the transaction meanwhile', async () => {
    const loaded: unknown[] = [];
    const transaction = splitRouteContent();
    const own = createTransactionPanel({
      loader: {
        load: async () => {
          loaded.push('transaction');
          return transaction;
        },
      },
      competitions: {
        load: async (_signature, slotsAfter) => {
          loaded.push(slotsAfter);
          return competitionContent({}, slotsAfter);
        },
      },
      documents: { open: async () => {} },
      errorSources: { open: async (source) => void openedErrors.push(source) },
    });
    const options = {
      signal: new AbortController().signal,
      report: () => undefined,
      warn: () => undefined,
    };
    const first = await own.load({ signature }, options);
    assert.deepEqual(first, { signature, transaction, competition: null, competitionAt: null });
    const asked: unknown[] = [];
    const request = { type: 'load-competition', after: 28 } as const;
    await own.handle(request, { ...session, reload: (cause) => asked.push(cause) });
    assert.deepEqual(asked, [request]);
    const second = await own.load({ signature }, options, request, first);
    assert.deepEqual(loaded, ['transaction', 28]);
    assert.equal(second.competition?.kind, 'loaded');
    await own.load({ signature }, options, { type: 'load-competition', after: 7 }, first);
    assert.equal(loaded.at(-1), 8, 'other numbers of slots are not offered');
    await own.load({ signature }, { ...options, forceRefresh: true }, undefined, second);
    assert.deepEqual(loaded.slice(-2), ['transaction', 28]);
  });

  test('of an unknown transaction shows its competition, if a command asked for it', async () => {
    const own = createTransactionPanel({
      loader: {
        load: async () => {
          throw new MarketError('not-found', 'Nothing here.');
        },
      },
      competitions: { load: () => Promise.reject() },
      documents: { open: async () => {} },
      errorSources: { open: async (source) => void openedErrors.push(source) },
    });
    const options = {
      signal: new AbortController().signal,
      report: () => undefined,
      warn: () => undefined,
    };
    await assert.rejects(own.load({ signature }, options), { kind: 'not-found' });
    assert.deepEqual(await own.load({ signature, competitionAt: 5 }, options), {
      ...{ signature, transaction: null, competition: null, competitionAt: 5 },
    });
  });

  test('opens only for a signature, whatever the command’s argument', async () => {
    const opened: string[] = [];
    const nothing = { dispose: () => undefined };
    new LookUpFeature({
      active: {
        current: { kind: 'sandbox', name: 'Sandbox' },
        arbscope: { arbitrages: () => Promise.reject() },
      },
      tracked: { addresses: [], labelOf: (address) => address },
      recentResponses: new RecentResponses(),
      loader: { load: () => Promise.reject() },
      panels: {
        open: (state) => opened.push(state.signature),
        onContent: () => nothing,
      },
      globalState: new MementoDouble(),
    });
    const run = (given: unknown) => editor.commands.get('arbscope.lookUpTransaction')?.(given);
    for (const given of [randomSecretKey().base58, randomSecretKey('bytes').written, wallet, '..'])
      await run(given);
    assert.deepEqual(opened, []);
    await run(` ${signature}\n`);
    assert.deepEqual(opened, [signature]);
  });
});
