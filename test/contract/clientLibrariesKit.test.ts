// Only in test:all: it runs a client library against the Sandbox’s node.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type Address,
  airdropFactory,
  appendTransactionMessageInstructions,
  assertIsTransactionWithBlockhashLifetime,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  devnet,
  estimateAndSetResourceLimitsFactory,
  estimateResourceLimitsFactory,
  fillTransactionMessageProvisoryResourceLimits,
  generateKeyPairSigner,
  getSignatureFromTransaction,
  type Instruction,
  isSolanaError,
  type KeyPairSigner,
  lamports,
  pipe,
  SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { getCreateAccountInstruction, getTransferSolInstruction } from '@solana-program/system';
import {
  fetchMint,
  fetchToken,
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMint2Instruction,
  getMintSize,
  getMintToInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { suiteLimit } from '../suiteLimit.ts';
import { contractKey, ServeProcess } from './serveProcess.ts';

const sol = 1_000_000_000n;

/** Both use the server's one port; `devnet` makes the types include airdrops. */
const clientsOf = ({ port }: ServeProcess) => ({
  rpc: createSolanaRpc(devnet(`http://127.0.0.1:${port}/rpc?api-key=${contractKey}`)),
  rpcSubscriptions: createSolanaRpcSubscriptions(
    devnet(`ws://127.0.0.1:${port}/rpc?api-key=${contractKey}`),
  ),
});

describe('A program with kit on the served Sandbox', suiteLimit, () => {
  let served: ServeProcess;
  let rpc: ReturnType<typeof clientsOf>['rpc'];
  let rpcSubscriptions: ReturnType<typeof clientsOf>['rpcSubscriptions'];
  let sendAndConfirm: ReturnType<typeof sendAndConfirmTransactionFactory>;
  let payer: KeyPairSigner;

  before(async () => {
    served = await ServeProcess.openSandbox();
    ({ rpc, rpcSubscriptions } = clientsOf(served));
    sendAndConfirm = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions });
    payer = await generateKeyPairSigner();
    const airdrop = airdropFactory({ rpc, rpcSubscriptions });
    await airdrop({
      commitment: 'confirmed',
      lamports: lamports(10n * sol),
      recipientAddress: payer.address,
    });
  });
  after(async () => {
    await served.stop();
  });

  async function messageOf(...instructions: Instruction[]) {
    const { value: lifetime } = await rpc.getLatestBlockhash().send();
    return pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayerSigner(payer, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
      (message) => appendTransactionMessageInstructions(instructions, message),
    );
  }

  async function signed(...instructions: Instruction[]) {
    const transaction = await signTransactionMessageWithSigners(await messageOf(...instructions));
    assertIsTransactionWithBlockhashLifetime(transaction);
    return transaction;
  }

  const transferTo = (destination: Address, amount: bigint) =>
    getTransferSolInstruction({ source: payer, destination, amount });

  const balanceOf = async (address: Address) => (await rpc.getBalance(address).send()).value;

  it('has the lamports of an airdrop once it is confirmed', async () => {
    const { value } = await rpc.getBalance(payer.address, { commitment: 'confirmed' }).send();
    assert.equal(value, 10n * sol);
  });

  it('confirms through sendAndConfirmTransaction that its transfer landed', async () => {
    const { address } = await generateKeyPairSigner();
    const transaction = await signed(transferTo(address, sol));
    await sendAndConfirm(transaction, { commitment: 'confirmed' });
    assert.equal(await balanceOf(address), sol);
    const signature = getSignatureFromTransaction(transaction);
    const { value } = await rpc.getSignatureStatuses([signature]).send();
    assert.deepEqual(value[0]?.status, { Ok: null });
  });

  it('gets a typed error for a transfer that fails on chain', async () => {
    const { address } = await generateKeyPairSigner();
    const transaction = await signed(transferTo(address, 1_000n * sol));
    await assert.rejects(
      sendAndConfirm(transaction, { commitment: 'confirmed', skipPreflight: true }),
      (error: unknown) => {
        assert.ok(isSolanaError(error, SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM), String(error));
        assert.equal(error.context.code, 1);
        return true;
      },
    );
  });

  it('gets a typed error as its cause for a transfer that fails before it is sent', async () => {
    const { address } = await generateKeyPairSigner();
    const transaction = await signed(transferTo(address, 1_000n * sol));
    await assert.rejects(
      sendAndConfirm(transaction, { commitment: 'confirmed' }),
      ({ cause }: Error) => {
        assert.ok(isSolanaError(cause, SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM), String(cause));
        return true;
      },
    );
  });

  it('lands with the compute units that it estimated', async () => {
    const { address } = await generateKeyPairSigner();
    const estimateAndSet = estimateAndSetResourceLimitsFactory(
      estimateResourceLimitsFactory({ rpc }),
    );
    const message = fillTransactionMessageProvisoryResourceLimits(
      await messageOf(transferTo(address, sol)),
    );
    const transaction = await signTransactionMessageWithSigners(await estimateAndSet(message));
    assertIsTransactionWithBlockhashLifetime(transaction);
    await sendAndConfirm(transaction, { commitment: 'confirmed' });
    assert.equal(await balanceOf(address), sol);
  });

  it('creates a mint, mints to a token account and transfers from it', async () => {
    const mint = await generateKeyPairSigner();
    const owner = (await generateKeyPairSigner()).address;
    const space = BigInt(getMintSize());
    const tokenProgram = TOKEN_PROGRAM_ADDRESS;
    const rent = await rpc.getMinimumBalanceForRentExemption(space).send();
    await sendAndConfirm(
      await signed(
        getCreateAccountInstruction({
          payer,
          newAccount: mint,
          lamports: rent,
          space,
          programAddress: tokenProgram,
        }),
        getInitializeMint2Instruction({
          mint: mint.address,
          decimals: 6,
          mintAuthority: payer.address,
        }),
      ),
      { commitment: 'confirmed' },
    );
    const created = await fetchMint(rpc, mint.address);
    assert.deepEqual([created.data.decimals, created.data.supply], [6, 0n]);
    const accountOf = async (of: Address) =>
      (await findAssociatedTokenPda({ owner: of, tokenProgram, mint: mint.address }))[0];
    const [source, destination] = [await accountOf(payer.address), await accountOf(owner)];
    const createFor = (ata: Address, of: Address) =>
      getCreateAssociatedTokenIdempotentInstruction({ payer, ata, owner: of, mint: mint.address });
    await sendAndConfirm(
      await signed(
        createFor(source, payer.address),
        createFor(destination, owner),
        getMintToInstruction({
          mint: mint.address,
          token: source,
          mintAuthority: payer,
          amount: 5_000_000n,
        }),
        getTransferCheckedInstruction({
          source,
          mint: mint.address,
          destination,
          authority: payer,
          amount: 2_000_000n,
          decimals: 6,
        }),
      ),
      { commitment: 'confirmed' },
    );
    assert.equal((await fetchToken(rpc, destination)).data.amount, 2_000_000n);
    const { value: balance } = await rpc.getTokenAccountBalance(source).send();
    assert.equal(balance.amount, '3000000');
    const { value: supply } = await rpc.getTokenSupply(mint.address).send();
    assert.equal(supply.uiAmountString, '5');
    const { value: owned } = await rpc
      .getTokenAccountsByOwner(owner, { mint: mint.address }, { encoding: 'base64' })
      .send();
    assert.deepEqual(
      owned.map(({ pubkey }) => pubkey),
      [destination],
    );
  });

  it('receives notifications of slots, of an account and of logs', async () => {
    const { address } = await generateKeyPairSigner();
    const stop = new AbortController();
    const abortSignal = stop.signal;
    const first = async <Notification>(each: AsyncIterable<Notification>) => {
      for await (const notification of each) return notification;
      throw new Error('ended without a notification');
    };
    const commitment = 'confirmed';
    const slots = await rpcSubscriptions.slotNotifications().subscribe({ abortSignal });
    const accounts = await rpcSubscriptions
      .accountNotifications(address, { commitment, encoding: 'base64' })
      .subscribe({ abortSignal });
    const logs = await rpcSubscriptions
      .logsNotifications({ mentions: [address] }, { commitment })
      .subscribe({ abortSignal });
    // Iterate now: notifications that arrive before the iteration starts are lost.
    const notified = Promise.all([first(slots), first(accounts), first(logs)]);
    const transaction = await signed(transferTo(address, sol));
    await sendAndConfirm(transaction, { commitment });
    const [{ slot, parent }, account, { value }] = await notified;
    assert.equal(parent, slot - 1n);
    assert.equal(account.value.lamports, sol);
    assert.equal(value.signature, getSignatureFromTransaction(transaction));
    stop.abort();
  });
});
