import { count } from '../../interface/figures.ts';
import { exactAmount, significant } from '../../interface/tokenAmounts.ts';
import type { TransactionContent } from '../messages/transaction.ts';
import { lamportsPerSol, type Route, type Token, wrappedSolMint } from './routeModel.ts';
import type { Statement } from './statement.ts';

/** Whether all that is told adds up, in words. */
export interface ClosingCheck {
  /** Null: there is too little to say. */
  readonly closes: boolean | null;
  readonly headline: string;
  readonly sentences: readonly string[];
}

/** Adds up what the answer tells, and says where it does not meet. */
export function closingCheck(
  content: TransactionContent,
  route: Route,
  statement: Statement,
): ClosingCheck {
  if (!content.isSuccess) return failedCheck(content);
  const faults = [...gainFaults(content, route), ...differenceWords(content, route)];
  const against = content.differences === null ? reportedNet(content, statement) : null;
  if (against !== null && !against.agrees) faults.push(against.words);
  const sentences = [sumWords(content, statement), ...besides(content, route), ...faults];
  if (faults.length === 0) {
    if (content.differences !== null) {
      sentences.push(
        sentences.length === 1
          ? 'This is what the balances changed by.'
          : 'Together this is what the balances changed by.',
      );
    } else if (against !== null) sentences.push(against.words);
  }
  const closes = faults.length > 0 ? false : content.legs.length === 0 ? null : true;
  return {
    closes,
    headline:
      closes === null
        ? 'There are no legs to add up.'
        : closes
          ? 'The sum closes.'
          : 'The sum does not close.',
    sentences,
  };
}

function failedCheck(content: TransactionContent): ClosingCheck {
  const fee = count(BigInt(content.feeLamports));
  return {
    closes: true,
    headline: 'The sum closes.',
    sentences: [
      `The transaction failed, so its swaps and tips were taken back: the balance changed by the fee of ${fee} lamports alone.`,
    ],
  };
}

/** `legs +3,010,126 − fee 30,000 − tips 1,000,000 = +1,980,126 lamports`. */
function sumWords({ legs }: TransactionContent, { items, net, base }: Statement): string {
  const isOneToken = net.raw !== null;
  const unit =
    base.mint === wrappedSolMint ? 'lamports' : `of the smallest unit of ${base.fullLabel}`;
  const parts = items.slice(0, -1).filter(({ kind, raw }) => kind === 'gross' || raw !== 0n);
  const sum = parts.map((item) => {
    const name =
      item.kind === 'gross'
        ? legs.length === 0
          ? 'gains'
          : 'legs'
        : item.label.replace(' · ', ' to ').replace(/^[A-Z]/, (letter) => letter.toLowerCase());
    if (isOneToken && item.raw !== null) {
      const size = count(item.raw < 0n ? -item.raw : item.raw);
      return item.kind === 'gross' ? `${name} ${sign(item.raw)}${size}` : `− ${name} ${size}`;
    }
    const amount =
      item.raw === null
        ? 'of several tokens'
        : `${exactAmount(item.kind === 'gross' ? item.raw : -item.raw, item.token.decimals)} ${item.token.fullLabel}`;
    return item.kind === 'gross' ? `${name} ${amount}` : `− ${name} ${amount}`;
  });
  if (net.raw !== null) {
    const size = count(net.raw < 0n ? -net.raw : net.raw);
    return `${capital(sum.join(' '))} = ${sign(net.raw)}${size} ${unit}.`;
  }
  const total =
    net.inBase === null
      ? 'a net gain that cannot be told without every price'
      : `${significant(net.inBase)} ${base.fullLabel}, at the prices told`;
  return `${capital(sum.join(' '))} = ${total}.`;
}

const sign = (raw: bigint): string => (raw < 0n ? '−' : raw > 0n ? '+' : '');
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const amountWords = (token: Token, raw: bigint): string =>
  token.mint === wrappedSolMint
    ? `${sign(raw)}${count(raw < 0n ? -raw : raw)} lamports`
    : `${raw < 0n ? '' : '+'}${exactAmount(raw, token.decimals)} ${token.fullLabel}`;

/** The legs of each mint against the gain that the service tells of it. */
function gainFaults(content: TransactionContent, route: Route): string[] {
  if (route.legs.length === 0) return [];
  const told = new Map(content.gains.map(({ mint, amount }) => [mint, BigInt(amount)]));
  const flows = new Map(route.flows.map(({ token, bought, sold }) => [token.mint, bought - sold]));
  const faults: string[] = [];
  for (const mint of new Set([...flows.keys(), ...told.keys()])) {
    const token = route.tokenOf(mint);
    const flow = flows.get(mint) ?? 0n;
    const gain = told.get(mint) ?? 0n;
    if (flow === gain) continue;
    // A service need not list what was left over in a middle mint.
    if (gain === 0n && !told.has(mint) && mint !== route.base?.mint && flow > 0n) continue;
    faults.push(
      `The legs come to ${amountWords(token, flow)}, the gain told is ${amountWords(token, gain)}: ${amountWords(token, gain - flow)} of it is in no leg.`,
    );
  }
  return faults;
}

function differenceWords({ differences }: TransactionContent, route: Route): string[] {
  return (differences ?? []).map(({ mint, amount }) => {
    const raw = BigInt(amount);
    return `The balances changed by ${amountWords(route.tokenOf(mint), raw)} that no transfer seen explains, such as rent paid back or a program that moves tokens in its own way.`;
  });
}

/** Payments that are neither leg, tip nor fee, and rent: told, for they change the balances. */
function besides({ otherPayments, rentLamports }: TransactionContent, route: Route): string[] {
  const words = (otherPayments ?? []).map(({ mint, amount, to }) => {
    const raw = BigInt(amount);
    const token = route.tokenOf(mint);
    const other = to[0] === undefined ? 'others' : `${to[0].slice(0, 4)}…${to[0].slice(-4)}`;
    return raw >= 0n
      ? `Besides, ${amountWords(token, raw).slice(1)} went to ${other}.`
      : `Besides, ${amountWords(token, -raw).slice(1)} came from ${other}.`;
  });
  const rent = BigInt(rentLamports ?? '0');
  if (rent !== 0n) words.push(`Besides, ${count(rent)} lamports are held as rent of new accounts.`);
  return words;
}

/** A part in this many is rounding. */
const rounding = 1e-6;

/** Where the balances are not told: our sum against the net gain that the service tells. */
function reportedNet(
  { netGainsSol }: TransactionContent,
  { net, base }: Statement,
): { readonly agrees: boolean; readonly words: string } | null {
  if (netGainsSol === null || base.mint !== wrappedSolMint || net.inBase === null) return null;
  const agrees =
    Math.abs(net.inBase - netGainsSol) <=
    Math.max(2 / lamportsPerSol, Math.abs(netGainsSol) * rounding);
  return {
    agrees,
    words: agrees
      ? 'This is the net gain that the service tells; it does not tell the balances.'
      : `The service tells a net gain of ${significant(netGainsSol)} SOL: ${significant(netGainsSol - net.inBase)} SOL more than its parts come to. It may count the bot’s own fee, which it does not tell, or other prices.`,
  };
}
