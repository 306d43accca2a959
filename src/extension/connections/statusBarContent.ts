import { t } from '@vscode/l10n';
import { formatCount, formatTimeAgo } from '../../api/format.ts';
import type {
  ConnectionStatus,
  OperationBudget,
} from '../../backend/protocol/connectionProtocol.ts';
import { operationTitles } from '../operationTitles.ts';
import type { Fact } from '../ui/treeRow.ts';
import {
  type ConnectionOverview,
  type ConnectionPhase,
  getConnectionPhase,
} from './connectionPhase.ts';
import { type Connection, endpointLabel } from './connections.ts';

/** The status-bar item, without anything of the editor. */
export interface StatusBarContent {
  /** With codicons: `$(cloud) Prod · 84 ms · finder 9/12`. */
  readonly text: string;
  /** What screen readers say. */
  readonly accessibilityLabel: string;
  readonly severity: 'none' | 'warning' | 'error';
  readonly heading: string;
  readonly facts: () => readonly Fact[];
  readonly note: string;
  /** Something in it counts down, so that it is to be made again soon. */
  readonly hasCountdown: boolean;
}

const icons: Readonly<Record<Connection['kind'], string>> = {
  sandbox: 'beaker',
  node: 'server',
  service: 'cloud',
};

/** Icon of a connection of a kind, as it stands in text. */
export const connectionIcon = ({ kind }: Pick<Connection, 'kind'>): string => `$(${icons[kind]})`;

const severities: Readonly<Partial<Record<ConnectionPhase, StatusBarContent['severity']>>> = {
  failed: 'error',
  troubled: 'warning',
  recovering: 'warning',
  'needs-secret': 'warning',
  restricted: 'warning',
};

export function statusBarContent(
  overview: ConnectionOverview,
  nowMilliseconds: number,
): StatusBarContent {
  const { connection, status } = overview;
  const phase = getConnectionPhase(overview);
  const isBusy = phase === 'starting' || phase === 'recovering';
  const icon = isBusy ? '$(loading~spin)' : connectionIcon(connection);
  const parts = statusFigures(overview, phase, nowMilliseconds);
  // A `$(` in a name would be drawn as an icon.
  const name = connection.name.replaceAll('$(', '$ (');
  return {
    text: [`${icon} ${name}`, ...parts].join(' · '),
    accessibilityLabel: [
      t('Arbscope connection'),
      connection.name,
      stateLabel(overview, phase),
      ...parts,
    ].join(', '),
    severity: severities[phase] ?? 'none',
    heading: `Arbscope: ${connection.name}`,
    facts: () => [
      [t('Answers'), endpointLabel(connection)],
      [t('State'), stateLabel(overview, phase)],
      ...detailFacts(status, nowMilliseconds),
    ],
    note:
      connection.kind === 'sandbox'
        ? t('Simulated data: every figure is made up. Click to switch the connection.')
        : t('Click to switch the connection.'),
    hasCountdown: nextCallLabel(status, nowMilliseconds) !== null,
  };
}

const phaseLabels = {
  restricted: t('restricted'),
  failed: t('stopped'),
  recovering: t('restarting'),
  starting: t('starting'),
} as const;

/** What stands beside the name: the most telling only. */
function statusFigures(
  { connection, status }: ConnectionOverview,
  phase: ConnectionPhase,
  now: number,
): string[] {
  if (phase === 'idle') return [];
  if (phase === 'needs-secret')
    return [connection.kind === 'node' ? t('no RPC URL') : t('no API key')];
  if (phase !== 'troubled' && phase !== 'ready') return [phaseLabels[phase]];
  const waiting = nextCallLabel(status, now);
  const budget = waiting ?? scarcestBudgetLabel(status);
  return [
    ...(phase === 'troubled' ? [t('trouble')] : []),
    ...(status?.engine?.lagSlots ? [formatSlotsBehind(status.engine.lagSlots)] : []),
    ...(status?.latencyMilliseconds == null
      ? []
      : [formatMilliseconds(status.latencyMilliseconds)]),
    ...(budget === null ? [] : [budget]),
  ];
}

function stateLabel({ backend, status }: ConnectionOverview, phase: ConnectionPhase): string {
  switch (phase) {
    case 'idle':
      return t('not used yet');
    case 'starting':
      return status?.message ? t('starting: {0}', status.message) : t('starting');
    case 'ready':
      return status?.message ? status.message : t('ready');
    case 'troubled':
      return status?.error?.message ?? status?.message ?? t('the last call failed');
    case 'recovering':
      return backend.kind === 'recovering'
        ? t('the backend ended; starting it again (attempt {0})', backend.attempt)
        : t('starting again');
    case 'failed':
      return backend.kind === 'failed' ? backend.error.message : t('the backend ended');
    case 'needs-secret':
      return t('nothing was entered for this address yet');
    case 'restricted':
      return t('not used in a workspace that is not trusted');
  }
}

function detailFacts(status: ConnectionStatus | null, now: number): Fact[] {
  if (status === null) return [];
  const { latencyMilliseconds: latency, engine, budgets } = status;
  return [
    ...(latency === null ? [] : [[t('Latency'), formatMilliseconds(latency)] as const]),
    ...(engine === null ? [] : engineFacts(engine, now)),
    ...budgets.map((budget) => budgetFact(budget, now)),
  ];
}

function engineFacts(engine: NonNullable<ConnectionStatus['engine']>, now: number): Fact[] {
  const { newestSlot: slot, newestBlockTimeSeconds: time, lagSlots, indexedFraction } = engine;
  return [
    ...(slot === null ? [] : [[t('Newest slot'), formatCount(slot)] as const]),
    ...(time === null ? [] : [[t('Newest block'), formatTimeAgo(time * 1_000, now)] as const]),
    ...(lagSlots == null
      ? []
      : [[t('Lag'), lagSlots === 0 ? t('none') : formatSlotsBehind(lagSlots)] as const]),
    ...(indexedFraction === undefined || indexedFraction >= 1
      ? []
      : [[t('Blocks indexed'), `${percentBelow(indexedFraction)} %`] as const]),
    [t('Arbitrages indexed'), formatCount(engine.arbitrages)],
  ];
}

/** Rounded down: one block missing of a day's is not 100 %. */
const percentBelow = (fraction: number): number => Math.floor(fraction * 10_000) / 100;

const windowLabels: Readonly<Record<number, string>> = { 1: t('second'), 60: t('minute') };

function budgetFact(budget: OperationBudget, now: number): Fact {
  const { operation, left, requests, perSeconds, waiting, nextCallAtMilliseconds: next } = budget;
  const window = windowLabels[perSeconds] ?? `${perSeconds} s`;
  const parts = [
    t('{0} of {1} left per {2}', left, requests, window),
    ...(waiting === 0 ? [] : [t('{0} waiting', waiting)]),
    ...(next === null || next <= now ? [] : [t('next call in {0} s', secondsUntil(next, now))]),
  ];
  return [operationTitles[operation], parts.join(', ')];
}

/** The wait, where calls wait for their turn. */
function nextCallLabel(status: ConnectionStatus | null, now: number): string | null {
  const times = (status?.budgets ?? [])
    .filter(({ waiting }) => waiting > 0)
    .flatMap(({ nextCallAtMilliseconds: next }) => (next === null || next <= now ? [] : [next]));
  return times.length === 0 ? null : t('next call in {0} s', secondsUntil(Math.min(...times), now));
}

/** The operation with the least of its budget left. */
function scarcestBudgetLabel(status: ConnectionStatus | null): string | null {
  const [first] = [...(status?.budgets ?? [])].sort(
    (one, other) => one.left / one.requests - other.left / other.requests,
  );
  if (first === undefined) return null;
  return `${operationTitles[first.operation].toLowerCase()} ${first.left}/${first.requests}`;
}

const secondsUntil = (then: number, now: number): number =>
  Math.max(1, Math.ceil((then - now) / 1_000));
const formatMilliseconds = (value: number): string => `${formatCount(value)} ms`;
const formatSlotsBehind = (slots: number): string =>
  slots === 1 ? t('1 slot behind') : t('{0} slots behind', formatCount(slots));
