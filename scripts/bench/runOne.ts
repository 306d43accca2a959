/**
 * node runOne.ts BENCH_FILE OUTPUT_FILE: a fresh process for each, so that none warms up another.
 */
import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Bench } from '../../test/bench/benchResult.ts';

const [benchFile = '', outputFile = ''] = process.argv.slice(2);
const { bench } = (await import(pathToFileURL(benchFile).href)) as { readonly bench: Bench };
await writeFile(outputFile, JSON.stringify(await bench()));
