import { t } from '@vscode/l10n';
import type { AmmRollup, PoolRollup, TokenRanking } from '../../api/finder.ts';
import { formatCount, formatDuration, formatUsd, formatUsdShort } from '../../api/format.ts';
import { joinLabel, joinList } from '../../api/join.ts';
import { knownSums } from '../../api/netGains.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { lookAlikeSymbol } from '../../solana/lookAlikeSymbol.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { compileMessage } from '../base/messageTemplate.ts';
import { formatKnownUsd } from '../shared/localFacts.ts';
import { formatRowFigures, type RowFigures } from '../shared/rowFigures.ts';
import { ammLabel } from '../ui/addressLabels.ts';
import type { Fact, TreeRow } from '../ui/treeRow.ts';
import { type TokenOrder, tokenOrderLabels } from './filters/tokenOrder.ts';
import {
  describeRankChange,
  type FinderChanges,
  formatRankChange,
  type RankChange,
} from './finderChanges.ts';
import { type FinderResponse, formatTransactions, sourceFacts } from './finderResponse.ts';
import { formatPair, type PoolPair } from './poolPairs.ts';
import { describeGrowth, formatGrowth } from './tokenGrowth.ts';

export interface TokenRowsContext {
  readonly response: FinderResponse;
  readonly changes: FinderChanges | null;
  readonly pins: readonly string[];
  readonly order: TokenOrder;
  /** The window of the figures, formatted. */
  readonly window: string;
  /** @param symbol Symbol from another source, if the connection has not named the token. */
  readonly labelOf: (mint: string, symbol?: string) => string;
  readonly pairOf: (pool: string) => PoolPair | undefined;
}

// Compiled once: a Finder has thousands of rows.
const figuresTemplate = compileMessage(t('{0} → {1} net · {2}'));
const spokenTemplate = compileMessage(t('{0}: {1} gross, {2} net, {3} in {4}'));
const ammTemplate = compileMessage(t('AMM {0}'));
const poolTemplate = compileMessage(t('Pool {0}'));

/** Gross and net gains and transactions, for a row: `$79 → $50 net · 158`. */
function formatFigures(figures: RowFigures): string {
  const { revenues, profits } = knownSums(figures);
  const count = formatCount(figures.transactions);
  return figuresTemplate(formatUsdShort(revenues), formatUsdShort(profits), count);
}

/** The figure that sorts the tokens, unless each row has it anyway; for the row and its name. */
function sortingFigure(
  token: TokenRanking,
  { order, response }: TokenRowsContext,
): readonly [shown: string, spoken: string] | null {
  if (order === 'growth' || order === 'growthOfWeek') {
    const growth = response.growths?.byMint.get(token.mint);
    const shown = formatGrowth(growth);
    return [shown, growth === undefined ? shown : joinLabel(tokenOrderLabels[order], shown)];
  }
  if (order !== 'volume' && order !== 'liquidity') return null;
  const usd = token[order];
  const figure = order === 'liquidity' && usd === 0 ? t('unknown') : formatUsdShort(usd);
  const shown = joinLabel(tokenOrderLabels[order], figure);
  return [shown, shown];
}

function describeFigures(heading: string, figures: RowFigures, window: string): string {
  const { revenues, profits } = knownSums(figures);
  const transactions = formatTransactions(figures.transactions);
  return spokenTemplate(heading, formatUsd(revenues), formatUsd(profits), transactions, window);
}

function figureFacts(figures: RowFigures, window: string): Fact[] {
  const { revenues, profits } = knownSums(figures);
  return [
    [t('Gross gains'), t('{0} in {1}', formatUsd(revenues), window)],
    [t('Net gains'), t('{0} after fees, tips and bot fees', formatUsd(profits))],
    [t('Sample'), t('{0} in {1}', formatTransactions(figures.transactions), window)],
  ];
}

const attributionNote = t(
  'Each transaction counts in full for every token, AMM and pool on its route: rows do not add up.',
);

/** Adds a change before the figures, and after the name for screen readers. */
function withRankChange(row: TreeRow, change: RankChange | undefined): TreeRow {
  const mark = formatRankChange(change);
  if (mark === '') return row;
  return {
    ...row,
    description: `${mark} · ${row.description}`,
    accessibilityLabel: joinList([row.accessibilityLabel, describeRankChange(change)]),
  };
}

/** Marks an AMM or pool missing in the previous response, unless its whole token is new. */
function withBranchChange(row: TreeRow, branch: string, changes: FinderChanges | null): TreeRow {
  const [mint = ''] = branch.split('/');
  const isNew = changes?.isNewBranch(branch) === true && !changes.isNewBranch(mint);
  return isNew ? withRankChange(row, 'new') : row;
}

const maxSymbolLength = 16;

/** The token's symbol, with the address if it imitates a known symbol. */
export function tokenLabel(mint: string, symbolOfToken: string): string {
  const known = knownMints.get(mint)?.symbol;
  const given = symbolOfToken.trim();
  if (known !== undefined || given === '') return known ?? shortAddress(mint);
  const symbol = sanitizeText(given, maxSymbolLength);
  return lookAlikeSymbol(mint, given) === null
    ? symbol
    : t('{0} (look-alike {1})', symbol, shortAddress(mint));
}

export function tokenRow(token: TokenRanking, context: TokenRowsContext): TreeRow {
  const { response, changes, pins, window, labelOf } = context;
  const { growths } = response;
  const { mint } = token;
  const label = labelOf(mint);
  const heading = t('Token {0}', label);
  const id = `token:${mint}`;
  const isPinned = pins.includes(mint);
  const [shown, sorted] = sortingFigure(token, context) ?? [];
  const figures = formatFigures(token);
  const spoken = joinList([
    describeFigures(heading, token, window),
    ...(sorted === undefined ? [] : [sorted]),
  ]);
  const row: TreeRow = {
    id,
    label,
    description: shown === undefined ? figures : `${shown} · ${figures}`,
    icon: isPinned ? 'pinned' : 'tag',
    context: 'token',
    ...(isPinned ? { state: 'pinned' } : {}),
    address: mint,
    accessibilityLabel: isPinned ? joinList([spoken, t('pinned')]) : spoken,
    heading,
    facts: () => [
      ...figureFacts(token, window),
      ...(growths === undefined
        ? []
        : [
            [
              t('Growth'),
              describeGrowth(growths.byMint.get(mint), formatDuration(growths.seconds)),
            ] as const,
          ]),
      [t('Volume'), t('{0} in {1}, input of the arbitrages', formatUsd(token.volume), window)],
      [t('Market cap'), formatKnownUsd(token.marketCap)],
      [t('Liquidity'), formatKnownUsd(token.liquidity)],
      [t('Mint'), mint],
      ...sourceFacts(response),
    ],
    note: attributionNote,
    children: () => token.AMMs.map((amm) => ammRow(amm, token, context)),
  };
  return withRankChange(row, changes?.rankChanges.get(mint));
}

/** A token missing in the newest response; it keeps its row so that no other row moves. */
export function droppedTokenRow(token: TokenRanking, context: TokenRowsContext): TreeRow {
  const { children: _, ...row } = tokenRow(token, context);
  const dropped = t('dropped out');
  return {
    ...row,
    description: dropped,
    accessibilityLabel: joinLabel(row.heading, dropped),
    facts: () => [[t('Mint'), token.mint], ...sourceFacts(context.response)],
    note: t('It fails the filters now, or others rank higher. Refresh to sort again.'),
  };
}

function ammRow(amm: AmmRollup, { mint }: TokenRanking, context: TokenRowsContext): TreeRow {
  const { response, changes, window } = context;
  const label = ammLabel(amm.address);
  const heading = ammTemplate(label);
  const id = `token:${mint}/amm:${amm.address}`;
  const branch = `${mint}/${amm.address}`;
  const row: TreeRow = {
    id,
    label,
    description: formatRowFigures(amm),
    icon: 'arrow-swap',
    context: 'amm',
    address: amm.address,
    accessibilityLabel: describeFigures(heading, amm, window),
    heading,
    facts: () => [
      ...figureFacts(amm, window),
      [t('Program'), amm.address],
      ...sourceFacts(response),
    ],
    note: attributionNote,
    children: () =>
      amm.pools.map((pool) =>
        withBranchChange(poolRow(pool, id, context), `${branch}/${pool.address}`, changes),
      ),
  };
  return withBranchChange(row, branch, changes);
}

function poolRow(pool: PoolRollup, parentId: string, context: TokenRowsContext): TreeRow {
  const { response, window, labelOf, pairOf } = context;
  const address = shortAddress(pool.address);
  const pair = pairOf(pool.address);
  const label = pair === undefined ? address : formatPair(pair, labelOf);
  const heading = poolTemplate(label);
  const figures = formatRowFigures(pool);
  const spoken = describeFigures(heading, pool, window);
  return {
    id: `${parentId}/pool:${pool.address}`,
    label,
    description: pair === undefined ? figures : `${figures} · ${address}`,
    icon: 'database',
    context: 'pool',
    address: pool.address,
    // A token often has several pools of the same pair.
    accessibilityLabel: pair === undefined ? spoken : joinList([spoken, address]),
    heading,
    facts: () => [
      ...figureFacts(pool, window),
      [t('Pool'), pool.address],
      [t('Lookup table'), pool.lookupTable === '' ? t('unknown') : pool.lookupTable],
      ...sourceFacts(response),
    ],
    note: attributionNote,
    click: {
      title: t('Open Pool'),
      command: 'arbscope.openPool',
      arguments: [{ address: pool.address }],
    },
  };
}
