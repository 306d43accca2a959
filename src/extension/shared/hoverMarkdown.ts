import { escapeMarkdownText } from '../../api/sanitizeText.ts';
import type { CommandId } from '../contributions/commands.ts';
import type { FactSheet } from './factSheet.ts';

/** Filter of the arbitrages that a link shows: `{ tokens: [mint] }`. */
type LinkScope = Readonly<Record<string, readonly string[]>>;

export type HoverLink =
  | { readonly title: string; readonly command: CommandId; readonly argument: string | LinkScope }
  | { readonly title: string; readonly page: string };

/** The only commands that hover links may run. Each opens, copies, simulates or prompts. */
export const hoverCommands = [
  'arbscope.lookUp',
  'arbscope.lookUpTransaction',
  'arbscope.copyAddress',
  'arbscope.askService',
  'arbscope.inspectTransaction',
  'arbscope.simulateTransaction',
  'arbscope.openMarket',
  'arbscope.openPercentiles',
  'arbscope.openToken',
  'arbscope.trackWallet',
  'arbscope.openWallet',
  'arbscope.openPool',
  'arbscope.showPools',
  'arbscope.revealPool',
  'arbscope.showArbitrages',
] as const satisfies readonly CommandId[];

/** Everything except the links is escaped. */
export function hoverMarkdown(facts: FactSheet, links: readonly HoverLink[] = []): string {
  const { title, kindLabel, warnings, note } = facts;
  const heading = [
    ...(title === '' ? [] : [`**${escapeLine(title)}**`]),
    ...(kindLabel === '' ? [] : [escapeLine(kindLabel)]),
  ].join(' · ');
  const rows = facts.facts.map(
    ([name, value]) => `| ${escapeLine(name)} | ${formatTableCell(value)} |`,
  );
  return [
    ...(heading === '' ? [] : [heading, '']),
    ...warnings.flatMap((warning) => [`⚠ ${escapeLine(warning)}`, '']),
    ...(links.length === 0 ? [] : [links.map(formatLink).join(' &nbsp; '), '']),
    ...(rows.length === 0 ? [] : ['| | |', '|:--|:--|', ...rows, '']),
    ...(note === undefined ? [] : [escapeLine(note)]),
  ].join('\n');
}

const escapeLine = (text: string): string => escapeMarkdownText(text).replace(/\s+/gu, ' ');

/** Addresses and signatures are shown in monospace, to be compared letter by letter. */
const formatTableCell = (value: string): string =>
  /^[1-9A-HJ-NP-Za-km-z]{32,88}$/.test(value) ? `\`${value}\`` : escapeLine(value);

function formatLink(link: HoverLink): string {
  const target =
    'page' in link
      ? link.page
      : `command:${link.command}?${encodeURIComponent(JSON.stringify([link.argument]))}`;
  // A closing parenthesis is the only remaining character that would end the target.
  return `[${escapeLine(link.title)}](${target.replaceAll('(', '%28').replaceAll(')', '%29')})`;
}
