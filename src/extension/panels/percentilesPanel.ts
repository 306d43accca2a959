import { t } from '@vscode/l10n';
import { visibleText } from '../../interface/displayText.ts';
import type { CallAnswer, WaitingProgress } from '../../market/callProtocol.ts';
import type { OperationBudget } from '../../market/connectionProtocol.ts';
import {
  isPercentileQuery,
  type PercentileAnswer,
  type PercentileContent,
  type PercentileQuery,
  type PercentileRequest,
  readPercentileRequest,
} from '../../webview/messages/percentiles.ts';
import type { ActiveConnection } from '../connection/activeConnection.ts';
import { placeOf } from '../connection/connections.ts';
import { panelIds } from '../contributions.ts';
import type { Log } from '../log.ts';
import type { LoadOptions, PanelKind } from './panelKind.ts';
import type { PercentileHistory } from './percentileHistory.ts';
import { askPercentiles, type PercentileService } from './percentileQuestion.ts';
import { seriesOf } from './percentileSeries.ts';

/** What the panel must know of the connection that answers. */
export interface PercentileSource {
  readonly name: string;
  /** The same as long as the same place answers; it holds no secret. */
  readonly key: string;
  readonly isSimulated: boolean;
  /** The embedded engine answers: by nearest rank, in the smallest unit. */
  readonly isEmbedded: boolean;
  readonly solPrice: PercentileContent['solPrice'];
  /** Limits of the operations that have one. */
  readonly budgets: readonly OperationBudget[];
}

/** The connection in use, as the panel takes it. */
export function percentileSource({
  current,
  overview: { status },
}: Pick<ActiveConnection, 'current' | 'overview'>): PercentileSource {
  const { name, kind } = current;
  const price = status?.engine?.solPrice ?? null;
  return {
    name,
    key: `${kind} ${placeOf(current)}`,
    isSimulated: kind === 'sandbox',
    isEmbedded: kind !== 'service',
    solPrice:
      price === null ? null : { usd: price.priceUsd, atMilliseconds: price.timeSeconds * 1_000 },
    budgets: status?.budgets ?? [],
  };
}

export interface PercentilesPanelOptions {
  readonly service: PercentileService;
  readonly source: () => PercentileSource;
  readonly history: Pick<PercentileHistory, 'add' | 'read'>;
  readonly log: Log;
}

export type PercentilesPanelKind = PanelKind<PercentileQuery, PercentileContent, PercentileRequest>;

/** The panel of the percentiles: tips and fees, by provider. There is one. */
export function percentilesPanel(options: PercentilesPanelOptions): PercentilesPanelKind {
  return {
    id: panelIds.percentiles,
    page: 'percentiles',
    isState: isPercentileQuery,
    keyOf: () => '',
    titleOf: () => t('Percentiles'),
    load: (query, load) => loadContent(options, query, load),
    readRequest: readPercentileRequest,
    handle: ({ query }, session) => {
      session.setState(query);
      session.reload();
    },
  };
}

async function loadContent(
  { service, source, history, log }: PercentilesPanelOptions,
  query: PercentileQuery,
  { signal, report, isFresh = false }: LoadOptions,
): Promise<PercentileContent> {
  const { isEmbedded, name, key } = source();
  const onWaiting = ({ nextCallInSeconds }: WaitingProgress) =>
    report(
      t('Waiting for the service’s limit: next request in {0} s', Math.ceil(nextCallInSeconds)),
    );
  // Asked together: the process puts them in their order and keeps to the limits.
  const answers = await Promise.all(
    query.windowsSeconds.map(async (windowSeconds): Promise<PercentileAnswer> => {
      let about: Omit<CallAnswer, 'result'> = {};
      const onAnswer = (told: Omit<CallAnswer, 'result'>) => {
        about = told;
      };
      const options = { signal, isFresh, onWaiting, onAnswer };
      const raw = await askPercentiles(service, query, windowSeconds, options);
      const { series, faults } = seriesOf(raw, isEmbedded);
      return {
        windowSeconds,
        answeredAtMilliseconds: about.cachedAtMilliseconds ?? Date.now(),
        series,
        faults: [...faults, ...faultWords(about)],
      };
    }),
  );
  const kept: PercentileAnswer[][] = [];
  for (const answer of answers) {
    await history
      .add(key, query, answer)
      .catch((error: unknown) => log.warn(`Percentiles could not be kept: ${String(error)}`));
    const read = await history.read(key, query, answer.windowSeconds);
    // What could not be written is still a point of its own.
    kept.push(read.length > 0 ? read : [answer]);
  }
  const now = source();
  return {
    query,
    answers,
    kept,
    source: name,
    isSimulated: now.isSimulated,
    isNearestRank: isEmbedded,
    solPrice: now.solPrice,
    ...limitOf(now, query),
  };
}

type Limit = Pick<
  PercentileContent,
  'requestsPerMinute' | 'nextRequestAtMilliseconds' | 'requestsLeft'
>;

function limitOf({ budgets }: PercentileSource, { statistic }: PercentileQuery): Limit {
  const budget = budgets.find(({ operation }) => operation === statistic);
  return {
    requestsPerMinute:
      budget === undefined ? null : Math.round((budget.requests * 60) / budget.perSeconds),
    nextRequestAtMilliseconds: budget?.nextCallAtMilliseconds ?? null,
    requestsLeft: budget?.left ?? null,
  };
}

/** The content with the limits as they are now; the same object where nothing changed. */
export function withLimit(content: PercentileContent, source: PercentileSource): PercentileContent {
  const limit = limitOf(source, content.query);
  const isSame = (Object.keys(limit) as (keyof Limit)[]).every(
    (name) => limit[name] === content[name],
  );
  return isSame || source.name !== content.source ? content : { ...content, ...limit };
}

const mostFaults = 20;

const faultWords = ({ faults = [] }: Omit<CallAnswer, 'result'>): string[] =>
  faults.slice(0, mostFaults).map(({ message }) => visibleText(message, 300));
