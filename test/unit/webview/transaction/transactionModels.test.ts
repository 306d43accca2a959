import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import type { TransactionDetail } from '../../../../src/api/transaction.ts';
import { decodeTransaction } from '../../../../src/engine/decode/decodeTransaction.ts';
import { transactionDetailOfFetched } from '../../../../src/engine/operations/transaction.ts';
import { netAfterPayments, waterfallBars } from '../../../../src/webview/route/gainBreakdown.ts';
import { transactionMarkdown } from '../../../../src/webview/route/transactionMarkdown.ts';
import { sandboxResponses } from '../../../fixtures/engineResponses.ts';
import { readChainEntry } from '../../../readChainEntry.ts';
import { sharedData, skipWithout } from '../../../sharedData.ts';
import {
  sol,
  solMint,
  step,
  transactionContentOf,
  transactionModels,
  transactionResponse,
  usdcMint,
} from '../route/routeSamples.ts';

const close = (actual: number | null, expected: number, what: string) =>
  assert.ok(
    actual !== null && Math.abs(actual - expected) <= Math.max(2e-9, Math.abs(expected) * 1e-6),
    `${what}: ${actual} instead of ${expected}`,
  );

/** Asserts the invariants of every response of the engine. */
function holds(detail: TransactionDetail): void {
  const content = transactionContentOf(detail);
  const { route, statement, check, layout } = transactionModels(content);
  assert.equal(route.legs.length, detail.route_map_details.length);
  for (const [index, leg] of route.legs.entries()) {
    const reported = detail.route_map_details[index];
    assert.equal(leg.input, reported?.input_amount);
    assert.equal(leg.output, reported?.output_amount);
    assert.equal(leg.pool, reported?.pool === '' ? null : reported?.pool);
  }
  const mints = new Set(detail.route_map_details.flatMap((s) => [s.input_mint, s.output_mint]));
  assert.equal(layout.nodes.length, mints.size, 'a repeated token is one node');
  assert.equal(layout.edges.length, route.legs.length, 'each leg is an edge');
  const [top] = layout.nodes;
  if (top !== undefined) {
    assert.equal(top.token, route.base);
    assert.ok(
      layout.nodes.every(({ y }) => y >= top.y),
      'the base is at the top',
    );
  }
  for (const { mint, amount } of detail.gains_details) {
    const flow = route.flows.find(({ token }) => token.mint === mint);
    assert.equal((flow?.bought ?? 0n) - (flow?.sold ?? 0n), amount, 'gross of the picture');
  }
  if (statement.base.mint === solMint) {
    close(statement.net.inBase, detail.net_gains_sol, `net of ${detail.signature}`);
    const bars = waterfallBars(statement).filter(({ item }) => item.kind !== 'net');
    close(bars.at(-1)?.ends?.[1] ?? null, detail.net_gains_sol, 'the last bar ends at the net');
  }
  assert.notEqual(check.isBalanced, detail.closing_differences_details?.length !== 0);
  // A signature may have these letters inside.
  assert.equal(/\b(undefined|NaN)\b/.test(transactionMarkdown(content)), false);
}

describe('For the engine’s own responses', () => {
  let answers: TransactionDetail[];
  before(async () => {
    answers = await sandboxResponses(12);
  });

  test('every transaction of the Sandbox has its figures in map, waterfall and text', () => {
    const types = new Set(answers.map(({ type }) => type));
    assert.ok(types.has('arbitrage') && types.has('failed'));
    for (const detail of answers) holds(detail);
  });

  test('a failed transaction shows its reason and the fee as the only loss', () => {
    const failed = answers.find(({ isSuccess }) => !isSuccess);
    assert.ok(failed !== undefined);
    const content = transactionContentOf(failed);
    assert.ok(content.failure !== null && content.failure.length > 0);
    const { statement, check } = transactionModels(content);
    assert.equal(statement.net.raw, -failed.fees);
    assert.match(check.sentences.join(' '), /by the fee only: [\d,]+ lamports/);
    const free = transactionModels({ ...content, feeLamports: '0' });
    assert.match(free.check.sentences.join(' '), /without a fee, so the balance did not change/);
  });

  const real = sharedData('data', 'transactions');
  test('real mainnet transactions are complete as well', { skip: skipWithout(real) }, async () => {
    const folder = real ?? '';
    let count = 0;
    for (const name of readdirSync(folder).filter((file) => file.length > 80)) {
      const file = await readChainEntry(join(folder, name));
      if (file.kind !== 'transaction') continue;
      const { record } = decodeTransaction(file.transaction);
      if (record === null) continue;
      holds(transactionDetailOfFetched(file.transaction, null));
      count += 1;
    }
    assert.ok(count > 10, `${count} transactions`);
  });
});

describe('The pools that a bot tried', () => {
  const real = sharedData('data', 'transactions');
  /** Without a profitable trade, so that it used none of its three pools. */
  const recorded =
    '2Vm3TGNKqap9RShQy8saRbrvngCnq1zzdmXnpcb6C2cVszEewipU4YAZt3JYLVt6CqvDYxbYabGkV5yPvoFQNFaX';

  test('are copied with their AMM and whether it used them', {
    skip: skipWithout(real),
  }, async () => {
    const file = await readChainEntry(join(real ?? '', `${recorded}.json`));
    assert.equal(file.kind, 'transaction');
    const content = transactionContentOf(transactionDetailOfFetched(file.transaction, null));
    const text = transactionMarkdown(content);
    assert.equal(text.match(/^\| Meteora DLMM \| `\w+` \| not used \|$/gm)?.length, 3);
    assert.ok(content.attempt !== null && content.attempt !== 'unknown');
    assert.deepEqual(content.attempt.parameters, {
      minimumProfit: '0',
      baseMint: solMint,
      computeUnitLimit: 500_000,
      noFailure: true,
      flashLoan: false,
    });
  });

  test('are unknown, not none, for a bot whose instruction is not read', () => {
    const bot = { family: 'X', program: 'XXX' };
    const content = transactionContentOf(transactionResponse({ bot, bot_attempt: null }));
    assert.equal(content.attempt, 'unknown');
    assert.match(transactionMarkdown(content), /^Pools tried: unknown$/m);
    const without = transactionContentOf(transactionResponse({ bot: null, bot_attempt: null }));
    assert.doesNotMatch(transactionMarkdown(without), /tried/);
  });
});

describe('A transaction of a service that provides less than the engine', () => {
  const content = transactionContentOf(transactionResponse());
  const { route, statement, check } = transactionModels(content);

  test('shows pools and AMMs as unknown, and the rest normally', () => {
    assert.equal(route.legs[0]?.pool, null);
    assert.equal(route.legs[0]?.amm, 'Unknown AMM');
    assert.equal(statement.items.map(({ label }) => label).join(), 'Gross,Fee,Tip · JITO,Net');
    assert.equal(statement.net.raw, 8_994_000n);
  });

  test('compares the service’s net gain with the sum of its parts', () => {
    assert.equal(check.isBalanced, true);
    assert.match(
      check.sentences.join(' '),
      /= \+8,994,000 lamports\. This matches the reported net gain/,
    );
    const other = transactionModels(
      transactionContentOf(transactionResponse({ net_gains_sol: 0.008 })),
    );
    assert.equal(other.check.isBalanced, false);
    assert.match(
      other.check.sentences.join(' '),
      /reports 0\.008 SOL net \(difference −0\.000994 SOL\)/,
    );
  });
});

describe('The balance check', () => {
  test('shows the exact change of the balances', () => {
    const { check } = transactionModels(
      transactionContentOf(transactionResponse({ closing_differences_details: [] })),
    );
    assert.equal(
      `${check.headline} ${check.sentences.join(' ')}`,
      'The figures add up. Gross +10,000,000 − Fee 6,000 − Tip · JITO 1,000,000 = +8,994,000 lamports. This matches the balance change.',
    );
  });

  test('reports a difference in the balances, and legs that do not match the stated gain', () => {
    const differing = transactionResponse({
      closing_differences_details: [{ amount: -7n, mint: solMint, ...sol }],
      gains_details: [{ amount: 11_000_000n, mint: solMint, ...sol }],
    });
    const { check } = transactionModels(transactionContentOf(differing));
    assert.equal(check.headline, 'The figures do not add up.');
    assert.match(check.sentences.join(' '), /Unexplained balance change: −7 lamports/);
    assert.match(
      check.sentences.join(' '),
      /legs sum to \+10,000,000 lamports, but the reported gain is \+11,000,000/,
    );
  });

  test('separates payments to others and rent from the gain', () => {
    const { check } = transactionModels(
      transactionContentOf(
        transactionResponse({
          closing_differences_details: [],
          other_payments_details: [{ amount: 5n, mint: solMint, ...sol, to: ['8'.repeat(44)] }],
          rent: 2_039_280n,
        }),
      ),
    );
    assert.equal(check.isBalanced, true);
    assert.match(
      check.sentences.join(' '),
      /Also paid 5 lamports to 8888…8888\. Net gain after that: \+0\.008994 SOL\./,
    );
    assert.match(check.sentences.join(' '), /Rent for new accounts: 2,039,280 lamports\./);
  });
});

describe('The net gain of a transaction', () => {
  const unpriced = { price: null, price_timestamp: null, digits: 6, symbol: 'DOG' } as never;
  const contentOf = (members: Partial<TransactionDetail>) => {
    const { netGainsUsd, netGainsSol } = transactionContentOf(transactionResponse(members));
    return [netGainsUsd, netGainsSol];
  };
  const dog = { mint: 'D'.repeat(44), ...(unpriced as object) } as never as typeof sol & {
    mint: string;
  };

  test('is unknown if it is in a token without a price, and does not count its costs as a loss', () => {
    assert.deepEqual(contentOf({ gains_details: [{ amount: 5n, ...dog }] }), [null, null]);
  });

  test('is unknown if a loss in a middle token has no price, not if a gain there has none', () => {
    const own = transactionResponse({}).gains_details;
    assert.deepEqual(contentOf({ gains_details: [...own, { amount: -5n, ...dog }] }), [null, null]);
    assert.deepEqual(contentOf({ gains_details: [...own, { amount: 5n, ...dog }] }), contentOf({}));
  });
});

describe('The net gain after other payments', () => {
  const afterPaying = (members: Partial<TransactionDetail>) => {
    const content = transactionContentOf(transactionResponse(members));
    return netAfterPayments(content, transactionModels(content).route);
  };
  const paid = (amount: bigint, mint = solMint, info = sol) => ({
    other_payments_details: [{ amount, mint, ...info, to: ['8'.repeat(44)] }],
  });

  test('subtracts a possibly unlisted tip, in SOL and USD', () => {
    const left = afterPaying(paid(9_000_000n));
    assert.equal(left?.sol?.toFixed(9), '-0.000006000');
    assert.equal(left?.usd?.toFixed(6), '-0.000600');
  });

  test('is not shown without a payment, for a received one, or for a failed attempt', () => {
    assert.equal(afterPaying({}), null);
    assert.equal(afterPaying(paid(-9_000_000n)), null);
    assert.equal(afterPaying({ ...paid(9_000_000n), isSuccess: false }), null);
  });

  test('is unknown if the price of the payment is unknown', () => {
    const unpriced = { price: null, price_timestamp: null, digits: 6, symbol: 'DOG' };
    const left = afterPaying(paid(5n, 'D'.repeat(44), unpriced as never));
    assert.deepEqual(left, { sol: null, usd: null });
  });
});

describe('A cycle in another token than SOL', () => {
  const usdc = { ...sol, price: 1, digits: 6, symbol: 'USDC' };
  const content = transactionContentOf(
    transactionResponse({
      gains_details: [{ amount: 500_000n, mint: usdcMint, ...usdc }],
      route_map_details: [
        step(0, [usdcMint, usdc, 100_000_000n], [solMint, sol, 1_000_000_000n]),
        step(1, [solMint, sol, 1_000_000_000n], [usdcMint, usdc, 100_500_000n]),
      ],
    }),
  );

  test('has fee and tip converted to the token at the given prices', () => {
    const { statement } = transactionModels(content);
    assert.equal(statement.base.label, 'USDC');
    const [, fee, tip] = statement.items;
    close(fee?.inBase ?? null, -0.0006, 'fee');
    close(tip?.inBase ?? null, -0.1, 'tip');
    close(statement.net.usd, 0.3994, 'net');
    assert.equal(statement.net.raw, null);
  });

  test('shows the loss of a middle token as a separate step to the net gain', () => {
    const { statement } = transactionModels(
      transactionContentOf(
        transactionResponse({
          tips_details: [],
          gains_details: [
            { amount: 500_000n, mint: usdcMint, ...usdc },
            { amount: -1_000_000n, mint: solMint, ...sol },
          ],
          route_map_details: [
            step(0, [usdcMint, usdc, 100_000_000n], [solMint, sol, 1_000_000_000n]),
            step(1, [solMint, sol, 1_001_000_000n], [usdcMint, usdc, 100_500_000n]),
          ],
        }),
      ),
    );
    const [gross, residual] = statement.items;
    close(gross?.usd ?? null, 0.5, 'gross');
    assert.equal(residual?.label, 'Residual · SOL');
    close(residual?.usd ?? null, -0.1, 'residual');
    close(statement.net.usd, 0.3994, 'net');
  });

  test('has no net gain if the SOL price is missing', () => {
    const unpriced = { ...sol, price: null };
    const usdc = {
      price: 1,
      price_timestamp: '2026-09-01T12:00:00.000Z',
      digits: 6,
      symbol: 'USDC',
    };
    const content = transactionContentOf(
      transactionResponse({
        gains_details: [
          { ...usdc, amount: 31_007n, mint: usdcMint },
          { ...unpriced, amount: 72n, mint: solMint },
        ],
        tips_details: [],
        route_map_details: [],
        net_gains_sol: -0.000005007,
        net_gains_usd: 0.031,
        volume_usd: 3,
        volume_sol: 0,
      }),
    );
    assert.deepEqual(
      [content.netGainsSol, content.netGainsUsd, content.volumeUsd, content.volumeSol],
      [null, null, 3, null],
    );
  });

  test('reports a missing price instead of a wrong sum', () => {
    const unpriced = content.mints.map((mint) => ({ ...mint, priceUsd: null }));
    const { statement, check } = transactionModels({ ...content, mints: unpriced });
    assert.equal(statement.net.inBase, null);
    assert.match(check.sentences.join(' '), /= price unknown\./);
  });
});
