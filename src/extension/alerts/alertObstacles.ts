import { t } from '@vscode/l10n';
import type { Connection } from '../base/connections.ts';
import { type AlertRule, type ScopeKind, trackedWallets } from './alertRules.ts';
import { maxWatched, watchedValues } from './alertStreams.ts';

/** What decides whether an alert can come in this window. */
export interface AlertSurroundings {
  readonly rules: readonly AlertRule[];
  readonly tracked: readonly string[];
  readonly connection: Pick<Connection, 'kind' | 'name'>;
  /** Null: unknown, because the connection does not respond. */
  readonly hasStream: boolean | null;
  /** Whether the Finder refreshes by itself. */
  readonly isFinderRefreshed: boolean;
}

export interface AlertObstacle {
  readonly reason: string;
  /** The next step; null: to delete a rule. */
  readonly command: 'arbscope.switchConnection' | 'arbscope.refreshFinderEvery' | null;
}

/** Why an alert cannot come now; null: nothing is known to prevent it. */
export function alertObstacle(
  rule: AlertRule,
  { rules, tracked, connection, hasStream, isFinderRefreshed }: AlertSurroundings,
): AlertObstacle | null {
  const { kind, name } = connection;
  switch (rule.when) {
    case 'gain':
    case 'failures': {
      if (hasStream === false) {
        const reason = t('{0} has no stream of arbitrages', name);
        return { reason, command: 'arbscope.switchConnection' };
      }
      const { scope } = rule;
      const watched = watchedValues(scope.kind, rules, tracked);
      const own = scope.value === trackedWallets ? tracked : [scope.value];
      return own.every((value) => watched.includes(value))
        ? null
        : { reason: limitReason(scope.kind), command: null };
    }
    case 'programUpgrade':
      return kind === 'node'
        ? null
        : {
            reason: t('{0} does not report upgrades of programs', name),
            command: 'arbscope.switchConnection',
          };
    case 'topToken':
    case 'recommendation':
      return isFinderRefreshed
        ? null
        : {
            reason: t('the Finder refreshes only on request'),
            command: 'arbscope.refreshFinderEvery',
          };
    case 'exportPaused':
      return null;
  }
}

function limitReason(kind: ScopeKind): string {
  const most = maxWatched(kind);
  if (kind === 'wallet') return t('alerts watch the first {0} wallets only', most);
  return kind === 'token'
    ? t('alerts watch the first {0} tokens only', most)
    : t('alerts watch the first {0} pools only', most);
}
