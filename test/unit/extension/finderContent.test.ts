import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explorerUrl } from '../../../src/extension/explorer.ts';
import { stamp } from '../../../src/extension/exports/stamp.ts';
import type { Filters } from '../../../src/extension/views/filters/filters.ts';
import { FinderContent } from '../../../src/extension/views/finderContent.ts';
import { TokenFacts } from '../../../src/extension/views/tokenFacts.ts';
import type { TokenOrder } from '../../../src/extension/views/tokenOrder.ts';
import type { TreeRow } from '../../../src/extension/views/treeRow.ts';
import { MarketError } from '../../../src/interface/marketError.ts';
import type { TokenInfo } from '../../../src/interface/tokenInfo.ts';
import { usdcMint, wrappedSolMint } from '../../../src/solana/knownMints.ts';
import { addressOf, answerOf, token, withTokens } from './exports/answers.ts';

const [first, second, third] = [addressOf(1), addressOf(2), addressOf(3)];
const tokenOf = (mint: string, revenues: number, volume = 1) => ({
  ...token(mint, {}),
  revenues,
  volume,
});
const ranked = [tokenOf(first, 30, 1), tokenOf(second, 20, 9), tokenOf(third, 10, 5)];

/** Facts of tokens as a service tells them; null: the authority was revoked. */
const infoOf = (symbol: string, mint: string | null = null): TokenInfo =>
  ({ symbol, authorities: { mint, freeze: null, update: null, close: null } }) as TokenInfo;

function contentOf(facts: Readonly<Record<string, TokenInfo>> = {}) {
  const choices: { filters: Filters; order: TokenOrder; pins: readonly string[] } = {
    filters: { tokensMint: [wrappedSolMint] },
    order: 'revenues',
    pins: [],
  };
  const content = new FinderContent({ choices, factOf: (mint) => facts[mint] });
  return { choices, content };
}

const mints = (content: FinderContent) => content.shown?.result.tokens.map(({ mint }) => mint);
const tokenRows = (content: FinderContent): TreeRow[] =>
  content.rows.filter(({ context }) => context === 'token');

describe('what the Finder shows of an answer', () => {
  it('is sorted by the figure chosen, with the pinned tokens first and marked as such', () => {
    const { content, choices } = contentOf();
    content.take(withTokens(ranked));
    assert.equal(content.arrange(), true);
    assert.deepEqual(mints(content), [first, second, third]);
    choices.order = 'volume';
    choices.pins = [third];
    assert.equal(content.arrange(), true);
    assert.match(tokenRows(content)[0]?.description ?? '', /^\$5\.00 volume · \$10\.00 gross · /);
    assert.deepEqual(mints(content), [third, second, first]);
    const [pinned, other] = tokenRows(content);
    assert.equal(pinned?.state, 'pinned');
    assert.equal(pinned?.icon, 'pinned');
    assert.match(pinned?.spoken ?? '', /, pinned$/);
    assert.equal(other?.state, undefined);
    assert.equal(content.arrange(), false);
  });

  it('tells of ranks in the order that is chosen, which pins do not change', () => {
    const { content, choices } = contentOf();
    content.take({ ...withTokens(ranked), answeredAtMilliseconds: 1 });
    const swapped = [tokenOf(second, 40, 1), tokenOf(first, 30, 9), tokenOf(third, 10, 5)];
    content.take({ ...withTokens(swapped), answeredAtMilliseconds: 2 });
    choices.pins = [third];
    content.arrange();
    assert.deepEqual(
      tokenRows(content).map(({ description }) => description.split(' ')[0]),
      ['$10.00', '▲1', '▼1'],
    );
    choices.order = 'volume';
    content.arrange();
    assert.deepEqual(
      tokenRows(content).map(({ description }) => description.split(' ')[0]),
      ['$5.00', '▲2', '▼2'],
    );
  });

  it('holds back tokens that can still be minted, and says how many and why', () => {
    const facts = { [first]: infoOf('ONE'), [second]: infoOf('TWO', addressOf(9)) };
    const { content, choices } = contentOf(facts);
    choices.filters = { ...choices.filters, mintAuthority: 'revoked' };
    content.take(withTokens([...ranked, tokenOf(usdcMint, 1)]));
    content.arrange();
    assert.deepEqual(mints(content), [first]);
    // What is exported says so.
    assert.ok(content.shown !== null);
    assert.match(stamp(content.shown).at(-1) ?? '', /mintAuthority=revoked/);
    const hidden = content.rows.find(({ id }) => id === 'hidden');
    assert.equal(hidden?.label, '3 tokens hidden');
    assert.equal(hidden?.description, '1 with an authority left · 2 not known yet');
    assert.deepEqual(content.unnamed, [first, second, third, usdcMint]);
    choices.filters = { tokensMint: [wrappedSolMint] };
    content.arrange();
    assert.equal(mints(content)?.length, 4);
    // The symbol of a well-known mint need not be asked for.
    assert.deepEqual(content.unnamed, [first, second, third]);
  });

  it('calls tokens by their symbols, and one that imitates a known one by its address too', () => {
    const facts = { [first]: infoOf('PEPE\u202e'), [second]: infoOf('USDC'), [third]: infoOf(' ') };
    const { content } = contentOf(facts);
    content.take(withTokens(ranked));
    content.arrange();
    const [plain, imitated, nameless] = tokenRows(content);
    assert.equal(plain?.label, 'PEPE\\u{202E}');
    assert.match(imitated?.label ?? '', /^USDC \(look-alike \w{4}…\w{4}\)$/);
    assert.match(nameless?.label ?? '', /^\w{4}…\w{4}$/);
    assert.equal(plain?.address, first);
  });

  it('explains the verdict: each figure against its threshold, the window and the filters', () => {
    const { content } = contentOf();
    content.take(answerOf());
    content.arrange();
    const reasons = content.rows[0]?.children?.() ?? [];
    assert.deepEqual(
      reasons.map(({ label, description }) => `${label} | ${description}`),
      [
        'Net gains | $12.30 of $10.00: met',
        'Gross gains | $20.00, no threshold set',
        'Transactions | 3,412, no threshold set',
        'Window | 1 h',
        'Base tokens | SOL',
        'Provider | JITO',
        'Bot | SMB',
        'Wallets | all',
      ],
    );
    assert.equal(reasons[0]?.icon, 'pass');
    assert.equal(reasons[0]?.spoken, 'Net gains: $12.30 of $10.00: met in 1 h');
    assert.equal(new Set(reasons.map(({ id }) => id)).size, reasons.length);
  });
});

describe('facts of tokens', () => {
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
    return { asked, priorities, facts: new TokenFacts({ service }) };
  }

  it('are asked for behind every other call, once for each mint', async () => {
    const { asked, priorities, facts } = factsOf((mint) => infoOf(mint.slice(0, 3)));
    let changes = 0;
    facts.onChange(() => {
      changes += 1;
    });
    await facts.ask([first, second]);
    await facts.ask([first, second, third]);
    assert.deepEqual(asked, [first, second, third]);
    assert.deepEqual([...priorities], ['background']);
    assert.equal(changes, 3);
    facts.forget();
    assert.equal(facts.of(first), undefined);
  });

  it('that there are none of are not asked for again; a service that fails is left alone', async () => {
    let kind: 'not-found' | 'rate-limited' = 'not-found';
    const many = Array.from({ length: 20 }, (_, at) => addressOf(at));
    const { asked, facts } = factsOf(() => {
      throw new MarketError(kind, 'no');
    });
    await facts.ask([first]);
    await facts.ask([first]);
    assert.equal(asked.length, 1);
    kind = 'rate-limited';
    await facts.ask(many);
    assert.ok(asked.length <= 4, `${asked.length} calls`);
  });

  it('are given up when nobody looks', async () => {
    const { facts } = factsOf((mint) => infoOf(mint));
    const asking = facts.ask([first]);
    facts.stop();
    await asking;
    assert.equal(facts.of(first), undefined);
  });
});

describe('the page of an explorer', () => {
  it('is https and of the explorer chosen, and of nothing but addresses and signatures', () => {
    const explorers = ['solscan', 'solanaExplorer', 'solanaFm', 'orb'] as const;
    const hosts = explorers.map((explorer) => {
      const page = new URL(explorerUrl(explorer, 'address', first) ?? '');
      assert.equal(page.protocol, 'https:');
      assert.ok(page.pathname.endsWith(first));
      return page.host;
    });
    assert.deepEqual(hosts, ['solscan.io', 'explorer.solana.com', 'solana.fm', 'orbmarkets.io']);
    assert.equal(explorerUrl('orb', 'address', 'javascript:alert(1)'), null);
    // A setting may hold anything.
    const strange = explorerUrl('constructor' as 'orb', 'transaction', first);
    assert.equal(strange, `https://solscan.io/tx/${first}`);
  });
});
