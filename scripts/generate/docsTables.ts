import { arbitrageStream } from '../../src/api/arbscope/arbitrages.ts';
import { arbscopeOperations } from '../../src/api/arbscope/arbscopeOperations.ts';
import { rateLimits, serviceTiers } from '../../src/api/limits.ts';
import { type OperationName, operations } from '../../src/api/operations.ts';
import { tierCapacities, tierRates } from '../../src/api/tiers.ts';
import { competitionCommand } from '../../src/backend/commands/competition.ts';
import { coverageCommand } from '../../src/backend/commands/coverage.ts';
import { decodeCommand } from '../../src/backend/commands/decode.ts';
import { importCommand } from '../../src/backend/commands/import.ts';
import { ingestCommand } from '../../src/backend/commands/ingest.ts';
import { keysCommand } from '../../src/backend/commands/keys.ts';
import { landCommand } from '../../src/backend/commands/land.ts';
import { mcpCommand } from '../../src/backend/commands/mcp.ts';
import { serveCommand } from '../../src/backend/commands/serve.ts';
import { simulateCommand } from '../../src/backend/commands/simulate.ts';
import { commands } from '../../src/extension/contributions/commands.ts';
import type { CommandDeclaration } from '../../src/extension/contributions/declare.ts';
import { panels, views } from '../../src/extension/contributions/views.ts';
import {
  formatGroups,
  formatIds,
  formats,
} from '../../src/extension/finder/exports/formats/formats.ts';
import {
  type FilterType,
  filterFields,
  filterGroups,
} from '../../src/extension/finder/filters/filterFields.ts';
import { readManifest } from '../manifest.ts';
import { markdownTable, withSection } from './markdown.ts';

interface Setting {
  readonly default?: unknown;
  readonly scope?: string;
  readonly description?: string;
  readonly markdownDescription?: string;
}

function commandsTable(): string {
  const declared: Readonly<Record<string, CommandDeclaration>> = commands;
  const rows = readManifest().contributes.commands.map(({ command, title }) => {
    const { docs = '', keybinding } = declared[command] ?? {};
    return [keybinding === undefined ? title : `${title} (${keybinding.key})`, docs];
  });
  return markdownTable(['Command', 'Effect'], rows.toSorted(byFirst));
}

function settingsTable(): string {
  const sections = readManifest().contributes.configuration as
    | { readonly properties: Record<string, Setting> }
    | readonly { readonly properties: Record<string, Setting> }[];
  const settings = [sections].flat().flatMap(({ properties }) => Object.entries(properties));
  const rows = settings.map(([id, setting]) => [
    `\`${id}\``,
    `\`${JSON.stringify(setting.default)}\``,
    scopes[setting.scope ?? 'window'] ?? '',
    (setting.markdownDescription ?? setting.description ?? '').replaceAll('\n', ' '),
  ]);
  return markdownTable(['Setting', 'Default', 'Set by', 'Meaning'], rows);
}

const scopes: Readonly<Record<string, string>> = {
  application: 'you',
  machine: 'you, on this machine',
  'machine-overridable': 'you, on this machine, or the workspace',
  window: 'you or the workspace',
  resource: 'you or the workspace',
  'language-overridable': 'you or the workspace',
};

const byFirst = ([first = '']: readonly string[], [second = '']: readonly string[]): number =>
  first < second ? -1 : 1;

function viewsTable(): string {
  const named = readManifest().contributes.views.arbscope;
  const nameOf = (id: string) => named.find((each) => each.id === id)?.name ?? id;
  return markdownTable(
    ['Name', 'Kind', 'Content'],
    [
      ...views.map(({ id, page, docs }) => [`[${nameOf(id)}](${page})`, 'view', docs]),
      ...panels.map(({ title, page, docs }) => [`[${title}](${page})`, 'panel', docs]),
    ],
  );
}

function filtersTable(): string {
  const rows = filterFields.map(({ group, label, hint, type }) => [
    filterGroups[group],
    label,
    filterValues(type),
    hint,
  ]);
  return markdownTable(['Group', 'Filter', 'Values', 'Effect'], rows);
}

function filterValues(type: FilterType): string {
  switch (type.kind) {
    case 'usd':
      return type.minimum === undefined ? 'USD' : `USD, from ${type.minimum}`;
    case 'count':
      return type.maximum === undefined
        ? `from ${type.minimum}`
        : `${type.minimum} to ${type.maximum}`;
    case 'seconds':
      return `${type.minimum} to ${type.maximum} s`;
    case 'percentile':
      return '0 to 99';
    case 'choice':
      return type.choices.join(', ');
    case 'addresses':
      return type.of;
    case 'caps':
      return `AMMs, each with up to ${type.maximum} pools`;
  }
}

const formatsTable = (): string =>
  markdownTable(
    ['For', 'Format', 'File', 'Content'],
    formatIds.map((id) => {
      const { group, label, fileName, detail } = formats[id];
      return [formatGroups[group], label, `\`${fileName}\``, detail];
    }),
  );

const toolsTable = (): string =>
  markdownTable(
    ['In the chat', 'For MCP clients', 'Content'],
    readManifest().contributes.languageModelTools.map(
      ({ name, toolReferenceName, userDescription }) => [
        `\`#${toolReferenceName}\``,
        `\`${name}\``,
        userDescription,
      ],
    ),
  );

const operationEntries = Object.entries(operations) as [
  OperationName,
  (typeof operations)[OperationName],
][];

const requestsTable = (
  definitions: readonly {
    readonly summary: string;
    readonly method: string;
    readonly path: string;
  }[],
): string =>
  markdownTable(
    ['Operation', 'Request'],
    definitions.map(({ summary, method, path }) => [summary, `\`${method} ${path}\``]),
  );
const operationsTable = (): string => requestsTable(Object.values(operations));
const arbscopeTable = (): string =>
  requestsTable([...Object.values(arbscopeOperations), arbitrageStream]);

function ratesTable(): string {
  const tiers = serviceTiers.map(tierRates);
  const rows = operationEntries.map(([name, { summary }]) => [
    rateLimits[name] === undefined ? `${summary} (not published)` : summary,
    ...tiers.map((rates) => {
      const { requests = 0, perSeconds = 0 } = rates.get(name) ?? {};
      return `${requests} per ${perSeconds === 1 ? 'second' : 'minute'}`;
    }),
  ]);
  return markdownTable(['Operation', ...serviceTiers], rows);
}

const capacitiesTable = (): string =>
  markdownTable(
    ['Open or running', ...serviceTiers],
    [
      ['streams', 'streams'] as const,
      ['WebSocket connections (Sandbox)', 'webSockets'] as const,
      ['requests', 'requests'] as const,
    ].map(([label, kind]) => [
      label,
      ...serviceTiers.map((tier) => String(tierCapacities[tier][kind])),
    ]),
  );

function usageText(): string {
  const commands = [
    serveCommand(''),
    ingestCommand,
    keysCommand,
    decodeCommand,
    importCommand,
    mcpCommand(''),
    landCommand,
    simulateCommand,
    competitionCommand,
    coverageCommand,
  ];
  const entries = commands.map(({ usage, summary }) => `arbscope ${usage}\n    ${summary}`);
  return ['```', ...entries, '```'].join('\n');
}

const pages: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'docs/README.md': { views: viewsTable },
  'docs/finder.md': { filters: filtersTable },
  'docs/exports.md': { formats: formatsTable },
  'docs/command-line.md': { usage: usageText },
  'docs/http-api.md': {
    operations: operationsTable,
    arbscope: arbscopeTable,
    rates: ratesTable,
    capacities: capacitiesTable,
  },
  'docs/language-models.md': { tools: toolsTable },
  'docs/reference.md': { commands: commandsTable, settings: settingsTable },
};

export const documentationPages = Object.entries(pages).map(([file, sections]) => ({
  file,
  make: (text: string): string =>
    Object.entries(sections).reduce((made, [name, make]) => withSection(made, name, make()), text),
}));
