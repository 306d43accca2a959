import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FinderResult, TokenRanking } from '../../../../src/api/finder.ts';
import { MarketError } from '../../../../src/api/marketError.ts';
import { type Connection, sandboxConnection } from '../../../../src/extension/base/connections.ts';
import { settingDefaults } from '../../../../src/extension/contributions/settings.ts';
import {
  filtersFromSettings,
  settingForParameter,
} from '../../../../src/extension/finder/filtersFromSettings.ts';
import { compareFinderResponses } from '../../../../src/extension/finder/finderChanges.ts';
import type { FinderResponse } from '../../../../src/extension/finder/finderResponse.ts';
import { finderRows } from '../../../../src/extension/finder/finderRows.ts';
import { errorRow } from '../../../../src/extension/ui/errorRow.ts';
import { type TreeRow, tooltipMarkdown } from '../../../../src/extension/ui/treeRow.ts';
import { usdcMint, wrappedSolMint } from '../../../../src/solana/baseMints.ts';

const unknownMint = '6kNAyfDTegp8VCFKbex7J369VYuNZPxSzg7PHgvkGSKg';
const raydium = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';
const pool = 'FRhB8L7Y9Qq41qZXYLtC2nw8An1RJfLLxRF2x9RwLLMo';
const table = '4syr5pBaboZy4cZyF6sys82uGD7jEvoAP2ZMaoich4fZ';

const figures = { revenues: 123.45, profits: 98.1, transactions: 321 };
const token: TokenRanking = {
  mint: usdcMint,
  ...figures,
  volume: 22_303.17,
  marketCap: 3_440_000,
  liquidity: 0,
  AMMs: [
    { address: raydium, ...figures, pools: [{ address: pool, ...figures, lookupTable: table }] },
  ],
};
const result: FinderResult = {
  tokens: [token, { ...token, mint: unknownMint, AMMs: [] }],
  threshold: {
    isArbitrageRecommended: true,
    thresholdProfits: 0,
    profits: 12.3,
    thresholdRevenues: 0,
    revenues: 20,
    thresholdTransactions: 0,
    transactions: 3_412,
    timeRange: 3_600,
    thresholdProvider: 'ALL',
    thresholdBot: 'SMB',
  },
  fees: {
    percentile: 'p50',
    percentileInt: 50,
    amount: 12_345n,
    transactions: 3_412,
    timeRange: 3_600,
  },
  tips: { percentile: 'p90', percentileInt: 90, amount: 0n, transactions: 0, timeRange: 60 },
  filters: { tokensTimeRange: 86_400, percentilesProvider: 'JITO' },
};

const finderResponse = (change: Partial<FinderResponse> = {}): FinderResponse => ({
  result,
  request: { tokensMint: [wrappedSolMint] },
  source: sandboxConnection,
  answeredAtMilliseconds: Date.UTC(2026, 0, 1, 14, 3, 59),
  ...change,
});

function rowOf(rows: readonly TreeRow[], index: number): TreeRow {
  const row = rows[index];
  assert.ok(row !== undefined, `no row ${index}`);
  return row;
}

const shown = ({ label, description }: TreeRow): string => `${label} | ${description}`;
const factsOf = (row: TreeRow): Readonly<Record<string, string>> => Object.fromEntries(row.facts());

function allRows(rows: readonly TreeRow[]): TreeRow[] {
  return rows.flatMap((row) => [row, ...allRows(row.children?.() ?? [])]);
}

describe('The Finder shows', () => {
  it('the verdict first, then the percentiles, then the tokens as ranked', () => {
    assert.deepEqual(finderRows(finderResponse()).map(shown), [
      'Recommended | $12/h net',
      'Fee p50 | 12,345 lamports',
      'Tip p90 | no transactions',
      'USDC | $123 → $98 net · 321',
      '6kNA…GSKg | $123 → $98 net · 321',
    ]);
  });

  it('the AMMs of a token by name, and the pools of an AMM', () => {
    const [amm] = rowOf(finderRows(finderResponse()), 3).children?.() ?? [];
    assert.ok(amm !== undefined);
    assert.equal(shown(amm), 'Raydium AMM v4 | $123 → $98 · 321');
    const [first] = amm.children?.() ?? [];
    assert.ok(first !== undefined);
    assert.equal(shown(first), 'FRhB…LLMo | $123 → $98 · 321');
    assert.equal(first.children, undefined);
    assert.equal(factsOf(first)['Lookup table'], table);
  });

  it('the two tokens of a pool if known, and its short address after the figures', () => {
    const pair = { mintA: wrappedSolMint, mintB: unknownMint, symbolA: 'SOL', symbolB: 'USDC' };
    const rows = finderRows(finderResponse(), { pairOf: () => pair });
    const [first] = rowOf(rows, 3).children?.()[0]?.children?.() ?? [];
    assert.ok(first !== undefined);
    // Look-alike symbols have the address here too.
    const label = 'SOL / USDC (look-alike 6kNA…GSKg)';
    assert.equal(shown(first), `${label} | $123 → $98 · 321 · FRhB…LLMo`);
    assert.equal(
      first.accessibilityLabel,
      `Pool ${label}: $123.45 gross, $98.10 net, 321 transactions in 24 h, FRhB…LLMo`,
    );
  });

  it('full sentences to screen readers, with singular and plural', () => {
    const one = { ...token, transactions: 1 };
    const { fees } = result;
    const rows = finderRows(
      finderResponse({
        result: { ...result, tokens: [one], fees: { ...fees, amount: 1n, transactions: 1 } },
      }),
    );
    const spoken = rows.slice(1).map(({ accessibilityLabel }) => accessibilityLabel);
    assert.deepEqual(spoken, [
      'Median transaction fee (p50): 1 lamport, 1 transaction in 1 h',
      'Tip (p90): no transactions',
      'Token USDC: $123.45 gross, $98.10 net, 1 transaction in 24 h',
    ]);
  });

  it('each figure with its unit, window and sample size in the tooltip', () => {
    const facts = factsOf(rowOf(finderRows(finderResponse()), 3));
    assert.equal(facts['Gross gains'], '$123.45 in 24 h');
    assert.equal(facts['Net gains'], '$98.10 after fees, tips and bot fees');
    assert.equal(facts['Sample'], '321 transactions in 24 h');
    assert.equal(facts['Market cap'], '$3.44M');
    assert.equal(facts['Liquidity'], 'unknown');
    assert.equal(facts['Mint'], usdcMint);
    assert.equal(facts['As of'], '14:03:59 UTC');
    const fee = factsOf(rowOf(finderRows(finderResponse()), 1));
    assert.equal(fee['Amount'], '12,345 lamports (0.000012345 SOL)');
    assert.equal(fee['Provider'], 'JITO');
  });

  it('“Sandbox” on every row of simulated data', () => {
    for (const row of allRows(finderRows(finderResponse()))) {
      assert.equal(factsOf(row)['Source'], 'Sandbox: simulated data', row.label);
    }
    const real = finderRows(finderResponse({ source: { kind: 'service', name: 'My service' } }));
    assert.ok(allRows(real).every((row) => !tooltipMarkdown(row).includes('Sandbox')));
  });

  it('each observed figure with its threshold, and whether it is met', () => {
    const { threshold } = result;
    const verdict = rowOf(
      finderRows(
        finderResponse({
          request: { tokensMint: [wrappedSolMint], thresholdProfits: 50 },
          result: {
            ...result,
            threshold: {
              ...threshold,
              isArbitrageRecommended: false,
              thresholdProfits: 50,
              thresholdTransactions: 10,
            },
          },
        }),
      ),
      0,
    );
    assert.equal(shown(verdict), 'Not recommended | $12/h net');
    assert.equal(
      verdict.accessibilityLabel,
      'Arbitrage not recommended: $12.30 net (threshold $50.00), 3,412 transactions in 1 h',
    );
    const facts = factsOf(verdict);
    assert.equal(facts['Net gains'], '$12.30 (threshold $50.00: not met)');
    // Also shows a threshold set by the service.
    assert.equal(facts['Transactions'], '3,412 (threshold 10: met)');
    assert.equal(facts['Gross gains'], '$20.00 (no threshold)');
    assert.equal(facts['Bot'], 'SMB');
    assert.equal(facts['Base tokens'], 'SOL');
    assert.match(verdict.note ?? '', /^Recommended if every threshold is met\./);
  });

  it('a note if no token was ranked', () => {
    const rows = finderRows(finderResponse({ result: { ...result, tokens: [] } }));
    assert.equal(shown(rowOf(rows, 3)), 'No tokens | no arbitrage in 24 h');
  });

  it('rows with stable ids when the figures change', () => {
    const changed: FinderResult = {
      ...result,
      tokens: result.tokens.map((one) => ({ ...one, revenues: 1, profits: 2, transactions: 3 })),
      threshold: { ...result.threshold, isArbitrageRecommended: false, profits: -1 },
      fees: { ...result.fees, amount: 1n, percentile: 'p10' },
    };
    const ids = (answer: FinderResponse) => allRows(finderRows(answer)).map(({ id }) => id);
    assert.deepEqual(ids(finderResponse({ result: changed })), ids(finderResponse()));
    assert.equal(new Set(ids(finderResponse())).size, ids(finderResponse()).length);
  });

  it('a failure as a row with the problem, the remedy, and the age of the rows below', () => {
    const row = errorRow({
      title: 'The Finder has no new answer',
      error: new MarketError('rate-limited', 'Too many requests (HTTP 429)', {
        retryAfterSeconds: 13.2,
        statusCode: 429,
      }),
      errorContext: { connection: sandboxConnection },
      retryCommand: 'arbscope.refreshFinder',
      lastResponseAtMilliseconds: 0,
      nowMilliseconds: 180_000,
    });
    assert.equal(shown(row), 'Too many requests (HTTP 429) | ');
    assert.deepEqual(row.children?.().map(shown), ['Try again in 14 s. | ']);
    assert.equal(factsOf(row)['Next step'], 'Try again in 14 s.');
    assert.match(tooltipMarkdown(row), /Rows below\\: 3 min ago/);
    assert.match(
      row.accessibilityLabel,
      /^Error, Too many requests \(HTTP 429\)\..*14 s.*3 min ago.*Try Again/,
    );
    assert.equal(row.click?.command, 'arbscope.refreshFinder');
  });
});

describe('A failure of a service', () => {
  const reasonOf = (error: MarketError): string => {
    const connection: Connection = {
      ...{ kind: 'service', name: 'Mainnet', baseUrl: 'https://api.example.com' },
      ...{ landingUrl: null, encoding: 'brackets', tier: 'low', requestsPerMinute: {} },
    };
    const row = errorRow({
      title: 'x',
      error,
      errorContext: { connection },
      retryCommand: 'arbscope.refreshFinder',
      lastResponseAtMilliseconds: null,
      nowMilliseconds: 0,
    });
    assert.equal(factsOf(row)['Reason'], error.message);
    return shown(row);
  };

  it('is a row with only the reason and the HTTP status', () => {
    const message = 'Find trending tokens: a long message of the service';
    const refused = new MarketError('unauthorized', message, { statusCode: 401 });
    assert.equal(reasonOf(refused), 'API key refused (HTTP 401) | ');
    const failing = new MarketError('service-failing', message, { statusCode: 500 });
    assert.equal(reasonOf(failing), 'Service failing (HTTP 500) | ');
    assert.equal(reasonOf(new MarketError('unauthorized', message)), 'No valid API key | ');
  });
});

describe('A rejected parameter', () => {
  it('is shown with the setting that it came from', () => {
    const error = new MarketError('bad-parameter', 'tokensMint must…', { parameter: 'tokensMint' });
    const row = errorRow({
      title: 'x',
      error,
      errorContext: {
        connection: sandboxConnection,
        setting: settingForParameter(error.parameter),
      },
      retryCommand: 'arbscope.refreshFinder',
      lastResponseAtMilliseconds: null,
      nowMilliseconds: 0,
    });
    assert.equal(shown(row), 'Invalid setting | ');
    assert.equal(factsOf(row)['Reason'], 'tokensMint must…');
    const [remedy] = row.children?.() ?? [];
    assert.equal(remedy?.label, 'Correct the setting arbscope.finder.baseTokens.');
    assert.deepEqual(remedy?.click, row.click);
    assert.deepEqual(row.click, {
      title: 'Open Setting',
      command: 'workbench.action.openSettings',
      arguments: ['arbscope.finder.baseTokens'],
    });
    assert.equal(settingForParameter('wallets'), undefined);
    assert.equal(settingForParameter(undefined), undefined);
  });
});

describe('A backend that keeps failing', () => {
  it('is shown as a row with the number of crashes and the effect of a click', () => {
    const row = errorRow({
      title: 'The Finder has no new answer',
      error: new MarketError(
        'unreachable',
        'The backend crashed 5 times. Last error: out of memory',
      ),
      errorContext: { connection: sandboxConnection, isBackendFailed: true },
      retryCommand: 'arbscope.refreshFinder',
      lastResponseAtMilliseconds: 0,
      nowMilliseconds: 60_000,
    });
    assert.equal(row.label, 'Backend stopped');
    assert.match(factsOf(row)['Reason'] ?? '', /crashed 5 times\. Last error: out of memory/);
    assert.match(row.children?.()[0]?.label ?? '', /^Restart the backend/);
    assert.deepEqual(row.click, { title: 'Restart', command: 'arbscope.reconnect' });
    assert.equal(row.state, 'process');
    assert.match(tooltipMarkdown(row), /Click\\: Restart\b.*Rows below\\: 1 min ago/);
  });
});

describe('A tooltip', () => {
  it('renders no outside text as markup', () => {
    const row = errorRow({
      title: 'x',
      error: new MarketError(
        'service-failing',
        '[click](command:evil) ![i](https://e.x/i.png) <img src=x> | a | `b` **c**\n\n# d &amp; https://e.x',
      ),
      errorContext: { connection: sandboxConnection },
      retryCommand: 'arbscope.refreshFinder',
      lastResponseAtMilliseconds: null,
      nowMilliseconds: 0,
    });
    const text = tooltipMarkdown(row);
    // No link, image, tag or cell end is left unescaped.
    assert.doesNotMatch(text, /(?<!\\)\[|(?<!\\)\]|<|(?<!\\)`|(?<!\\)!|https:\/\//);
    const [line = ''] = text.split('\n').filter((one) => one.includes('click'));
    assert.equal(line.match(/(?<!\\)\|/g)?.length, 3);
  });
});

describe('The Finder requests', () => {
  it('what the settings define, without thresholds that are not set', () => {
    const unset = { ...settingDefaults, 'arbscope.finder.thresholdTransactions': null };
    assert.deepEqual(filtersFromSettings({ read: (id) => unset[id], isSet: () => false }), {
      tokensMint: [wrappedSolMint],
      tokensMax: 20,
      tokensTimeRange: 3_600,
      thresholdMaxTimeRange: 3_600,
      thresholdProfits: 50,
      percentilesTimeRange: 3_600,
      percentilesFees: 'p50',
      percentilesTips: 'p50',
    });
  });

  it('a threshold of zero if set, and p05 as two digits', () => {
    const settings = {
      ...settingDefaults,
      'arbscope.finder.thresholdProfitsUsd': 0,
      'arbscope.finder.thresholdTransactions': 5,
      'arbscope.finder.tipPercentile': 5,
    };
    const request = filtersFromSettings({ read: (id) => settings[id], isSet: () => true });
    assert.equal(request.thresholdProfits, 0);
    assert.equal(request.thresholdTransactions, 5);
    assert.equal('thresholdRevenues' in request, false);
    assert.equal(request.percentilesTips, 'p05');
  });
});

describe('The change since the last refresh', () => {
  const other = { ...token, mint: unknownMint };
  const tokensOf = (tokens: readonly TokenRanking[]) =>
    finderResponse({ result: { ...result, tokens: [...tokens] } });
  const rowsAfter = (older: readonly TokenRanking[], newer: readonly TokenRanking[]) => {
    const answer = tokensOf(newer);
    return finderRows(answer, { changes: compareFinderResponses(tokensOf(older), answer) });
  };

  it('is shown before a token’s figures, and read out after them', () => {
    const rows = rowsAfter([other, token], [token, other]);
    const [first, second] = rows.filter(({ context }) => context === 'token');
    assert.match(first?.description ?? '', /^▲1 · \$123 → /);
    assert.match(first?.accessibilityLabel ?? '', /, up 1 rank$/);
    assert.match(second?.description ?? '', /^▼1 · /);
    assert.deepEqual(
      rows.map(({ id }) => id),
      finderRows(tokensOf([token, other])).map(({ id }) => id),
    );
  });

  it('marks new rows, once per branch, and removed tokens', () => {
    const bare = { ...token, AMMs: [] };
    const [grown] = rowsAfter([bare], [token]).filter(({ context }) => context === 'token');
    assert.match(grown?.description ?? '', /^\$/);
    const [amm] = grown?.children?.() ?? [];
    assert.match(amm?.description ?? '', /^new · /);
    const fresh = rowsAfter([other], [token]);
    const row = fresh.find(({ context }) => context === 'token');
    assert.match(row?.description ?? '', /^new · /);
    assert.match(row?.children?.()[0]?.description ?? '', /^\$/);
    const gone = fresh.at(-1);
    assert.equal(gone?.accessibilityLabel, '1 token dropped out: 6kNA…GSKg');
    assert.deepEqual(gone?.facts()[0], ['6kNA…GSKg', unknownMint]);
  });

  it('is empty for the first response', () => {
    assert.ok(
      finderRows(finderResponse()).every(({ description }) => !/^[▲▼]|^new/.test(description)),
    );
  });
});
