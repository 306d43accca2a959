import type { OperationBudget } from '../../market/protocol.ts';
import {
  isPercentileQuery,
  type PercentileAnswer,
  type PercentileContent,
  type PercentileQuery,
  type PercentileRequest,
  readPercentileRequest,
} from '../../webview/messages/percentiles.ts';
import { panelIds } from '../contributions.ts';
import type { Log } from '../log.ts';
import type { LoadOptions, PanelKind } from './panelKind.ts';
import type { PercentileHistory } from './percentileHistory.ts';
import { askPercentiles, type PercentileService } from './percentileQuestion.ts';
import { seriesOf } from './percentileSeries.ts';

/** What the panel must know of the connection that answers, at the time of the answer. */
export interface PercentileSource {
  /** Name of the connection. */
  readonly name: string;
  readonly isSimulated: boolean;
  /** The embedded engine answers: by nearest rank, in the smallest unit. */
  readonly isEmbedded: boolean;
  readonly solPrice: PercentileContent['solPrice'];
  /** Limits of the operations that have one. */
  readonly budgets: readonly OperationBudget[];
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
    titleOf: () => 'Percentiles',
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
  { signal }: LoadOptions,
): Promise<PercentileContent> {
  const { isEmbedded, name } = source();
  // Asked together: the process puts them in their order and keeps to the limits.
  const answers = await Promise.all(
    query.windowsSeconds.map(async (windowSeconds): Promise<PercentileAnswer> => {
      const raw = await askPercentiles(service, query, windowSeconds, { signal });
      const { series, faults } = seriesOf(raw, isEmbedded);
      return { windowSeconds, answeredAtMilliseconds: Date.now(), series, faults };
    }),
  );
  const kept: PercentileAnswer[][] = [];
  for (const answer of answers) {
    await history
      .add(name, query, answer)
      .catch((error: unknown) => log.warn(`Percentiles could not be kept: ${String(error)}`));
    const read = await history.read(name, query, answer.windowSeconds);
    // What could not be written is still a point of its own.
    kept.push(read.length > 0 ? read : [answer]);
  }
  const { isSimulated, solPrice, budgets } = source();
  const budget = budgets.find(({ operation }) => operation === query.statistic);
  return {
    query,
    answers,
    kept,
    source: name,
    isSimulated,
    isNearestRank: isEmbedded,
    solPrice,
    requestsPerMinute:
      budget === undefined ? null : Math.round((budget.requests * 60) / budget.perSeconds),
    nextRequestAtMilliseconds: budget?.nextCallAtMilliseconds ?? null,
    requestsLeft: budget?.left ?? null,
  };
}
