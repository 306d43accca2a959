import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createKeyPairSignerFromBytes, type KeyPairSigner } from '@solana/kit';
import { LandingError } from '../../../../../src/engine/rpc/landingError.ts';
import { developmentAccount } from '../../../../../src/engine/sandbox/developmentAccounts.ts';
import { Random } from '../../../../../src/engine/sandbox/random.ts';
import { openSubscription } from '../../../../../src/engine/sandbox/rpc/subscriptions.ts';
import { SandboxChain } from '../../../../../src/engine/sandbox/sandboxChain.ts';
import { VirtualMachine } from '../../../../../src/engine/sandbox/virtualMachine.ts';
import { systemProgram } from '../../../../../src/solana/knownPrograms.ts';
import { instructions, signedWithKit, wallet } from '../../../../fixtures/signedTransactions.ts';

const start = 1_800_000_000;
const firstSlot = 400_000_000;
const blockhashOf = (second: number) => new Random(1, second, 0xb10c).address();

describe('A subscriber of the Sandbox', () => {
  let chain: SandboxChain;
  let payer: KeyPairSigner;
  let other: string;

  before(async () => {
    payer = await createKeyPairSignerFromBytes(developmentAccount(0).secretKey);
    other = (await wallet(2)).address;
  });

  async function openChain(): Promise<void> {
    chain = new SandboxChain({
      machine: await VirtualMachine.open(),
      now: () => start * 1_000,
      blockhashOf,
      slotOf: (second) => second - start + firstSlot,
    });
  }

  /** Lands in the next block; a transfer that exceeds the balance fails there. */
  async function send(lamports: bigint): Promise<string> {
    const { blockhash } = await chain.latestBlockhash();
    const bytes = await signedWithKit({
      version: 0,
      payer,
      instructions: [instructions.transfer(payer.address, other, lamports)],
      blockhash,
    });
    return (await chain.send(bytes, { skipPreflight: true })).signature;
  }

  function produceBlocks(from: number, to = from): void {
    for (let second = from; second <= to; second += 1) chain.produceBlock(start + second);
  }

  /** Records the notifications of a subscription, then `ended`. */
  function subscribe(method: string, ...params: unknown[]) {
    const subscription = openSubscription(chain, method, params);
    const sent: unknown[] = [];
    subscription.start({
      notify: (result) => sent.push(result),
      end: () => sent.push('ended'),
      onUnexpected: (error) => {
        throw error;
      },
    });
    return { sent, stop: () => subscription.stop(), notification: subscription.notification };
  }

  const inSlot = (offset: number, value: unknown) => ({
    context: { slot: firstSlot + offset, apiVersion: '4.0.0' },
    value,
  });

  it('is notified once when a signature reaches the commitment', async () => {
    await openChain();
    const signature = await send(5_000_000n);
    const processed = subscribe('signatureSubscribe', signature, { commitment: 'processed' });
    const confirmed = subscribe('signatureSubscribe', signature, { commitment: 'confirmed' });
    const finalized = subscribe('signatureSubscribe', signature);
    assert.deepEqual(processed.sent, []);
    produceBlocks(1);
    assert.deepEqual(processed.sent, [inSlot(1, { err: null }), 'ended']);
    for (const { sent } of [confirmed, finalized]) assert.deepEqual(sent, []);
    produceBlocks(2);
    // One state with two names.
    for (const { sent } of [confirmed, finalized]) {
      assert.deepEqual(sent, [inSlot(1, { err: null }), 'ended']);
    }
  });

  it('is notified at once of a signature that has already reached the commitment', async () => {
    await openChain();
    const signature = await send(10n ** 18n);
    produceBlocks(1, 2);
    const { sent } = subscribe('signatureSubscribe', signature, { commitment: 'confirmed' });
    const err = { InstructionError: [0, { Custom: 1 }] };
    assert.deepEqual(sent, [inSlot(1, { err }), 'ended']);
  });

  it('is notified of a received signature if it enabled that', async () => {
    await openChain();
    const options = { commitment: 'processed', enableReceivedNotification: true };
    const signature = await send(5_000_000n);
    const late = subscribe('signatureSubscribe', signature, options);
    const received = inSlot(0, 'receivedSignature');
    assert.deepEqual(late.sent, [received]);
    produceBlocks(1);
    assert.deepEqual(late.sent, [received, inSlot(1, { err: null }), 'ended']);
  });

  it('receives slots and roots until it stops', async () => {
    await openChain();
    const slots = subscribe('slotSubscribe');
    const roots = subscribe('rootSubscribe');
    produceBlocks(1, 2);
    slots.stop();
    produceBlocks(3);
    const root = firstSlot - 1;
    assert.deepEqual(slots.sent, [
      { parent: firstSlot, root: root + 1, slot: firstSlot + 1 },
      { parent: firstSlot + 1, root: root + 2, slot: firstSlot + 2 },
    ]);
    assert.deepEqual(roots.sent, [root + 1, root + 2, root + 3]);
    assert.deepEqual(
      [slots, roots].map((each) => each.notification),
      ['slotNotification', 'rootNotification'],
    );
  });

  it('receives an account once per changing block at its commitment', async () => {
    await openChain();
    const base64 = { encoding: 'base64' };
    const processed = subscribe('accountSubscribe', other, { ...base64, commitment: 'processed' });
    const confirmed = subscribe('accountSubscribe', other, { ...base64, commitment: 'confirmed' });
    await send(5_000_000n);
    produceBlocks(1, 2);
    await send(1_000_000n);
    produceBlocks(3);
    const account = (lamports: bigint) => ({
      lamports,
      owner: systemProgram,
      data: ['', 'base64'],
      executable: false,
      rentEpoch: 2n ** 64n - 1n,
      space: 0,
    });
    const first = inSlot(1, account(5_000_000n));
    assert.deepEqual(processed.sent, [first, inSlot(3, account(6_000_000n))]);
    assert.deepEqual(confirmed.sent, [first]);
  });

  it('receives the logs of all transactions or of those that mention an address', async () => {
    await openChain();
    const earlier = await send(1_000_000n);
    produceBlocks(1);
    const options = { commitment: 'processed' };
    const all = subscribe('logsSubscribe', 'all', options);
    const mentioning = subscribe('logsSubscribe', { mentions: [other] }, options);
    const nobody = subscribe('logsSubscribe', { mentions: [blockhashOf(1)] }, options);
    const finalized = subscribe('logsSubscribe', 'all');
    const first = await send(2_000_000n);
    // A late block includes no queued transactions.
    produceBlocks(1);
    assert.deepEqual(all.sent, []);
    produceBlocks(2);
    const second = await send(10n ** 18n);
    produceBlocks(3);
    const logs = [`Program ${systemProgram} invoke [1]`, `Program ${systemProgram} success`];
    const failed = {
      signature: second,
      err: { InstructionError: [0, { Custom: 1 }] },
      logs: [
        `Program ${systemProgram} invoke [1]`,
        `Transfer: insufficient lamports 999996985000, need ${10n ** 18n}`,
        `Program ${systemProgram} failed: custom program error: 0x1`,
      ],
    };
    const expected = [inSlot(2, { signature: first, err: null, logs }), inSlot(3, failed)];
    assert.deepEqual(all.sent, expected);
    assert.deepEqual(mentioning.sent, expected);
    assert.deepEqual(nobody.sent, []);
    assert.deepEqual(
      finalized.sent.map((each) => (each as { value: { signature: string } }).value.signature),
      [earlier, first],
    );
  });

  it('does not stop block production by throwing', async () => {
    await openChain();
    const subscription = openSubscription(chain, 'slotSubscribe', []);
    const errors: unknown[] = [];
    subscription.start({
      notify: () => {
        throw new Error('broken');
      },
      end: () => undefined,
      onUnexpected: (error) => errors.push(error),
    });
    const others = subscribe('slotSubscribe');
    produceBlocks(1);
    assert.match(String(errors), /broken/);
    assert.equal(others.sent.length, 1);
  });

  it('gets an error that describes an invalid request', async () => {
    await openChain();
    for (const [method, params, code, words] of [
      ['blockSubscribe', ['all'], -32_601, /over WebSocket there are signatureSubscribe/],
      ['programSubscribe', [systemProgram], -32_601, /Method not found/],
      ['signatureSubscribe', ['abc'], -32_602, /a signature: 64 bytes/],
      ['signatureSubscribe', [], -32_602, /params\[0\]/],
      ['accountSubscribe', ['abc'], -32_602, /an address/],
      ['accountSubscribe', [systemProgram, { encoding: 'hex' }], -32_602, /encoding/],
      ['accountSubscribe', [systemProgram, { commitment: 'root' }], -32_602, /commitment/],
      ['logsSubscribe', ['some'], -32_602, /"all"/],
      ['logsSubscribe', [{ mentions: [] }], -32_602, /one address/],
      ['logsSubscribe', [{ mentions: [systemProgram, systemProgram] }], -32_602, /at most 1/],
    ] as const) {
      assert.throws(
        () => openSubscription(chain, method, params),
        (error: unknown) => {
          assert.ok(LandingError.isLandingError(error), String(error));
          assert.equal(error.code, code, method);
          assert.match(error.message, words);
          return true;
        },
      );
    }
  });
});
