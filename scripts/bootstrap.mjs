/**
 * The first step of every script: runs on the Node that is there (20 or later) with nothing but its
 * built-in modules, installs what is missing and goes on with the project's own Node.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
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

/** Whether npm's own record of node_modules holds every package of the lock file. */
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

/** The child that runs now: signals are for it. */
let current = null;

/** Runs a command to its end; its exit code, as a shell would tell it. */
async function run(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
  current = child;
  const [code, signal] = await once(child, 'exit');
  return code ?? 128 + (constants.signals[signal] ?? 0);
}

async function installWhatIsMissing() {
  if (isInstalled()) return;
  console.log('Installing the packages of package-lock.json (npm ci)…');
  const options = { shell: onWindows };
  const code = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], options);
  if (code !== 0) process.exit(code);
  // npm that blocks install scripts leaves the package `node` without its binary.
  if (!isInstalled()) await run('npm', ['rebuild', 'node'], options);
  if (spawnSync(projectNode, ['--version']).status !== 0) {
    console.error(`npm has installed no Node at ${projectNode}: its install script did not run.`);
    process.exit(1);
  }
}

/**
 * Installs what is missing, then runs a TypeScript file of this folder with the project's Node and
 * the arguments of this process, passes signals on, and ends as it ends.
 */
export async function runWithProjectNode(file) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => current?.kill(signal));
  }
  if (process.env.npm_lifecycle_event !== undefined) watchNpm(() => current?.kill('SIGTERM'));
  await installWhatIsMissing();
  const code = await run(projectNode, [join(root, 'scripts', file), ...process.argv.slice(2)], {
    env: { ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH ?? ''}` },
  });
  process.exit(code);
}

/**
 * npm that is killed outright passes no signal on: only its children's parent changes. Between npm
 * and this process stands a shell, whose own parent only Linux tells without asking a program.
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
  // pid (command, which may hold anything) state parent …
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
