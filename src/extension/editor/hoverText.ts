import { markdownText } from '../../interface/displayText.ts';
import type { CommandId } from '../contributions.ts';
import type { Facts } from './facts.ts';

/** A link of a hover: a command of this extension, or a page for the browser. */
export type HoverLink =
  | { readonly title: string; readonly command: CommandId; readonly argument: string }
  | { readonly title: string; readonly page: string };

/**
 * Commands that a hover may run; the editor refuses all others. Each opens, copies or asks for a
 * name: none sends, lands or signs.
 */
export const hoverCommands = [
  'arbscope.lookUp',
  'arbscope.lookUpTransaction',
  'arbscope.copyAddress',
  'arbscope.askService',
  'arbscope.inspectTransaction',
  'arbscope.openPercentiles',
  'arbscope.openToken',
  'arbscope.trackWallet',
  'arbscope.showPools',
  'arbscope.revealPool',
] as const satisfies readonly CommandId[];

/** Facts as the Markdown of a hover. Everything but the links is escaped. */
export function hoverText(facts: Facts, links: readonly HoverLink[] = []): string {
  const { title, what, warnings, note } = facts;
  const heading = [
    ...(title === '' ? [] : [`**${line(title)}**`]),
    ...(what === '' ? [] : [line(what)]),
  ].join(' · ');
  const rows = facts.facts.map(([name, value]) => `| ${line(name)} | ${cell(value)} |`);
  return [
    ...(heading === '' ? [] : [heading, '']),
    ...warnings.flatMap((warning) => [`⚠ ${line(warning)}`, '']),
    ...(rows.length === 0 ? [] : ['| | |', '|:--|:--|', ...rows, '']),
    ...(note === undefined ? [] : [line(note), '']),
    ...(links.length === 0 ? [] : [links.map(linkText).join(' &nbsp; ')]),
  ].join('\n');
}

const line = (text: string): string => markdownText(text).replace(/\s+/gu, ' ');

/** Addresses and signatures are read letter by letter. */
const cell = (value: string): string =>
  /^[1-9A-HJ-NP-Za-km-z]{32,88}$/.test(value) ? `\`${value}\`` : line(value);

function linkText(link: HoverLink): string {
  const target =
    'page' in link
      ? link.page
      : `command:${link.command}?${encodeURIComponent(JSON.stringify([link.argument]))}`;
  // A closing bracket is the only character of these that would end the target.
  return `[${line(link.title)}](${target.replaceAll('(', '%28').replaceAll(')', '%29')})`;
}
