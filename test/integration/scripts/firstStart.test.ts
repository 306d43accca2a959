import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { root } from '../../../scripts/paths.ts';
import { buildIfChanged } from '../../../scripts/start/build.ts';
import { keptSessionFolder } from '../../../scripts/start/sessions.ts';
import { suiteLimit } from '../../suiteLimit.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'arbscope-start-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const onWindows = process.platform === 'win32';

describe('A first start', { ...suiteLimit, skip: onWindows }, () => {
  /** In a fresh clone with one package, and a shell script instead of npm. */
  async function start(npm: string): Promise<ChildProcess> {
    const binaries = join(folder, 'bin');
    await mkdir(join(folder, 'scripts'));
    await mkdir(binaries);
    await cp(join(root, 'scripts/run.mjs'), join(folder, 'scripts/run.mjs'));
    const lock = { packages: { '': {}, 'node_modules/one': { version: '1.0.0' } } };
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
    await writeFile(join(binaries, 'npm'), `#!/bin/sh\n${npm}\n`);
    await chmod(join(binaries, 'npm'), 0o755);
    const { npm_lifecycle_event: _event, ...environment } = process.env;
    return spawn(process.execPath, ['scripts/run.mjs', 'any.ts'], {
      cwd: folder,
      env: { ...environment, PATH: `${binaries}:${process.env['PATH']}` },
      stdio: ['ignore', 'pipe', 'pipe'],
      // As in a terminal, where Ctrl+C reaches the whole group.
      detached: true,
    });
  }

  test('ends at once with Ctrl+C, with npm and what npm has started', async () => {
    const child = await start(
      "[ $1 = ping ] && exit\ntrap '' INT TERM\necho installing\nsleep 999",
    );
    const { stdout, stderr, pid } = child;
    assert.ok(stdout !== null && stderr !== null && pid !== undefined);
    const said = text(stderr);
    for await (const line of createInterface({ input: stdout })) {
      if (line === 'installing') process.kill(-pid, 'SIGINT');
    }
    // The output of run.mjs closes with the last process that has it.
    const [code] = child.exitCode === null ? await once(child, 'close') : [child.exitCode];
    assert.equal(code, 130);
    assert.match(await said, /Stopped\. The next start installs the packages again\./);
  });

  test('says without a network that the registry does not answer', async () => {
    const child = await start(
      '[ $1 = ping ] && { echo npm error code ENOTFOUND >&2; exit 1; }\necho $* > asked\nexit 1',
    );
    assert.ok(child.stderr !== null && child.stdout !== null);
    child.stdout.resume();
    const said = text(child.stderr);
    const [code] = await once(child, 'close');
    assert.equal(code, 1);
    assert.match(await said, /the npm registry does not answer\.\nCheck the network/);
    assert.match(await readFile(join(folder, 'asked'), 'utf8'), /^ci .*--offline$/m);
  });

  test('installs from a registry that answers, even if it has no ping', async () => {
    const child = await start(
      '[ $1 = ping ] && { echo npm error code E404 >&2; exit 1; }\necho $* > asked\nexit 7',
    );
    assert.ok(child.stderr !== null && child.stdout !== null);
    child.stderr.resume();
    const said = text(child.stdout);
    const [code] = await once(child, 'close');
    assert.equal(code, 7);
    assert.match(await said, /takes one to three\nminutes/);
    assert.doesNotMatch(await readFile(join(folder, 'asked'), 'utf8'), /--offline/);
  });
});

test('a start builds only if a source, the lock file or the last build has changed', async () => {
  let builds = 0;
  const source = join(folder, 'src/deep/one.ts');
  const output = join(folder, 'dist/package.json');
  for (const name of ['src/deep', 'dist']) await mkdir(join(folder, name), { recursive: true });
  await writeFile(source, 'one');
  await writeFile(output, '{}');
  const start = (succeeds = true) =>
    buildIfChanged(folder, () => {
      builds += 1;
      return succeeds;
    });
  assert.equal(start(false), false);
  assert.equal(start(), true);
  assert.equal(start(), true);
  assert.equal(builds, 2);
  await writeFile(source, 'longer');
  start();
  await writeFile(join(folder, 'package-lock.json'), '{}');
  start();
  // Another build, for example for production.
  await utimes(output, 1, 1);
  start();
  start();
  assert.equal(builds, 5);
});

test('a kept session has its files again, and belongs to one process at a time', async () => {
  const first = await keptSessionFolder(folder);
  assert.equal(first.isNew, true);
  await mkdir(first.sampleBot);
  await first.release();
  const again = await keptSessionFolder(folder);
  assert.deepEqual([again.folder, again.isNew], [first.folder, false]);
  await writeFile(join(again.folder, 'pid'), String(process.ppid));
  await assert.rejects(keptSessionFolder(folder), /is open in process \d+/);
});
