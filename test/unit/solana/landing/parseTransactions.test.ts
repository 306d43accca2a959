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

const allOf = (input: ParsedInput) =>
  input.kind === 'transactions' ? input.transactions.map(({ bytes }) => [...bytes]) : input;

function secretKey(): Uint8Array {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  return Uint8Array.from(Buffer.concat([seed, point]));
}

/** As tools, logs and source code write a transaction. */
function writtenForms(bytes: Uint8Array): string[] {
  const buffer = Buffer.from(bytes);
  const base64 = buffer.toString('base64');
  const hex = buffer.toString('hex');
  const lines = base64.replace(/.{64}/g, '$&\n');
  const escaped = hex.replace(/../g, '\\x$&');
  return [
    hex,
    `0x${hex.toUpperCase()}`,
    hex.replace(/.{60}/g, '$&\n'),
    encodeURIComponent(base64),
    `https://example.com/pay?transaction=${encodeURIComponent(base64)}&label=x`,
    `-----BEGIN SOLANA TRANSACTION-----\n${lines}\n-----END SOLANA TRANSACTION-----\n`,
    `# signed by the wallet\nexport SIGNED_TX="${base64}"\nNETWORK=mainnet\n`,
    `tx: |\n  ${lines.replaceAll('\n', '\n  ')}`,
    `2026-01-01 12:00 INFO sending tx: ${base64} sig=${encodeBase58(bytes.subarray(1, 65))}`,
    `[2026-01-01T12:00:00Z] sent ${base64}, again ${base64}`,
    `b'${escaped}'`,
    `tx = b"${escaped}"`,
    `b'${base64}'`,
    `tx = [${[...bytes].join(', ')}]`,
    `let tx = vec![${[...bytes].map((byte) => `0x${byte.toString(16)}`).join(', ')},];`,
    `[${[...bytes].join('u8, ')}]`,
    `tx := []byte{${[...bytes].join(', ')}}`,
  ];
}

/** Requests, parameters and responses with one transaction. */
function envelopes(bytes: Uint8Array): unknown[] {
  const base64 = Buffer.from(bytes).toString('base64');
  const base58 = encodeBase58(bytes);
  const rpc = { jsonrpc: '2.0', id: 1 };
  const quote = { inputMint: blockhash, routePlan: [{ swapInfo: { ammKey: blockhash } }] };
  return [
    { type: 'Buffer', data: [...bytes] },
    { ...bytes },
    [base64, 'base64'],
    [base58, 'base58'],
    [base64, { encoding: 'base64' }],
    [[base64], { encoding: 'base64' }],
    { ...rpc, method: 'simulateTransaction', params: [base64, { encoding: 'base64' }] },
    { ...rpc, method: 'sendBundle', params: [[base64], { encoding: 'base64' }] },
    { ...rpc, method: 'simulateBundle', params: [{ encodedTransactions: [base64] }] },
    // getTransaction, with the encoding base64.
    { ...rpc, result: { slot: 1, transaction: [base64, 'base64'], meta: { fee: 5_000 } } },
    // Jupiter: swap, order and execute.
    { swapTransaction: base64, lastValidBlockHeight: 1 },
    { ...quote, transaction: base64, requestId: 'f087e8a0-fca6-4af6-a7c2-2fdd76e0a2f1' },
    { signedTransaction: base64, requestId: 'x' },
    // Raydium, OKX, LI.FI, deBridge, bloXroute, Solana Pay.
    { id: 'x', success: true, version: 'V1', data: [{ transaction: base64 }] },
    { code: '0', data: [{ routerResult: quote, tx: { data: base58, from: blockhash } }], msg: '' },
    { action: quote, transactionRequest: { data: base64 } },
    { estimation: {}, tx: { data: `0x${Buffer.from(bytes).toString('hex')}` } },
    { transaction: { content: base64, isCleanup: false }, skipPreFlight: true },
    { transaction: base64, message: 'Thanks for your purchase' },
  ];
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
        body([encodeBase58(bytes), { encoding: 'base64' }]),
        ...writtenForms(bytes),
        ...envelopes(bytes).map((envelope) => JSON.stringify(envelope)),
      ];
      for (const text of texts) {
        assert.deepEqual([...only(parseTransactionText(text))], [...bytes], text.slice(0, 60));
        assert.deepEqual([...only(parseTransactionFile(Buffer.from(text)))], [...bytes]);
        const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
        assert.deepEqual([...only(parseTransactionFile(utf16))], [...bytes]);
        assert.deepEqual([...only(parseTransactionFile(utf16.swap16()))], [...bytes]);
      }
      assert.deepEqual([...only(parseTransactionFile(bytes))], [...bytes]);
    });
  }

  test('reads a list of bytes in Go that is the whole text', () => {
    for (const bytes of made.values()) {
      for (const text of [
        `[]byte{${[...bytes].join(', ')}}`,
        `[]byte{\n\t${[...bytes].map((byte) => `0x${byte.toString(16)}`).join(', ')},\n}`,
        `[...]byte{${[...bytes].join(', ')}}`,
      ]) {
        assert.deepEqual([...only(parseTransactionText(text))], [...bytes], text.slice(0, 60));
      }
    }
  });

  test('rejects several variables with transactions, with their lines', () => {
    const [first = '', second = ''] = [...made.values()].map((bytes) =>
      Buffer.from(bytes).toString('base64'),
    );
    for (const [text, lines] of [
      [`A=${first}\nB=${second}`, '1, 2'],
      [`# two\nexport A="${first}"\n\nPORT=1\nexport B="${second}"\n`, '2, 5'],
    ]) {
      assert.deepEqual(parseTransactionText(text ?? ''), {
        kind: 'wrong',
        reason: `There are parts that may be transactions in lines ${lines}, with other text around them. Pass only the transactions.`,
      });
    }
    assert.deepEqual(
      only(parseTransactionText(`A=${first}\nB=${first}`)),
      Uint8Array.from(Buffer.from(first, 'base64')),
    );
  });

  test('rejects JSON that is no transaction, such as null', () => {
    for (const text of ['null', ' true\n']) {
      const input = parseTransactionText(text);
      assert.match(input.kind === 'wrong' ? input.reason : '', /^Not a transaction\. Expected/);
    }
  });

  test('reads several from one text', () => {
    const [first, second] = [...made.values()].map((bytes) => Buffer.from(bytes));
    assert.ok(first && second);
    const lines = `${first.toString('base64')}\n${encodeBase58(second)}\n`;
    const both = [[...first], [...second]];
    assert.deepEqual(allOf(parseTransactionText(lines)), both);
    const list = JSON.stringify([first.toString('base64'), [...second]]);
    assert.deepEqual(allOf(parseTransactionText(list)), both);
    const requests = [first, second]
      .map((bytes) => ({ method: 'sendTransaction', params: [bytes.toString('base64')] }))
      .map((request) => JSON.stringify(request))
      .join('\n');
    assert.deepEqual(allOf(parseTransactionText(requests)), both);
  });

  test('takes only one transaction from a response, and only whole ones from other text', () => {
    const [first = '', second = ''] = [...made.values()].map((bytes) =>
      Buffer.from(bytes).toString('base64'),
    );
    const reasonOf = (text: string) => {
      const input = parseTransactionText(text);
      return input.kind === 'wrong' ? input.reason : input.kind;
    };
    const cut = first.slice(0, -80);
    const ofJson = (value: unknown) => reasonOf(JSON.stringify(value));
    assert.match(ofJson({ setupTransaction: first, swapTransaction: second }), /2 transactions/);
    assert.match(ofJson({ data: [{ transaction: first }, { transaction: second }] }), /2 trans/);
    assert.match(ofJson({ transactions: [first, cut] }), /something else/);
    assert.match(ofJson({ transaction: null, errorMessage: 'no funds' }), /transaction is empty/);
    assert.match(
      reasonOf(`first: ${first}\nsecond: ${second}`),
      /in lines 1, 2, with other text around them/,
    );
    assert.match(
      reasonOf(`first: ${first}\nsecond: ${cut}`),
      /in lines 1, 2, with other text around them/,
    );
    assert.match(reasonOf(`{"swapTransaction":"${first}","last`), /could not be parsed/);
  });

  test('recognizes a bundle of several transactions', () => {
    const texts = [...made.values()].map((bytes) => Buffer.from(bytes).toString('base64'));
    const bundles = [
      [texts, { encoding: 'base64' }],
      { method: 'sendBundle', params: [texts] },
      { method: 'simulateBundle', params: [{ encodedTransactions: texts }] },
    ];
    for (const bundle of bundles) {
      const input = parseTransactionText(JSON.stringify(bundle));
      assert.ok(input.kind === 'transactions' && input.isBundle);
      assert.equal(input.transactions.length, 3);
    }
    const list = parseTransactionText(JSON.stringify(texts));
    assert.ok(list.kind === 'transactions' && !list.isBundle);
  });

  test('rejects anything else, with a reason', () => {
    const reasonOf = (text: string) => {
      const input = parseTransactionText(text);
      return input.kind === 'wrong' ? input.reason : input.kind;
    };
    assert.equal(reasonOf('  \n'), 'empty');
    const seed = randomBytes(32);
    for (const text of [
      blockhash,
      `WALLET_KEY=${encodeBase58(seed)}`,
      `["${encodeBase58(seed)}"]`,
      seed.toString('hex'),
      seed.toString('base64'),
    ]) {
      assert.match(reasonOf(text), /address or the seed of a secret key/);
    }
    assert.match(reasonOf(encodeBase58(randomBytes(64).fill(7, 0, 1))), /signature/);
    assert.match(reasonOf('{"method":"getSlot"}'), /Expected .* sendTransaction request/);
    assert.match(reasonOf('{"method":"sendTransaction","params":[]}'), /params\[0\]/);
    assert.match(reasonOf('[1,2,300]'), /outside 0 to 255/);
    assert.match(reasonOf('{nonsense'), /JSON/);
    assert.match(reasonOf('«»'), /Not a Base58, Base64 or hex/);
    assert.match(reasonOf('A'.repeat(2_000_000)), /Too large/);
    assert.match(reasonOf(`${'['.repeat(20)}"AA"${']'.repeat(20)}`), /deeply/);
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
      Buffer.from(key).toString('hex'),
      `0x${Buffer.from(key).toString('hex')}`,
      encodeURIComponent(base64),
      encodeBase58(key).replace(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
      `KEY=${base64}\nTX=${transaction}`,
      `key := []byte{${[...key].join(', ')}}`,
      `b'${Buffer.from(key).toString('hex').replace(/../g, '\\x$&')}'`,
      `-----BEGIN PRIVATE KEY-----\n${transaction}\n-----END PRIVATE KEY-----`,
      JSON.stringify({ type: 'Buffer', data: [...key] }),
      JSON.stringify({ ...key }),
      JSON.stringify({ swapTransaction: transaction, payer: { _keypair: { ...key } } }),
      JSON.stringify({ method: 'sendTransaction', params: [transaction, { key: base64 }] }),
    ];
    for (const text of texts) {
      assert.deepEqual(parseTransactionText(text), { kind: 'secret-key' }, text.slice(0, 20));
      assert.deepEqual(parseTransactionFile(Buffer.from(text)), { kind: 'secret-key' });
    }
    assert.deepEqual(parseTransactionFile(key), { kind: 'secret-key' });
  });
});
