import assert from 'node:assert/strict';
import bs58 from 'bs58';
import type {
  RpcBlockTransaction,
  RpcInstruction,
  RpcMeta,
} from '../../../../src/engine/decode/rpcBlock.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';

/**
 * A reader of simulated transactions, independent of the decoder and the market. Checks their form,
 * and that balances change according to the instructions.
 */

export interface ReadTransaction {
  readonly keys: readonly string[];
  readonly instructions: readonly RpcInstruction[];
  readonly meta: RpcMeta;
  readonly failed: boolean;
}

export function readWellFormed(entry: RpcBlockTransaction): ReadTransaction {
  const { transaction, meta } = entry;
  assert.ok('message' in transaction && meta);
  const { message, signatures } = transaction;
  assert.equal(entry.version, 0);
  for (const signature of signatures) assert.equal(bs58.decode(signature).length, 64);
  const loaded = meta.loadedAddresses ?? { writable: [], readonly: [] };
  const own = message.accountKeys.map(String);
  const keys = [...own, ...loaded.writable, ...loaded.readonly];
  assert.equal(new Set(keys).size, keys.length, 'an account is named twice');
  for (const key of keys) assert.equal(bs58.decode(key).length, 32, key);
  assert.equal(meta.preBalances.length, keys.length);
  assert.equal(meta.postBalances.length, keys.length);
  const lookups = message.addressTableLookups ?? [];
  const count = (of: 'writableIndexes' | 'readonlyIndexes') =>
    lookups.reduce((sum, lookup) => sum + lookup[of].length, 0);
  assert.equal(count('writableIndexes'), loaded.writable.length);
  assert.equal(count('readonlyIndexes'), loaded.readonly.length);
  for (const lamports of [...meta.preBalances, ...meta.postBalances]) {
    assert.ok(Number.isSafeInteger(lamports) && lamports >= 0);
  }
  for (const balance of [...(meta.preTokenBalances ?? []), ...(meta.postTokenBalances ?? [])]) {
    assert.ok(balance.accountIndex < keys.length);
    const amount = Number(balance.uiTokenAmount.amount);
    assert.ok(Number.isSafeInteger(amount) && amount >= 0, balance.uiTokenAmount.amount);
  }
  const top = message.instructions as readonly RpcInstruction[];
  const inner = (meta.innerInstructions ?? []).flatMap(({ index, instructions }) => {
    assert.ok(index < top.length);
    return instructions as readonly RpcInstruction[];
  });
  for (const { programIdIndex } of top) {
    assert.ok(programIdIndex < own.length, 'a program of the transaction is loaded');
  }
  const instructions = [...top, ...inner];
  for (const { programIdIndex, accounts, data } of instructions) {
    for (const index of [programIdIndex, ...accounts]) {
      assert.ok(index >= 0 && index < keys.length, `account index ${index}`);
    }
    bs58.decode(data);
  }
  return { keys, instructions, meta, failed: meta.err !== null };
}

/** Asserts that the transfers and the fee explain all balance changes. */
export function assertSumsClose({ keys, instructions, meta, failed }: ReadTransaction): void {
  const tokens = new Map<number, bigint>();
  const lamports = new Map<number, bigint>([[0, -BigInt(meta.fee)]]);
  const add = (sums: Map<number, bigint>, index: number, amount: bigint) =>
    sums.set(index, (sums.get(index) ?? 0n) + amount);
  for (const { programIdIndex, accounts, data } of failed ? [] : instructions) {
    const program = keys[programIdIndex] ?? '';
    const bytes = Buffer.from(bs58.decode(data));
    const [first = -1, second = -1, third = -1] = accounts;
    if (program.startsWith('Token')) {
      const isChecked = bytes[0] === 12;
      const amount = bytes.readBigUInt64LE(1);
      add(tokens, first, -amount);
      add(tokens, isChecked ? third : second, amount);
    } else if (program === '11111111111111111111111111111111' && bytes[0] === 2) {
      const amount = bytes.readBigUInt64LE(4);
      add(lamports, first, -amount);
      add(lamports, second, amount);
    }
  }
  const post = new Map(meta.postTokenBalances?.map((each) => [each.accountIndex, each]));
  for (const before of meta.preTokenBalances ?? []) {
    const index = before.accountIndex;
    const after = post.get(index);
    assert.ok(after, 'an account lost its balance');
    const change = BigInt(after.uiTokenAmount.amount) - BigInt(before.uiTokenAmount.amount);
    const moved = tokens.get(index) ?? 0n;
    tokens.delete(index);
    if (before.mint === wrappedSolMint) add(lamports, index, change);
    if (before.programId?.startsWith('Tokenz') && change !== moved) {
      // Token-2022 withholds fees from incoming transfers only.
      assert.ok(moved > 0n || change < moved);
      assert.ok(change < moved);
    } else assert.equal(change, moved);
  }
  assert.equal(tokens.size, 0, 'tokens moved between accounts without a balance');
  meta.preBalances.forEach((before, index) => {
    const change = BigInt(meta.postBalances[index] ?? 0) - BigInt(before);
    assert.equal(change, lamports.get(index) ?? 0n, `lamports of account ${index}`);
  });
}
