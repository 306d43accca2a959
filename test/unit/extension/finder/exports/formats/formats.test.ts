import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseJson } from '../../../../../../src/api/json.ts';
import {
  notArbPrograms,
  smbMarketPrograms,
  smbPoolLists,
} from '../../../../../../src/botConfig/botPrograms.ts';
import { parseConfig } from '../../../../../../src/botConfig/parseConfig.ts';
import { sandboxConnection } from '../../../../../../src/extension/base/connections.ts';
import {
  collectExportedPools,
  poolAddresses,
} from '../../../../../../src/extension/finder/exports/formats/exportedPools.ts';
import {
  type FormatId,
  formatIds,
  formats,
} from '../../../../../../src/extension/finder/exports/formats/formats.ts';
import { formatSource } from '../../../../../../src/extension/finder/exports/formats/provenance.ts';
import type { FinderResponse } from '../../../../../../src/extension/finder/finderResponse.ts';
import { usdcMint, wrappedSolMint } from '../../../../../../src/solana/baseMints.ts';
import {
  addressOf,
  arbitraryResponse,
  bonk,
  finderResponse,
  gamma,
  hostileText,
  notRecommended,
  options,
  phoenix,
  raydiumV4,
  result,
  table,
  token,
  withTokens,
} from '../finderResponses.ts';
import {
  readCsv,
  readLines,
  readMarkdownTable,
  readNotArbJson,
  readNotArbToml,
  readPlainLines,
  readSmb,
  readWholeSmb,
  smbSenders,
  smbUserTables,
} from '../readExports.ts';

/** The formats that need nothing but the response. */
type PlainFormat = Exclude<FormatId, 'smb-v10' | 'notarb-attributes'>;
const plainFormats = formatIds.filter(
  (id): id is PlainFormat => id !== 'smb-v10' && id !== 'notarb-attributes',
);

const write = (format: PlainFormat, answer: FinderResponse, change: Partial<typeof options> = {}) =>
  formats[format].write({ answer, options: { ...options, ...change } });

describe('A finder result as SMB config, one entry per mint,', () => {
  it('has the tree’s pools under the key of their AMM, in tree order', () => {
    const { routing, spam, jito } = readSmb(write('smb-mints', finderResponse()));
    assert.deepEqual(routing.mint_config_list, [
      {
        mint: bonk,
        raydium_pool_list: [addressOf(1), addressOf(2)],
        meteora_damm_pool_list: [addressOf(4)],
        lookup_table_accounts: [table(2), table(1)],
        process_delay: 400,
      },
      {
        mint: usdcMint,
        raydium_pool_list: [addressOf(1)],
        lookup_table_accounts: [table(1)],
        process_delay: 400,
      },
    ]);
    assert.equal(spam, undefined);
    assert.equal(jito, undefined);
  });

  it('names the pool lists as the bot documents them', () => {
    assert.deepEqual(
      smbPoolLists,
      new Map([
        ['675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8', 'raydium_pool_list'],
        ['CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C', 'raydium_cp_pool_list'],
        ['CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK', 'raydium_clmm_pool_list'],
        ['pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA', 'pump_pool_list'],
        ['LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo', 'meteora_dlmm_pool_list'],
        ['cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG', 'meteora_damm_v2_pool_list'],
        ['Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB', 'meteora_damm_pool_list'],
        ['whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc', 'whirlpool_pool_list'],
        ['vrTGoBuy5rYSxAfV3jaRJWHH6nN9WK4NRExGxsk1bCJ', 'vertigo_pool_list'],
        ['HEAVENoP2qxoeuF8Dj2oT1GHEnu49U5mJYkdeC8BAX2o', 'heaven_pool_list'],
        ['SoLFiHG9TfgtdUXUjWAxi3LtvYuFyDLVhBWxdMZxyCe', 'solfi_pool_list'],
      ]),
    );
  });

  it('has comments with time, source, filters and verdict', () => {
    const text = write('smb-mints', finderResponse());
    assert.match(text, /^# Response: 2026-01-02T14:03:59\.123Z from Mainnet$/m);
    assert.match(text, /^# Recommendation: arbitrage recommended$/m);
    assert.match(
      text,
      /Net gains \$12\.30 \(threshold \$10\.00: met\); .*Transactions 3,412 \(no threshold\)/,
    );
    assert.match(text, /^# Counted: provider JITO, bot SMB$/m);
    assert.match(text, /^# Filters: tokensMint=So1+2, tokensMax=20, .*tokensTimeRange=600/m);
    assert.match(text, /^# 1\. BONK: \$5\.00 gross, \$4\.00 net, 6 tx in 10 min$/m);
  });

  it('names the omitted programs that the bot does not support', () => {
    const text = write('smb-mints', finderResponse());
    assert.match(text, /^# Left out: 2 pools of programs .*: Phoenix v1, GooseFX GAMMA\.$/m);
    assert.doesNotMatch(text, new RegExp(addressOf(3)));
  });

  it('labels simulated data', () => {
    assert.match(
      write('smb-mints', finderResponse({ source: sandboxConnection })),
      /from Sandbox, simulated data/,
    );
  });

  it('uses the delay between attempts from the settings', () => {
    const { routing } = readSmb(
      write('smb-mints', finderResponse(), { processDelayMilliseconds: 25 }),
    );
    assert.equal(routing.mint_config_list?.[0]?.process_delay, 25);
  });
});

describe('A finder result merged with a user’s own SMB config', () => {
  it('is one valid file for the bot, also in the no-trade form with the user’s senders', () => {
    for (const format of ['smb-mints', 'smb-markets'] as const) {
      for (const answer of [finderResponse(), notRecommended()]) {
        const text = write(format, answer);
        const { spam, jito } = readWholeSmb(smbUserTables + smbSenders + text);
        assert.deepEqual(spam, {
          ...{ enabled: true, sending_rpc_urls: ['http://a'], compute_unit_price: 1_000 },
        });
        assert.deepEqual(jito, { enabled: true });
        assert.equal(readWholeSmb(smbUserTables + text).spam, undefined);
        assert.equal(readWholeSmb(text + smbUserTables.replace('[routing]\n', '')).jito, undefined);
      }
      assert.match(write(format, notRecommended()), /^# No trade/m);
      assert.match(
        write(format, notRecommended()),
        /^# To stop sending altogether, set enabled = false in your own \[spam\] and \[jito\]\.$/m,
      );
    }
  });
});

describe('A finder result as SMB config with flat markets', () => {
  it('has each pool of the tree once', () => {
    assert.deepEqual(readSmb(write('smb-markets', finderResponse())).routing, {
      markets: {
        markets: [addressOf(1), addressOf(2), addressOf(4)],
        lookup_table_accounts: [table(2), table(1)],
        process_delay: 400,
      },
    });
  });
});

describe('The Finder as the section for the SMB bot’s own finder', () => {
  const request = {
    tokensMint: [wrappedSolMint, usdcMint, bonk],
    tokensExclude: [bonk],
    tokensMax: 5,
    tokensTimeRange: 3_600,
    tokensMinProfits: 50.5,
    tokensMinTransactions: 10,
    tokensMinLiquidity: 1_000,
    tokensAMMS: [`${raydiumV4},4`],
    thresholdMaxTimeRange: 600,
    thresholdProfits: 1_000,
    thresholdProvider: 'JITO' as const,
    thresholdBot: 'SMB' as const,
    percentilesFees: 'p75',
    percentilesTips: 'p90',
    percentilesProvider: 'ALL' as const,
    percentilesBot: 'ALL' as const,
    percentilesTimeRange: 1_800,
  };

  it('queries with the Finder’s parameters', () => {
    const text = write('smb-finder', finderResponse({ request }), { refreshSeconds: 30 });
    assert.deepEqual(readSmb(text), {
      bot: { skip_ata_creation: true },
      routing: {
        mint_config_list: [],
        circular_api: {
          enabled: true,
          refresh_interval_secs: 30,
          enable_sol_pool: true,
          enable_usdc_pool: true,
          enable_usd1_pool: false,
          max_tokens_list: 5,
          max_time_range: 3_600,
          threshold_max_time_range: 600,
          min_profit_token: 50.5,
          min_transactions_token: 10,
          threshold_amount: 1_000,
          threshold_provider: 'JITO',
          threshold_bot: 'SMB',
          fees_percentiles: 'p75',
          tips_percentiles: 'p90',
          percentiles_provider: 'ALL',
          percentiles_bot: 'ALL',
          percentiles_time_range: 1_800,
          amm: [{ address: raydiumV4, max_pools_list: 4 }],
          exclude_tokens: [bonk],
        },
      },
    });
  });

  it('names filters that the bot cannot use, and contains no key', () => {
    const text = write('smb-finder', finderResponse({ request }));
    assert.match(text, /^# Left out: base tokens that the bot does not support: BONK\.$/m);
    assert.match(
      text,
      /^# Left out: filters that the bot does not support: tokensMinLiquidity\.$/m,
    );
    assert.equal('api_key' in (readSmb(text).routing.circular_api ?? {}), false);
  });

  it('queries every five seconds if the Finder has no interval', () => {
    assert.equal(
      readSmb(write('smb-finder', finderResponse())).routing.circular_api?.[
        'refresh_interval_secs'
      ],
      5,
    );
  });
});

describe('A finder result for NotArb', () => {
  it('has pools only of the programs that the bot documents', () => {
    const others = ['Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB'];
    const shared = [...smbPoolLists.keys()].slice(0, 8).filter((one) => !others.includes(one));
    assert.deepEqual(notArbPrograms, new Set([...shared, gamma]));
  });

  it('has a group of pools per token in markets.json, with the response’s time', () => {
    assert.deepEqual(readNotArbJson(write('notarb-markets-json', finderResponse())), {
      groups: [
        [addressOf(1), addressOf(2)],
        [addressOf(1), addressOf(5)],
      ],
      update_timestamp: Date.UTC(2026, 0, 2, 14, 3, 59, 123),
    });
  });

  it('has the same groups in markets.toml, with a header comment', () => {
    const text = write('notarb-markets-toml', finderResponse());
    assert.deepEqual(readNotArbToml(text), [
      [addressOf(1), addressOf(2)],
      [addressOf(1), addressOf(5)],
    ]);
    assert.match(text, /^# Recommendation: arbitrage recommended$/m);
    assert.match(text, /^# 2\. USDC: /m);
  });

  it('lists its pools’ lookup tables by gains, with and without comments', () => {
    const text = write('notarb-lookup-tables', finderResponse());
    assert.deepEqual(readLines(text), [table(2), table(1)]);
    assert.match(text, /^# Response: 2026/m);
    const plain = write('notarb-lookup-tables-plain', finderResponse());
    assert.deepEqual(readPlainLines(plain), [table(2), table(1)]);
    assert.equal(write('notarb-lookup-tables-plain', notRecommended()), '');
  });
});

describe('Exported lookup tables', () => {
  const many = token(bonk, {
    [raydiumV4]: Array.from({ length: 30 }, (_, index) => ({
      address: addressOf(index),
      lookupTable: table(index % 15),
      revenues: index,
    })),
  });

  it('are limited per token, and the file counts the omitted ones', () => {
    const text = write('smb-mints', withTokens([many]), { tablesPerToken: 4 });
    const [entry] = readSmb(text).routing.mint_config_list ?? [];
    assert.deepEqual(entry?.lookup_table_accounts, [table(14), table(13), table(12), table(11)]);
    assert.match(text, /^# Left out: 11 lookup tables with the lowest gross gains\.$/m);
  });

  it('are limited per file, and can be turned off', () => {
    const { routing } = readSmb(write('smb-markets', withTokens([many]), { tablesPerFile: 2 }));
    assert.deepEqual(routing.markets?.lookup_table_accounts, [table(14), table(13)]);
    const none = write('notarb-lookup-tables', withTokens([many]), { tablesPerFile: 0 });
    assert.deepEqual(readLines(none), []);
  });

  it('count a pool of two tokens once', () => {
    const shared = { address: addressOf(1), lookupTable: table(1), revenues: 10 };
    const better = { address: addressOf(2), lookupTable: table(2), revenues: 15 };
    const twice = [
      token(bonk, { [raydiumV4]: [shared, better] }),
      token(usdcMint, { [raydiumV4]: [shared] }),
    ];
    const text = write('notarb-lookup-tables', withTokens(twice));
    assert.deepEqual(readLines(text), [table(2), table(1)]);
  });
});

describe('An export with nothing to trade', () => {
  const noTradeMint = '11111111111111111111111111111111';
  const emptyLists = Object.fromEntries([...smbPoolLists.values()].map((list) => [list, []]));

  it('uses the bots’ no-trade forms for a negative verdict, with its figures', () => {
    const answer = notRecommended();
    const mints = write('smb-mints', answer);
    assert.deepEqual(readSmb(mints), {
      routing: {
        mint_config_list: [
          {
            mint: noTradeMint,
            ...emptyLists,
            lookup_table_accounts: [],
            process_delay: 1_000_000_000,
          },
        ],
      },
    });
    const reason =
      /^# No trade: arbitrage is not recommended\. In 1 h: Net gains \$3\.00 \(threshold \$10\.00: not met\); /m;
    assert.match(mints, reason);
    const markets = write('smb-markets', answer);
    assert.deepEqual(readSmb(markets), {
      routing: {
        markets: { markets: [], lookup_table_accounts: [], process_delay: 1_000_000_000 },
      },
    });
    assert.match(markets, reason);
    assert.deepEqual(readNotArbJson(write('notarb-markets-json', answer)), {
      groups: [[]],
      update_timestamp: answer.answeredAtMilliseconds,
    });
    assert.deepEqual(readNotArbToml(write('notarb-markets-toml', answer)), [[]]);
    assert.deepEqual(readLines(write('notarb-lookup-tables', answer)), []);
    assert.match(write('notarb-lookup-tables', answer), reason);
  });

  it('keeps its pools if the verdict is to be ignored, and states the verdict', () => {
    const text = write('smb-mints', notRecommended(), { isVerdictObeyed: false });
    assert.equal(readSmb(text).routing.mint_config_list?.length, 2);
    assert.match(text, /^# Recommendation: arbitrage not recommended$/m);
  });

  it('says that no token passed the filters', () => {
    const text = write('smb-mints', withTokens([]));
    assert.equal(readSmb(text).routing.mint_config_list?.[0]?.mint, noTradeMint);
    assert.match(text, /^# No trade: no token passed the filters in 10 min\.$/m);
  });

  it('says that the bot supports none of the pools', () => {
    const answer = withTokens([token(bonk, { [phoenix]: [{ address: addressOf(1) }] })]);
    const text = write('smb-markets', answer);
    assert.match(text, /^# No trade: the bot supports none of the pools found \(1\)\.$/m);
    assert.match(text, /Phoenix v1/);
  });

  it('depends on the programs of each bot', () => {
    const answer = withTokens([token(bonk, { [gamma]: [{ address: addressOf(1) }] })]);
    assert.match(write('smb-mints', answer), /No trade/);
    assert.deepEqual(readNotArbToml(write('notarb-markets-toml', answer)), [[addressOf(1)]]);
  });

  it('does not change tables', () => {
    assert.equal(readCsv(write('csv', notRecommended())).length, 6);
    assert.match(write('markdown', notRecommended()), /Recommendation: arbitrage not recommended/);
  });
});

describe('A finder result as a table', () => {
  it('is CSV with a row per pool, units in the header, and the source at the end', () => {
    const [first, , third] = readCsv(write('csv', finderResponse()));
    assert.deepEqual(first, {
      token: bonk,
      symbol: 'BONK',
      token_gross_usd: '5',
      token_net_usd: '4',
      token_transactions: '6',
      token_volume_usd: '7',
      token_market_cap_usd: '8',
      token_liquidity_usd: '9',
      amm: raydiumV4,
      amm_name: 'Raydium AMM v4',
      pool: addressOf(1),
      pool_gross_usd: '1',
      pool_net_usd: '4',
      pool_transactions: '6',
      lookup_table: table(1),
      answered_at: '2026-01-02T14:03:59.123Z',
      source: 'Mainnet',
      verdict: 'arbitrage recommended',
      filters: first?.['filters'] ?? '',
    });
    assert.match(first?.['filters'] ?? '', /tokensMax=20/);
    assert.equal(third?.['amm_name'], 'Phoenix v1');
  });

  it('is the whole response as JSON, with exact raw amounts and unknown members', () => {
    const answer = finderResponse({ result: { ...result, more: { of: 'it' } } as typeof result });
    const text = write('json', answer);
    const read = parseJson(text) as typeof result & {
      readonly arbscope: unknown;
      readonly more: unknown;
    };
    assert.deepEqual(read.tokens, answer.result.tokens);
    assert.match(text, /"amount": 18446744073709551615\b/);
    assert.deepEqual(read.more, { of: 'it' });
    assert.deepEqual(read.arbscope, {
      answeredAt: '2026-01-02T14:03:59.123Z',
      source: 'Mainnet',
      isSimulated: false,
      request: answer.request,
    });
  });

  it('is a Markdown table of the pools, below the source', () => {
    const text = write('markdown', finderResponse());
    const rows = readMarkdownTable(text);
    assert.deepEqual(rows[0], [
      `BONK \`${bonk}\``,
      'Raydium AMM v4',
      `\`${addressOf(1)}\``,
      '$1.00',
      '$4.00',
      '6',
      `\`${table(1)}\``,
    ]);
    assert.equal(rows.length, 6);
    assert.match(text, /^```text\nResponse: /m);
  });

  it('says if there are no pools', () => {
    assert.match(write('markdown', withTokens([])), /^No token passed the filters\.$/m);
  });
});

describe('For any response of a service,', () => {
  const poolsOf = (answer: FinderResponse, programs: { has(program: string): boolean }) =>
    collectExportedPools(answer).pools.filter(({ program }) => programs.has(program));
  const runs = { numRuns: 300 };
  const disobey = { isVerdictObeyed: false };

  it('SMB configs contain exactly the readable pools of the tree under the right keys', () => {
    fc.assert(
      fc.property(arbitraryResponse, (answer) => {
        const expected = poolsOf(answer, smbPoolLists);
        const { routing } = readSmb(write('smb-mints', answer, disobey));
        const { mint_config_list: list = [] } = routing;
        const flat = readSmb(write('smb-markets', answer, disobey)).routing.markets;
        const markets = poolAddresses(poolsOf(answer, smbMarketPrograms));
        assert.deepEqual(flat?.markets, markets);
        if (expected.length === 0) return;
        const found = list.flatMap((entry) =>
          [...smbPoolLists].flatMap(([program, key]) =>
            ((entry[key] ?? []) as readonly string[]).map((each) => [entry.mint, program, each]),
          ),
        );
        const wanted = expected.map((each) => [each.token.mint, each.program, each.pool.address]);
        const unique = (rows: readonly (readonly string[])[]) =>
          [...new Set(rows.map((row) => row.join(' ')))].sort();
        assert.deepEqual(unique(found), unique(wanted));
        assert.equal(found.length, unique(found).length);
      }),
      runs,
    );
  });

  it('NotArb files contain exactly the readable pools of the tree', () => {
    fc.assert(
      fc.property(arbitraryResponse, (answer) => {
        const expected = poolsOf(answer, notArbPrograms);
        const { groups } = readNotArbJson(write('notarb-markets-json', answer, disobey));
        assert.deepEqual(new Set(groups.flat()), new Set(expected.map(({ pool }) => pool.address)));
        assert.deepEqual(readNotArbToml(write('notarb-markets-toml', answer, disobey)), groups);
        const tables = readLines(write('notarb-lookup-tables', answer, disobey));
        for (const line of tables) assert.match(line, /^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
      }),
      runs,
    );
  });

  it('tables parse to one row for each readable pool', () => {
    fc.assert(
      fc.property(arbitraryResponse, (answer) => {
        const expected = collectExportedPools(answer).pools.map(({ pool }) => pool.address);
        const rows = readCsv(write('csv', answer));
        assert.deepEqual(
          rows.map((row) => row['pool']),
          expected,
        );
        for (const row of rows) {
          assert.equal(Number(row['token_net_usd']) >= -1e12, true);
          for (const cell of [row['source'], row['filters'], row['symbol']]) {
            assert.doesNotMatch(cell ?? '', /^[=+\-@\t\r]/);
          }
        }
        const cells = readMarkdownTable(write('markdown', answer));
        assert.deepEqual(
          cells.map(([, , pool]) => pool),
          expected.map((address) => `\`${address}\``),
        );
        JSON.parse(write('json', answer));
      }),
      runs,
    );
  });

  it('bot configs read back in the form of their format', () => {
    for (const id of plainFormats) {
      const { form } = formats[id];
      if (form === null) continue;
      for (const answer of [finderResponse(), notRecommended()]) {
        const { config } = parseConfig(write(id, answer), { form });
        assert.equal(config?.form, form, id);
      }
    }
  });

  it('files call data simulated by the connection’s kind, not its name', () => {
    const stampOf = (kind: 'sandbox' | 'service', name: string) =>
      formatSource(finderResponse({ source: { kind, name } }));
    assert.equal(stampOf('sandbox', 'Playground'), 'Playground, simulated data');
    assert.equal(stampOf('service', 'Sandbox'), 'Sandbox');
  });

  it('text of a service never leaves its comment, cell or string', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (source, provider) => {
        const answer = finderResponse({
          source: { kind: 'service', name: source },
          result: {
            ...result,
            threshold: { ...result.threshold, thresholdProvider: provider },
            filters: { ...result.filters, percentilesBot: provider },
          },
          request: {
            tokensMint: [wrappedSolMint],
            tokensExclude: [source],
            tokensAMMS: [source, `${source},3`],
            percentilesFees: provider,
          },
        });
        for (const id of plainFormats) {
          const text = write(id, answer);
          assert.doesNotMatch(
            text.replaceAll('\r\n', '\n'),
            /[\p{Cf}\p{Cs}\u2028\u2029]|(?!\n)\p{Cc}/u,
            id,
          );
        }
        const { routing } = readSmb(write('smb-finder', answer));
        assert.equal(routing.circular_api?.['fees_percentiles'], provider.toWellFormed());
      }),
      runs,
    );
  });
});
