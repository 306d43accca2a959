/**
 * Assembles sBPF, the bytecode of Solana's programs, into the shared object that the chain loads:
 * version 0, without data sections. The syntax is that of public assemblers; opcodes and format
 * follow the BPF instruction set (RFC 9669) and the ELF specification. No package of npm assembles
 * sBPF; with these 230 lines, the check of generated files shows in 0.1 s that the committed
 * program is its readable source.
 */

const width = { w: 0x00, h: 0x08, b: 0x10, dw: 0x18 } as const;

const arithmetic = [
  ...['add64', 'sub64', 'mul64', 'div64', 'or64', 'and64', 'lsh64', 'rsh64'],
  ...['neg64', 'mod64', 'xor64', 'mov64', 'arsh64'],
];
const jumps = [
  ...['ja', 'jeq', 'jgt', 'jge', 'jset', 'jne', 'jsgt', 'jsge', 'call', 'exit'],
  ...['jlt', 'jle', 'jslt', 'jsle'],
];
const inRegister = 0x08;
const callCode = 0x85;
const instructionBytes = 8;

interface Line {
  readonly name: string;
  readonly operands: readonly string[];
  readonly number: number;
}

interface Program {
  readonly code: Buffer;
  readonly systemCalls: readonly { readonly offset: number; readonly name: string }[];
}

/** Throws an Error with the line number for invalid source. */
export function assemble(source: string): Buffer {
  return toSharedObject(assembleCode(source));
}

function assembleCode(source: string): Program {
  const constants = new Map<string, number>();
  const labels = new Map<string, number>();
  const lines: Line[] = [];
  for (const [index, raw] of source.split('\n').entries()) {
    const text = raw.replace(/;.*$/, '').trim();
    const number = index + 1;
    if (text === '' || text.startsWith('.globl ')) continue;
    const constant = /^\.equ (\w+), (-?\d+)$/.exec(text);
    const label = /^(\w+):$/.exec(text);
    if (constant) constants.set(constant[1] ?? '', Number(constant[2]));
    else if (label) labels.set(label[1] ?? '', lines.length);
    else {
      const [name = '', rest = ''] = text.split(/\s+(.*)/);
      lines.push({ name, operands: rest === '' ? [] : rest.split(/,\s*/), number });
    }
  }
  const systemCalls: { offset: number; name: string }[] = [];
  const instructions = lines.map((line, index) => {
    const { name, operands } = line;
    if (name !== 'call') return encode(line, index, constants, labels);
    const [called = ''] = operands;
    const target = labels.get(called);
    // The loader resolves the chain's functions by name.
    if (target === undefined) systemCalls.push({ offset: index * instructionBytes, name: called });
    return word(callCode, 0, target === undefined ? 0 : 1, 0, (target ?? index) - index - 1);
  });
  return { code: Buffer.concat(instructions), systemCalls };
}

function encode(
  { name, operands, number }: Line,
  index: number,
  constants: ReadonlyMap<string, number>,
  labels: ReadonlyMap<string, number>,
): Buffer {
  const fail = (what: string) => new Error(`Line ${number}: ${what}`);
  const value = (text = ''): number => {
    const found = /^[-+]?\d+$/.test(text) ? Number(text) : constants.get(text.replace(/^\+/, ''));
    if (found === undefined) throw fail(`${text} is not a number or a constant`);
    return found;
  };
  const register = (text = ''): number => {
    if (!/^r(10|\d)$/.test(text)) throw fail(`${text} is not a register`);
    return Number(text.slice(1));
  };
  const memory = (text = ''): [base: number, offset: number] => {
    const [, base, offset] = /^\[(r\d+)([-+]\w+)\]$/.exec(text) ?? [];
    if (base === undefined) throw fail(`${text} is not a place in memory`);
    return [register(base), value(offset)];
  };
  const isRegister = (text = '') => /^r\d/.test(text);
  const [first, second, third] = operands;

  if (name === 'exit') return word(0x95, 0, 0, 0, 0);
  const access = /^(ldx|stx|st)(b|h|w|dw)$/.exec(name);
  if (access) {
    const size = width[access[2] as keyof typeof width];
    if (access[1] === 'ldx') {
      const [base, offset] = memory(second);
      return word(0x61 + size, register(first), base, offset, 0);
    }
    const [base, offset] = memory(first);
    return access[1] === 'stx'
      ? word(0x63 + size, base, register(second), offset, 0)
      : word(0x62 + size, base, 0, offset, value(second));
  }
  if (arithmetic.includes(name)) {
    const code = 0x07 + arithmetic.indexOf(name) * 0x10;
    return isRegister(second)
      ? word(code | inRegister, register(first), register(second), 0, 0)
      : word(code, register(first), 0, 0, value(second));
  }
  if (!jumps.includes(name)) throw fail(`${name} is not an instruction`);
  const code = 0x05 + jumps.indexOf(name) * 0x10;
  const label = name === 'ja' ? first : third;
  const target = labels.get(label ?? '');
  if (target === undefined) throw fail(`${label} is not a label`);
  const offset = target - index - 1;
  if (name === 'ja') return word(code, 0, 0, offset, 0);
  return isRegister(second)
    ? word(code | inRegister, register(first), register(second), offset, 0)
    : word(code, register(first), 0, offset, value(second));
}

function word(code: number, to: number, from: number, offset: number, value: number): Buffer {
  const bytes = Buffer.alloc(instructionBytes);
  bytes.writeUInt8(code, 0);
  bytes.writeUInt8(to | (from << 4), 1);
  bytes.writeInt16LE(offset, 2);
  bytes.writeInt32LE(value, 4);
  return bytes;
}

const u16 = (...values: number[]) =>
  Buffer.concat(values.map((value) => Buffer.from([value & 0xff, value >> 8])));
const u32 = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer);
const u64 = (...values: number[]) => Buffer.from(BigUint64Array.from(values.map(BigInt)).buffer);

const elf = { header: 64, segment: 56, section: 64, symbol: 24, relocation: 16 } as const;
const machineBpf = 247;
const relocateCall = 10;

/** Segments have the same addresses as in the file, as the chain requires. */
function toSharedObject({ code, systemCalls }: Program): Buffer {
  const names = [...new Set(systemCalls.map(({ name }) => name))];
  const symbolNames = ['', 'entrypoint', ...names];
  const [strings, stringAt] = stringTable(symbolNames);
  const textAt = elf.header + elf.segment * 3;
  const symbols = Buffer.concat([
    Buffer.alloc(elf.symbol),
    Buffer.concat([u32(stringAt('entrypoint')), Buffer.from([0x12, 0]), u16(1), u64(textAt, 0)]),
    ...names.map((name) =>
      Buffer.concat([u32(stringAt(name)), Buffer.from([0x10, 0]), u16(0), u64(0, 0)]),
    ),
  ]);
  const relocations = Buffer.concat(
    systemCalls.map(({ offset, name }) =>
      Buffer.concat([u64(textAt + offset), u32(relocateCall, symbolNames.indexOf(name))]),
    ),
  );

  const dynamicBytes = 16 * 8;
  const dynamicAt = textAt + code.length;
  const symbolsAt = dynamicAt + dynamicBytes;
  const stringsAt = symbolsAt + symbols.length;
  const relocationsAt = stringsAt + strings.length;
  const dynamic = u64(
    ...[17, relocationsAt, 18, relocations.length, 19, elf.relocation, 6, symbolsAt],
    ...[11, elf.symbol, 5, stringsAt, 10, strings.length, 0, 0],
  );

  const sectionNames = ['', '.text', '.dynamic', '.dynsym', '.dynstr', '.rel.dyn', '.shstrtab'];
  const [sectionStrings, sectionNameAt] = stringTable(sectionNames);
  const namesAt = relocationsAt + relocations.length;
  const sectionsAt = namesAt + sectionStrings.length;
  const section = (
    name: string,
    [type, flags]: readonly [type: number, flags: number],
    [at, bytes]: readonly [at: number, bytes: number],
    [link, info, entry]: readonly [link: number, info: number, entry: number] = [0, 0, 0],
  ) =>
    Buffer.concat([
      ...[u32(sectionNameAt(name), type), u64(flags, flags === 0 ? 0 : at, at, bytes)],
      ...[u32(link, info), u64(8, entry)],
    ]);
  const segment = (type: number, flags: number, at: number, bytes: number) =>
    Buffer.concat([u32(type, flags), u64(at, at, at, bytes, bytes, 8)]);
  const loadable = relocationsAt + relocations.length - dynamicAt;

  return Buffer.concat([
    Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    u16(3, machineBpf),
    u32(1),
    u64(textAt, elf.header, sectionsAt),
    u32(0),
    u16(elf.header, elf.segment, 3, elf.section, sectionNames.length, sectionNames.length - 1),
    segment(1, 5, textAt, code.length),
    segment(1, 4, dynamicAt, loadable),
    segment(2, 6, dynamicAt, dynamicBytes),
    ...[code, dynamic, symbols, strings, relocations, sectionStrings],
    Buffer.alloc(elf.section),
    section('.text', [1, 6], [textAt, code.length]),
    section('.dynamic', [6, 3], [dynamicAt, dynamicBytes], [4, 0, 16]),
    section('.dynsym', [11, 2], [symbolsAt, symbols.length], [4, 1, elf.symbol]),
    section('.dynstr', [3, 2], [stringsAt, strings.length]),
    section('.rel.dyn', [9, 2], [relocationsAt, relocations.length], [3, 0, elf.relocation]),
    section('.shstrtab', [3, 0], [namesAt, sectionStrings.length]),
  ]);
}

/** Zero-terminated strings, padded to 8 bytes, and a function that returns a string's offset. */
function stringTable(names: readonly string[]): [Buffer, (name: string) => number] {
  const text = names.map((name) => `${name}\0`).join('');
  const bytes = Buffer.alloc(Math.ceil(text.length / 8) * 8);
  bytes.write(text, 'latin1');
  const at = (name: string) => (name === '' ? 0 : text.indexOf(`\0${name}\0`) + 1);
  return [bytes, at];
}
