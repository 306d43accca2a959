import { knownMints } from '../../solana/knownMints.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import type { RpcMeta } from '../decode/rpcBlock.ts';
import type { IdlField, IdlType } from './model.ts';
import type { IdlFieldValue, IdlValue } from './values.ts';

/** From the token balances of a transaction. */
export interface KnownTokens {
  /** Decimals by mint. */
  readonly decimals: ReadonlyMap<string, number>;
  /** Mints by token account. */
  readonly mints: ReadonlyMap<string, string>;
}

export const noTokens: KnownTokens = { decimals: new Map(), mints: new Map() };

/** @param keyAt address at an index of the transaction; `null`: not resolved */
export function tokensOf(
  meta: Pick<RpcMeta, 'preTokenBalances' | 'postTokenBalances'>,
  keyAt: (index: number) => string | null,
): KnownTokens {
  const decimals = new Map<string, number>();
  const mints = new Map<string, string>();
  for (const balance of [...(meta.preTokenBalances ?? []), ...(meta.postTokenBalances ?? [])]) {
    decimals.set(balance.mint, balance.uiTokenAmount.decimals);
    const account = keyAt(balance.accountIndex);
    if (account !== null) mints.set(account, balance.mint);
  }
  return { decimals, mints };
}

interface NamedAccount {
  readonly name: string | null;
  readonly address: string | null;
}

/**
 * Gives amounts of tokens the decimals of their mint. An IDL does not say which argument is an
 * amount of which mint, so the names of both must agree: `base_amount_in` with the account
 * `base_mint`, `amount_in` with the token accounts `…_input`, `amount` with the only account `mint`.
 * Everything else stays an integer.
 */
export function scaleAmounts(
  fields: readonly IdlField[],
  values: readonly IdlFieldValue[],
  accounts: readonly NamedAccount[],
  tokens: KnownTokens,
): IdlFieldValue[] {
  const labels = labelsOf(accounts, tokens);
  return labels.size === 0 ? [...values] : scaleFields(fields, values, { labels, tokens });
}

/** The largest number stands for all that there is. */
const wholeBalance = String(2n ** 64n - 1n);

/** A mint has one byte for them. */
const maxDecimals = 255;

interface Scale {
  readonly labels: MintLabels;
  readonly tokens: KnownTokens;
}

const scaleFields = (
  fields: readonly IdlField[],
  values: readonly IdlFieldValue[],
  scale: Scale,
): IdlFieldValue[] =>
  values.map(({ name, value }, at) => {
    const type = fields[at]?.type;
    return { name, value: value && type ? scaleValue(type, value, name ?? '', scale) : value };
  });

function scaleValue(type: IdlType, value: IdlValue, name: string, scale: Scale): IdlValue {
  if (type.kind === 'defined') return scaleValue(type.target.type, value, name, scale);
  if (type.kind === 'fields' && value.kind === 'fields') {
    return { kind: 'fields', fields: scaleFields(type.fields, value.fields, scale) };
  }
  if (type.kind === 'option' && value.kind === 'some' && value.value !== null) {
    return { kind: 'some', value: scaleValue(type.item, value.value, name, scale) };
  }
  // Amounts of tokens have 64 bits.
  if (type.kind !== 'integer' || type.bytes !== 8 || type.isSigned) return value;
  if (value.kind !== 'number' || value.decimals !== undefined) return value;
  const mint = value.text === wholeBalance ? null : mintOf(name, scale.labels);
  if (mint === null) return value;
  const known = knownMints.get(mint);
  const decimals = known?.decimals ?? scale.tokens.decimals.get(mint) ?? 0;
  // A service may send any number.
  const isScale = Number.isInteger(decimals) && decimals > 0 && decimals <= maxDecimals;
  return isScale ? { ...value, decimals, unit: known?.symbol ?? shortAddress(mint) } : value;
}

/** What names call a mint, such as `base`, `a` or `in`; the only mint is ``. */
type MintLabels = ReadonlyMap<string, ReadonlySet<string>>;

const sides: ReadonlyMap<string, string> = new Map([
  ['input', 'in'],
  ['output', 'out'],
]);
const isSide = (word: string): boolean => word === 'in' || word === 'out';

/** `maxQuoteAmountIn`: max, quote, amount, in. */
const wordsOf = (name: string): string[] =>
  name
    .slice(name.lastIndexOf('.') + 1)
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')
    .map((word) => sides.get(word) ?? word)
    .filter((word) => word !== '' && word !== 'token' && word !== 'tokens');

function labelsOf(accounts: readonly NamedAccount[], tokens: KnownTokens): MintLabels {
  const labels = new Map<string, Set<string>>();
  const add = (label: string, mint: string) => {
    const mints = labels.get(label) ?? new Set<string>();
    labels.set(label, mints.add(mint));
  };
  for (const { name, address } of accounts) {
    if (name === null || address === null) continue;
    const words = wordsOf(name);
    const label = mintLabel(words);
    if (label !== null) add(label, address);
    const mint = tokens.mints.get(address);
    const [side, other] = words.filter(isSide);
    if (mint !== undefined && side !== undefined && other === undefined) add(side, mint);
  }
  return labels;
}

/** `base_mint`, `mint_a`, but not `mint_authority`; `null`: no mint. */
function mintLabel(words: readonly string[]): string | null {
  const at = words.lastIndexOf('mint');
  const after = words.slice(at + 1);
  const isMint = at >= 0 && after.length <= 1 && after.every((word) => /^(?:.|in|out)$/.test(word));
  return isMint ? [...words.slice(0, at), ...after].join(' ') : null;
}

const bounds: ReadonlySet<string> = new Set([
  ...['amount', 'min', 'minimum', 'least'],
  ...['max', 'maximum', 'most'],
]);

function mintOf(name: string, labels: MintLabels): string | null {
  const words = wordsOf(name);
  const rest = words.filter((word) => !bounds.has(word));
  if (rest.length === words.length) return null;
  if (rest.length === 0) {
    // With a bound, or with several mints, it may be an amount of something else.
    return words.length === 1 && words[0] === 'amount' && labels.size === 1
      ? onlyOf(labels.get(''))
      : null;
  }
  const own = rest.filter((word) => !isSide(word));
  return onlyOf(labels.get(rest.join(' ')) ?? labels.get(own.join(' ') || 'none'));
}

function onlyOf(mints: ReadonlySet<string> | undefined): string | null {
  const [mint, other] = mints ?? [];
  return other === undefined ? (mint ?? null) : null;
}
