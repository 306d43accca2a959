import { isAddress } from '../../api/base58.ts';
import { isObject } from '../../api/isObject.ts';
import { providerLabel } from '../../api/providerLabel.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { ammPrograms } from '../../solana/knownPrograms.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { type MarketScope, type ScopeKind, scopeKinds } from '../../webview/messages/market.ts';
import { ammLabel, mintLabel } from '../ui/addressLabels.ts';
import { rowAddress } from '../ui/treeRow.ts';

const listOfKind = {
  token: 'tokens',
  amm: 'amms',
  pool: 'pools',
  wallet: 'wallets',
  provider: 'providers',
  bot: 'bots',
} as const satisfies Readonly<Record<ScopeKind, string>>;

type ScopeFilter = { readonly [List in (typeof listOfKind)[ScopeKind]]?: string[] };

/** Empty for the whole market. */
export const scopeFilter = (scope: MarketScope | null): ScopeFilter =>
  scope === null ? {} : { [listOfKind[scope.kind]]: [scope.value] };

const isNamed = (kind: ScopeKind): boolean => kind === 'provider' || kind === 'bot';

const isScopeKind = (kind: unknown): kind is ScopeKind => scopeKinds.some((each) => each === kind);

/** Accepts `{ kind, value }`, a row of a token, AMM, pool or wallet, or a mint. */
export function parseMarketScope(what: unknown): MarketScope | undefined {
  if (typeof what === 'string') {
    return isAddress(what) ? { kind: addressKind(what), value: what } : undefined;
  }
  if (!isObject(what)) return undefined;
  const kind = what['kind'] ?? what['context'];
  const value = rowAddress(what) ?? what['value'];
  if (!isScopeKind(kind) || typeof value !== 'string' || value === '') return undefined;
  if (!isNamed(kind) && !isAddress(value)) return undefined;
  return { kind, value: value.slice(0, 100) };
}

/** A plain address counts as a mint unless it is a known AMM. */
export const addressKind = (address: string): 'amm' | 'token' =>
  ammPrograms.has(address) ? 'amm' : 'token';

/** `label` is the market's own name for the scope, such as a symbol. */
export function scopeLabel({ kind, value }: MarketScope, label?: string): string {
  switch (kind) {
    case 'token':
      return label ?? mintLabel(value);
    case 'amm':
      return ammLabel(value);
    case 'provider':
      return providerLabel(value);
    case 'bot':
      return isAddress(value) ? shortAddress(value) : sanitizeText(value, 40);
    default:
      return label ?? shortAddress(value);
  }
}
