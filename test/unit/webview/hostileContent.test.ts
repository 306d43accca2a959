import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { transactionMarkdown } from '../../../src/webview/route/transactionMarkdown.ts';
import { anyText } from '../../fixtures/anyText.ts';
import { drawnTextOf, hostileResponses } from '../../fixtures/hostileResponses.ts';
import {
  transactionContentOf,
  transactionModels,
  transactionResponse,
} from './route/routeSamples.ts';

describe('Hostile data', () => {
  for (const [name, hostile] of Object.entries(hostileResponses())) {
    test(`${name}: models are finite and have sanitized text`, () => {
      const content = transactionContentOf(hostile);
      const models = transactionModels(content);
      const { box, nodes, edges } = models.layout;
      for (const figure of [box.width, box.height, ...nodes.map(({ x }) => x)]) {
        assert.ok(Number.isFinite(figure), name);
      }
      assert.equal(edges.length, hostile.route_map_details.length);
      assert.equal(
        /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069]/u.test(drawnTextOf(models)),
        false,
      );
    });
  }

  test('a homoglyph of a well-known symbol is flagged with the imitated symbol', () => {
    const { homoglyph } = hostileResponses();
    assert.ok(homoglyph !== undefined);
    const { route } = transactionModels(transactionContentOf(homoglyph));
    const fake = route.tokens.find(({ looksLike }) => looksLike !== null);
    assert.equal(fake?.looksLike, 'USDC');
    assert.match(fake?.fullLabel ?? '', /\(\w{4}…\w{4}\)$/);
  });

  test('a route that does not close is reported', () => {
    const { unclosed } = hostileResponses();
    assert.ok(unclosed !== undefined);
    assert.equal(transactionModels(transactionContentOf(unclosed)).check.isBalanced, false);
  });

  test('figures that are not numbers are shown as unknown', () => {
    const content = transactionContentOf(
      transactionResponse({
        net_gains_sol: Number.NaN,
        net_gains_usd: Number.POSITIVE_INFINITY,
        volume_usd: Number.NaN,
      }),
    );
    assert.equal(content.netGainsSol, null);
    assert.equal(content.netGainsUsd, null);
    assert.equal(content.volumeUsd, null);
  });

  test('models are built for any symbols, amounts and decimals', () => {
    fc.assert(
      fc.property(
        anyText(40),
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        fc.integer({ min: -5, max: 400 }),
        (symbol, amount, digits) => {
          const base = transactionResponse();
          const steps = base.route_map_details.map((each) => ({
            ...each,
            output_amount: amount,
            output_mint_info: { ...each.output_mint_info, symbol, digits },
          }));
          transactionModels(
            transactionContentOf(transactionResponse({ route_map_details: steps })),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});

test('Markdown contains no foreign markup, and every table row has all columns', () => {
  for (const [name, hostile] of Object.entries(hostileResponses())) {
    const text = transactionMarkdown(transactionContentOf(hostile));
    assert.equal(/(?<!\\)[<[]/.test(text.replaceAll('`', '')), false, name);
    const columns = (row: string) => row.match(/(?<!\\)\|/g)?.length;
    const rows = text.split('\n').filter((line) => line.startsWith('| '));
    for (const row of rows) assert.ok([4, 8].includes(columns(row) ?? 0), `${name}: ${row}`);
  }
});
