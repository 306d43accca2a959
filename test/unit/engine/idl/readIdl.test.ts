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

  it('is read from UTF-16 with a byte order mark, as Windows PowerShell writes it', () => {
    const file = Buffer.from(
      `\uFEFF${JSON.stringify({ address: program, instructions: [] })}`,
      'utf16le',
    );
    const read = readIdl(file);
    assert.equal(read.kind === 'idl' && read.idls[0]?.address, program);
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

describe('a file that is made to stop the reader', () => {
  const many = <Item>(count: number, item: Item): Item[] =>
    Array.from({ length: count }, () => item);
  const codama = (members: object) => ({
    kind: 'rootNode',
    program: { kind: 'programNode', name: 'p', publicKey: program, ...members },
  });

  it('nests constants deeper than types may be nested', () => {
    const depth = 12_000;
    const open =
      '{"kind":"hiddenPrefixTypeNode","type":{"kind":"bytesTypeNode"},"prefix":[{"type":';
    const type = `${open.repeat(depth)}{}${'}]}'.repeat(depth)}`;
    const types = `[{"name":"Deep","type":${type}}]`;
    const file = JSON.stringify(codama({ definedTypes: '?' })).replace('"?"', types);
    assert.equal(readIdl(file).kind, 'idl');
  });

  it('repeats a name of a long type: the type is broken once', () => {
    const fields = many(20_000, { name: 'x', type: 'u8' });
    const types = [
      { name: 'Same', type: { kind: 'struct', fields } },
      ...many(50_000, { name: 'Same' }),
    ];
    const args = [{ name: 'one', type: { defined: { name: 'Same' } } }];
    const idl = idlOf({ instructions: [instruction('go', [1], args)], types });
    assert.equal(decodeInstructionData(idl, Uint8Array.of(1, 2)).state, 'invalid');
  });

  it('has more discriminators for an instruction than are read: it fits nothing', () => {
    const item = { name: 'x', type: { kind: 'publicKeyTypeNode' } };
    const type = { kind: 'structTypeNode', fields: many(5_000, item) };
    const discriminators = many(20_000, { kind: 'fieldDiscriminatorNode', name: 'z', offset: 0 });
    const go = { name: 'go', arguments: [{ name: 'z', type }], discriminators };
    assert.deepEqual(namesFor(idlOf(codama({ instructions: [go] })), 1), [null]);
  });

  it('binds more parameters of a type than are read: it is broken where it is used', () => {
    const count = 50_000;
    const generics = many(count, 'T');
    const types = [{ name: 'Wide', generics, type: { kind: 'struct', fields: [] } }];
    const wide = { defined: { name: 'Wide', generics: many(count, 'u8') } };
    const args = [{ name: 'all', type: { vec: wide } }];
    const idl = idlOf({ instructions: [instruction('go', [1], args)], types });
    const { state, fault } = decodeInstructionData(idl, Uint8Array.of(1, 255, 255, 0, 0));
    assert.equal(state, 'invalid');
    assert.match(fault ?? '', /more than 32 parameters$/);
  });

  it('reads the same long bytes as Base58 for each element: they stay bytes', () => {
    const text = { kind: 'stringTypeNode', encoding: 'base58' };
    const again = { kind: 'preOffsetTypeNode', strategy: 'absolute', offset: 0, type: text };
    const count = { kind: 'fixedCountNode', value: 100 };
    const type = { kind: 'arrayTypeNode', count, item: again };
    const go = { name: 'go', arguments: [{ name: 'all', type }], discriminators: [] };
    const data = new Uint8Array(10_000).fill(255);
    const { fields } = decodeInstructionData(idlOf(codama({ instructions: [go] })), data);
    const [all] = fields;
    assert.equal(all?.value?.kind === 'list' && all.value.items[0]?.kind, 'bytes');
  });

  it('has thousands of instructions that fit: twenty others are named', () => {
    const all = Array.from({ length: 20_000 }, (_, at) => instruction(`go${at}`, []));
    assert.equal(namesFor(idlOf({ instructions: all })).length, 21);
  });

  it('gives one type two kinds: it is broken', () => {
    const args = [{ name: 'one', type: { option: 'u8', defined: 'Two' } }];
    const types = [{ name: 'Two', type: { kind: 'struct', fields: [] } }];
    const idl = idlOf({ instructions: [instruction('go', [1], args)], types });
    assert.equal(decodeInstructionData(idl, Uint8Array.of(1)).state, 'invalid');
  });
});
