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

  /** Rules that stay keep their state. */
  setRules(rules: readonly AlertRule[]): void {
    this.#rules = rules;
    const keys = new Set(rules.map(alertKey));
    for (const key of this.#alertedAt.keys()) {
      if (!keys.has(ruleOf(key))) this.#alertedAt.delete(key);
    }
    this.#failures.clear();
  }

  /** The window has switched to another connection. */
  forgetFailures(): void {
    this.#failures.clear();
  }

  handle(event: AlertEvent, context: AlertContext): Alert[] {
    return this.#rules.flatMap((rule) => {
      const cause = this.#causeOf(rule, event, context);
      if (cause === null) return [];
      const key = subjectKey(rule, cause);
      if (!this.#mayAlert(rule, key, context)) return [];
      this.#alertedAt.set(key, context.nowMilliseconds);
      this.#failures.delete(key);
      return [{ rule, cause }];
    });
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

  #causeOf(rule: AlertRule, event: AlertEvent, context: AlertContext): Alert['cause'] | null {
    switch (rule.when) {
      case 'gain':
        return event.kind === 'arbitrages' ? gainOf(rule, event, context) : null;
      case 'failures':
        return event.kind === 'arbitrages' ? this.#failuresOf(rule, event, context) : null;
      case 'topToken':
        return event.kind === 'finder' ? entryOf(rule.top, event) : null;
      case 'recommendation':
        return event.kind === 'finder' && event.change !== null
          ? { kind: 'recommendation', change: event.change }
          : null;
      default:
        return event.kind === rule.when ? event : null;
    }
  }

  #failuresOf(
    rule: Extract<AlertRule, { when: 'failures' }>,
    { arbitrages, of }: Extract<AlertEvent, { kind: 'arbitrages' }>,
    context: AlertContext,
  ): Alert['cause'] | null {
    if (of !== 'wallet') return null;
    const since = context.nowMilliseconds - rule.minutes * minuteMilliseconds;
    let most: Extract<Alert['cause'], { kind: 'failures' }> | null = null;
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
      if (times.length >= Math.max(rule.times, most?.times ?? 0)) {
        most = { ...cause, times: times.length };
      }
    }
    return most;
  }
}

/** Each wallet, file and program has its own period. */
function subjectKey(rule: AlertRule, cause: Alert['cause']): string {
  const key = alertKey(rule);
  switch (cause.kind) {
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

/** The highest gain above the threshold. */
function gainOf(
  { scope, aboveUsd }: Extract<AlertRule, { when: 'gain' }>,
  { arbitrages, of }: Extract<AlertEvent, { kind: 'arbitrages' }>,
  context: AlertContext,
): Alert['cause'] | null {
  if (of !== scope.kind) return null;
  // An unknown gain is not above anything.
  const usdOf = (each: ArbitrageSummary) => knownNetGains(each).usd ?? Number.NEGATIVE_INFINITY;
  const [best] = arbitrages
    .filter((each) => usdOf(each) > aboveUsd && isInScope(scope, each, context))
    .sort((first, second) => usdOf(second) - usdOf(first));
  return best === undefined ? null : { kind: 'gain', arbitrage: best };
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

/** The best new token of the first ones. */
function entryOf(
  top: number,
  { before, now }: Extract<AlertEvent, { kind: 'finder' }>,
): Alert['cause'] | null {
  if (before === null) return null;
  const earlier = new Set(before.slice(0, top));
  const at = now.slice(0, top).findIndex((mint) => !earlier.has(mint));
  const mint = now[at];
  return mint === undefined ? null : { kind: 'topToken', mint, rank: at + 1 };
}
