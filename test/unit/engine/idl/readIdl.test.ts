import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { decodeEventCall, decodeInstructionData } from '../../../../src/engine/idl/decodeData.ts';
import type { Idl } from '../../../../src/engine/idl/model.ts';
import { readIdl } from '../../../../src/engine/idl/readIdl.ts';

const program = 'So11111111111111111111111111111111111111112';

function idlOf(file: unknown): Idl {
  const read = readIdl(JSON.stringify(file));
  const [idl] = read.kind === 'idl' ? read.idls : [];
  assert.ok(idl);
  return idl;
}

const instruction = (name: string, discriminator: unknown, args: unknown[] = []) => ({
  name,
  discriminator,
  accounts: [],
  args,
});

const namesFor = (idl: Idl, ...data: number[]) => {
  const { layout, alternatives } = decodeInstructionData(idl, Uint8Array.from(data));
  return [layout?.name ?? null, ...alternatives];
};

describe('the IDL of a file', () => {
  it('names the longest discriminator that fits, and all others that fit', () => {
    const idl = idlOf({
      instructions: [
        instruction('one', [1]),
        instruction('three', [1, 2, 3]),
        instruction('also three', [1, 2, 3]),
        instruction('nine', [1, 2, 3, 4, 5, 6, 7, 8, 9]),
      ],
    });
    assert.deepEqual(namesFor(idl, 1, 2, 3), ['three', 'also three', 'one']);
    assert.deepEqual(namesFor(idl, 1, 2, 3, 4, 5, 6, 7, 8, 9), [
      'nine',
      'three',
      'also three',
      'one',
    ]);
    assert.deepEqual(namesFor(idl, 1, 2), ['one']);
    assert.deepEqual(namesFor(idl, 2), [null]);
    assert.deepEqual(namesFor(idl), [null]);
  });

  it('takes an instruction without a discriminator only if all bytes are its values', () => {
    const idl = idlOf({ instructions: [instruction('memo', [], [{ name: 'text', type: 'u16' }])] });
    assert.deepEqual(namesFor(idl, 1, 2), ['memo']);
    assert.deepEqual(namesFor(idl, 1, 2, 3), [null]);
  });

  it('numbers the instructions of a native program in the legacy form', () => {
    const instructions = [
      { name: 'initialize', args: [] },
      { name: 'swapBaseIn', args: [] },
    ];
    const native = { instructions, errors: [{ code: 0, name: 'AlreadyInUse' }] };
    assert.deepEqual(namesFor(idlOf(native), 1), ['swapBaseIn']);
    const raydium = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';
    assert.deepEqual(namesFor(idlOf({ instructions, metadata: { address: raydium } }), 0), [
      'initialize',
    ]);
    const anchor = { instructions, errors: [{ code: 6000, name: 'Slippage' }] };
    assert.deepEqual(namesFor(idlOf(anchor), 1), [null]);
    const hash = createHash('sha256').update('global:swap_base_in').digest().subarray(0, 8);
    assert.deepEqual(namesFor(idlOf(anchor), ...hash), ['swapBaseIn']);
  });

  it('writes invisible characters of names out', () => {
    const idl = idlOf({
      name: 'a\u202eb',
      instructions: [
        {
          ...instruction('go\u200b', [1], [{ name: 'x\u0007', type: 'u8' }]),
          accounts: [{ name: 'v\u2066' }],
        },
      ],
      errors: [{ code: 6000, name: 'E\u200d', msg: 'm\u202e' }],
    });
    assert.equal(idl.name, 'a\\u{202E}b');
    assert.equal(idl.instructions[0]?.name, 'go\\u{200B}');
    assert.equal(idl.instructions[0]?.accounts[0]?.name, 'v\\u{2066}');
    assert.deepEqual(idl.errors, [{ code: 6000, name: 'E\\u{200D}', message: 'm\\u{202E}' }]);
    const { fields } = decodeInstructionData(idl, Uint8Array.of(1, 2));
    assert.equal(fields[0]?.name, 'x\\u{7}');
  });

  it('keeps errors of one code, and accounts in groups, in the order of the file', () => {
    const accounts = [
      { name: 'user', isMut: true, isSigner: true },
      {
        name: 'pool',
        accounts: [
          { name: 'vault', writable: true },
          { name: 'mint', optional: true },
        ],
      },
      { name: 'token', address: program },
    ];
    const idl = idlOf({
      metadata: { address: program },
      instructions: [{ name: 'go', accounts, args: [] }],
      errors: [
        { code: 6000, name: 'A' },
        { code: 6000, name: 'B' },
        { code: -1, name: 'C' },
        { code: 1 },
      ],
    });
    assert.equal(idl.address, program);
    assert.deepEqual(
      idl.instructions[0]?.accounts.map(({ name, isWritable, isSigner, isOptional, address }) =>
        [name, isWritable, isSigner, isOptional, address].join(' '),
      ),
      [
        'user true true false ',
        'pool.vault true false false ',
        'pool.mint false false true ',
        `token false false false ${program}`,
      ],
    );
    assert.deepEqual(
      idl.errors.map(({ name }) => name),
      ['A', 'B'],
    );
    assert.deepEqual(idl.problems, ['An error has no code', 'An error has no name']);
  });

  it('names nothing without a valid address', () => {
    const idl = idlOf({ address: 'mine', instructions: [] });
    assert.equal(idl.address, null);
    assert.deepEqual(idl.problems, ['The address of the program is not an address']);
  });

  it('has each program of a Codama root, with types of the other', () => {
    const link = { kind: 'definedTypeLinkNode', name: 'n', program: { name: 'first' } };
    const discriminators = [
      {
        kind: 'constantDiscriminatorNode',
        offset: 0,
        constant: {
          type: { kind: 'bytesTypeNode' },
          value: { kind: 'bytesValueNode', data: '0506', encoding: 'base16' },
        },
      },
      { kind: 'sizeDiscriminatorNode', size: 3 },
    ];
    const read = readIdl(
      JSON.stringify({
        kind: 'rootNode',
        program: {
          name: 'first',
          definedTypes: [
            { name: 'n', type: { kind: 'numberTypeNode', format: 'u8', endian: 'le' } },
          ],
        },
        additionalPrograms: [
          {
            name: 'second',
            publicKey: program,
            instructions: [
              {
                name: 'go',
                arguments: [
                  {
                    name: 'tag',
                    type: { kind: 'fixedSizeTypeNode', size: 2, type: { kind: 'bytesTypeNode' } },
                  },
                  { name: 'n', type: link },
                ],
                discriminators,
              },
            ],
          },
        ],
      }),
    );
    const [, second] = read.kind === 'idl' ? read.idls : [];
    assert.ok(second);
    const { state, fields } = decodeInstructionData(second, Uint8Array.of(5, 6, 7));
    assert.equal(state, 'complete');
    assert.deepEqual(fields[1]?.value, { kind: 'number', text: '7' });
    assert.deepEqual(namesFor(second, 5, 6), [null]);
  });

  it('finds an event in a call of the program to itself', () => {
    const idl = idlOf({
      instructions: [],
      metadata: { spec: '0.1.0' },
      events: [{ name: 'Done', discriminator: [1, 2] }],
      types: [{ name: 'Done', type: { kind: 'struct', fields: [{ name: 'n', type: 'u8' }] } }],
    });
    const prefix = [0xe4, 0x45, 0xa5, 0x2e, 0x51, 0xcb, 0x9a, 0x1d];
    const event = decodeEventCall(idl, Uint8Array.from([...prefix, 1, 2, 9]));
    assert.equal(event?.layout?.name, 'Done');
    assert.deepEqual(event?.fields, [{ name: 'n', value: { kind: 'number', text: '9' } }]);
    assert.equal(decodeEventCall(idl, Uint8Array.of(1, 2, 9)), null);
  });

  for (const [title, file, reason] of [
    ['other JSON', '{"a": 1}', 'The file is not an IDL: it has no list of instructions'],
    ['a list', '[]', 'The file is not an IDL: it has no list of instructions'],
    ['other text', 'fn main() {}', 'The file is not JSON'],
    ['an empty file', '', 'The file is not JSON'],
    ['too much', ' '.repeat(2_000_001), 'The file has 2,000,001 bytes; the limit is 2,000,000'],
  ] as const) {
    it(`is none in ${title}`, () => {
      assert.deepEqual(readIdl(file), { kind: 'other', reason });
    });
  }
});
