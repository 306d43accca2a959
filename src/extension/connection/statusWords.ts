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
    spoken: ['Arbscope connection', connection.name, stateWords(overview, phase), ...parts].join(
      ', ',
    ),
    severity: severities[phase] ?? 'none',
    heading: `Arbscope: ${connection.name}`,
    facts: () => [
      ['Answers', placeOf(connection)],
      ['State', stateWords(overview, phase)],
      ...detailFacts(status, nowMilliseconds),
    ],
    note:
      connection.kind === 'sandbox'
        ? 'Simulated data: every figure is made up. Click to switch the connection.'
        : 'Click to switch the connection.',
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
      return [connection.kind === 'node' ? 'no RPC URL' : 'no API key'];
    case 'restricted':
      return ['restricted'];
    case 'failed':
      return ['stopped'];
    case 'recovering':
      return ['restarting'];
    case 'idle':
    case 'starting':
      return phase === 'idle' ? [] : ['starting'];
    case 'troubled':
    case 'ready':
      break;
  }
  const waiting = nextCall(status, now);
  const budget = waiting ?? scarcest(status);
  return [
    ...(phase === 'troubled' ? ['trouble'] : []),
    ...(status?.engine?.lagSlots ? [slotsBehind(status.engine.lagSlots)] : []),
    ...(status?.latencyMilliseconds == null ? [] : [milliseconds(status.latencyMilliseconds)]),
    ...(budget === null ? [] : [budget]),
  ];
}

function stateWords({ process, status }: ConnectionOverview, phase: ConnectionPhase): string {
  switch (phase) {
    case 'idle':
      return 'not used yet';
    case 'starting':
      return status?.message ? `starting: ${status.message}` : 'starting';
    case 'ready':
      return status?.message ? status.message : 'ready';
    case 'troubled':
      return status?.error?.message ?? status?.message ?? 'the last call failed';
    case 'recovering':
      return process.kind === 'recovering'
        ? `the market process ended; starting it again (attempt ${process.attempt})`
        : 'starting again';
    case 'failed':
      return process.kind === 'failed' ? process.error.message : 'the market process ended';
    case 'needs-secret':
      return 'nothing was entered for this address yet';
    case 'restricted':
      return 'not used in a workspace that is not trusted';
  }
}

function detailFacts(status: ConnectionStatus | null, now: number): Fact[] {
  if (status === null) return [];
  const { latencyMilliseconds: latency, engine, budgets } = status;
  return [
    ...(latency === null ? [] : [['Latency', milliseconds(latency)] as const]),
    ...(engine === null ? [] : engineFacts(engine, now)),
    ...budgets.map((budget) => budgetFact(budget, now)),
  ];
}

function engineFacts(engine: NonNullable<ConnectionStatus['engine']>, now: number): Fact[] {
  const { newestSlot: slot, newestBlockTimeSeconds: time, lagSlots, sampledFraction } = engine;
  return [
    ...(slot === null ? [] : [['Newest slot', count(slot)] as const]),
    ...(time === null ? [] : [['Newest block', timeAgo(time * 1_000, now)] as const]),
    ...(lagSlots == null
      ? []
      : [['Lag', lagSlots === 0 ? 'none' : slotsBehind(lagSlots)] as const]),
    ...(sampledFraction === undefined || sampledFraction >= 1
      ? []
      : [['Sampled', `${(sampledFraction * 100).toFixed(0)} % of the blocks`] as const]),
    ['Arbitrages indexed', count(engine.arbitrages)],
  ];
}

const windows: Readonly<Record<number, string>> = { 1: 'second', 60: 'minute' };

function budgetFact(budget: OperationBudget, now: number): Fact {
  const { operation, left, requests, perSeconds, waiting, nextCallAtMilliseconds: next } = budget;
  const window = windows[perSeconds] ?? `${perSeconds} s`;
  const queue = waiting === 0 ? '' : `, ${waiting} waiting`;
  const soon = next === null || next <= now ? '' : `, next call in ${secondsUntil(next, now)} s`;
  return [operationTitles[operation], `${left} of ${requests} left per ${window}${queue}${soon}`];
}

/** The wait, where calls wait for their turn. */
function nextCall(status: ConnectionStatus | null, now: number): string | null {
  const times = (status?.budgets ?? [])
    .filter(({ waiting }) => waiting > 0)
    .flatMap(({ nextCallAtMilliseconds: next }) => (next === null || next <= now ? [] : [next]));
  return times.length === 0 ? null : `next call in ${secondsUntil(Math.min(...times), now)} s`;
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
  `${count(slots)} ${slots === 1 ? 'slot' : 'slots'} behind`;
