import { t } from '@vscode/l10n';
import { count, timeAgo } from '../../interface/figures.ts';
import type { ConnectionStatus, OperationBudget } from '../../market/connectionProtocol.ts';
import type { Fact } from '../views/treeRow.ts';
import { type ConnectionOverview, type ConnectionPhase, phaseOf } from './connectionPhase.ts';
import { type Connection, placeOf } from './connections.ts';
import { operationTitles } from './operationTitles.ts';

/** The status-bar item, without anything of the editor. */
export interface StatusWords {
  /** With codicons: `$(cloud) Prod · 84 ms · finder 9/12`. */
  readonly text: string;
  /** What screen readers say. */
  readonly spoken: string;
  readonly severity: 'none' | 'warning' | 'error';
  readonly heading: string;
  readonly facts: () => readonly Fact[];
  readonly note: string;
  /** Something in it counts down, so that it is to be made again soon. */
  readonly isCounting: boolean;
}

const icons: Readonly<Record<Connection['kind'], string>> = {
  sandbox: 'beaker',
  node: 'server',
  service: 'cloud',
};

/** Icon of a connection of a kind, as it stands in text. */
export const iconOf = ({ kind }: Pick<Connection, 'kind'>): string => `$(${icons[kind]})`;

const severities: Readonly<Partial<Record<ConnectionPhase, StatusWords['severity']>>> = {
  failed: 'error',
  troubled: 'warning',
  recovering: 'warning',
  'needs-secret': 'warning',
  restricted: 'warning',
};

export function statusWords(overview: ConnectionOverview, nowMilliseconds: number): StatusWords {
  const { connection, status } = overview;
  const phase = phaseOf(overview);
  const isBusy = phase === 'starting' || phase === 'recovering';
  const icon = isBusy ? '$(loading~spin)' : iconOf(connection);
  const parts = figures(overview, phase, nowMilliseconds);
  // A `$(` in a name would be drawn as an icon.
  const name = connection.name.replaceAll('$(', '$ (');
  return {
    text: [`${icon} ${name}`, ...parts].join(' · '),
    spoken: [t('Arbscope connection'), connection.name, stateWords(overview, phase), ...parts].join(
      ', ',
    ),
    severity: severities[phase] ?? 'none',
    heading: `Arbscope: ${connection.name}`,
    facts: () => [
      [t('Answers'), placeOf(connection)],
      [t('State'), stateWords(overview, phase)],
      ...detailFacts(status, nowMilliseconds),
    ],
    note:
      connection.kind === 'sandbox'
        ? t('Simulated data: every figure is made up. Click to switch the connection.')
        : t('Click to switch the connection.'),
    isCounting: nextCall(status, nowMilliseconds) !== null,
  };
}

/** What stands beside the name: the most telling only. */
function figures(
  { connection, status }: ConnectionOverview,
  phase: ConnectionPhase,
  now: number,
): string[] {
  switch (phase) {
    case 'needs-secret':
      return [connection.kind === 'node' ? t('no RPC URL') : t('no API key')];
    case 'restricted':
      return [t('restricted')];
    case 'failed':
      return [t('stopped')];
    case 'recovering':
      return [t('restarting')];
    case 'idle':
    case 'starting':
      return phase === 'idle' ? [] : [t('starting')];
    case 'troubled':
    case 'ready':
      break;
  }
  const waiting = nextCall(status, now);
  const budget = waiting ?? scarcest(status);
  return [
    ...(phase === 'troubled' ? [t('trouble')] : []),
    ...(status?.engine?.lagSlots ? [slotsBehind(status.engine.lagSlots)] : []),
    ...(status?.latencyMilliseconds == null ? [] : [milliseconds(status.latencyMilliseconds)]),
    ...(budget === null ? [] : [budget]),
  ];
}

function stateWords({ process, status }: ConnectionOverview, phase: ConnectionPhase): string {
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
      return process.kind === 'recovering'
        ? t('the market process ended; starting it again (attempt {0})', process.attempt)
        : t('starting again');
    case 'failed':
      return process.kind === 'failed' ? process.error.message : t('the market process ended');
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
    ...(latency === null ? [] : [[t('Latency'), milliseconds(latency)] as const]),
    ...(engine === null ? [] : engineFacts(engine, now)),
    ...budgets.map((budget) => budgetFact(budget, now)),
  ];
}

function engineFacts(engine: NonNullable<ConnectionStatus['engine']>, now: number): Fact[] {
  const { newestSlot: slot, newestBlockTimeSeconds: time, lagSlots, indexedFraction } = engine;
  return [
    ...(slot === null ? [] : [[t('Newest slot'), count(slot)] as const]),
    ...(time === null ? [] : [[t('Newest block'), timeAgo(time * 1_000, now)] as const]),
    ...(lagSlots == null
      ? []
      : [[t('Lag'), lagSlots === 0 ? t('none') : slotsBehind(lagSlots)] as const]),
    ...(indexedFraction === undefined || indexedFraction >= 1
      ? []
      : [[t('Blocks indexed'), `${percentBelow(indexedFraction)} %`] as const]),
    [t('Arbitrages indexed'), count(engine.arbitrages)],
  ];
}

/** Rounded down: one block missing of a day's is not 100 %. */
const percentBelow = (fraction: number): number => Math.floor(fraction * 10_000) / 100;

const windows: Readonly<Record<number, string>> = { 1: t('second'), 60: t('minute') };

function budgetFact(budget: OperationBudget, now: number): Fact {
  const { operation, left, requests, perSeconds, waiting, nextCallAtMilliseconds: next } = budget;
  const window = windows[perSeconds] ?? `${perSeconds} s`;
  const parts = [
    t('{0} of {1} left per {2}', left, requests, window),
    ...(waiting === 0 ? [] : [t('{0} waiting', waiting)]),
    ...(next === null || next <= now ? [] : [t('next call in {0} s', secondsUntil(next, now))]),
  ];
  return [operationTitles[operation], parts.join(', ')];
}

/** The wait, where calls wait for their turn. */
function nextCall(status: ConnectionStatus | null, now: number): string | null {
  const times = (status?.budgets ?? [])
    .filter(({ waiting }) => waiting > 0)
    .flatMap(({ nextCallAtMilliseconds: next }) => (next === null || next <= now ? [] : [next]));
  return times.length === 0 ? null : t('next call in {0} s', secondsUntil(Math.min(...times), now));
}

/** The operation with the least of its budget left. */
function scarcest(status: ConnectionStatus | null): string | null {
  const [first] = [...(status?.budgets ?? [])].sort(
    (one, other) => one.left / one.requests - other.left / other.requests,
  );
  if (first === undefined) return null;
  return `${operationTitles[first.operation].toLowerCase()} ${first.left}/${first.requests}`;
}

const secondsUntil = (then: number, now: number): number =>
  Math.max(1, Math.ceil((then - now) / 1_000));
const milliseconds = (value: number): string => `${count(value)} ms`;
const slotsBehind = (slots: number): string =>
  slots === 1 ? t('1 slot behind') : t('{0} slots behind', count(slots));
