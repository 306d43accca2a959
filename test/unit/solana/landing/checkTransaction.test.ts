import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { address, type KeyPairSigner, signBytes } from '@solana/kit';
import { formatLamportsAsSol } from '../../../../src/api/format.ts';
import { describeAmmCall } from '../../../../src/backend/landing/runLandingChecks.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { systemProgram } from '../../../../src/solana/knownPrograms.ts';
import type { LookupTable } from '../../../../src/solana/landing/chainAccounts.ts';
import type { CheckFacts } from '../../../../src/solana/landing/checkFacts.ts';
import { checkBatch, checkTransaction } from '../../../../src/solana/landing/checkTransaction.ts';
import { tipMinimums } from '../../../../src/solana/landing/tipMinimums.ts';
import {
  canSend,
  type SimulationReport,
  type TransactionReport,
} from '../../../../src/solana/landing/transactionReport.ts';
import { tipAccountsByProvider } from '../../../../src/solana/tipAccounts.ts';
import { decodeTransactionBytes } from '../../../../src/solana/wireTransaction.ts';
import {
  instructions,
  type PlainInstruction,
  type SigningRequest,
  signedWithKit,
  wallet,
} from '../../../fixtures/signedTransactions.ts';

const blockhash = '4QjEBrJnATvydaCoPb7j4cneA5vSJNFsAYHQwRAjAjmQ';
const table = '4sKLJ1Qoudh8PJyqBeuKocYdsZvxTcRShUt9aKqwhgvC';
const jito = tipAccountsByProvider.get('JITO')?.[0] ?? '';
const sol = 1_000_000_000n;

/** The first finding as displayed: its line and the text below. */
const firstText = ({ findings: [first] }: TransactionReport): string =>
  `${first?.message} | ${first?.detail ?? ''}`;
const codes = ({ findings }: TransactionReport, rank?: string) =>
  findings.filter((finding) => rank === undefined || finding.rank === rank).map(({ code }) => code);

/** Facts that cause no finding about the chain or the endpoint. */
const good: CheckFacts = {
  lifetime: { kind: 'blockhash', isValid: true, blocksLeft: 140 },
  payerLamports: 10n * sol,
};

describe('The checks of a signed transaction', () => {
  let payer: KeyPairSigner;
  let other: KeyPairSigner;

  before(async () => {
    payer = await wallet(1);
    other = await wallet(2);
  });

  const budget = (): PlainInstruction[] => [
    instructions.computeUnitLimit(50_000),
    instructions.computeUnitPrice(20_000n),
  ];
  const made = (change: Partial<SigningRequest> = {}): Promise<Uint8Array> =>
    signedWithKit({
      version: 0,
      payer,
      instructions: [
        ...budget(),
        instructions.transfer(payer.address, other.address, 7_000_000n),
        instructions.tip(payer.address, 1_500_000n),
      ],
      blockhash,
      ...change,
    });

  test('describe a valid one completely, and refuse nothing', async () => {
    const bytes = await made();
    const report = checkTransaction(bytes, good);
    assert.deepEqual(codes(report, 'refuse'), []);
    assert.deepEqual(codes(report, 'warn'), []);
    assert.ok(canSend(report));
    assert.equal(report.version, 0);
    assert.equal(report.sizeBytes, bytes.length);
    assert.equal(report.sizeLimitBytes, 1_232);
    assert.equal(report.feePayer, payer.address);
    assert.deepEqual(report.signatures, [{ signer: payer.address, state: 'valid' }]);
    assert.deepEqual(report.fee, {
      computeUnitLimit: 50_000,
      isLimitSet: true,
      loadedAccountsDataLimit: null,
      microLamportsPerUnit: 20_000n,
      baseFeeLamports: 5_000n,
      priorityFeeLamports: 1_000n,
      feeLamports: 6_000n,
      proposed: {
        // 1 signature, 3 writable accounts, 38 bytes of instructions, the limit, 2,048 pages.
        requestedCostUnits: 720n + 900n + 9n + 50_000n + 16_384n,
        lamports: [2_500n + 1_000n + 6_802n, 2_500n + 1_000n + 17_004n, 2_500n + 1_000n + 34_007n],
      },
    });
    const [tip] = report.tips;
    assert.equal(tip?.provider, 'JITO');
    assert.equal(tip?.recipient, jito);
    assert.equal(tip?.lamports, 1_500_000n);
    assert.deepEqual(report.outflow, {
      lamports: 7_000_000n,
      tipLamports: 1_500_000n,
      tokens: [],
    });
    assert.deepEqual(
      report.instructions.map(({ programName, name }) => [programName, name]),
      [
        ['Compute Budget Program', 'SetComputeUnitLimit'],
        ['Compute Budget Program', 'SetComputeUnitPrice'],
        ['System Program', 'Transfer'],
        ['System Program', 'Transfer'],
      ],
    );
    assert.deepEqual(
      report.accounts.filter(({ isWritable }) => isWritable).map(({ address }) => address),
      [payer.address, other.address, jito].toSorted(
        (first, second) =>
          report.accounts.findIndex(({ address }) => address === first) -
          report.accounts.findIndex(({ address }) => address === second),
      ),
    );
    assert.ok(report.accounts.some(({ name }) => name === 'Jito tip account'));
  });

  test('round a priority fee up, like the chain', async () => {
    const list = [
      instructions.computeUnitLimit(3),
      instructions.computeUnitPrice(1n),
      instructions.transfer(payer.address, other.address, 1n),
    ];
    assert.equal(
      checkTransaction(await made({ instructions: list }), good).fee?.priorityFeeLamports,
      1n,
    );
  });

  test('read limits and fee of version 1 from its header, and allow its larger size', async () => {
    const list = [instructions.transfer(payer.address, other.address, 1n)];
    const config = { computeUnitLimit: 9_000, priorityFeeLamports: 777n };
    const report = checkTransaction(await made({ version: 1, instructions: list, config }), good);
    assert.equal(report.sizeLimitBytes, 4_096);
    assert.equal(report.fee?.feeLamports, 5_777n);
    assert.equal(report.fee?.microLamportsPerUnit, null);
    assert.deepEqual(codes(report, 'refuse'), []);
  });

  test('warn about limits that version 1 does not set, as it has no defaults', async () => {
    const list = [instructions.transfer(payer.address, other.address, 1n)];
    const checked = async (config: NonNullable<SigningRequest['config']>) =>
      checkTransaction(await made({ version: 1, instructions: list, config }), good);
    const withFee = { priorityFeeLamports: 777n };
    const bare = await checked(withFee);
    assert.deepEqual(codes(bare, 'warn'), ['no-loaded-data-limit', 'no-compute-unit-limit']);
    assert.match(
      JSON.stringify(bare.findings),
      /Version 1 has no default: the transaction fails\./,
    );
    assert.equal(bare.fee?.computeUnitLimit, 0);
    const limits = { computeUnitLimit: 9_000, loadedAccountsDataSizeLimit: 64_000 };
    assert.deepEqual(codes(await checked({ ...withFee, ...limits }), 'warn'), []);
  });

  test('refuse a missing signature, and name the signer', async () => {
    const bytes = await made();
    const missing = Uint8Array.from(bytes).fill(0, 1, 65);
    const report = checkTransaction(missing, good);
    assert.deepEqual(codes(report, 'refuse'), ['unsigned']);
    const short = `${payer.address.slice(0, 4)}…${payer.address.slice(-4)}`;
    assert.equal(firstText(report), `Signature missing: ${short} | ${payer.address}`);
    assert.equal(report.signature, null);
  });

  test('refuse a wrong signature, and one of another message', async () => {
    const bytes = await made();
    const wrong = Uint8Array.from(bytes);
    wrong[10] = (wrong[10] ?? 0) ^ 1;
    assert.deepEqual(codes(checkTransaction(wrong, good), 'refuse'), ['bad-signature']);
    const different = await made({ blockhash: wrappedSolMint });
    const swapped = Uint8Array.from(bytes);
    swapped.set(different.subarray(1, 65), 1);
    assert.deepEqual(codes(checkTransaction(swapped, good), 'refuse'), ['bad-signature']);
  });

  test('refuse truncated bytes, trailing bytes and a non-canonical length', async () => {
    const bytes = await made();
    const noncanonical = Uint8Array.from([0x81, 0x00, ...bytes.subarray(1)]);
    const legacy = await made({ version: 'legacy' });
    const truncated = [bytes, legacy].flatMap((whole) =>
      Array.from(whole.subarray(1), (_, at) => whole.subarray(0, at + 1)),
    );
    for (const broken of [...truncated, Uint8Array.from([...bytes, 0]), noncanonical]) {
      const report = checkTransaction(broken, good);
      assert.deepEqual(codes(report, 'refuse'), ['not-a-transaction']);
      assert.equal(report.signature, null);
    }
  });

  test('refuse a fee payer that does not sign or is read-only, and missing accounts', async () => {
    const bytes = await made({ version: 'legacy' });
    const [signersAt, readonlySignersAt, readonlyAt] = [65, 66, 67];
    for (const [at, value, words] of [
      [signersAt, 0, /1 signatures, but the header requires 0/],
      [readonlySignersAt, 1, /header does not match/],
      [readonlyAt, 200, /header does not match/],
      [bytes.length - 14, 77, /Account index 77 out of range/],
    ] as const) {
      const changed = Uint8Array.from(bytes);
      changed[at] = value;
      const report = checkTransaction(changed, good);
      assert.deepEqual(codes(report), ['not-a-transaction']);
      assert.match(firstText(report), words);
    }
  });

  test('refuse 1,233 bytes of version 0, naming size and limit', async () => {
    const memo = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
    const withMemo = (length: number) =>
      made({
        instructions: [{ programAddress: memo, accounts: [], data: new Uint8Array(length) }],
      });
    const { length } = await withMemo(300);
    assert.ok(canSend(checkTransaction(await withMemo(300 + 1_232 - length), good)));
    const report = checkTransaction(await withMemo(301 + 1_232 - length), good);
    assert.match(firstText(report), /1,233 bytes, limit 1,232/);
  });

  test('refuse 4,097 bytes of version 1, which allows 4,096', async () => {
    const memo = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
    const withMemo = (length: number) =>
      made({
        version: 1,
        instructions: [{ programAddress: memo, accounts: [], data: new Uint8Array(length) }],
      });
    const { length } = await withMemo(3_000);
    const most = await withMemo(3_000 + 4_096 - length);
    assert.equal(most.length, 4_096);
    assert.ok(canSend(checkTransaction(most, good)));
    const report = checkTransaction(await withMemo(3_001 + 4_096 - length), good);
    assert.match(firstText(report), /4,097 bytes, limit 4,096/);
  });

  test('name the swaps of known AMMs with their pools', async () => {
    const accounts = await Promise.all(
      Array.from({ length: 11 }, async (_, at) => ({
        address: (await wallet(at + 20)).address,
        role: 1 as const,
      })),
    );
    const swap = (programAddress: string, head: string): PlainInstruction => ({
      programAddress,
      accounts,
      data: Uint8Array.from(Buffer.from(head.padEnd(48, '0'), 'hex')),
    });
    const raydium = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';
    const whirlpool = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc';
    const list = [swap(raydium, '09'), swap(whirlpool, 'f8c69e91e17587c8'), swap(raydium, 'fe')];
    const bytes = await made({ instructions: [...budget(), ...list] });
    const report = checkTransaction(bytes, { ...good, decodeAmmInstruction: describeAmmCall });
    const read = report.instructions
      .slice(2)
      .map(({ programName, name, details }) => [programName, name, details]);
    assert.deepEqual(read, [
      ['Raydium AMM v4', 'Swap', [['pool', accounts[1]?.address]]],
      ['Orca Whirlpool', 'Swap', [['pool', accounts[2]?.address]]],
      ['Raydium AMM v4', null, []],
    ]);
  });

  test('detect and report a tip that a program pays in the simulation', async () => {
    const strange = (await wallet(78)).address;
    const pays: PlainInstruction = {
      programAddress: strange,
      accounts: [
        { address: payer.address, role: 3 },
        { address: jito, role: 1 },
      ],
      data: new Uint8Array(3),
    };
    const bytes = await made({ instructions: [...budget(), pays] });
    const change = (account: string, before: bigint, after: bigint) => ({
      account,
      owner: account,
      mint: null,
      symbol: 'SOL',
      decimals: 9,
      before,
      after,
    });
    const submission = {
      receiver: 'jito.example',
      isBundleOnly: true,
      openPathDescription: '',
      simulates: true,
      minimumTipLamports: 1_000n,
      provider: 'JITO',
    };
    const of = (lamports: bigint) =>
      checkTransaction(bytes, {
        ...good,
        submission,
        simulation: {
          isSuccess: true,
          error: null,
          advice: null,
          unitsConsumed: 450,
          logs: [],
          slot: 7,
          commitment: 'processed',
          changes: [
            change(payer.address, sol, sol + 9_000_000n),
            change(jito, 2n * sol, 2n * sol + lamports),
          ],
        },
      });
    const report = of(2_000_000n);
    assert.deepEqual(report.tips, [
      {
        provider: 'JITO',
        providerName: 'Jito',
        recipient: jito,
        lamports: 2_000_000n,
        instruction: -1,
        table: null,
        inner: true,
      },
    ]);
    assert.equal(report.outflow?.tipLamports, 2_000_000n);
    assert.deepEqual(codes(report, 'warn'), ['unknown-program']);
    assert.deepEqual(codes(of(0n), 'warn'), ['no-tip', 'unknown-program']);
    assert.deepEqual(codes(of(999n), 'warn'), ['tip-below-minimum', 'unknown-program']);
  });

  test('refuse a duplicate account key', async () => {
    const bytes = await made({
      version: 'legacy',
      instructions: [instructions.transfer(payer.address, other.address, 5n)],
    });
    const wire = decodeTransactionBytes(bytes);
    const changed = Uint8Array.from(bytes);
    const keysAt = 65 + 3 + 1;
    changed.copyWithin(keysAt + 32, keysAt, keysAt + 32);
    assert.equal(wire.staticKeys.length, 3);
    assert.ok(codes(checkTransaction(changed, good), 'refuse').includes('duplicate-key'));
  });

  test('warn of 65 accounts of version 1, which the chain does not take yet, and refuse 97', async () => {
    const of = async (count: number) => {
      const accounts = await Promise.all(
        Array.from({ length: count - 2 }, async (_, at) => ({
          address: (await wallet(at + 10)).address,
          role: 1 as const,
        })),
      );
      const list = [{ programAddress: systemProgram, accounts, data: new Uint8Array(4) }];
      return made({ version: 1, instructions: list });
    };
    assert.deepEqual(codes(checkTransaction(await of(64), good), 'refuse'), []);
    // No library builds more than 64: add keys to 64 and sign again.
    const whole = await of(64);
    const message = whole.subarray(0, whole.length - 64);
    const [keyCountAt, firstKeyAt] = [41, 42];
    assert.equal(message[keyCountAt], 64);
    const lastKeyEnd = firstKeyAt + 64 * 32;
    const withKeys = async (count: number) => {
      const added = Array.from({ length: count - 64 }, (_, key) =>
        new Uint8Array(32).fill(200 + key),
      );
      const more = Buffer.concat([
        message.subarray(0, lastKeyEnd),
        ...added,
        message.subarray(lastKeyEnd),
      ]);
      more[keyCountAt] = count;
      const signature = await signBytes(payer.keyPair.privateKey, more);
      return checkTransaction(Uint8Array.from([...more, ...signature]), good);
    };
    const report = await withKeys(65);
    assert.deepEqual(codes(report, 'refuse'), []);
    assert.ok(codes(report, 'warn').includes('too-many-accounts-yet'));
    assert.match(firstText(report), /Too many accounts: 65 \/ 64 \| .* until SIMD-0596 is active/);
    const tooMany = await withKeys(97);
    assert.deepEqual(codes(tooMany, 'refuse'), ['too-many-accounts']);
    assert.match(firstText(tooMany), /Too many accounts: 97 \/ 96/);
  });

  test('show that a transaction asks not to be front-run', async () => {
    const dontFront = address('jitodontfront111111111111111111111111111111');
    const list = [
      ...budget(),
      {
        programAddress: systemProgram,
        accounts: [{ address: dontFront, role: 0 as const }],
        data: new Uint8Array(4),
      },
    ];
    const { findings } = checkTransaction(await made({ instructions: list }), good);
    const found = findings.find(({ code }) => code === 'jito-dont-front');
    assert.equal(found?.rank, 'inform');
    assert.equal(found?.detail, dontFront);
  });

  test('refuse a secret key, and show nothing of it', async () => {
    const { publicKey, privateKey } = (await import('node:crypto')).generateKeyPairSync('ed25519');
    const key = Buffer.concat([
      privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32),
      publicKey.export({ format: 'der', type: 'spki' }).subarray(-32),
    ]);
    const report = checkTransaction(key, good);
    assert.deepEqual(codes(report), ['secret-key']);
    assert.equal(report.sizeBytes, 0);
  });

  test('refuse an expired blockhash, warn of an expiring one, and say if its age is unknown', async () => {
    const bytes = await made();
    const at = (lifetime: CheckFacts['lifetime']) =>
      codes(checkTransaction(bytes, { ...good, ...(lifetime && { lifetime }) }));
    assert.ok(
      at({ kind: 'blockhash', isValid: false, blocksLeft: null }).includes('blockhash-expired'),
    );
    assert.ok(
      at({ kind: 'blockhash', isValid: true, blocksLeft: 29 }).includes('blockhash-expires-soon'),
    );
    assert.deepEqual(at({ kind: 'blockhash', isValid: true, blocksLeft: 30 }), []);
    assert.ok(codes(checkTransaction(bytes)).includes('blockhash-not-checked'));
  });

  test('identify a durable nonce, and refuse one that has advanced', async () => {
    const account = await wallet(9);
    const bytes = await made({
      instructions: [
        instructions.advanceNonce(account.address, payer.address),
        instructions.transfer(payer.address, other.address, 1n),
      ],
    });
    const at = (nonce: string | null, authority: string = payer.address) =>
      checkTransaction(bytes, { ...good, lifetime: { kind: 'nonce', nonce, authority } });
    assert.deepEqual(at(blockhash).lifetime, {
      kind: 'nonce',
      nonce: blockhash,
      account: account.address,
      authority: payer.address,
      isValid: true,
    });
    assert.deepEqual(codes(at(blockhash), 'refuse'), []);
    assert.deepEqual(codes(at(wrappedSolMint), 'refuse'), ['nonce-advanced']);
    assert.deepEqual(codes(at(null), 'refuse'), ['no-nonce-account']);
    assert.deepEqual(codes(at(blockhash, other.address), 'refuse'), ['nonce-authority']);
    // As on chain: bytes after the tag are ignored, and a nonce account must be writable.
    const advance = instructions.advanceNonce(account.address, payer.address);
    const longer = { ...advance, data: Uint8Array.of(4, 0, 0, 0, 9) };
    const [nonceAccount, ...others] = advance.accounts;
    const readonly = {
      ...advance,
      accounts: [{ address: nonceAccount?.address ?? '', role: 0 as const }, ...others],
    };
    const kindOf = async (first: PlainInstruction) =>
      checkTransaction(await made({ instructions: [first] }), good).lifetime?.kind;
    assert.equal(await kindOf(longer), 'nonce');
    assert.equal(await kindOf(readonly), 'blockhash');
  });

  describe('with a lookup table', () => {
    const addresses = Array.from({ length: 4 }, () => jito);
    const usable: LookupTable = {
      addresses,
      deactivationSlot: null,
      lastExtendedSlot: 5n,
      lastExtendedStart: 0,
    };
    const withTable = (addressIndex: number) =>
      made({
        instructions: [
          ...budget(),
          {
            ...instructions.tip(payer.address, 2_000_000n),
            accounts: [
              { address: payer.address, role: 3 },
              { address: jito, role: 1, lookupTableAddress: table, addressIndex },
            ],
          },
        ],
      });
    const check = async (
      known: LookupTable | 'missing' | 'not-a-table' | undefined,
      addressIndex = 2,
      slot = 100,
    ) =>
      checkTransaction(await withTable(addressIndex), {
        ...good,
        slot,
        ...(known === undefined ? {} : { tables: new Map([[table, known]]) }),
      });

    test('resolve it, and warn that providers may not detect a tip in it', async () => {
      const report = await check(usable);
      assert.deepEqual(codes(report), ['tip-from-table']);
      assert.equal(report.tips[0]?.table, table);
      assert.deepEqual(report.lookups, [{ table, writable: 1, readonly: 0, state: 'usable' }]);
      assert.equal(report.accounts.at(-1)?.address, jito);
    });

    test('refuse one that is missing, invalid, too short or deactivated', async () => {
      assert.deepEqual(codes(await check('missing'), 'refuse'), ['table-missing']);
      assert.deepEqual(codes(await check('not-a-table'), 'refuse'), ['not-a-table']);
      assert.deepEqual(codes(await check(usable, 4), 'refuse'), ['table-too-short']);
      const gone = { ...usable, deactivationSlot: 50n };
      assert.deepEqual(codes(await check(gone), 'refuse'), ['table-deactivated']);
    });

    test('warn of one that was just extended, and say if none could be read', async () => {
      assert.ok(codes(await check(usable, 2, 6)).includes('table-just-extended'));
      assert.ok(codes(await check(undefined)).includes('tables-not-read'));
    });
  });

  test('warn of an unknown program, a missing limit and a missing priority fee', async () => {
    const strange = (await wallet(77)).address;
    const list = [{ programAddress: strange, accounts: [], data: new Uint8Array(3) }];
    const found = codes(checkTransaction(await made({ instructions: list }), good), 'warn');
    assert.deepEqual(found.toSorted(), [
      'no-compute-unit-limit',
      'no-priority-fee',
      'unknown-program',
    ]);
  });

  test('refuse a duplicate Compute Budget instruction, and warn of an excessive limit', async () => {
    const twice = [...budget(), instructions.computeUnitLimit(9)];
    assert.deepEqual(codes(checkTransaction(await made({ instructions: twice }), good), 'refuse'), [
      'compute-budget-twice',
    ]);
    const high = [instructions.computeUnitLimit(1_400_001), instructions.computeUnitPrice(1n)];
    const report = checkTransaction(await made({ instructions: high }), good);
    assert.deepEqual(codes(report), ['compute-unit-limit-too-high']);
    assert.equal(report.fee?.computeUnitLimit, 1_400_000);
  });

  test('warn of a tip that is missing, too low, or paid to another provider', async () => {
    const submission = {
      receiver: 'fast.example',
      isBundleOnly: true,
      openPathDescription: '',
      simulates: false,
      minimumTipLamports: 1_000_000n,
      provider: 'FAST',
    };
    const of = async (list: PlainInstruction[]) =>
      codes(
        checkTransaction(await made({ instructions: [...budget(), ...list] }), {
          ...good,
          submission,
        }),
        'warn',
      );
    assert.deepEqual(await of([instructions.transfer(payer.address, other.address, 1n)]), [
      'no-tip',
    ]);
    assert.deepEqual(await of([instructions.tip(payer.address, 999_999n, 'FAST')]), [
      'tip-below-minimum',
    ]);
    assert.deepEqual(await of([instructions.tip(payer.address, 2_000_000n)]), ['tip-elsewhere']);
    assert.deepEqual(await of([instructions.tip(payer.address, 1_000_000n, 'FAST')]), []);
    // The host, the route, and whether it rejects failing transactions.
    const tipped = await made({
      instructions: [...budget(), instructions.tip(payer.address, 1_000_000n, 'FAST')],
    });
    const ways = [
      [submission, 'Sent to fast.example', 'Sent as a bundle only, with no fallback.'],
      [
        {
          ...submission,
          isBundleOnly: false,
          openPathDescription: 'Others may see it.',
          simulates: true,
        },
        'Sent to fast.example, simulated first',
        'Others may see it.',
      ],
    ] as const;
    for (const [way, message, detail] of ways) {
      const { findings } = checkTransaction(tipped, { ...good, submission: way });
      assert.deepEqual(findings, [{ rank: 'inform', code: 'channel', message, detail }]);
    }
    const anyTip = { ...submission, provider: null };
    const low = await made({
      instructions: [...budget(), instructions.tip(payer.address, 50_000n)],
    });
    const report = checkTransaction(low, { ...good, submission: anyTip });
    assert.deepEqual(codes(report, 'warn'), ['tip-below-minimum']);
    assert.match(firstText(report), /Tip 0\.00005 SOL; fast\.example requires 0\.001 SOL/);
  });

  test('report the source of a provider’s minimum tip, and whether it is unknown', async () => {
    const of = async (provider: string, lamports: bigint) => {
      const list = [...budget(), instructions.tip(payer.address, lamports, provider)];
      return checkTransaction(await made({ instructions: list }), good);
    };
    assert.match(firstText(await of('SUPANODE', 999_999n)), /landing\.fast/);
    for (const provider of tipAccountsByProvider.keys()) {
      const least = tipMinimums.get(provider);
      const report = await of(provider, 1n);
      assert.ok(canSend(report), provider);
      if (least === undefined) {
        assert.deepEqual(codes(report), ['tip-minimum-unknown'], provider);
        assert.match(firstText(report), /^Minimum tip unknown: /);
        continue;
      }
      assert.deepEqual(codes(report), ['tip-below-minimum'], provider);
      const required = `${formatLamportsAsSol(least.lamports)} (${least.source}, `;
      assert.ok(firstText(report).includes(required), firstText(report));
      assert.deepEqual(codes(await of(provider, least.lamports)), [], provider);
    }
    const known = [...tipAccountsByProvider.keys()].filter((each) => tipMinimums.has(each));
    assert.equal(known.length, tipMinimums.size, 'a minimum of a provider without accounts');
  });

  test('name and refuse a program that is not on the chain, and list those that are', async () => {
    const amm = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';
    const bytes = await made({
      instructions: [...budget(), { programAddress: amm, accounts: [], data: new Uint8Array(9) }],
    });
    const missingPrograms = { addresses: [amm], explanation: 'It runs System.' };
    const report = checkTransaction(bytes, { ...good, missingPrograms });
    assert.deepEqual(codes(report, 'refuse'), ['missing-program']);
    assert.equal(firstText(report), 'Program not on this chain: Raydium AMM v4 | It runs System.');
  });

  test('warn if control over an account is transferred', async () => {
    const list = [...budget(), instructions.approve(table, other.address, payer.address, 5n)];
    const report = checkTransaction(await made({ instructions: list }), good);
    assert.deepEqual(codes(report), ['hands-over']);
    assert.equal(report.instructions[2]?.name, 'Approve');
  });

  test('refuse a payer that cannot pay the fee, and warn of one that cannot pay the rest', async () => {
    const bytes = await made();
    const at = (payerLamports: bigint | null) =>
      codes(checkTransaction(bytes, { ...good, payerLamports }));
    assert.deepEqual(at(null), ['payer-cannot-pay-fee']);
    assert.deepEqual(at(5_999n), ['payer-cannot-pay-fee']);
    assert.deepEqual(at(6_000n), ['payer-short']);
    assert.deepEqual(at(8_506_001n), ['payer-below-rent']);
    assert.deepEqual(at(8_506_000n), []);
    // 128 bytes at 5,080 lamports, unless the chain reports another minimum.
    assert.deepEqual(at(8_506_000n + 650_239n), ['payer-below-rent']);
    assert.deepEqual(at(8_506_000n + 650_240n), []);
    const asked = { ...good, payerLamports: 8_506_000n + 650_240n };
    const told = checkTransaction(bytes, { ...asked, walletRentExemptLamports: 890_880n });
    assert.deepEqual(codes(told), ['payer-below-rent']);
  });

  test('report the simulation’s result, and warn of a tip or a fee above the gain', async () => {
    const bytes = await made({
      instructions: [...budget(), instructions.tip(payer.address, 1_500_000n)],
    });
    const simulation = (after: bigint, change: Partial<SimulationReport> = {}) => ({
      isSuccess: true,
      error: null,
      advice: null,
      unitsConsumed: 450,
      logs: [],
      slot: 7,
      commitment: 'processed',
      changes: [
        {
          account: payer.address,
          owner: payer.address,
          mint: null,
          symbol: 'SOL',
          decimals: 9,
          before: sol,
          after,
        },
      ],
      ...change,
    });
    const at = (report: SimulationReport) =>
      codes(checkTransaction(bytes, { ...good, simulation: report }), 'warn');
    assert.deepEqual(at(simulation(sol + 5_000_000n)), []);
    assert.deepEqual(at(simulation(sol - 1_000_000n)), ['tip-above-gain']);
    assert.deepEqual(at(simulation(sol - 1_499_000n)), ['tip-above-gain', 'fee-above-share']);
    const untipped = await made({ instructions: budget() });
    const small = { ...good, simulation: simulation(sol + 1_000n) };
    assert.deepEqual(codes(checkTransaction(untipped, small), 'warn'), ['fee-above-share']);
    const inWrapped = simulation(sol - 3_006_000n);
    const wrapped = {
      account: table,
      owner: payer.address,
      mint: wrappedSolMint,
      symbol: 'SOL',
      decimals: 9,
      before: 0n,
      after: 9_000_000n,
    };
    assert.deepEqual(at({ ...inWrapped, changes: [...inWrapped.changes, wrapped] }), []);
    assert.deepEqual(
      at(simulation(sol, { isSuccess: false, error: 'custom program error 1', changes: [] })),
      ['simulation-failed'],
    );
    assert.deepEqual(at(simulation(sol + 5_000_000n, { unitsConsumed: 60_000 })), [
      'over-compute-units',
    ]);
  });

  test('warn of a repeated submission and of another wallet, and refuse another chain', async () => {
    const bytes = await made();
    const at = (facts: CheckFacts) => codes(checkTransaction(bytes, { ...good, ...facts }));
    assert.deepEqual(at({ history: { sameSignatureMilliseconds: 5_000 } }), ['sent-before']);
    assert.deepEqual(at({ history: { sameMessageMilliseconds: 9_999 } }), ['same-message']);
    assert.deepEqual(at({ history: { sameMessageMilliseconds: 10_001 } }), []);
    assert.deepEqual(at({ wallets: new Set([other.address]) }), ['other-wallet']);
    assert.deepEqual(at({ wallets: new Set([payer.address]) }), []);
    const cluster = { genesisHash: wrappedSolMint, name: 'devnet' };
    assert.deepEqual(at({ cluster, expectedCluster: 'mainnet-beta' }), ['other-cluster']);
    assert.deepEqual(at({ cluster, expectedCluster: 'devnet' }), ['cluster']);
    assert.deepEqual(at({ expectedCluster: 'mainnet-beta' }), ['cluster-not-checked']);
    const sandbox = { genesisHash: '', name: 'sandbox' };
    assert.deepEqual(at({ cluster: sandbox, expectedCluster: 'sandbox' }), []);
    assert.deepEqual(at({ cluster: sandbox, expectedCluster: 'mainnet-beta' }), ['other-cluster']);
  });

  test('warn of a tip in another transaction than the trade', async () => {
    const amm = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';
    const trade = await made({
      instructions: [...budget(), { programAddress: amm, accounts: [], data: new Uint8Array(9) }],
    });
    const tip = await made({
      instructions: [...budget(), instructions.tip(payer.address, 2_000_000n)],
    });
    const [first, second] = checkBatch([trade, tip].map((one) => checkTransaction(one, good)));
    assert.deepEqual(first && codes(first), []);
    assert.deepEqual(second && codes(second), ['tip-apart']);
  });
});
