import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { readManifest } from '../../scripts/manifest.ts';
import { root } from '../../scripts/paths.ts';
import { suiteLimit } from '../suiteLimit.ts';

describe('The command line', suiteLimit, () => {
  it('is called arbscope once npm has linked it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'arbscope-bin-'));
    try {
      const { bin, version } = readManifest();
      // npm links every entry of `bin` in this way.
      for (const [name, file] of Object.entries(bin)) {
        await chmod(join(root, file), 0o755);
        await symlink(join(root, file), join(folder, name));
      }
      const path = [folder, dirname(process.execPath), process.env['PATH']].join(delimiter);
      const { stdout, stderr } = spawnSync('arbscope', ['--version'], {
        encoding: 'utf8',
        env: { ...process.env, PATH: path },
      });
      assert.equal(stdout.trim(), version, stderr);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(root, 'dist/backend.js'), ...args], {
      encoding: 'utf8',
      ...suiteLimit,
    });
  const commandsIn = (text: string) =>
    Array.from(text.matchAll(/^ {2}arbscope (\w+)/gm), ([, name]) => name);

  it('shows the usage of the given command, or of all commands', () => {
    const all = run('--help');
    assert.equal(all.status, 0);
    assert.ok(commandsIn(all.stdout).length >= 10);
    for (const help of [run('decode', '--help').stdout, run('decode').stderr]) {
      assert.deepEqual(commandsIn(help), ['decode']);
      assert.match(help, /^All commands: arbscope --help$/m);
    }
    for (const args of [['nothing'], []]) {
      const { status, stderr } = run(...args);
      assert.equal(status, 2);
      assert.match(stderr, /^error: .*\n\nArbscope\n\nUsage:/);
      assert.deepEqual(commandsIn(stderr), commandsIn(all.stdout));
    }
  });

  it('names the required Node.js version when an older one runs it', () => {
    const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });`;
    const { stderr, status } = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${older}`, join(root, 'dist/backend.js'), 'serve'],
      { encoding: 'utf8', ...suiteLimit },
    );
    assert.equal(
      stderr,
      'error: Arbscope needs Node.js 22 or later, and this is Node.js 20.20.2. Install a newer version, then try again.\n',
    );
    assert.equal(status, 1);
  });
});
