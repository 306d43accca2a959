import { formatCount, formatUsd } from '../../api/format.ts';
import { escapeMarkdownText } from '../../api/sanitizeText.ts';
import type { TransactionContent } from '../messages/transaction.ts';
import { inEnglish } from '../pageLanguage.ts';
import { type BalanceCheck, checkBalance } from './balanceCheck.ts';
import { type GainBreakdown, gainBreakdown } from './gainBreakdown.ts';
import {
  formatExact,
  formatItemAmount,
  formatRate,
  formatSignedUsd,
  isValidTime,
  legGainUsd,
  pricesNote,
  transactionTypeLabel,
} from './routeLabels.ts';
import { buildRoute, leftovers, type Route, valueInUsd } from './routeModel.ts';

/**
 * All that the panel shows, as Markdown for an issue or a chat. In English whatever the language of
 * the page: those who read it there need not share it.
 */
export const transactionMarkdown = (content: TransactionContent): string =>
  inEnglish(() => {
    const route = buildRoute(content);
    const statement = gainBreakdown(content, route);
    return renderMarkdown(content, route, statement, checkBalance(content, route, statement));
  });

/** The same of what is made of the content already. */
export function renderMarkdown(
  content: TransactionContent,
  route: Route,
  statement: GainBreakdown,
  check: BalanceCheck,
): string {
  const { timeMilliseconds: time } = content;
  const base = statement.base;
  const when =
    time === null || !isValidTime(time)
      ? 'time not told'
      : new Date(time).toISOString().slice(0, 19);
  return [
    `### ${escapeMarkdownText(transactionTypeLabel(content.type))} ${content.isSuccess ? '✓ succeeded' : '✗ failed'}${content.isSimulated ? ' (Sandbox: simulated data)' : ''}`,
    '',
    `- Signature: \`${stripNonAddress(content.signature)}\``,
    `- Wallet: \`${stripNonAddress(content.wallet)}\``,
    `- Block ${formatCount(content.slot)}, ${when} UTC, ${formatCount(content.computeUnits)} compute units`,
    ...(content.isSuccess
      ? []
      : [`- Lost: fee only. Reason: ${escapeMarkdownText(content.failure ?? 'not told')}`]),
    '',
    `| Part | ${escapeMarkdownText(base.fullLabel)} | USD |`,
    '|---|--:|--:|',
    ...statement.items.map(
      (item) =>
        `| ${escapeMarkdownText(item.label)} | ${formatItemAmount(item, base)} | ${formatSignedUsd(item.usd)} |`,
    ),
    '',
    ...(route.legs.length === 0
      ? []
      : [
          '| # | AMM | Pool | In | Out | Rate | Gain or loss |',
          '|--:|---|---|--:|--:|--:|--:|',
          ...route.legs.map(
            (leg) =>
              `| ${leg.number} | ${escapeMarkdownText(leg.amm)} | ${leg.pool === null ? 'not told' : `\`${stripNonAddress(leg.pool)}\``} | ${escapeMarkdownText(formatExact(leg.from, leg.input, 'human'))} | ${escapeMarkdownText(formatExact(leg.to, leg.output, 'human'))} | ${escapeMarkdownText(formatRate(leg))} | ${formatSignedUsd(legGainUsd(leg))} |`,
          ),
          ...leftovers(route).map(({ token, raw }) => {
            const worth = valueInUsd(token, raw);
            return `| | ${raw < 0n ? 'Sold beyond what was bought' : 'Left over'} | | | ${escapeMarkdownText(formatExact(token, raw, 'human'))} | | ${worth === null ? 'price not known' : formatUsd(worth)} |`;
          }),
          '',
        ]),
    `**${check.headline}** ${escapeMarkdownText(check.sentences.join(' '))}`,
    '',
    escapeMarkdownText(pricesNote(statement, route)),
    '',
  ].join('\n');
}

/** Inside code: an address has no other characters than these. */
const stripNonAddress = (address: string): string => address.replace(/[^1-9A-Za-z]/g, '�');
