import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { createGzip, gzipSync } from 'node:zlib';
import { stringifyJson } from '../../../../src/api/json.ts';
import { MarketError } from '../../../../src/api/marketError.ts';
import { readChainFile } from '../../../../src/engine/decode/readChainFile.ts';
import { randomSecretKey } from '../../../fixtures/scan/secretKeys.ts';
import { readChainEntry } from '../../../readChainEntry.ts';
import { address, RpcTransactionBuilder } from './rpcTransactionBuilder.ts';
import { trader } from './swapFixtures.ts';

const folder = mkdtempSync(join(tmpdir(), 'arbscope-read-'));
after(() => rmSync(folder, { recursive: true }));

const transaction = new RpcTransactionBuilder(trader).build();
const block = {
  blockhash: address('blockhash'),
  previousBlockhash: address('previous'),
  parentSlot: 41,
  transactions: [],
};

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe('A file of chain data', () => {
  it('is read plain or gzipped, with the whole RPC response or its result', async () => {
    const answer = JSON.stringify({ jsonrpc: '2.0', id: 1, result: transaction });
    for (const path of [
      file('result.json', JSON.stringify(transaction)),
      file('answer.json', answer),
      file('answer.json.gz', gzipSync(answer)),
    ]) {
      assert.deepEqual(await readChainEntry(path), {
        kind: 'transaction',
        source: path,
        transaction,
      });
    }
  });

  it('keeps every digit of balances beyond 2^53', async () => {
    const { meta } = transaction;
    assert.ok(meta);
    const wealthy = {
      ...transaction,
      meta: { ...meta, preBalances: [500_000_000_000_000_001n], postBalances: [2n ** 64n - 1n] },
    };
    for (const space of ['', ' ']) {
      const text = stringifyJson({ result: wealthy }).replaceAll(':', `:${space}`);
      const source = file('wealthy.json', text);
      const read = await readChainEntry(source);
      assert.deepEqual(read, { kind: 'transaction', source, transaction: wealthy });
    }
  });

  it('has the slot of its block in the name; otherwise, the slot after the parent is used', async () => {
    const text = JSON.stringify(block);
    const slotOf = async (path: string) => {
      const read = await readChainEntry(path);
      return read.kind === 'block' ? read.slot : undefined;
    };
    assert.equal(await slotOf(file('45.json', text)), 45);
    assert.equal(await slotOf(file('block.json', text)), 42);
    assert.equal(await slotOf(file('7.json', text)), 42);
  });

  const refusals: readonly [name: string, content: string | Uint8Array, reason: RegExp][] = [
    ['text.json', 'hello', /no JSON, or is cut off/],
    ['cut.json', JSON.stringify(transaction).slice(0, 200), /no JSON, or is cut off/],
    ['cut.json.gz', gzipSync(JSON.stringify(transaction)).subarray(0, 100), /gzip is damaged/],
    ['other.json', '{"hello":1}', /neither the answer of getTransaction nor that of getBlock/],
    ['null.json', '{"jsonrpc":"2.0","id":1,"result":null}', /did not know/],
    ['error.json', '{"error":{"code":-32009,"message":"Slot was skipped"}}', /Slot was skipped/],
    ['no-meta.json', JSON.stringify({ ...transaction, meta: null }), /no metadata/],
    ['no-slot.json', JSON.stringify({ ...transaction, slot: 'now' }), /its slot is missing/],
    ['time.json', JSON.stringify({ ...transaction, blockTime: 1e16 }), /not a time in seconds/],
    ['late.json', JSON.stringify({ ...transaction, blockTime: 2 ** 32 }), /not a time in seconds/],
    ['early.json', JSON.stringify({ ...transaction, blockTime: -1 }), /not a time in seconds/],
    ['slot.json', JSON.stringify({ ...transaction, slot: 2 ** 32 }), /its slot is .* out of range/],
    ['bare.json', JSON.stringify(transaction.transaction), /without its slot and metadata/],
    ['status.json', '{"signature":"x","slot":1,"err":null}', /a signature or its status only/],
    ['empty.json', '[]', /no transaction or block/],
    ['blank.json', ' \n', /is empty/],
    ['nothing.json', 'null', /contains only null/],
    ['pretty.json', JSON.stringify(transaction, null, 1).slice(0, -9), /no JSON, or is cut off/],
    ['signatures.json', '{"blockhash":"x","parentSlot":1,"signatures":[]}', /signatures only/],
    [
      'no-list.json',
      JSON.stringify({ ...block, transactions: 7 }),
      /block: transactions is invalid/,
    ],
    ['no-hash.json', JSON.stringify({ ...block, blockhash: null }), /block: blockhash is invalid/],
    [
      'no-parent.json',
      JSON.stringify({ transactions: [], blockhash: 'x' }),
      /previousBlockhash is/,
    ],
  ];
  for (const [name, content, reason] of refusals) {
    it(`that is unusable is rejected with its name and the reason: ${name}`, async () => {
      const path = file(name, content);
      await assert.rejects(readChainFile(path), (error) => {
        assert.ok(MarketError.is(error, 'bad-parameter'));
        assert.ok(error.message.startsWith(path));
        assert.match(error.message, reason);
        return true;
      });
    });
  }

  const key = randomSecretKey();
  const numbers = JSON.parse(randomSecretKey('bytes').written) as number[];
  const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
  const [first, second] = [key.base58.slice(0, 44), key.base58.slice(44)];
  const nodeError = (message: string) => JSON.stringify({ jsonrpc: '2.0', error: { message } });
  const good = JSON.stringify(transaction);
  const secrets: readonly [name: string, content: string, echo: RegExp][] = [
    ['id.json', JSON.stringify(numbers), /element/],
    ['id-lines.json', JSON.stringify(numbers, null, 1), /element/],
    ['id.txt', numbers.join('\n'), /element|line/],
    ['key.txt', key.base58, new RegExp(key.base58)],
    ['phrase.txt', phrase, /winner/],
    ['phrase.env', `MNEMONIC="${phrase}"`, /winner/],
    ['seed.txt', Buffer.from(numbers.slice(0, 32)).toString('hex'), /[\da-f]{16}/],
    ['seed.json', JSON.stringify(numbers.slice(0, 32)), /element/],
    ['beside.jsonl', `${good}\n${JSON.stringify({ key: key.base58 })}`, new RegExp(key.base58)],
    [
      'halves.jsonl',
      `${good}\n${nodeError(first)}\n${nodeError(second)}`,
      new RegExp(`${first}|${second}`),
    ],
  ];
  for (const [name, content, echo] of secrets) {
    it(`with a secret is rejected once, without any part of it: ${name}`, async () => {
      const path = file(name, content);
      await assert.rejects(readChainFile(path), ({ message }: Error) => {
        assert.match(message, /: it (contains a secret key or a seed phrase|may be the seed)/);
        assert.doesNotMatch(message.replace(path, ''), echo);
        return true;
      });
    });
  }

  it('quotes no part of a key from a message of a node', async () => {
    const path = file('half.jsonl', `${good}\n${nodeError(`Slot 7 of ${first} was skipped`)}`);
    const { refusals } = await readChainFile(path);
    assert.deepEqual(refusals, [
      `${path}: line 2: it holds an error of the node: Slot 7 of … was skipped`,
    ]);
  });

  it('that unpacks to too many bytes or is nested too deeply is quickly rejected with its name', async () => {
    const zeroes = Buffer.alloc(1024 * 1024);
    const zip = createGzip({ level: 1 });
    const packed = buffer(zip);
    for (let megabyte = 0; megabyte < 140; megabyte++) {
      if (!zip.write(zeroes)) await once(zip, 'drain');
    }
    zip.end();
    const bomb = file('bomb.json.gz', await packed);
    await assert.rejects(readChainFile(bomb), /bomb\.json\.gz: its gzip unpacks to more than/);
    const deep = file('deep.json', `${'['.repeat(3_000_000)}${']'.repeat(3_000_000)}`);
    const began = process.memoryUsage().heapUsed;
    await assert.rejects(readChainFile(deep), /deep\.json: nested too deeply/);
    assert.ok(process.memoryUsage().heapUsed - began < 100 * 1024 * 1024);
  });

  it('that is larger than any block is rejected with its name', async () => {
    const large = file('large.json', '');
    truncateSync(large, 129 * 1024 * 1024);
    await assert.rejects(
      readChainFile(large),
      /large\.json: it is larger than the limit of 128 MiB/,
    );
  });

  const forms: readonly [name: string, content: string | Uint8Array][] = [
    ['list.json', JSON.stringify([transaction, transaction])],
    [
      'lines.jsonl',
      `${JSON.stringify(transaction)}\r\n\n${JSON.stringify({ result: transaction })}`,
    ],
    [
      'batch.json',
      JSON.stringify([1, 2].map((id) => ({ jsonrpc: '2.0', id, result: transaction }))),
    ],
    ['pages.jsonl.gz', gzipSync(`[${JSON.stringify(transaction)}]\n`.repeat(2))],
    ['result-list.json', JSON.stringify({ jsonrpc: '2.0', result: [transaction, transaction] })],
    ['mark.json', `\ufeff${JSON.stringify([transaction, transaction])}`],
    ['little.json', Buffer.from(`\ufeff${JSON.stringify([transaction, transaction])}`, 'utf16le')],
    [
      'big.json',
      Buffer.from(`\ufeff${JSON.stringify([transaction, transaction])}`, 'utf16le').swap16(),
    ],
  ];
  for (const [name, content] of forms) {
    it(`has several transactions, in every form and encoding: ${name}`, async () => {
      const { entries, refusals } = await readChainFile(file(name, content));
      assert.deepEqual(refusals, []);
      const read = entries.map((entry) => entry.kind === 'transaction' && entry.transaction);
      assert.deepEqual(read, [transaction, transaction]);
    });
  }

  it('keeps what can be read, and names every other element or line with the reason', async () => {
    const elements = [
      { jsonrpc: '2.0', id: 1, error: { code: -32009, message: 'Slot was skipped' } },
      { jsonrpc: '2.0', id: 2, result: transaction },
      null,
      [{ ...transaction, meta: null }],
      'text',
    ];
    const list = file('partial.json', JSON.stringify(elements));
    const lines = file(
      'partial.jsonl',
      `${JSON.stringify(transaction)}\n${JSON.stringify(transaction).slice(0, 99)}\n7`,
    );
    const read = await readChainFile(list);
    assert.deepEqual(
      read.entries.map(({ source }) => source),
      [`${list}: element 2`],
    );
    const reasons = [/ 1: .*Slot was skipped$/, / 3: .*null/, / 4, element 1: .*meta/, / 5: /];
    assert.equal(read.refusals.length, reasons.length);
    for (const [index, reason] of reasons.entries()) {
      assert.match(read.refusals[index] ?? '', reason);
    }
    const ofLines = await readChainFile(lines);
    assert.equal(ofLines.entries.length, 1);
    assert.match(ofLines.refusals.join('\n'), /: line 2: .*\n.*: line 3: /);
  });

  const withoutMeta = { ...transaction, meta: null };
  for (const [name, entries] of [
    ['transactions', [withoutMeta, withoutMeta]],
    ['results', [{ result: withoutMeta }, { result: withoutMeta }]],
    ['lists', [[withoutMeta], [{ result: withoutMeta }]]],
    ['without members', [{ transaction: {} }, { slot: 1, transaction: {} }]],
  ] as const) {
    for (const [form, text] of [
      ['lines', entries.map((entry) => JSON.stringify(entry)).join('\n')],
      ['list', JSON.stringify(entries)],
    ] as const) {
      it(`names the missing member of each entry if none can be read: ${name}, ${form}`, async () => {
        const { entries: read, refusals } = await readChainFile(file(`none.${form}`, text));
        assert.deepEqual(read, []);
        assert.equal(refusals.length, 2);
        for (const refusal of refusals) assert.match(refusal, /(line|element) \d.*(meta|slot)/);
      });
    }
  }

  it('lists the first refusals of many and counts the others', async () => {
    const list = file('many.json', JSON.stringify([transaction, ...new Array(50).fill(null)]));
    const { refusals } = await readChainFile(list);
    assert.equal(refusals.length, 21);
    assert.equal(refusals.at(-1), `${list}: 30 more cannot be read`);
    const tooMany = file('too-many.json', JSON.stringify(new Array(100_001).fill(null)));
    await assert.rejects(readChainFile(tooMany), /more than 100000 elements/);
  });

  it('that does not exist is an error', async () => {
    await assert.rejects(readChainFile(join(folder, 'nowhere.json')), /there is no such file/);
  });
});
