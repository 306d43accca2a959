import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PanelId, panelIds, type ViewId, viewIds } from '../../src/extension/contributions.ts';
import { readManifest } from '../manifest.ts';
import { root } from '../paths.ts';
import { markdownTable, withSection } from './markdown.ts';

interface Setting {
  readonly default?: unknown;
  readonly scope?: string;
  readonly description?: string;
  readonly markdownDescription?: string;
}

interface Keybinding {
  readonly command: string;
  readonly key: string;
  readonly mac?: string;
}

/** What each member of an interface of `contributions.ts` is for, by its doc comment. */
function docComments(name: 'Commands'): ReadonlyMap<string, string> {
  const text = readFileSync(join(root, 'src/extension/contributions.ts'), 'utf8');
  const [, body = ''] =
    new RegExp(`export interface ${name} \\{\\n(.*?)\\n\\}`, 's').exec(text) ?? [];
  const found = body.matchAll(/\/\*\*((?:(?!\*\/).)*)\*\/\s*'(arbscope\.[\w.]+)'/gs);
  return new Map(
    [...found].map(([, comment = '', id = '']) => [
      id,
      comment
        .replace(/^\s*\*? ?/gm, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    ]),
  );
}

function commandsTable(): string {
  const comments = docComments('Commands');
  const { contributes } = readManifest();
  const keybindings: readonly Keybinding[] = contributes.keybindings;
  const rows = contributes.commands.map(({ command, title }) => {
    const comment = comments.get(command);
    if (comment === undefined) throw new Error(`${command} is not described in contributions.ts`);
    const bound = keybindings.find((each) => each.command === command);
    const keys = bound === undefined ? '' : ` (${bound.key})`;
    return [`${title}${keys}`, comment];
  });
  return markdownTable(['Arbscope: …', 'What it does'], rows.toSorted(byFirst));
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
  return markdownTable(['Setting', 'Default', 'Set by', 'What it is'], rows);
}

/** Who may set a setting, by its scope. */
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

/** What each view and panel is for; a new one without words does not compile. */
const viewDescriptions: Readonly<Record<ViewId | PanelId, string>> = {
  'arbscope.finder':
    'whether to trade, what fees and tips others pay, and the tokens that earn, down to their pools',
  'arbscope.wallets': 'wallets that you track: their last day and last transactions, compared',
  'arbscope.marketCache': 'every pool of the connection by AMM, with the accounts of a swap',
  'arbscope.landings': 'what you have landed, from accepted to landed, with the rate of success',
  'arbscope.transaction': 'one transaction: its route as a map, and every step from gross to net',
  'arbscope.percentiles': 'tips and fees by provider, and what a percentile would cost',
  'arbscope.token': 'one token: authorities, metadata on and off the chain, figures, pools',
};

const panelTitles: Readonly<Record<PanelId, string>> = {
  'arbscope.transaction': 'Transaction',
  'arbscope.percentiles': 'Percentile Charts',
  'arbscope.token': 'Token',
};

function viewsTable(): string {
  const named = readManifest().contributes.views.arbscope;
  const views = Object.values(viewIds).map((id) => {
    const name = named.find((each) => each.id === id)?.name ?? id;
    return [name, 'view in the side bar', viewDescriptions[id]];
  });
  const panels = Object.values(panelIds).map((id) => [
    panelTitles[id],
    'panel',
    viewDescriptions[id],
  ]);
  return markdownTable(['', 'Where', 'What it shows'], [...views, ...panels]);
}

const tables = { views: viewsTable, commands: commandsTable, settings: settingsTable } as const;

/** README.md with its tables as the manifest and the code have them. */
export const withReadmeTables = (text: string): string =>
  Object.entries(tables).reduce((made, [name, table]) => withSection(made, name, table()), text);
