import { isAddress } from '../../api/base58.ts';
import { isObject } from '../../api/isObject.ts';

/** Both parts are shown as plain text. */
export type Fact = readonly [name: string, value: string];

export interface RowCommand {
  readonly title: string;
  readonly command: string;
  readonly arguments?: readonly unknown[];
}

/** Independent of the editor's API. */
export interface TreeRow {
  /** Stable across refreshes, so that rows stay expanded; contains no figures. */
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  /** Theme color of the icon, if the color has a meaning. */
  readonly color?: string;
  readonly context: RowContext;
  /** Address or signature of the row, for copying, dragging and looking up. */
  readonly address?: string;
  /** Suffix of the context value for menus: kind of a failure, or a state with its own buttons. */
  readonly state?: string;
  readonly click?: RowCommand;
  /** Read by screen readers instead of label and description. */
  readonly accessibilityLabel: string;
  readonly heading: string;
  /** Called when the tooltip opens. */
  readonly facts: () => readonly Fact[];
  /** Last sentence of the tooltip. */
  readonly note?: string;
  /** Called when the row is expanded; undefined without children. */
  readonly children?: () => readonly TreeRow[];
  /** Replaces `children` if they require a request. */
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

/** Address or signature of a row, from any argument that a menu, link or extension passes. */
export const rowAddress = (given: unknown): string | null => stringMember(given, 'address');

/** Id of a row, or the text passed instead of a row; empty for anything else. */
export function rowId(given: unknown): string {
  return typeof given === 'string' ? given : (stringMember(given, 'id') ?? '');
}

function stringMember(given: unknown, name: string): string | null {
  const value = isObject(given) ? given[name] : null;
  return typeof value === 'string' ? value : null;
}

export function parseMintArgument(what: unknown): string | undefined {
  const mint = (rowAddress(what) ?? rowId(what)).replace(/^token:/, '').replace(/\/.*$/s, '');
  return isAddress(mint) ? mint : undefined;
}

/** Escapes all external text: no links, images, markup or end of a table cell. */
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

/** Addresses in a fixed-width font, which is easier to compare letter by letter. */
const formatTableCell = (value: string): string =>
  /^[1-9A-HJ-NP-Za-km-z]{32,88}$/.test(value) ? `\`${value}\`` : escapeMarkdown(value);

const escapeMarkdown = (text: string): string =>
  text
    .replace(/[\\`*_{}[\]()#+\-!~|.:@]/g, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\s+/g, ' ');
