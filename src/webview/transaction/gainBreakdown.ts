import { t } from '@vscode/l10n';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { amountToNumber } from '../../api/tokenAmounts.ts';
import type { TransactionContent } from '../messages/transaction.ts';
import { type Route, type Token, valueInUsd, wrappedSolMint } from './routeModel.ts';

/** One step from the gross gain to the net gain. */
export interface BreakdownItem {
  readonly kind: 'gross' | 'base-fee' | 'priority-fee' | 'fee' | 'tip' | 'bot-fee' | 'net';
  readonly label: string;
  /** As a part of the sum that is written out. */
  readonly sumLabel: string;
  /** Raw amount in its own token: what it is, exactly; null for a sum of several tokens. */
  readonly raw: bigint | null;
  readonly token: Token;
  /** In the base token, signed; null where a price is missing. */
  readonly inBase: number | null;
  /** Signed. */
  readonly usd: number | null;
}

/** From gross to net, in the base token and USD. */
export interface GainBreakdown {
  readonly base: Token;
  readonly items: readonly BreakdownItem[];
  readonly gross: BreakdownItem;
  readonly net: BreakdownItem;
  /** Tokens whose price is used, or missing. */
  readonly pricedTokens: readonly Token[];
}

/**
 * What the transaction earned and what was taken off it. The gross gain is that of the base token,
 * as the embedded service counts it; where the base gained nothing, all gains are counted.
 */
export function gainBreakdown(content: TransactionContent, route: Route): GainBreakdown {
  const sol = route.tokenOf(wrappedSolMint);
  const base = route.base ?? sol;
  const item: CreateItem = (kind, { label, nameInSum: sumLabel = label }, token, raw) => ({
    kind,
    label,
    sumLabel,
    raw,
    token,
    inBase: valueInBase(token, raw, base),
    usd: valueInUsd(token, raw),
  });
  const gross = grossItem(content, route, base, item);
  const costs = [
    ...feeItems(content, sol, item),
    ...(content.isSuccess ? content.tips : []).map(({ mint, amount, provider }) =>
      item('tip', tipLabels(sanitizeText(provider, 14)), route.tokenOf(mint), -BigInt(amount)),
    ),
    ...(content.isSuccess ? (content.botFees ?? []) : []).map(({ mint, amount }) =>
      item(
        'bot-fee',
        { label: t('Bot fee'), nameInSum: t('bot fee') },
        route.tokenOf(mint),
        -BigInt(amount),
      ),
    ),
  ];
  const all = [gross, ...costs];
  const net: BreakdownItem = {
    kind: 'net',
    label: t('Net'),
    sumLabel: t('Net'),
    raw: all.every(({ token, raw }) => token === base && raw !== null)
      ? all.reduce((sum, { raw }) => sum + (raw ?? 0n), 0n)
      : null,
    token: base,
    inBase: sumOrNull(all.map((each) => each.inBase)),
    usd: sumOrNull(all.map((each) => each.usd)),
  };
  return {
    base,
    items: [...all, net],
    gross,
    net,
    pricedTokens: [...new Set([base, ...all.map(({ token }) => token)])],
  };
}

type CreateItem = (
  kind: BreakdownItem['kind'],
  names: { readonly label: string; readonly nameInSum?: string },
  token: Token,
  raw: bigint,
) => BreakdownItem;

const tipLabels = (provider: string) => ({
  label: t('Tip · {0}', provider),
  nameInSum: t('tip to {0}', provider),
});

function grossItem(
  content: TransactionContent,
  route: Route,
  base: Token,
  item: CreateItem,
): BreakdownItem {
  const gains = content.isSuccess ? content.gains : [];
  const ofBase = gains.find(({ mint }) => mint === base.mint);
  if (ofBase !== undefined || gains.length === 0) {
    return item('gross', { label: t('Gross') }, base, BigInt(ofBase?.amount ?? '0'));
  }
  const parts = gains.map(({ mint, amount }) =>
    item('gross', { label: t('Gross') }, route.tokenOf(mint), BigInt(amount)),
  );
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  return {
    kind: 'gross',
    label: t('Gross'),
    sumLabel: t('Gross'),
    raw: null,
    token: base,
    inBase: sumOrNull(parts.map((part) => part.inBase)),
    usd: sumOrNull(parts.map((part) => part.usd)),
  };
}

function feeItems(
  { feeLamports, priorityFeeLamports }: TransactionContent,
  sol: Token,
  item: CreateItem,
): BreakdownItem[] {
  const fee = BigInt(feeLamports);
  if (priorityFeeLamports === null)
    return [item('fee', { label: t('Fee'), nameInSum: t('fee') }, sol, -fee)];
  const priority = BigInt(priorityFeeLamports);
  return [
    item('base-fee', { label: t('Base fee'), nameInSum: t('base fee') }, sol, priority - fee),
    item(
      'priority-fee',
      { label: t('Priority fee'), nameInSum: t('priority fee') },
      sol,
      -priority,
    ),
  ];
}

/** An amount in the base token, through USD where it is another. */
function valueInBase(token: Token, raw: bigint, base: Token): number | null {
  if (token === base || raw === 0n) return amountToNumber(raw, token.decimals);
  const usd = valueInUsd(token, raw);
  return usd === null || base.priceUsd === null || base.priceUsd === 0 ? null : usd / base.priceUsd;
}

/** Null as soon as a part is not known: half a sum is none. */
const sumOrNull = (parts: readonly (number | null)[]): number | null =>
  parts.reduce<number | null>(
    (sum, part) => (sum === null || part === null ? null : sum + part),
    0,
  );
