import { t } from '@vscode/l10n';
import {
  formatCount,
  formatExactAmount,
  formatLamports,
  formatSignedSol,
  formatSignificant,
  withPlusSign,
} from '../../api/format.ts';
import { wrappedSolMint } from '../../solana/baseMints.ts';
import type { TransactionContent } from '../messages/transaction.ts';
import { type GainBreakdown, netAfterPayments } from './gainBreakdown.ts';
import { formatExact, formatPricedUsd } from './routeLabels.ts';
import { type Route, shortSafeAddress, type Token } from './routeModel.ts';

export interface BalanceCheck {
  /** Null: too little data. */
  readonly isBalanced: boolean | null;
  readonly headline: string;
  readonly sentences: readonly string[];
}

export function checkBalance(
  content: TransactionContent,
  route: Route,
  breakdown: GainBreakdown,
): BalanceCheck {
  if (!content.isSuccess) {
    const fee = formatLamports(BigInt(content.feeLamports));
    const sentence =
      content.feeLamports === '0'
        ? t('The transaction failed without a fee, so the balance did not change.')
        : t('The transaction failed, so the balance changed by the fee only: {0}.', fee);
    return { isBalanced: true, headline: t('The figures add up.'), sentences: [sentence] };
  }
  const reported = content.differences === null ? compareReportedNet(content, breakdown) : null;
  const faults = [
    ...gainMismatches(content, route),
    ...differenceMessages(content, route),
    ...(reported?.agrees === false ? [reported.message] : []),
  ];
  const sentences = [
    formatSum(breakdown),
    ...otherPaymentMessages(content, route),
    ...faults,
    ...(reported?.agrees === true && faults.length === 0 ? [reported.message] : []),
    ...(content.differences?.length === 0 && faults.length === 0
      ? [t('This matches the balance change.')]
      : []),
  ];
  if (faults.length > 0) {
    return { isBalanced: false, headline: t('The figures do not add up.'), sentences };
  }
  return content.legs.length === 0
    ? { isBalanced: null, headline: t('No legs to add up.'), sentences }
    : { isBalanced: true, headline: t('The figures add up.'), sentences };
}

/** `Gross +3,010,126 − Fee 30,000 − Tip · JITO 1,000,000 = +1,980,126 lamports.` */
function formatSum({ items, net, base }: GainBreakdown): string {
  const terms = items
    .filter(({ kind, raw }) => kind === 'gross' || (kind !== 'net' && raw !== 0n))
    .map(({ kind, label, raw, token }) => {
      const isGross = kind === 'gross';
      const amount =
        raw === null
          ? t('several tokens')
          : net.raw === null
            ? formatExact(token, isGross ? raw : -raw, 'human')
            : isGross
              ? withPlusSign(formatExactAmount(raw, 0))
              : formatCount(-raw);
      return `${isGross ? '' : '− '}${label} ${amount}`;
    });
  return t('{0} = {1}.', terms.join(' '), formatTotal(net, base));
}

function formatTotal({ raw, inBase }: GainBreakdown['net'], base: Token): string {
  if (raw !== null) {
    const total = withPlusSign(formatExactAmount(raw, 0));
    return base.mint === wrappedSolMint
      ? `${total} lamports`
      : t('{0} smallest units of {1}', total, base.fullLabel);
  }
  return inBase === null
    ? t('price unknown')
    : t('{0} at these prices', `${formatSignificant(inBase)} ${base.fullLabel}`);
}

const formatSignedAmount = (token: Token, raw: bigint): string =>
  token.mint === wrappedSolMint
    ? `${withPlusSign(formatExactAmount(raw, 0))} lamports`
    : withPlusSign(formatExact(token, raw, 'human'));

function gainMismatches(content: TransactionContent, route: Route): string[] {
  if (route.legs.length === 0) return [];
  const reported = new Map(content.gains.map(({ mint, amount }) => [mint, BigInt(amount)]));
  const flows = new Map(route.flows.map(({ token, bought, sold }) => [token.mint, bought - sold]));
  return [...new Set([...flows.keys(), ...reported.keys()])].flatMap((mint) => {
    const token = route.tokenOf(mint);
    const flow = flows.get(mint) ?? 0n;
    const gain = reported.get(mint) ?? 0n;
    // Services may omit leftovers in middle mints.
    const isUnlisted = !reported.has(mint) && mint !== route.base?.mint && flow > 0n;
    if (flow === gain || isUnlisted) return [];
    return t(
      'The legs sum to {0}, but the reported gain is {1} (difference {2}).',
      formatSignedAmount(token, flow),
      formatSignedAmount(token, gain),
      formatSignedAmount(token, gain - flow),
    );
  });
}

const differenceMessages = ({ differences }: TransactionContent, route: Route): string[] =>
  (differences ?? []).map(({ mint, amount }) =>
    t(
      'Unexplained balance change: {0}, for example dust left in a router’s account.',
      formatSignedAmount(route.tokenOf(mint), BigInt(amount)),
    ),
  );

/** Other payments and rent, which also change the balances. */
function otherPaymentMessages(content: TransactionContent, route: Route): string[] {
  const { otherPayments, rentLamports } = content;
  const messages = (otherPayments ?? []).map(({ mint, amount, to }) => {
    const raw = BigInt(amount);
    const size = formatSignedAmount(route.tokenOf(mint), raw < 0n ? -raw : raw).slice(1);
    const other = to[0] === undefined ? t('others') : shortSafeAddress(to[0]);
    return raw >= 0n
      ? t('Also paid {0} to {1}.', size, other)
      : t('Also received {0} from {1}.', size, other);
  });
  const after = netAfterPayments(content, route);
  if (after !== null) messages.push(netAfterPaymentsMessage(after));
  const rent = BigInt(rentLamports ?? '0');
  return rent === 0n
    ? messages
    : [...messages, t('Rent for new accounts: {0}.', formatLamports(rent))];
}

const netAfterPaymentsMessage = ({ sol, usd }: NonNullable<ReturnType<typeof netAfterPayments>>) =>
  sol === null
    ? t('Net gain after that: {0}.', formatPricedUsd(usd))
    : t('Net gain after that: {0}.', formatSignedSol(sol));

/** Fraction of the net gain that counts as rounding; two lamports do, too. */
const roundingTolerance = 1e-6;

function compareReportedNet({ netGainsSol }: TransactionContent, { net, base }: GainBreakdown) {
  if (netGainsSol === null || base.mint !== wrappedSolMint || net.inBase === null) return null;
  const difference = netGainsSol - net.inBase;
  const agrees = Math.abs(difference) <= Math.max(2e-9, Math.abs(netGainsSol) * roundingTolerance);
  const message = agrees
    ? t('This matches the reported net gain.')
    : t(
        'The service reports {0} SOL net (difference {1} SOL): perhaps an unlisted bot fee, or other prices.',
        formatSignificant(netGainsSol),
        withPlusSign(formatSignificant(difference)),
      );
  return { agrees, message };
}
