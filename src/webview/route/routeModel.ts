import { t } from '@vscode/l10n';
import { joinNote } from '../../api/join.ts';
import { maxLabelLength, sanitizeText } from '../../api/sanitizeText.ts';
import { amountToNumber } from '../../api/tokenAmounts.ts';
import { usdcMint, usdtMint, wrappedSolMint } from '../../solana/baseMints.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { LegContent, MintContent, TransactionContent } from '../messages/transaction.ts';

export interface Token {
  readonly mint: string;
  /** Index among the tokens; determines the colour. */
  readonly index: number;
  /** Sanitized. */
  readonly label: string;
  /** Label with the short address if another mint has the same symbol. */
  readonly fullLabel: string;
  readonly decimals: number;
  readonly priceUsd: number | null;
  readonly priceTimeMilliseconds: number | null;
  /** Well-known symbol that this one imitates; null: none. */
  readonly looksLike: string | null;
}

export interface RouteLeg {
  /** 1-based, as in the map and the table. */
  readonly number: number;
  readonly from: Token;
  readonly to: Token;
  readonly input: bigint;
  readonly output: bigint;
  readonly inputUsd: number | null;
  readonly outputUsd: number | null;
  /** Tokens received per token paid; null if nothing was paid. */
  readonly rate: number | null;
  readonly amm: string;
  readonly ammAddress: string | null;
  readonly pool: string | null;
}

export interface MintFlow {
  readonly token: Token;
  readonly bought: bigint;
  readonly sold: bigint;
}

export interface Route {
  readonly tokens: readonly Token[];
  readonly legs: readonly RouteLeg[];
  /** In token order. */
  readonly flows: readonly MintFlow[];
  /** The mint that the cycle starts and ends in; null without legs and gains. */
  readonly base: Token | null;
  /** Peak amount of the base token that was in use at any time. */
  readonly baseInput: bigint;
  tokenOf(mint: string): Token;
}

const commonBaseMints: readonly string[] = [wrappedSolMint, usdcMint, usdtMint];

/** First and last four characters, sanitized. */
export const shortSafeAddress = (address: string): string => sanitizeText(shortAddress(address));

export function buildRoute(content: TransactionContent): Route {
  const tokens = new Map<string, Token>();
  const known = new Map(content.mints.map((mint) => [mint.address, mint]));
  const labels = Map.groupBy(content.mints, ({ symbol }) => sanitizeText(symbol, maxLabelLength));
  const tokenOf = (mint: string): Token => {
    const before = tokens.get(mint);
    if (before !== undefined) return before;
    const token = createToken(mint, known.get(mint), labels, tokens.size);
    tokens.set(mint, token);
    return token;
  };
  const legs = content.legs.map((leg, index) => createLeg(leg, index + 1, tokenOf));
  const flows = mintFlows(legs);
  const base = findBaseToken(legs, content, tokenOf);
  const baseInput = peakBaseInput(legs, base);
  return { tokens: flows.map(({ token }) => token), legs, flows, base, baseInput, tokenOf };
}

function createToken(
  mint: string,
  content: MintContent | undefined,
  labels: ReadonlyMap<string, readonly MintContent[]>,
  index: number,
): Token {
  const {
    decimals = 0,
    priceUsd = null,
    priceTimeMilliseconds = null,
    looksLike = null,
  } = content ?? {};
  const short = shortSafeAddress(mint);
  const symbol = sanitizeText(content?.symbol.trim() ?? '', maxLabelLength);
  const isAmbiguous = (labels.get(symbol)?.length ?? 0) > 1 || looksLike !== null;
  return {
    mint,
    index,
    label: symbol === '' ? short : symbol,
    fullLabel: symbol === '' ? short : isAmbiguous ? joinNote(symbol, short) : symbol,
    // The range of SPL mints.
    decimals: Number.isInteger(decimals) && decimals >= 0 && decimals <= 255 ? decimals : 0,
    priceUsd,
    priceTimeMilliseconds,
    looksLike,
  };
}

function createLeg(leg: LegContent, number: number, tokenOf: (mint: string) => Token): RouteLeg {
  const from = tokenOf(leg.inputMint);
  const to = tokenOf(leg.outputMint);
  const input = BigInt(leg.inputAmount);
  const output = BigInt(leg.outputAmount);
  const paid = amountToNumber(input, from.decimals);
  return {
    number,
    from,
    to,
    input,
    output,
    inputUsd: valueInUsd(from, input),
    outputUsd: valueInUsd(to, output),
    rate: paid === 0 ? null : amountToNumber(output, to.decimals) / paid,
    amm:
      leg.ammName !== ''
        ? sanitizeText(leg.ammName, maxLabelLength)
        : leg.amm === null
          ? t('Unknown AMM')
          : shortSafeAddress(leg.amm),
    ammAddress: leg.amm,
    pool: leg.pool,
  };
}

export const valueInUsd = (token: Token, raw: bigint): number | null =>
  token.priceUsd === null ? null : amountToNumber(raw, token.decimals) * token.priceUsd;

function mintFlows(legs: readonly RouteLeg[]): MintFlow[] {
  const tokens = new Set(legs.flatMap(({ from, to }) => [from, to]));
  const flows = new Map([...tokens].map((token) => [token, { token, bought: 0n, sold: 0n }]));
  for (const { from, to, input, output } of legs) {
    const [seller, buyer] = [flows.get(from), flows.get(to)];
    if (seller) seller.sold += input;
    if (buyer) buyer.bought += output;
  }
  return [...flows.values()];
}

/** Same rule as the embedded engine: the ends of the route, otherwise the gained mint. */
function findBaseToken(
  legs: readonly RouteLeg[],
  { gains }: TransactionContent,
  tokenOf: (mint: string) => Token,
): Token | null {
  const first = legs[0]?.from;
  if (first !== undefined && first === legs.at(-1)?.to) return first;
  const gained = gains.map(({ mint }) => mint);
  const mint = commonBaseMints.find((usual) => gained.includes(usual)) ?? gained[0] ?? first?.mint;
  return mint === undefined ? null : tokenOf(mint);
}

function peakBaseInput(legs: readonly RouteLeg[], base: Token | null): bigint {
  let out = 0n;
  let most = 0n;
  let paid = 0n;
  for (const { from, to, input, output } of legs) {
    if (from === base) {
      out += input;
      paid += input;
    }
    if (out > most) most = out;
    if (to === base) out -= output;
  }
  return most > 0n ? most : paid;
}

export function baseGain({ flows, base }: Route): bigint | null {
  const flow = flows.find(({ token }) => token === base);
  return flow === undefined ? null : flow.bought - flow.sold;
}

export const leftovers = ({ flows, base }: Route) =>
  flows
    .filter(({ token, bought, sold }) => token !== base && bought !== sold)
    .map(({ token, bought, sold }) => ({ token, raw: bought - sold }));
