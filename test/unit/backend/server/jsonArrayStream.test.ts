import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { jsonArrayStream } from '../../../../src/backend/server/jsonArrayStream.ts';

const patient = 60_000;

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString();
}

async function* rowsOf(count: number, onMade: (row: number) => void = () => undefined) {
  for (let row = 0; row < count; row++) {
    onMade(row);
    yield { row, text: 'é"\\'.repeat(row % 7), amount: 2n ** 63n };
    await setImmediate();
  }
}

test('the JSON stream writes no, one or many rows as one array', async () => {
  for (const count of [0, 1, 3_000]) {
    const text = await textOf(await jsonArrayStream(rowsOf(count), patient));
    const rows = JSON.parse(text) as { row: number }[];
    assert.deepEqual(
      rows.map(({ row }) => row),
      Array.from({ length: count }, (_, row) => row),
    );
    if (count > 0) assert.ok(text.includes('"amount":9223372036854775808'));
  }
});

test('a failure before the first row of a JSON stream can still become an error response', async () => {
  const failing = {
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('no store')) }),
  };
  await assert.rejects(jsonArrayStream(failing, patient), /no store/);
});

test('a failure after the first row leaves invalid JSON, which cannot pass for complete', async () => {
  const failing = (async function* () {
    yield* rowsOf(3);
    throw new Error('the store went away');
  })();
  await assert.rejects(textOf(await jsonArrayStream(failing, patient)), /went away/);
});

test('the JSON stream produces no more than a slow reader takes', async () => {
  let made = 0;
  const stream = await jsonArrayStream(
    rowsOf(1_000_000, () => made++),
    patient,
  );
  for await (const _ of stream) break;
  assert.ok(made < 20_000, `${made} rows were made for one piece`);
});

test('a reader that takes nothing is disconnected, and the rows are released', async () => {
  let isReleased = false;
  const rows = (async function* () {
    try {
      while (true) yield 'x'.repeat(70_000);
    } finally {
      isReleased = true;
    }
  })();
  const stream = await jsonArrayStream(rows, 20);
  stream.read(0);
  await new Promise((resolve) => stream.once('close', resolve));
  await setImmediate();
  assert.ok(isReleased);
});
