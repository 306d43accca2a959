import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import {
  type AccountInfo,
  AddressLookupTableProgram,
  ComputeBudgetProgram,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  type Logs,
  type PublicKey,
  SendTransactionError,
  type SlotInfo,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { suiteLimit } from '../suiteLimit.ts';
import { openSandboxForClients } from './sandboxForClients.ts';
import { contractKey, type ServeProcess } from './serveProcess.ts';

describe('A program with web3.js on the served Sandbox', suiteLimit, () => {
  let served: ServeProcess;
  /** Made with one URL, and nothing else: web3.js looks for subscriptions on the next port. */
  let connection: Connection;
  let payer: Keypair;

  before(async () => {
    served = await openSandboxForClients();
    connection = new Connection(`${served.url}/rpc?api-key=${contractKey}`, 'confirmed');
    payer = Keypair.generate();
    const signature = await connection.requestAirdrop(payer.publicKey, 10 * LAMPORTS_PER_SOL);
    const lifetime = await connection.getLatestBlockhash();
    const { value } = await connection.confirmTransaction({ signature, ...lifetime });
    assert.equal(value.err, null);
  });
  after(async () => {
    await served.stop();
  });

  const transferTo = (to: PublicKey, lamports: number) =>
    new Transaction().add(
      SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to, lamports }),
    );

  it('has what it asked for with requestAirdrop once that is confirmed', async () => {
    assert.equal(await connection.getBalance(payer.publicKey), 10 * LAMPORTS_PER_SOL);
  });

  it('learns from sendAndConfirmTransaction that its transfer landed', async () => {
    const receiver = Keypair.generate().publicKey;
    const signature = await sendAndConfirmTransaction(
      connection,
      transferTo(receiver, LAMPORTS_PER_SOL),
      [payer],
    );
    assert.equal(await connection.getBalance(receiver), LAMPORTS_PER_SOL);
    const status = await connection.getSignatureStatus(signature);
    assert.equal(status.value?.err, null);
    const landed = await connection.getTransaction(signature, {
      maxSupportedTransactionVersion: 0,
    });
    assert.equal(landed?.meta?.err, null);
    assert.equal(landed?.transaction.signatures[0], signature);
  });

  it('gets the error of a transfer that fails on chain in its structured form', async () => {
    const tooMuch = transferTo(Keypair.generate().publicKey, 1_000 * LAMPORTS_PER_SOL);
    await assert.rejects(
      sendAndConfirmTransaction(connection, tooMuch, [payer], { skipPreflight: true }),
      /\{"InstructionError":\[0,\{"Custom":1\}\]\}/,
    );
  });

  it('gets the logs of a transfer that fails before it is sent', async () => {
    const tooMuch = transferTo(Keypair.generate().publicKey, 1_000 * LAMPORTS_PER_SOL);
    await assert.rejects(
      sendAndConfirmTransaction(connection, tooMuch, [payer]),
      (error: unknown) => {
        assert.ok(error instanceof SendTransactionError, String(error));
        assert.match(error.message, /custom program error: 0x1/);
        assert.match(error.logs?.join('\n') ?? '', /insufficient lamports/);
        return true;
      },
    );
  });

  it('estimates compute units of an unsigned transaction without a blockhash', async () => {
    const receiver = Keypair.generate().publicKey;
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      // Replaced by the node.
      recentBlockhash: '11111111111111111111111111111111',
      instructions: [
        ComputeBudgetProgram.setComputeUnitLimit({ units: 1_400_000 }),
        SystemProgram.transfer({
          fromPubkey: payer.publicKey,
          toPubkey: receiver,
          lamports: LAMPORTS_PER_SOL,
        }),
      ],
    });
    const transaction = new VersionedTransaction(message.compileToV0Message());
    const { value } = await connection.simulateTransaction(transaction, {
      sigVerify: false,
      replaceRecentBlockhash: true,
      accounts: { encoding: 'base64', addresses: [receiver.toBase58()] },
    });
    assert.equal(value.err, null);
    assert.equal(value.unitsConsumed, 300);
    assert.equal(value.accounts?.[0]?.lamports, LAMPORTS_PER_SOL);
    const ofNobody = new TransactionMessage({
      payerKey: Keypair.generate().publicKey,
      recentBlockhash: '11111111111111111111111111111111',
      instructions: message.instructions,
    });
    const failing = await connection.simulateTransaction(
      new VersionedTransaction(ofNobody.compileToV0Message()),
      { replaceRecentBlockhash: true },
    );
    assert.equal(failing.value.err, 'AccountNotFound');
  });

  it('is notified of slots, of an account and of its logs while it listens', async () => {
    const receiver = Keypair.generate().publicKey;
    const slot = Promise.withResolvers<SlotInfo>();
    const changed = Promise.withResolvers<AccountInfo<Buffer>>();
    const logged = Promise.withResolvers<Logs>();
    const onSlot = connection.onSlotChange(slot.resolve);
    const onAccount = connection.onAccountChange(receiver, changed.resolve);
    const onLogs = connection.onLogs(receiver, logged.resolve);
    const { slot: number, parent, root } = await slot.promise;
    assert.equal(parent, number - 1);
    assert.ok(root < parent);
    const transfer = transferTo(receiver, LAMPORTS_PER_SOL);
    const signature = await sendAndConfirmTransaction(connection, transfer, [payer]);
    const account = await changed.promise;
    assert.equal(account.lamports, LAMPORTS_PER_SOL);
    assert.equal(account.owner.toBase58(), SystemProgram.programId.toBase58());
    const { err, logs, signature: of } = await logged.promise;
    assert.deepEqual([err, of], [null, signature]);
    assert.match(logs.join('\n'), /11111111111111111111111111111111 success/);
    await connection.removeSlotChangeListener(onSlot);
    await connection.removeAccountChangeListener(onAccount);
    await connection.removeOnLogsListener(onLogs);
  });

  it('creates a lookup table, reads it back and transfers to an account in it', async () => {
    const receiver = Keypair.generate().publicKey;
    const authority = payer.publicKey;
    const recentSlot = (await connection.getSlot()) - 1;
    const [create, lookupTable] = AddressLookupTableProgram.createLookupTable({
      authority,
      payer: authority,
      recentSlot,
    });
    const addresses = [receiver];
    const extend = AddressLookupTableProgram.extendLookupTable({
      authority,
      payer: authority,
      lookupTable,
      addresses,
    });
    await sendAndConfirmTransaction(connection, new Transaction().add(create, extend), [payer]);
    const { value: table } = await connection.getAddressLookupTable(lookupTable);
    assert.ok(table);
    assert.deepEqual(
      table.state.addresses.map((each) => each.toBase58()),
      [receiver.toBase58()],
    );
    const lifetime = await connection.getLatestBlockhash();
    const message = new TransactionMessage({
      payerKey: authority,
      recentBlockhash: lifetime.blockhash,
      instructions: transferTo(receiver, LAMPORTS_PER_SOL).instructions,
    }).compileToV0Message([table]);
    assert.equal(message.addressTableLookups.length, 1);
    const transaction = new VersionedTransaction(message);
    transaction.sign([payer]);
    const signature = await connection.sendTransaction(transaction);
    const { value } = await connection.confirmTransaction({ signature, ...lifetime });
    assert.equal(value.err, null);
    assert.equal(await connection.getBalance(receiver), LAMPORTS_PER_SOL);
  });

  it('learns that the Sandbox stops, which ends at once all the same', async () => {
    const other = await openSandboxForClients();
    const socket = new WebSocket(`ws://127.0.0.1:${other.port}/rpc?api-key=${contractKey}`);
    await once(socket, 'open');
    const closed = once(socket, 'close');
    assert.equal(await other.process.kill('SIGTERM'), 0);
    const [event] = await closed;
    assert.equal(event.code, 1001);
  });
});
