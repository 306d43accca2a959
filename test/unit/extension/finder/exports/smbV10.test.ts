import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { TokenRanking } from '../../../../../src/api/finder.ts';
import { notArbPrograms, smbV10Programs } from '../../../../../src/botConfig/botPrograms.ts';
import { formats } from '../../../../../src/extension/finder/exports/formats/formats.ts';
import type { FinderResponse } from '../../../../../src/extension/finder/finderResponse.ts';
import { usdcMint, usdtMint, wrappedSolMint } from '../../../../../src/solana/baseMints.ts';
import {
  addressOf,
  arbitraryResponse,
  bonk,
  notRecommended,
  options,
  phoenix,
  raydiumCpmm,
  raydiumV4,
  token,
  withPairs,
  withTokens,
} from './finderResponses.ts';
import { type PoolOnChain, readSmbV10 } from './readSmbV10.ts';

const write = (answer: FinderResponse, isVerdictObeyed = true): Promise<string> =>
  formats['smb-v10'].write({ answer, options: { ...options, isVerdictObeyed } });

const dlmm = 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo';
const pump = 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA';
const [sol, usdc, usdt] = [wrappedSolMint, usdcMint, usdtMint];

/** Pools of the tree by number, with the other token of each. */
type Sketch = Readonly<
  Record<string, Readonly<Record<string, readonly (readonly [number, string])[]>>>
>;

interface Market {
  readonly answer: FinderResponse;
  readonly poolOf: (address: string) => PoolOnChain | undefined;
}

/** A response with these pools; lower numbers have higher gains. */
function market(sketch: Sketch, tokensMint: readonly string[] = [sol]): Market {
  const chain = new Map<string, PoolOnChain>();
  const tokens: TokenRanking[] = Object.entries(sketch).map(([mint, amms]) =>
    token(
      mint,
      Object.fromEntries(
        Object.entries(amms).map(([program, pools]) => [
          program,
          pools.map(([number, other]) => {
            chain.set(addressOf(number), { program, mints: [other, mint] });
            return { address: addressOf(number), revenues: 1_000 - number };
          }),
        ]),
      ),
    ),
  );
  const answer = { ...withTokens(tokens), request: { tokensMint: [...tokensMint] } };
  const poolOf = (address: string) => chain.get(address);
  return { answer: withPairs(answer, (pool) => poolOf(pool)?.mints), poolOf };
}

const numbered = (...numbers: number[]): string[] => numbers.map(addressOf);

describe('A finder result as config of SMB’s open bot, V10,', () => {
  it('has each token’s SOL and USDC pools in a direct group, settled in SOL', async () => {
    const { answer, poolOf } = market({
      [bonk]: {
        [raydiumV4]: [
          [3, sol],
          [1, usdc],
        ],
        [dlmm]: [[2, sol]],
      },
      [addressOf(90)]: {
        [raydiumV4]: [
          [4, sol],
          [5, sol],
        ],
      },
    });
    const text = await write(answer);
    assert.deepEqual(readSmbV10(text, poolOf), [
      // The best pools of the settlement token first; for USDC pools, the bot converts in the
      // transaction.
      { settlement: 'SOL', direct: [{ pools: numbered(2, 3, 1) }] },
      { settlement: 'SOL', direct: [{ pools: numbered(4, 5) }] },
    ]);
    assert.match(
      text,
      /^# SMB config, V10, by Arbscope\n# Response: 2026-01-02T14:03:59\.123Z from Mainnet\n# Recommendation: /,
    );
    assert.match(text, /^# Filters: tokensMint=/m);
    assert.match(
      text,
      /^# BONK: \$5\.00 gross, \$4\.00 net, 6 tx in 10 min\n\[\[transactions\.direct\]\]$/m,
    );
    assert.doesNotMatch(text, /Left out/);
  });

  it('settles in USDC if that is the base token, or has more pools', async () => {
    const pools: Sketch = {
      [bonk]: {
        [raydiumV4]: [
          [1, sol],
          [2, usdc],
          [3, usdc],
        ],
      },
    };
    const settlementOf = async (...bases: string[]) => {
      const { answer, poolOf } = market(pools, bases);
      return readSmbV10(await write(answer), poolOf).map(({ settlement }) => settlement);
    };
    assert.deepEqual(await settlementOf(sol), ['SOL']);
    assert.deepEqual(await settlementOf(usdc), ['USDC']);
    assert.deepEqual(await settlementOf(sol, usdc), ['USDC']);
  });

  it('makes a triangle of a pool of two other tokens, bridges and direct pools', async () => {
    const { answer, poolOf } = market({
      [bonk]: {
        [raydiumV4]: [[1, sol]],
        [dlmm]: [
          [2, usdt],
          [3, usdt],
        ],
      },
      [usdt]: {
        [raydiumV4]: [
          [4, sol],
          [5, usdc],
        ],
        [raydiumCpmm]: [[6, sol]],
      },
    });
    const text = await write(answer);
    const triangle = (intermediate: number) => ({
      intermediate: addressOf(intermediate),
      bridges: numbered(4),
      direct: numbered(1),
    });
    assert.deepEqual(readSmbV10(text, poolOf), [
      { settlement: 'SOL', triangle: [triangle(2), triangle(3)] },
      // Raydium CPMM cannot be a bridge, only a direct pool.
      { settlement: 'SOL', direct: [{ pools: numbered(4, 6, 5) }] },
    ]);
  });

  it('takes the bridges of a triangle from the other base token if there are no others', async () => {
    const { answer, poolOf } = market({
      [bonk]: { [raydiumV4]: [[1, sol]], [dlmm]: [[2, usdt]] },
      [usdt]: { [raydiumV4]: [[5, usdc]] },
    });
    const [transaction] = readSmbV10(await write(answer), poolOf);
    assert.deepEqual(transaction?.triangle?.[0]?.bridges, numbered(5));
  });

  it('has at most four groups per transaction, all of one kind', async () => {
    const tokens = Array.from({ length: 9 }, (_, index): [string, Sketch[string]] => [
      addressOf(500 + index),
      {
        [raydiumV4]: [
          [2 * index, sol],
          [2 * index + 1, sol],
        ],
      },
    ]);
    const { answer, poolOf } = market(Object.fromEntries(tokens));
    const transactions = readSmbV10(await write(answer), poolOf);
    assert.deepEqual(
      transactions.map(({ direct }) => direct?.length),
      [4, 4, 1],
    );
  });

  it('fits the bot’s limit of 16 pools and 64 accounts, with the best pools first', async () => {
    const many = (program: string, first: number): Sketch[string] => ({
      [program]: Array.from({ length: 20 }, (_, index) => [first + index, sol] as const),
    });
    const { answer, poolOf } = market({
      [bonk]: many(raydiumV4, 0),
      [addressOf(90)]: many(dlmm, 100),
      // The bot adds its own SOL/USDC pool to these.
      [addressOf(93)]: {
        [raydiumV4]: [...Array(18).keys()].map((index) => [300 + index, index < 12 ? sol : usdc]),
      },
      [addressOf(91)]: { [pump]: [[200, sol]], [dlmm]: [[201, sol]] },
      [addressOf(92)]: { [pump]: [[202, sol]], [dlmm]: [[203, sol]] },
    });
    const text = await write(answer);
    const groups = readSmbV10(text, poolOf).map(({ direct = [] }) =>
      direct.map(({ pools }) => pools.length),
    );
    // DLMM has up to eight accounts per pool; Pump has ten, shared by its pools.
    assert.deepEqual(groups, [[16], [6], [14], [2, 2]]);
    assert.match(
      text,
      /^# Left out: 22 pools: no route within 16 pools and 64 accounts uses them\.$/m,
    );
  });

  it('omits what it cannot express, with a comment', async () => {
    const { answer, poolOf } = market(
      {
        [bonk]: {
          [raydiumV4]: [
            [1, sol],
            [2, sol],
            [3, usdt],
            [9, sol],
          ],
          [phoenix]: [[4, sol]],
        },
        [usdc]: { [raydiumV4]: [[5, sol]] },
      },
      [sol, usdt],
    );
    const pairs = (pool: string) => (pool === addressOf(9) ? undefined : poolOf(pool)?.mints);
    const text = await write(withPairs(answer, pairs));
    assert.deepEqual(readSmbV10(text, poolOf), [
      { settlement: 'SOL', direct: [{ pools: numbered(1, 2) }] },
    ]);
    const omissions = [...text.matchAll(/^# Left out: (.*)$/gm)].map(([, omission]) => omission);
    assert.equal(omissions.length, 4);
    assert.match(
      omissions[0] ?? '',
      /^1 pool of programs that the bot does not support: Phoenix v1\.$/,
    );
    assert.equal(omissions[1], '1 pool of unknown tokens. Load the Market Cache, then refresh.');
    // BONK/USDT has no bridge, and SOL/USDC is the bot's own conversion.
    assert.match(omissions[2] ?? '', /^2 pools: no route within 16 pools/);
    assert.equal(omissions[3], 'base tokens that the bot does not settle in: USDT.');
  });

  it('waits for the token pairs of the pools', async () => {
    const { answer, poolOf } = market({
      [bonk]: {
        [raydiumV4]: [
          [1, sol],
          [2, sol],
        ],
      },
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    let isLoaded = false;
    const pairOf = (pool: string) => (isLoaded ? answer.pairs?.get(pool) : undefined);
    const text = write({ ...answer, pairs: { loaded: promise, get: pairOf } });
    isLoaded = true;
    resolve();
    assert.equal(readSmbV10(await text, poolOf).length, 1);
  });

  it('is rejected with the reason if nothing qualifies, since it has no form for “no trade”', async () => {
    const { answer } = market({
      [bonk]: {
        [raydiumV4]: [
          [1, sol],
          [2, sol],
        ],
      },
    });
    const reasons = [
      [notRecommended(answer), /Reason: arbitrage is not recommended\. In 1 h: Net gains/],
      [withTokens([]), /Reason: no token passed the filters in 10 min\.$/],
      [
        withPairs(answer, () => undefined),
        /Reason: 2 pools of unknown tokens\. Load the Market Cache/,
      ],
      [
        market({ [bonk]: { [raydiumV4]: [[1, sol]] } }).answer,
        /Reason: 1 pool: no route within .* uses it\./,
      ],
    ] as const;
    for (const [each, reason] of reasons) {
      await assert.rejects(write(each), { message: reason });
      await assert.rejects(write(each), {
        message: /^V10 has no form for “no trade”\. Stop the bot yourself\. /,
      });
    }
    assert.match(await write(notRecommended(answer), false), /^\[\[transactions\]\]$/m);
  });

  it('lets the bot start for any response of a service', async () => {
    const mints = [sol, usdc, usdt, bonk, addressOf(1), addressOf(2)];
    const anyMint = fc.constantFrom(...mints);
    const programs = [...new Set([...smbV10Programs.keys(), ...notArbPrograms])];
    const pools = fc.uniqueArray(
      fc.record({ mints: fc.tuple(anyMint, anyMint), program: fc.constantFrom(...programs) }),
      { maxLength: 60, comparator: () => false },
    );
    const bases = fc.uniqueArray(fc.constantFrom(sol, usdc, usdt), { minLength: 1 });
    let files = 0;
    const check = async (answer: FinderResponse, poolOf: Market['poolOf']) => {
      const text = await write(answer, false).catch((error: Error) => error.message);
      if (text.startsWith('V10 has no form')) return;
      files += 1;
      readSmbV10(text, poolOf);
    };
    await fc.assert(
      fc.asyncProperty(pools, bases, arbitraryResponse, async (drawn, tokensMint, hostile) => {
        const sketch: Record<string, Record<string, (readonly [number, string])[]>> = {};
        drawn.forEach(({ mints: [mint, other], program }, index) => {
          if (mint === other) return;
          sketch[mint] ??= {};
          sketch[mint][program] ??= [];
          sketch[mint][program].push([index, other]);
        });
        const { answer, poolOf } = market(sketch, tokensMint);
        await check({ ...answer, source: hostile.source }, poolOf);
        // Pairs that may not match the tokens in the response.
        const chain = new Map<string, PoolOnChain>();
        const anywhere = hostile.result.tokens.flatMap(({ AMMs }) => AMMs);
        for (const { address: program, pools: found } of anywhere.reverse()) {
          for (const { address } of found) {
            chain.set(address, { program, mints: mints.slice(address.length % 3).slice(0, 2) });
          }
        }
        await check(
          withPairs(hostile, (pool) => chain.get(pool)?.mints),
          (pool) => chain.get(pool),
        );
      }),
      { numRuns: 200 },
    );
    // About 65 of the files qualify.
    assert.ok(files > 20, `${files} files`);
  });
});
