import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchResult } from '../../test/bench/benchResult.ts';
import { root } from '../paths.ts';
import { markdownRow, markdownTable, withSection } from './markdown.ts';

const figure = (value: number): string =>
  value.toLocaleString('en-US', { maximumSignificantDigits: 4 });

function rowsOf(text: string): Map<string, string> {
  const rows = text.split('\n').filter((line) => line.startsWith('| `'));
  const measured = rows.filter((line) => line.split(' | ').length === 4);
  return new Map(measured.map((line) => [line.split('`')[1] ?? '', line]));
}

/**
 * The report with the results of the last run; other rows stay. Unchanged if there was no run on
 * this machine.
 */
export function withBenchResults(text: string): string {
  const file = join(root, 'bench.json');
  if (!existsSync(file)) return text;
  const results = JSON.parse(readFileSync(file, 'utf8')) as readonly BenchResult[];
  const rows = rowsOf(text);
  for (const { name, value, unit, reference, ratio } of results) {
    const cells = [
      `\`${name}\``,
      `${figure(value)} ${unit}`,
      `${figure(reference.value)}: ${reference.name}`,
      figure(ratio),
    ];
    rows.set(name, markdownRow(cells));
  }
  const sorted = [...rows].sort(([first], [second]) => (first < second ? -1 : 1));
  const head = markdownTable(['What', 'Measured', 'Held against', 'Ratio'], []);
  return withSection(text, 'results', [head, ...sorted.map(([, row]) => row)].join('\n'));
}
