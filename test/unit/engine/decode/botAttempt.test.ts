import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, test } from 'node:test';
import { AccountBalances } from '../../../../src/engine/decode/accountBalances.ts';
import type { BotAttempt } from '../../../../src/engine/decode/arbitrageRecord.ts';
import { readBotAttempt } from '../../../../src/engine/decode/botAttempt.ts';
import { smbProgram } from '../../../../src/engine/decode/botGroups.ts';
import {
  decodeBlockTransaction,
  decodeTransaction,
} from '../../../../src/engine/decode/decodeTransaction.ts';
import { flattenInstructions } from '../../../../src/engine/decode/readJsonMessage.ts';
import { readMessage } from '../../../../src/engine/decode/readMessage.ts';
import type { RpcBlockTransaction } from '../../../../src/engine/decode/rpcBlock.ts';
import { usdcMint, wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { knownMints } from '../../../../src/solana/knownMints.ts';
import { associatedTokenProgram, memoProgram } from '../../../../src/solana/knownPrograms.ts';
import { readChainEntry } from '../../../readChainEntry.ts';
import { sharedData } from '../../../sharedData.ts';
import { address, RpcTransactionBuilder, u64 } from './rpcTransactionBuilder.ts';
import { catMint, dogMint, type Swap, trader, whirlpoolSwap } from './swapFixtures.ts';

const folder = sharedData('data');

const dlmm = 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo';
const pumpSwap = 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA';
const whirlpool = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc';
const raydium = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';

interface Attempt {
  readonly entry: RpcBlockTransaction;
  readonly family: string;
  readonly signature: string;
  readonly used: readonly (string | null)[];
  readonly read: BotAttempt | null;
  /** Known vaults of any pool in the recorded data are among them. */
  readonly notPools: ReadonlySet<string>;
}

async function readRecordedAttempts(data: string): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  const seen = new Set<string>();
  for (const name of ['transactions', 'recent', 'blocks']) {
    const files = readdirSync(join(data, name)).filter((file) => /\.json(\.gz)?$/.test(file));
    for (const file of files.filter((one) => one !== 'truth.json')) {
      const chain = await readChainEntry(join(data, name, file));
      const entries: readonly RpcBlockTransaction[] =
        chain.kind === 'block' ? chain.block.transactions : [chain.transaction];
      for (const entry of entries) {
        const position = { slot: 1, index: 0, blockTimeSeconds: 1, version: entry.version ?? null };
        const { record } = decodeBlockTransaction(entry, position);
        const family = record?.bot?.family ?? '';
        if (record === null || !['SMB', 'NOTARB'].includes(family)) continue;
        if (seen.has(record.signature) || !entry.meta) continue;
        seen.add(record.signature);
        const message = readMessage(entry);
        const balances = new AccountBalances(message, entry.meta);
        const tokens = [
          ...(entry.meta.preTokenBalances ?? []),
          ...(entry.meta.postTokenBalances ?? []),
        ];
        attempts.push({
          entry,
          family,
          signature: record.signature,
          used: record.legs.map(({ pool }) => pool),
          read: readBotAttempt(message, flattenInstructions(message, entry.meta), balances),
          notPools: new Set([
            record.wallet,
            ...tokens.map(({ accountIndex }) => message.keys.at(accountIndex)),
            ...tokens.map(({ mint }) => mint),
          ]),
        });
      }
    }
  }
  return attempts;
}

describe('In all recorded attempts of SMB and NotArb, the decoder', { skip: !folder }, async () => {
  const attempts = folder === undefined ? [] : await readRecordedAttempts(folder);

  it('finds the pools of every instruction that lists pools', () => {
    const counts = new Map<string, number>();
    for (const { family, read } of attempts) {
      const key = `${family} ${read === null ? 'lists none' : `${read.pools.length} pools, ${read.unknownPools} unknown`}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    assert.deepEqual(Object.fromEntries(counts), {
      'NOTARB 3 pools, 0 unknown': 1,
      // Checks the gain after swaps of others.
      'NOTARB lists none': 2,
      'SMB 2 pools, 0 unknown': 18,
      'SMB 3 pools, 0 unknown': 85,
    });
  });

  it('finds each pool that was used, from the account list alone', () => {
    for (const { used, read, signature } of attempts) {
      if (read === null) continue;
      const found = new Set(read.pools.map(({ pool }) => pool));
      for (const pool of used) assert.ok(pool !== null && found.has(pool), signature);
    }
    assert.ok(attempts.some(({ used }) => used.length > 0));
  });

  it('takes no vault, mint, wallet, config, oracle or tick array for a pool', () => {
    for (const { read, notPools, signature, entry } of attempts) {
      const { keys } = readMessage(entry);
      for (const { pool, mints } of read?.pools ?? []) {
        assert.ok(!notPools.has(pool) && !knownMints.has(pool), signature);
        assert.ok(keys.indexOf(pool) >= 0 && mints.length === 2, signature);
        // Only a pool owns two token accounts with different mints; the others own none.
        const balances = entry.meta?.preTokenBalances ?? [];
        const owned = new Set(
          balances.filter(({ owner }) => owner === pool).map(({ mint }) => mint),
        );
        const isMarket = pool === 'uXYCkjhppZFxMz44yq1Mz9LPR2iLWEwF5MgXNGDgT9u';
        assert.equal(owned.size, isMarket ? 0 : 2, signature);
      }
    }
  });

  it('reads the parameters of SMB’s instruction', () => {
    const read = attempts.flatMap(({ read: attempt }) => attempt?.parameters ?? []);
    assert.deepEqual(
      read.map(({ flashLoan }) => flashLoan).sort(),
      [false, true],
      'the older versions have other parameters',
    );
    for (const { flashLoan: _, ...parameters } of read) {
      assert.deepEqual(parameters, {
        minimumProfit: 0n,
        baseMint: wrappedSolMint,
        computeUnitLimit: 500_000,
        noFailure: true,
      });
    }
  });
});

/** Accounts of a group: the pool's vaults are known by their balances. */
class Groups {
  readonly builder = new RpcTransactionBuilder(trader);

  vaults(name: string, owner: string, mints: readonly [string, string]): readonly string[] {
    return mints.map((mint) =>
      this.builder.account(owner, mint, { name: `vault of ${name} for ${mint}` }),
    );
  }

  /** A pool that owns its vaults. */
  ownPool(name: string, mints: readonly [string, string]): readonly string[] {
    return [address(name), ...this.vaults(name, address(name), mints)];
  }
}

const pair = [dogMint, wrappedSolMint] as const;
const other = (name: string) => address(`account ${name}`);
const u32 = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, value >>> 24];
const u16 = (value: number) => [value & 255, value >> 8];

const smbHeader = (base: string) => [
  ...[trader, base, other('fee'), other('wallet'), other('tokens'), other('system')],
  associatedTokenProgram,
];

const poolsOf = (attempt: BotAttempt | null | undefined) =>
  attempt?.pools.map(({ program, pool, group }) => [program, pool, group]);

test('SMB’s groups of unknown AMMs count as unknown, and each known one is found', () => {
  const groups = new Groups();
  const authority = address('shared authority');
  const data = [28, ...u64(25_000), ...u32(600_000), 1, 0, 0, 1];
  groups.builder.call(
    smbProgram,
    [
      ...smbHeader(wrappedSolMint),
      ...[dogMint, other('token program'), other('wallet of the token')],
      ...[raydium, wrappedSolMint, authority, address('raydium pool')],
      ...groups.vaults('raydium', authority, pair),
      ...[whirlpool, wrappedSolMint, memoProgram],
      ...groups.ownPool('whirlpool', pair).slice(0, 1),
      other('oracle'),
      ...groups.ownPool('whirlpool', pair).slice(1),
      ...[other('ticks 0'), other('ticks 1')],
      ...[address('new AMM'), wrappedSolMint, other('its pool'), other('its vault')],
    ],
    data,
  );
  const { record } = decodeTransaction(
    groups.builder.fail({ InstructionError: [0, { Custom: 1 }] }).build(),
  );
  assert.deepEqual(poolsOf(record?.attempt), [
    [raydium, address('raydium pool'), 0],
    [whirlpool, address('whirlpool'), 0],
  ]);
  assert.equal(record?.attempt?.unknownPools, 1);
  assert.deepEqual(record?.attempt?.parameters, {
    minimumProfit: 25_000n,
    baseMint: wrappedSolMint,
    computeUnitLimit: 600_000,
    noFailure: true,
    flashLoan: true,
  });
});

test('each group of SMB’s instruction with several groups is read by its account counts', () => {
  const groups = new Groups();
  const dlmmGroup = (name: string, token: string, base: string) => [
    ...[dlmm, base, other('event authority')],
    ...groups.ownPool(name, [token, base]),
    ...[other('oracle'), other(`bins of ${name}`)],
  ];
  const pumpGroup = (name: string, token: string) => [
    ...[pumpSwap, wrappedSolMint, other('global config'), other('event authority')],
    ...groups.ownPool(name, [token, wrappedSolMint]),
    ...[other('volume'), other('fee config'), other('buyback')],
  ];
  const one = [dlmmGroup('first', dogMint, wrappedSolMint), pumpGroup('second', dogMint)];
  const triangle = [
    dlmmGroup('intermediate', catMint, usdcMint),
    dlmmGroup('bridge', usdcMint, wrappedSolMint),
    pumpGroup('direct', catMint),
  ];
  const counts = (pools: readonly (readonly string[])[]) =>
    pools.flatMap((each) => u16(each.length));
  groups.builder.call(
    smbProgram,
    [
      ...smbHeader(wrappedSolMint),
      ...[other('lender'), other('loan vault')],
      ...[dogMint, other('token program'), other('dogs of the wallet')],
      ...one.flat(),
      ...[catMint, other('token program'), other('cats of the wallet')],
      ...[usdcMint, other('token program'), other('dollars of the wallet')],
      ...triangle.flat(),
    ],
    [
      ...[61, ...u64(7), ...u32(900_000), 0, ...u16(0), 1, ...u64(0), 0, 2],
      ...[0, 2, ...counts(one), 1, 1, ...counts(triangle)],
    ],
  );
  const { record } = decodeTransaction(
    groups.builder.fail({ InstructionError: [0, { Custom: 1 }] }).build(),
  );
  assert.deepEqual(poolsOf(record?.attempt), [
    [dlmm, address('first'), 0],
    [pumpSwap, address('second'), 0],
    [dlmm, address('intermediate'), 1],
    [dlmm, address('bridge'), 1],
    [pumpSwap, address('direct'), 1],
  ]);
  assert.equal(record?.attempt?.unknownPools, 0);
  assert.equal(record?.attempt?.parameters?.minimumProfit, 7n);
});

test('NotArb’s pools are found after their program, and an AMM without a known order is unknown', () => {
  const groups = new Groups();
  const phoenix = 'PhoeNiXZ8ByJGLkxNfZRnkUfjvmuYqLR89jjFHGqdXY';
  groups.builder.call(
    'NA247a7YE9S3p9CdKmMyETx8TTwbSdVbVYHHxpnHTUV',
    [
      ...[trader, other('wallet'), other('fee')],
      ...[dlmm, ...groups.ownPool('dlmm pool', pair), other('bins'), dlmm],
      ...[raydium, address('raydium pool'), ...groups.vaults('raydium', other('owner'), pair)],
      ...[phoenix, other('state'), other('more')],
    ],
    [1, 2, 3],
  );
  const { record } = decodeTransaction(
    groups.builder.fail({ InstructionError: [0, { Custom: 1 }] }).build(),
  );
  assert.deepEqual(poolsOf(record?.attempt), [
    [dlmm, address('dlmm pool'), 0],
    [raydium, address('raydium pool'), 0],
  ]);
  assert.equal(record?.attempt?.unknownPools, 1);
  assert.equal(record?.attempt?.parameters, null);
});

const failed = { InstructionError: [0, { Custom: 1 }] } as const;
const targetOf = (mint: string) => [mint, other('token program'), other(`${mint} of the wallet`)];
const whirlpoolGroup = ({ builder }: Groups, name: string, mints: readonly [string, string]) => [
  ...[whirlpool, mints[1], memoProgram, address(name), other(`oracle of ${name}`)],
  ...mints.map((mint) => builder.account(address(name), mint)),
];
const smbData = (opcode: number) => [opcode, ...u64(1), ...u32(600_000), 0, 0, 0, 0];
const groupsData = (counts: readonly number[], groups: number) => [
  ...[61, ...u64(1), ...u32(600_000), 0, ...u16(0), 0, ...u64(0), 0, groups],
  ...counts,
];
const tradeDogs = (buy: string, sell: string): readonly [Swap, Swap] => [
  { pool: address(buy), pay: [wrappedSolMint, 1_000n], get: [dogMint, 500n] },
  { pool: address(sell), pay: [dogMint, 500n], get: [wrappedSolMint, 1_100n] },
];

test('a pool that two groups of an instruction share stays in both when it is used', () => {
  const groups = new Groups();
  const triangle = (token: string, name: string) => [
    whirlpoolGroup(groups, `intermediate ${name}`, [token, usdcMint]),
    whirlpoolGroup(groups, 'bridge', [usdcMint, wrappedSolMint]),
    whirlpoolGroup(groups, `direct ${name}`, [token, wrappedSolMint]),
  ];
  const both = [triangle(dogMint, 'dog'), triangle(catMint, 'cat')];
  groups.builder.call(
    smbProgram,
    [
      ...smbHeader(wrappedSolMint),
      ...both.flatMap((each, at) => [
        ...targetOf(at === 0 ? dogMint : catMint),
        ...targetOf(usdcMint),
        ...each.flat(),
      ]),
    ],
    groupsData(
      both.flatMap((each) => [1, 1, ...each.flatMap(({ length }) => u16(length))]),
      2,
    ),
  );
  const route: readonly Swap[] = [
    { pool: address('direct dog'), pay: [wrappedSolMint, 1_000n], get: [dogMint, 500n] },
    { pool: address('intermediate dog'), pay: [dogMint, 500n], get: [usdcMint, 300n] },
    { pool: address('bridge'), pay: [usdcMint, 300n], get: [wrappedSolMint, 1_100n] },
  ];
  for (const swap of route) whirlpoolSwap(groups.builder, swap);
  const { record } = decodeTransaction(groups.builder.build());
  assert.equal(record?.type, 'arbitrage');
  assert.deepEqual(
    record.attempt?.pools.map(({ pool, group }) => [pool, group]),
    [
      [address('intermediate dog'), 0],
      [address('bridge'), 0],
      [address('direct dog'), 0],
      [address('intermediate cat'), 1],
      [address('bridge'), 1],
      [address('direct cat'), 1],
    ],
  );
  assert.equal(record.attempt?.unknownPools, 0);
});

test('an instruction of SMB that repeats itself or a pool tries each pool once', () => {
  const groups = new Groups();
  const dlmmGroup = [dlmm, wrappedSolMint, other('authority'), ...groups.ownPool('dlmm', pair)];
  const pools = [...whirlpoolGroup(groups, 'whirlpool', pair), ...dlmmGroup, ...dlmmGroup];
  const accounts = [...smbHeader(wrappedSolMint), ...targetOf(dogMint), ...pools];
  groups.builder.call(smbProgram, accounts, smbData(28)).call(smbProgram, accounts, smbData(28));
  const { record } = decodeTransaction(groups.builder.fail(failed).build());
  assert.deepEqual(poolsOf(record?.attempt), [
    [whirlpool, address('whirlpool'), 0],
    [dlmm, address('dlmm'), 0],
  ]);
});

for (const [opcode, name] of [
  [29, 'a later version'],
  [8, 'an old version'],
] as const) {
  test(`no pool is invented or lost in an instruction of ${name} with another layout`, () => {
    const groups = new Groups();
    const authority = '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1';
    groups.builder.call(
      smbProgram,
      [
        ...smbHeader(wrappedSolMint),
        ...targetOf(dogMint),
        ...[raydium, wrappedSolMint, authority, address('raydium pool')],
        ...groups.vaults('raydium', authority, pair),
        ...whirlpoolGroup(groups, 'whirlpool', pair),
      ],
      smbData(opcode),
    );
    const { record } = decodeTransaction(groups.builder.fail(failed).build());
    const attempt = record?.attempt;
    const isPool = (pool: string) => [address('raydium pool'), address('whirlpool')].includes(pool);
    assert.ok(attempt);
    assert.ok(attempt.pools.every(({ pool }) => isPool(pool)));
    assert.equal(attempt.pools.length + attempt.unknownPools, 2);
  });
}

test('pools of a bot instruction that cannot be read at all are unknown, not none', () => {
  const groups = new Groups();
  const pools = whirlpoolGroup(groups, 'whirlpool', pair);
  const instructions = [
    { data: smbData(28), list: [whirlpool, other('one'), other('two')] },
    { data: [...groupsData([0, 1, ...u16(pools.length)], 1), 0], list: pools },
    { data: groupsData([0, 255, ...Array<number>(510).fill(0)], 1), list: pools },
  ];
  for (const { data, list } of instructions) {
    const { builder } = new Groups();
    builder.call(smbProgram, [...smbHeader(wrappedSolMint), ...targetOf(dogMint), ...list], data);
    const { record } = decodeTransaction(builder.fail(failed).build());
    assert.deepEqual(record?.attempt?.pools, []);
    assert.equal(record.attempt.unknownPools, 1);
  }
});

test('swaps beside the bot’s instruction are no pools that it tried', () => {
  const groups = new Groups();
  groups.builder.call(
    smbProgram,
    [
      ...smbHeader(wrappedSolMint),
      ...targetOf(dogMint),
      ...whirlpoolGroup(groups, 'whirlpool', pair),
      ...[address('new AMM'), wrappedSolMint, other('its pool'), other('its vault')],
    ],
    smbData(28),
  );
  groups.builder.call(address('router'), [trader], [1]);
  for (const swap of tradeDogs('beside 1', 'beside 2')) whirlpoolSwap(groups.builder, swap);
  const { record } = decodeTransaction(groups.builder.build());
  assert.equal(record?.legs.length, 2);
  assert.deepEqual(poolsOf(record.attempt), [[whirlpool, address('whirlpool'), 0]]);
  assert.equal(record.attempt?.unknownPools, 1);
});

test('the pool that converts between SOL and USDC is in no group of SMB, used or not', () => {
  const groups = new Groups();
  const conversion = whirlpoolGroup(groups, 'conversion', [usdcMint, wrappedSolMint]);
  const pools = [
    whirlpoolGroup(groups, 'for SOL', [dogMint, wrappedSolMint]),
    whirlpoolGroup(groups, 'for USDC', [dogMint, usdcMint]),
  ];
  const size = u16(conversion.length);
  groups.builder.call(
    smbProgram,
    [
      ...[...smbHeader(wrappedSolMint), ...targetOf(usdcMint), ...conversion],
      ...[...targetOf(dogMint), ...pools.flat()],
    ],
    [
      ...[...groupsData([], 0).slice(0, 25), 1, 1, ...size],
      ...[0, 2, ...pools.flatMap(({ length }) => u16(length))],
    ],
  );
  const route: readonly Swap[] = [
    { pool: address('for SOL'), pay: [wrappedSolMint, 1_000n], get: [dogMint, 500n] },
    { pool: address('for USDC'), pay: [dogMint, 500n], get: [usdcMint, 300n] },
    { pool: address('conversion'), pay: [usdcMint, 300n], get: [wrappedSolMint, 1_100n] },
  ];
  for (const swap of route) whirlpoolSwap(groups.builder, swap);
  const { record } = decodeTransaction(groups.builder.build());
  assert.equal(record?.legs.length, 3);
  assert.deepEqual(poolsOf(record.attempt), [
    [whirlpool, address('for SOL'), 0],
    [whirlpool, address('for USDC'), 0],
  ]);
});
