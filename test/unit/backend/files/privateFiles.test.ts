import assert from 'node:assert/strict';
import { chmod, chown, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ensurePrivateDirectory, readSecret } from '../../../../src/backend/files/privateFiles.ts';

const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

describe('A private folder or file', { skip: process.platform === 'win32' }, () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbscope-private-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** A folder of another user: root's home, or one that root assigns to another user. */
  async function foreignFolder(): Promise<string> {
    if (!isRoot) return '/root';
    const path = join(folder, 'foreign');
    await mkdir(path, { mode: 0o700 });
    await chown(path, nobody, nobody);
    return path;
  }
  async function foreignFile(): Promise<string> {
    if (!isRoot) return '/etc/passwd';
    const path = join(folder, 'foreign.secret');
    await writeFile(path, 'ab'.repeat(32), { mode: 0o600 });
    await chown(path, nobody, nobody);
    return path;
  }

  it('is created for the user alone, and never accepted from another user', async () => {
    const path = join(folder, 'a', 'b');
    await ensurePrivateDirectory(path);
    await assert.rejects(ensurePrivateDirectory(await foreignFolder()), /belongs to another user/);
    await chmod(path, 0o750);
    await assert.rejects(ensurePrivateDirectory(path), /open to other users/);
    await symlink(join(folder, 'a'), join(folder, 'link'));
    await assert.rejects(ensurePrivateDirectory(join(folder, 'link')), /not a directory/);
  });

  it('is not read as the secret if another user owns it', async () => {
    const path = await foreignFile();
    await assert.rejects(readSecret(path), /belongs to another user/);
  });
});
