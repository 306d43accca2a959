/** Throws if the section's markers are missing. */
export function withSection(text: string, name: string, content: string): string {
  const begin = `<!-- generated: ${name} -->`;
  const end = `<!-- end: ${name} -->`;
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${begin} … ${end} is missing`);
  return `${text.slice(0, from + begin.length)}\n\n${content}\n\n${text.slice(to)}`;
}

export const markdownRow = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replace(/\s+/g, ' ').replaceAll('|', '\\|')).join(' | ')} |`;

export const markdownTable = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string =>
  [markdownRow(head), `|${'---|'.repeat(head.length)}`, ...rows.map(markdownRow)].join('\n');
