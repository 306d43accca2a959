import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { createKeyPairSignerFromBytes, type KeyPairSigner } from '@solana/kit';
import { parseJson, stringifyJson } from '../../../../../src/api/json.ts';
import { decodeTransaction } from '../../../../../src/engine/decode/decodeTransaction.ts';
import type { RpcBlockTransaction } from '../../../../../src/engine/decode/rpcBlock.ts';
import { LandingError } from '../../../../../src/engine/rpc/landingError.ts';
import { developmentAccount } from '../../../../../src/engine/sandbox/developmentAccounts.ts';
import { handleSandboxRpc } from '../../../../../src/engine/sandbox/rpc/sandboxRpc.ts';
import { SandboxChain } from '../../../../../src/engine/sandbox/sandboxChain.ts';
import { simulatedAccounts } from '../../../../../src/engine/sandbox/simulatedAccounts.ts';
import { SimulatedLeaders } from '../../../../../src/engine/sandbox/simulatedLeaders.ts';
import { SimulatedMarket } from '../../../../../src/engine/sandbox/simulatedMarket.ts';
import { slotAtSecond } from '../../../../../src/engine/sandbox/simulatedTime.ts';
import { VirtualMachine } from '../../../../../src/engine/sandbox/virtualMachine.ts';
import { encodeBase58 } from '../../../../../src/solana/base58.ts';
import { usdcMint, wrappedSolMint } from '../../../../../src/solana/baseMints.ts';
import { decodeTransactionBytes } from '../../../../../src/solana/wireTransaction.ts';
import { instructions, signedWithKit, wallet } from '../../../../fixtures/signedTransactions.ts';

const start = 1_800_000_000;
const startSlot = slotAtSecond(start);
const market = new SimulatedMarket(1);
const leaders = new SimulatedLeaders(1);

interface InContext<Value> {
  readonly context: { readonly slot: number; readonly apiVersion: string };
  readonly value: Value;
}

describe('A client of the Sandbox’s node', () => {
  let chain: SandboxChain;
  let payer: KeyPairSigner;
  let other: string;
  let machine: VirtualMachine;

  before(async () => {
    payer = await createKeyPairSignerFromBytes(developmentAccount(0).secretKey);
    other = (await wallet(2)).address;
  });
  beforeEach(async () => {
    machine = await VirtualMachine.open();
    chain = new SandboxChain({
      machine,
      now: () => start * 1_000,
      blockhashOf: (second) => market.blockhash(second),
      slotOf: slotAtSecond,
      leaderOf: (slot) => leaders.of(slot),
      accounts: (rent) => simulatedAccounts(market, rent),
      transactionsAt: (second) => market.block(second, second).block.transactions,
    });
  });

  const ask = async <Result>(method: string, ...params: unknown[]): Promise<Result> =>
    parseJson(stringifyJson(await handleSandboxRpc(chain, method, params))) as Result;
  const value = async <Value>(method: string, ...params: unknown[]): Promise<Value> =>
    (await ask<InContext<Value>>(method, ...params)).value;
  const refused = (code: number, message: RegExp, method: string, ...params: unknown[]) =>
    assert.rejects(ask(method, ...params), (error: unknown) => {
      assert.ok(LandingError.isLandingError(error), String(error));
      assert.equal(error.code, code, error.message);
      assert.match(error.message, message);
      return true;
    });
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  const transfer = (lamports = 5_000_000n, blockhash = market.blockhash(start)) =>
    signedWithKit({
      version: 0,
      payer,
      instructions: [
        instructions.computeUnitLimit(20_000),
        instructions.computeUnitPrice(1_000n),
        instructions.transfer(payer.address, other, lamports),
      ],
      blockhash,
    });
  const send = async (bytes: Uint8Array, options: object = {}) =>
    await ask<string>('sendTransaction', base64(bytes), { encoding: 'base64', ...options });
  const status = async (signature: string) =>
    (await value<(Record<string, unknown> | null)[]>('getSignatureStatuses', [signature]))[0];

  test('gets statuses with structured errors, in the older format too', async () => {
    const good = await send(await transfer());
    const bad = await send(await transfer(10n ** 18n), { skipPreflight: true });
    assert.equal(await status(good), null);
    chain.produceBlock(start + 1);
    assert.deepEqual(await status(good), {
      slot: startSlot + 1,
      confirmations: 0,
      err: null,
      status: { Ok: null },
      confirmationStatus: 'processed',
    });
    const err = { InstructionError: [2, { Custom: 1 }] };
    const failed = await status(bad);
    assert.deepEqual([failed?.['err'], failed?.['status']], [err, { Err: err }]);
    chain.produceBlock(start + 2);
    const final = await status(good);
    assert.deepEqual(
      [final?.['confirmations'], final?.['confirmationStatus']],
      [null, 'finalized'],
    );
  });

  test('can confirm an airdrop like any transaction', async () => {
    const fresh = (await wallet(56)).address;
    const two = [
      await ask<string>('requestAirdrop', fresh, 1_000_000_000),
      await ask<string>('requestAirdrop', fresh, 1_000_000_000),
    ];
    assert.notEqual(two[0], two[1]);
    assert.equal(await value('getBalance', fresh), 0);
    chain.produceBlock(start + 1);
    for (const signature of two) assert.equal((await status(signature))?.['err'], null);
    assert.equal(await value('getBalance', fresh), 2_000_000_000);
    await refused(-32_602, /params\[1\] must be a number of lamports/, 'requestAirdrop', fresh, -1);
  });

  test('estimates compute units of an unsigned transaction with another blockhash', async () => {
    const signed = await transfer(5_000_000n, other);
    const unsigned = base64(Uint8Array.from(signed).fill(0, 1, 65));
    const simulate = (options: object) =>
      value<Record<string, unknown>>('simulateTransaction', unsigned, {
        encoding: 'base64',
        ...options,
      });
    const run = await simulate({ sigVerify: false, replaceRecentBlockhash: true });
    assert.equal(run['err'], null);
    assert.equal(run['unitsConsumed'], 450);
    assert.deepEqual(run['replacementBlockhash'], {
      blockhash: market.blockhash(start),
      lastValidBlockHeight: startSlot + 150,
    });
    assert.equal((await simulate({}))['err'], 'BlockhashNotFound');
    await refused(-32_003, /signature/, 'simulateTransaction', unsigned, { sigVerify: true });
    const both = { sigVerify: true, replaceRecentBlockhash: true };
    await refused(-32_602, /may not be used/, 'simulateTransaction', unsigned, both);
    // Signatures are checked again afterwards.
    await refused(-32_003, /signature/, 'sendTransaction', unsigned);
  });

  test('simulates with resulting accounts and inner instructions', async () => {
    const bytes = base64(await transfer());
    const accounts = { encoding: 'base64', addresses: [other, usdcMint] };
    const run = await value<{
      accounts: { lamports: number }[];
      innerInstructions: unknown;
      err: unknown;
    }>('simulateTransaction', bytes, { encoding: 'base64', accounts, innerInstructions: true });
    assert.equal(run.err, null);
    assert.equal(run.accounts[0]?.lamports, 5_000_000);
    assert.ok(run.accounts[1]);
    assert.deepEqual(run.innerInstructions, []);
    assert.equal(await value('getBalance', other), 0);
    const failing = base64(await transfer(10n ** 18n));
    const failed = await value<Record<string, unknown>>('simulateTransaction', failing, {
      encoding: 'base64',
      accounts,
    });
    assert.deepEqual(failed['err'], { InstructionError: [2, { Custom: 1 }] });
    assert.deepEqual(failed['accounts'], [null, null]);
    assert.ok((failed['logs'] as string[]).some((line) => /insufficient lamports/.test(line)));
  });

  test('gets an error if the chain has not reached minContextSlot', async () => {
    const late = { minContextSlot: startSlot + 1 };
    const bytes = base64(await transfer());
    for (const [method, ...params] of [
      ['getLatestBlockhash', late],
      ['getBalance', other, late],
      ['getSlot', late],
      ['sendTransaction', bytes, late],
      ['simulateTransaction', bytes, late],
    ] as const) {
      await refused(-32_016, /Minimum context slot/, method, ...params);
    }
    const { context } = await ask<InContext<number>>('getBalance', other, {
      minContextSlot: startSlot,
    });
    assert.equal(context.slot, startSlot);
    assert.match(context.apiVersion, /^\d+\.\d+\.\d+$/);
  });

  test('can resend the same bytes without preflight', async () => {
    const bytes = await transfer();
    const first = await send(bytes, { skipPreflight: true, maxRetries: 0 });
    assert.equal(await send(bytes, { skipPreflight: true, maxRetries: 0 }), first);
    chain.produceBlock(start + 1);
    assert.equal(await send(bytes, { skipPreflight: true }), first);
    chain.produceBlock(start + 2);
    assert.equal(await value('getBalance', other), 5_000_000);
    await refused(-32_002, /already been processed/, 'sendTransaction', base64(bytes));
  });

  test('reads mints, vaults and lookup tables of the market as accounts', async () => {
    const held = (address: string) =>
      value<{ owner: string; data: { program: string; parsed: { type: string; info: object } } }>(
        'getAccountInfo',
        address,
        { encoding: 'jsonParsed' },
      );
    for (const token of market.tokens) {
      const { owner, data } = await held(token.mint);
      assert.equal(owner, token.program);
      assert.deepEqual(data.parsed, {
        type: 'mint',
        info: {
          decimals: token.decimals,
          freezeAuthority: token.mint === wrappedSolMint ? null : token.freezeAuthority,
          isInitialized: true,
          mintAuthority: token.mintAuthority,
          supply: token.mint === wrappedSolMint ? '0' : String(token.supply),
        },
      });
    }
    for (const pool of market.pools.all.slice(0, 40)) {
      for (const [at, token] of [pool.tokenA, pool.tokenB].entries()) {
        const vault = pool.writable[at + 1] ?? '';
        const { data } = await held(vault);
        const info = data.parsed.info as Record<string, unknown>;
        assert.deepEqual([info['mint'], info['owner']], [token.mint, pool.vaultOwner]);
        assert.equal(info['isNative'], token.mint === wrappedSolMint);
        const balance = await value<{ amount: string }>('getTokenAccountBalance', vault);
        assert.ok(BigInt(balance.amount) > 0n);
        assert.deepEqual(info['tokenAmount'], balance);
        const owned = await value<{ pubkey: string }[]>(
          'getTokenAccountsByOwner',
          pool.vaultOwner,
          { mint: token.mint },
          { encoding: 'base64' },
        );
        assert.ok(owned.some(({ pubkey }) => pubkey === vault));
      }
      const { data } = await held(pool.lookup.accountKey);
      assert.equal(data.program, 'address-lookup-table');
      assert.deepEqual(
        (data.parsed.info as { addresses: string[] }).addresses,
        market.pools.lookupTable(pool.lookup.accountKey),
      );
    }
    assert.deepEqual(await value('getTokenSupply', usdcMint), {
      amount: '9000000000000000',
      decimals: 6,
      uiAmount: 9_000_000_000,
      uiAmountString: '9000000000',
    });
  });

  test('lands a transaction that uses a lookup table of the market', async () => {
    const pool = market.pools.all[0];
    assert.ok(pool);
    const target = pool.writable[0] ?? '';
    const bytes = await signedWithKit({
      version: 0,
      payer,
      instructions: [
        {
          ...instructions.transfer(payer.address, target, 5_000_000n),
          accounts: [
            { address: payer.address, role: 3 },
            {
              address: target,
              role: 1,
              lookupTableAddress: pool.lookup.accountKey,
              addressIndex: 0,
            },
          ],
        },
      ],
      blockhash: market.blockhash(start),
    });
    const signature = await send(bytes);
    chain.produceBlock(start + 1);
    assert.equal((await status(signature))?.['err'], null);
    assert.equal(await value('getBalance', target), 5_000_000);
  });

  test('reads account data in every encoding that nodes support', async () => {
    const data = async (options?: object) =>
      (await value<{ data: unknown }>('getAccountInfo', usdcMint, options)).data;
    const [text] = (await data({ encoding: 'base64' })) as [string];
    const bytes = Buffer.from(text, 'base64');
    assert.equal(bytes.length, 82);
    assert.deepEqual(await data({ encoding: 'base58' }), [encodeBase58(bytes), 'base58']);
    assert.equal(await data(), encodeBase58(bytes));
    const dataSlice = { offset: 36, length: 8 };
    assert.deepEqual(await data({ encoding: 'base64', dataSlice }), [
      bytes.subarray(36, 44).toString('base64'),
      'base64',
    ]);
    const [packed] = (await data({ encoding: 'base64+zstd' })) as [string];
    const { zstdDecompressSync } = await import('node:zlib');
    assert.deepEqual(zstdDecompressSync(Buffer.from(packed, 'base64')), bytes);
    const vault = market.pools.all[0]?.writable[1] ?? '';
    await refused(-32_600, /128 bytes/, 'getAccountInfo', vault);
    await refused(-32_602, /params\[1\]\.encoding must be/, 'getAccountInfo', vault, {
      encoding: 'base32',
    });
    const list = await value<unknown[]>('getMultipleAccounts', [usdcMint, other]);
    assert.deepEqual([list.length, list[1]], [2, null]);
    const many = Array.from({ length: 101 }, () => other);
    await refused(-32_602, /at most 100 addresses/, 'getMultipleAccounts', many);
  });

  test('finds slots and blocks by commitment; confirmed and finalized are the same', async () => {
    assert.equal(await ask('getSlot'), startSlot - 1);
    assert.equal(await ask('getBlockHeight', { commitment: 'confirmed' }), startSlot - 1);
    assert.equal(await ask('getSlot', { commitment: 'processed' }), startSlot);
    assert.deepEqual(
      await ask('getBlocks', startSlot - 3, startSlot + 5, { commitment: 'confirmed' }),
      [startSlot - 3, startSlot - 2, startSlot - 1],
    );
    assert.equal((await ask<number[]>('getBlocks', startSlot - 40)).at(-1), startSlot - 1);
    assert.deepEqual(await ask('getBlocksWithLimit', startSlot - 40, 2), [
      startSlot - 40,
      startSlot - 39,
    ]);
    await refused(-32_004, /not available/, 'getBlock', startSlot, { commitment: 'confirmed' });
    await refused(-32_001, /First available block: \d+/, 'getBlock', 5);
    await refused(-32_602, /below `confirmed`/, 'getBlock', 5, { commitment: 'processed' });
    assert.equal(await ask('getBlockTime', startSlot - 40), start - 40);
    assert.deepEqual(
      await ask('getSlotLeaders', startSlot, 9),
      Array.from({ length: 9 }, (_, at) => leaders.of(startSlot + at)?.address),
    );
    await refused(-32_602, /max 5000/, 'getSlotLeaders', startSlot, 5_001);
    const epoch = await ask<Record<string, number>>('getEpochInfo');
    assert.equal(epoch['absoluteSlot'], startSlot - 1);
    assert.equal(await ask('getHealth'), 'ok');
    assert.match(await ask('getGenesisHash'), /^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
    assert.equal(await ask('getFirstAvailableBlock'), startSlot - 86_400);
    assert.match((await ask<{ 'solana-core': string }>('getVersion'))['solana-core'], /^\d/);
    assert.equal(await ask('getMinimumBalanceForRentExemption', 0), machine.rentExemption(0));
  });

  test('reads the same blocks in every encoding', async () => {
    const sent = await transfer();
    const signature = await send(sent);
    chain.produceBlock(start + 1);
    chain.produceBlock(start + 33);
    let slot = startSlot + 1;
    const options = { maxSupportedTransactionVersion: 0 };
    type Block = { transactions: RpcBlockTransaction[]; parentSlot: number; blockTime: number };
    const read = async (encoding: string) => {
      const block = await ask<Block>('getBlock', slot, { ...options, encoding });
      return block.transactions.map((each) => stringifyJson(decodeTransaction({ ...each, slot })));
    };
    const landed = await ask<{ transactions: { transaction: { signatures: string[] } }[] }>(
      'getBlock',
      slot,
      options,
    );
    assert.equal(landed.transactions.at(-1)?.transaction.signatures[0], signature);
    const { transaction } = await ask<{ transaction: string[] }>('getTransaction', signature, {
      ...options,
      encoding: 'base58',
    });
    assert.deepEqual(transaction, [encodeBase58(sent), 'base58']);
    let compared = 0;
    for (; slot > startSlot - 100; slot -= 1) {
      const json = await read('json');
      assert.deepEqual(await read('base64'), json);
      // jsonParsed does not return the lookup table of an account.
      const untold = json.map((text) => text.replace(/"lookupTable":"\w+"/g, '"lookupTable":null'));
      assert.deepEqual(await read('jsonParsed'), untold);
      compared += json.length;
    }
    assert.ok(compared > 20);
  });

  test('gets the requested parts of a block, and an error for an unsupported version', async () => {
    await send(await transfer());
    chain.produceBlock(start + 1);
    chain.produceBlock(start + 40);
    const slot = startSlot + 1;
    const options = { maxSupportedTransactionVersion: 0, rewards: false };
    const parts = (transactionDetails: string) =>
      ask<Record<string, unknown[]>>('getBlock', slot, { ...options, transactionDetails });
    assert.ok(!('transactions' in (await parts('none'))));
    const { signatures = [] } = await parts('signatures');
    assert.ok(signatures.length > 0);
    const { transactions = [] } = await parts('accounts');
    assert.equal(transactions.length, signatures.length);
    assert.match(JSON.stringify(transactions.at(-1)), /"pubkey":.*"writable":true/);
    await refused(-32_015, /version \(0\) is not supported/, 'getBlock', slot);
  });

  test('finds a transaction with its metadata, and the transactions of an address', async () => {
    const first = await send(await transfer());
    chain.produceBlock(start + 1);
    const second = await send(await transfer(6_000_000n, market.blockhash(start + 1)));
    chain.produceBlock(start + 2);
    chain.produceBlock(start + 3);
    const options = { commitment: 'confirmed', maxSupportedTransactionVersion: 0 };
    const found = await ask<{
      slot: number;
      blockTime: number;
      version: unknown;
      meta: Record<string, unknown>;
      transaction: { message: { accountKeys: string[] } };
    }>('getTransaction', first, options);
    assert.deepEqual([found.slot, found.blockTime, found.version], [startSlot + 1, start + 1, 0]);
    assert.equal(found.transaction.message.accountKeys[0], payer.address);
    assert.deepEqual([found.meta['status'], found.meta['fee']], [{ Ok: null }, 5_020]);
    const parsed = await ask<{
      transaction: { message: { accountKeys: object[]; instructions: object[] } };
    }>('getTransaction', first, { ...options, encoding: 'jsonParsed' });
    assert.deepEqual(parsed.transaction.message.accountKeys[0], {
      pubkey: payer.address,
      signer: true,
      source: 'transaction',
      writable: true,
    });
    // Without a commitment, it is finalized, the other name of the same state.
    assert.deepEqual(
      await ask('getTransaction', first, { maxSupportedTransactionVersion: 0 }),
      found,
    );
    assert.equal(
      await ask('getTransaction', encodeBase58(new Uint8Array(64).fill(7)), options),
      null,
    );
    await refused(-32_015, /version/, 'getTransaction', first, { commitment: 'confirmed' });
    const of = async (extra: object = {}) =>
      (
        await ask<{ signature: string }[]>('getSignaturesForAddress', other, {
          commitment: 'confirmed',
          ...extra,
        })
      ).map(({ signature }) => signature);
    assert.deepEqual(await of(), [second, first]);
    assert.deepEqual(await of({ limit: 1 }), [second]);
    assert.deepEqual(await of({ before: second }), [first]);
    assert.deepEqual(await of({ until: first }), [second]);
    chain.produceBlock(start + 1_000);
    assert.deepEqual(await of(), [second, first]);
  });

  test('finds market transactions of the last minutes', async () => {
    let second = start - 32;
    while (market.block(second, second).block.transactions.length === 0) second -= 1;
    const slot = slotAtSecond(second);
    const { transactions } = await ask<{
      transactions: { transaction: { signatures: string[]; message: { accountKeys: string[] } } }[];
    }>('getBlock', slot, { maxSupportedTransactionVersion: 0 });
    const [signature = ''] = transactions[0]?.transaction.signatures ?? [];
    const found = await ask<{ slot: number }>('getTransaction', signature, {
      maxSupportedTransactionVersion: 0,
    });
    assert.equal(found.slot, slot);
    const searcher = transactions[0]?.transaction.message.accountKeys[0] ?? '';
    const list = await ask<{ signature: string }[]>('getSignaturesForAddress', searcher);
    assert.ok(list.some((one) => one.signature === signature));
  });

  test('gets the fee of a message and recent priority fees', async () => {
    const bytes = await transfer();
    const { messageBytes } = decodeTransactionBytes(bytes);
    assert.equal(await value('getFeeForMessage', base64(messageBytes)), 5_020);
    const expired = decodeTransactionBytes(await transfer(1n, other)).messageBytes;
    assert.equal(await value('getFeeForMessage', base64(expired)), null);
    await refused(-32_602, /deserialize/, 'getFeeForMessage', 'AAAA');
    await send(bytes);
    chain.produceBlock(start + 1);
    const prices = async (...addresses: string[]) =>
      (
        await ask<{ slot: number; prioritizationFee: number }[]>(
          'getRecentPrioritizationFees',
          addresses,
        )
      ).filter(({ prioritizationFee }) => prioritizationFee > 0);
    const priced = [{ slot: startSlot + 1, prioritizationFee: 1_000 }];
    assert.deepEqual(await prices(payer.address, other), priced);
    assert.deepEqual(await prices(usdcMint), []);
  });

  test('gets errors that name the invalid parameter and its expected value', async () => {
    await refused(-32_601, /does not have getStakeActivation/, 'getStakeActivation');
    await refused(-32_601, /does not have constructor/, 'constructor');
    await refused(-32_602, /params\[0\] must be an address/, 'getBalance', 'nonsense');
    await refused(-32_602, /params\[0\] must be an address/, 'getBalance');
    await refused(-32_602, /params\[0\]\.commitment must be one of/, 'getSlot', {
      commitment: 'recent',
    });
    await refused(-32_602, /params\[1\] must be an object/, 'getBalance', other, 'confirmed');
    await refused(-32_602, /params\[0\]\[0\] must be a signature/, 'getSignatureStatuses', ['x']);
    const many = Array.from({ length: 257 }, () => '1'.repeat(64));
    await refused(-32_602, /at most 256 signatures/, 'getSignatureStatuses', many);
    await refused(-32_602, /could not find account/, 'getTokenAccountBalance', other);
    await refused(-32_602, /not a Token mint/, 'getTokenSupply', payer.address);
    await refused(-32_602, /could not find mint/, 'getTokenAccountsByOwner', other, {
      mint: other,
    });
    await refused(-32_602, /params\[1\] must be \{"mint"/, 'getTokenAccountsByOwner', other, {});
  });
});
