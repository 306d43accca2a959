import { formatCount } from '../../api/format.ts';
import { escapeMarkdownText } from '../../api/sanitizeText.ts';
import { sourceText } from '../components/sourceBadge.tsx';
import type { TransactionContent } from '../messages/transaction.ts';
import { inEnglish } from '../pageLanguage.ts';
import { checkBalance } from './balanceCheck.ts';
import { gainBreakdown } from './gainBreakdown.ts';
import {
  formatExact,
  formatItemAmount,
  formatPricedUsd,
  formatRate,
  isValidTime,
  legGainUsd,
  pricesNote,
  transactionTypeLabel,
} from './routeLabels.ts';
import { buildRoute, leftovers, valueInUsd } from './routeModel.ts';

/** Always in English, because it may be shared. */
export const transactionMarkdown = (content: TransactionContent): string =>
  inEnglish(() => renderMarkdown(content));

function renderMarkdown(content: TransactionContent): string {
  const { timeMilliseconds: time, isSuccess, isSimulated } = content;
  const when =
    time === null || !isValidTime(time)
      ? 'time unknown'
      : `${new Date(time).toISOString().slice(0, 19)} UTC`;
  const type = escapeMarkdownText(transactionTypeLabel(content.type));
  const units = content.computeUnits === null ? 'unknown' : formatCount(content.computeUnits);
  const simulated = isSimulated ? ` (${escapeMarkdownText(sourceText(content))})` : '';
  return [
    `### ${type} ${isSuccess ? '✓ succeeded' : '✗ failed'}${simulated}`,
    '',
    `- Signature: ${addressCode(content.signature)}`,
    `- Wallet: ${addressCode(content.wallet)}`,
    `- Slot ${formatCount(content.slot)}, ${when}, ${units} compute units`,
    ...(isSuccess
      ? []
      : [`- Lost: fee only. Reason: ${escapeMarkdownText(content.failure ?? 'unknown')}`]),
    '',
    ...routeMarkdown(content),
    ...triedMarkdown(content),
  ].join('\n');
}

function triedMarkdown({ attempt }: TransactionContent): string[] {
  if (attempt === null) return [];
  if (attempt === 'unknown') return ['Pools tried: unknown', ''];
  const { pools, unknownPools } = attempt;
  return [
    ...(pools.length === 0
      ? []
      : [
          row('AMM', 'Pool tried', 'Use'),
          '|---|---|---|',
          ...pools.map(({ ammName, pool, isUsed }) =>
            row(
              escapeMarkdownText(ammName || 'unknown'),
              addressCode(pool),
              isUsed ? 'used' : 'not used',
            ),
          ),
          '',
        ]),
    ...(unknownPools === 0 ? [] : [`Pools tried that are not recognized: ${unknownPools}`, '']),
  ];
}

export function routeMarkdown(content: TransactionContent): string[] {
  const route = buildRoute(content);
  const breakdown = gainBreakdown(content, route);
  const { base } = breakdown;
  const check = checkBalance(content, route, breakdown);
  const legs = route.legs.map((leg) =>
    row(
      String(leg.number),
      escapeMarkdownText(leg.amm),
      leg.pool === null ? 'unknown' : addressCode(leg.pool),
      escapeMarkdownText(formatExact(leg.from, leg.input, 'human')),
      escapeMarkdownText(formatExact(leg.to, leg.output, 'human')),
      escapeMarkdownText(formatRate(leg)),
      formatPricedUsd(legGainUsd(leg)),
    ),
  );
  const rests = (content.isSuccess ? leftovers(route) : []).map(({ token, raw }) => {
    const name = raw < 0n ? 'Sold more than bought' : 'Left over';
    const amount = escapeMarkdownText(formatExact(token, raw, 'human'));
    return row('', name, '', '', amount, '', formatPricedUsd(valueInUsd(token, raw)));
  });
  return [
    row('Part', escapeMarkdownText(base.fullLabel), 'USD'),
    '|---|--:|--:|',
    ...breakdown.items.map((item) =>
      row(escapeMarkdownText(item.label), formatItemAmount(item, base), formatPricedUsd(item.usd)),
    ),
    '',
    ...(legs.length === 0
      ? []
      : [
          row('#', 'AMM', 'Pool', 'In', 'Out', 'Rate', 'Gain or loss'),
          '|--:|---|---|--:|--:|--:|--:|',
          ...legs,
          ...rests,
          '',
        ]),
    `**${check.headline}** ${escapeMarkdownText(check.sentences.join(' '))}`,
    '',
    escapeMarkdownText(pricesNote(breakdown, route)),
    '',
  ];
}

export const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Replaces characters that no address has. */
const addressCode = (address: string): string => `\`${address.replace(/[^1-9A-Za-z]/g, '�')}\``;
