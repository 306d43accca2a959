import { poolTimesVariable } from '../host/results.ts';
import type { Bench, BenchResult } from './benchResult.ts';
import { median, percentile } from './percentile.ts';
import { buildForEditor, timesInEditor } from './timesInEditor.ts';

const openMilliseconds = 200;
const searchMilliseconds = 100;

/**
 * The Market Cache view with 300,000 pools inside a real VS Code, through the channel to the
 * backend: from the refresh to the rows of the first page, and one search, at the 95th percentile.
 */
export const bench: Bench = async () => {
  buildForEditor();
  const { open, search } = await timesInEditor<
    Readonly<Record<'open' | 'search', readonly number[]>>
  >('poolTimes', poolTimesVariable);
  return [
    resultOf('cache.open', open, openMilliseconds),
    resultOf('cache.search', search, searchMilliseconds),
  ];
};

function resultOf(name: string, times: readonly number[], allowed: number): BenchResult {
  const value = percentile(times, 0.95);
  return {
    name,
    value,
    unit: `ms at the 95th percentile; median ${median(times).toFixed(1)}`,
    reference: { name: 'what is allowed', value: allowed },
    ratio: allowed / value,
  };
}
