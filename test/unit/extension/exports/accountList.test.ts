import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import ts from 'typescript';
import { accountForms, accountList } from '../../../../src/extension/exports/accountList.ts';
import type { MarketCacheAccount } from '../../../../src/interface/marketCache.ts';
import { addressOf, hostileText } from './answers.ts';

const accounts: readonly MarketCacheAccount[] = [
  { address: addressOf(1), role: 0, name: 'amm_authority' },
  { address: addressOf(2), role: 1, name: 'poolVault' },
  { address: '', role: 3, name: 'user', isCaller: true },
  { address: addressOf(3), role: 1, name: 'user_source_token' },
  { address: '', role: 1, name: 'tick_array_1', isUnknown: true },
];

/** What TypeScript itself makes of a list, with the names that it needs. */
function evaluate(text: string): unknown {
  const source = `const list = ${text}; list`;
  const { diagnostics, outputText } = ts.transpileModule(source, { reportDiagnostics: true });
  assert.deepEqual(diagnostics, []);
  const scope = {
    address: (key: string) => key,
    PublicKey: class {
      readonly key: string;
      constructor(key: string) {
        this.key = key;
      }
      toJSON() {
        return this.key;
      }
    },
    AccountRole: { READONLY: 0, WRITABLE: 1, READONLY_SIGNER: 2, WRITABLE_SIGNER: 3 },
  };
  const names = [...outputText.matchAll(/(?:address|pubkey): (?!new )([a-z]\w*)(?=[,\s])/g)].map(
    ([, name = '']) => name,
  );
  const run = new Function(...Object.keys(scope), ...new Set(names), `${outputText}; return list;`);
  return JSON.parse(JSON.stringify(run(...Object.values(scope), ...new Set(names))));
}

describe('the accounts of a pool for a bot’s source', () => {
  it('are account metas of @solana/kit, the caller’s own as variables', () => {
    const text = accountList(accounts, 'kit');
    assert.deepEqual(evaluate(text), [
      { address: addressOf(1), role: 0 },
      { address: addressOf(2), role: 1 },
      { address: 'myUser', role: 3 },
      { address: 'userSourceToken', role: 1 },
      { address: 'tickArray1', role: 1 },
    ]);
    assert.match(text, /role: AccountRole\.WRITABLE_SIGNER \}, \/\/ user: yours$/m);
    assert.match(text, /tickArray1, .*\/\/ tick_array_1: not known$/m);
  });

  it('are account metas of @solana/web3.js', () => {
    assert.deepEqual(evaluate(accountList(accounts.slice(0, 3), 'web3')), [
      { pubkey: addressOf(1), isSigner: false, isWritable: false },
      { pubkey: addressOf(2), isSigner: false, isWritable: true },
      { pubkey: 'myUser', isSigner: true, isWritable: true },
    ]);
  });

  it('are a vector of Rust', () => {
    assert.equal(
      accountList(accounts.slice(1), 'rust'),
      [
        'vec![',
        `    AccountMeta::new(pubkey!("${addressOf(2)}"), false), // poolVault`,
        '    AccountMeta::new(my_user, true), // user: yours',
        '    AccountMeta::new(user_source_token, false), // user_source_token: yours',
        '    AccountMeta::new(tick_array_1, false), // tick_array_1: not known',
        ']',
      ].join('\n'),
    );
  });

  it('are JSON with the caller’s own marked', () => {
    const [first, , third] = JSON.parse(accountList(accounts, 'json'));
    assert.deepEqual(first, {
      name: 'amm_authority',
      address: addressOf(1),
      role: 0,
      isSigner: false,
      isWritable: false,
      isYours: false,
    });
    assert.deepEqual([third.address, third.isYours], [null, true]);
  });

  it('stay what they are whatever a service calls them', () => {
    const account = fc.record({
      address: fc.oneof(fc.constant(addressOf(1)), hostileText),
      role: fc.integer({ min: 0, max: 3 }),
      name: fc.oneof(hostileText, fc.constantFrom('payer', '1st', 'class', 'new', 'constructor')),
    });
    fc.assert(
      fc.property(fc.array(account, { maxLength: 6 }), (list) => {
        const kit = evaluate(accountList(list, 'kit')) as readonly { readonly role: number }[];
        assert.deepEqual(
          kit.map(({ role }) => role),
          list.map(({ role }) => role),
        );
        const rust = accountList(list, 'rust').split('\n');
        assert.equal(rust.length, list.length + 2);
        for (const line of rust.slice(1, -1)) {
          assert.match(
            line,
            /^ {4}AccountMeta::new(_readonly)?\((pubkey!\("\w{32,44}"\)|[a-z]\w*), (true|false)\), \/\/ /,
          );
        }
        for (const form of ['kit', 'web3', 'rust', 'json'] as const) {
          assert.ok(form in accountForms);
          assert.doesNotMatch(accountList(list, form), /(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/u);
        }
      }),
      { numRuns: 100 },
    );
  });
});
