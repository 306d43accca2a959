/**
 * Runs every test/bench/*.bench.ts, or those whose file name contains one of the arguments, each in
 * a separate process, one after the other; prints a table and writes bench.json.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { backendFlags } from '../../src/extension/backend/backendProcess.ts';
import type { BenchResult } from '../../test/bench/benchResult.ts';
import { root } from '../paths.ts';

const benchFolder = join(root, 'test/bench');
const runOne = fileURLToPath(new URL('runOne.ts', import.meta.url));
const wanted = process.argv.slice(2);
const files = (await readdir(benchFolder))
  .filter((name) => name.endsWith('.bench.ts'))
  .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
  .sort();
if (files.length === 0) {
  console.error(
    `No test/bench/*.bench.ts ${wanted.length > 0 ? `matches ${wanted.join(' ')}` : ''}`,
  );
  process.exit(1);
}

const results: BenchResult[] = [];
for (const file of files) {
  console.log(`Measuring ${file}…`);
  const output = join(root, `bench.${process.pid}.partial`);
  // Uses the backend's flags, because most benchmarks measure its code.
  const child = spawn(
    process.execPath,
    [...backendFlags, runOne, join(benchFolder, file), output],
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
  const [code] = await once(child, 'exit');
  if (code === 0) results.push(...(JSON.parse(await readFile(output, 'utf8')) as BenchResult[]));
  else process.exitCode = 1;
  await rm(output, { force: true });
}

const figure = (value: number): string =>
  value.toLocaleString('en-US', { maximumSignificantDigits: 4 });
console.table(
  Object.fromEntries(
    results.map(({ name, value, unit, reference, ratio }) => [
      name,
      {
        value: `${figure(value)} ${unit}`,
        reference: `${figure(reference.value)} ${unit} (${reference.name})`,
        ratio: figure(ratio),
      },
    ]),
  ),
);
await writeFile(join(root, 'bench.json'), `${JSON.stringify(results, null, 2)}\n`);
