import { t } from '@vscode/l10n';
import { formatUsd, formatUtcTime } from '../../api/format.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import {
  formatExactAmount,
  formatShortAmount,
  formatSignificant,
  withPlusSign,
} from '../../api/tokenAmounts.ts';
import type { BreakdownItem, GainBreakdown } from './gainBreakdown.ts';
import type { Route, RouteLeg, Token } from './routeModel.ts';

/** How the figures of a route read, as amounts for people or raw, in the smallest unit. */
export type AmountFormat = 'human' | 'raw';

export const formatExact = (token: Token, raw: bigint, form: AmountFormat): string =>
  `${form === 'raw' ? formatRaw(raw) : formatExactAmount(raw, token.decimals)} ${token.fullLabel}`;

export const formatShort = (token: Token, raw: bigint, form: AmountFormat): string =>
  `${form === 'raw' ? formatRaw(raw) : formatShortAmount(raw, token.decimals)} ${token.label}`;

const formatRaw = (raw: bigint): string => formatExactAmount(raw, 0);

/** The words beside a leg of the picture. */
export const legLabelLines = (leg: RouteLeg, form: AmountFormat): readonly string[] => [
  leg.amm,
  `${formatShort(leg.from, leg.input, form)} → ${formatShort(leg.to, leg.output, form)}`,
];

/** The same as a sentence, for those who hear it. */
export const legAriaLabel = (leg: RouteLeg): string =>
  t(
    'Leg {0}: {1}, {2} to {3}',
    leg.number,
    leg.amm,
    formatExact(leg.from, leg.input, 'human'),
    formatExact(leg.to, leg.output, 'human'),
  );

export const formatRate = ({ rate, from, to }: RouteLeg): string =>
  rate === null ? t('none') : `${formatSignificant(rate)} ${to.label}/${from.label}`;

/** What a leg gave above what it took, at the prices told. */
export const legGainUsd = ({ inputUsd, outputUsd }: RouteLeg): number | null =>
  inputUsd === null || outputUsd === null ? null : outputUsd - inputUsd;

export const formatSignedUsd = (value: number | null): string =>
  value === null ? t('price not known') : withPlusSign(formatUsd(value).replace('-', '−'));

/** A statement's amount in the base token. */
export const formatItemAmount = (item: BreakdownItem, base: Token): string => {
  if (item.raw !== null && item.token === base)
    return withPlusSign(formatExactAmount(item.raw, base.decimals));
  return item.inBase === null ? t('price not known') : withPlusSign(formatSignificant(item.inBase));
};

/** `SOL at $206.11 (14:02:11 UTC)`. */
const formatPrice = ({ fullLabel, priceUsd, priceTimeMilliseconds: time }: Token): string => {
  if (priceUsd === null) return t('{0}: price not known', fullLabel);
  const when = time === null || !isValidTime(time) ? t('time not told') : formatUtcTime(time);
  return t('{0} at {1} ({2})', fullLabel, formatUsd(priceUsd), when);
};

/** Whether a date can be this many milliseconds from 1970. */
export const isValidTime = (milliseconds: number): boolean => Math.abs(milliseconds) <= 8.64e15;

/** Prices beyond these stand in the answer alone. */
const maxPrices = 12;

/** Each price that the figures of the panel are made with, and its time. */
export function pricesNote({ pricedTokens }: GainBreakdown, { tokens }: Route): string {
  const all = [...new Set([...pricedTokens, ...tokens])];
  const prices = all.slice(0, maxPrices).map(formatPrice).join(' · ');
  return all.length > maxPrices
    ? t('Prices: {0}, and {1} more in the JSON.', prices, all.length - maxPrices)
    : t('Prices: {0}.', prices);
}

/** How a class of transaction reads. */
export function transactionTypeLabel(type: string): string {
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
      return sanitizeText(type, 40);
  }
}
