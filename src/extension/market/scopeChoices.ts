import type { ArbitrageSummary } from '../../api/arbscope/arbitrages.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { type ScopeChoice, type ScopeKind, scopeKinds } from '../../webview/messages/market.ts';
import { scopeLabel } from './marketScope.ts';

/** Per kind; the user can type others. */
const maxChoices = 8;

/** The most frequent scopes are first within each kind. */
export function scopeChoices(arbitrages: readonly ArbitrageSummary[]): ScopeChoice[] {
  const counts = new Map<string, { choice: ScopeChoice; count: number }>();
  for (const arbitrage of arbitrages) {
    // Counts each scope once per transaction, however often the route uses it.
    const own = new Map<string, ScopeChoice>();
    const add = (kind: ScopeKind, value: string, label?: string) => {
      if (value === '') return;
      const scope = { kind, value };
      own.set(`${kind} ${value}`, { scope, label: scopeLabel(scope, label) });
    };
    const { base, mints, pools, wallet, provider, bot } = arbitrage;
    for (const { mint, symbol } of mints) {
      if (mint !== base) add('token', mint, tokenLabel(mint, symbol));
    }
    for (const [at, { pool, amm }] of pools.entries()) {
      add('amm', amm);
      // Mints can be matched to pools only in a route without splits.
      const ends = mints.length === pools.length + 1 ? mints.slice(at, at + 2) : [];
      const pair = ends.map(({ mint, symbol }) => tokenLabel(mint, symbol)).join('/');
      add('pool', pool, pair === '' ? undefined : `${pair} ${shortAddress(pool)}`);
    }
    add('wallet', wallet);
    add('provider', provider);
    if (bot !== null) add('bot', bot.family);
    for (const [key, choice] of own) {
      const earlier = counts.get(key);
      // Keeps an earlier label: an arbitrage with a split route names no pair.
      const isNamed = earlier !== undefined && earlier.choice.label !== scopeLabel(choice.scope);
      counts.set(key, {
        choice: isNamed ? earlier.choice : choice,
        count: (earlier?.count ?? 0) + 1,
      });
    }
  }
  const ranked = [...counts.values()].sort((a, b) => b.count - a.count);
  return scopeKinds.flatMap((kind) =>
    ranked
      .filter(({ choice }) => choice.scope.kind === kind)
      .slice(0, maxChoices)
      .map(({ choice }) => choice),
  );
}

/** Sanitized: the token's creator chooses the symbol. */
export const tokenLabel = (mint: string, symbol: string): string =>
  symbol === '' ? shortAddress(mint) : sanitizeText(symbol);
