import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { MarketError } from '../../../../src/api/marketError.ts';
import { Engine } from '../../../../src/engine/engine.ts';
import { RecordedSource } from '../../../../src/engine/sources/recordedSource.ts';
import { RpcTransactionBuilder } from '../decode/rpcTransactionBuilder.ts';
import { smbBot, trader } from '../decode/swapFixtures.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'arbscope-recorded-'));
const never = new AbortController().signal;
after(() => rm(folder, { recursive: true, force: true }));

const blockJson = (parentSlot: number, blockTime: number): string =>
  JSON.stringify({
    result: {
      blockhash: `hash${parentSlot}`,
      previousBlockhash: 'before',
      parentSlot,
      blockTime,
      transactions: [],
    },
  });
const transactionJson = (slot: number, blockTime: number, data = ''): string =>
  JSON.stringify({ slot, blockTime, transaction: [data, 'base64'], meta: {} });

async function write(name: string, content: string | Uint8Array): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}
async function slotsOf(source: RecordedSource): Promise<[slot: number, transactions: number][]> {
  const slots: [number, number][] = [];
  for await (const { slot, block } of source.history(new AbortController().signal)) {
    slots.push([slot, block.transactions.length]);
  }
  return slots;
}

test('a recording yields blocks oldest first, by the slot in the file name if present', async () => {
  const source = new RecordedSource([
    await write('205.json.gz', gzipSync(blockJson(202, 1_000))),
    await write('oldest.json', blockJson(99, 900)),
  ]);
  assert.deepEqual(await slotsOf(source), [
    [100, 0],
    [205, 0],
  ]);
});

test('a recording yields single transactions of one slot as one block', async () => {
  const source = new RecordedSource([
    await write('one.json', transactionJson(7, 500)),
    await write('two.json', transactionJson(7, 500, 'AA==')),
    await write('again.json', transactionJson(7, 500)),
    await write('three.json', transactionJson(5, 400)),
  ]);
  assert.deepEqual(await slotsOf(source), [
    [5, 1],
    [7, 2],
  ]);
});

test('a recording yields each block of a file with several, and reports what it could not read', async () => {
  const lines = [blockJson(309, 1), '{"slot":', blockJson(299, 1), transactionJson(305, 2)];
  const skipped: string[] = [];
  const file = await write('several.jsonl', lines.join('\n'));
  const source = new RecordedSource([file], (reason) => skipped.push(reason));
  assert.deepEqual(await slotsOf(source), [
    [300, 0],
    [305, 1],
    [310, 0],
  ]);
  assert.deepEqual(skipped, [`${file}: line 2: it is no JSON, or is cut off`]);
  await rm(file);
});

test('a recording has no new blocks to follow', async () => {
  for await (const block of new RecordedSource([]).follow()) assert.fail(`${block.slot}`);
});

test('a recording skips and reports other files in its folder', async () => {
  const skipped: string[] = [];
  await write('notes.json', '{"a": 1}');
  await write('cut.json.gz', gzipSync(blockJson(1, 1)).subarray(0, 30));
  const slots = await slotsOf(new RecordedSource([folder], (reason) => skipped.push(reason)));
  assert.deepEqual(
    slots.map(([slot]) => slot),
    [5, 7, 100, 205],
  );
  assert.equal(skipped.length, 2);
});

test('an explicitly named file that is not a recording is an error', async () => {
  const refused = (error: unknown) => MarketError.is(error, 'bad-parameter');
  await assert.rejects(slotsOf(new RecordedSource([path.join(folder, 'cut.json.gz')])), refused);
  await assert.rejects(slotsOf(new RecordedSource([path.join(folder, 'missing.json')])), refused);
  const empty = await mkdtemp(path.join(folder, 'empty-'));
  await assert.rejects(slotsOf(new RecordedSource([empty])), /no recorded block/);
});

test('named files that cannot be read cost only themselves', async () => {
  const skipped: string[] = [];
  const other = await mkdtemp(path.join(tmpdir(), 'arbscope-recorded-'));
  after(() => rm(other, { recursive: true, force: true }));
  const named = async (name: string, content: string): Promise<string> => {
    const file = path.join(other, name);
    await writeFile(file, content);
    return file;
  };
  const files = [
    await named('1.json', ''),
    await named('401.json', blockJson(400, 1_000)),
    await named('402.json', blockJson(401, 4_294_967_295)),
    await named('403.json', '{"result": '),
    await named('404.json', blockJson(403, 1_001)),
  ];
  const source = new RecordedSource(files, (reason) => skipped.push(reason));
  const engine = await Engine.open({ source, store: ':memory:' });
  assert.equal(engine.blocks, 2);
  await engine.close();
  const [empty, future, cut] = skipped.sort();
  assert.match(empty ?? '', /1\.json: /);
  assert.match(future ?? '', /402\.json: .*ahead of this machine/);
  assert.match(cut ?? '', /403\.json: /);
  assert.equal(skipped.length, 3);
});

test('a recording without inner instructions is an error if named, otherwise reported', async () => {
  const { meta, ...transaction } = new RpcTransactionBuilder(trader)
    .call(smbBot, [trader], [28])
    .build();
  const other = await mkdtemp(path.join(tmpdir(), 'arbscope-recorded-'));
  after(() => rm(other, { recursive: true, force: true }));
  const file = path.join(other, 'bot.json');
  await writeFile(
    file,
    JSON.stringify({ ...transaction, meta: { ...meta, innerInstructions: null } }),
  );
  const reason = /bot\.json: .*did not record innerInstructions/;
  const open = (source: RecordedSource) => Engine.open({ source, store: ':memory:' });
  await assert.rejects(open(new RecordedSource([file])), reason);
  const skipped: string[] = [];
  const engine = await open(new RecordedSource([other], (text) => skipped.push(text)));
  assert.equal(engine.blocks, 0);
  await engine.close();
  assert.equal(skipped.length, 1);
  assert.match(skipped[0] ?? '', reason);
});

test('a recording gives single blocks again, and tells skipped slots from unrecorded ones', async () => {
  const source = new RecordedSource([await write('310.json', blockJson(307, 1_000))]);
  assert.deepEqual(await slotsOf(source), [[310, 0]]);
  const { slotReader } = source;
  assert.equal((await slotReader.block(310, never)).kind, 'block');
  assert.equal((await slotReader.block(309, never)).kind, 'none');
  assert.equal((await slotReader.block(307, never)).kind, 'missing');
  assert.equal(await slotReader.slotOf('nobody', null, never), null);
});

test('a recording tells in which slots a wallet acted, newest first, and where it begins or has gaps', async () => {
  const sent = new RpcTransactionBuilder(trader).call(smbBot, [trader], [1]).build('sent');
  const recorded = async (parentSlot: number, blockTime: number, transactions: unknown[]) => {
    const block = { ...JSON.parse(blockJson(parentSlot, blockTime)).result, transactions };
    return await write(`${parentSlot + 1}.json`, JSON.stringify({ result: block }));
  };
  const source = new RecordedSource([
    await recorded(399, 2_000, [sent]),
    await recorded(400, 2_001, []),
    await recorded(401, 2_002, [sent, { transaction: ['', 'base64'], meta: {} }]),
    await recorded(402, 2_003, [sent]),
    await recorded(404, 2_005, [sent]),
  ]);
  await slotsOf(source);
  const actsIn = async (fromSeconds: number, toSeconds: number) => {
    const found: unknown[] = [];
    const window = { fromSeconds, toSeconds };
    for await (const one of source.slotReader.slotsOf(trader, window, never)) {
      found.push('reason' in one ? one.beforeSeconds : one.slot);
    }
    return found;
  };
  assert.deepEqual(await actsIn(2_001, 2_002), [402]);
  assert.deepEqual(await actsIn(1_000, 2_002), [402, 400, 2_000]);
  // Slot 404 is missing.
  assert.deepEqual(await actsIn(2_003, 2_009), [405, 403, 2_005]);
  const earlier = source.slotReader.slotsOf(trader, { fromSeconds: 500, toSeconds: 600 }, never);
  const reason = 'The recording begins at 1970-01-01T00:33:20.000Z.';
  const found: unknown[] = [];
  for await (const one of earlier) found.push(one);
  assert.deepEqual(found, [{ beforeSeconds: 600, reason }]);
});
