// Alone in its process: it chooses a language before anything is loaded.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { config } from '@vscode/l10n';
import type { PoolRow, PoolStats } from '../../../src/backend/protocol/poolProtocol.ts';
import { sandboxConnection } from '../../../src/extension/base/connections.ts';
import type { LoadedOverview } from '../../../src/extension/shared/walletLoader.ts';
import type { TreeRow } from '../../../src/extension/ui/treeRow.ts';
import { usdcMint, wrappedSolMint } from '../../../src/solana/baseMints.ts';
import { knownMints } from '../../../src/solana/knownMints.ts';
import { rankedWallet } from './wallets/rankedWallet.ts';

/** A language in which each text is the English one in guillemets. */
const quoted = new Proxy({}, { get: (_, key) => `«${String(key)}»` });
config({ contents: quoted });

// Module constants use the language that is set before their module runs.
const answers = await import('./finder/exports/finderResponses.ts');
const { formats } = await import('../../../src/extension/finder/exports/formats/formats.ts');
const { finderRows } = await import('../../../src/extension/finder/finderRows.ts');
const { familyRows, poolRow } = await import('../../../src/extension/marketCache/poolRows.ts');
const { leaderRows } = await import('../../../src/extension/wallets/leaderRows.ts');
const { walletRows } = await import('../../../src/extension/wallets/walletRows.ts');
const { filterFields } = await import('../../../src/extension/finder/filters/filterFields.ts');
const { formatChangedFilters, parseFilters } = await import(
  '../../../src/extension/finder/filters/filters.ts'
);
const { transactionsCsv, overviewsCsv } = await import(
  '../../../src/extension/wallets/walletExports.ts'
);

const { signal } = new AbortController();

async function withAllBelow(row: TreeRow): Promise<TreeRow[]> {
  const below =
    row.loadChildren === undefined ? (row.children?.() ?? []) : await row.loadChildren(signal);
  return [row, ...(await Promise.all(below.map(withAllBelow))).flat()];
}

const allOf = async (rows: readonly TreeRow[]): Promise<TreeRow[]> =>
  (await Promise.all(rows.map(withAllBelow))).flat();

/** The technical fields of a row, by which the editor, menus and storage identify it. */
const unread = ({ id, icon, color, context, state, address, click }: TreeRow): string =>
  JSON.stringify([id, icon, color, context, state, address, click?.command, click?.arguments]);

function assertTranslated(rows: readonly TreeRow[]): void {
  assert.ok(rows.length > 0);
  for (const row of rows) {
    assert.doesNotMatch(unread(row), /[«»]/);
    assert.match(row.accessibilityLabel, /«/, `${row.id}: ${row.accessibilityLabel}`);
    for (const [name] of row.facts()) assert.match(name, /«/, `${row.id}: ${name}`);
    if (row.note !== undefined) assert.match(row.note, /«/);
  }
  assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
}

const address = answers.addressOf(77);

describe('In another language', () => {
  it('the Finder’s rows are translated, and keep their ids', async () => {
    const rows = await allOf(finderRows(answers.notRecommended()));
    assertTranslated(rows);
    const reasons = rows.filter(({ id }) => id.startsWith('verdict/'));
    assert.deepEqual(
      reasons.map(({ id, icon }) => [id, icon]),
      [
        ['verdict/thresholdProfits', 'error'],
        ['verdict/thresholdRevenues', 'dash'],
        ['verdict/thresholdTransactions', 'dash'],
        ['verdict/thresholdMaxTimeRange', 'history'],
        ['verdict/tokensMint', 'filter'],
        ['verdict/thresholdProvider', 'filter'],
        ['verdict/thresholdBot', 'filter'],
        ['verdict/wallets', 'filter'],
      ],
    );
    const [met] = finderRows(answers.finderResponse())[0]?.children?.() ?? [];
    assert.equal(met?.icon, 'pass');
  });

  it('pools are translated, and keep their AMMs and order', async () => {
    const row: PoolRow = {
      pool: address,
      program: answers.raydiumV4,
      mintA: wrappedSolMint,
      mintB: usdcMint,
      symbolA: 'SOL',
      symbolB: 'USDC',
      lookupTable: answers.table(1),
      isAggregator: true,
    };
    const options = {
      source: sandboxConnection,
      gains: { label: () => '', facts: () => [] },
      loadPage: () => Promise.resolve([row]),
      loadDetail: () =>
        Promise.resolve({ pool: address, params: {}, accounts: null, lookupTable: '' } as never),
    };
    const stats: PoolStats = {
      pools: 1_001,
      aggregatorPools: 0,
      loadedAtMilliseconds: 1,
      faults: 1,
      programs: [
        { program: address, pools: 1_000 },
        { program: answers.raydiumV4, pools: 1 },
      ],
    } as never;
    const families = familyRows(stats, options);
    assert.deepEqual(
      families.map(({ id }) => id),
      ['family:Raydium', 'family:other'],
    );
    assertTranslated(await allOf([poolRow(row, 'found', options)]));
    for (const family of families) assert.match(family.accessibilityLabel, /«/);
  });

  it('wallets are translated, and their CSV is unchanged', async () => {
    const split = { success: 1, fail: 0, total: 1 };
    const money = { SOL: split, USD: split };
    const day: LoadedOverview = {
      overview: { gains: money, volume: money, transactions: split },
      answeredAtMilliseconds: 1,
    };
    const wallets = [{ address, name: '' }];
    const attempt = {
      isSuccess: true,
      wallet: address,
      signature: address,
      block_number: 1,
      timestamp: '2026-01-01T12:00:00.000Z',
      mint: '',
      fees: 1n,
      net_gains_usd: 1,
      net_gains_sol: 1,
    };
    const place = rankedWallet({ wallet: address });
    const rows = walletRows(wallets, {
      overviewOf: () => day,
      placeOf: () => place,
      loadTransactions: () => Promise.resolve({ transactions: [attempt], mayBeIncomplete: true }),
      source: sandboxConnection,
      nowMilliseconds: () => 2,
    });
    assertTranslated(await allOf([...rows, ...leaderRows([place], sandboxConnection)]));
    const files = [
      overviewsCsv({ wallets, overviewOf: () => day, source: sandboxConnection, provider: null }),
      transactionsCsv([attempt], { wallets, source: sandboxConnection }),
    ];
    assert.doesNotMatch(files.join(), /[«»]/);
  });

  it('every exported file is unchanged', async () => {
    for (const answer of [answers.finderResponse(), answers.notRecommended()]) {
      for (const { write, label } of Object.values(formats)) {
        const options = { ...answers.options, isVerdictObeyed: label !== formats['smb-v10'].label };
        const mintsOf = () => [answers.bonk, wrappedSolMint];
        const text = await write({ answer: answers.withPairs(answer, mintsOf), options });
        assert.doesNotMatch(text, /[«»]/, label);
      }
    }
  });

  it('stored filters are restored, under translated names', () => {
    const stored = {
      tokensMint: [...knownMints.keys()].slice(0, 2),
      tokensTimeRange: 5_400,
      thresholdMaxTimeRange: 86_400,
      percentilesTimeRange: 61,
      mintAuthority: 'revoked',
      thresholdProvider: 'JITO',
      percentilesFees: 'p75',
    };
    assert.deepEqual(parseFilters(stored), stored);
    const words = formatChangedFilters(
      { ...stored, mintAuthority: 'revoked' },
      { tokensMint: stored.tokensMint },
    );
    assert.ok(words.includes('««Mint authority»: «revoked»»'), words.join());
    for (const { label, hint } of filterFields) assert.match(`${label}${hint}`, /^«.*»«.*»$/);
  });
});
