import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { stringifyJson } from '../../../../src/api/json.ts';
import { isPlainJsonVote } from '../../../../src/engine/decode/calledPrograms.ts';
import { decodeBlock } from '../../../../src/engine/decode/decodeBlock.ts';
import { signatureOf } from '../../../../src/engine/decode/decodeTransaction.ts';
import type { RpcBlock, RpcBlockTransaction } from '../../../../src/engine/decode/rpcBlock.ts';
import { decodeResponse } from '../../../../src/engine/rpc/decodeResponse.ts';
import { splitBlock } from '../../../../src/engine/rpc/splitBlock.ts';
import { ResponseBodyError } from '../../../../src/http/responseBody.ts';
import { voteProgram } from '../../../../src/solana/knownPrograms.ts';
import { withWealthyAccounts } from '../../../fixtures/wealthyAccounts.ts';
import { sharedData, skipWithout } from '../../../sharedData.ts';
import { sandboxBlocks } from '../sources/rpcSupport.ts';

const slot = 1_000;

const bodyOf = (block: string) => Buffer.from(`{"jsonrpc":"2.0","result":${block},"id":1}`);

/** Asserts that a response decodes to the same as its block alone. */
function assertDecodes(block: string, isSplit: boolean): void {
  const body = bodyOf(block);
  const parsed = JSON.parse(block) as RpcBlock;
  const { response, decoded } = decodeResponse(slot, body);
  assert.deepEqual(
    decoded,
    decodeBlock(slot, parsed, () => true),
  );
  assert.deepEqual(response, {
    ...{ jsonrpc: '2.0', id: 1 },
    result: { ...parsed, transactions: [] },
  });
  assert.equal(isReadInPieces(body, parsed), isSplit);
}

function isReadInPieces(body: Buffer, { transactions }: RpcBlock): boolean {
  try {
    const split = splitBlock(body);
    if (split === null) return false;
    const votes = new Set(transactions.filter((entry) => isCutVote(entry, transactions[0])));
    const read = [...split.block.transactions];
    const unread = read.find(isUnreadVote);
    assert.equal(unread !== undefined, votes.size > 0);
    assert.equal(
      JSON.stringify(read),
      JSON.stringify(transactions.map((entry) => (votes.has(entry) ? unread : entry))),
    );
    return true;
  } catch (error) {
    assert.ok(error instanceof SyntaxError);
    return false;
  }
}

const voteLogs = [`Program ${voteProgram} invoke [1]`, `Program ${voteProgram} success`];

/** Whether `splitBlock` recognizes the entry as a vote, by its logs, first member and length. */
function isCutVote(entry: RpcBlockTransaction | null, first = entry): boolean {
  const logs = entry?.meta?.logMessages;
  const [name, firstName] = [entry, first].map((each) => Object.keys(each ?? {})[0]);
  const isVoteLong = JSON.stringify(entry).length < 8_000;
  return JSON.stringify(logs) === JSON.stringify(voteLogs) && name === firstName && isVoteLong;
}

const isUnreadVote = (entry: RpcBlockTransaction | null): boolean =>
  entry !== null && isPlainJsonVote(entry) && signatureOf(entry) === null;

const reversed = (entry: object) => Object.fromEntries(Object.entries(entry).reverse());

/** Votes in the form of a node, with members in the order of another transaction. */
function votesLike(other: RpcBlockTransaction, count: number): RpcBlockTransaction[] {
  const keys = ['Voter', 'Account', voteProgram];
  return Array.from({ length: count }, (_, at) => {
    const instructions = [{ programIdIndex: 2, accounts: [1, 0], data: `${at}` }];
    const transaction = {
      signatures: [`signature${at}`],
      message: { accountKeys: keys, instructions },
    };
    const balances = { preBalances: [9, 9, 1], postBalances: [4, 9, 1] };
    const meta = { err: null, fee: 5, ...balances, logMessages: voteLogs };
    return { ...other, transaction, meta };
  });
}

suite('A block', async () => {
  const blocks = await sandboxBlocks(12);
  const [first] = blocks;
  const [firstEntry] = first?.transactions ?? [];
  assert.ok(first !== undefined && firstEntry !== undefined);
  const many = { ...first, transactions: blocks.slice(0, 3).flatMap((each) => each.transactions) };

  test('decodes in pieces to the same as a whole', () => {
    for (const block of [many, first]) assertDecodes(JSON.stringify(block), true);
  });

  const folder = sharedData('data', 'blocks');
  test('of mainnet decodes in pieces to the same as a whole', { skip: skipWithout(folder) }, () => {
    for (const name of ['254170887.json.gz', '332254855.json.gz']) {
      assertDecodes(gunzipSync(readFileSync(join(folder ?? '', name))).toString(), true);
    }
  });

  test('has the same gains if its accounts hold more lamports than 2^53', () => {
    const text = stringifyJson(withWealthyAccounts(many));
    const expected = decodeBlock(slot, many, () => true);
    assert.ok(expected.records.some(({ type }) => type === 'arbitrage'));
    // In pieces, and as a whole because of the whitespace.
    for (const body of [bodyOf(text), bodyOf(` ${text.replace('[', '[ ')}`)]) {
      assert.deepEqual(decodeResponse(slot, body).decoded, expected);
    }
  });

  test('is decoded without parsing its votes, which still have an index', () => {
    const others = first.transactions;
    const votes = votesLike(firstEntry, 5);
    for (const transactions of [
      [...votes, ...others],
      [...others, ...votes],
      others.flatMap((entry, at) => [entry, votes[at % votes.length] ?? entry]),
      votes,
    ]) {
      assertDecodes(JSON.stringify({ ...many, transactions }), true);
    }
  });

  test('is decoded correctly with contents that only look like a vote', () => {
    const [vote] = votesLike(firstEntry, 1);
    const [name = ''] = Object.keys(firstEntry);
    assert.ok(vote !== undefined);
    const text = JSON.stringify({ logMessages: voteLogs });
    const change = (entry: object) => {
      const transactions = [...first.transactions, entry, vote, ...first.transactions];
      return JSON.stringify({ ...many, transactions });
    };
    // In a string; with another member order; as an item of a list.
    assertDecodes(change({ ...firstEntry, text }), true);
    assertDecodes(change(reversed(vote)), true);
    assertDecodes(change({ ...firstEntry, list: [{ [name]: 1 }, vote] }), false);
    assertDecodes(change({ ...firstEntry, list: [{ [name]: 1 }, vote, { [name]: 2 }] }), false);
    // After the transactions; longer than any vote, before and after the logs.
    const rewards = [{ logMessages: voteLogs }];
    assertDecodes(JSON.stringify({ ...first, rewards }), true);
    const long = 'x'.repeat(20_000);
    assertDecodes(change({ ...vote, transaction: { ...vote.transaction, long } }), true);
    assertDecodes(change({ ...vote, long }), true);
  });

  test('is decoded with any members before and after its transactions', () => {
    const { transactions, ...rest } = many;
    assertDecodes(JSON.stringify({ transactions, ...rest }), true);
    assertDecodes(JSON.stringify({ ...rest, rewards: [{ '},{"meta":': 1 }], transactions }), true);
    assertDecodes(
      JSON.stringify({ transactions, rewards: [{ a: 1 }, { meta: 1 }], ...rest }),
      true,
    );
  });

  test('is decoded if a transaction contains the text of a boundary', () => {
    const [name = ''] = Object.keys(many.transactions[0] ?? {});
    const boundary = `},{"${name}":`;
    // In a string, as a member name, and as objects in a list.
    const nested = { text: boundary, [boundary]: 1, list: [{}, { [name]: 1 }, { [name]: 2 }] };
    for (const [at, isSplit] of [
      [0, true],
      [many.transactions.length - 1, false],
    ] as const) {
      const transactions = many.transactions.map((entry, index) =>
        index === at ? { ...entry, nested } : entry,
      );
      assertDecodes(JSON.stringify({ ...many, transactions }), isSplit);
    }
    const each = many.transactions.map((entry) => ({ ...entry, nested: nested.list }));
    assertDecodes(JSON.stringify({ ...many, transactions: each }), false);
  });

  test('is decoded if the member order differs between transactions', () => {
    const transactions = many.transactions.map((entry, at) =>
      at % 3 === 1 ? reversed(entry) : entry,
    );
    assertDecodes(JSON.stringify({ ...many, transactions }), true);
  });

  test('is decoded with whitespace, without transactions, and with two lists of them', () => {
    assertDecodes(JSON.stringify(many, null, 2), false);
    assertDecodes(JSON.stringify({ ...many, transactions: [] }), false);
    const text = JSON.stringify(many);
    const twice = text.replace(
      '"transactions":[',
      '"transactions":[{"meta":null}],"transactions":[',
    );
    assertDecodes(twice, false);
    assertDecodes(text.replace(/^\{/, '{"other":{"transactions":[{"meta":null}]},'), false);
  });

  test('lists an unreadable transaction with its index', () => {
    const transactions = many.transactions.map((entry, at) => (at === 30 ? null : entry));
    const text = JSON.stringify({ ...many, transactions });
    const { decoded } = decodeResponse(slot, bodyOf(text));
    assert.deepEqual(
      decoded?.unreadable.map(({ signature }) => signature),
      [`transaction 30 of slot ${slot}`],
    );
    assertDecodes(text, true);
  });

  test('is refused if it has too many names; a transaction with deep members costs itself alone', () => {
    const withOneMore = (change: object) => {
      const one = { ...many.transactions[0], ...change };
      return bodyOf(JSON.stringify({ ...many, transactions: [...many.transactions, one] }));
    };
    const names = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`n${at}`, at]));
    assert.throws(
      () => decodeResponse(slot, withOneMore({ names })),
      /too many different member names/,
    );
    const beside = bodyOf(JSON.stringify({ names, ...many }));
    assert.throws(() => splitBlock(beside), /too many different member names/);
    let deep: unknown = 9;
    for (let depth = 0; depth < 500; depth++) deep = [deep];
    assert.ok(decodeResponse(slot, withOneMore({ deep })).decoded !== null);
    const { decoded } = decodeResponse(slot, bodyOf(JSON.stringify(many)));
    const arbitrage = decoded?.records.find(({ type }) => type === 'arbitrage');
    const entry = many.transactions[arbitrage?.index ?? -1];
    const used = { ...entry, version: deep };
    assert.equal(decodeResponse(slot, withOneMore(used)).decoded?.unreadable.length, 1);
  });

  test('that is truncated or malformed anywhere is refused', () => {
    const whole = bodyOf(JSON.stringify(many));
    for (const share of [0.01, 0.3, 0.6, 0.9, 0.999]) {
      const cut = whole.subarray(0, Math.floor(whole.length * share));
      assert.throws(() => decodeResponse(slot, cut), ResponseBodyError);
    }
    const text = whole.toString();
    for (const at of [text.indexOf('"meta":'), text.lastIndexOf('"meta":'), text.length - 3]) {
      const spoilt = `${text.slice(0, at)}:${text.slice(at)}`;
      assert.throws(() => decodeResponse(slot, Buffer.from(spoilt)), ResponseBodyError);
    }
  });
});
