import { t } from '@vscode/l10n';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { amountToNumber } from '../../api/tokenAmounts.ts';
import { wrappedSolMint } from '../../solana/baseMints.ts';
import type { TransactionContent } from '../messages/transaction.ts';
import { type Route, type Token, valueInUsd } from './routeModel.ts';

export interface BreakdownItem {
  readonly kind:
    | 'gross'
    | 'residual'
    | 'base-fee'
    | 'priority-fee'
    | 'fee'
    | 'tip'
    | 'bot-fee'
    | 'net';
  readonly label: string;
  /** Exact raw amount in the item's token; null for a sum of several tokens. */
  readonly raw: bigint | null;
  readonly token: Token;
  /** In the base token, signed; null if a price is missing. */
  readonly inBase: number | null;
  /** Signed. */
  readonly usd: number | null;
}

export interface GainBreakdown {
  readonly base: Token;
  readonly items: readonly BreakdownItem[];
  readonly net: BreakdownItem;
  readonly pricedTokens: readonly Token[];
}

/** Gross gain of the base token (of all tokens if it has no gain) and every cost. */
export function gainBreakdown(content: TransactionContent, route: Route): GainBreakdown {
  const sol = route.tokenOf(wrappedSolMint);
  const base = route.base ?? sol;
  const item: CreateItem = (kind, token, raw, label) => ({
    kind,
    label,
    raw,
    token,
    inBase: valueInBase(token, raw, base),
    usd: valueInUsd(token, raw),
  });
  const gross = grossItem(content, route, base, item);
  const costs = [
    ...residualItems(content, route, gross, item),
    ...feeItems(content, sol, item),
    ...(content.isSuccess ? content.tips : []).map(({ mint, amount, provider }) =>
      item('tip', route.tokenOf(mint), -BigInt(amount), tipLabel(provider)),
    ),
    ...(content.isSuccess ? (content.botFees ?? []) : []).map(({ mint, amount }) =>
      item('bot-fee', route.tokenOf(mint), -BigInt(amount), t('Bot fee')),
    ),
  ];
  const all = [gross, ...costs];
  const raw = all.every(({ token, raw: part }) => token === base && part !== null)
    ? all.reduce((sum, { raw: part }) => sum + (part ?? 0n), 0n)
    : null;
  const net = sumItem('net', t('Net'), all, base, raw);
  return {
    base,
    items: [...all, net],
    net,
    pricedTokens: [...new Set([base, ...all.map(({ token }) => token)])],
  };
}

/** Other payments may be unlisted tips or unrelated transfers. Null without any. */
export function netAfterPayments(
  { isSuccess, otherPayments, netGainsSol, netGainsUsd }: TransactionContent,
  route: Route,
): { readonly sol: number | null; readonly usd: number | null } | null {
  const paid = (isSuccess ? (otherPayments ?? []) : [])
    .map(({ mint, amount }) => ({ token: route.tokenOf(mint), raw: BigInt(amount) }))
    .filter(({ raw }) => raw > 0n);
  if (paid.length === 0) return null;
  const sol = route.tokenOf(wrappedSolMint);
  return {
    sol: sumOrNull([netGainsSol, ...paid.map(({ token, raw }) => valueInBase(token, -raw, sol))]),
    usd: sumOrNull([netGainsUsd, ...paid.map(({ token, raw }) => valueInUsd(token, -raw))]),
  };
}

export const tipLabel = (provider: string): string => t('Tip · {0}', sanitizeText(provider, 14));

type CreateItem = (
  kind: BreakdownItem['kind'],
  token: Token,
  raw: bigint,
  label: string,
) => BreakdownItem;

function grossItem(
  { gains, isSuccess }: TransactionContent,
  route: Route,
  base: Token,
  item: CreateItem,
): BreakdownItem {
  const parts = (isSuccess ? gains : []).map(({ mint, amount }) =>
    item('gross', route.tokenOf(mint), BigInt(amount), t('Gross')),
  );
  const ofBase = parts.find(({ token }) => token === base);
  if (ofBase !== undefined) return ofBase;
  const [only = item('gross', base, 0n, t('Gross')), ...others] = parts;
  return others.length === 0 ? only : sumItem('gross', t('Gross'), parts, base, null);
}

/** Losses in middle tokens, which the gross gain in the base token does not include. */
function residualItems(
  { gains, isSuccess }: TransactionContent,
  route: Route,
  gross: BreakdownItem,
  item: CreateItem,
): BreakdownItem[] {
  if (!isSuccess || gross.raw === null) return [];
  return gains
    .map(({ mint, amount }) => ({ token: route.tokenOf(mint), raw: BigInt(amount) }))
    .filter(({ token, raw }) => token !== gross.token && raw < 0n)
    .map(({ token, raw }) => item('residual', token, raw, t('Residual · {0}', token.label)));
}

const sumItem = (
  kind: BreakdownItem['kind'],
  label: string,
  parts: readonly BreakdownItem[],
  token: Token,
  raw: bigint | null,
): BreakdownItem => ({
  kind,
  label,
  raw,
  token,
  inBase:
    raw === null
      ? sumOrNull(parts.map(({ inBase }) => inBase))
      : amountToNumber(raw, token.decimals),
  usd: sumOrNull(parts.map(({ usd }) => usd)),
});

function feeItems(
  { feeLamports, priorityFeeLamports }: TransactionContent,
  sol: Token,
  item: CreateItem,
): BreakdownItem[] {
  const fee = BigInt(feeLamports);
  if (priorityFeeLamports === null) return [item('fee', sol, -fee, t('Fee'))];
  const priority = BigInt(priorityFeeLamports);
  return [
    item('base-fee', sol, priority - fee, t('Base fee')),
    item('priority-fee', sol, -priority, t('Priority fee')),
  ];
}

/** Converts by USD prices. */
function valueInBase(token: Token, raw: bigint, base: Token): number | null {
  if (token === base || raw === 0n) return amountToNumber(raw, token.decimals);
  const usd = valueInUsd(token, raw);
  return usd === null || base.priceUsd === null || base.priceUsd === 0 ? null : usd / base.priceUsd;
}

const sumOrNull = (parts: readonly (number | null)[]): number | null =>
  parts.reduce<number | null>(
    (sum, part) => (sum === null || part === null ? null : sum + part),
    0,
  );

/** `ends` are in the base token; null if a price is missing. */
export interface WaterfallBar {
  readonly item: BreakdownItem;
  readonly ends: readonly [from: number, to: number] | null;
}

/** Each cost begins at the end of the previous one. */
export function waterfallBars({ items }: GainBreakdown): WaterfallBar[] {
  let level = 0;
  return items.map((item) => {
    if (item.inBase === null) return { item, ends: null };
    const from = item.kind === 'net' ? 0 : level;
    level = from + item.inBase;
    return { item, ends: [from, level] };
  });
}
