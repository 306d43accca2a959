import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { PersistentResponseCache } from '../../../../src/backend/service/persistentResponseCache.ts';

const token = (name: string) => ({
  name,
  symbol: 'X',
  decimals: 9,
  program: 'spl-token',
  image_uri: '',
  authorities: { update: null, freeze: null, close: null, mint: null },
  metadata: { pointers: { onchain: '', online: '' }, data: { onchain: {}, online: {} } },
});

describe('Responses that persist across sessions', () => {
  let folder = '';
  let path = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'arbscope-kept-'));
    path = join(folder, 'answers', 'a.jsonl');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const keyOf = (name: string) => `tokenInfo {"token":"${name}"}`;
  const add = (kept: PersistentResponseCache, name: string, at = 1) =>
    kept.set('tokenInfo', keyOf(name), JSON.stringify(token(name)), at);
  const nameOf = (kept: PersistentResponseCache, name: string): unknown =>
    Reflect.get(Object(kept.get('tokenInfo', keyOf(name))?.result), 'name');

  it('are restored, the newest for each call', async () => {
    const kept = await PersistentResponseCache.open(path);
    add(kept, 'one');
    kept.set('tokenInfo', keyOf('one'), JSON.stringify(token('newer')), 2);
    await kept.close();
    const again = await PersistentResponseCache.open(path);
    const found = again.get('tokenInfo', keyOf('one'));
    assert.equal(found?.atMilliseconds, 2);
    assert.equal(nameOf(again, 'one'), 'newer');
    assert.deepEqual(
      [...again.entriesOf('tokenInfo')].map(([parameters]) => parameters),
      [{ token: 'one' }],
    );
    await again.close();
    if (process.platform !== 'win32') assert.equal((await stat(path)).mode & 0o777, 0o600);
  });

  it('lose only damaged, truncated or invalid lines', async () => {
    const kept = await PersistentResponseCache.open(path);
    add(kept, 'one');
    add(kept, 'two');
    await kept.close();
    const [first = '', second = ''] = (await readFile(path, 'utf8')).split(/\n+/).slice(1);
    const wrong = second.replace('"decimals":9', '"decimals":"x"');
    await writeFile(path, `garbage\n${first}\n{"v":9}\t{}\n${wrong}\n${second.slice(0, 60)}`);
    const again = await PersistentResponseCache.open(path);
    assert.equal(nameOf(again, 'one'), 'one');
    assert.equal(again.get('tokenInfo', keyOf('two')), null);
    await again.close();
  });

  it('are bounded in memory and on disk', async () => {
    const limits = { answers: 3, bytes: 2_000 };
    const kept = await PersistentResponseCache.open(path, limits);
    for (let index = 0; index < 50; index += 1) add(kept, `token ${index}`);
    await kept.close();
    assert.ok((await stat(path)).size <= 2_000 * 1.5 + 500);
    const again = await PersistentResponseCache.open(path, limits);
    assert.equal(nameOf(again, 'token 49'), 'token 49');
    assert.equal(again.get('tokenInfo', keyOf('token 0')), null);
    assert.ok([...again.entriesOf('tokenInfo')].length <= 3);
    await again.close();
  });

  it('survive a full disk and a folder in place of the file', async () => {
    await mkdir(path, { recursive: true });
    const kept = await PersistentResponseCache.open(path);
    add(kept, 'one');
    await kept.close();
    assert.equal(nameOf(kept, 'one'), 'one');
    assert.ok((await stat(path)).isDirectory());
  });

  it('leave a file far above the limit unchanged', async () => {
    const limits = { answers: 3, bytes: 100 };
    await mkdir(join(folder, 'answers'));
    await writeFile(path, 'precious '.repeat(1_000));
    const kept = await PersistentResponseCache.open(path, limits);
    add(kept, 'one');
    await kept.close();
    assert.equal(await readFile(path, 'utf8'), 'precious '.repeat(1_000));
  });

  it('include those added by a window of another version', async () => {
    const limits = { answers: 50, bytes: 5_000 };
    const [one, other] = [
      await PersistentResponseCache.open(path, limits),
      await PersistentResponseCache.open(path, limits),
    ];
    const size = async () => (await stat(path)).size;
    const addToOne = async (name: string) => {
      add(one, name);
      await one.close();
    };
    await addToOne('first');
    while ((await size()) < 6_500) await addToOne('one');
    add(other, 'other');
    await other.close();
    // Until the next compaction.
    while ((await size()) > 6_500) await addToOne('last');
    const again = await PersistentResponseCache.open(path, limits);
    assert.equal(nameOf(again, 'other'), 'other');
    assert.equal(nameOf(again, 'last'), 'last');
  });

  it('are not read or written through a symbolic link', async () => {
    const other = join(folder, 'other.txt');
    await writeFile(other, 'mine');
    await mkdir(join(folder, 'answers'));
    await symlink(other, path);
    const kept = await PersistentResponseCache.open(path);
    add(kept, 'one');
    await kept.close();
    assert.equal(await readFile(other, 'utf8'), 'mine');
    assert.equal(nameOf(kept, 'one'), 'one');
  });
});
