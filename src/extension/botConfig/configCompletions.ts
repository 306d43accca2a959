import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { PoolFilter, PoolRow } from '../../backend/protocol/poolProtocol.ts';
import { findConfigTable } from '../../botConfig/configKeys.ts';
import type { ConfigPlace, FoundPlace } from '../../botConfig/findPlace.ts';
import type { ConfigKeyFacts } from '../../botConfig/keyFacts.ts';
import { addressCompletionItems } from '../addresses/addressProviders.ts';
import { withSignal } from '../base/cancellation.ts';
import type { PoolClient } from '../shared/poolClient.ts';
import { pairLabel, programLabel } from '../shared/poolLabels.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';
import { stringLiteralAt } from '../shared/stringLiteralAt.ts';
import type { ConfigDocuments } from './configDocuments.ts';
import { keyMarkdown } from './keyHovers.ts';

export interface ConfigCompletionOptions {
  readonly documents: Pick<ConfigDocuments, 'read' | 'latest' | 'findPlace'>;
  readonly pools: Pick<PoolClient, 'load' | 'page' | 'search'>;
  readonly recentResponses: RecentResponses;
  /** A service's table is large and counts against its rate limits: only Market Cache loads it. */
  readonly isService: () => boolean;
}

/** Pools offered at once; typing narrows them down. */
const maxPools = 100;

/** Completes keys, pools of the list's program by pair, and mints and lookup tables by name. */
export const configCompletionProvider = (
  options: ConfigCompletionOptions,
): vscode.CompletionItemProvider => ({
  async provideCompletionItems(document, position, token) {
    const { documents } = options;
    if (documents.latest(document.uri) === null) return undefined;
    const found = await documents.read(document);
    if (found === null || token.isCancellationRequested) return undefined;
    const located = await documents
      .findPlace(document, found.lines.toOffset(position))
      .catch(() => null);
    if (located === null) return undefined;
    const { place } = located;
    if (place.kind === 'key') return keyItems(located, place, found.lines.toRange(place.range));
    const string = stringLiteralAt(document.lineAt(position).text, position.character);
    if (string === null) return undefined;
    const range = new vscode.Range(position.line, string.start, position.line, string.end);
    if (place.kind !== 'pool') return addressItems(place, range, options.recentResponses);
    const typed = document.getText(range.with(undefined, position));
    const rows = await withSignal(token, (signal) => findPools(place, typed, options, signal));
    // Incomplete: further typing may match pools outside this list.
    return new vscode.CompletionList(
      rows.map((row) => poolItem(row, typed, range)),
      true,
    );
  },
});

function keyItems(
  { form }: FoundPlace,
  { table, taken }: Extract<ConfigPlace, { kind: 'key' }>,
  range: vscode.Range,
): vscode.CompletionItem[] {
  const facts = findConfigTable(form, table);
  const free = (facts?.keys ?? []).filter(({ name }) => !taken.includes(name));
  return free.map((key, index) => {
    const item = new vscode.CompletionItem(key.name, vscode.CompletionItemKind.Property);
    item.documentation = new vscode.MarkdownString(keyMarkdown(key));
    if (key.program !== null) item.detail = programLabel(key.program);
    item.insertText = new vscode.SnippetString(
      form === 'notarb-json' ? key.name : `${key.name} = ${valueSnippet(key)}`,
    );
    item.range = range;
    // Required keys first, then in the order of the bot's documentation.
    item.sortText = `${key.isRequired ? 0 : 1}${String(index).padStart(3, '0')}`;
    return item;
  });
}

const valueSnippet = ({ type, defaultValue, allowed }: ConfigKeyFacts): string => {
  if (allowed !== null) return `"${choiceSnippet(allowed)}"`;
  if (type === 'boolean') {
    return choiceSnippet(defaultValue === 'false' ? ['false', 'true'] : ['true', 'false']);
  }
  if (type === 'addresses' || type === 'texts') return '[\n  "$1",\n]';
  if (type === 'groups') return '[["$1"]]';
  return type === 'text' || type === 'address' ? '"$1"' : `\${1:${defaultValue ?? '0'}}`;
};

const choiceSnippet = (values: readonly string[]): string => `\${1|${values.join(',')}|}`;

const addressItems = (
  { kind }: Exclude<ConfigPlace, { kind: 'key' | 'pool' }>,
  range: vscode.Range,
  recentResponses: RecentResponses,
): vscode.CompletionItem[] =>
  addressCompletionItems(recentResponses, range, (each) => kind === 'address' || each === kind);

async function findPools(
  { program, mint }: Extract<ConfigPlace, { kind: 'pool' }>,
  typed: string,
  { pools, isService }: ConfigCompletionOptions,
  signal: AbortSignal,
): Promise<readonly PoolRow[]> {
  const filter: PoolFilter = {
    ...(program === null ? {} : { program }),
    ...(mint === null ? {} : { mint }),
  };
  try {
    if (!isService()) await pools.load({}, { signal });
    const text = typed.trim();
    const limit = maxPools;
    const { rows } =
      text === ''
        ? await pools.page({ offset: 0, limit, filter }, { signal })
        : await pools.search({ text, limit, filter }, { signal });
    return rows;
  } catch {
    // The views report connection failures.
    return [];
  }
}

function poolItem(row: PoolRow, typed: string, range: vscode.Range): vscode.CompletionItem {
  const item = new vscode.CompletionItem(
    { label: pairLabel(row), description: programLabel(row.program) },
    vscode.CompletionItemKind.Reference,
  );
  item.detail = t('pool {0}', row.pool);
  item.insertText = row.pool;
  // The backend matched the text, possibly with the pair in another order than the label.
  item.filterText = typed === '' ? pairLabel(row) : typed;
  item.range = range;
  return item;
}
