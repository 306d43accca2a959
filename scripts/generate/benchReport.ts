import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchResult } from '../../test/bench/benchResult.ts';
import { root } from '../paths.ts';
import { markdownTable, withSection } from './section.ts';

const figure = (value: number): string =>
  value.toLocaleString('en-US', { maximumSignificantDigits: 4 });

/** The report with the figures of the last run beside it; as it is where none was made here. */
export function withBenchFigures(text: string): string {
  const file = join(root, 'bench.json');
  if (!existsSync(file)) return text;
  const results = JSON.parse(readFileSync(file, 'utf8')) as readonly BenchResult[];
  const rows = results.map(({ name, value, unit, reference, ratio }) => [
    `\`${name}\``,
    `${figure(value)} ${unit}`,
    `${figure(reference.value)} ${unit}: ${reference.name}`,
    figure(ratio),
  ]);
  return withSection(
    text,
    'results',
    markdownTable(['What', 'Measured', 'Held against', 'Ratio'], rows),
  );
}
