import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { JournalFile } from '../../../../src/engine/store/journalFile.ts';
import { underFileLimit } from '../../../fullDisk.ts';

const onlyPosix = { skip: process.platform === 'win32' };

describe('A journal', () => {
  let folder = '';
  let path = '';
  beforeEach(() => {
    folder = fs.mkdtempSync(join(tmpdir(), 'arbscope-journal-'));
    path = join(folder, 'own', 'lines.jsonl');
  });
  afterEach(() => {
    restore();
    fs.rmSync(folder, { recursive: true, force: true });
  });
  /** Also affects modules that import the function by name. */
  const replaceInFs = (name: 'fsyncSync' | 'renameSync', by: (...given: never[]) => void) => {
    mock.method(fs, name, by);
    syncBuiltinESMExports();
  };
  const restore = () => {
    mock.restoreAll();
    syncBuiltinESMExports();
  };
  const linesOf = (file: JournalFile) => {
    const lines: string[] = [];
    const isWhole = file.read((line) => lines.push(line));
    return { lines, isWhole };
  };

  it('loses only the line that a crash cut off', () => {
    const file = new JournalFile(path);
    assert.deepEqual(linesOf(file), { lines: [], isWhole: true });
    file.append('first');
    fs.appendFileSync(path, '{"cut o');
    file.append(['third', 'fourth']);
    assert.deepEqual(linesOf(file).lines, ['first', '{"cut o', 'third', 'fourth']);
  });

  it('keeps lines added after a full disk cut off a line', onlyPosix, () => {
    fs.mkdirSync(join(folder, 'own'));
    fs.writeFileSync(path, `${'x'.repeat(1_000)}\n`);
    const module = join(import.meta.dirname, '../../../../src/engine/store/journalFile.ts');
    const script = `
      const { JournalFile } = await import(${JSON.stringify(module)});
      try {
        new JournalFile(${JSON.stringify(path)}).append('second-'.repeat(100));
      } catch (error) {
        console.log(error.code);
      }`;
    const args = ['--input-type=module', '--eval', script];
    const [command, limited] = underFileLimit(2)(process.execPath, args);
    const run = spawnSync(command, limited, { encoding: 'utf8' });
    assert.equal(run.stdout.trim(), 'EFBIG', run.stderr);
    assert.equal(fs.statSync(path).size, 1_024, 'no part of the line was written');
    const file = new JournalFile(path);
    file.append('third');
    assert.equal(linesOf(file).lines.at(-1), 'third');
  });

  it('syncs a line and its folder before the append returns', () => {
    const synced: string[] = [];
    const real = fs.fsyncSync;
    const kindOf = (file: number) => (fs.fstatSync(file).isDirectory() ? 'folder' : 'file');
    replaceInFs('fsyncSync', (file: number) => {
      synced.push(`${kindOf(file)} ${fs.readFileSync(path, 'utf8').trim()}`);
      real(file);
    });
    const file = new JournalFile(path);
    file.append('one');
    assert.deepEqual(synced, []);
    fs.rmSync(path);
    file.append('two', { sync: true });
    const folders = process.platform === 'win32' ? [] : ['folder two'];
    assert.deepEqual(synced, ['file two', ...folders]);
    file.append('three', { sync: true });
    assert.equal(synced.at(-1), 'file two\n\nthree');
    assert.equal(synced.length, 2 + folders.length);
  });

  it('syncs its replacement first, so that a power failure loses nothing', () => {
    const file = new JournalFile(path);
    linesOf(file);
    file.append(['one', 'two']);
    const steps: string[] = [];
    for (const name of ['fsyncSync', 'renameSync'] as const) {
      const real = fs[name] as (...given: unknown[]) => void;
      replaceInFs(name, (...given: unknown[]) => {
        steps.push(name);
        real(...given);
      });
    }
    assert.equal(file.replace(['two']), true);
    assert.deepEqual(steps.slice(0, 2), ['fsyncSync', 'renameSync']);
    assert.deepEqual(linesOf(file).lines, ['two']);
    assert.deepEqual(fs.readdirSync(join(folder, 'own')), ['lines.jsonl']);
  });

  it('is never replaced if another process has added lines', async () => {
    const file = new JournalFile(path);
    linesOf(file);
    file.append('one');
    assert.equal(file.isCurrent, true);
    new JournalFile(path).append('two');
    assert.equal(file.isCurrent, false);
    assert.equal(file.replace(['one']), false);
    assert.deepEqual(linesOf(file).lines, ['one', 'two']);
    const lines = function* () {
      yield 'x'.repeat(100_000);
      new JournalFile(path).append('three');
      yield 'rest';
    };
    assert.equal(await file.replaceInPieces(lines()), false);
    assert.deepEqual(linesOf(file).lines, ['one', 'two', 'three']);
    assert.deepEqual(fs.readdirSync(join(folder, 'own')), ['lines.jsonl']);
  });

  it('stays unchanged if it cannot be replaced', () => {
    const file = new JournalFile(path);
    linesOf(file);
    file.append('one');
    replaceInFs('fsyncSync', () => {
      throw new Error('no space');
    });
    assert.throws(() => file.replace([]), /no space/);
    restore();
    assert.deepEqual(linesOf(file).lines, ['one']);
    assert.deepEqual(fs.readdirSync(join(folder, 'own')), ['lines.jsonl']);
  });

  it('reads only its newest part if it is huge', () => {
    const file = new JournalFile(path, 1_000);
    file.append(Array.from({ length: 50_000 }, (_, at) => `line ${at} ${'é'.repeat(at % 7)}`));
    const { lines, isWhole } = linesOf(file);
    assert.equal(isWhole, false);
    assert.equal(lines.at(-1), `line 49999 ${'é'.repeat(49_999 % 7)}`);
    assert.match(lines[0] ?? '', /^line 499\d\d é*$/);
    assert.ok(lines.join('\n').length <= 1_000);
  });

  it('takes little memory to read, whatever its size', () => {
    fs.mkdirSync(join(folder, 'own'));
    fs.writeFileSync(path, '');
    fs.truncateSync(path, 300_000_000);
    fs.appendFileSync(path, '\nnewest\n');
    const before = process.memoryUsage().rss;
    const file = new JournalFile(path, 1_000_000);
    assert.equal(linesOf(file).lines.at(-1), 'newest');
    assert.ok(process.memoryUsage().rss - before < 50_000_000);
  });

  it('is readable only by its user, even if it was not before', onlyPosix, () => {
    const before = process.umask(0);
    try {
      const file = new JournalFile(path);
      linesOf(file);
      file.append('one');
      assert.equal(fs.statSync(path).mode & 0o777, 0o600);
      assert.equal(fs.statSync(join(folder, 'own')).mode & 0o777, 0o700);
      fs.chmodSync(path, 0o644);
      file.append('two');
      assert.equal(fs.statSync(path).mode & 0o777, 0o600);
      assert.equal(file.replace(['two']), true);
      assert.equal(fs.statSync(path).mode & 0o777, 0o600);
    } finally {
      process.umask(before);
    }
  });

  it('is not read or written through a symbolic link', onlyPosix, () => {
    const target = join(folder, 'other.txt');
    fs.writeFileSync(target, 'mine\n');
    path = join(folder, 'lines.jsonl');
    fs.symlinkSync(target, path);
    const file = new JournalFile(path);
    assert.throws(() => linesOf(file), { code: 'ELOOP' });
    assert.throws(() => file.append('x'), { code: 'ELOOP' });
    assert.equal(file.replace(['x']), false);
    assert.equal(fs.readFileSync(target, 'utf8'), 'mine\n');
    assert.ok(fs.lstatSync(path).isSymbolicLink());
  });

  it('fails at once if its path is a folder or a pipe', onlyPosix, () => {
    const pipe = join(folder, 'pipe');
    assert.equal(spawnSync('mkfifo', [pipe]).status, 0);
    for (const name of [folder, pipe, '/dev/null']) {
      const file = new JournalFile(name);
      assert.throws(() => linesOf(file), /is a folder|not a regular file/, name);
      assert.throws(() => file.append('x'), /ENXIO|is a folder|not a regular file/, name);
    }
  });
});
