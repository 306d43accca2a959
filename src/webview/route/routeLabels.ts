import { t } from '@vscode/l10n';
import {
  formatExactAmount,
  formatShortAmount,
  formatSignedSol,
  formatSignedUsd,
  formatSignificant,
  formatUsd,
  formatUtcTime,
  withPlusSign,
} from '../../api/format.ts';
import { joinLabel, joinNote } from '../../api/join.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { wrappedSolMint } from '../../solana/baseMints.ts';
import { sourceText } from '../components/sourceBadge.tsx';
import type { TransactionContent } from '../messages/transaction.ts';
import type { BreakdownItem, GainBreakdown } from './gainBreakdown.ts';
import type { RouteLabels } from './routeLayout.ts';
import { baseGain, type Route, type RouteLeg, shortSafeAddress, type Token } from './routeModel.ts';

export type AmountFormat = 'human' | 'raw';

export const formatExact = (token: Token, raw: bigint, form: AmountFormat): string =>
  `${formatExactAmount(raw, form === 'raw' ? 0 : token.decimals)} ${token.fullLabel}`;

const formatShort = (token: Token, raw: bigint, form: AmountFormat): string =>
  `${form === 'raw' ? formatExactAmount(raw, 0) : formatShortAmount(raw, token.decimals)} ${token.label}`;

/** Labels of the route map: per leg, and input and output of the base token on success. */
export function routeLabels(route: Route, form: AmountFormat, isSuccess = true): RouteLabels {
  const { base, baseInput } = route;
  const gain = isSuccess ? baseGain(route) : null;
  const ofBase = (raw: bigint) => (base === null ? '' : formatShort(base, raw, form));
  return {
    ofLeg: (leg) => [
      leg.amm,
      `${formatShort(leg.from, leg.input, form)} → ${formatShort(leg.to, leg.output, form)}`,
    ],
    ofBase:
      gain === null
        ? []
        : [
            t('in {0} → out {1}', ofBase(baseInput), ofBase(baseInput + gain)),
            t('gross {0}', withPlusSign(ofBase(gain))),
          ],
  };
}

export const legAriaLabel = (leg: RouteLeg): string =>
  t(
    'Leg {0}: {1}, {2} to {3}',
    leg.number,
    leg.amm,
    formatExact(leg.from, leg.input, 'human'),
    formatExact(leg.to, leg.output, 'human'),
  );

export const nodeTitle = ({ fullLabel, mint, looksLike }: Token): string =>
  looksLike === null
    ? joinLabel(fullLabel, mint)
    : t('{0}: {1}. Looks like {2}, but is another mint.', fullLabel, mint, looksLike);

export const formatRate = ({ rate, from, to }: RouteLeg): string =>
  rate === null ? '–' : `${formatSignificant(rate)} ${to.label}/${from.label}`;

/** USD, at the prices of the response. */
export const legGainUsd = ({ inputUsd, outputUsd }: RouteLeg): number | null =>
  inputUsd === null || outputUsd === null ? null : outputUsd - inputUsd;

export const formatPricedUsd = (value: number | null): string =>
  value === null ? t('price unknown') : formatSignedUsd(value);

export const formatItemAmount = (item: BreakdownItem, base: Token): string => {
  if (item.raw !== null && item.token === base)
    return withPlusSign(formatExactAmount(item.raw, base.decimals));
  if (item.inBase === null) return t('price unknown');
  // In SOL like the figures beside it.
  return base.mint === wrappedSolMint
    ? formatSignedSol(item.inBase).replace(/ SOL$/, '')
    : withPlusSign(formatSignificant(item.inBase));
};

/** `SOL at $206.11 (14:02:11 UTC)`. */
const formatPrice = ({ fullLabel, priceUsd, priceTimeMilliseconds: time }: Token): string => {
  if (priceUsd === null) return joinLabel(fullLabel, t('price unknown'));
  const price = t('{0} at {1}', fullLabel, formatUsd(priceUsd));
  return time === null || !isValidTime(time) ? price : joinNote(price, formatUtcTime(time));
};

/** Whether the milliseconds are in the range of `Date`. */
export const isValidTime = (milliseconds: number): boolean => Math.abs(milliseconds) <= 8.64e15;

/** Further prices are only in the response. */
const maxPrices = 12;

export function pricesNote({ pricedTokens }: GainBreakdown, { tokens }: Route): string {
  const all = [...new Set([...pricedTokens, ...tokens])];
  const prices = all.slice(0, maxPrices).map(formatPrice);
  if (all.length > maxPrices) prices.push(t('{0} more', all.length - maxPrices));
  return joinLabel(t('Prices'), prices.join(' · '));
}

export function transactionTypeLabel(type: string): string {
  switch (type) {
    case 'arbitrage':
      return t('Arbitrage');
    case 'circular-with-loss':
      return t('Circular route at a loss');
    case 'bot-no-profit':
      return t('Bot run without swaps');
    case 'failed':
      return t('Failed attempt');
    default:
      return sanitizeText(type, 40);
  }
}

export const exportTitle = ({
  type,
  signature,
  isSuccess,
  isSimulated,
  source,
}: TransactionContent): string =>
  [
    `${transactionTypeLabel(type)} ${shortSafeAddress(signature)}`,
    ...(isSuccess ? [] : [t('failed')]),
    ...(isSimulated ? [sourceText({ source, isSimulated })] : []),
  ].join(' · ');
