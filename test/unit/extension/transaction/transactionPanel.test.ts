import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { randomSecretKey } from '../../../fixtures/scan/secretKeys.ts';
import { signature, wallet } from '../addresses/marketDouble.ts';
import { editor, replaceVscode } from '../vscodeDouble.ts';

replaceVscode();
const { createTransactionPanel } = await import(
  '../../../../src/extension/transaction/transactionPanel.ts'
);
const { registerLookUpTransaction } = await import(
  '../../../../src/extension/transaction/registerLookUpTransaction.ts'
);

const panel = createTransactionPanel({ load: () => Promise.reject() }, { open: async () => {} });
const session = { state: { signature }, setState: () => undefined, reload: () => undefined };

describe('The transaction panel', () => {
  test('comes back only for a signature, never for a secret key', () => {
    assert.equal(panel.isState({ signature }), true);
    for (const given of [wallet, randomSecretKey().base58, '', 'javascript:alert(1)', 7])
      assert.equal(panel.isState({ signature: given }), false);
  });

  test('opens nothing but an address or a transaction in the explorer of the user', async () => {
    editor.opened.length = 0;
    for (const id of ['javascript:alert(1)', 'https://evil.example', '../../evil', `${wallet}?x`])
      await panel.handle({ type: 'open-explorer', what: 'address', id }, session);
    assert.deepEqual(editor.opened, []);
    await panel.handle({ type: 'open-explorer', what: 'address', id: wallet }, session);
    assert.deepEqual(editor.opened, [`https://solscan.io/account/${wallet}`]);
  });

  test('opens for a signature alone, whoever runs its command', async () => {
    const opened: string[] = [];
    registerLookUpTransaction((given) => opened.push(given));
    const run = (given: unknown) => editor.commands.get('arbscope.lookUpTransaction')?.(given);
    for (const given of [randomSecretKey().base58, randomSecretKey('bytes').written, wallet, '..'])
      await run(given);
    assert.deepEqual(opened, []);
    await run(` ${signature}\n`);
    assert.deepEqual(opened, [signature]);
  });
});
