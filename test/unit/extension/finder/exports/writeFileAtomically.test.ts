import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import {
  type FileSystem,
  nodeFileSystem,
  sha256Hex,
  writeFileAtomically,
} from '../../../../../src/extension/finder/exports/writeFileAtomically.ts';

const failing = (code: string) => Object.assign(new Error(code), { code });

describe('A file that is written atomically', () => {
  let root: string;
  let folder: string;
  let path: string;
  let runs = 0;

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'arbscope-safe-'));
  });
  beforeEach(async () => {
    folder = join(root, String(runs++));
    path = join(folder, 'markets.json');
    await mkdir(folder);
  });
  after(() => rm(root, { recursive: true, force: true }));

  const content = () => readFile(path, 'utf8');
  /** No other file is left in the folder. */
  const alone = async () => assert.deepEqual(await readdir(folder), ['markets.json']);

  it('is created when there is none', async () => {
    assert.deepEqual(await writeFileAtomically({ path, text: 'new', knownHashes: [] }), {
      kind: 'written',
      print: sha256Hex('new'),
    });
    assert.equal(await content(), 'new');
    await alone();
  });

  it('replaces no device, pipe or socket', { skip: process.platform === 'win32' }, async () => {
    const server = createServer().listen(path);
    await once(server, 'listening');
    assert.deepEqual(await writeFileAtomically({ path, text: 'new', knownHashes: null }), {
      kind: 'failed',
      reason: 'It is not a file.',
    });
    assert.ok((await stat(path)).isSocket());
    await alone();
    server.close();
  });

  it('replaces its previous content, keeping its permissions', async () => {
    await writeFile(path, 'old');
    await chmod(path, 0o600);
    const knownHashes = [sha256Hex('older'), sha256Hex('old')];
    assert.equal((await writeFileAtomically({ path, text: 'new', knownHashes })).kind, 'written');
    assert.equal(await content(), 'new');
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    await alone();
  });

  it('is not overwritten after an outside change', async () => {
    await writeFile(path, 'theirs');
    const writing = await writeFileAtomically({
      path,
      text: 'new',
      knownHashes: [sha256Hex('old')],
    });
    assert.deepEqual(writing, { kind: 'edited' });
    assert.equal(await content(), 'theirs');
    await alone();
  });

  it('is replaced, whatever it contains, if the user confirms', async () => {
    await writeFile(path, 'theirs');
    assert.equal(
      (await writeFileAtomically({ path, text: 'new', knownHashes: null })).kind,
      'written',
    );
    assert.equal(await content(), 'new');
  });

  it('is not overwritten if it changes during the write', async () => {
    await writeFile(path, 'old');
    const fileSystem: FileSystem = {
      ...nodeFileSystem,
      async create(aside, bytes, mode) {
        await nodeFileSystem.create(aside, bytes, mode);
        await writeFile(path, 'theirs');
      },
    };
    const writing = await writeFileAtomically({
      path,
      text: 'new',
      knownHashes: [sha256Hex('old')],
      fileSystem,
    });
    assert.deepEqual(writing, { kind: 'edited' });
    assert.equal(await content(), 'theirs');
    await alone();
  });

  it('keeps its content if the disk is full, without leaving a partial file', async () => {
    await writeFile(path, 'old');
    const fileSystem: FileSystem = {
      ...nodeFileSystem,
      async create(aside, bytes) {
        await writeFile(aside, bytes.subarray(0, 1));
        throw failing('ENOSPC');
      },
    };
    const writing = await writeFileAtomically({ path, text: 'new', knownHashes: null, fileSystem });
    assert.deepEqual(writing, { kind: 'failed', reason: 'The disk is full.' });
    assert.equal(await content(), 'old');
    await alone();
  });

  it('keeps its content if the new one cannot be read back', async () => {
    await writeFile(path, 'old');
    const fileSystem: FileSystem = {
      ...nodeFileSystem,
      create: (aside, bytes) => writeFile(aside, bytes.subarray(1)),
    };
    const writing = await writeFileAtomically({ path, text: 'new', knownHashes: null, fileSystem });
    assert.equal(writing.kind, 'failed');
    assert.equal(await content(), 'old');
    await alone();
  });

  it('keeps its content if the rename fails', async () => {
    await writeFile(path, 'old');
    const fileSystem: FileSystem = {
      ...nodeFileSystem,
      rename: () => Promise.reject(failing('EPERM')),
    };
    const writing = await writeFileAtomically({ path, text: 'new', knownHashes: null, fileSystem });
    assert.deepEqual(writing, { kind: 'failed', reason: 'No permission to write there.' });
    assert.equal(await content(), 'old');
    await alone();
  });

  it('fails with a clear error if its folder is missing, or a folder has its name', async () => {
    const gone = join(folder, 'gone', 'markets.json');
    assert.deepEqual(await writeFileAtomically({ path: gone, text: 'new', knownHashes: [] }), {
      kind: 'failed',
      reason: 'The folder does not exist.',
    });
    await mkdir(path);
    assert.deepEqual(await writeFileAtomically({ path, text: 'new', knownHashes: null }), {
      kind: 'failed',
      reason: 'A folder with this name exists.',
    });
  });

  it('is written through a symbolic link, which remains a link', async () => {
    const target = join(root, `target-${runs}`);
    await writeFile(target, 'old');
    await symlink(target, path);
    assert.equal(
      (await writeFileAtomically({ path, text: 'new', knownHashes: null })).kind,
      'written',
    );
    assert.equal(await readFile(target, 'utf8'), 'new');
    assert.equal(await readlink(path), target);
  });

  it('has its hash stored before the replacement, so that it is recognized after a crash', async () => {
    await writeFile(path, 'old');
    const told: string[] = [];
    await writeFileAtomically({
      path,
      text: 'new',
      knownHashes: null,
      onBeforeReplace: async (print) => {
        told.push(print, await content());
      },
    });
    assert.deepEqual(told, [sha256Hex('new'), 'old']);
  });

  it('is complete at every read', async () => {
    const texts = ['a', 'b'].map((letter) => letter.repeat(200_000));
    await writeFile(path, texts[0] ?? '');
    let isDone = false;
    const reading = (async () => {
      while (!isDone) {
        const text = await content();
        assert.ok(texts.includes(text), `${text.length} characters`);
      }
    })();
    for (let round = 0; round < 20; round++) {
      await writeFileAtomically({ path, text: texts[(round + 1) % 2] ?? '', knownHashes: null });
    }
    isDone = true;
    await reading;
  });
});
