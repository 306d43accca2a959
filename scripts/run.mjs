/**
 * node scripts/run.mjs FILE [ARGUMENT…]: runs a script of this project, also from a fresh clone.
 * Needs only Node 20 and npm: it installs the packages that are missing, then runs the file with
 * the project's own Node.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const binaries = join(root, 'node_modules/.bin');
const onWindows = process.platform === 'win32';
const projectNode = join(root, 'node_modules/node/bin', onWindows ? 'node.exe' : 'node');

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return null;
  }
}

/** Whether npm's own record of node_modules lists every package of the lock file. */
function isInstalled() {
  const wanted = readPackages('package-lock.json');
  // npm writes this file last, so a broken-off installation lacks it.
  const installed = readPackages('node_modules/.package-lock.json');
  if (wanted === null || installed === null) return false;
  const complete = Object.entries(wanted).every(
    ([place, { version, optional }]) =>
      place === '' || (installed[place]?.version ?? (optional ? version : null)) === version,
  );
  return complete && spawnSync(projectNode, ['--version']).status === 0;
}

let current = null;
/** What ends the running command. */
let end = (signal) => current?.kill(signal);

/** Resolves with the exit code; 128 and more after a signal. */
async function run(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
  current = child;
  const [code, signal] = await once(child, 'exit');
  return code ?? 128 + (constants.signals[signal] ?? 0);
}

/** npm retries for minutes without a network. */
const registryMilliseconds = 10_000;
const progressMilliseconds = 15_000;

/** npm in its own process group: after Ctrl+C it would delete for a minute what it has installed. */
async function runNpm(args, options = {}) {
  end = (signal) => {
    killTree(current);
    console.error('\nStopped. The next start installs the packages again.');
    process.exit(128 + (constants.signals[signal] ?? 0));
  };
  const stdio = ['ignore', 'inherit', 'inherit'];
  try {
    return await run('npm', args, { shell: onWindows, detached: !onWindows, stdio, ...options });
  } finally {
    end = (signal) => current?.kill(signal);
  }
}

function killTree({ pid }) {
  try {
    if (onWindows) spawnSync('taskkill', ['/pid', String(pid), '/t', '/f']);
    else process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}

/** Any answer of the registry counts, also a refusal of the ping. */
async function isRegistryReachable() {
  let errors = '';
  const pinging = runNpm(
    ['ping', `--fetch-timeout=${registryMilliseconds}`, '--fetch-retries=0', '--loglevel=error'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  current.stderr.on('data', (text) => {
    errors += text;
  });
  let isLate = false;
  const limit = setTimeout(() => {
    isLate = true;
    killTree(current);
  }, registryMilliseconds);
  const code = await pinging;
  clearTimeout(limit);
  const isNetwork =
    /\b(ENOTFOUND|EAI_AGAIN|EAI_FAIL|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b/;
  return !isLate && (code === 0 || !isNetwork.test(errors));
}

/** Prints how far npm is: it prints nothing itself if the output is not a terminal. */
function showProgress() {
  const places = Object.keys(readPackages('package-lock.json') ?? {}).filter(Boolean);
  const start = Date.now();
  const timer = setInterval(() => {
    const there = places.filter((place) => existsSync(join(root, place, 'package.json'))).length;
    const seconds = Math.round((Date.now() - start) / 1_000);
    console.log(`  ${there} of up to ${places.length} packages after ${seconds} s`);
  }, progressMilliseconds);
  return () => clearInterval(timer);
}

async function installMissingPackages() {
  if (isInstalled()) return;
  console.log(
    'Installing the packages of package-lock.json (npm ci). The first time this takes one to three\n' +
      'minutes; Ctrl+C stops it at once.',
  );
  const isOnline = await isRegistryReachable();
  if (!isOnline) console.log('The npm registry does not answer; trying the cache of npm…');
  const hideProgress = showProgress();
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const code = await runNpm(isOnline ? args : [...args, '--offline']);
  hideProgress();
  if (code !== 0 && !isOnline) {
    console.error(
      'The packages were not installed: the npm registry does not answer.\n' +
        'Check the network (and npm config get proxy), then start again.',
    );
  }
  if (code !== 0) process.exit(code);
  // npm that blocks install scripts leaves the package `node` without its binary.
  if (!isInstalled()) await runNpm(['rebuild', 'node']);
  if (spawnSync(projectNode, ['--version']).status !== 0) {
    console.error(`npm has installed no Node at ${projectNode}: its install script did not run.`);
    process.exit(1);
  }
}

/**
 * Calls `onGone` when npm is killed by SIGKILL, which it cannot forward: its children then get
 * another parent. A shell runs between npm and this process; its parent can be read from /proc, on
 * Linux only.
 */
function watchNpm(onGone) {
  const parents = () => {
    const shell = isShell(process.ppid) ? parentOf(process.ppid) : '';
    return `${process.ppid} ${shell}`;
  };
  const atStart = parents();
  setInterval(() => {
    if (parents() !== atStart) onGone();
  }, 500).unref();
}

function isShell(pid) {
  return readProcFile(pid, 'cmdline').split('\0')[1] === '-c';
}

function parentOf(pid) {
  // pid (command, which may contain any character) state parent …
  return readProcFile(pid, 'stat')
    .replace(/^.*\) \S /s, '')
    .split(' ')[0];
}

function readProcFile(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

const [file, ...args] = process.argv.slice(2);
if (file === undefined) {
  console.error('Usage: node scripts/run.mjs FILE [ARGUMENT…]');
  process.exit(2);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => end(signal));
}
if (process.env.npm_lifecycle_event !== undefined) watchNpm(() => end('SIGTERM'));
await installMissingPackages();
process.exitCode = await run(projectNode, [join(root, file), ...args], {
  env: { ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH ?? ''}` },
});
