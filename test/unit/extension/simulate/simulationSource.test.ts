import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findSerializedTransactions } from '../../../../src/extension/addresses/findSerializedTransactions.ts';
import {
  canFollow,
  findAgain,
  simulationKey,
  sourceWithoutFile,
} from '../../../../src/extension/simulate/simulationSource.ts';
import { instructions, signedWithKit, wallet } from '../../../fixtures/signedTransactions.ts';

const blockhashes = [
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
] as const;

async function transfer(lamports: bigint, blockhash: string = blockhashes[0]): Promise<Uint8Array> {
  const payer = await wallet(1);
  return await signedWithKit({
    version: 0,
    payer,
    blockhash,
    instructions: [instructions.transfer(payer.address, payer.address, lamports)],
  });
}
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const documentOf = (text: string) => {
  const lines = text.split('\n');
  return { lineCount: lines.length, lineAt: (line: number) => ({ text: lines[line] ?? '' }) };
};
const find = async (text: string) => (await findSerializedTransactions(documentOf(text))) ?? [];

const source = { label: 'a.ts:1', uri: 'file:///a.ts', line: 0, variable: 'tx', ordinal: 0 };

describe('Serialized transactions in source', () => {
  test('are found with the variable that they are assigned to', async () => {
    const text = base64(await transfer(1n));
    const cases: readonly (readonly [string, string | null])[] = [
      [`const tx = '${text}';`, 'tx'],
      [`const tx: string = Buffer.from("${text}", 'base64');`, 'tx'],
      [`  "swap": "${text}",`, 'swap'],
      [`tx := "${text}"`, 'tx'],
      [`let tx = \`${text}\``, 'tx'],
      [`TX=${text}`, 'TX'],
      [`const tx =\n  '${text}';`, 'tx'],
      [text, null],
    ];
    for (const [line, variable] of cases) {
      const [found] = await find(line);
      assert.equal(found?.found.text, text, line);
      assert.equal(found?.variable, variable, line);
    }
    assert.deepEqual(await find('const a = "not a transaction"'), []);
  });

  test('are found again by name, or by position, after the file has changed', async () => {
    const [first, second, third] = await Promise.all([1n, 2n, 3n].map((each) => transfer(each)));
    assert.ok(first && second && third);
    const before = `const other = '${base64(first)}';\nconst tx = '${base64(second)}';`;
    const [, placed] = await find(before);
    assert.equal(placed?.ordinal, 1);
    const moved = await find(`const tx = '${base64(third)}';\nconst other = '${base64(first)}';`);
    const again = findAgain(moved, { ...source, ordinal: 1 });
    assert.equal(again?.found.text, base64(third));
    assert.equal(findAgain(moved, { ...source, variable: 'gone' }), null);
    assert.equal(findAgain(moved, { ...source, variable: null, ordinal: 1 })?.variable, 'other');
  });
});

describe('Simulation runs share a key', () => {
  test('for the same message without its blockhash, if there is no file', async () => {
    const nowhere = sourceWithoutFile('the clipboard');
    assert.equal(canFollow(nowhere), false);
    const key = simulationKey(nowhere, [await transfer(1n)]);
    assert.equal(simulationKey(nowhere, [await transfer(1n, blockhashes[1])]), key);
    assert.notEqual(simulationKey(nowhere, [await transfer(2n)]), key);
  });

  test('for the same place in a file, even if the transaction has changed', async () => {
    const key = simulationKey(source, [await transfer(1n)]);
    assert.equal(simulationKey({ ...source, line: 7 }, [await transfer(2n)]), key);
    assert.notEqual(simulationKey({ ...source, variable: 'other' }, [await transfer(1n)]), key);
    assert.notEqual(simulationKey({ ...source, line: null }, [await transfer(1n)]), key);
  });
});
