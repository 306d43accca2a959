/**
 * node scripts/everyScript.mjs [NAME…]: runs every script of package.json, or those named, each in a
 * fresh clone of this repository without installed packages. Scripts that run until they are stopped
 * are stopped when they print that they are ready. Exits with 1 if a script fails or is not listed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Arguments of each script, short runs; `until`: printed by a script that does not end, once ready. */
const runs = {
  start: { args: ['--browser'], until: /http:\/\/127\.0\.0\.1:\d+/ },
  cluster: { args: ['--no-editor'], until: /The team is ready/ },
  test: { args: ['fuzz'] },
  'test:all': { args: ['fuzz'] },
  'test:unit': {},
  'test:mutations': { args: ['redact'] },
  'test:clickhouse': {},
  'test:cluster': {},
  build: {},
  watch: { until: /build finished/ },
  check: {},
  typecheck: {},
  lint: {},
  format: {},
  bench: { args: ['scan'] },
  soak: { args: ['--minutes=1'] },
  'soak:views': { args: ['1'] },
  package: {},
  sbom: {},
  screenshots: {},
  generate: {},
};

/** Runs a script in a fresh clone; the reason of a failure, or an empty string. */
async function runScript(name) {
  const { args = [], until } = runs[name];
  const folder = mkdtempSync(join(tmpdir(), 'script-'));
  try {
    const clone = join(folder, 'main');
    const cloned = spawnSync('git', ['clone', '--quiet', root, clone], { encoding: 'utf8' });
    if (cloned.status !== 0) return cloned.stderr;
    const child = spawn('npm', ['run', name, '--', ...args], { cwd: clone, detached: true });
    let output = '';
    let isReady = false;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        if (isReady || until === undefined || !until.test(output)) return;
        isReady = true;
        process.kill(-child.pid, 'SIGINT');
      });
    }
    const [code] = await once(child, 'close');
    const hasPassed = until === undefined ? code === 0 : isReady;
    return hasPassed ? '' : `exit code ${code}\n${output.slice(-3_000)}`;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const requested = process.argv.slice(2);
let failed = 0;
for (const name of requested.length > 0 ? requested : Object.keys(scripts)) {
  const start = performance.now();
  const failure = name in runs ? await runScript(name) : 'not listed in scripts/everyScript.mjs';
  if (failure !== '') failed += 1;
  const seconds = ((performance.now() - start) / 1_000).toFixed(0);
  console.log(`${failure === '' ? 'passed' : 'FAILED'}  ${seconds} s  npm run ${name}`);
  if (failure !== '') console.log(failure);
}
process.exitCode = failed > 0 ? 1 : 0;
