import assert from 'node:assert/strict';
import { chmod, chown, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ensurePrivateDirectory, readSecret } from '../../../../src/backend/files/privateFiles.ts';

const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

describe('What is private', { skip: process.platform === 'win32' }, () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbscope-private-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  /** Something of another user: root's own, or given away by root. */
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

  it('is made for the user alone, and never a folder of another user', async () => {
    const path = join(folder, 'a', 'b');
    await ensurePrivateDirectory(path);
    await assert.rejects(ensurePrivateDirectory(await foreignFolder()), /belongs to another user/);
    await chmod(path, 0o750);
    await assert.rejects(ensurePrivateDirectory(path), /open to other users/);
    await symlink(join(folder, 'a'), join(folder, 'link'));
    await assert.rejects(ensurePrivateDirectory(join(folder, 'link')), /not a directory/);
  });

  it('is not a secret that another user has laid there', async () => {
    const path = await foreignFile();
    await assert.rejects(readSecret(path), /belongs to another user/);
  });
});
