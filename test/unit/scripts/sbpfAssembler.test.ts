import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assemble } from '../../../scripts/generate/sbpfAssembler.ts';

const codeAt = 64 + 3 * 56;

const codeOf = (source: string, instructions: number): string[] => {
  const code = assemble(source).subarray(codeAt, codeAt + instructions * 8);
  return Array.from({ length: instructions }, (_, at) =>
    code.subarray(at * 8, at * 8 + 8).toString('hex'),
  );
};

test('The assembler produces the bytes of the instruction set', () => {
  const source = `
    .equ FAR, 80      ; a constant
    entrypoint:
      ldxdw r2, [r1+FAR]
      stxb [r10-16], r3
      sth [r10-8], 256
      add64 r1, -8
      xor64 r0, r3
      jne r2, 7, done
      call helper
      ja entrypoint
    done:
      exit
    helper:
      exit
  `;
  assert.deepEqual(codeOf(source, 10), [
    '7912500000000000',
    '733af0ff00000000',
    '6a0af8ff00010000',
    '07010000f8ffffff',
    'af30000000000000',
    '5502020007000000',
    '8510000002000000',
    '0500f8ff00000000',
    '9500000000000000',
    '9500000000000000',
  ]);
});

test('The assembler reports the line of an error', () => {
  for (const [line, message] of [
    ['move r1, 2', /^Line 2: move is not an instruction$/],
    ['mov64 r11, 2', /^Line 2: r11 is not a register$/],
    ['mov64 r1, SIZE', /^Line 2: SIZE is not a number or a constant$/],
    ['ldxw r1, r2', /^Line 2: r2 is not a place in memory$/],
    ['jeq r1, 0, nowhere', /^Line 2: nowhere is not a label$/],
  ] as const) {
    assert.throws(() => assemble(`entrypoint:\n${line}`), { message });
  }
});
