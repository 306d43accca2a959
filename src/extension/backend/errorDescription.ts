import { t } from '@vscode/l10n';
import { MarketError, type MarketErrorKind, maxRetryAfterSeconds } from '../../api/marketError.ts';
import type { WaitingProgress } from '../../backend/protocol/callProtocol.ts';
import type { Connection } from '../base/connections.ts';
import type { CommandId } from '../contributions/commands.ts';
import type { SettingId } from '../contributions/settings.ts';

/** `retry` repeats the failed action. */
export type ErrorButton =
  | { readonly title: string; readonly command: CommandId; readonly argument?: string }
  | { readonly title: string; readonly setting: SettingId }
  | { readonly title: string; readonly retry: true };

export interface ErrorDescription {
  /** The problem in two or three words: a side bar is narrow. */
  readonly headline: string;
  /** One sentence. */
  readonly advice: string;
  /** Most helpful first; at most three. */
  readonly actions: readonly [ErrorButton, ...ErrorButton[]];
  /** For menus of tree rows: the failure's kind, or a narrower category with other buttons. */
  readonly category: ErrorCategory;
}

export type ErrorCategory = MarketErrorKind | 'process' | 'setting' | 'filter' | 'untrusted';

export interface ErrorContext {
  readonly connection: Connection;
  /** True if the backend keeps failing and is no longer restarted. */
  readonly isBackendFailed?: boolean;
  readonly isRestricted?: boolean;
  /** Setting that caused the failure. */
  readonly setting?: SettingId | undefined;
  /** Finder filter that caused the failure; empty if it is unknown which one. */
  readonly filter?: string | undefined;
}

const retry: ErrorButton = { title: t('Try Again'), retry: true };
const showLog: ErrorButton = { title: t('Show Log'), command: 'arbscope.showLog' };
const switchConnection: ErrorButton = {
  title: t('Switch Connection'),
  command: 'arbscope.switchConnection',
};
const editConnection = {
  title: t('Edit Connection…'),
  command: 'arbscope.editConnection',
} as const satisfies ErrorButton;
const testConnection: ErrorButton = {
  title: t('Test Connection'),
  command: 'arbscope.testConnection',
};

export function describeError(error: MarketError, place: ErrorContext): ErrorDescription {
  const { connection, setting, filter } = place;
  if (place.isBackendFailed === true) {
    return {
      category: 'process',
      headline: t('Backend stopped'),
      advice: t('Restart the backend. See the log for the reason.'),
      actions: [{ title: t('Restart'), command: 'arbscope.reconnect' }, showLog],
    };
  }
  if (place.isRestricted === true) {
    return {
      category: 'untrusted',
      headline: t('Workspace not trusted'),
      advice: t('Trust the workspace, or use the Sandbox.'),
      actions: [{ title: t('Manage Trust'), command: 'arbscope.manageTrust' }, switchConnection],
    };
  }
  if (setting !== undefined) {
    return {
      category: 'setting',
      headline: t('Invalid setting'),
      advice: t('Correct the setting {0}.', setting),
      actions: [{ title: t('Open Setting'), setting }, showLog],
    };
  }
  if (filter !== undefined) {
    return {
      category: 'filter',
      headline: t('Invalid filter'),
      advice: t('Correct the filters, or clear them.'),
      actions: [
        {
          title: t('Edit Filters'),
          command: 'arbscope.filterFinder',
          ...(filter === '' ? {} : { argument: filter }),
        },
        { title: t('Clear Filters'), command: 'arbscope.clearFinderFilters' },
        ...(connection.kind === 'service' ? [testConnection] : []),
      ],
    };
  }
  if (error.unprovenOrigin !== undefined) {
    return {
      category: 'unreachable',
      headline: t('Service not verified'),
      advice: t('Test the connection to decide whether it gets the API key.'),
      actions: [{ ...testConnection, argument: connection.name }, switchConnection],
    };
  }
  const isKeyRefused =
    error.kind === 'unauthorized' &&
    (error.statusCode !== undefined || error.parameter === 'apiKey') &&
    connection.kind === 'service';
  const headline = isKeyRefused ? t('API key refused') : headlines[error.kind](connection.kind);
  return { category: error.kind, headline, ...adviceByKind(error, connection) };
}

type ConnectionKind = Connection['kind'];

const failingHeadlines: Readonly<Record<ConnectionKind, string>> = {
  sandbox: t('Sandbox failing'),
  node: t('Node failing'),
  service: t('Service failing'),
};

const unreachableHeadlines: Readonly<Record<ConnectionKind, string>> = {
  sandbox: t('Sandbox unreachable'),
  node: t('Node unreachable'),
  service: t('Service unreachable'),
};

const headlines: Readonly<Record<MarketErrorKind, (kind: ConnectionKind) => string>> = {
  'bad-parameter': () => t('Request refused'),
  unauthorized: (kind) => (kind === 'node' ? t('No valid RPC URL') : t('No valid API key')),
  'plan-lacks-operation': () => t('Not in your plan'),
  'not-offered': () => t('Not offered'),
  'not-found': () => t('Not found'),
  'rate-limited': () => t('Too many requests'),
  'service-failing': (kind) => failingHeadlines[kind],
  unreachable: (kind) => unreachableHeadlines[kind],
  'unreadable-answer': () => t('Invalid response'),
  cancelled: () => t('Cancelled'),
};

function adviceByKind(
  error: MarketError,
  connection: Connection,
): Omit<ErrorDescription, 'category' | 'headline'> {
  // The Sandbox runs on this machine: there is no connection to test.
  const test = connection.kind === 'sandbox' ? [] : [testConnection];
  switch (error.kind) {
    case 'bad-parameter':
      return connection.kind === 'service'
        ? {
            advice: t('Correct the request, or test the connection to detect its encoding.'),
            actions: [testConnection, showLog],
          }
        : { advice: t('Correct the request.'), actions: [showLog] };
    case 'unauthorized':
      return {
        advice:
          connection.kind === 'node'
            ? t('Enter the RPC URL of {0}, or switch the connection.', connection.name)
            : t('Enter the API key of {0}, or switch the connection.', connection.name),
        actions: [
          {
            title: connection.kind === 'node' ? t('Enter RPC URL') : t('Enter API Key'),
            command: 'arbscope.setKey',
            argument: connection.name,
          },
          switchConnection,
          ...test,
        ],
      };
    case 'plan-lacks-operation':
      return {
        advice: t('Use an API key or a connection whose plan includes this.'),
        actions: [switchConnection, ...test],
      };
    case 'not-offered':
      return {
        advice: t('Use the Sandbox, a node, or the address of an Arbscope server.'),
        actions: [switchConnection],
      };
    case 'not-found':
      return {
        advice: t('Check the address, or switch the connection.'),
        actions: [switchConnection, retry],
      };
    case 'rate-limited':
      return { advice: retryLabel(error.retryAfterSeconds), actions: [retry, switchConnection] };
    case 'service-failing':
      return {
        advice: t('Try again, or switch the connection. See the log for details.'),
        actions: [retry, ...test, showLog],
      };
    case 'unreachable':
      return {
        advice: t('Check the network and the address, then try again. See the log for details.'),
        // Only the address can be wrong for long, so its form comes first.
        actions:
          connection.kind === 'sandbox'
            ? [retry, showLog]
            : [{ ...editConnection, argument: connection.name }, retry, testConnection],
      };
    case 'unreadable-answer':
      return {
        advice: t('Check the address, or update Arbscope. See the log for details.'),
        actions: connection.kind === 'sandbox' ? [showLog] : [testConnection, showLog],
      };
    case 'cancelled':
      return { advice: t('Try again.'), actions: [retry] };
  }
}

const retryLabel = (seconds: number | undefined): string =>
  seconds === undefined
    ? t('Rate limited. Try again shortly.')
    : isLongestWait(seconds)
      ? t('The service requires a longer wait. Try again in {0} s, or now.', Math.ceil(seconds))
      : t('Try again in {0} s.', Math.max(1, Math.ceil(seconds)));

/** True if the wait was capped at the maximum: the service may require a longer one. */
export const isLongestWait = (seconds: number): boolean => seconds >= maxRetryAfterSeconds;

export function waitingMessage({
  nextCallInSeconds,
  isRefused,
  isShortened = false,
}: Pick<WaitingProgress, 'nextCallInSeconds' | 'isRefused'> & {
  /** The service requires a longer wait. */
  readonly isShortened?: boolean;
}): string {
  const seconds = Math.ceil(nextCallInSeconds);
  if (!isRefused) return t('Rate limited. Next request in {0} s.', seconds);
  return isShortened
    ? t('Too many requests (HTTP 429). Retrying in {0} s; the service requires longer.', seconds)
    : t('Too many requests (HTTP 429). Retrying in {0} s.', seconds);
}

export const asMarketError = (error: unknown): MarketError =>
  MarketError.is(error)
    ? error
    : new MarketError('service-failing', error instanceof Error ? error.message : String(error), {
        cause: error,
      });
