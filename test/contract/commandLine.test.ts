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
      // As npm does for every entry of `bin`.
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
});
