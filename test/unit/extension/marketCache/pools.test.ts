import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FinderResult } from '../../../../src/api/finder.ts';
import type {
  PoolAccount,
  PoolDetail,
  PoolRow,
  PoolStats,
} from '../../../../src/backend/protocol/poolProtocol.ts';
import { sandboxConnection } from '../../../../src/extension/base/connections.ts';
import {
  accountFormatFor,
  accountFormats,
  formatAccountList,
  isCallerAccount,
} from '../../../../src/extension/marketCache/accountList.ts';
import {
  emptyPoolFilter,
  formatPoolFilter,
  parseMints,
  parsePoolFilterState,
  toPoolFilter,
} from '../../../../src/extension/marketCache/poolFilterState.ts';
import { PoolGains } from '../../../../src/extension/marketCache/poolGains.ts';
import {
  familyRows,
  type PoolRowsOptions,
  poolRow,
} from '../../../../src/extension/marketCache/poolRows.ts';
import { RecentResponses } from '../../../../src/extension/shared/recentResponses.ts';
import { ExpandedRows } from '../../../../src/extension/ui/expandedRows.ts';
import type { TreeRow } from '../../../../src/extension/ui/treeRow.ts';
import { encodeBase58 } from '../../../../src/solana/base58.ts';
import { usdcMint, wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { MementoDouble } from '../mementoDouble.ts';

const raydium = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';
const clmm = 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK';
const orca = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc';
const address = (seed: number): string => {
  const bytes = new Uint8Array(32).fill(7);
  new DataView(bytes.buffer).setUint32(0, seed + 1);
  return encodeBase58(bytes);
};
const { signal } = new AbortController();

const row: PoolRow = {
  pool: address(1),
  program: raydium,
  mintA: wrappedSolMint,
  mintB: usdcMint,
  symbolA: 'SOL',
  symbolB: 'USDC',
  lookupTable: address(2),
  isAggregator: true,
};
const accounts: readonly PoolAccount[] = [
  { address: raydium, role: 0, name: 'amm_program' },
  { address: address(3), role: 1, name: 'pool_vault_a' },
  { address: '', role: 1, name: 'user_source_token_account' },
  { address: address(9), role: 3, name: 'payer' },
  { address: '', role: 1, name: 'tickArray1', isUnknown: true },
];

describe('The accounts of a swap', () => {
  it('are TypeScript for web3.js, with the caller’s entries marked and without their addresses', () => {
    assert.equal(
      formatAccountList(accounts, 'typescript-web3', row.pool),
      [
        `// Accounts of a swap on pool ${row.pool}`,
        '[',
        `  { pubkey: new PublicKey('${raydium}'), isSigner: false, isWritable: false }, // amm program`,
        `  { pubkey: new PublicKey('${address(3)}'), isSigner: false, isWritable: true }, // pool vault a`,
        '  { pubkey: userSourceTokenAccount, isSigner: false, isWritable: true }, // TODO: your own user source token account',
        '  { pubkey: payer, isSigner: true, isWritable: true }, // TODO: your own payer',
        '  { pubkey: tickArray1, isSigner: false, isWritable: true }, // TODO: unknown tickArray1',
        ']',
      ].join('\n'),
    );
  });

  it('are TypeScript for kit, with its roles', () => {
    const text = formatAccountList(accounts, 'typescript-kit', row.pool);
    assert.match(text, /address: address\('675k\w+'\), role: AccountRole\.READONLY }/);
    assert.match(
      text,
      /address: payer, role: AccountRole\.WRITABLE_SIGNER }, \/\/ TODO: your own payer/,
    );
  });

  it('are Rust', () => {
    const lines = formatAccountList(accounts, 'rust', row.pool).split('\n');
    assert.equal(lines[1], 'vec![');
    assert.equal(
      lines[2],
      `    AccountMeta::new_readonly(pubkey!("${raydium}"), false), // amm program`,
    );
    assert.equal(lines[5], '    AccountMeta::new(payer, true), // TODO: your own payer');
    assert.equal(lines[6], '    AccountMeta::new(tick_array1, false), // TODO: unknown tickArray1');
  });

  it('are valid JSON, without addresses for the caller’s entries', () => {
    const read = JSON.parse(formatAccountList(accounts, 'json', row.pool)) as object[];
    assert.deepEqual(read[1], {
      name: 'pool vault a',
      address: address(3),
      isSigner: false,
      isWritable: true,
      isCaller: false,
    });
    assert.deepEqual(read[3], {
      name: 'payer',
      address: null,
      isSigner: true,
      isWritable: true,
      isCaller: true,
    });
  });

  it('contain only plain words from a hostile service', () => {
    const hostile: PoolAccount[] = [
      { address: `');process.exit();('`, role: 1, name: 'x\n*/ process.exit(); //' },
      { address: address(4), role: 1, name: '\u2028evil()' },
      { address: '', role: 1, name: '1; drop' },
    ];
    for (const format of accountFormats) {
      const text = formatAccountList(hostile, format, '\nevil()');
      assert.ok(!/exit\(|evil\(|\u2028|\*\/|;/.test(text), text);
      const head = { 'typescript-web3': 2, 'typescript-kit': 2, rust: 2, json: null }[format];
      if (head !== null) assert.equal(text.split('\n').length, head + hostile.length + 1);
    }
    assert.match(
      formatAccountList(hostile, 'rust', ''),
      /AccountMeta::new\(account1_drop, false\)/,
    );
  });

  it('match the language of the file that they are inserted into', () => {
    assert.equal(accountFormatFor('typescript', "from '@solana/kit'"), 'typescript-kit');
    assert.equal(accountFormatFor('javascript', ''), 'typescript-web3');
    assert.equal(accountFormatFor('rust', ''), 'rust');
    assert.equal(accountFormatFor('jsonc', ''), 'json');
    assert.equal(accountFormatFor('python', ''), null);
  });

  it('are the caller’s if the service says so, or by their names', () => {
    assert.ok(isCallerAccount({ address: '', role: 1, name: 'destination', isCaller: true }));
    assert.ok(!isCallerAccount({ address: '', role: 1, name: 'user_stats', isCaller: false }));
    assert.ok(isCallerAccount({ address: '', role: 1, name: 'payer' }));
    assert.ok(!isCallerAccount({ address: '', role: 1, name: 'taxpayers' }));
  });
});

describe('The pool filter', () => {
  it('accepts mints and symbols of known tokens, and names what it does not know', () => {
    assert.deepEqual(parseMints(`sol/USDC, ${address(5)}`), [wrappedSolMint, usdcMint, address(5)]);
    assert.deepEqual(parseMints('  '), []);
    assert.match(String(parseMints('SOL nonsense')), /“nonsense” is not a mint/);
  });

  it('matches one token on either side, or both sides among several', () => {
    assert.deepEqual(
      toPoolFilter({ ...emptyPoolFilter, mints: [usdcMint], onlyAggregator: true }),
      {
        mint: usdcMint,
        onlyAggregator: true,
      },
    );
    const both = { ...emptyPoolFilter, mints: [usdcMint, wrappedSolMint] };
    assert.deepEqual(toPoolFilter(both), { mints: both.mints });
    assert.deepEqual(formatPoolFilter(both), ['USDC, SOL']);
  });

  it('ignores invalid stored state', () => {
    for (const kept of [undefined, null, 3, 'x', [], { mints: 'x' }, { mints: [1, 'x'] }]) {
      assert.deepEqual(parsePoolFilterState(kept), emptyPoolFilter);
    }
    const kept = { mints: [usdcMint], onlyAggregator: true, order: 'revenues' };
    assert.deepEqual(parsePoolFilterState(kept), kept);
  });
});

describe('The Market Cache shows', () => {
  const detail: PoolDetail = {
    row,
    params: {
      routingGroup: 3,
      vaultToken: { a: address(6), b: '\u202Etxet' },
      big: 2n ** 63n,
      list: [1, 2],
    },
    accounts,
    accountsNote: null,
  };
  const asked: string[] = [];
  const recentResponses = new RecentResponses();
  const figures = { lookupTable: '', lookupTables: [] };
  const pools = [
    { ...figures, address: address(78), revenues: 60, profits: 20, transactions: 300 },
    { ...figures, address: address(77), revenues: 79, profits: 50, transactions: 158 },
  ];
  const token = { mint: usdcMint, AMMs: [{ address: raydium, pools }] };
  recentResponses.addFinderResult({ tokens: [token] } as unknown as FinderResult, 3_600, 'Sandbox');
  const options: PoolRowsOptions = {
    source: sandboxConnection,
    gains: new PoolGains(recentResponses),
    loadPage: (program, { offset, limit }) => {
      asked.push(`${program} ${offset} ${limit}`);
      return Promise.resolve(
        Array.from({ length: limit }, (_, at) => ({ ...row, pool: address(offset + at) })),
      );
    },
    loadDetail: (_pool, withAccounts) =>
      Promise.resolve(withAccounts ? detail : { ...detail, accounts: null }),
  };
  const stats = (programs: PoolStats['programs']): PoolStats => ({
    pools: programs.reduce((sum, { pools }) => sum + pools, 0),
    loadedAtMilliseconds: Date.UTC(2026, 0, 1),
    faults: 2,
    aggregatorPools: 0,
    programs,
  });
  const shown = ({ label, description }: TreeRow): string => `${label} | ${description}`;

  it('families with their programs, largest first, unknown programs last', () => {
    const rows = familyRows(
      stats([
        { program: address(8), pools: 900 },
        { program: orca, pools: 300 },
        { program: raydium, pools: 250 },
        { program: clmm, pools: 51 },
      ]),
      options,
    );
    assert.deepEqual(rows.map(shown), [
      'Raydium | 301 pools · 2 programs',
      'Orca | 300 pools · 1 program',
      'Other programs | 900 pools · 1 program',
    ]);
    assert.deepEqual(rows[0]?.children?.().map(shown), [
      'Raydium AMM v4 | 250 pools',
      'Raydium CLMM | 51 pools',
    ]);
    assert.deepEqual(
      rows[0]?.facts().find(([name]) => name === 'Skipped invalid entries'),
      ['Skipped invalid entries', '2'],
    );
  });

  it('300,000 pools of one program in nested nodes of at most a hundred rows, all reachable', async () => {
    const total = 300_007;
    const [family] = familyRows(stats([{ program: raydium, pools: total }]), options);
    const [program] = family?.children?.() ?? [];
    const nodes = (await program?.loadChildren?.(signal)) ?? [];
    assert.equal(nodes.length, 31);
    assert.deepEqual(nodes.map(({ label }) => label).slice(0, 2), ['1–10,000', '10,001–20,000']);
    const inner = (await nodes[30]?.loadChildren?.(signal)) ?? [];
    assert.equal(inner.length, 7);
    const full = (await nodes[29]?.loadChildren?.(signal)) ?? [];
    assert.deepEqual([full.length, full.at(-1)?.label], [100, '299,901–300,000']);
    asked.length = 0;
    const pools = (await full.at(-1)?.loadChildren?.(signal)) ?? [];
    assert.deepEqual(asked, [`${raydium} 299900 100`]);
    assert.equal(pools.length, 100);
    const ids = [...nodes, ...full, ...inner, ...pools].map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('a pool by its pair, with tokens, lookup table, parameters and accounts', async () => {
    const pool = poolRow(row, 'x', options);
    const short = (text: string): string => `${text.slice(0, 4)}…${text.slice(-4)}`;
    assert.equal(shown(pool), `SOL / USDC | ${short(row.pool)} · aggregator`);
    assert.equal(pool.address, row.pool);
    const rows = pool.children?.() ?? [];
    assert.deepEqual(
      rows.map(({ label }) => label),
      ['SOL', 'USDC', 'Lookup table', 'Parameters', 'Accounts'],
    );
    assert.deepEqual(
      rows.map((each) => each.address),
      [wrappedSolMint, usdcMint, row.lookupTable, undefined, undefined],
    );
    const params = (await rows[3]?.loadChildren?.(signal)) ?? [];
    assert.deepEqual(params.map(shown), [
      'routingGroup | 3',
      `vaultToken.a | ${short(address(6))}`,
      'vaultToken.b | \\u{202E}txet',
      'big | "9223372036854775808"',
      'list | [1,2]',
    ]);
    const shownAccounts = (await rows[4]?.loadChildren?.(signal)) ?? [];
    assert.deepEqual(
      shownAccounts.map(({ icon, description }) => [icon, description]),
      [
        ['lock', '675k…1Mp8'],
        ['edit', short(address(3))],
        ['account', 'your own'],
        ['account', 'your own'],
        ['edit', 'unknown'],
      ],
    );
    for (const each of [pool, ...rows, ...params, ...shownAccounts]) {
      assert.ok(each.accessibilityLabel.length > 5, each.id);
    }
  });

  it('the gains of a pool that the Finder ranks, and says of another that it is not there', () => {
    const ranked = { ...row, pool: address(77) };
    const { description } = poolRow(ranked, 'x', options);
    assert.ok(description.startsWith('$79 → $50 · 158 · '), description);
    const factOf = (pool: PoolRow, name: string) =>
      poolRow(pool, 'x', options)
        .facts()
        .find(([each]) => each === name)?.[1];
    assert.equal(factOf(ranked, 'Net gains'), '$50.00');
    assert.equal(factOf(row, 'Finder'), 'not in the current ranking');
    const gains = new PoolGains(recentResponses);
    assert.deepEqual(gains.ranked('profits'), [address(77), address(78)]);
    assert.deepEqual(gains.ranked('transactions'), [address(78), address(77)]);
    assert.deepEqual(gains.ranked('listed'), []);
  });

  it('a pool of unknown tokens by its address', () => {
    const bare = { ...row, mintA: '', mintB: '', symbolA: '', symbolB: '', lookupTable: '' };
    const pool = poolRow({ ...bare, isAggregator: false }, 'x', options);
    assert.equal(shown(pool), `${row.pool.slice(0, 4)}…${row.pool.slice(-4)} | `);
    assert.deepEqual(
      pool.children?.().map(({ label }) => label),
      ['Parameters', 'Accounts'],
    );
  });
});

describe('Expanded rows', () => {
  it('stay expanded in the next window, and collapsed ones stay collapsed', () => {
    type Listener = (event: { readonly element: TreeRow }) => void;
    const opens: Listener[] = [];
    const closes: Listener[] = [];
    const none = { dispose: () => undefined };
    const view = {
      onDidExpandElement: (listener: Listener) => {
        opens.push(listener);
        return none;
      },
      onDidCollapseElement: (listener: Listener) => {
        closes.push(listener);
        return none;
      },
    };
    const storage = new MementoDouble();
    const make = () => new ExpandedRows({ view, storage, key: 'open' });
    make();
    const element = (id: string) => ({ element: { id } as TreeRow });
    for (const id of ['a', 'b']) opens[0]?.(element(id));
    closes[0]?.(element('a'));
    const next = make();
    assert.ok(next.has('b') && !next.has('a'));
    // Expanded during a redraw, for which the editor fires no event.
    next.markExpanded('c');
    assert.ok(make().has('c'));
    for (let at = 0; at < 1_500; at++) opens[1]?.(element(`row ${at}`));
    assert.equal(storage.get<string[]>('open')?.length, 1_000);
    assert.ok(
      !new ExpandedRows({ view, storage: new MementoDouble({ open: 3 }), key: 'open' }).has('b'),
    );
  });
});
