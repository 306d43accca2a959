import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MarketError } from '../../../../src/api/marketError.ts';
import type { TokenInfo } from '../../../../src/api/tokenInfo.ts';
import { explorerUrl } from '../../../../src/extension/base/explorerUrl.ts';
import { provenanceLines } from '../../../../src/extension/finder/exports/formats/provenance.ts';
import type { Filters } from '../../../../src/extension/finder/filters/filters.ts';
import type { TokenOrder } from '../../../../src/extension/finder/filters/tokenOrder.ts';
import { FinderContent } from '../../../../src/extension/finder/finderContent.ts';
import { formatGrowth, growthsByMint } from '../../../../src/extension/finder/tokenGrowth.ts';
import { TokenInfoLoader } from '../../../../src/extension/finder/tokenInfoLoader.ts';
import { RecentResponses } from '../../../../src/extension/shared/recentResponses.ts';
import type { TreeRow } from '../../../../src/extension/ui/treeRow.ts';
import { usdcMint, wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { addressOf, finderResponse, token, withTokens } from './exports/finderResponses.ts';

const [first, second, third] = [addressOf(1), addressOf(2), addressOf(3)];
const tokenOf = (mint: string, revenues: number, volume = 1) => ({
  ...token(mint, {}),
  revenues,
  volume,
});
const ranked = [tokenOf(first, 30, 1), tokenOf(second, 20, 9), tokenOf(third, 10, 5)];

/** Token facts as from a service; null: the authority was revoked. */
const infoOf = (symbol: string, mint: string | null = null): TokenInfo =>
  ({ symbol, authorities: { mint, freeze: null, update: null, close: null } }) as TokenInfo;

function contentOf(facts: Readonly<Record<string, TokenInfo>> = {}) {
  const preferences: { filters: Filters; order: TokenOrder; pins: readonly string[] } = {
    filters: { tokensMint: [wrappedSolMint] },
    order: 'revenues',
    pins: [],
  };
  const content = new FinderContent({
    preferences,
    infoOf: (mint) => facts[mint],
    pairOf: () => undefined,
  });
  return { choices: preferences, content };
}

const mints = (content: FinderContent) => content.shown?.result.tokens.map(({ mint }) => mint);
const tokenRows = (content: FinderContent): TreeRow[] =>
  content.rows.filter(({ context }) => context === 'token');

describe('The Finder’s content', () => {
  it('is sorted by the chosen figure, with pinned tokens first and marked', () => {
    const { content, choices } = contentOf();
    content.setResponse(withTokens(ranked));
    assert.equal(content.updateRows(), true);
    assert.deepEqual(mints(content), [first, second, third]);
    choices.order = 'volume';
    choices.pins = [third];
    content.sortNext();
    assert.equal(content.updateRows(), true);
    assert.match(
      tokenRows(content)[0]?.description ?? '',
      /^Volume: \$5\.00 · \$10 → \$4\.00 net · 6$/,
    );
    assert.deepEqual(mints(content), [third, second, first]);
    const [pinned, other] = tokenRows(content);
    assert.equal(pinned?.state, 'pinned');
    assert.equal(pinned?.icon, 'pinned');
    assert.match(pinned?.accessibilityLabel ?? '', /, pinned$/);
    assert.equal(other?.state, undefined);
    assert.equal(content.updateRows(), false);
  });

  it('compares no token while a window has gaps', () => {
    const figures = { revenues_usd: 5, net_gains_usd: 4, volume_usd: 9, transactions: 3 };
    const before = { ...figures, revenues_usd: 0, transactions: 0 };
    const places = [{ token: first, amm: null, pool: null, ...figures, before, growth: null }];
    const growthsOf = (coverage_before: number | null) =>
      growthsByMint({ places, coverage: 1, coverage_before });
    assert.deepEqual([growthsOf(0.5).size, growthsOf(null).size, growthsOf(1).size], [0, 0, 1]);
    const [growth] = growthsOf(1).values();
    assert.equal(formatGrowth(growth), '+$5.00 (new)');
    assert.equal(formatGrowth(growth && { ...growth, transactionsBefore: 2 }), '+$5.00');
  });

  it('is sorted by growth, with the tokens of which it is unknown at the end', () => {
    const { content, choices } = contentOf();
    choices.order = 'growth';
    const grown = { transactions: 12, transactionsBefore: 8 };
    content.setResponse({
      ...withTokens(ranked),
      growths: {
        seconds: 600,
        byMint: new Map([
          [second, { changeUsd: -4, fraction: -0.25, ...grown }],
          [third, { changeUsd: 10, fraction: null, ...grown, transactionsBefore: 0 }],
        ]),
      },
    });
    content.updateRows();
    assert.deepEqual(mints(content), [third, second, first]);
    const rows = tokenRows(content);
    assert.deepEqual(
      rows.map(({ description }) => description.split(' · ')[0]),
      ['+$10 (new)', '−$4.00 (−25%)', 'growth unknown'],
    );
    assert.deepEqual(
      rows.map(({ accessibilityLabel }) => accessibilityLabel.split(', ').at(-1)),
      ['Growth: +$10 (new)', 'Growth: −$4.00 (−25%)', 'growth unknown'],
    );
    assert.deepEqual(
      rows.map((row) => row.facts?.().find(([name]) => name === 'Growth')?.[1]),
      [
        '+$10 (new), gross gains compared with the 10 min before; n = 12, before 0',
        '−$4.00 (−25%), gross gains compared with the 10 min before; n = 12, before 8',
        'unknown: the window before is not stored',
      ],
    );
  });

  it('is sorted by growth as soon as that is known, without ranks of another order', () => {
    const { content, choices } = contentOf();
    content.setResponse({ ...withTokens(ranked), answeredAtMilliseconds: 1 });
    content.updateRows();
    choices.order = 'growth';
    content.sortNext();
    content.updateRows();
    const counts = { transactions: 12, transactionsBefore: 8 };
    const change = { changeUsd: 10, fraction: 0.5, ...counts };
    content.setResponse({
      ...withTokens(ranked),
      answeredAtMilliseconds: 2,
      growths: { seconds: 600, byMint: new Map([[third, change]]) },
    });
    content.updateRows();
    const rows = tokenRows(content).map(({ address, description }) => [
      address,
      description.split(' · ')[0],
    ]);
    assert.deepEqual(rows, [
      [third, '+$10 (+50%)'],
      [first, 'growth unknown'],
      [second, 'growth unknown'],
    ]);
  });

  it('shows rank changes in the chosen order, unaffected by pins', () => {
    const { content, choices } = contentOf();
    content.setResponse({ ...withTokens(ranked), answeredAtMilliseconds: 1 });
    const swapped = [tokenOf(second, 40, 1), tokenOf(first, 30, 9), tokenOf(third, 10, 5)];
    content.setResponse({ ...withTokens(swapped), answeredAtMilliseconds: 2 });
    choices.pins = [third];
    content.updateRows();
    assert.deepEqual(
      tokenRows(content).map(({ description }) => description.split(' ')[0]),
      ['$10', '▲1', '▼1'],
    );
    choices.order = 'volume';
    content.sortNext();
    content.updateRows();
    assert.deepEqual(
      tokenRows(content).map(({ description }) => description.split(' ')[0]),
      ['Volume:', '▲2', '▼2'],
    );
  });

  it('keeps each row’s position on automatic refreshes, and sorts on request', () => {
    const { content } = contentOf();
    const rows = () => tokenRows(content).map(({ address }) => address);
    content.setResponse({ ...withTokens(ranked), answeredAtMilliseconds: 1 });
    content.updateRows();
    const swapped = [tokenOf(usdcMint, 50), tokenOf(third, 40), tokenOf(first, 30)];
    content.setResponse({ ...withTokens(swapped), answeredAtMilliseconds: 2 });
    content.updateRows();
    assert.deepEqual(rows(), [first, second, third, usdcMint]);
    const dropped = tokenRows(content)[1];
    assert.equal(dropped?.description, 'dropped out');
    assert.equal(dropped?.children, undefined);
    assert.ok(!content.rows.some(({ id }) => id === 'gone'));
    // Exports keep the ranking's order.
    assert.deepEqual(mints(content), [usdcMint, third, first]);
    const filtered = { ...withTokens([tokenOf(second, 9)]), answeredAtMilliseconds: 3 };
    const request = { ...filtered.request, tokensExclude: [first] };
    content.setResponse({ ...filtered, request });
    content.updateRows();
    assert.deepEqual(rows(), [second]);
    content.setResponse({ ...withTokens(swapped), answeredAtMilliseconds: 4 });
    content.updateRows();
    content.sortNext();
    content.updateRows();
    assert.deepEqual(rows(), [usdcMint, third, first]);
  });

  it('hides tokens that can still be minted, with their number and the reasons', () => {
    const unread = { ...infoOf('THREE'), unknown_members: ['authorities.mint'] };
    const facts = {
      [first]: infoOf('ONE'),
      [second]: infoOf('TWO', addressOf(9)),
      [third]: unread,
    };
    const { content, choices } = contentOf(facts);
    choices.filters = { ...choices.filters, mintAuthority: 'revoked' };
    content.setResponse(withTokens([...ranked, tokenOf(usdcMint, 1)]));
    content.updateRows();
    assert.deepEqual(mints(content), [first]);
    // Exports mention the filter.
    assert.ok(content.shown !== null);
    assert.match(provenanceLines(content.shown).at(-1) ?? '', /mintAuthority=revoked/);
    const hidden = content.rows.find(({ id }) => id === 'hidden');
    assert.equal(hidden?.label, '3 hidden');
    assert.equal(
      hidden?.description,
      'Authority not revoked: 1, Authority unknown: 1, Not checked yet: 1',
    );
    assert.deepEqual(content.mintsToLoad, [first, second, third, usdcMint]);
    // A single reason has no count of its own, because it is the row's count.
    content.setResponse(withTokens([tokenOf(third, 1)]));
    content.updateRows();
    const [only] = content.rows.filter(({ id }) => id === 'hidden');
    assert.deepEqual([only?.label, only?.description], ['1 hidden', 'Authority unknown']);
    content.setResponse(withTokens([...ranked, tokenOf(usdcMint, 1)]));
    choices.filters = { tokensMint: [wrappedSolMint] };
    content.updateRows();
    assert.equal(mints(content)?.length, 4);
    // The symbol of a well-known mint is not requested.
    assert.deepEqual(content.mintsToLoad, [first, second, third]);
  });

  it('counts the shown tokens of unknown market cap', () => {
    const { content } = contentOf();
    const answered = (tokensUnknownMarketCap: number) => {
      const response = withTokens(ranked);
      content.setResponse({
        ...response,
        result: { ...response.result, tokensUnknownMarketCap },
      });
      content.updateRows();
      const row = content.rows.find(({ id }) => id === 'unknown-market-cap');
      return row && `${row.label} | ${row.description}`;
    };
    assert.equal(answered(1), 'Market cap unknown | 1 token');
    assert.equal(answered(2), 'Market cap unknown | 2 tokens');
    assert.equal(answered(0), undefined);
  });

  it('labels tokens by symbol, and adds the address to look-alikes', () => {
    const facts = { [first]: infoOf('PEPE\u202e'), [second]: infoOf('USDC'), [third]: infoOf(' ') };
    const { content } = contentOf(facts);
    content.setResponse(withTokens(ranked));
    content.updateRows();
    const [plain, imitated, nameless] = tokenRows(content);
    assert.equal(plain?.label, 'PEPE\\u{202E}');
    assert.match(imitated?.label ?? '', /^USDC \(look-alike \w{4}…\w{4}\)$/);
    assert.match(nameless?.label ?? '', /^\w{4}…\w{4}$/);
    assert.equal(plain?.address, first);
  });

  it('explains the verdict by figures, thresholds, window and filters', () => {
    const { content } = contentOf();
    content.setResponse(finderResponse());
    content.updateRows();
    const reasons = content.rows[0]?.children?.() ?? [];
    assert.deepEqual(
      reasons.map(({ label, description }) => `${label} | ${description}`),
      [
        'Net gains | $12.30 ≥ $10.00',
        'Gross gains | $20.00 (no threshold)',
        'Transactions | 3,412 (no threshold)',
        'Window | 1 h',
        'Base tokens | SOL',
        'Provider | JITO',
        'Bot | SMB',
        'All wallets | ',
      ],
    );
    assert.equal(reasons[0]?.icon, 'pass');
    assert.equal(
      reasons[0]?.accessibilityLabel,
      'Net gains: $12.30 (threshold $10.00: met) in 1 h',
    );
    assert.equal(new Set(reasons.map(({ id }) => id)).size, reasons.length);
  });
});

describe('Token facts', () => {
  type Answer = (token: string) => TokenInfo;
  function factsOf(answer: Answer) {
    const asked: string[] = [];
    const priorities = new Set<string | undefined>();
    const service = {
      tokenInfo: async (
        { token: mint }: { readonly token: string },
        options: { readonly priority?: string } = {},
      ) => {
        asked.push(mint);
        priorities.add(options.priority);
        return answer(mint);
      },
    };
    return { asked, priorities, facts: new TokenInfoLoader(service, new RecentResponses()) };
  }

  it('are requested once per mint, with the lowest priority', async () => {
    const { asked, priorities, facts } = factsOf((mint) => infoOf(mint.slice(0, 3)));
    let changes = 0;
    facts.onChange(() => {
      changes += 1;
    });
    await facts.load([first, second]);
    await facts.load([first, second, third]);
    assert.deepEqual(asked, [first, second, third]);
    assert.deepEqual([...priorities], ['background']);
    assert.equal(changes, 3);
    facts.clear();
    assert.equal(facts.get(first), undefined);
  });

  it('are not requested again if they do not exist, nor from a failing service', async () => {
    let kind: 'not-found' | 'rate-limited' = 'not-found';
    const many = Array.from({ length: 20 }, (_, at) => addressOf(at));
    const { asked, facts } = factsOf(() => {
      throw new MarketError(kind, 'no');
    });
    await facts.load([first]);
    await facts.load([first]);
    assert.equal(asked.length, 1);
    kind = 'rate-limited';
    await facts.load(many);
    assert.ok(asked.length <= 4, `${asked.length} calls`);
  });

  it('are cancelled when the load is stopped', async () => {
    const { facts } = factsOf((mint) => infoOf(mint));
    const asking = facts.load([first]);
    facts.stop();
    await asking;
    assert.equal(facts.get(first), undefined);
  });
});

describe('The link to a block explorer', () => {
  it('is https, to the chosen explorer, and only for addresses and signatures', () => {
    const explorers = ['solscan', 'solanaExplorer', 'solanaFm', 'orb'] as const;
    const hosts = explorers.map((explorer) => {
      const page = new URL(explorerUrl(explorer, 'address', first) ?? '');
      assert.equal(page.protocol, 'https:');
      assert.ok(page.pathname.endsWith(first));
      return page.host;
    });
    assert.deepEqual(hosts, ['solscan.io', 'explorer.solana.com', 'solana.fm', 'orbmarkets.io']);
    assert.equal(explorerUrl('orb', 'address', 'javascript:alert(1)'), null);
    // A setting may have any value.
    const strange = explorerUrl('constructor' as 'orb', 'transaction', first);
    assert.equal(strange, `https://solscan.io/tx/${first}`);
  });
});
