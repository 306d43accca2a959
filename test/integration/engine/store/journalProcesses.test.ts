import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { JournalFile } from '../../../../src/engine/store/journalFile.ts';

const module = join(import.meta.dirname, '../../../../src/engine/store/journalFile.ts');

describe('A journal of several processes', { timeout: 60_000 }, () => {
  let folder = '';
  let path = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'arbscope-journals-'));
    path = join(folder, 'lines.jsonl');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = async (script: string): Promise<void> => {
    const text = `
      const { JournalFile } = await import(${JSON.stringify(module)});
      const file = new JournalFile(${JSON.stringify(path)});
      ${script}`;
    const args = ['--input-type=module', '--eval', text];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    const [code] = await once(child, 'close');
    assert.equal(code, 0);
  };
  const linesOf = () => {
    const lines: string[] = [];
    new JournalFile(path).read((line) => lines.push(line));
    return lines;
  };

  it('keeps each line that one synced while another compacts it', async () => {
    const count = 1_000;
    const append = (name: string) =>
      run(`
      for (let at = 0; at < ${count}; at += 1) file.append('${name} ' + at, { sync: true });
      file.append('end', { sync: true });
    `);
    const compact = run(`
      for (let ends = 0; ends < 2; ) {
        const lines = new Set();
        ends = 0;
        file.read((line) => {
          if (line === 'end') ends += 1;
          lines.add(line === 'end' ? 'end ' + ends : line);
        });
        file.replace([...lines].map((line) => line.replace(/^end .*/, 'end')));
      }
    `);
    await Promise.all([append('one'), append('other'), compact]);
    const lines = linesOf();
    assert.equal(new Set(lines).size, 2 * count + 1);
    const others = lines.filter((line) => line.startsWith('other'));
    assert.deepEqual(
      others,
      Array.from({ length: count }, (_, at) => `other ${at}`),
    );
    assert.ok(!existsSync(`${path}.lock`));
  });

  it('is written although a process was killed while it wrote', async () => {
    const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(ended, 'close');
    writeFileSync(`${path}.lock`, `${hostname()} ${ended.pid} some-id`);
    new JournalFile(path).append('one');
    assert.deepEqual(linesOf(), ['one']);
    assert.ok(!existsSync(`${path}.lock`));
  });
});
