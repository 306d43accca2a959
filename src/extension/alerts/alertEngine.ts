import type { ArbitrageSummary } from '../../api/arbscope/arbitrages.ts';
import { knownNetGains } from '../../api/netGains.ts';
import {
  type AlertRule,
  type AlertScope,
  alertKey,
  alertRanges,
  type ScopeKind,
  trackedWallets,
} from './alertRules.ts';

export type AlertEvent =
  /** Of the stream for the rules with this kind of scope. */
  | {
      readonly kind: 'arbitrages';
      readonly of: ScopeKind;
      readonly arbitrages: readonly ArbitrageSummary[];
    }
  | {
      readonly kind: 'finder';
      /** Tokens by gross gains before and now; null: not comparable, with other filters or a first response. */
      readonly before: readonly string[] | null;
      readonly now: readonly string[];
      /** Null: the recommendation is the same. */
      readonly change: string | null;
    }
  | { readonly kind: 'exportPaused'; readonly path: string; readonly reason: string }
  | { readonly kind: 'programUpgrade'; readonly program: string; readonly slot: number };

export interface AlertContext {
  readonly nowMilliseconds: number;
  /** Whether another window or program is in front. */
  readonly isHidden: boolean;
  readonly isMuted: (rule: AlertRule) => boolean;
  readonly isTracked: (wallet: string) => boolean;
}

export interface Alert {
  readonly rule: AlertRule;
  readonly cause:
    | { readonly kind: 'gain'; readonly arbitrage: ArbitrageSummary }
    | { readonly kind: 'failures'; readonly wallet: string; readonly times: number }
    | { readonly kind: 'topToken'; readonly mint: string; readonly rank: number }
    | { readonly kind: 'recommendation'; readonly change: string }
    | Extract<AlertEvent, { readonly kind: 'exportPaused' | 'programUpgrade' }>;
}

const minuteMilliseconds = 60_000;
/** As many as a rule can ask for. */
const maxCountedFailures = alertRanges.times[1];
/** After an outage, a stream also delivers events that are too old to notify of. */
const maxAgeMilliseconds = 5 * minuteMilliseconds;

/** Decides which alerts an event causes. Has no timers, and reads no clock. */
export class AlertEngine {
  #rules: readonly AlertRule[] = [];
  /** When each rule last caused an alert, by its key and the subject. */
  readonly #alertedAt = new Map<string, number>();
  /** Times of failures by rule and wallet. */
  readonly #failures = new Map<string, number[]>();

  get rules(): readonly AlertRule[] {
    return this.#rules;
  }

  /** Rules that stay keep their state; of equal ones, one counts. */
  setRules(rules: readonly AlertRule[]): void {
    const byKey = new Map(rules.map((rule) => [alertKey(rule), rule]));
    this.#rules = [...byKey.values()];
    for (const state of [this.#alertedAt, this.#failures]) {
      for (const key of state.keys()) if (!byKey.has(ruleOf(key))) state.delete(key);
    }
  }

  /** The window has switched to another connection. */
  forgetFailures(): void {
    this.#failures.clear();
  }

  handle(event: AlertEvent, context: AlertContext): Alert[] {
    return this.#rules.flatMap((rule) =>
      this.#causesOf(rule, event, context).flatMap((cause) => {
        const key = subjectKey(rule, cause);
        if (!this.#mayAlert(rule, key, context)) return [];
        this.#alertedAt.set(key, context.nowMilliseconds);
        this.#failures.delete(key);
        return [{ rule, cause }];
      }),
    );
  }

  /** A cause while the alert may not come does not count against its period. */
  #mayAlert(
    rule: AlertRule,
    key: string,
    { nowMilliseconds, isHidden, isMuted }: AlertContext,
  ): boolean {
    if ((isHidden && !rule.whileHidden) || isMuted(rule)) return false;
    const last = this.#alertedAt.get(key) ?? Number.NEGATIVE_INFINITY;
    return nowMilliseconds - last >= rule.everyMinutes * minuteMilliseconds;
  }

  #causesOf(rule: AlertRule, event: AlertEvent, context: AlertContext): readonly Alert['cause'][] {
    switch (rule.when) {
      case 'gain':
        return event.kind === 'arbitrages' ? gainsOf(rule, event, context) : [];
      case 'failures':
        return event.kind === 'arbitrages' ? this.#failuresOf(rule, event, context) : [];
      case 'topToken':
        return event.kind === 'finder' ? entriesOf(rule.top, event) : [];
      case 'recommendation':
        return event.kind === 'finder' && event.change !== null
          ? [{ kind: 'recommendation', change: event.change }]
          : [];
      default:
        return event.kind === rule.when ? [event] : [];
    }
  }

  #failuresOf(
    rule: Extract<AlertRule, { when: 'failures' }>,
    { arbitrages, of }: Extract<AlertEvent, { kind: 'arbitrages' }>,
    context: AlertContext,
  ): readonly Alert['cause'][] {
    if (of !== 'wallet') return [];
    const since = context.nowMilliseconds - rule.minutes * minuteMilliseconds;
    const reached = new Map<string, Alert['cause']>();
    for (const arbitrage of arbitrages.toReversed()) {
      const { wallet, outcome, timestamp } = arbitrage;
      if (outcome !== 'failed' || !isInScope(rule.scope, arbitrage, context)) continue;
      const at = timestamp === null ? context.nowMilliseconds : Date.parse(timestamp);
      const cause = { kind: 'failures', wallet, times: 0 } as const;
      const key = subjectKey(rule, cause);
      const times = [...(this.#failures.get(key) ?? []), at]
        .filter((each) => each >= since)
        .slice(-maxCountedFailures);
      this.#failures.set(key, times);
      if (times.length >= rule.times) reached.set(wallet, { ...cause, times: times.length });
    }
    return [...reached.values()];
  }
}

/** Each wallet, file and program has its own period; all gains in a token or pool share one. */
function subjectKey(rule: AlertRule, cause: Alert['cause']): string {
  const key = alertKey(rule);
  switch (cause.kind) {
    case 'gain':
      return rule.when === 'gain' && rule.scope.kind === 'wallet'
        ? `${key}\n${cause.arbitrage.wallet}`
        : key;
    case 'failures':
      return `${key}\n${cause.wallet}`;
    case 'exportPaused':
      return `${key}\n${cause.path}`;
    case 'programUpgrade':
      return `${key}\n${cause.program}`;
    default:
      return key;
  }
}

/** A rule's key is JSON, which has no line breaks. */
const ruleOf = (key: string): string => key.split('\n', 1)[0] ?? '';

/** The highest gain above the threshold; of a rule for wallets, that of each wallet. */
function gainsOf(
  { scope, aboveUsd }: Extract<AlertRule, { when: 'gain' }>,
  { arbitrages, of }: Extract<AlertEvent, { kind: 'arbitrages' }>,
  context: AlertContext,
): readonly Alert['cause'][] {
  if (of !== scope.kind) return [];
  // An unknown gain is not above anything.
  const usdOf = (each: ArbitrageSummary) => knownNetGains(each).usd ?? Number.NEGATIVE_INFINITY;
  const best = new Map<string, ArbitrageSummary>();
  for (const arbitrage of arbitrages) {
    if (!(usdOf(arbitrage) > aboveUsd) || !isInScope(scope, arbitrage, context)) continue;
    const subject = scope.kind === 'wallet' ? arbitrage.wallet : '';
    const former = best.get(subject);
    if (former === undefined || usdOf(arbitrage) > usdOf(former)) best.set(subject, arbitrage);
  }
  return Array.from(best.values(), (arbitrage) => ({ kind: 'gain', arbitrage }) as const);
}

function isInScope(
  { kind, value }: AlertScope,
  { wallet, mints, pools, timestamp }: ArbitrageSummary,
  { isTracked, nowMilliseconds }: AlertContext,
): boolean {
  const isOld = timestamp !== null && nowMilliseconds - Date.parse(timestamp) > maxAgeMilliseconds;
  if (isOld) return false;
  if (kind === 'token') return mints.some(({ mint }) => mint === value);
  if (kind === 'pool') return pools.some(({ pool }) => pool === value);
  return value === trackedWallets ? isTracked(wallet) : wallet === value;
}

/** The best new token of the first ones, if any. */
function entriesOf(
  top: number,
  { before, now }: Extract<AlertEvent, { kind: 'finder' }>,
): readonly Alert['cause'][] {
  if (before === null) return [];
  const earlier = new Set(before.slice(0, top));
  const at = now.slice(0, top).findIndex((mint) => !earlier.has(mint));
  const mint = now[at];
  return mint === undefined ? [] : [{ kind: 'topToken', mint, rank: at + 1 }];
}
