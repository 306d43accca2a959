import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { KeptAnswers } from '../../../../src/market/service/keptAnswers.ts';

const token = (name: string) => ({
  name,
  symbol: 'X',
  decimals: 9,
  program: 'spl-token',
  image_uri: '',
  authorities: { update: null, freeze: null, close: null, mint: null },
  metadata: { pointers: { onchain: '', online: '' }, data: { onchain: {}, online: {} } },
});

describe('Answers that outlast a session', () => {
  let folder = '';
  let path = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbscope-kept-'));
    path = join(folder, 'answers', 'a.jsonl');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const keyOf = (name: string) => `tokenInfo {"token":"${name}"}`;
  const add = (kept: KeptAnswers, name: string, at = 1) =>
    kept.add('tokenInfo', keyOf(name), JSON.stringify(token(name)), at);
  const nameOf = (kept: KeptAnswers, name: string): unknown =>
    Reflect.get(Object(kept.find('tokenInfo', keyOf(name))?.result), 'name');

  it('are there again, the newest of each', async () => {
    const kept = await KeptAnswers.open(path);
    add(kept, 'one');
    kept.add('tokenInfo', keyOf('one'), JSON.stringify(token('newer')), 2);
    await kept.close();
    const again = await KeptAnswers.open(path);
    const found = again.find('tokenInfo', keyOf('one'));
    assert.equal(found?.atMilliseconds, 2);
    assert.equal(nameOf(again, 'one'), 'newer');
    assert.deepEqual(
      [...again.all('tokenInfo')].map(([parameters]) => parameters),
      [{ token: 'one' }],
    );
    await again.close();
    if (process.platform !== 'win32') assert.equal((await stat(path)).mode & 0o777, 0o600);
  });

  it('lose a line that is damaged, cut off or no answer, and no other', async () => {
    const kept = await KeptAnswers.open(path);
    add(kept, 'one');
    add(kept, 'two');
    await kept.close();
    const [first = '', second = ''] = (await readFile(path, 'utf8')).split('\n');
    const wrong = second.replace('"decimals":9', '"decimals":"x"');
    await writeFile(path, `garbage\n${first}\n{"v":9}\t{}\n${wrong}\n${second.slice(0, 60)}`);
    const again = await KeptAnswers.open(path);
    assert.equal(nameOf(again, 'one'), 'one');
    assert.equal(again.find('tokenInfo', keyOf('two')), null);
    await again.close();
  });

  it('are bounded, in memory and in the file', async () => {
    const limits = { answers: 3, bytes: 2_000 };
    const kept = await KeptAnswers.open(path, limits);
    for (let index = 0; index < 50; index += 1) add(kept, `token ${index}`);
    await kept.close();
    assert.ok((await stat(path)).size <= 2_000 * 1.5 + 500);
    const again = await KeptAnswers.open(path, limits);
    assert.equal(nameOf(again, 'token 49'), 'token 49');
    assert.equal(again.find('tokenInfo', keyOf('token 0')), null);
    assert.ok([...again.all('tokenInfo')].length <= 3);
    await again.close();
  });

  it('are not read from, or written through, a link', async () => {
    const other = join(folder, 'other.txt');
    await writeFile(other, 'mine');
    await (await KeptAnswers.open(path)).close();
    await rm(path);
    await symlink(other, path);
    const kept = await KeptAnswers.open(path);
    add(kept, 'one');
    await kept.close();
    assert.equal(await readFile(other, 'utf8'), 'mine');
    assert.equal(nameOf(kept, 'one'), 'one');
  });
});
