import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { DuckDbStore } from '../../../../src/engine/store/duckdb/duckdbStore.ts';
import { signatureOf } from '../../../unit/engine/syntheticBlocks.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'arbscope-crash-'));
after(() => rm(folder, { recursive: true, force: true }));

const url = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href);

const indexing = `
  const { DuckDbStore } = await import(${url('../../../../src/engine/store/duckdb/duckdbStore.ts')});
  const { address, block, record, signatureOf, solAt, tip, twoLegs } =
    await import(${url('../../../unit/engine/syntheticBlocks.ts')});
  const store = await DuckDbStore.open(process.argv[1]);
  for (let slot = (store.newestSlot ?? 0) + 1; ; slot++) {
    const route = (at) =>
      twoLegs(address('t' + slot), [address('a'), address('p' + at)], [address('b'), address('q')]);
    const records = Array.from({ length: 20 }, (_, at) =>
      record({
        ...route(at),
        slot,
        index: at,
        signature: signatureOf(slot * 100 + at),
        tips: [tip('JITO', 1n)],
      }),
    );
    await store.add(block({ slot, blockTimeSeconds: slot, records, observations: [solAt(100)] }));
    await store.flush();
    console.log(slot);
  }
`;

test('repeated kills during indexing lose no written block', async () => {
  const file = path.join(folder, 'store.duckdb');
  let told = 0;
  for (const blocks of [3, 40, 7]) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', indexing, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const goal = told + blocks;
    for await (const line of createInterface(child.stdout)) {
      told = Math.max(told, Number(line));
      if (told >= goal) child.kill('SIGKILL');
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    const store = await DuckDbStore.open(file);
    const newest = store.newestSlot ?? 0;
    assert.ok(newest >= told, `${newest} of ${told}`);
    assert.equal(store.arbitrages, newest * 20);
    const [rows = []] = await store.query(
      'SELECT count(*)::UINTEGER FROM credits UNION ALL SELECT count(*)::UINTEGER FROM tips',
    );
    assert.deepEqual(rows, [newest * 40, newest * 20]);
    const last = (await store.findTransaction(signatureOf(newest * 100 + 19)))?.record;
    assert.equal(last?.legs[0]?.pool, 'p19'.padEnd(40, 'x'));
    await store.close();
  }
});
