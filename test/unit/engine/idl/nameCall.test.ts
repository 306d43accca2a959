import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SimulatedCall, Simulation } from '../../../../src/api/arbscope/simulate.ts';
import { nameAccounts } from '../../../../src/engine/idl/compareAccounts.ts';
import type { IdlAccount } from '../../../../src/engine/idl/model.ts';
import { nameCall, nameError, nameEvent } from '../../../../src/engine/idl/nameCall.ts';
import { nameSimulation } from '../../../../src/engine/idl/nameSimulation.ts';
import { ProgramIdls, withIdls } from '../../../../src/engine/idl/programIdls.ts';
import { readIdl } from '../../../../src/engine/idl/readIdl.ts';
import {
  systemProgram,
  token2022Program,
  tokenProgram,
} from '../../../../src/solana/knownPrograms.ts';

const program = 'Vote111111111111111111111111111111111111111';
const mint = 'So11111111111111111111111111111111111111112';
const other = 'Stake11111111111111111111111111111111111111';

const file = (name: string) => ({
  address: program,
  metadata: { name: 'vault', spec: '0.1.0' },
  instructions: [
    {
      name,
      discriminator: [1],
      accounts: [
        { name: 'owner', signer: true, writable: true },
        { name: 'mint', address: mint },
      ],
      args: [{ name: 'amount', type: 'u16' }],
    },
  ],
  events: [{ name: 'Paid', discriminator: [7] }],
  types: [{ name: 'Paid', type: { kind: 'struct', fields: [{ name: 'to', type: 'u8' }] } }],
  errors: [{ code: 6001, name: 'TooLate', msg: 'The sale is over' }],
});

function idls(...files: readonly (readonly [source: string, name: string])[]): ProgramIdls {
  return new ProgramIdls(
    files.flatMap(([source, name]) => {
      const read = readIdl(JSON.stringify(file(name)));
      return read.kind === 'idl' ? read.idls.map((idl) => ({ source, program, idl })) : [];
    }),
  );
}

const account = (address: string, isWritable = true, isSigner = true) => ({
  address,
  isWritable,
  isSigner,
});

const callOf = (data: number[], isSelfCall = false) => ({
  program,
  data: Uint8Array.from(data),
  accounts: [account(other), account(mint, false, false)],
  isTopLevel: true,
  isSelfCall,
});

describe('the accounts of a call', () => {
  const expected: IdlAccount[] = [
    { name: 'owner', isWritable: true, isSigner: true, isOptional: false, address: null },
    { name: 'mint', isWritable: false, isSigner: false, isOptional: false, address: mint },
    { name: 'extra', isWritable: true, isSigner: false, isOptional: true, address: null },
  ];
  const name = (given: ReturnType<typeof account>[], isTopLevel = true) =>
    nameAccounts(expected, given, { program, isTopLevel });

  it('have the names of the IDL, and none behind its list', () => {
    const more = [account(other), account(mint), account(program, false), account(other)];
    const { names, isDoubtful, notes } = name(more);
    assert.deepEqual(names, ['owner', 'mint', 'extra', null]);
    assert.equal(isDoubtful, false);
    assert.deepEqual(notes, []);
  });

  it('differ where one should be writable or sign, which programs do in inner calls', () => {
    const given = [account(other, false, false), account(mint)];
    assert.deepEqual(name(given).notes, [
      'Account owner should be writable',
      'Account owner should sign',
    ]);
    assert.deepEqual(name(given, false).notes, ['Account owner should be writable']);
  });

  it('have doubtful names, said once, with a missing account or another fixed address', () => {
    const doubt = 'The account names are doubtful: the program may have another version.';
    assert.deepEqual(name([account(other, false)]).notes, ['Account mint is missing', doubt]);
    const wrong = name([account(other, false), account(other)]);
    assert.deepEqual(wrong.notes, ['Account mint is Stak…1111; the IDL expects So11…1112', doubt]);
    assert.equal(wrong.isDoubtful, true);
  });

  it('have doubtful names with another address than an optional one, unless it is left out', () => {
    const optional: IdlAccount[] = [
      { name: 'mint', isWritable: true, isSigner: true, isOptional: true, address: mint },
    ];
    const given = (address: string) =>
      nameAccounts(optional, [account(address, false, false)], { program, isTopLevel: true });
    assert.equal(given(other).isDoubtful, true);
    assert.deepEqual(given(program), { names: ['mint'], isDoubtful: false, notes: [] });
  });
});

describe('a call of a program with an IDL', () => {
  it('has its name and arguments', () => {
    const named = nameCall(idls(['vault.json', 'pay']), callOf([1, 5, 0]));
    assert.equal(named?.name, 'pay');
    assert.equal(named?.source, 'vault.json');
    assert.deepEqual(named?.values, [{ name: 'amount', value: '5' }]);
  });

  it('keeps its own name if it is a transfer of lamports or tokens', () => {
    const read = readIdl(JSON.stringify(file('gift')));
    const own = read.kind === 'idl' ? read.idls : [];
    for (const core of [systemProgram, tokenProgram, token2022Program]) {
      const named = new ProgramIdls(own.map((idl) => ({ source: 'a.json', program: core, idl })));
      assert.equal(nameCall(named, { ...callOf([1, 5, 0]), program: core }), null);
    }
  });

  it('names both IDLs of the program, that of the workspace first', () => {
    const both = idls(['vault.json', 'pay'], ['chain', 'payOld']);
    const named = nameCall(both, callOf([1, 5, 0]));
    assert.equal(named?.name, 'pay');
    assert.deepEqual(named?.also, ['payOld (chain)']);
  });

  it('names events and errors of both IDLs, too', () => {
    const text = JSON.stringify(file('pay')).replaceAll('Paid', 'Sent').replace('TooLate', 'Late');
    const old = readIdl(text);
    assert.ok(old.kind === 'idl');
    const chain = old.idls.map((idl) => ({ source: 'chain', program, idl }));
    const both = withIdls(idls(['vault.json', 'pay']), chain);
    const event = nameEvent(both, program, 'Program data: BwM=');
    assert.deepEqual([event?.name, event?.also], ['Paid', ['Sent (chain)']]);
    const error = nameError(both, program, 6001);
    assert.deepEqual(error, { name: 'TooLate / Late (chain)', message: 'The sale is over' });
  });

  it('is an event only if the program called itself', () => {
    const data = [0xe4, 0x45, 0xa5, 0x2e, 0x51, 0xcb, 0x9a, 0x1d, 7, 3];
    const own = nameCall(idls(['vault.json', 'pay']), callOf(data, true));
    assert.equal(own?.is_event, true);
    assert.deepEqual(own?.values, [{ name: 'to', value: '3' }]);
    assert.equal(nameCall(idls(['vault.json', 'pay']), callOf(data))?.name, null);
  });

  it('stays unnamed with other bytes, and without an IDL', () => {
    const named = nameCall(idls(['vault.json', 'pay']), callOf([9]));
    assert.equal(named?.state, 'unknown');
    assert.equal(named?.rest, '09');
    assert.equal(nameCall(ProgramIdls.none, callOf([1, 5, 0])), null);
  });

  it('names errors of the program and of Anchor, and logged events', () => {
    const known = idls(['vault.json', 'pay']);
    assert.deepEqual(nameError(known, program, 6001), {
      name: 'TooLate',
      message: 'The sale is over',
    });
    assert.equal(nameError(known, program, 2003)?.name, 'ConstraintRaw');
    assert.equal(nameError(known, program, 6002), null);
    assert.equal(nameError(known, other, 6001), null);
    assert.equal(nameEvent(known, program, 'Program data: BwM=')?.name, 'Paid');
    assert.equal(nameEvent(known, program, 'Program log: BwM='), null);
  });
});

describe('a simulation with IDLs', () => {
  const line = (
    at: number,
    depth: number,
    data: string,
    from: number,
    to: number,
  ): SimulatedCall => ({
    instruction: 0,
    depth,
    program: at === 1 ? other : program,
    program_name: null,
    name: null,
    compute_units: null,
    own_compute_units: null,
    state: 'failed',
    log_from: from,
    log_to: to,
    data,
    accounts: [],
  });

  it('names calls, the events in a program’s own lines, and the error of the innermost program', () => {
    const calls = [line(0, 1, '01', 0, 6), line(1, 2, '', 2, 4)];
    const logs = ['', 'Program data: BwM=', '', 'Program data: BwQ=', 'Program data: BwU=', ''];
    const error = { program, code: 6001, name: null, message: null };
    const transaction = { calls, logs, error };
    const simulation = { transactions: [transaction] } as unknown as Simulation;
    const [named] = nameSimulation(simulation, idls(['vault.json', 'pay'])).transactions;
    assert.equal(named?.calls[0]?.name, 'pay');
    assert.equal(named?.calls[0]?.idl?.state, 'short');
    assert.deepEqual(
      named?.calls[0]?.events?.map(({ line: at, names }) => [at, names.values[0]?.value]),
      [
        [1, '3'],
        [4, '5'],
      ],
    );
    assert.equal(named?.calls[1]?.events, undefined);
    // The other program failed, and this one passed its code on.
    assert.equal(named?.error?.name, null);
    const alone = { ...transaction, calls: calls.slice(0, 1) };
    const single = { transactions: [alone] } as unknown as Simulation;
    const [failed] = nameSimulation(single, idls(['vault.json', 'pay'])).transactions;
    assert.equal(failed?.error?.name, 'TooLate');
    assert.equal(failed?.error?.message, 'The sale is over');
    const known = { ...alone, error: { ...error, name: 'Overdue', message: 'Too late' } };
    const renamed = { transactions: [known] } as unknown as Simulation;
    const [own] = nameSimulation(renamed, idls(['vault.json', 'pay'])).transactions;
    assert.equal(own?.error?.name, 'TooLate / Overdue');
  });
});
