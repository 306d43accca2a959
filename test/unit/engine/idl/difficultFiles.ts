import { integerBytes } from '../../../../src/engine/idl/constants.ts';

/** Generated IDLs, data for them, and the right answer for each. */

export interface DifficultCase {
  readonly title: string;
  readonly file: string;
  readonly data: Uint8Array;
  /** State, then the fields as `formatIdlValue` writes them; `-`: not read. */
  readonly expected: readonly [state: string, ...fields: string[]];
}

const tag = Uint8Array.of(9, 8, 7);
const json = (value: unknown): string => JSON.stringify(value);
const bytes = (...parts: readonly (number | Uint8Array)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Uint8Array.of(part) : part)));
const u32 = (value: number): Uint8Array => integerBytes(BigInt(value), 4, false) ?? Buffer.of();

type Format = 'anchor' | 'anchor-legacy' | 'shank' | 'codama';

const named = (types: readonly unknown[]) => types.map((type, at) => ({ name: `f${at}`, type }));

/** A file with one instruction `go` of these fields. Its data begins with `prefixOf`. */
function fileOf(format: Format, types: readonly unknown[], definitions: unknown[] = []): string {
  const args = named(types);
  switch (format) {
    case 'anchor':
      return json({
        address: '',
        metadata: { name: 'p', version: '1', spec: '0.1.0' },
        instructions: [{ name: 'go', discriminator: [...tag], accounts: [], args }],
        types: definitions,
      });
    case 'anchor-legacy':
      return json({
        name: 'p',
        version: '1',
        instructions: [{ name: 'go', discriminator: [...tag], accounts: [], args }],
        metadata: {},
        types: definitions,
      });
    case 'shank':
      return json({
        name: 'p',
        metadata: { origin: 'shank' },
        instructions: [{ name: 'go', discriminant: { type: 'u8', value: 9 }, accounts: [], args }],
        types: definitions,
      });
    case 'codama':
      return json({
        kind: 'rootNode',
        program: {
          kind: 'programNode',
          name: 'p',
          instructions: [
            {
              kind: 'instructionNode',
              name: 'go',
              arguments: [
                {
                  name: 'tag',
                  type: { kind: 'numberTypeNode', format: 'u8', endian: 'le' },
                  defaultValue: { kind: 'numberValueNode', number: 9 },
                },
                ...args,
              ],
              discriminators: [{ kind: 'fieldDiscriminatorNode', name: 'tag', offset: 0 }],
            },
          ],
          definedTypes: definitions,
        },
      });
  }
}

const prefixOf = (format: Format): Uint8Array =>
  format === 'shank' || format === 'codama' ? Uint8Array.of(9) : tag;

const caseOf = (
  format: Format,
  title: string,
  types: readonly unknown[],
  data: Uint8Array,
  expected: DifficultCase['expected'],
  definitions: unknown[] = [],
): DifficultCase => ({
  title: `${format}: ${title}`,
  file: fileOf(format, types, definitions),
  data: bytes(prefixOf(format), data),
  expected,
});

const number = (format: string, endian = 'le') => ({ kind: 'numberTypeNode', format, endian });
const prefixed = (type: unknown, prefix = number('u32')) => ({
  kind: 'sizePrefixTypeNode',
  type,
  prefix,
});

/** Both borders of each integer, and one byte too few. */
function integerCases(): DifficultCase[] {
  const cases: DifficultCase[] = [];
  for (const size of [1, 2, 4, 8, 16, 32]) {
    for (const sign of ['u', 'i']) {
      const bits = BigInt(size * 8);
      const borders =
        sign === 'u' ? [0n, (1n << bits) - 1n] : [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n];
      const name = `${sign}${bits}`;
      for (const border of borders) {
        const value = integerBytes(border, size, false) ?? Buffer.of();
        for (const format of ['anchor', 'anchor-legacy', 'shank'] as const) {
          cases.push(caseOf(format, `${name} ${border}`, [name], value, ['complete', `${border}`]));
        }
        const reversed = value.toReversed();
        const type = number(name, 'be');
        cases.push(
          caseOf('codama', `${name} ${border}`, [type], reversed, ['complete', `${border}`]),
        );
      }
      const short = new Uint8Array(size - 1);
      cases.push(
        caseOf('anchor', `${name} cut`, ['bool', name], bytes(1, short), ['short', 'true', '-']),
      );
    }
  }
  return cases;
}

/** Tags that the type does not have, and ends in each place. */
function tagCases(): DifficultCase[] {
  const cases: DifficultCase[] = [];
  const option = { option: 'u16' };
  const coption = { coption: 'u16' };
  for (const format of ['anchor', 'anchor-legacy', 'shank'] as const) {
    const add = (
      title: string,
      type: unknown,
      data: Uint8Array,
      ...expected: [string, ...string[]]
    ) =>
      cases.push(
        caseOf(format, title, ['u8', type], bytes(7, data), [
          expected[0],
          '7',
          ...expected.slice(1),
        ]),
      );
    add('no value', option, bytes(0), 'complete', 'none');
    add('a value', option, bytes(1, 2, 1), 'complete', '258');
    add('a tag of 2', option, bytes(2, 2, 1), 'invalid', '-');
    add('a tag of 255', option, bytes(255), 'invalid', '-');
    add('a missing value', option, bytes(1, 2), 'short', 'not read');
    add('a missing tag', option, bytes(), 'short', '-');
    add('bytes behind', option, bytes(0, 0), 'leftover', 'none');
    add('a C option of none', coption, bytes(u32(0), 0, 0), 'complete', 'none');
    add('a C option with a value', coption, bytes(u32(1), 5, 0), 'complete', '5');
    add('a C option with a tag of 2', coption, bytes(u32(2), 5, 0), 'invalid', '-');
    add('a cut C option of none', coption, bytes(u32(0), 0), 'short', '-');
    add('a bool of 2', 'bool', bytes(2), 'invalid', '-');
    add('a bool of 0', 'bool', bytes(0), 'complete', 'false');
    add('an address', 'publicKey', new Uint8Array(32), 'complete', '1'.repeat(32));
    add('a cut address', 'pubkey', new Uint8Array(31), 'short', '-');
    add('a text', 'string', bytes(u32(2), Buffer.from('hi')), 'complete', '"hi"');
    add('a text beyond the end', 'string', bytes(u32(3), Buffer.from('hi')), 'short', '-');
    add('a text of 4 GB', 'string', bytes(u32(0xffff_ffff)), 'short', '-');
    add(
      'a text that ends with a backslash and goes on with a quote',
      'string',
      bytes(u32(5), Buffer.from('a\\", ')),
      'complete',
      String.raw`"a\\\", "`,
    );
    add('a text that is not UTF-8', 'string', bytes(u32(1), 0xff), 'invalid', '-');
    add(
      'a text that turns around',
      'string',
      bytes(u32(3), Buffer.from('\u202e')),
      'complete',
      '"\\u{202E}"',
    );
    add(
      'a text of zero width',
      'string',
      bytes(u32(3), Buffer.from('\u200b')),
      'complete',
      '"\\u{200B}"',
    );
    add('bytes', 'bytes', bytes(u32(2), 1, 255), 'complete', '0x01ff');
    add('a list of bytes', { vec: 'u8' }, bytes(u32(2), 1, 255), 'complete', '0x01ff');
    add('an empty list', { vec: 'u16' }, u32(0), 'complete', '[]');
    add('a cut list', { vec: 'u16' }, bytes(u32(2), 1, 0), 'short', '[1, …]');
    add('an array', { array: ['u16', 2] }, bytes(1, 0, 2, 0), 'complete', '[1, 2]');
    const bare = { coption: 'u16', prefix: 'u8', fixed: false };
    add('a C option with a tag of one byte', bare, bytes(0), 'complete', 'none');
    add(
      'a list with a count of one byte',
      { vec: 'u16', size: 'u8' },
      bytes(1, 2, 0),
      'complete',
      '[2]',
    );
    add('a list of the rest', { vec: 'u16', size: 'remainder' }, bytes(2, 0), 'complete', '[2]');
    add('a list with an unknown count', { vec: 'u16', size: 'u9' }, bytes(2, 0), 'invalid', '-');
    add('an array of nothing', { array: ['u16', 0] }, bytes(), 'complete', '[]');
    add('a tuple', { tuple: ['u8', 'bool'] }, bytes(3, 1), 'complete', '(3, true)');
    add('a map', { hashMap: ['u8', 'bool'] }, bytes(u32(1), 3, 1), 'complete', '{3: true}');
    add('a set', { bTreeSet: 'i8' }, bytes(u32(1), 255), 'complete', '[-1]');
  }
  return cases;
}

/** Types that a file defines, well or not. */
function definedCases(): DifficultCase[] {
  const struct = (name: string, fields: unknown[], more: object = {}) => ({
    name,
    ...more,
    type: { kind: 'struct', fields },
  });
  const field = (name: string, type: unknown) => ({ name, type });
  const kinds = {
    name: 'Kinds',
    type: {
      kind: 'enum',
      variants: [
        { name: 'Empty' },
        { name: 'Named', fields: [field('a', 'u8')] },
        { name: 'Tuple', fields: ['u8', 'bool'] },
      ],
    },
  };
  const cases: DifficultCase[] = [];
  for (const format of ['anchor', 'anchor-legacy', 'shank'] as const) {
    const defined = (name: string, generics?: unknown[]) =>
      format === 'anchor'
        ? { defined: { name, ...(generics && { generics }) } }
        : generics
          ? { definedWithTypeArgs: { name, args: generics } }
          : { defined: name };
    const add = (
      title: string,
      types: unknown[],
      definitions: unknown[],
      data: Uint8Array,
      ...expected: [string, ...string[]]
    ) => cases.push(caseOf(format, title, types, data, expected, definitions));
    add('a variant without fields', [defined('Kinds')], [kinds], bytes(0), 'complete', 'Empty');
    add(
      'a variant with fields',
      [defined('Kinds')],
      [kinds],
      bytes(1, 4),
      'complete',
      'Named {a: 4}',
    );
    add(
      'a variant with elements',
      [defined('Kinds')],
      [kinds],
      bytes(2, 4, 0),
      'complete',
      'Tuple (4, false)',
    );
    add('an unknown variant', ['u8', defined('Kinds')], [kinds], bytes(5, 3), 'invalid', '5', '-');
    add(
      'a variant without its fields',
      [defined('Kinds')],
      [kinds],
      bytes(2),
      'short',
      'Tuple (not read, not read)',
    );
    add('a cut variant', [defined('Kinds')], [kinds], bytes(2, 4), 'short', 'Tuple (4, not read)');
    const pair = struct('Pair', [field('a', 'u8'), field('a', 'u16')]);
    add(
      'two fields of one name',
      [defined('Pair')],
      [pair],
      bytes(1, 2, 0),
      'complete',
      '{a: 1, a: 2}',
    );
    add(
      'the fields before the end',
      [defined('Pair')],
      [pair],
      bytes(1, 2),
      'short',
      '{a: 1, a: not read}',
    );
    add('a type that is not there', ['u8', defined('None')], [], bytes(1, 2), 'invalid', '1', '-');
    add('an unknown primitive', ['u8', 'u7', 'u8'], [], bytes(1, 2, 3), 'invalid', '1', '-', '-');
    add('an unknown compound', ['u8', { deque: 'u8' }], [], bytes(1, 2), 'invalid', '1', '-');
    add('a type that is a number', ['u8', 5], [], bytes(1, 2), 'invalid', '1', '-');
    add('a type that is null', ['u8', null], [], bytes(1, 2), 'invalid', '1', '-');
    add('a type named as a method', ['u8', 'constructor'], [], bytes(1, 2), 'invalid', '1', '-');
    add(
      'a defined type named __proto__',
      ['u8', defined('__proto__')],
      [],
      bytes(1),
      'invalid',
      '1',
      '-',
    );
    const loop = struct('Loop', [field('next', defined('Loop'))]);
    add(
      'a type that contains itself',
      ['u8', defined('Loop')],
      [loop],
      bytes(1, 2),
      'invalid',
      '1',
      '-',
    );
    const chain = struct('Chain', [field('v', 'u8'), field('next', { option: defined('Chain') })]);
    add(
      'recursion through an option',
      [defined('Chain')],
      [chain],
      bytes(1, 1, 2, 0),
      'complete',
      '{v: 1, next: {v: 2, next: none}}',
    );
    const tree = struct('Tree', [field('v', 'u8'), field('below', { vec: defined('Tree') })]);
    add(
      'recursion through a list',
      [defined('Tree')],
      [tree],
      bytes(1, u32(1), 2, u32(0)),
      'complete',
      '{v: 1, below: [{v: 2, below: []}]}',
    );
    const empty = struct('Nothing', []);
    add(
      '4 billion elements of no size',
      ['u8', { vec: defined('Nothing') }],
      [empty],
      bytes(1, u32(0xffff_ffff)),
      'invalid',
      '1',
      '[{}, {}, {}, …]',
    );
    const alias =
      format === 'anchor'
        ? { name: 'Alias', type: { kind: 'type', alias: 'u16' } }
        : { name: 'Alias', type: { kind: 'alias', value: 'u16' } };
    add('an alias', [defined('Alias')], [alias], bytes(1, 1), 'complete', '257');
    const twice = [struct('Two', [field('a', 'u8')]), struct('Two', [field('b', 'u16')])];
    add(
      'two types of one name',
      ['u8', defined('Two')],
      twice,
      bytes(1, 2, 3),
      'invalid',
      '1',
      '-',
    );
    const box = struct(
      'Box',
      [field('v', { generic: 'T' }), field('n', { array: ['u8', { generic: 'N' }] })],
      {
        generics: [
          { kind: 'type', name: 'T' },
          { kind: 'const', name: 'N', type: 'usize' },
        ],
      },
    );
    const boxed = defined('Box', [
      { kind: 'type', type: 'u16' },
      { kind: 'const', value: '2' },
    ]);
    add('a generic type', [boxed], [box], bytes(1, 0, 5, 6), 'complete', '{v: 1, n: 0x0506}');
    add(
      'a generic type without arguments',
      ['u8', defined('Box')],
      [box],
      bytes(1, 2),
      'invalid',
      '1',
      '-',
    );
    const own = struct('Own', [field('a', 'u8'), field('b', 'u32')], {
      serialization: { custom: 'mine' },
    });
    add(
      'custom serialization',
      ['u8', defined('Own'), 'u8'],
      [own],
      bytes(1, 2, 3),
      'leftover',
      '1',
      '0x0203',
      '-',
    );
    const padded = struct('Padded', [field('a', 'u8'), field('b', 'u32')], {
      serialization: 'bytemuck',
      repr: { kind: 'c' },
    });
    add(
      'padding',
      [defined('Padded'), 'u8'],
      [padded],
      bytes(1, 0, 0, 0, 2, 0, 0, 0, 9),
      'complete',
      '0x0100000002000000',
      '9',
    );
    const flat = struct('Flat', [field('a', 'u32'), field('b', 'u32')], {
      serialization: 'bytemuck',
      repr: { kind: 'c' },
    });
    add('no padding', [defined('Flat')], [flat], bytes(u32(1), u32(2)), 'complete', '{a: 1, b: 2}');
  }
  return cases;
}

/** What only Codama has. */
function codamaCases(): DifficultCase[] {
  const cases: DifficultCase[] = [];
  const add = (
    title: string,
    types: unknown[],
    data: Uint8Array,
    ...expected: [string, ...string[]]
  ) => cases.push(caseOf('codama', title, types, data, expected));
  const text = { kind: 'stringTypeNode', encoding: 'utf8' };
  const u8 = number('u8');
  const constant = (value: number) => ({
    kind: 'constantValueNode',
    type: u8,
    value: { kind: 'numberValueNode', number: value },
  });
  add('big-endian', [number('u32', 'be')], bytes(0, 0, 1, 0), 'complete', '256');
  add('a short length of one byte', [number('shortU16')], bytes(127), 'complete', '127');
  add('a short length of two bytes', [number('shortU16')], bytes(0x80, 1), 'complete', '128');
  add(
    'a short length that is too long',
    [number('shortU16')],
    bytes(0xff, 0xff, 4),
    'invalid',
    '-',
  );
  add('the rest as text', [u8, text], bytes(1, Buffer.from('abc')), 'complete', '1', '"abc"');
  add(
    'a text in a fixed size',
    [{ kind: 'fixedSizeTypeNode', size: 4, type: text }],
    Buffer.from('ab\0\0'),
    'complete',
    '"ab"',
  );
  add(
    'a cut fixed size',
    [u8, { kind: 'fixedSizeTypeNode', size: 4, type: text }],
    bytes(1, 2),
    'short',
    '1',
    '-',
  );
  add('a text with a prefix', [prefixed(text)], bytes(u32(1), 65), 'complete', '"A"');
  add(
    'a text up to its sentinel',
    [{ kind: 'sentinelTypeNode', type: text, sentinel: constant(0) }, u8],
    bytes(65, 0, 5),
    'complete',
    '"A"',
    '5',
  );
  add(
    'a text without its sentinel',
    [{ kind: 'sentinelTypeNode', type: text, sentinel: constant(0) }],
    bytes(65),
    'short',
    '-',
  );
  add(
    'an option of fixed size',
    [{ kind: 'optionTypeNode', fixed: true, item: number('u16'), prefix: u8 }],
    bytes(0, 0, 0),
    'complete',
    'none',
  );
  add(
    'an option with a tag of 2',
    [{ kind: 'optionTypeNode', item: u8, prefix: u8 }],
    bytes(2, 0),
    'invalid',
    '-',
  );
  add(
    'an option of zeros',
    [{ kind: 'zeroableOptionTypeNode', item: number('u16') }],
    bytes(0, 0),
    'complete',
    'none',
  );
  add(
    'an option that is not zeros',
    [{ kind: 'zeroableOptionTypeNode', item: number('u16') }],
    bytes(1, 0),
    'complete',
    '1',
  );
  add(
    'an option of the rest',
    [{ kind: 'remainderOptionTypeNode', item: u8 }],
    bytes(),
    'complete',
    'none',
  );
  add(
    'an option of the rest with a value',
    [{ kind: 'remainderOptionTypeNode', item: u8 }],
    bytes(4),
    'complete',
    '4',
  );
  add(
    'a list of the rest',
    [{ kind: 'arrayTypeNode', item: number('u16'), count: { kind: 'remainderCountNode' } }],
    bytes(1, 0, 2, 0),
    'complete',
    '[1, 2]',
  );
  add(
    'half an element in the rest',
    [{ kind: 'arrayTypeNode', item: number('u16'), count: { kind: 'remainderCountNode' } }],
    bytes(1, 0, 2),
    'short',
    '[1, …]',
  );
  add(
    'endless elements of no size',
    [
      {
        kind: 'arrayTypeNode',
        item: { kind: 'structTypeNode', fields: [] },
        count: { kind: 'remainderCountNode' },
      },
    ],
    bytes(1),
    'invalid',
    '[{}, {}, {}, …]',
  );
  add(
    'a hidden prefix',
    [{ kind: 'hiddenPrefixTypeNode', type: u8, prefix: [constant(3)] }],
    bytes(3, 4),
    'complete',
    '4',
  );
  add(
    'another hidden prefix',
    [{ kind: 'hiddenPrefixTypeNode', type: u8, prefix: [constant(3)] }],
    bytes(4, 4),
    'invalid',
    '-',
  );
  add(
    'a hidden suffix',
    [{ kind: 'hiddenSuffixTypeNode', type: u8, suffix: [constant(3)] }],
    bytes(4, 3),
    'complete',
    '4',
  );
  add(
    'padding in front',
    [{ kind: 'preOffsetTypeNode', offset: 2, strategy: 'padded', type: u8 }],
    bytes(0, 0, 6),
    'complete',
    '6',
  );
  add(
    'an offset in front of the data',
    [{ kind: 'preOffsetTypeNode', offset: -9, strategy: 'relative', type: u8 }],
    bytes(0),
    'invalid',
    '-',
  );
  add(
    'an offset behind the data',
    [{ kind: 'postOffsetTypeNode', offset: 9, strategy: 'relative', type: u8 }],
    bytes(5),
    'short',
    '5',
  );
  add(
    'an amount',
    [{ kind: 'solAmountTypeNode', number: number('u64') }],
    integerBytes(1_500_000_000n, 8, false) ?? bytes(),
    'complete',
    '1500000000 (1.5 SOL)',
  );
  add(
    'an enum with its own numbers',
    [
      {
        kind: 'enumTypeNode',
        size: u8,
        variants: [
          { kind: 'enumEmptyVariantTypeNode', name: 'a', discriminator: 5 },
          { kind: 'enumEmptyVariantTypeNode', name: 'b' },
        ],
      },
    ],
    bytes(6),
    'complete',
    'b',
  );
  add(
    'a bool of four bytes',
    [{ kind: 'booleanTypeNode', size: number('u32') }],
    u32(1),
    'complete',
    'true',
  );
  add('an unknown node', [u8, { kind: 'futureTypeNode' }], bytes(1, 2), 'invalid', '1', '-');
  add('a node without a kind', [u8, {}], bytes(1, 2), 'invalid', '1', '-');
  return cases;
}

/** Nesting beyond the limit, in the file and in the data. */
function deepCases(): DifficultCase[] {
  let deep: unknown = 'u8';
  for (let level = 0; level < 1_000; level++) deep = { option: deep };
  const nested = {
    name: 'N',
    type: { kind: 'struct', fields: [{ name: 'n', type: { option: { defined: { name: 'N' } } } }] },
  };
  const limit = ['invalid', 'ends at the limit'] as const;
  return [
    caseOf('anchor', 'a type of 1,000 levels', [deep], new Uint8Array(200).fill(1), limit),
    {
      title: 'anchor: data of 200 levels',
      file: fileOf('anchor', [{ defined: { name: 'N' } }], [nested]),
      data: bytes(tag, new Uint8Array(200).fill(1)),
      expected: limit,
    },
  ];
}

export const difficultCases = (): DifficultCase[] => [
  ...integerCases(),
  ...tagCases(),
  ...definedCases(),
  ...codamaCases(),
  ...deepCases(),
];
