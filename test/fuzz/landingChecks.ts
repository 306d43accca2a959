import assert from 'node:assert/strict';
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { before, describe, test } from 'node:test';
import {
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
} from '@solana/kit';
import { encodeBase58 } from '../../src/solana/base58.ts';
import { checkTransaction } from '../../src/solana/landing/checkTransaction.ts';
import {
  parseTransactionFile,
  parseTransactionText,
} from '../../src/solana/landing/parseTransactions.ts';
import { canSend } from '../../src/solana/landing/transactionReport.ts';
import { decodeTransactionBytes } from '../../src/solana/wireTransaction.ts';
import { instructions, signedWithKit, wallet } from '../fixtures/signedTransactions.ts';
import { random } from './random.ts';

/** Every tenth mutation is also encoded as text and parsed again. */
const textEvery = 10;
const blockhash = '4QjEBrJnATvydaCoPb7j4cneA5vSJNFsAYHQwRAjAjmQ';

const privateKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 1)]),
  format: 'der',
  type: 'pkcs8',
});

/** Mutates a transaction; some are signed again, so that their signatures are valid. */
function mutate(
  bases: readonly Uint8Array[],
  pick: (limit: number) => number,
): Uint8Array<ArrayBufferLike> {
  const base = bases[pick(bases.length)] ?? new Uint8Array();
  let bytes = Uint8Array.from(base);
  for (let left = 1 + pick(3); left > 0; left--) {
    const at = pick(bytes.length);
    switch (pick(7)) {
      case 0:
        bytes[at] = (bytes[at] ?? 0) ^ (1 << pick(8));
        break;
      case 1:
        bytes[at] = pick(256);
        break;
      case 2:
        bytes[at] = [0, 1, 0x7f, 0x80, 0x81, 0xff][pick(6)] ?? 0;
        break;
      case 3:
        bytes = bytes.slice(0, at);
        break;
      case 4:
        bytes = Uint8Array.from([...bytes.slice(0, at), pick(256), ...bytes.slice(at)]);
        break;
      case 5:
        bytes = Uint8Array.from([...bytes.slice(0, at), ...bytes.slice(at + 1 + pick(8))]);
        break;
      default: {
        const other = bases[pick(bases.length)] ?? base;
        bytes = Uint8Array.from([...bytes.slice(0, at), ...other.slice(at)]);
      }
    }
  }
  // The only signature is first or last.
  if (pick(3) > 0 || bytes.length < 66) return bytes;
  const isLast = (bytes[0] ?? 0) >= 0x80;
  const message = isLast ? bytes.subarray(0, bytes.length - 64) : bytes.subarray(65);
  bytes.set(sign(null, message, privateKey), isLast ? bytes.length - 64 : 1);
  return bytes;
}

const messageDecoder = getCompiledTransactionMessageDecoder();
const messageEncoder = getCompiledTransactionMessageEncoder();

/** Asserts that the library decodes and encodes the message without a change. */
function assertCanonical(bytes: Uint8Array): void {
  const { messageBytes } = decodeTransactionBytes(bytes);
  const again = messageEncoder.encode(messageDecoder.decode(messageBytes));
  assert.ok(Buffer.from(messageBytes).equals(Uint8Array.from(again)), 'has another form');
}

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export function fuzzLandingChecks({
  mutations,
  seed,
}: Readonly<Record<'mutations' | 'seed', number>>) {
  describe(`The landing checks, on ${mutations} mutated transactions (seed ${seed}),`, () => {
    const bases: Uint8Array[] = [];
    before(async () => {
      // Most mutations cause an error, and stack traces would take most of the time.
      Error.stackTraceLimit = 0;
      const payer = await wallet(1);
      const other = (await wallet(2)).address;
      const list = [
        instructions.computeUnitLimit(60_000),
        instructions.computeUnitPrice(5_000n),
        instructions.transfer(payer.address, other, 5n),
        instructions.tip(payer.address, 2_000_000n),
        instructions.approve(other, payer.address, payer.address, 4n),
      ];
      const nonce = [instructions.advanceNonce(other, payer.address), ...list];
      for (const version of ['legacy', 0, 1] as const) {
        for (const chosen of [list, nonce]) {
          bases.push(await signedWithKit({ version, payer, instructions: chosen, blockhash }));
        }
      }
    });

    test('never throw, and only allow bytes identical to the input to be sent', () => {
      const pick = random(seed);
      let allowed = 0;
      for (let round = 0; round < mutations; round++) {
        const bytes = mutate(bases, pick);
        const given = digest(bytes);
        const report = checkTransaction(bytes);
        if (canSend(report)) {
          allowed++;
          assert.equal(report.sha256, given);
          assert.ok(report.signatures.every(({ state }) => state === 'valid'));
          assertCanonical(bytes);
        }
        assert.equal(digest(bytes), given, 'the checks changed the bytes');
        if (round % textEvery !== 0) continue;
        const text = [
          encodeBase58(bytes),
          Buffer.from(bytes).toString('base64'),
          Buffer.from(bytes).toString('base64url'),
          JSON.stringify([...bytes]),
        ][pick(4)];
        for (const input of [parseTransactionText(text ?? ''), parseTransactionFile(bytes)]) {
          if (input.kind !== 'transactions') continue;
          // Text may also decode to other bytes in another encoding, which must be refused.
          const [only] = input.transactions;
          if (only === undefined || !canSend(checkTransaction(only.bytes))) continue;
          assert.equal(digest(only.bytes), given);
        }
      }
      // Ensures that enough mutations reach the checks after the signatures.
      assert.ok(allowed > mutations / 200, `${allowed} may be sent`);
    });

    test('never throw on arbitrary text', () => {
      const pick = random(seed + 1);
      const alphabet = '[]{}",:0123456789abcXYZ+/=-_ \n\'`\\u1l0OI';
      for (let round = 0; round < 10_000; round++) {
        const text = Array.from({ length: pick(60) }, () => alphabet[pick(alphabet.length)]).join(
          '',
        );
        const input = parseTransactionText(text);
        assert.ok(['transactions', 'empty', 'wrong', 'secret-key'].includes(input.kind));
      }
    });
  });
}
