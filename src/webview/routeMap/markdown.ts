import { markdownText } from '../../interface/displayText.ts';
import { count, usd } from '../../interface/figures.ts';
import type { TransactionContent } from '../messages/transaction.ts';
import { inEnglish } from '../pageWords.ts';
import { type ClosingCheck, closingCheck } from './closingCheck.ts';
import { leftovers, type Route, routeOf, usdOf } from './routeModel.ts';
import { type Statement, statementOf } from './statement.ts';
import {
  className,
  exactWords,
  isDate,
  itemWords,
  legGainUsd,
  pricesNote,
  rateWords,
  signedUsd,
} from './words.ts';

/**
 * All that the panel shows, as Markdown for an issue or a chat. In English whatever the language of
 * the page: those who read it there need not share it.
 */
export const englishMarkdown = (content: TransactionContent): string =>
  inEnglish(() => {
    const route = routeOf(content);
    const statement = statementOf(content, route);
    return markdownOf(content, route, statement, closingCheck(content, route, statement));
  });

/** The same of what is made of the content already. */
export function markdownOf(
  content: TransactionContent,
  route: Route,
  statement: Statement,
  check: ClosingCheck,
): string {
  const { timeMilliseconds: time } = content;
  const base = statement.base;
  const when =
    time === null || !isDate(time) ? 'time not told' : new Date(time).toISOString().slice(0, 19);
  return [
    `### ${markdownText(className(content.type))} ${content.isSuccess ? '✓ succeeded' : '✗ failed'}${content.isSimulated ? ' (Sandbox: simulated data)' : ''}`,
    '',
    `- Signature: \`${plain(content.signature)}\``,
    `- Wallet: \`${plain(content.wallet)}\``,
    `- Block ${count(content.slot)}, ${when} UTC, ${count(content.computeUnits)} compute units`,
    ...(content.isSuccess
      ? []
      : [`- Lost: fee only. Reason: ${markdownText(content.failure ?? 'not told')}`]),
    '',
    `| Part | ${cell(base.fullLabel)} | USD |`,
    '|---|--:|--:|',
    ...statement.items.map(
      (item) => `| ${cell(item.label)} | ${itemWords(item, base)} | ${signedUsd(item.usd)} |`,
    ),
    '',
    ...(route.legs.length === 0
      ? []
      : [
          '| # | AMM | Pool | In | Out | Rate | Gain or loss |',
          '|--:|---|---|--:|--:|--:|--:|',
          ...route.legs.map(
            (leg) =>
              `| ${leg.number} | ${cell(leg.amm)} | ${leg.pool === null ? 'not told' : `\`${plain(leg.pool)}\``} | ${cell(exactWords(leg.from, leg.input, 'human'))} | ${cell(exactWords(leg.to, leg.output, 'human'))} | ${cell(rateWords(leg))} | ${signedUsd(legGainUsd(leg))} |`,
          ),
          ...leftovers(route).map(({ token, raw }) => {
            const worth = usdOf(token, raw);
            return `| | ${raw < 0n ? 'Sold beyond what was bought' : 'Left over'} | | | ${cell(exactWords(token, raw, 'human'))} | | ${worth === null ? 'price not known' : usd(worth)} |`;
          }),
          '',
        ]),
    `**${check.headline}** ${markdownText(check.sentences.join(' '))}`,
    '',
    markdownText(pricesNote(statement, route)),
    '',
  ].join('\n');
}

/** Inside code: an address has no other characters than these. */
const plain = (address: string): string => address.replace(/[^1-9A-Za-z]/g, '�');

const cell = (text: string): string => markdownText(text);
