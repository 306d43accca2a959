import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { KeyPairSigner } from '@solana/kit';
import {
  parseSerializedTransaction,
  serializedTransactionAt,
} from '../../../../src/extension/addresses/serializedTransaction.ts';
import { serializedTransactionFacts } from '../../../../src/extension/addresses/serializedTransactionFacts.ts';
import { encodeBase58 } from '../../../../src/solana/base58.ts';
import {
  instructions,
  largestVersion1,
  signedWithKit,
  wallet,
} from '../../../fixtures/signedTransactions.ts';
import { linedText, usdc } from './marketDouble.ts';

const jito = '96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5';
let payer: KeyPairSigner;
let bytes: Buffer;

const signedTransaction = async (): Promise<Buffer> =>
  Buffer.from(
    await signedWithKit({
      version: 0,
      payer,
      instructions: [
        instructions.computeUnitLimit(300_000),
        instructions.computeUnitPrice(12_345n),
        instructions.transfer(payer.address, jito, 10_000n),
      ],
      blockhash: usdc,
    }),
  );

const factSheetFor = (text: string) => {
  const found = parseSerializedTransaction(text);
  assert.ok(found !== null);
  const { facts, warnings } = serializedTransactionFacts(found);
  return { facts: new Map(facts), warnings };
};

describe('A serialized transaction in source', () => {
  before(async () => {
    payer = await wallet(1);
    bytes = await signedTransaction();
  });

  test('shows payer, signatures, programs, tip, budget, blockhash and size', () => {
    const { facts, warnings } = factSheetFor(bytes.toString('base64'));
    assert.deepEqual(warnings, []);
    assert.equal(facts.get('Fee payer'), payer.address);
    assert.equal(facts.get('Signatures'), 'valid');
    assert.equal(facts.get('Programs'), 'Compute Budget Program, System Program');
    assert.equal(facts.get('Tip'), '0.00001 SOL to JITO');
    assert.equal(facts.get('Compute limit'), '300,000 units');
    assert.equal(facts.get('Priority fee'), '3,704 lamports');
    assert.equal(facts.get('Blockhash'), usdc);
    assert.equal(facts.get('Size'), `${bytes.length} of 1,232 bytes`);
  });

  test('shows which signature is invalid or missing', () => {
    const wrong = Buffer.from(bytes);
    wrong[5] = (wrong[5] ?? 0) ^ 1;
    assert.match(
      factSheetFor(wrong.toString('base64')).warnings.join(),
      /does not match this message/,
    );
    const unsigned = Buffer.from(bytes).fill(0, 1, 65);
    assert.match(factSheetFor(unsigned.toString('base64')).warnings.join(), /has not signed yet/);
  });

  test('is found in Base64 of either alphabet and in Base58, quoted, assigned or alone', () => {
    const texts = [bytes.toString('base64'), bytes.toString('base64url'), encodeBase58(bytes)];
    for (const text of texts) {
      for (const line of [`const wire = "${text}";`, `TX=${text}`, text, `sent ${text} now`]) {
        const start = line.indexOf(text);
        for (const character of [start, start + 90, start + text.length - 1]) {
          const placed = serializedTransactionAt(linedText(line), { line: 0, character });
          assert.equal(placed?.found.text, text, line.slice(0, 30));
          assert.equal(placed.start.character, start);
        }
      }
    }
  });

  test('of version 1 is found up to 4,096 bytes, with its header’s limits and fee', async () => {
    const largest = Buffer.from(await largestVersion1(usdc));
    assert.equal(largest.length, 4_096);
    for (const text of [largest.toString('base64'), encodeBase58(largest)]) {
      for (const character of [16, 2_700, text.length + 10]) {
        const line = linedText(`const wire = "${text}";`);
        const { found } = serializedTransactionAt(line, { line: 0, character }) ?? {};
        assert.ok(found, `at ${character}`);
        const { kindLabel, facts } = serializedTransactionFacts(found);
        assert.equal(kindLabel, 'serialized, version 1');
        const told = new Map(facts);
        assert.equal(told.get('Signatures'), 'valid');
        assert.equal(told.get('Compute limit'), '300,000 units');
        assert.equal(told.get('Priority fee'), '4,321 lamports');
        assert.equal(told.get('Size'), '4,096 of 4,096 bytes');
        assert.equal(told.has('Lookup tables'), false);
      }
    }
  });

  test('is not found in other Base64, nor if truncated', () => {
    for (const text of [
      Buffer.alloc(300, 7).toString('base64'),
      bytes.subarray(0, -1).toString('base64'),
      Buffer.concat([bytes, bytes]).toString('base64'),
      'A'.repeat(6_000),
    ]) {
      assert.equal(parseSerializedTransaction(text), null);
    }
  });
});
