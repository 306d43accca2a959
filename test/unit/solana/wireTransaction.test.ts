import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import {
  AccountRole,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  type KeyPairSigner,
} from '@solana/kit';
import fc from 'fast-check';
import { usdcMint, wrappedSolMint } from '../../../src/solana/baseMints.ts';
import { systemProgram, tokenProgram } from '../../../src/solana/knownPrograms.ts';
import { verifySignatures } from '../../../src/solana/verifySignatures.ts';
import { WireFormatError } from '../../../src/solana/wireReader.ts';
import {
  decodeTransactionBytes,
  isWritable,
  tryDecodeTransaction,
  type WireTransaction,
} from '../../../src/solana/wireTransaction.ts';
import { type PlainInstruction, signedWithKit, wallet } from '../../fixtures/signedTransactions.ts';

const table = '4sKLJ1Qoudh8PJyqBeuKocYdsZvxTcRShUt9aKqwhgvC';
const loadedPool = '58oQChx4yWmvKdwLLZzBi4ChoCc2fqCUWBkwMihLYQo2';
const loadedMint = wrappedSolMint;

let payer: KeyPairSigner;
let owner: KeyPairSigner;

const instruction = (): PlainInstruction => ({
  programAddress: tokenProgram,
  accounts: [
    { address: payer.address, role: AccountRole.WRITABLE_SIGNER },
    { address: owner.address, role: AccountRole.READONLY_SIGNER },
    { address: usdcMint, role: AccountRole.WRITABLE },
    { address: systemProgram, role: AccountRole.READONLY },
  ],
  data: Uint8Array.of(3, 1, 2, 3, 4, 5, 6, 7, 8),
});

const withLookups = (): PlainInstruction => ({
  ...instruction(),
  accounts: [
    ...instruction().accounts,
    {
      address: loadedPool,
      role: AccountRole.WRITABLE,
      lookupTableAddress: table,
      addressIndex: 7,
    },
    {
      address: loadedMint,
      role: AccountRole.READONLY,
      lookupTableAddress: table,
      addressIndex: 200,
    },
  ],
});

const made = (version: 'legacy' | 0 | 1, data?: Uint8Array): Promise<Uint8Array> => {
  const plain = version === 0 ? withLookups() : instruction();
  return signedWithKit({
    version,
    payer,
    signers: [owner],
    instructions: [data === undefined ? plain : { ...plain, data }],
    blockhash: usdcMint,
    config: { computeUnitLimit: 250_000, priorityFeeLamports: 2n ** 60n },
  });
};

const messageDecoder = getCompiledTransactionMessageDecoder();
const messageEncoder = getCompiledTransactionMessageEncoder();

/** Asserts that the library's codec decodes the same and encodes it to the same bytes. */
function assertAsLibrary({ messageBytes, ...read }: WireTransaction): void {
  const message = messageDecoder.decode(messageBytes);
  assert.ok(Buffer.from(messageBytes).equals(Buffer.from(messageEncoder.encode(message))));
  assert.equal(message.version, read.version);
  assert.equal(message.header.numSignerAccounts, read.requiredSignatures);
  assert.equal(message.header.numReadonlySignerAccounts, read.readonlySigned);
  assert.equal(message.header.numReadonlyNonSignerAccounts, read.readonlyUnsigned);
  assert.deepEqual(message.staticAccounts, read.staticKeys);
  assert.equal(message.lifetimeToken, read.blockhash);
  if (message.version === 1) {
    const heads = message.instructionHeaders.map((one) => one.programAccountIndex);
    assert.deepEqual(
      heads,
      read.instructions.map((one) => one.programIndex),
    );
    const data = message.instructionPayloads.map((one) => [...one.instructionData]);
    assert.deepEqual(
      data,
      read.instructions.map((one) => [...one.data]),
    );
    return;
  }
  const plain = message.instructions.map((one) => ({
    programIndex: one.programAddressIndex,
    accountIndexes: one.accountIndices ?? [],
    data: Uint8Array.from(one.data ?? []),
  }));
  assert.deepEqual(plain, read.instructions);
}

function encodeTransaction({
  version,
  signatures,
  messageBytes,
}: Pick<WireTransaction, 'version' | 'signatures' | 'messageBytes'>): Uint8Array {
  return Buffer.concat(
    version === 1
      ? [messageBytes, ...signatures]
      : [Uint8Array.of(signatures.length), ...signatures, messageBytes],
  );
}

const refused = (bytes: Uint8Array, message: RegExp) =>
  assert.throws(() => decodeTransactionBytes(bytes), { name: 'WireFormatError', message });

describe('A serialized transaction', () => {
  before(async () => {
    [payer, owner] = await Promise.all([wallet(1), wallet(2)]);
  });

  for (const version of ['legacy', 0, 1] as const) {
    describe(`of version ${version}`, () => {
      test('is parsed completely, and its signatures are valid', async () => {
        const transaction = decodeTransactionBytes(await made(version));
        assert.equal(transaction.version, version);
        assert.equal(transaction.requiredSignatures, 2);
        assert.equal(transaction.blockhash, usdcMint);
        const roles = transaction.staticKeys.map((key, index) => [
          key,
          index < transaction.requiredSignatures,
          isWritable(transaction, index),
        ]);
        assert.deepEqual(roles.slice(0, 3), [
          [payer.address, true, true],
          [owner.address, true, false],
          [usdcMint, false, true],
        ]);
        assert.deepEqual(
          new Map(roles.map(([key, , writable]) => [key, writable])).get(tokenProgram),
          false,
        );
        const [only] = transaction.instructions;
        assert.deepEqual([...(only?.data ?? [])], [3, 1, 2, 3, 4, 5, 6, 7, 8]);
        assert.equal(transaction.staticKeys[only?.programIndex ?? -1], tokenProgram);
        assert.deepEqual(
          only?.accountIndexes.slice(0, 4).map((index) => transaction.staticKeys[index]),
          [payer.address, owner.address, usdcMint, systemProgram],
        );
        assert.deepEqual(verifySignatures(transaction), [
          { signer: payer.address, state: 'valid' },
          { signer: owner.address, state: 'valid' },
        ]);
      });

      test('is serialized to the same bytes', async () => {
        const bytes = await made(version);
        assert.deepEqual([...encodeTransaction(decodeTransactionBytes(bytes))], [...bytes]);
      });

      test('is parsed as by the library, also with long and with empty data', async () => {
        for (const data of [undefined, new Uint8Array(), new Uint8Array(300).fill(7)]) {
          assertAsLibrary(decodeTransactionBytes(await made(version, data)));
        }
      });

      test('is rejected if it is truncated anywhere', async () => {
        const bytes = await made(version);
        for (let length = 0; length < bytes.length; length++) {
          refused(bytes.subarray(0, length), /^Truncated|^Empty/);
        }
      });

      test('is rejected with trailing bytes', async () => {
        refused(Uint8Array.from([...(await made(version)), 0]), /^1 extra byte at the end/);
      });

      test('shows invalid and missing signatures', async () => {
        const bytes = await made(version);
        const { signatures, ...rest } = decodeTransactionBytes(bytes);
        const wrong = Uint8Array.from(signatures[0] ?? []);
        wrong[5] = (wrong[5] ?? 0) ^ 1;
        const changed = { ...rest, signatures: [wrong, new Uint8Array(64)] };
        const states = verifySignatures(decodeTransactionBytes(encodeTransaction(changed)));
        assert.deepEqual(
          states.map(({ state }) => state),
          ['invalid', 'missing'],
        );
      });

      test('never breaks the parser, whatever byte is changed', async () => {
        const bytes = await made(version);
        fc.assert(
          fc.property(
            fc.nat({ max: bytes.length - 1 }),
            fc.nat({ max: 255 }),
            fc.nat({ max: bytes.length }),
            (at, value, length) => {
              const changed = Uint8Array.from(bytes).subarray(0, length);
              if (at < length) changed[at] = value;
              try {
                const read = decodeTransactionBytes(changed);
                assert.deepEqual([...encodeTransaction(read)], [...changed]);
                assertAsLibrary(read);
                assert.deepEqual(tryDecodeTransaction(changed), read);
              } catch (error) {
                if (!WireFormatError.is(error)) throw error;
                assert.equal(tryDecodeTransaction(changed), null);
              }
            },
          ),
          { numRuns: 1_000 },
        );
      });
    });
  }

  test('never breaks the parser if it is not a transaction', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        try {
          decodeTransactionBytes(bytes);
        } catch (error) {
          if (!WireFormatError.is(error)) throw error;
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('names the lookup tables that it loads accounts from', async () => {
    const transaction = decodeTransactionBytes(await made(0));
    assert.deepEqual(transaction.lookups, [
      { table, writableIndexes: [7], readonlyIndexes: [200] },
    ]);
    const own = transaction.staticKeys.length;
    assert.deepEqual(transaction.instructions[0]?.accountIndexes.slice(4), [own, own + 1]);
    assert.equal(isWritable(transaction, own), true);
    assert.equal(isWritable(transaction, own + 1), false);
  });

  test('of version 1 provides the limits and the fee of its header', async () => {
    assert.deepEqual(decodeTransactionBytes(await made(1)).config, {
      priorityFeeLamports: 2n ** 60n,
      computeUnitLimit: 250_000,
      loadedAccountsDataSizeLimit: null,
      heapSizeBytes: null,
    });
    assert.equal(decodeTransactionBytes(await made(0)).config, null);
  });

  test('of a future version is rejected by version number', async () => {
    const ahead = await made(1);
    ahead[0] = 0x82;
    refused(ahead, /Unknown transaction version: 2/);
    const behind = await made(0);
    behind[129] = 0x85;
    refused(behind, /Unknown transaction version: 5/);
  });

  test('with a non-minimal count encoding is rejected', async () => {
    const bytes = await made('legacy');
    refused(Uint8Array.from([0x82, 0, ...bytes.subarray(1)]), /^Unknown transaction version: 2/);
    const keysAt = 1 + 2 * 64 + 3;
    const count = bytes[keysAt] ?? 0;
    const long = [...bytes.subarray(0, keysAt), count | 0x80, 0, ...bytes.subarray(keysAt + 1)];
    refused(Uint8Array.from(long), /Non-canonical encoding/);
  });

  test('of version 1 with undefined limits or an incomplete fee is rejected', async () => {
    for (const mask of [0b100000, 0b01, 0b10]) {
      const bytes = await made(1);
      bytes[4] = mask;
      refused(bytes, /Invalid configuration mask/);
    }
  });

  test('that is empty, or only a message, is rejected with a reason', async () => {
    refused(new Uint8Array(), /Empty transaction/);
    refused((await made(0)).subarray(129), /Version 0 message without its signatures/);
  });

  test('larger than its version allows is rejected, with size and limit', async () => {
    const { instructions, ...rest } = decodeTransactionBytes(await made('legacy'));
    assert.equal(instructions.length, 1);
    // The data comes last: its one-byte length becomes two bytes of compact-u16.
    const message = rest.messageBytes.subarray(0, rest.messageBytes.length - 10);
    const data = new Uint8Array(1_200);
    const messageBytes = Uint8Array.from([...message, 0xb0, 0x09, ...data]);
    refused(
      encodeTransaction({ ...rest, messageBytes }),
      /^Too large: \d,\d{3} bytes, limit 1,232/,
    );
  });

  test('that refers to an account it does not have is rejected', async () => {
    const bytes = await made('legacy');
    bytes[bytes.length - 12] = 99;
    refused(bytes, /Account index 99 out of range: \d/);
  });

  test('executed by LiteSVM as version 1 is parsed completely', () => {
    const path = join(import.meta.dirname, '..', '..', 'fixtures', 'chain', 'version1.json');
    const { transaction } = JSON.parse(readFileSync(path, 'utf8'));
    const read = decodeTransactionBytes(Buffer.from(transaction[0], 'base64'));
    assert.equal(read.version, 1);
    assert.equal(read.config?.priorityFeeLamports, 4_321n);
    assert.equal(read.config?.computeUnitLimit, 120_000);
    assert.equal(read.instructions.length, 3);
    assert.deepEqual(
      verifySignatures(read).map(({ state }) => state),
      ['valid'],
    );
  });
});
