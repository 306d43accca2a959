import { t } from '@vscode/l10n';
import { visibleText } from '../../interface/displayText.ts';
import { clock, usd } from '../../interface/figures.ts';
import { exactAmount, shortAmount, signed, significant } from '../../interface/tokenAmounts.ts';
import type { Leg, Route, Token } from './routeModel.ts';
import type { Statement, StatementItem } from './statement.ts';

/** How the figures of a route read, as amounts for people or raw, in the smallest unit. */
export type AmountForm = 'human' | 'raw';

export const exactWords = (token: Token, raw: bigint, form: AmountForm): string =>
  `${form === 'raw' ? groupedRaw(raw) : exactAmount(raw, token.decimals)} ${token.fullLabel}`;

export const shortWords = (token: Token, raw: bigint, form: AmountForm): string =>
  `${form === 'raw' ? groupedRaw(raw) : shortAmount(raw, token.decimals)} ${token.label}`;

const groupedRaw = (raw: bigint): string => exactAmount(raw, 0);

/** The words beside a leg of the picture. */
export const legWords = (leg: Leg, form: AmountForm): readonly string[] => [
  leg.amm,
  `${shortWords(leg.from, leg.input, form)} → ${shortWords(leg.to, leg.output, form)}`,
];

/** The same as a sentence, for those who hear it. */
export const legSentence = (leg: Leg): string =>
  t(
    'Leg {0}: {1}, {2} to {3}',
    leg.number,
    leg.amm,
    exactWords(leg.from, leg.input, 'human'),
    exactWords(leg.to, leg.output, 'human'),
  );

export const rateWords = ({ rate, from, to }: Leg): string =>
  rate === null ? t('none') : `${significant(rate)} ${to.label}/${from.label}`;

/** What a leg gave above what it took, at the prices told. */
export const legGainUsd = ({ inputUsd, outputUsd }: Leg): number | null =>
  inputUsd === null || outputUsd === null ? null : outputUsd - inputUsd;

export const signedUsd = (value: number | null): string =>
  value === null ? t('price not known') : signed(usd(value).replace('-', '−'));

/** A statement's amount in the base token. */
export const itemWords = (item: StatementItem, base: Token): string => {
  if (item.raw !== null && item.token === base) return signed(exactAmount(item.raw, base.decimals));
  return item.inBase === null ? t('price not known') : signed(significant(item.inBase));
};

/** `SOL at $206.11 (14:02:11 UTC)`. */
const priceWords = ({ fullLabel, priceUsd, priceTimeMilliseconds: time }: Token): string => {
  if (priceUsd === null) return t('{0}: price not known', fullLabel);
  const when = time === null || !isDate(time) ? t('time not told') : clock(time);
  return t('{0} at {1} ({2})', fullLabel, usd(priceUsd), when);
};

/** Whether a date can be this many milliseconds from 1970. */
export const isDate = (milliseconds: number): boolean => Math.abs(milliseconds) <= 8.64e15;

/** Prices beyond these stand in the answer alone. */
const mostPrices = 12;

/** Each price that the figures of the panel are made with, and its time. */
export function pricesNote({ priced }: Statement, { tokens }: Route): string {
  const all = [...new Set([...priced, ...tokens])];
  const prices = all.slice(0, mostPrices).map(priceWords).join(' · ');
  return all.length > mostPrices
    ? t('Prices: {0}, and {1} more in the JSON.', prices, all.length - mostPrices)
    : t('Prices: {0}.', prices);
}

/** How a class of transaction reads. */
export function className(type: string): string {
  switch (type) {
    case 'arbitrage':
      return t('Arbitrage');
    case 'circular-with-loss':
      return t('Circular route with a loss');
    case 'bot-no-profit':
      return t('Bot run without a swap');
    case 'failed':
      return t('Failed attempt');
    default:
      return visibleText(type, 40);
  }
}
