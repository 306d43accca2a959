import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { WalletPanelOptions } from '../../../../src/extension/walletPanel/walletPanel.ts';
import { parseWalletRequest } from '../../../../src/webview/messages/wallet.ts';
import { editor, replaceVscode } from '../vscodeDouble.ts';

replaceVscode();
const { createWalletPanel } = await import('../../../../src/extension/walletPanel/walletPanel.ts');

const one = '7Yq2DfJwZxS1nKcVb5TtRr8uHhGgFfEeDdCcBbAam1Ke';
const two = 'Fs4kWqLmNnPpRrSsTtUuVvWwXxYyZzAaBbCcDdEe9TnB';
const amm = 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK';

describe('The wallet panel', () => {
  const panel = createWalletPanel({} as WalletPanelOptions);
  const session = {
    state: { wallets: [one, two], windowSeconds: 86_400 },
    setState: () => undefined,
    reload: () => undefined,
  };

  test('links an AMM to the arbitrages of the shown wallets over it', async () => {
    editor.executed.length = 0;
    const request = parseWalletRequest({ type: 'show-arbitrages', amm });
    assert.ok(request !== null);
    await panel.handle(request, session);
    assert.deepEqual(editor.executed, [
      ['arbscope.showArbitrages', { amms: [amm], wallets: [one, two] }],
    ]);
  });

  test('links its other rows to their token, transaction and wallet', async () => {
    editor.executed.length = 0;
    await panel.handle({ type: 'open-related', kind: 'token', id: two }, session);
    await panel.handle({ type: 'open-transaction', signature: 'x' }, session);
    await panel.handle({ type: 'open-related', kind: 'wallet', id: two }, session);
    assert.deepEqual(editor.executed, [
      ['arbscope.openToken', two],
      ['arbscope.lookUpTransaction', 'x'],
      ['arbscope.openWallet', two],
    ]);
  });
});
