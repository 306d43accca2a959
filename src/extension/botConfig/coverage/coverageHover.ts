import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { createYielder } from '../../../api/createYielder.ts';
import { formatCount, formatDuration, formatTimeAgo, formatUsd } from '../../../api/format.ts';
import { joinSentences } from '../../../api/join.ts';
import { withSignal } from '../../base/cancellation.ts';
import { readUserSetting } from '../../contributions/commandsAndSettings.ts';
import type { FactSheet } from '../../shared/factSheet.ts';
import { hoverMarkdown } from '../../shared/hoverMarkdown.ts';
import type { Fact } from '../../ui/treeRow.ts';
import { type ConfigCoverage, type CoverageQuery, coveredConfig } from './configCoverage.ts';
import type { ConfigSource } from './configSource.ts';
import { noArbitrage } from './coverageTexts.ts';
import { configFigures, type PoolPlace, poolsBetween } from './entryFigures.ts';
import type { FiguresOfDocument, PlacedFigures } from './figuresOfDocument.ts';

export interface CoverageHoverOptions {
  readonly source: Pick<ConfigSource, 'get'>;
  readonly coverage: Pick<ConfigCoverage, 'load'>;
  readonly figures: Pick<FiguresOfDocument, 'get'>;
  readonly query: () => CoverageQuery;
  readonly sourceLabel: () => string;
}

export const coverageHoverProvider = (options: CoverageHoverOptions): vscode.HoverProvider => ({
  async provideHover(document, position, token) {
    return await withSignal(token, async (signal) => {
      // A hover does not report failures.
      const known = await figuresFor(options, document, signal).catch(() => null);
      if (known === null) return undefined;
      const offset = document.offsetAt(position);
      const [pool] = poolsBetween(known.figures.pools, offset, offset);
      if (pool === undefined) return undefined;
      const text = new vscode.MarkdownString(
        hoverMarkdown(poolFacts(known, pool, options.sourceLabel())),
      );
      const range = new vscode.Range(
        document.positionAt(pool.start),
        document.positionAt(pool.end),
      );
      return new vscode.Hover(text, range);
    });
  },
});

/** The known figures; otherwise requests them if hovers may send requests. */
async function figuresFor(
  { figures, source, coverage, query }: CoverageHoverOptions,
  document: vscode.TextDocument,
  signal: AbortSignal,
): Promise<PlacedFigures | null> {
  const known = await figures.get(document.uri, document.version);
  if (known !== null) return known;
  const mayAsk =
    readUserSetting('arbscope.hover.network') === 'automatic' && vscode.workspace.isTrusted;
  if (!mayAsk) return null;
  const read = await source.get(document);
  if (read === null) return null;
  const asked = query();
  const found = await coverage.load(coveredConfig(read.config), asked, { signal });
  const made = await configFigures(read.config, found, createYielder());
  return { coverage: found, query: asked, read, figures: made };
}

/** Exported for tests. */
export function poolFacts(
  { coverage, query }: Pick<PlacedFigures, 'coverage' | 'query'>,
  pool: PoolPlace,
  source: string,
): FactSheet {
  const { windowSeconds } = query;
  const duration = formatDuration(windowSeconds);
  const facts: Fact[] =
    pool.transactions === 0
      ? [[t('Arbitrage'), noArbitrage(windowSeconds)]]
      : [
          [t('Net gains'), formatUsd(pool.net_gains_usd)],
          [t('Transactions'), formatCount(pool.transactions)],
          [t('Rank in entry'), t('#{0} of {1}', pool.rank, formatCount(pool.of))],
          ...(pool.newest === null || pool.newest === undefined
            ? []
            : [
                [
                  t('Last arbitrage'),
                  formatTimeAgo(Date.parse(pool.newest), Date.parse(coverage.window.to)),
                ] as const,
              ]),
        ];
  const sample = t('Last {0}, n = {1} arbitrages', duration, formatCount(pool.transactions));
  return {
    ...{ title: '', kindLabel: t('in this config'), facts, warnings: [] },
    note: joinSentences([sample, source]),
  };
}
