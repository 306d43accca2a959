/**
 * npm run bench:load [-- --seconds=300] [--keys=200] [-- serve options]: a served Sandbox with
 * requests of many keys at the published rates, each with Live open. Prints latencies, failures,
 * shared responses and the server's memory. Fails if a request failed with a status other than 429.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { ServeProcess } from '../contract/serveProcess.ts';
import { writeKeyFile } from '../keyFiles.ts';
import { runLoad } from './loadRun.ts';

const { values, positionals } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    keys: { type: 'string', default: '200' },
  },
  allowPositionals: true,
});
const folder = await mkdtemp(join(tmpdir(), 'arbscope-load-'));
const file = join(folder, 'keys.json');
const names = Array.from({ length: Number(values.keys) }, (_, at) => `bot-${at + 1}`);
const keys = await writeKeyFile(
  file,
  names.map((name) => ({ name, tier: 'low' })),
);
const started = performance.now();
const server = await ServeProcess.open(['--keys', file, ...positionals]);
try {
  console.log(`ready after ${((performance.now() - started) / 1_000).toFixed(1)} s`);
  const report = await runLoad({ url: server.url, keys, seconds: Number(values.seconds) });
  for (const [name, each] of Object.entries({ all: report.milliseconds, ...report.byOperation })) {
    const at = (part: number) => each[Math.ceil(part * each.length) - 1]?.toFixed(1) ?? '-';
    console.log(
      `${name}: ${each.length} answered, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`,
    );
  }
  console.log(
    `${report.failures.length} failures, ${report.rateLimited} of 429, ` +
      `${report.streamEvents} events of Live`,
  );
  for (const failure of new Set(report.failures)) console.log(`  ${failure}`);
  const headers = { 'x-api-key': keys[0] ?? '' };
  const { body } = await server.request('/metrics', headers);
  for (const line of body.split('\n')) {
    if (
      /^(arbscope_(shared|arbitrages|rows|store_bytes|stream)|process_(resident|cpu_s))/.test(line)
    ) {
      console.log(line);
    }
  }
  process.exitCode = report.failures.length === 0 ? 0 : 1;
} finally {
  await server.process.kill('SIGTERM');
  await rm(folder, { recursive: true, force: true });
}
