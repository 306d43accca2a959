// Only in test:all: it runs a client library against the Sandbox’s node.

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
  PublicKey,
  SendTransactionError,
  type SlotInfo,
  SystemProgram,
  sendAndConfirmTransaction,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { defaultSandboxSeed } from '../../src/backend/engines/sourceConfig.ts';
import { SimulatedMarket } from '../../src/engine/sandbox/simulatedMarket.ts';
import { usdcMint } from '../../src/solana/baseMints.ts';
import { suiteLimit } from '../suiteLimit.ts';
import { openSandboxForClients } from './sandboxForClients.ts';
import { contractKey, type ServeProcess } from './serveProcess.ts';

describe('A program with web3.js on the served Sandbox', suiteLimit, () => {
  let served: ServeProcess;
  /** Created with the HTTP URL alone, so web3.js opens subscriptions on the next port. */
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

  it('has the lamports of requestAirdrop once it is confirmed', async () => {
    assert.equal(await connection.getBalance(payer.publicKey), 10 * LAMPORTS_PER_SOL);
  });

  it('confirms through sendAndConfirmTransaction that its transfer landed', async () => {
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
      // The node replaces it.
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

  it('reads the chain with the other methods, whose responses the library validates', async () => {
    const signature = await sendAndConfirmTransaction(
      connection,
      transferTo(Keypair.generate().publicKey, LAMPORTS_PER_SOL),
      [payer],
    );
    const version = { maxSupportedTransactionVersion: 0 };
    const { slot = 0, blockTime } = (await connection.getTransaction(signature, version)) ?? {};
    const block = await connection.getBlock(slot, version);
    assert.ok(block?.transactions.some((one) => one.transaction.signatures[0] === signature));
    const parsed = await connection.getParsedTransaction(signature, version);
    assert.equal(parsed?.transaction.message.accountKeys[0]?.pubkey.equals(payer.publicKey), true);
    assert.equal(await connection.getBlockTime(slot), blockTime);
    assert.ok((await connection.getBlocks(slot - 2, slot)).includes(slot));
    assert.ok((await connection.getBlockHeight()) >= slot);
    const list = await connection.getSignaturesForAddress(payer.publicKey);
    assert.ok(list.some((one) => one.signature === signature && one.err === null));

    const { blockhash } = await connection.getLatestBlockhash();
    assert.equal((await connection.isBlockhashValid(blockhash)).value, true);
    const message = new TransactionMessage({
      payerKey: payer.publicKey,
      recentBlockhash: blockhash,
      instructions: transferTo(payer.publicKey, 1).instructions,
    }).compileToV0Message();
    assert.equal((await connection.getFeeForMessage(message)).value, 5_000);
    const prices = await connection.getRecentPrioritizationFees();
    assert.ok(prices.some((one) => one.slot === slot && one.prioritizationFee === 0));

    const pool = new SimulatedMarket(defaultSandboxSeed).pools.all[0];
    const [, vault = ''] = pool?.writable ?? [];
    const mint = new PublicKey(pool?.tokenA.mint ?? '');
    const owner = new PublicKey(pool?.vaultOwner ?? '');
    const held = await connection.getTokenAccountBalance(new PublicKey(vault));
    assert.ok(BigInt(held.value.amount) > 0n);
    const owned = await connection.getParsedTokenAccountsByOwner(owner, { mint });
    assert.ok(owned.value.some(({ pubkey }) => pubkey.toBase58() === vault));
    const accounts = await connection.getTokenAccountsByOwner(owner, { mint });
    assert.ok(accounts.value.every(({ account }) => account.data.length >= 165));
    const supply = await connection.getTokenSupply(new PublicKey(usdcMint));
    assert.deepEqual([supply.value.decimals, supply.value.uiAmount], [6, 9_000_000_000]);
    const [usdc, none] = await connection.getMultipleAccountsInfo([
      new PublicKey(usdcMint),
      Keypair.generate().publicKey,
    ]);
    assert.deepEqual([usdc?.data.length, none], [82, null]);

    const epoch = await connection.getEpochInfo();
    assert.ok(epoch.absoluteSlot >= slot && epoch.slotIndex < epoch.slotsInEpoch);
    assert.ok((await connection.getMinimumBalanceForRentExemption(0)) > 0);
    assert.equal(new PublicKey(await connection.getGenesisHash()).toBytes().length, 32);
    assert.match((await connection.getVersion())['solana-core'], /^\d/);
  });

  it('requests several transactions in one batch with string ids', async () => {
    const bodies: string[] = [];
    const watched = new Connection(connection.rpcEndpoint, {
      commitment: 'confirmed',
      fetch: (url, init) => {
        bodies.push(String(init?.body));
        return fetch(url, init);
      },
    });
    const signatures: string[] = [];
    for (const lamports of [LAMPORTS_PER_SOL, 2 * LAMPORTS_PER_SOL]) {
      const transfer = transferTo(Keypair.generate().publicKey, lamports);
      signatures.push(await sendAndConfirmTransaction(connection, transfer, [payer]));
    }
    const found = await watched.getTransactions(signatures, { maxSupportedTransactionVersion: 0 });
    assert.deepEqual(
      found.map((one) => one?.transaction.signatures[0]),
      signatures,
    );
    assert.equal(bodies.length, 1);
    const batch = JSON.parse(bodies[0] ?? '') as { method: string; id: unknown }[];
    assert.deepEqual(
      batch.map(({ method }) => method),
      ['getTransaction', 'getTransaction'],
    );
    for (const { id } of batch) assert.match(String(id), /^[0-9a-f]{8}-/);
  });

  it('receives notifications of slots, of an account and of its logs', async () => {
    const receiver = Keypair.generate().publicKey;
    const slot = Promise.withResolvers<SlotInfo>();
    const changed = Promise.withResolvers<AccountInfo<Buffer>>();
    const logged = Promise.withResolvers<Logs>();
    const onSlot = connection.onSlotChange(slot.resolve);
    const onAccount = connection.onAccountChange(receiver, changed.resolve);
    const onLogs = connection.onLogs(receiver, logged.resolve);
    const { slot: number, parent, root } = await slot.promise;
    assert.equal(parent, number - 1);
    // A block is final once there is a later one.
    assert.equal(root, parent);
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

  it('gets a close event when the Sandbox stops, which exits at once', async () => {
    const other = await openSandboxForClients();
    const socket = new WebSocket(`ws://127.0.0.1:${other.port}/rpc?api-key=${contractKey}`);
    await once(socket, 'open');
    const closed = once(socket, 'close');
    assert.equal(await other.process.kill('SIGTERM'), 0);
    const [event] = await closed;
    assert.equal(event.code, 1001);
  });
});
