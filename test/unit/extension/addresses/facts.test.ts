import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FinderResult } from '../../../../src/api/finder.ts';
import type { TokenInfo } from '../../../../src/api/tokenInfo.ts';
import { hoverContent } from '../../../../src/extension/addresses/hoverContent.ts';
import { addressLinks, lookupResultLinks } from '../../../../src/extension/addresses/hoverLinks.ts';
import {
  lookupResultFacts,
  RemoteLookup,
} from '../../../../src/extension/addresses/remoteLookup.ts';
import { subtractFactSheet } from '../../../../src/extension/shared/factSheet.ts';
import {
  type HoverLink,
  hoverCommands,
  hoverMarkdown,
} from '../../../../src/extension/shared/hoverMarkdown.ts';
import { localFacts } from '../../../../src/extension/shared/localFacts.ts';
import { RecentResponses } from '../../../../src/extension/shared/recentResponses.ts';
import { usdcMint, wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { ammPrograms } from '../../../../src/solana/knownPrograms.ts';
import { matchWholeText } from '../../../../src/solana/scan/scanText.ts';
import { sampleCompetition, subject } from '../../webview/competition/sampleCompetition.ts';
import { rankedWallet } from '../wallets/rankedWallet.ts';
import { detail, MarketDouble, overview, signature, token, usdc, wallet } from './marketDouble.ts';

const unknownWallet = 'J2juZpGLh9o1ez9ekriq2gTjX3aHmESU7pa7pPSvYntz';
const pool = '58oQChx4yWmvKdwLLZzBi4ChoCc2fqCUWBkwMihLYQo2';
const table = 'BrLQsaC2XAHY2a2YQvm8UWuN6zU6Ukp1oPxw2UJPT2qg';
const offCurve = 'FRhB8L7Y9Qq41qZXYLtC2nw8An1RJfLLxRF2x9RwLLMo';
const raydium = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';

const figures = { profits: 8, revenues: 10, transactions: 3 };
const finderResult = {
  tokens: [
    {
      mint: unknownWallet,
      ...figures,
      volume: 1_000,
      marketCap: 2_000_000,
      liquidity: 50_000,
      AMMs: [
        {
          address: raydium,
          ...figures,
          pools: [{ address: pool, ...figures, lookupTable: table }],
        },
      ],
    },
  ],
} as unknown as FinderResult;

const withFinderResult = () => {
  const memory = new RecentResponses();
  memory.addFinderResult(finderResult, 3_600, 'Sandbox: simulated data');
  return memory;
};

const factOf = (facts: readonly (readonly [string, string])[], name: string) =>
  facts.find(([key]) => key === name)?.[1];

const lookupOf = (market: MarketDouble, recentResponses = new RecentResponses()) =>
  new RemoteLookup({
    service: market.service,
    recentResponses,
    findPool: market.pool,
    rankWallet: market.rank,
    sourceLabel: () => 'Sandbox',
    lookupTableSize: market.table,
    idls: market.idls,
  });

const ask = async (market: MarketDouble, text: string, recentResponses = new RecentResponses()) => {
  const remote = lookupOf(market, recentResponses);
  return lookupResultFacts(await remote.get(text, AbortSignal.timeout(5_000)), recentResponses);
};

describe('Without a request, a hover shows', () => {
  test('a known mint with symbol, decimals and token program', () => {
    const { title, kindLabel, facts } = localFacts(usdc, new RecentResponses());
    assert.equal(`${title} ${kindLabel}`, 'USDC token mint');
    assert.equal(factOf(facts, 'Decimals'), '6');
    assert.equal(factOf(facts, 'Token program'), 'SPL Token');
  });

  test('a program with name and role', () => {
    const { title, facts } = localFacts(raydium, new RecentResponses());
    assert.equal(title, 'Raydium AMM v4');
    assert.equal(factOf(facts, 'Role'), 'AMM');
  });

  test('whether an unknown address is program-derived', () => {
    assert.equal(localFacts(wallet, new RecentResponses()).kindLabel, 'address');
    const { kindLabel } = localFacts(offCurve, new RecentResponses());
    assert.equal(kindLabel, 'program-derived address (PDA)');
  });

  test('tokens, pools and lookup tables of the finder’s last response', () => {
    const memory = withFinderResult();
    const ofToken = localFacts(unknownWallet, memory);
    assert.equal(ofToken.kindLabel, 'token mint');
    assert.equal(factOf(ofToken.facts, 'Rank'), '1 of 1 by gross gains');
    assert.equal(factOf(ofToken.facts, 'Market cap'), '$2.00M');
    assert.equal(factOf(ofToken.facts, 'Finder'), 'Sandbox: simulated data, last 1 h, just now');
    const ofPool = localFacts(pool, memory);
    assert.equal(ofPool.title, 'Raydium AMM v4 J2ju…Yntz pool');
    assert.equal(factOf(ofPool.facts, 'AMM'), 'Raydium AMM v4');
    assert.equal(factOf(ofPool.facts, 'Lookup table'), table);
    assert.equal(localFacts(table, memory).kindLabel, 'address lookup table');
    memory.clear();
    assert.equal(localFacts(pool, memory).kindLabel, 'address');
  });

  test('a tracked wallet with the name that its user gave it', () => {
    const memory = new RecentResponses();
    memory.setWallets([{ address: wallet, name: 'Main bot' }]);
    memory.clear();
    const { title, kindLabel } = localFacts(wallet, memory);
    assert.equal(`${title} ${kindLabel}`, 'Main bot wallet');
  });

  test('a mint’s price in the last transactions', () => {
    const memory = new RecentResponses();
    memory.addTransaction(detail());
    const { title, facts } = localFacts(wallet, memory, Date.parse('2026-09-27T10:02:00Z'));
    assert.equal(title, 'SOME');
    assert.equal(factOf(facts, 'Price'), '$0.50 (2 min ago)');
  });

  test('the price of SOL that the connection reports, with its age', () => {
    const memory = new RecentResponses();
    const now = Date.parse('2026-09-27T10:02:00Z');
    memory.setSolPrice({ usd: 166.6, atMilliseconds: now - 5_000 });
    assert.equal(
      factOf(localFacts(wrappedSolMint, memory, now).facts, 'Price'),
      '$166.60 (5 s ago)',
    );
    memory.clear();
    assert.equal(factOf(localFacts(wrappedSolMint, memory, now).facts, 'Price'), undefined);
  });
});

describe('From the service, a hover shows', () => {
  test('a token with its authorities, flagging dangerous ones', async () => {
    const market = new MarketDouble();
    const authorities = { update: null, freeze: usdc, close: null, mint: wallet };
    market.tokens.set(unknownWallet, token({ authorities }));
    const found = await ask(market, unknownWallet);
    assert.equal(factOf(found?.facts ?? [], 'Mint authority'), wallet);
    assert.equal(found?.warnings.length, 2);
    assert.deepEqual(market.requests, [`pool ${unknownWallet}`, `tokenInfo ${unknownWallet}`]);
  });

  test('a token’s current price with its age, not an older one of a transaction', async () => {
    const market = new MarketDouble();
    const priced = { price: 0.25, price_timestamp: new Date(Date.now() - 600_000).toISOString() };
    market.tokens.set(wallet, token(priced));
    const memory = new RecentResponses();
    memory.addTransaction(detail());
    const found = await ask(market, wallet, memory);
    assert.equal(factOf(found?.facts ?? [], 'Price'), '$0.25 (10 min ago)');
    market.tokens.set(unknownWallet, token({ price: null, price_timestamp: null }));
    const unpriced = await ask(market, unknownWallet);
    assert.equal(factOf(unpriced?.facts ?? [], 'Price'), undefined);
  });

  test('a wallet’s rank and share of the total, if the connection ranks wallets', async () => {
    const market = new MarketDouble();
    market.wallets.set(wallet, overview);
    const without = await ask(market, wallet);
    assert.equal(factOf(without?.facts ?? [], 'Rank'), undefined);
    market.places.set(wallet, rankedWallet({ wallet }));
    const found = await ask(market, wallet);
    assert.equal(factOf(found?.facts ?? [], 'Rank'), '#3 of 412 wallets, 4.2% of net gains');
  });

  test('a wallet’s last 24 hours, if the address is not a token', async () => {
    const market = new MarketDouble();
    market.wallets.set(wallet, overview);
    const found = await ask(market, wallet);
    assert.equal(found?.kindLabel, 'wallet');
    assert.equal(factOf(found.facts, 'Net gains'), '$225.00 (1.5 SOL)');
    assert.equal(factOf(found.facts, 'Transactions'), '30 of 100 succeeded (30%)');
    assert.deepEqual(market.requests, [
      `pool ${wallet}`,
      `tokenInfo ${wallet}`,
      `walletOverview ${wallet}`,
    ]);
  });

  test('a transaction’s outcome, net gains, route in one line, tips, fee and age', async () => {
    const market = new MarketDouble();
    market.transactions.set(signature, detail());
    const found = await ask(market, signature);
    assert.equal(factOf(found?.facts ?? [], 'Result'), 'Succeeded (arbitrage)');
    assert.equal(factOf(found?.facts ?? [], 'Route'), 'SOL → SOME (Meteora DLMM) → SOL');
    assert.equal(factOf(found?.facts ?? [], 'Tips'), '0.00001 SOL to JITO');
    assert.equal(factOf(found?.facts ?? [], 'Transaction fee'), '5,000 lamports');
    assert.ok(factOf(found?.facts ?? [], 'Age'));
  });

  test('a transaction’s bot program, with only its address if it is unlabeled', async () => {
    for (const [family, shown] of [
      ['SMB', `${raydium} (SMB)`],
      [raydium, raydium],
    ] as const) {
      const market = new MarketDouble();
      market.transactions.set(signature, { ...detail(), bot: { family, program: raydium } });
      const found = await ask(market, signature);
      assert.equal(factOf(found?.facts ?? [], 'Bot program'), shown);
    }
  });

  test('a pool with its AMM and pair, from the local table', async () => {
    const market = new MarketDouble();
    market.pools.set(pool, {
      pool,
      program: raydium,
      mintA: usdc,
      mintB: unknownWallet,
      symbolA: 'USDC',
      symbolB: 'SOME',
      lookupTable: '',
      isAggregator: true,
    });
    const found = await ask(market, pool);
    assert.equal(`${found?.title} · ${found?.kindLabel}`, 'USDC / SOME · pool of Raydium AMM v4');
    assert.deepEqual(market.requests, [`pool ${pool}`]);
  });

  test('which connections can tell the size of a lookup table, if this one cannot', async () => {
    const found = await ask(new MarketDouble(), table, withFinderResult());
    assert.match(found?.note ?? '', /^Only a Node connection shows/);
  });

  test('a lookup table with its size', async () => {
    const market = new MarketDouble();
    market.tables.set(offCurve, 57);
    const found = await ask(market, offCurve);
    assert.equal(found?.kindLabel, 'address lookup table');
    assert.equal(factOf(found.facts, 'Size'), '57 of 256 addresses');
  });

  test('a program by the IDL that it publishes, if the workspace has none and nothing else is known', async () => {
    const market = new MarketDouble();
    const published = {
      ...{ address: wallet, name: 'their_amm', version: '1.2.0', errors: 0, problems: [] },
      instructions: ['swap', 'close'],
    };
    market.published.set(wallet, published);
    const sheet = await ask(market, wallet);
    assert.deepEqual(sheet?.facts, [
      ['Program', 'their_amm 1.2.0'],
      ['Instructions', 'swap, close'],
      ['IDL', 'published on the chain'],
    ]);
    assert.equal(sheet?.kindLabel, 'program');
    market.wallets.set(wallet, overview);
    assert.equal((await ask(market, wallet))?.kindLabel, 'wallet');
    market.wallets.clear();
    market.programs.set(wallet, { ...published, label: 'target/idl/own.json' });
    market.requests.length = 0;
    assert.equal(await ask(market, wallet), null);
    assert.ok(!market.requests.includes(`program ${wallet}`));
  });

  test('nothing about programs and tip accounts, without a request', async () => {
    const market = new MarketDouble();
    assert.equal(await ask(market, raydium), null);
    assert.equal(await ask(market, '96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5'), null);
    assert.deepEqual(market.requests, []);
  });

  test('one shared response, and cancels the request when the last hover closes', async () => {
    const market = new MarketDouble();
    const gate = Promise.withResolvers<void>();
    market.gate = gate.promise;
    market.tokens.set(unknownWallet, token());
    const remote = lookupOf(market);
    const [first, second] = [new AbortController(), new AbortController()];
    const both = [
      remote.get(unknownWallet, first.signal),
      remote.get(unknownWallet, second.signal),
    ];
    first.abort();
    await assert.rejects(both[0] ?? Promise.resolve(), { kind: 'cancelled' });
    assert.equal(market.signals[0]?.aborted, false);
    second.abort();
    await assert.rejects(both[1] ?? Promise.resolve(), { kind: 'cancelled' });
    assert.equal(market.signals[0]?.aborted, true);
    gate.resolve();
    const third = await remote.get(unknownWallet, AbortSignal.timeout(5_000));
    assert.equal(third.kind, 'token');
    assert.equal(remote.peek(unknownWallet), third);
    await remote.get(unknownWallet, AbortSignal.timeout(5_000));
    assert.deepEqual(
      market.requests.filter((question) => question.startsWith('tokenInfo')).length,
      2,
    );
  });
});

describe('A hover with the response', () => {
  const merged = async (address: string, info = token()) => {
    const market = new MarketDouble();
    market.tokens.set(address, info);
    const recentResponses = new RecentResponses();
    const remote = await lookupOf(market, recentResponses).describe(
      address,
      AbortSignal.timeout(5_000),
    );
    const found = matchWholeText(address);
    assert.ok(found !== null);
    return hoverContent(found, recentResponses, 'solscan', remote);
  };

  test('has title, warnings, links and one table, in this order, without duplicate facts', async () => {
    const authorities = { update: null, freeze: wallet, close: null, mint: wallet };
    const { factSheet, links } = await merged(usdc, token({ symbol: 'USDC', authorities }));
    const lines = hoverMarkdown(factSheet, links)
      .split('\n')
      .filter((line) => line !== '');
    assert.equal(lines[0], '**USDC** · token mint');
    assert.equal(lines[1], '⚠ Mint authority is active\\: supply can grow\\.');
    assert.equal(lines[2], '⚠ Freeze authority is active\\: accounts can be frozen\\.');
    assert.match(lines[3] ?? '', /^\[Look Up\].*\[Open Token\].*\[Open in Block Explorer\]/);
    assert.deepEqual(lines.slice(4, 6), ['| | |', '|:--|:--|']);
    const names = lines.slice(6).map((line) => line.split(' | ')[0]);
    assert.deepEqual(names, [
      '| Address',
      '| Token program',
      '| Decimals',
      '| Name',
      '| Mint authority',
      '| Freeze authority',
      '| Update authority',
      '| Source',
    ]);
  });

  test('has the name and links that the response reveals', async () => {
    const { factSheet, links } = await merged(unknownWallet);
    assert.equal(`${factSheet.title} · ${factSheet.kindLabel}`, 'SOME · token mint');
    const titles = links.map(({ title }) => title);
    assert.ok(titles.includes('Open Token') && !titles.includes('Track Wallet'));
  });

  test('that arrives later adds only what the first part does not show', async () => {
    const { factSheet } = await merged(usdc, token({ symbol: 'USDC' }));
    const { title, facts } = subtractFactSheet(factSheet, localFacts(usdc, new RecentResponses()));
    assert.equal(title, '');
    assert.deepEqual(
      facts.map(([name]) => name),
      ['Name', 'Mint authority', 'Freeze authority', 'Update authority', 'Source'],
    );
  });

  test('does not call an unchecked authority revoked', async () => {
    const unknown_members = ['authorities.mint', 'authorities.freeze', 'program'];
    const { factSheet } = await merged(usdc, token({ program: '', unknown_members }));
    assert.equal(factOf(factSheet.facts, 'Mint authority'), 'unknown');
    assert.equal(factOf(factSheet.facts, 'Freeze authority'), 'unknown');
    assert.equal(factOf(factSheet.facts, 'Update authority'), 'none');
    const read = await merged(usdc, { ...token(), supply: 5n } as TokenInfo);
    assert.equal(factOf(read.factSheet.facts, 'Mint authority'), 'none');
    assert.equal(factOf(read.factSheet.facts, 'Supply'), '0.000005');
  });
});

describe('For a token with a hostile name,', () => {
  const hostile = [
    '[x](command:workbench.action.terminal.new)',
    '![](https://evil.example/beacon.png)',
    '<img src=x onerror=alert(1)>',
    '`code` **bold** | cell',
    'a\u202eb\u200bc\u2066',
    '$(alert) $(sync~spin)',
    'https://evil.example www.evil.example <https://evil.example>',
    'line\r\n\r\n# heading\n- item',
    'x'.repeat(10_000),
    'UЅDС',
  ];
  for (const text of hostile) {
    test(`a hover shows plain text: ${JSON.stringify(text.slice(0, 40))}`, async () => {
      const market = new MarketDouble();
      market.tokens.set(unknownWallet, token({ name: text, symbol: text, program: text }));
      const found = await ask(market, unknownWallet);
      assert.ok(found !== null);
      const markdown = hoverMarkdown(found);
      assert.ok(markdown.length < 3_000);
      // Escapes every character that could start markup, and only our own lines start a line.
      assert.doesNotMatch(markdown, /(?<!\\)[[\]<>`!$](?!\()|(?<!\\)\$\(/);
      assert.doesNotMatch(markdown, /(?<![\\])https?:|\bwww\.|[\u200b\u202e\u2066]/);
      for (const line of markdown.split('\n')) assert.match(line, /^(?:\*\*|\||⚠|$)/);
    });
  }

  test('a hover flags an imitation of a well-known symbol', async () => {
    const market = new MarketDouble();
    market.tokens.set(unknownWallet, token({ symbol: 'UЅDС' }));
    assert.match(
      (await ask(market, unknownWallet))?.warnings.join() ?? '',
      /Looks like USDC, but is another token/,
    );
  });
});

describe('The hover of a signature', () => {
  test('says its place in the competition once this session has it', () => {
    const memory = new RecentResponses();
    const found = matchWholeText(subject.signature);
    assert.ok(found !== null);
    const facts = () => hoverContent(found, memory).factSheet.facts;
    assert.deepEqual(facts(), []);
    memory.addCompetition(sampleCompetition());
    assert.deepEqual(facts(), [['Competition', '4th of 8 attempts that are known']]);
  });
});

describe('The links of a hover', () => {
  test('run only commands that open or copy, with their subject as arguments', () => {
    for (const text of [usdc, wallet, signature]) {
      const found = matchWholeText(text);
      assert.ok(found !== null);
      const { factSheet, links } = hoverContent(found, new RecentResponses());
      for (const link of links) {
        if ('command' in link) assert.ok(hoverCommands.some((each) => each === link.command));
        else assert.match(link.page, /^https:\/\//);
      }
      assert.match(
        hoverMarkdown(factSheet, links),
        new RegExp(`command:[\\w.]+\\?%5B%22${text}%22%5D`),
      );
    }
    assert.ok(!hoverCommands.some((command) => /land|send|sign\b/i.test(command)));
  });

  test('have well-formed targets for any argument', () => {
    const argument = `${wallet}") [x](command:arbscope.landTransaction`;
    const sheet = { title: '', kindLabel: '', facts: [], warnings: [] };
    const link = { title: 'Look Up', command: 'arbscope.lookUp', argument } as const;
    const [line = ''] = hoverMarkdown(sheet, [link]).split('\n');
    assert.match(line, /^\[Look Up\]\(command:arbscope\.lookUp\?[^()\s]+\)$/);
  });

  test('offer to track an address as a wallet only if it is on the curve', () => {
    const isOffered = (address: string) =>
      addressLinks(address, 'unknown', 'solscan').some(({ title }) => title === 'Track Wallet');
    assert.ok(isOffered(wallet));
    assert.ok(!isOffered(offCurve));
  });

  test('lead from a pool to its panel and its row in the Market Cache, however it was identified', () => {
    const named = (links: readonly HoverLink[]) => links.map(({ title }) => title);
    assert.ok(named(addressLinks(pool, 'pool', 'solscan')).includes('Reveal in Market Cache'));
    assert.deepEqual(named(lookupResultLinks(pool, 'unknown', 'pool')), [
      'Open Pool',
      'Reveal in Market Cache',
      'Show Arbitrages',
    ]);
    assert.deepEqual(lookupResultLinks(pool, 'pool', 'pool'), []);
    assert.deepEqual(named(lookupResultLinks(unknownWallet, 'unknown', 'token')), [
      'Open Token',
      'Show Pools',
      'Show Arbitrages',
      'Market History',
    ]);
  });

  test('lead to the market history of a mint, except for SOL, which is in most routes', () => {
    const isOffered = (mint: string) =>
      addressLinks(mint, 'mint', 'solscan').some(({ title }) => title === 'Market History');
    assert.deepEqual([isOffered(usdcMint), isOffered(wrappedSolMint)], [true, false]);
  });

  test('lead to the arbitrages of a mint, an AMM, a pool and a wallet', () => {
    const scopeOf = (address: string, kind: Parameters<typeof addressLinks>[1]) => {
      const link = addressLinks(address, kind, 'solscan').find(
        ({ title }) => title === 'Show Arbitrages',
      );
      return link !== undefined && 'argument' in link ? link.argument : null;
    };
    const [amm = ''] = ammPrograms.keys();
    assert.deepEqual(scopeOf(usdcMint, 'mint'), { tokens: [usdcMint] });
    assert.deepEqual(scopeOf(wrappedSolMint, 'mint'), { bases: [wrappedSolMint] });
    assert.deepEqual(scopeOf(amm, 'program'), { amms: [amm] });
    assert.deepEqual(scopeOf(pool, 'pool'), { pools: [pool] });
    assert.deepEqual(scopeOf(wallet, 'unknown'), { wallets: [wallet] });
    assert.deepEqual(scopeOf(wallet, 'wallet'), { wallets: [wallet] });
    assert.equal(scopeOf(offCurve, 'unknown'), null);
    assert.equal(scopeOf(wallet, 'tip-account'), null);
  });
});
