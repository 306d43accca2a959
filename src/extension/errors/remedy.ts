import { MarketError, type MarketErrorKind } from '../../interface/marketError.ts';
import type { Connection } from '../connection/connections.ts';
import type { CommandId, SettingId } from '../contributions.ts';

/** Something to press. `retry` is whatever the place of the failure does again. */
export type RemedyAction =
  | { readonly title: string; readonly command: CommandId; readonly argument?: string }
  | { readonly title: string; readonly setting: SettingId }
  | { readonly title: string; readonly retry: true };

/** What a user can do about a failure. */
export interface Remedy {
  /** What is wrong in two or three words: a side bar is narrow. */
  readonly headline: string;
  /** A sentence. */
  readonly advice: string;
  /** The most helpful first; at most three. */
  readonly actions: readonly [RemedyAction, ...RemedyAction[]];
  /** For menus of tree rows: the failure's kind, or what of it asks for other buttons. */
  readonly trouble: Trouble;
}

export type Trouble = MarketErrorKind | 'process' | 'setting' | 'filter' | 'untrusted';

export interface FailurePlace {
  readonly connection: Connection;
  /** The market process itself could not be kept running. */
  readonly isProcessFailed?: boolean;
  /** The workspace is not trusted, and that is why nothing was asked. */
  readonly isRestricted?: boolean;
  /** Setting that the failure is about. */
  readonly setting?: SettingId | undefined;
  /** Filter of the Finder that the failure is about; empty where it is one of those set. */
  readonly filter?: string | undefined;
}

const retry: RemedyAction = { title: 'Try Again', retry: true };
const showLog: RemedyAction = { title: 'Show Log', command: 'arbscope.showLog' };
const switchConnection: RemedyAction = {
  title: 'Switch Connection',
  command: 'arbscope.switchConnection',
};
const testConnection: RemedyAction = {
  title: 'Test Connection',
  command: 'arbscope.testConnection',
};

/** What to do about a failure, and the buttons that do it. */
export function remedyOf(error: MarketError, place: FailurePlace): Remedy {
  const { connection, setting, filter } = place;
  if (place.isProcessFailed === true) {
    return {
      trouble: 'process',
      headline: 'Market process stopped',
      advice: 'Start the market process again; the log says why it ended.',
      actions: [{ title: 'Start Again', command: 'arbscope.reconnect' }, showLog],
    };
  }
  if (place.isRestricted === true) {
    return {
      trouble: 'untrusted',
      headline: 'Workspace not trusted',
      advice: 'Trust the workspace, or switch to the Sandbox, which needs neither key nor network.',
      actions: [{ title: 'Manage Trust', command: 'arbscope.manageTrust' }, switchConnection],
    };
  }
  if (setting !== undefined) {
    return {
      trouble: 'setting',
      headline: 'Wrong setting',
      advice: `Correct the setting ${setting}.`,
      actions: [{ title: 'Open Setting', setting }, showLog],
    };
  }
  if (filter !== undefined) {
    return {
      trouble: 'filter',
      headline: 'Wrong filter',
      advice: 'Correct the filters, or clear them.',
      actions: [
        {
          title: 'Edit Filters',
          command: 'arbscope.filterFinder',
          ...(filter === '' ? {} : { argument: filter }),
        },
        { title: 'Clear Filters', command: 'arbscope.clearFinderFilters' },
        ...(connection.kind === 'service' ? [testConnection] : []),
      ],
    };
  }
  const headline = headlines[error.kind](who[connection.kind]);
  return { trouble: error.kind, headline, ...byKind(error, connection) };
}

const who: Readonly<Record<Connection['kind'], string>> = {
  sandbox: 'Sandbox',
  node: 'Node',
  service: 'Service',
};

const headlines: Readonly<Record<MarketErrorKind, (answering: string) => string>> = {
  'bad-parameter': () => 'Request refused',
  unauthorized: (answering) => `No valid ${answering === who.node ? 'RPC URL' : 'API key'}`,
  'plan-lacks-operation': () => 'Not in the plan',
  'not-found': () => 'Not found',
  'rate-limited': () => 'Too many requests',
  'service-failing': (answering) => `${answering} failing`,
  unreachable: (answering) => `${answering} unreachable`,
  'unreadable-answer': () => 'Answer unreadable',
  cancelled: () => 'Cancelled',
};

function byKind(error: MarketError, connection: Connection): Omit<Remedy, 'trouble' | 'headline'> {
  // There is nothing to test or to switch away from in a market on this machine.
  const test = connection.kind === 'sandbox' ? [] : [testConnection];
  switch (error.kind) {
    case 'bad-parameter':
      return connection.kind === 'service'
        ? {
            advice:
              'Correct what was asked for; where the service refuses everything, test the connection: it may want its parameters encoded otherwise.',
            actions: [testConnection, showLog],
          }
        : { advice: 'Correct what was asked for.', actions: [showLog] };
    case 'unauthorized':
      return {
        advice:
          connection.kind === 'node'
            ? `Enter the RPC URL of ${connection.name}, or switch the connection.`
            : `Enter the API key of ${connection.name}, or switch the connection.`,
        actions: [
          {
            title: connection.kind === 'node' ? 'Enter RPC URL' : 'Enter API Key',
            command: 'arbscope.setKey',
            argument: connection.name,
          },
          switchConnection,
          ...test,
        ],
      };
    case 'plan-lacks-operation':
      return {
        advice: 'Use a connection or a key whose plan has this operation.',
        actions: [switchConnection, ...test],
      };
    case 'not-found':
      return {
        advice: 'Check what was asked for, and whether this connection can know it.',
        actions: [switchConnection, retry],
      };
    case 'rate-limited':
      return { advice: `${waitingWords(error)}.`, actions: [retry, switchConnection] };
    case 'service-failing':
      return {
        advice: 'Try again, or switch the connection; the log has the details.',
        actions: [retry, ...test, showLog],
      };
    case 'unreachable':
      return {
        advice: 'Check the network and the address, then try again; the log has the details.',
        actions: [retry, ...test, showLog],
      };
    case 'unreadable-answer':
      return {
        advice: 'The log has the details; the service may be newer than this extension.',
        actions: connection.kind === 'sandbox' ? [showLog] : [testConnection, showLog],
      };
    case 'cancelled':
      return { advice: 'Ask again when you want it.', actions: [retry] };
  }
}

/** When a service that was asked too often answers again. */
export const waitingWords = ({
  retryAfterSeconds: seconds,
}: Pick<MarketError, 'retryAfterSeconds'>) =>
  seconds === undefined
    ? 'Next call in a while'
    : `Next call in ${Math.max(1, Math.ceil(seconds))} s`;

/** Any failure as one of the kinds that a user can tell apart. */
export const asMarketError = (error: unknown): MarketError =>
  MarketError.is(error)
    ? error
    : new MarketError('service-failing', error instanceof Error ? error.message : String(error), {
        cause: error,
      });
