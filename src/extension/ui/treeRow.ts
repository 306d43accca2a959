import { isAddress } from '../../api/base58.ts';
import { isObject } from '../../api/isObject.ts';

/** A line of a tooltip. Both parts are shown as plain text, whatever they hold. */
export type Fact = readonly [name: string, value: string];

/** A command of the editor. */
export interface RowCommand {
  readonly title: string;
  readonly command: string;
  readonly arguments?: readonly unknown[];
}

/** A row of a tree, without anything of the editor. */
export interface TreeRow {
  /** The same after a refresh, so that what was expanded stays so: it holds no figure. */
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** Codicon. */
  readonly icon: string;
  /** Theme colour of the icon, where it means something. */
  readonly color?: string;
  /** What the row is, for menus. */
  readonly context: RowContext;
  /** The address or signature that the row is of: what copying, dragging and looking up take. */
  readonly address?: string;
  /** After the context, for menus: the kind of a failure, or what else asks for buttons of its own. */
  readonly state?: string;
  /** What a click does. */
  readonly click?: RowCommand;
  /** What screen readers say in place of label and description. */
  readonly accessibilityLabel: string;
  /** Of the tooltip. */
  readonly heading: string;
  /** Made when the tooltip is asked for. */
  readonly facts: () => readonly Fact[];
  /** A sentence at the end of the tooltip. */
  readonly note?: string;
  /** Made when the row is expanded; left out where there is nothing below. */
  readonly children?: () => readonly TreeRow[];
  /** In place of `children` where they have to be asked for. */
  readonly loadChildren?: (signal: AbortSignal) => Promise<readonly TreeRow[]>;
}

export type RowContext =
  | 'verdict'
  | 'percentile'
  | 'token'
  | 'amm'
  | 'pool'
  | 'wallet'
  | 'leader'
  | 'figure'
  | 'attempt'
  | 'arbitrage'
  | 'filter'
  | 'group'
  | 'address'
  | 'landing'
  | 'landingStatistics'
  | 'note'
  | 'error';

/** The address or signature of a row, from whatever a menu, a link or another extension gives. */
export const rowAddress = (given: unknown): string | null => stringMember(given, 'address');

/** The id of a row, or the text that is given in place of a row; empty for anything else. */
export function rowId(given: unknown): string {
  return typeof given === 'string' ? given : (stringMember(given, 'id') ?? '');
}

function stringMember(given: unknown, name: string): string | null {
  const value = isObject(given) ? given[name] : null;
  return typeof value === 'string' ? value : null;
}

/** The mint that a row of the Finder, or an address, stands for. */
export function parseMintArgument(what: unknown): string | undefined {
  const mint = (rowAddress(what) ?? rowId(what)).replace(/^token:/, '').replace(/\/.*$/s, '');
  return isAddress(mint) ? mint : undefined;
}

/**
 * The tooltip in Markdown. Everything that came from outside is escaped: nothing of it is read as
 * a link, an image, markup or the end of a table's cell.
 */
export function tooltipMarkdown({
  heading,
  facts,
  note,
}: Pick<TreeRow, 'heading' | 'facts' | 'note'>): string {
  const lines = facts().map(
    ([name, value]) => `| ${escapeMarkdown(name)} | ${formatTableCell(value)} |`,
  );
  return [
    `**${escapeMarkdown(heading)}**`,
    '',
    ...(lines.length === 0 ? [] : ['| | |', '|:--|:--|', ...lines, '']),
    ...(note === undefined ? [] : [escapeMarkdown(note)]),
  ].join('\n');
}

/** Addresses are read letter by letter, so they stand in a fixed-width font. */
const formatTableCell = (value: string): string =>
  /^[1-9A-HJ-NP-Za-km-z]{32,88}$/.test(value) ? `\`${value}\`` : escapeMarkdown(value);

const escapeMarkdown = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]()#+\-!~|.:@]/g, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\s+/g, ' ');
