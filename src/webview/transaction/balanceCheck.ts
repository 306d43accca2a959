import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { formatExactAmount, formatSignificant } from '../../api/tokenAmounts.ts';
import { wrappedSolMint } from '../../solana/baseMints.ts';
import type { TransactionContent } from '../messages/transaction.ts';
import type { GainBreakdown } from './gainBreakdown.ts';
import { lamportsPerSol, type Route, shortSafeAddress, type Token } from './routeModel.ts';

/** Whether all that is told adds up, in words. */
export interface BalanceCheck {
  /** Null: there is too little to say. */
  readonly isBalanced: boolean | null;
  readonly headline: string;
  readonly sentences: readonly string[];
}

/** Adds up what the answer tells, and says where it does not meet. */
export function checkBalance(
  content: TransactionContent,
  route: Route,
  statement: GainBreakdown,
): BalanceCheck {
  if (!content.isSuccess) {
    const fee = formatCount(BigInt(content.feeLamports));
    const sentence = t(
      'The transaction failed, so its swaps and tips were taken back: the balance changed by the fee of {0} lamports alone.',
      fee,
    );
    return { isBalanced: true, headline: t('The sum closes.'), sentences: [sentence] };
  }
  const faults = [...gainMismatches(content, route), ...differenceMessages(content, route)];
  const against = content.differences === null ? compareReportedNet(content, statement) : null;
  if (against !== null && !against.agrees) faults.push(against.words);
  const sentences = [
    formatSum(content, statement),
    ...otherPaymentMessages(content, route),
    ...faults,
  ];
  if (faults.length === 0) {
    if (content.differences !== null) {
      sentences.push(
        sentences.length === 1
          ? t('This is what the balances changed by.')
          : t('Together this is what the balances changed by.'),
      );
    } else if (against !== null) sentences.push(against.words);
  }
  const isBalanced = faults.length > 0 ? false : content.legs.length === 0 ? null : true;
  return {
    isBalanced,
    headline:
      isBalanced === null
        ? t('There are no legs to add up.')
        : isBalanced
          ? t('The sum closes.')
          : t('The sum does not close.'),
    sentences,
  };
}

/** `legs +3,010,126 − fee 30,000 − tips 1,000,000 = +1,980,126 lamports`. */
function formatSum({ legs }: TransactionContent, { items, net, base }: GainBreakdown): string {
  const isOneToken = net.raw !== null;
  const taken = items.slice(0, -1).filter(({ kind, raw }) => kind === 'gross' || raw !== 0n);
  const sum = taken.map((item) => {
    const name =
      item.kind === 'gross' ? (legs.length === 0 ? t('gains') : t('legs')) : item.sumLabel;
    const { kind, raw, token } = item;
    const minus = kind === 'gross' ? '' : '− ';
    if (isOneToken && raw !== null) {
      return `${minus}${name} ${kind === 'gross' ? formatSignedCount(raw) : formatCount(absolute(raw))}`;
    }
    const amount =
      raw === null
        ? t('of several tokens')
        : `${formatExactAmount(kind === 'gross' ? raw : -raw, token.decimals)} ${token.fullLabel}`;
    return `${minus}${name} ${amount}`;
  });
  const parts = capitalize(sum.join(' '));
  if (net.raw !== null) {
    const total = formatSignedCount(net.raw);
    return base.mint === wrappedSolMint
      ? t('{0} = {1} lamports.', parts, total)
      : t('{0} = {1} of the smallest unit of {2}.', parts, total, base.fullLabel);
  }
  if (net.inBase === null) {
    return t('{0} = a net gain that cannot be told without every price.', parts);
  }
  const total = `${formatSignificant(net.inBase)} ${base.fullLabel}`;
  return t('{0} = {1}, at the prices told.', parts, total);
}

const absolute = (raw: bigint): bigint => (raw < 0n ? -raw : raw);
const formatSignedCount = (raw: bigint): string =>
  `${raw < 0n ? '−' : raw > 0n ? '+' : ''}${formatCount(absolute(raw))}`;
const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const formatSignedAmount = (token: Token, raw: bigint): string =>
  token.mint === wrappedSolMint
    ? `${formatSignedCount(raw)} lamports`
    : `${raw < 0n ? '' : '+'}${formatExactAmount(raw, token.decimals)} ${token.fullLabel}`;

/** The legs of each mint against the gain that the service tells of it. */
function gainMismatches(content: TransactionContent, route: Route): string[] {
  if (route.legs.length === 0) return [];
  const reported = new Map(content.gains.map(({ mint, amount }) => [mint, BigInt(amount)]));
  const flows = new Map(route.flows.map(({ token, bought, sold }) => [token.mint, bought - sold]));
  const faults: string[] = [];
  for (const mint of new Set([...flows.keys(), ...reported.keys()])) {
    const token = route.tokenOf(mint);
    const flow = flows.get(mint) ?? 0n;
    const gain = reported.get(mint) ?? 0n;
    if (flow === gain) continue;
    // A service need not list what was left over in a middle mint.
    if (gain === 0n && !reported.has(mint) && mint !== route.base?.mint && flow > 0n) continue;
    faults.push(
      t(
        'The legs come to {0}, the gain told is {1}: {2} of it is in no leg.',
        formatSignedAmount(token, flow),
        formatSignedAmount(token, gain),
        formatSignedAmount(token, gain - flow),
      ),
    );
  }
  return faults;
}

function differenceMessages({ differences }: TransactionContent, route: Route): string[] {
  return (differences ?? []).map(({ mint, amount }) =>
    t(
      'The balances changed by {0} that no transfer seen explains, such as rent paid back or a program that moves tokens in its own way.',
      formatSignedAmount(route.tokenOf(mint), BigInt(amount)),
    ),
  );
}

/** Payments that are neither leg, tip nor fee, and rent: told, for they change the balances. */
function otherPaymentMessages(
  { otherPayments, rentLamports }: TransactionContent,
  route: Route,
): string[] {
  const words = (otherPayments ?? []).map(({ mint, amount, to }) => {
    const raw = BigInt(amount);
    const token = route.tokenOf(mint);
    const other = to[0] === undefined ? t('others') : shortSafeAddress(to[0]);
    return raw >= 0n
      ? t('Besides, {0} went to {1}.', formatSignedAmount(token, raw).slice(1), other)
      : t('Besides, {0} came from {1}.', formatSignedAmount(token, -raw).slice(1), other);
  });
  const rent = BigInt(rentLamports ?? '0');
  if (rent !== 0n) {
    words.push(t('Besides, {0} lamports are held as rent of new accounts.', formatCount(rent)));
  }
  return words;
}

/** A part in this many is rounding. */
const roundingTolerance = 1e-6;

/** Where the balances are not told: our sum against the net gain that the service tells. */
function compareReportedNet(
  { netGainsSol }: TransactionContent,
  { net, base }: GainBreakdown,
): { readonly agrees: boolean; readonly words: string } | null {
  if (netGainsSol === null || base.mint !== wrappedSolMint || net.inBase === null) return null;
  const agrees =
    Math.abs(net.inBase - netGainsSol) <=
    Math.max(2 / lamportsPerSol, Math.abs(netGainsSol) * roundingTolerance);
  return {
    agrees,
    words: agrees
      ? t('This is the net gain that the service tells; it does not tell the balances.')
      : t(
          'The service tells a net gain of {0} SOL: {1} SOL more than its parts come to. It may count the bot’s own fee, which it does not tell, or other prices.',
          formatSignificant(netGainsSol),
          formatSignificant(netGainsSol - net.inBase),
        ),
  };
}
