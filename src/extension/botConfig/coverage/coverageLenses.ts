import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatCount } from '../../../api/format.ts';
import { escapeIcons } from '../../../api/sanitizeText.ts';
import type { ConfigEntry } from '../../../botConfig/model.ts';
import { bestPoolCount } from '../../../webview/messages/coverage.ts';
import { readSetting, toCommand } from '../../contributions/commandsAndSettings.ts';
import type { Coverage } from './configCoverage.ts';
import {
  addPoolsTitle,
  boundsLine,
  coverageLine,
  figuresLine,
  removePoolsTitle,
} from './coverageTexts.ts';
import { poolsBetween } from './entryFigures.ts';
import type { FiguresOfDocument, PlacedFigures } from './figuresOfDocument.ts';

/** Each lens takes one line. */
const maxEntryLenses = 500;
/** Enough for the visible lines, with some margin. */
const maxHints = 500;

export interface CoverageLensOptions {
  readonly figures: Pick<FiguresOfDocument, 'get'>;
  /** Symbol of a mint, or its shortened address. */
  readonly nameOf: (address: string) => string;
  readonly sourceLabel: () => string;
}

export const coverageCodeLensProvider = (
  { figures, nameOf, sourceLabel }: CoverageLensOptions,
  onDidChangeCodeLenses: vscode.Event<void>,
): vscode.CodeLensProvider => ({
  onDidChangeCodeLenses,
  async provideCodeLenses(document) {
    if (readSetting('arbscope.botConfig.codeLens') === 'off') return [];
    const uri = document.uri.toString();
    const { version } = document;
    const known = await figures.get(document.uri, version);
    // Positions of another version would be wrong; the editor calls again after the update.
    if (known === null || document.version !== version) return [];
    const tooltip = sourceLabel();
    const at = (range: vscode.Range, command: vscode.Command) =>
      new vscode.CodeLens(range, { tooltip, ...command });
    const top = new vscode.Range(0, 0, 0, 0);
    const { entries } = known.read.config;
    return [
      ...fileCommands(known, uri).map((command) => at(top, command)),
      ...entries.slice(0, maxEntryLenses).flatMap(({ headRange, mint, isNoTrade }, index) => {
        if (isNoTrade) return [];
        const name = mint === null ? t('Group {0}', String(index + 1)) : nameOf(mint.address);
        const range = new vscode.Range(
          document.positionAt(headRange.start),
          document.positionAt(headRange.end),
        );
        const commands = entryCommands(known, index, name, uri, mint?.address ?? null);
        return commands.map((command) => at(range, command));
      }),
    ];
  },
});

function fileCommands({ coverage, query, figures }: PlacedFigures, uri: string): vscode.Command[] {
  const line = escapeIcons(coverageLine(coverage, query.windowSeconds));
  const missing = missingCount(coverage);
  const dead = figures.deadPools.length;
  return [
    toCommand('arbscope.showCoverage', line, uri),
    toCommand('arbscope.showCoverage', t('Show Coverage'), uri),
    ...(missing === 0
      ? []
      : [toCommand('arbscope.addMissingPools', addPoolsTitle(missing), { uri, count: missing })]),
    ...(dead === 0 ? [] : [toCommand('arbscope.removeDeadPools', removePoolsTitle(dead), uri)]),
  ];
}

const missingCount = (coverage: Coverage): number =>
  coverage.kind === 'report' ? bestPoolCount(coverage.missing_pools) : 0;

function entryCommands(
  { coverage, query, figures, read }: PlacedFigures,
  index: number,
  name: string,
  uri: string,
  mint: string | null,
): vscode.Command[] {
  const entry = figures.entries[index];
  if (entry === undefined) return [];
  const { windowSeconds } = query;
  const now = Date.parse(coverage.window.to);
  const of = figures.rankedEntries;
  const line =
    entry.figures === null
      ? null
      : entry.lower === null
        ? figuresLine(entry.figures, { windowSeconds, now, of })
        : boundsLine(entry.lower, entry.figures);
  const pools = poolCountText(entry.poolCount, entry.deadCount);
  const scope =
    mint === null ? { pools: scopePools(read.config.entries[index]) } : { tokens: [mint] };
  return [
    toCommand(
      'arbscope.showCoverage',
      escapeIcons([name, ...(line === null ? [] : [line])].join(' · ')),
      uri,
    ),
    ...(entry.deadCount === 0
      ? [toCommand('arbscope.showCoverage', pools, uri)]
      : [toCommand('arbscope.removeDeadPools', pools, { uri, entry: index })]),
    ...(entry.poolCount === 0
      ? []
      : [toCommand('arbscope.showArbitrages', t('Show Arbitrages'), scope)]),
  ];
}

/** Limit of pools in a filter of arbitrages. */
const maxScopePools = 50;

function scopePools(entry: ConfigEntry | undefined): string[] {
  const found = new Set<string>();
  for (const { pools } of entry?.lists ?? []) {
    for (const { address } of pools) {
      if (found.size >= maxScopePools) return [...found];
      found.add(address);
    }
  }
  return [...found];
}

function poolCountText(count: number, dead: number): string {
  const pools = count === 1 ? t('1 pool') : t('{0} pools', formatCount(count));
  return dead === 0 ? pools : t('{0}, {1} without arbitrage', pools, formatCount(dead));
}

/** At the end of each visible pool's line, if the setting is on. */
export const coverageInlayHintProvider = (
  { figures, sourceLabel }: CoverageLensOptions,
  onDidChangeInlayHints: vscode.Event<void>,
): vscode.InlayHintsProvider => ({
  onDidChangeInlayHints,
  async provideInlayHints(document, range) {
    if (readSetting('arbscope.botConfig.codeLens') !== 'entriesAndPools') return [];
    const { version } = document;
    const known = await figures.get(document.uri, version);
    if (known === null || document.version !== version) return [];
    const { coverage, query } = known;
    const now = Date.parse(coverage.window.to);
    const options = { windowSeconds: query.windowSeconds, now };
    const visible = poolsBetween(
      known.figures.pools,
      document.offsetAt(range.start),
      document.offsetAt(range.end),
    ).slice(0, maxHints);
    const lines = visible.map(({ end }) => document.positionAt(end).line);
    const tooltip = sourceLabel();
    return visible.map((pool, index) => {
      const line = lines[index] ?? 0;
      const isAlone = line !== lines[index - 1] && line !== lines[index + 1];
      const { end } = document.lineAt(line).range;
      // If a line has several pools, each hint follows its pool's quote.
      const position = isAlone ? end : afterQuote(document, pool.end);
      const hint = new vscode.InlayHint(position, figuresLine(pool, options));
      hint.paddingLeft = true;
      hint.tooltip = tooltip;
      return hint;
    });
  },
});

function afterQuote(document: vscode.TextDocument, offset: number): vscode.Position {
  const { line, character } = document.positionAt(offset);
  const next = document.lineAt(line).text[character] ?? ' ';
  return new vscode.Position(line, character + (`"'`.includes(next) ? 1 : 0));
}
