import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RecentResponses } from '../../../../src/extension/shared/recentResponses.ts';
import { randomSecretKey } from '../../../fixtures/scan/secretKeys.ts';
import { signature, wallet } from '../addresses/marketDouble.ts';
import { MementoDouble } from '../mementoDouble.ts';
import { editor, replaceVscode } from '../vscodeDouble.ts';

replaceVscode();
const { createTransactionPanel } = await import(
  '../../../../src/extension/transaction/transactionPanel.ts'
);
const { LookUpFeature } = await import('../../../../src/extension/transaction/lookUpFeature.ts');

const panel = createTransactionPanel({
  loader: { load: () => Promise.reject() },
  competitions: { load: () => Promise.reject() },
  documents: { open: async () => {} },
});
const session = { state: { signature }, setState: () => undefined, reload: () => undefined };

describe('The transaction panel', () => {
  test('is restored only for a signature, never for a secret key', () => {
    assert.equal(panel.isState({ signature }), true);
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
