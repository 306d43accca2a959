import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { createKeyPairSignerFromBytes, type KeyPairSigner } from '@solana/kit';
import { AddressLookupTableProgram, PublicKey, type TransactionInstruction } from '@solana/web3.js';
import { MarketError } from '../../../../src/api/marketError.ts';
import { Engine } from '../../../../src/engine/engine.ts';
import { LandingError } from '../../../../src/engine/rpc/landingError.ts';
import { developmentAccount } from '../../../../src/engine/sandbox/developmentAccounts.ts';
import { openSandboxChain } from '../../../../src/engine/sandbox/openSandboxChain.ts';
import { Random } from '../../../../src/engine/sandbox/random.ts';
import { SandboxChain } from '../../../../src/engine/sandbox/sandboxChain.ts';
import { SimulatedSource } from '../../../../src/engine/sandbox/simulatedSource.ts';
import {
  parseTransactionError,
  VirtualMachine,
} from '../../../../src/engine/sandbox/virtualMachine.ts';
import { encodeBase58 } from '../../../../src/solana/base58.ts';
import { systemProgram } from '../../../../src/solana/knownPrograms.ts';
import { checkTransaction } from '../../../../src/solana/landing/checkTransaction.ts';
import { decodeTransactionBytes } from '../../../../src/solana/wireTransaction.ts';
import {
  instructions,
  type PlainInstruction,
  type SigningRequest,
  signedWithKit,
  wallet,
} from '../../../fixtures/signedTransactions.ts';

const start = 1_800_000_000;
const blockhashOf = (second: number) => new Random(1, second, 0xb10c).address();
const signatureOf = (bytes: Uint8Array) =>
  encodeBase58(decodeTransactionBytes(bytes).signatures[0] ?? new Uint8Array());

async function openChain(options: { journalPath?: string; second?: number } = {}) {
  const { second = start, ...rest } = options;
  return new SandboxChain({
    machine: await VirtualMachine.open(),
    now: () => second * 1_000,
    blockhashOf,
    slotOf: (at) => at - 1_400_000_000,
    ...rest,
  });
}

const plainOf = ({ programId, keys, data }: TransactionInstruction): PlainInstruction => ({
  programAddress: programId.toBase58(),
  accounts: keys.map(({ pubkey, isSigner, isWritable }) => ({
    address: pubkey.toBase58(),
    role: isSigner ? (isWritable ? 3 : 2) : isWritable ? 1 : 0,
  })),
  data: Uint8Array.from(data),
});

async function refusedWith(sending: Promise<unknown>, code: number, message: RegExp) {
  await assert.rejects(sending, (error: unknown) => {
    assert.ok(LandingError.isLandingError(error), String(error));
    assert.equal(error.code, code);
    assert.match(error.message, message);
    return true;
  });
}

describe('The Sandbox’s chain', () => {
  let payer: KeyPairSigner;
  let other: string;

  before(async () => {
    payer = await createKeyPairSignerFromBytes(developmentAccount(0).secretKey);
    other = (await wallet(2)).address;
  });

  const made = (change: Partial<SigningRequest> = {}, lamports = 5_000_000n) =>
    signedWithKit({
      version: 0,
      payer,
      instructions: [
        instructions.computeUnitLimit(50_000),
        instructions.computeUnitPrice(1_000n),
        instructions.transfer(payer.address, other, lamports),
      ],
      blockhash: blockhashOf(start),
      ...change,
    });

  test('keeps a blockhash valid while late blocks are produced', async () => {
    const chain = await openChain();
    const { blockhash } = await chain.latestBlockhash();
    const bytes = await made({ blockhash });
    chain.produceBlock(start - 3);
    assert.equal(await chain.isBlockhashValid(blockhash), true);
    const { signature } = await chain.send(bytes, {});
    chain.produceBlock(start - 2);
    assert.deepEqual(await chain.statuses([signature]), [null]);
    chain.produceBlock(start + 1);
    assert.equal((await chain.statuses([signature]))[0]?.error, null);
  });

  test('lands a transaction after its submission slot, even while late blocks are produced', async () => {
    const chain = await openChain();
    const { slot } = await chain.latestBlockhash();
    const { signature } = await chain.send(await made(), {});
    chain.produceBlock(start);
    assert.equal(chain.isQueued(signature), true);
    chain.produceBlock(start + 1);
    assert.equal(chain.landed(signature)?.slot, slot + 1);
  });

  test('hides a landed transaction until its block is announced', async () => {
    const chain = await openChain();
    const { signature } = await chain.send(await made(), {});
    chain.runBlock(start + 1);
    assert.deepEqual(await chain.statuses([signature]), [null]);
    assert.equal(chain.landed(signature), null);
    assert.deepEqual(chain.landedUntil(chain.newestSlot), []);
    assert.equal(chain.isQueued(signature), true);
    chain.announceBlock(start + 1);
    assert.equal((await chain.statuses([signature]))[0]?.confirmation, 'processed');
    assert.equal(chain.landed(signature)?.error, null);
    assert.equal(chain.landedUntil(chain.newestSlot).length, 1);
    assert.equal(chain.isQueued(signature), false);
  });

  for (const version of ['legacy', 0, 1] as const) {
    test(`lands a version ${version} transaction in the next block, not before`, async () => {
      const chain = await openChain();
      const bytes =
        version === 1
          ? await signedWithKit({
              version,
              payer,
              instructions: [instructions.transfer(payer.address, other, 5_000_000n)],
              blockhash: blockhashOf(start),
              config: {
                computeUnitLimit: 50_000,
                priorityFeeLamports: 10n,
                loadedAccountsDataSizeLimit: 2_000_000,
              },
            })
          : await made({ version });
      const { signature, uuid } = await chain.send(bytes, {});
      assert.equal(signature, signatureOf(bytes));
      assert.match(uuid, /^[0-9a-f-]{36}$/);
      assert.deepEqual(await chain.statuses([signature]), [null]);
      assert.equal(chain.account(other), null);
      chain.produceBlock(start + 1);
      const [status] = await chain.statuses([signature]);
      assert.deepEqual(status, {
        slot: start + 1 - 1_400_000_000,
        confirmation: 'processed',
        error: null,
      });
      assert.equal(chain.account(other)?.lamports, 5_000_000n);
      chain.produceBlock(start + 2);
      assert.equal((await chain.statuses([signature]))[0]?.confirmation, 'finalized');
    });
  }

  test('rejects the same transaction twice, while it waits and long after', async () => {
    const chain = await openChain();
    const bytes = await made();
    await chain.send(bytes, {});
    await refusedWith(chain.send(bytes, {}), -32_002, /already been processed/);
    for (let second = start + 1; second < start + 100; second++) chain.produceBlock(second);
    await refusedWith(chain.send(bytes, {}), -32_002, /already been processed/);
    assert.equal(chain.account(other)?.lamports, 5_000_000n);
  });

  test('accepts a blockhash for 150 blocks, but not an unknown one', async () => {
    const chain = await openChain();
    const bytes = await made();
    chain.produceBlock(start + 149);
    assert.equal(await chain.isBlockhashValid(blockhashOf(start)), true);
    const facts = await chain.facts(decodeTransactionBytes(bytes));
    assert.deepEqual(facts.lifetime, { kind: 'blockhash', isValid: true, blocksLeft: 1 });
    chain.produceBlock(start + 150);
    assert.equal(await chain.isBlockhashValid(blockhashOf(start)), false);
    await refusedWith(chain.send(bytes, {}), -32_002, /Blockhash not found/);
    const strange = await made({ blockhash: other });
    await refusedWith(chain.send(strange, {}), -32_002, /Blockhash not found/);
  });

  test('advances the clock that programs read with its blocks', async () => {
    const chain = await openChain();
    const clock = () => {
      const data = chain.account('SysvarC1ock11111111111111111111111111111111')?.data;
      assert.ok(data !== undefined);
      const view = Buffer.from(data.buffer, data.byteOffset, data.length);
      return [Number(view.readBigUInt64LE(0)), Number(view.readBigInt64LE(32))];
    };
    assert.deepEqual(clock(), [start - 1_400_000_000, start]);
    chain.produceBlock(start + 7);
    assert.deepEqual(clock(), [start + 7 - 1_400_000_000, start + 7]);
  });

  test('drops a transaction that expires in the queue, without a fee', async () => {
    const chain = await openChain();
    const bytes = await made();
    await chain.send(bytes, {});
    chain.produceBlock(start + 200);
    assert.deepEqual(await chain.statuses([signatureOf(bytes)]), [null]);
    assert.equal(chain.account(other), null);
  });

  test('rejects unsigned, wrongly signed, oversized and unreadable transactions as nodes do', async () => {
    const chain = await openChain();
    const bytes = await made();
    await refusedWith(chain.send(bytes.fill(0, 1, 65), {}), -32_003, /verification failure/);
    const wrong = Uint8Array.from(await made());
    wrong[200] = (wrong[200] ?? 0) ^ 1;
    await refusedWith(chain.send(wrong, {}), -32_003, /verification failure/);
    const large = Uint8Array.from([...(await made()), ...new Uint8Array(1_100)]);
    await refusedWith(chain.send(large, {}), -32_602, /too large: \d+ bytes \(max: 1232/);
    await refusedWith(chain.send(large.subarray(0, 90), {}), -32_602, /deserialize/);
  });

  test('rejects a failing transaction with its logs; with skipPreflight it lands and pays its fee', async () => {
    const chain = await openChain();
    const bytes = await made({}, 10n ** 18n);
    await assert.rejects(chain.send(bytes, {}), (error: unknown) => {
      assert.ok(LandingError.isLandingError(error));
      assert.equal(error.code, -32_002);
      assert.match(error.message, /Error processing Instruction 2: custom program error: 0x1/);
      const { err, logs } = error.data as { err: unknown; logs: string[] };
      assert.deepEqual(err, { InstructionError: [2, { Custom: 1 }] });
      assert.ok(logs.some((line) => line.includes('insufficient lamports')));
      return true;
    });
    const before = chain.account(payer.address)?.lamports ?? 0n;
    await chain.send(bytes, { skipPreflight: true });
    chain.produceBlock(start + 1);
    const [status] = await chain.statuses([signatureOf(bytes)]);
    assert.match(status?.error ?? '', /custom program error: 0x1/);
    assert.equal(chain.account(payer.address)?.lamports, before - 5_050n);
  });

  test('names a missing program and the available ones', async () => {
    const chain = await openChain();
    const amm = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';
    const memo = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
    const calling = async (programAddress: string, data: Uint8Array) =>
      signedWithKit({
        version: 0,
        payer,
        instructions: [{ programAddress, accounts: [], data }],
        blockhash: blockhashOf(start),
      });
    const swap = await calling(amm, new Uint8Array(17).fill(9));
    const facts = await chain.facts(decodeTransactionBytes(swap));
    const { findings } = checkTransaction(swap, facts);
    assert.match(findings[0]?.message ?? '', /Program not on this chain: Raydium/);
    assert.match(
      findings[0]?.detail ?? '',
      /The Sandbox runs native, token and memo programs, and its own AMM/,
    );
    await refusedWith(chain.send(swap, {}), -32_002, /may not be used.*Raydium.*The Sandbox runs/);
    const noted = await calling(memo, Buffer.from('gm'));
    await chain.send(noted, {});
    const { missingPrograms } = await chain.facts(decodeTransactionBytes(noted));
    assert.deepEqual(missingPrograms?.addresses, []);
  });

  test('accepts two transactions that spend the same funds; the second fails on chain', async () => {
    const chain = await openChain();
    const all = (chain.account(payer.address)?.lamports ?? 0n) - 100_000_000n;
    const first = await made({}, all);
    const second = await made({}, all - 1n);
    await chain.send(first, {});
    await chain.send(second, {});
    chain.produceBlock(start + 1);
    const [one, two] = await chain.statuses([first, second].map(signatureOf));
    assert.equal(one?.error, null);
    assert.match(two?.error ?? '', /custom program error/);
  });

  test('accepts a durable nonce until it advances', async () => {
    const chain = await openChain();
    const nonce = await wallet(9);
    const rent = 1_447_680n;
    await chain.send(
      await made({
        signers: [nonce],
        instructions: [
          instructions.createAccount(payer.address, nonce.address, rent, 80n, systemProgram),
          instructions.initializeNonce(nonce.address, payer.address),
        ],
      }),
      {},
    );
    chain.produceBlock(start + 1);
    const data = chain.account(nonce.address)?.data ?? new Uint8Array();
    const value = encodeBase58(data.subarray(40, 72));
    const using = (list: PlainInstruction[]) =>
      made({
        blockhash: value,
        instructions: [instructions.advanceNonce(nonce.address, payer.address), ...list],
      });
    const bytes = await using([instructions.transfer(payer.address, other, 5_000_000n)]);
    chain.produceBlock(start + 1_000);
    const facts = await chain.facts(decodeTransactionBytes(bytes));
    assert.deepEqual(facts.lifetime, {
      kind: 'nonce',
      nonce: value,
      authority: payer.address,
    });
    assert.deepEqual(
      checkTransaction(bytes, facts).findings.filter(({ rank }) => rank === 'refuse'),
      [],
    );
    await chain.send(bytes, {});
    chain.produceBlock(start + 1_001);
    assert.equal((await chain.statuses([signatureOf(bytes)]))[0]?.error, null);
    const again = await using([instructions.transfer(payer.address, other, 6_000_000n)]);
    await refusedWith(chain.send(again, {}), -32_002, /Blockhash not found/);
  });

  test('creates a lookup table and resolves it from the next block', async () => {
    const chain = await openChain();
    const authority = new PublicKey(payer.address);
    const [create, lookupTable] = AddressLookupTableProgram.createLookupTable({
      authority,
      payer: authority,
      recentSlot: start - 1 - 1_400_000_000,
    });
    const addresses = [new PublicKey(other)];
    const extend = AddressLookupTableProgram.extendLookupTable({
      lookupTable,
      authority,
      payer: authority,
      addresses,
    });
    const table = lookupTable.toBase58();
    const using = await made({
      instructions: [
        {
          ...instructions.transfer(payer.address, other, 5_000_000n),
          accounts: [
            { address: payer.address, role: 3 },
            { address: other, role: 1, lookupTableAddress: table, addressIndex: 0 },
          ],
        },
      ],
    });
    const found = async (rank: string) => {
      const report = checkTransaction(using, await chain.facts(decodeTransactionBytes(using)));
      return report.findings.filter((each) => each.rank === rank).map(({ code }) => code);
    };
    assert.deepEqual(await found('refuse'), ['table-missing']);
    await refusedWith(chain.send(using, {}), -32_002, /table that does not exist/);
    const setUp = await made({ instructions: [create, extend].map(plainOf) });
    await chain.send(setUp, {});
    chain.produceBlock(start + 1);
    assert.equal((await chain.statuses([signatureOf(setUp)]))[0]?.error, null);
    assert.ok((await found('warn')).includes('table-just-extended'));
    chain.produceBlock(start + 3);
    assert.deepEqual(await found('refuse'), []);
    assert.ok(!(await found('warn')).includes('table-just-extended'));
    await chain.send(using, {});
    chain.produceBlock(start + 4);
    assert.equal((await chain.statuses([signatureOf(using)]))[0]?.error, null);
    assert.equal(chain.account(other)?.lamports, 5_000_000n);
    const [landed] = chain.landedBetween(start + 4, start + 4);
    assert.deepEqual(landed?.meta?.loadedAddresses?.writable, [other]);
  });

  test('simulates result, compute units and balance changes without side effects', async () => {
    const chain = await openChain();
    const bytes = await made();
    const transaction = decodeTransactionBytes(bytes);
    const facts = await chain.facts(transaction);
    const before = chain.account(payer.address)?.lamports ?? 0n;
    const { report } = await chain.simulate(bytes, transaction, facts);
    assert.equal(report.isSuccess, true);
    assert.equal(report.unitsConsumed, 450);
    assert.deepEqual(
      report.changes.map((change) => [change.account, change.after - change.before]),
      [[payer.address, -5_005_050n]],
    );
    assert.equal(chain.account(payer.address)?.lamports, before);
    const failing = await made({}, 10n ** 18n);
    const { report: failed } = await chain.simulate(
      failing,
      decodeTransactionBytes(failing),
      facts,
    );
    assert.match(failed.error ?? '', /custom program error: 0x1/);
    assert.equal(failed.advice, 'Fund the account that pays, or lower the amount.');
    assert.deepEqual(failed.changes, []);
  });

  test('still checks signatures after a simulation without them', async () => {
    const machine = await VirtualMachine.open();
    const lamports = 1_000_000_000n;
    machine.setAccount(payer.address, { owner: systemProgram, lamports, data: new Uint8Array(0) });
    const forged = Uint8Array.from(await made());
    forged.fill(7, 1, 65);
    assert.equal(machine.simulate(forged, false).error, null);
    assert.equal(machine.execute(forged).error, 'SignatureFailure');
  });

  test('funds a wallet by airdrop, within limits', async () => {
    const chain = await openChain();
    chain.airdrop(other, 7n);
    assert.equal(chain.account(other)?.lamports, 7n);
    for (const amount of [0n, -1n, 10n ** 16n]) {
      assert.throws(() => chain.airdrop(other, amount), MarketError);
    }
  });

  test('remembers landings and airdrops across a restart, at the same slots', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'arbscope-sandbox-'));
    try {
      const journalPath = join(folder, 'sandbox', '1.jsonl');
      const chain = await openChain({ journalPath });
      chain.airdrop(other, 2_000_000n);
      const bytes = await made();
      await chain.send(bytes, {});
      chain.produceBlock(start + 1);
      const mode = statSync(journalPath).mode & 0o777;
      assert.equal(mode & 0o077, 0, 'others can read the journal');
      assert.equal(readFileSync(journalPath, 'utf8').trim().split(/\n+/).length, 2);
      const again = await openChain({ journalPath, second: start + 20 });
      assert.equal(again.account(other)?.lamports, 7_000_000n);
      assert.equal(
        (await again.statuses([signatureOf(bytes)]))[0]?.slot,
        start + 1 - 1_400_000_000,
      );
      assert.equal(again.nextLandedSecond(start), start + 1);
      assert.equal(again.landedBetween(start, start + 20).length, 1);
      await refusedWith(again.send(bytes, {}), -32_002, /already been processed/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('rejects transactions and airdrops that it cannot persist, and skips damaged lines', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'arbscope-sandbox-'));
    try {
      const damaged = join(folder, 'damaged.jsonl');
      const line = { kind: 'airdrop', second: start, address: other, lamports: '1.5' };
      writeFileSync(damaged, `${JSON.stringify(line)}\n`);
      assert.ok(await openChain({ journalPath: damaged, second: start + 1 }));
      const journalPath = join(folder, 'folder.jsonl');
      mkdirSync(journalPath);
      const chain = await openChain({ journalPath });
      await refusedWith(chain.send(await made(), {}), -32_005, /cannot write .*folder\.jsonl/);
      const before = chain.account(other)?.lamports;
      assert.throws(() => chain.airdrop(other, 2_000_000n), /cannot write/);
      assert.equal(chain.account(other)?.lamports, before);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('includes landed transactions in its blocks, so that operations return them', async () => {
    const landing = await openSandboxChain();
    const source = new SimulatedSource({ seed: 1, historySeconds: 120, landing });
    let hear = (): void => undefined;
    const engine = await Engine.open({ source, store: ':memory:', onStatus: () => hear() });
    try {
      const chain = engine.landing;
      assert.ok(chain !== null);
      const { blockhash } = await chain.latestBlockhash();
      const bytes = await made({
        blockhash,
        instructions: [
          instructions.transfer(payer.address, other, 5_000_000n),
          instructions.tip(payer.address, 1_234_567n),
        ],
      });
      const answer = await engine.service.landTransaction({
        jsonrpc: '2.0',
        id: 7,
        method: 'sendTransaction',
        params: [Buffer.from(bytes).toString('base64'), { frontRunningProtection: true }],
      });
      const { signature } = answer.result;
      assert.equal(answer.id, 7);
      assert.equal(signature, signatureOf(bytes));
      await new Promise<void>((resolve) => {
        hear = () => {
          void chain.statuses([signature]).then(([status]) => {
            if (status !== null && status !== undefined) resolve();
          });
        };
      });
      const [status] = await chain.statuses([signature]);
      const detail = await engine.service.transaction({ signature });
      assert.equal(detail.type, 'other');
      assert.equal(detail.isSuccess, true);
      assert.equal(detail.block_number, status?.slot);
      assert.equal(detail.wallet, payer.address);
      assert.equal(detail.fees, 5_000n);
      assert.deepEqual(
        detail.tips_details.map(({ type, amount }) => [type, amount]),
        [['JITO', 1_234_567n]],
      );
      const list = await engine.service.walletTransactions({ wallets: [payer.address] });
      assert.deepEqual(
        list.map((one) => one.signature),
        [signature],
      );
      const overview = await engine.service.walletOverview({ wallets: [payer.address] });
      assert.equal(overview[payer.address]?.transactions.success, 1);
    } finally {
      await engine.close();
    }
  });

  test('explains why landing is unavailable without the virtual machine; the market still works', async () => {
    const reason = new MarketError('service-failing', 'no build for this machine');
    const landing = await openSandboxChain(undefined, () => Promise.reject(reason));
    const source = new SimulatedSource({ seed: 1, historySeconds: 60, landing });
    const engine = await Engine.open({ source, store: ':memory:' });
    try {
      const params = [Buffer.from(await made()).toString('base64')];
      await assert.rejects(
        engine.service.landTransaction({
          jsonrpc: '2.0',
          id: 1,
          method: 'sendTransaction',
          params,
        }),
        /no build for this machine/,
      );
    } finally {
      await engine.close();
    }
  });

  test('reports errors of the virtual machine as RPC errors', () => {
    const of = (err: string) =>
      parseTransactionError(`FailedTransactionMetadata { err: ${err}, meta: X }`);
    assert.equal(of('AccountNotFound'), 'AccountNotFound');
    assert.deepEqual(of('InstructionError(3, Custom(6001))'), {
      InstructionError: [3, { Custom: 6001 }],
    });
    assert.deepEqual(of('InstructionError(0, MissingRequiredSignature)'), {
      InstructionError: [0, 'MissingRequiredSignature'],
    });
    assert.deepEqual(of('InsufficientFundsForRent { account_index: 1 }'), {
      InsufficientFundsForRent: { account_index: 1 },
    });
    assert.deepEqual(of('DuplicateInstruction(2)'), { DuplicateInstruction: 2 });
  });
});
