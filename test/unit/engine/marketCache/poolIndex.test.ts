import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { PoolIndex } from '../../../../src/engine/marketCache/poolIndex.ts';

test('A table of pools works in memory where its file cannot be made', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-pools-'));
  try {
    const inFolder = join(folder, 'pools.duckdb');
    await mkdir(join(inFolder, 'own'), { recursive: true });
    await writeFile(join(folder, 'file'), 'mine');
    for (const path of [inFolder, join(folder, 'file', 'pools.duckdb')]) {
      const index = await PoolIndex.open(path);
      assert.equal(index.filling, null);
      await index.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
