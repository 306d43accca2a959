import { t } from '@vscode/l10n';
import type { ArbscopeService } from '../../api/arbscope/arbscopeService.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import type { CallResponse } from '../../backend/protocol/callProtocol.ts';
import type { OperationBudget } from '../../backend/protocol/connectionProtocol.ts';
import {
  isPercentileQuery,
  type NonceCounts,
  type PercentileContent,
  type PercentileQuery,
  type PercentileRequest,
  type PercentileResponse,
  parsePercentileRequest,
  writeHistory,
} from '../../webview/messages/percentiles.ts';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import { asMarketError, waitingMessage } from '../backend/errorDescription.ts';
import { endpointLabel, isSimulated } from '../base/connections.ts';
import type { Log } from '../base/log.ts';
import { panelIds } from '../contributions/views.ts';
import { fetchPercentiles, type PercentileService } from '../shared/fetchPercentiles.ts';
import { toNonceCounts, toPercentileSeries } from '../shared/percentileSeries.ts';
import type { LoadOptions, PanelKind } from '../ui/panels/panelKind.ts';
import { pastWindowEnds } from './pastWindows.ts';
import type { PercentileHistory } from './percentileHistory.ts';

export interface PercentileSource {
  readonly name: string;
  /** Identifies the endpoint; contains no secret. */
  readonly key: string;
  readonly isSimulated: boolean;
  /** True for the embedded engine: nearest-rank percentiles in the smallest unit. */
  readonly isEmbedded: boolean;
  readonly solPrice: PercentileContent['solPrice'];
  readonly budgets: readonly OperationBudget[];
}

export function getPercentileSource({
  current,
  overview: { status },
}: Pick<ActiveConnection, 'current' | 'overview'>): PercentileSource {
  const { name, kind } = current;
  const price = status?.engine?.solPrice ?? null;
  return {
    name,
    key: `${kind} ${endpointLabel(current)}`,
    isSimulated: isSimulated(current),
    isEmbedded: kind !== 'service',
    solPrice:
      price === null ? null : { usd: price.priceUsd, atMilliseconds: price.timeSeconds * 1_000 },
    budgets: status?.budgets ?? [],
  };
}

export interface PercentilesPanelOptions {
  readonly service: PercentileService;
  readonly arbscope: Pick<ArbscopeService, 'status'>;
  readonly source: () => PercentileSource;
  readonly history: Pick<PercentileHistory, 'add' | 'read'>;
  readonly log: Log;
}

/** At most one is open. */
export function createPercentilesPanel(
  options: PercentilesPanelOptions,
): PanelKind<PercentileQuery, PercentileContent, PercentileRequest> {
  const pastRead = new Set<string>();
  return {
    id: panelIds.percentiles,
    page: 'percentiles',
    isState: isPercentileQuery,
    keyOf: () => '',
    titleOf: () => t('Percentiles'),
    load: async (query, load, request) => {
      const past = `${options.source().key} ${JSON.stringify(query)}`;
      if (request?.type === 'read-past') {
        await readPast(options, query, load);
        if (!load.signal.aborted) pastRead.add(past);
      }
      // The history has a response of seconds ago.
      const isSaved = request?.type !== 'read-past';
      const content = await loadContent(options, query, load, isSaved);
      return { ...content, isPastUnread: options.source().isEmbedded && !pastRead.has(past) };
    },
    readRequest: parsePercentileRequest,
    handle: (request, session) => {
      if (request.type === 'ask') session.setState(request.query);
      session.reload(request);
    },
  };
}

/** Saves the windows of the last day that the engine stores, each once. */
async function readPast(
  options: PercentilesPanelOptions,
  query: PercentileQuery,
  load: LoadOptions,
): Promise<void> {
  const { arbscope, history, source } = options;
  const { key } = source();
  load.report(t('Reading the last 24 hours…'));
  try {
    const { from, rows_from: rowsFrom } = await arbscope.status({}, { signal: load.signal });
    const oldestSeconds = Date.parse(rowsFrom ?? from ?? '') / 1_000;
    if (!Number.isFinite(oldestSeconds)) return;
    for (const windowSeconds of query.windowsSeconds) {
      const known = await history.read(key, query, windowSeconds);
      const ends = pastWindowEnds({
        windowSeconds,
        oldestSeconds,
        nowSeconds: Math.floor(Date.now() / 1_000),
        knownSeconds: known.map(({ answeredAtMilliseconds }) => answeredAtMilliseconds / 1_000),
      });
      for (const toSeconds of ends) {
        const { response } = await loadWindow(options, query, { windowSeconds, toSeconds }, load);
        await history.add(key, query, response);
      }
    }
  } catch (error) {
    // The current figures are still shown.
    if (!load.signal.aborted) load.warn(asMarketError(error));
  }
}

interface LoadedWindow {
  readonly response: PercentileResponse;
  readonly nonces: NonceCounts | null;
}

interface PercentileWindow {
  readonly windowSeconds: number;
  /** Unix seconds; now if absent. */
  readonly toSeconds?: number;
}

async function loadWindow(
  { service, source }: PercentilesPanelOptions,
  query: PercentileQuery,
  { windowSeconds, toSeconds }: PercentileWindow,
  { signal, report, forceRefresh = false }: LoadOptions,
): Promise<LoadedWindow> {
  let about: Omit<CallResponse, 'result'> = {};
  const raw = await fetchPercentiles(service, query, windowSeconds, {
    signal,
    forceRefresh,
    onWaiting: (progress) => report(waitingMessage(progress)),
    onResponse: (response) => {
      about = response;
    },
    ...(toSeconds === undefined ? {} : { toSeconds }),
  });
  const { series, faults } = toPercentileSeries(raw, source().isEmbedded);
  const response = {
    windowSeconds,
    answeredAtMilliseconds:
      toSeconds === undefined ? (about.cachedAtMilliseconds ?? Date.now()) : toSeconds * 1_000,
    series,
    faults: [
      ...faults,
      ...(about.faults ?? []).slice(0, maxFaults).map(({ message }) => sanitizeText(message, 300)),
    ],
  };
  return { response, nonces: toNonceCounts(raw) };
}

async function loadContent(
  options: PercentilesPanelOptions,
  query: PercentileQuery,
  load: LoadOptions,
  isSaved: boolean,
): Promise<Omit<PercentileContent, 'isPastUnread'>> {
  const { source, history, log } = options;
  const { isEmbedded, name, key } = source();
  // In parallel: the backend orders the requests and keeps to the rate limits.
  const windows = await Promise.all(
    query.windowsSeconds.map((windowSeconds) =>
      loadWindow(options, query, { windowSeconds }, load),
    ),
  );
  const responses = windows.map(({ response }) => response);
  const recent: PercentileResponse[][] = [];
  for (const response of responses) {
    if (isSaved) {
      await history
        .add(key, query, response)
        .catch((error: unknown) => log.warn(`Percentiles could not be saved: ${String(error)}`));
    }
    const read = await history.read(key, query, response.windowSeconds);
    // Show the response even if it could not be saved.
    recent.push(read.length > 0 ? read : [response]);
  }
  const now = source();
  return {
    query,
    responses,
    nonces: windows.map(({ nonces }) => nonces),
    history: writeHistory(recent),
    source: name,
    isSimulated: now.isSimulated,
    isNearestRank: isEmbedded,
    solPrice: now.solPrice,
    ...rateLimitOf(now, query),
  };
}

type RateLimit = Pick<
  PercentileContent,
  'requestsPerMinute' | 'nextRequestAtMilliseconds' | 'requestsLeft'
>;

function rateLimitOf({ budgets }: PercentileSource, { statistic }: PercentileQuery): RateLimit {
  const budget = budgets.find(({ operation }) => operation === statistic);
  return {
    requestsPerMinute:
      budget === undefined ? null : Math.round((budget.requests * 60) / budget.perSeconds),
    nextRequestAtMilliseconds: budget?.nextCallAtMilliseconds ?? null,
    requestsLeft: budget?.left ?? null,
  };
}

/** Returns the same object if the limits have not changed. */
export function withRateLimit(
  content: PercentileContent,
  source: PercentileSource,
): PercentileContent {
  const limit = rateLimitOf(source, content.query);
  const isSame = (Object.keys(limit) as (keyof RateLimit)[]).every(
    (name) => limit[name] === content[name],
  );
  return isSame || source.name !== content.source ? content : { ...content, ...limit };
}

const maxFaults = 20;
