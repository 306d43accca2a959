import type { ArbitrageStreamParameters } from '../../api/arbscope/arbitrages.ts';
import { maxFilterEntries, maxListEntries } from '../../api/limits.ts';
import type { ChannelArbscopeService } from '../backend/channelArbscopeService.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import type { AlertEvent } from './alertEngine.ts';
import { type AlertRule, type ScopeKind, scopeKinds, trackedWallets } from './alertRules.ts';

export interface AlertStream {
  readonly of: ScopeKind;
  readonly parameters: ArbitrageStreamParameters;
}

/** At most one stream for each kind of scope, as narrow as its rules allow. */
export function alertStreams(
  rules: readonly AlertRule[],
  tracked: readonly string[],
): AlertStream[] {
  return scopeKinds.flatMap((of): AlertStream[] => {
    const own = rulesOf(of, rules);
    const values = watchedValues(of, rules, tracked);
    if (values.length === 0) return [];
    const list = { [`${of}s`]: values };
    const gains = own.flatMap((rule) => (rule.when === 'gain' ? [rule.aboveUsd] : []));
    if (gains.length < own.length) return [{ of, parameters: list }];
    const minNetGainsUsd = Math.min(...gains);
    return [{ of, parameters: { ...list, outcomes: ['gain'], minNetGainsUsd } }];
  });
}

const rulesOf = (of: ScopeKind, rules: readonly AlertRule[]) =>
  rules.flatMap((rule) => ('scope' in rule && rule.scope.kind === of ? [rule] : []));

/** Most values that one stream can filter by. */
export const maxWatched = (of: ScopeKind): number =>
  of === 'wallet' ? maxListEntries : maxFilterEntries;

/** Values that the stream of a kind of scope filters by: the first ones, if there are too many. */
export function watchedValues(
  of: ScopeKind,
  rules: readonly AlertRule[],
  tracked: readonly string[],
): readonly string[] {
  const values = rulesOf(of, rules).flatMap(({ scope: { value } }) =>
    value === trackedWallets ? tracked : [value],
  );
  return [...new Set(values)].slice(0, maxWatched(of));
}

export interface AlertStreamsOptions {
  readonly arbscope: Pick<ChannelArbscopeService, 'watchArbitrages'>;
  readonly onEvent: (event: AlertEvent) => void;
  readonly log: Pick<Log, 'info'>;
}

/** Keeps the streams open that the rules need. The service pushes; nothing is polled. */
export class AlertStreams implements Disposable {
  readonly #options: AlertStreamsOptions;
  readonly #open = new Map<string, Disposable>();

  constructor(options: AlertStreamsOptions) {
    this.#options = options;
  }

  /** A stream that stays as it is goes on without a gap. */
  set(wanted: readonly AlertStream[]): void {
    const streams = new Map(wanted.map((stream) => [JSON.stringify(stream), stream]));
    for (const [key, open] of this.#open) {
      if (streams.has(key)) continue;
      open.dispose();
      this.#open.delete(key);
    }
    for (const [key, stream] of streams) {
      if (!this.#open.has(key)) this.#open.set(key, this.#watch(stream));
    }
  }

  dispose(): void {
    this.set([]);
  }

  #watch({ of, parameters }: AlertStream): Disposable {
    const { arbscope, onEvent, log } = this.#options;
    return arbscope.watchArbitrages(parameters, {
      onEvent: ({ arbitrages }) => onEvent({ kind: 'arbitrages', of, arbitrages }),
      onState: ({ isLive, error }) => {
        if (!isLive && error !== null) log.info(`Alerts of ${of}s pause: ${error.message}`);
      },
    });
  }
}
