import { t } from '@vscode/l10n';
import {
  formatCount,
  formatDuration,
  formatShortDuration,
  formatTimeAgo,
} from '../../api/format.ts';
import { joinLabel, joinList, joinNote } from '../../api/join.ts';
import { type MarketErrorKind, marketErrorKinds } from '../../api/marketError.ts';
import type {
  ConnectionStatus,
  OperationBudget,
} from '../../backend/protocol/connectionProtocol.ts';
import { type ConnectionOverview, getConnectionPhase } from '../backend/connectionPhase.ts';
import {
  type Connection,
  type ConnectionPhase,
  endpointLabel,
  isSimulated,
} from '../base/connections.ts';
import { operationTitles } from '../base/operationTitles.ts';
import type { Fact } from '../ui/treeRow.ts';

export interface StatusBarContent {
  /** With codicons: `$(cloud) Prod · 84 ms · finder 9/12`. */
  readonly text: string;
  readonly accessibilityLabel: string;
  readonly severity: 'none' | 'warning' | 'error';
  readonly heading: string;
  readonly facts: () => readonly Fact[];
  readonly note: string;
  /** Whether the content changes with time and must be refreshed, even without a new status. */
  readonly hasCountdown: boolean;
}

const icons: Readonly<Record<Connection['kind'], string>> = {
  sandbox: 'beaker',
  node: 'server',
  service: 'cloud',
};

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
  const parts = [
    // The name of the Sandbox says it.
    ...(connection.kind === 'service' && isSimulated(connection) ? [t('simulated')] : []),
    ...statusFigures(overview, phase, nowMilliseconds),
  ];
  // VS Code would render `$(` in a name as an icon.
  const name = connection.name.replaceAll('$(', '$ (');
  return {
    text: [`${icon} ${name}`, ...parts].join(' · '),
    accessibilityLabel: joinList([
      t('Arbscope connection'),
      connection.name,
      stateLabel(overview, phase),
      ...parts,
    ]),
    severity: severities[phase] ?? (isStalled(overview, phase) ? 'warning' : 'none'),
    heading: `Arbscope: ${connection.name}`,
    facts: () => [
      [t('Address'), endpointLabel(connection)],
      [t('State'), stateLabel(overview, phase)],
      ...detailFacts(status, nowMilliseconds),
    ],
    note: isSimulated(connection)
      ? t('Simulated data. Click to switch the connection.')
      : t('Click to switch the connection.'),
    // Without blocks there is no new status, but more time without a block.
    hasCountdown:
      secondsToNextCall(status, nowMilliseconds) !== null ||
      secondsToNextTry(status, nowMilliseconds) !== null ||
      status?.engine?.isStalled === true,
  };
}

const phaseLabels = {
  restricted: t('restricted'),
  failed: t('stopped'),
  recovering: t('restarting'),
  starting: t('starting'),
} as const;

/** The most important figure, shown after the name. */
function statusFigures(
  { connection, status }: ConnectionOverview,
  phase: ConnectionPhase,
  now: number,
): string[] {
  if (phase === 'idle') return [];
  if (phase === 'needs-secret')
    return [connection.kind === 'node' ? t('no RPC URL') : t('no API key')];
  if (phase !== 'troubled' && phase !== 'ready') return [phaseLabels[phase]];
  const seconds = secondsToNextCall(status, now);
  const trySeconds = secondsToNextTry(status, now);
  if (phase === 'troubled') {
    return [
      errorLabels[errorKindOf(status)],
      ...(seconds === null ? [] : [t('retrying in {0} s', seconds)]),
      ...(trySeconds === null ? [] : [t('next try in {0} s', trySeconds)]),
    ];
  }
  const budget =
    seconds === null ? scarcestBudgetLabel(status) : t('next request in {0} s', seconds);
  return [
    ...(status?.engine?.isStalled ? [t('no new blocks')] : lagFigures(status)),
    ...(status?.latencyMilliseconds == null
      ? []
      : [formatMilliseconds(status.latencyMilliseconds)]),
    ...(budget === null ? [] : [budget]),
  ];
}

/** As time, because the length of slots changes; in slots if the pace of the chain is not known. */
function lagFigures(status: ConnectionStatus | null): string[] {
  const { lagSlots, lagMilliseconds } = status?.engine ?? {};
  if (!lagSlots) return [];
  return [
    lagMilliseconds == null
      ? formatSlotsBehind(lagSlots)
      : t('{0} behind', formatShortDuration(lagMilliseconds / 1_000)),
  ];
}

/** Whether the node responds, but has no new blocks. */
const isStalled = ({ status }: ConnectionOverview, phase: ConnectionPhase): boolean =>
  phase === 'ready' && status?.engine?.isStalled === true;

const errorLabels: Readonly<Record<MarketErrorKind, string>> = {
  'bad-parameter': t('request refused'),
  unauthorized: t('key refused'),
  'plan-lacks-operation': t('not in your plan'),
  'not-offered': t('not offered'),
  'not-found': t('not found'),
  'rate-limited': t('rate limited'),
  'service-failing': t('failing'),
  unreachable: t('unreachable'),
  'unreadable-answer': t('invalid response'),
  cancelled: t('cancelled'),
};

const errorKindOf = (status: ConnectionStatus | null): MarketErrorKind =>
  marketErrorKinds.find((kind) => kind === status?.error?.kind) ?? 'service-failing';

function stateLabel({ backend, status }: ConnectionOverview, phase: ConnectionPhase): string {
  switch (phase) {
    case 'idle':
      return t('not used yet');
    case 'starting':
      return status?.message ? joinLabel(t('starting'), status.message) : t('starting');
    case 'ready':
      return status?.message ? status.message : t('ready');
    case 'troubled':
      return status?.error?.message ?? status?.message ?? t('failing');
    case 'recovering':
      return backend.kind === 'recovering'
        ? t('the backend stopped; restarting (attempt {0})', backend.attempt)
        : t('restarting');
    case 'failed':
      return backend.kind === 'failed' ? backend.error.message : t('the backend stopped');
    case 'needs-secret':
      return t('no key or URL entered');
    case 'restricted':
      return t('off: workspace not trusted');
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
  const { newestSlot: slot, newestBlockTimeSeconds: time, indexedFraction } = engine;
  const { newBlockAtMilliseconds: newAt } = engine;
  const unreadable = engine.unreadableTransactions ?? 0;
  return [
    ...(slot === null ? [] : [[t('Newest slot'), formatCount(slot)] as const]),
    ...(time === null ? [] : [[t('Newest block'), formatTimeAgo(time * 1_000, now)] as const]),
    ...(newAt === undefined
      ? []
      : [[t('Time without a new block'), formatDuration((now - newAt) / 1_000)] as const]),
    ...lagFacts(engine),
    ...(indexedFraction === undefined || indexedFraction === null || indexedFraction >= 1
      ? []
      : [[t('Blocks indexed'), `${percentBelow(indexedFraction)}%`] as const]),
    ...(unreadable === 0 ? [] : [[t('Unreadable transactions'), formatCount(unreadable)] as const]),
    [t('Arbitrages indexed'), formatCount(engine.arbitrages)],
  ];
}

/** Lag facts; empty for a stalled chain, where the age of its newest block is more useful. */
function lagFacts({
  lagSlots,
  lagMilliseconds,
  isStalled,
}: NonNullable<ConnectionStatus['engine']>): readonly Fact[] {
  if (lagSlots == null || isStalled) return [];
  if (lagSlots === 0) return [[t('Lag'), t('none')]];
  const slots = formatSlotsBehind(lagSlots);
  return [
    [
      t('Lag'),
      lagMilliseconds == null
        ? slots
        : joinNote(slots, formatShortDuration(lagMilliseconds / 1_000)),
    ],
  ];
}

/** Rounded down, so that a day with a missing block is not 100 %. */
const percentBelow = (fraction: number): number => Math.floor(fraction * 10_000) / 100;

const windowLabels: Readonly<Record<number, string>> = { 1: t('second'), 60: t('minute') };

function budgetFact(budget: OperationBudget, now: number): Fact {
  const { operation, left, requests, perSeconds, waiting, nextCallAtMilliseconds: next } = budget;
  const window = windowLabels[perSeconds] ?? `${perSeconds} s`;
  const parts = [
    t('{0} of {1} left per {2}', left, requests, window),
    ...(waiting === 0 ? [] : [t('{0} waiting', waiting)]),
    ...(next === null || next <= now ? [] : [t('next request in {0} s', secondsUntil(next, now))]),
  ];
  return [operationTitles[operation], joinList(parts)];
}

/** Null unless calls wait for rate limits. */
function secondsToNextCall(status: ConnectionStatus | null, now: number): number | null {
  const times = (status?.budgets ?? [])
    .filter(({ waiting }) => waiting > 0)
    .flatMap(({ nextCallAtMilliseconds: next }) => (next === null || next <= now ? [] : [next]));
  return times.length === 0 ? null : secondsUntil(Math.min(...times), now);
}

/** Null unless the connection could not be opened. */
function secondsToNextTry(status: ConnectionStatus | null, now: number): number | null {
  const next = status?.nextTryAtMilliseconds ?? null;
  return next === null || next <= now ? null : secondsUntil(next, now);
}

/** The operation with the smallest remaining share of its budget. */
function scarcestBudgetLabel(status: ConnectionStatus | null): string | null {
  const [first] = [...(status?.budgets ?? [])].sort(
    (one, other) => one.left / one.requests - other.left / other.requests,
  );
  if (first === undefined) return null;
  const { operation, left, requests, perSeconds } = first;
  const name = operationTitles[operation].toLowerCase();
  const window = windowLabels[perSeconds] ?? `${perSeconds} s`;
  return left === 0
    ? t('No {0} left this {1}', name, window)
    : t('{0}: {1} left', name, `${left}/${requests}`);
}

const secondsUntil = (then: number, now: number): number =>
  Math.max(1, Math.ceil((then - now) / 1_000));
const formatMilliseconds = (value: number): string => `${formatCount(value)} ms`;
const formatSlotsBehind = (slots: number): string =>
  slots === 1 ? t('1 slot behind') : t('{0} slots behind', formatCount(slots));
