import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { encodeBase58 } from '../../../../src/solana/base58.ts';
import {
  type ParsedInput,
  parseTransactionFile,
  parseTransactionText,
} from '../../../../src/solana/landing/parseTransactions.ts';
import { instructions, signedWithKit, wallet } from '../../../fixtures/signedTransactions.ts';

const blockhash = '4QjEBrJnATvydaCoPb7j4cneA5vSJNFsAYHQwRAjAjmQ';

function only(input: ParsedInput): Uint8Array {
  assert.equal(input.kind, 'transactions', JSON.stringify(input));
  assert.equal(input.transactions.length, 1);
  return input.transactions[0]?.bytes ?? new Uint8Array();
}

const formsOf = (input: ParsedInput) =>
  input.kind === 'transactions' ? input.transactions.map(({ encoding }) => encoding) : input;

function secretKey(): Uint8Array {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  return Uint8Array.from(Buffer.concat([seed, point]));
}

describe('The parser of signed transactions', () => {
  const made = new Map<string, Uint8Array>();
  before(async () => {
    const payer = await wallet(1);
    const list = [instructions.transfer(payer.address, (await wallet(2)).address, 5n)];
    for (const version of ['legacy', 0, 1] as const) {
      made.set(
        String(version),
        await signedWithKit({ version, payer, instructions: list, blockhash }),
      );
    }
  });

  for (const version of ['legacy', '0', '1']) {
    test(`reads every form, byte for byte (version ${version})`, () => {
      const bytes = made.get(version) ?? new Uint8Array();
      const base64 = Buffer.from(bytes).toString('base64');
      const body = (params: unknown[]) =>
        JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params });
      const texts = [
        encodeBase58(bytes),
        base64,
        Buffer.from(bytes).toString('base64url'),
        `  "${base64}",\n`,
        base64.replace(/=+$/, ''),
        base64.replace(/.{76}/g, '$&\n'),
        JSON.stringify([...bytes]),
        JSON.stringify([...bytes], null, 2),
        JSON.stringify(base64),
        body([base64, { encoding: 'base64' }]),
        body([encodeBase58(bytes)]),
        body([base64, { frontRunningProtection: true }]),
      ];
      for (const text of texts) {
        assert.deepEqual([...only(parseTransactionText(text))], [...bytes], text.slice(0, 60));
        assert.deepEqual([...only(parseTransactionFile(Buffer.from(text)))], [...bytes]);
      }
      assert.deepEqual([...only(parseTransactionFile(bytes))], [...bytes]);
      assert.deepEqual(formsOf(parseTransactionFile(bytes)), ['binary']);
    });
  }

  test('reads several from one text', () => {
    const [first, second] = [...made.values()].map((bytes) => Buffer.from(bytes));
    assert.ok(first && second);
    const lines = `${first.toString('base64')}\n${encodeBase58(second)}\n`;
    assert.deepEqual(formsOf(parseTransactionText(lines)), ['base64', 'base58']);
    const list = JSON.stringify([first.toString('base64'), [...second]]);
    assert.deepEqual(formsOf(parseTransactionText(list)), ['base64', 'json-bytes']);
    const requests = [first, second]
      .map((bytes) => ({ method: 'sendTransaction', params: [bytes.toString('base64')] }))
      .map((request) => JSON.stringify(request))
      .join('\n');
    assert.deepEqual(formsOf(parseTransactionText(requests)), ['json-rpc', 'json-rpc']);
  });

  test('rejects anything else, with a reason', () => {
    const reasonOf = (text: string) => {
      const input = parseTransactionText(text);
      return input.kind === 'wrong' ? input.reason : input.kind;
    };
    assert.equal(reasonOf('  \n'), 'empty');
    assert.match(reasonOf(blockhash), /address/);
    assert.match(reasonOf(encodeBase58(randomBytes(64).fill(7, 0, 1))), /signature/);
    assert.match(reasonOf('{"method":"getSlot"}'), /Expected .* sendTransaction request/);
    assert.match(reasonOf('{"method":"sendTransaction","params":[]}'), /params\[0\]/);
    assert.match(reasonOf('[1,2,300]'), /outside 0 to 255/);
    assert.match(reasonOf('{nonsense'), /JSON/);
    assert.match(reasonOf('«»'), /Not a Base58 or Base64/);
    assert.match(reasonOf('A'.repeat(2_000_000)), /Too large/);
    assert.match(reasonOf('[[[[[["AA"]]]]]]'), /deeply/);
    const many = Array.from({ length: 33 }, () =>
      Buffer.from(made.get('0') ?? []).toString('base64'),
    );
    assert.match(reasonOf(many.join(' ')), /Too many/);
  });

  test('never accepts a secret key, in any form and at any position', () => {
    const key = secretKey();
    const transaction = Buffer.from(made.get('0') ?? []).toString('base64');
    const base64 = Buffer.from(key).toString('base64');
    const texts = [
      encodeBase58(key),
      base64,
      Buffer.from(key).toString('base64url'),
      JSON.stringify([...key]),
      `[${[...key].map((byte) => byte.toFixed(1)).join()}]`,
      `const key = "${encodeBase58(key)}";`,
      `const key = Uint8Array.from([${[...key].join(', ')}]);`,
      `${transaction}\n${encodeBase58(key)}`,
      JSON.stringify([transaction, [...key]]),
      JSON.stringify({ method: 'sendTransaction', params: [encodeBase58(key)] }),
      JSON.stringify({ method: 'sendTransaction', params: [base64, { encoding: 'base64' }] }),
    ];
    for (const text of texts) {
      assert.deepEqual(parseTransactionText(text), { kind: 'secret-key' }, text.slice(0, 20));
      assert.deepEqual(parseTransactionFile(Buffer.from(text)), { kind: 'secret-key' });
    }
    assert.deepEqual(parseTransactionFile(key), { kind: 'secret-key' });
  });
});
