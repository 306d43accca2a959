import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createIdlDecoder } from '../../../../src/backend/landing/idlInstructions.ts';
import { ProgramIdls } from '../../../../src/engine/idl/programIdls.ts';
import { readIdl } from '../../../../src/engine/idl/readIdl.ts';

const program = 'Vote111111111111111111111111111111111111111';
const file = {
  address: program,
  metadata: { name: 'vault', spec: '0.1.0' },
  instructions: [
    {
      name: 'pay',
      discriminator: [1],
      accounts: [{ name: 'owner', signer: true }],
      args: [
        { name: 'amount', type: 'u16' },
        { name: 'memo', type: 'string' },
      ],
    },
  ],
};

describe('an instruction of the landing preview with an IDL', () => {
  const read = readIdl(JSON.stringify(file));
  const idls = read.kind === 'idl' ? read.idls : [];
  const decode = createIdlDecoder(
    new ProgramIdls(idls.map((idl) => ({ source: 'idl.json', program, idl }))),
  );
  const pay = (...data: number[]) =>
    decode({
      program,
      data: Uint8Array.from([1, ...data]),
      accounts: [program],
      marks: [{ isWritable: false, isSigner: false }],
    });

  it('has the names of its arguments and accounts, and differences from the IDL', () => {
    const named = pay(5, 0, 1, 0, 0, 0, 34);
    assert.equal(named?.name, 'pay');
    assert.equal(named.programName, 'vault');
    assert.deepEqual(named.details, [
      ['amount', '5'],
      ['memo', '"\\""'],
      ['owner', program],
      ['IDL', 'idl.json'],
    ]);
    assert.deepEqual(named.notes, ['Account owner should sign']);
  });

  it('says which bytes it does not explain', () => {
    const left = pay(5, 0, 0, 0, 0, 0, 7, 8);
    assert.equal(left?.notes?.[0], 'Bytes are left behind the last field. Not read: 0x0708');
    const short = pay(5, 0, 9);
    assert.deepEqual(short?.details.slice(0, 2), [
      ['amount', '5'],
      ['memo', 'not read'],
    ]);
    assert.match(short?.notes?.[0] ?? '', /^The data ends too early: .* Not read: 0x09$/);
  });

  it('stays unnamed with other first bytes', () => {
    const other = { program, data: Uint8Array.of(2), accounts: [] };
    assert.equal(decode(other), null);
  });
});
