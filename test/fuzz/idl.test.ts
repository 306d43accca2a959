import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  decodeEventData,
  decodeInstructionData,
  decodingStates,
} from '../../src/engine/idl/decodeData.ts';
import { readIdl } from '../../src/engine/idl/readIdl.ts';
import { publicIdls } from '../fixtures/publicIdls.ts';
import { random } from './random.ts';

const words = [
  'name',
  'type',
  'kind',
  'instructions',
  'args',
  'types',
  'fields',
  'defined',
  'option',
  'vec',
  'array',
  'discriminator',
  'enum',
  'struct',
  'variants',
  'u8',
  'u64',
  'string',
  'bytes',
  'alias',
  'generic',
  'generics',
  'rootNode',
  'program',
  'structTypeNode',
  'arrayTypeNode',
  'items',
  'item',
  'count',
  'fixedCountNode',
  'prefixedCountNode',
  'remainderCountNode',
  'prefix',
  'size',
  'arguments',
  'definedTypes',
  'definedTypeLinkNode',
  'numberTypeNode',
  'format',
  '__proto__',
  'constructor',
  '',
] as const;

type Random = ReturnType<typeof random>;

function anyJson(next: Random, depth: number): unknown {
  switch (next(depth > 6 ? 5 : 9)) {
    case 0:
      return words[next(words.length)];
    case 1:
      return next(300) - 20;
    case 2:
      return [null, true, false, 1e300, 0.5][next(5)];
    case 3:
    case 4:
      return words[next(words.length)];
    case 5:
    case 6:
      return Array.from({ length: next(4) }, () => anyJson(next, depth + 1));
    default:
      return Object.fromEntries(
        Array.from({ length: next(6) }, () => [
          words[next(words.length)],
          anyJson(next, depth + 1),
        ]),
      );
  }
}

const anyBytes = (next: Random, prefix: Uint8Array): Uint8Array =>
  Buffer.concat([
    prefix,
    Buffer.from(Array.from({ length: next(400) }, () => next(next(2) * 253 + 3))),
  ]);

function decodeAll(file: Uint8Array | string, next: Random): void {
  const read = readIdl(file);
  if (read.kind !== 'idl') return;
  for (const idl of read.idls) {
    for (const layout of [...idl.instructions, ...idl.events].slice(0, 60)) {
      const [discriminator] = layout.discriminators ?? [];
      const prefix = discriminator?.kind === 'bytes' ? discriminator.bytes : Buffer.of();
      const data = anyBytes(next, prefix);
      for (const decoding of [decodeInstructionData(idl, data), decodeEventData(idl, data)]) {
        assert.ok(decodingStates.includes(decoding.state));
        assert.equal(decoding.fault !== null, ['short', 'invalid'].includes(decoding.state));
        if (decoding.state === 'complete') assert.equal(decoding.rest, '');
      }
    }
  }
}

describe('an IDL never throws or hangs', () => {
  it('with JSON of random members', () => {
    const next = random(1);
    for (let round = 0; round < 1_500; round++) {
      const part = () => anyJson(next, 0);
      const file = {
        name: 'p',
        instructions: [
          { name: 'i', discriminator: [next(3)], args: [{ name: 'a', type: part() }, part()] },
        ],
        types: [part(), { name: 'u8', type: part() }],
        errors: [part()],
        events: [part()],
      };
      decodeAll(JSON.stringify(next(4) === 0 ? part() : file), next);
      const root = {
        kind: 'rootNode',
        program: {
          kind: 'programNode',
          name: 'p',
          instructions: [
            {
              name: 'i',
              arguments: [{ name: 'a', type: part() }],
              discriminators: next(2) === 0 ? [] : [part()],
            },
          ],
          definedTypes: [{ name: 'type', type: part() }],
        },
      };
      decodeAll(JSON.stringify(root), next);
    }
  });

  it('with changed bytes in real files', () => {
    const next = random(2);
    for (const { text } of publicIdls) {
      for (let round = 0; round < 3; round++) {
        const bytes = Buffer.from(text);
        for (let change = 0; change < 1 + round * 5; change++) {
          const swapped = words[next(words.length)] ?? '';
          const at = text.indexOf(`"${words[next(words.length)]}"`, next(text.length));
          if (at >= 0) bytes.write(`"${swapped}"`, at);
          else bytes[next(bytes.length)] = next(256);
        }
        decodeAll(bytes, next);
      }
    }
  });

  it('with random bytes in place of a file', () => {
    const next = random(3);
    for (let round = 0; round < 300; round++) decodeAll(anyBytes(next, Buffer.of()), next);
  });

  it('with types that double at each level', () => {
    const types = Array.from({ length: 60 }, (_, level) => ({
      name: `T${level}`,
      type: {
        kind: 'struct',
        fields: ['a', 'b'].map((name) => ({
          name,
          type:
            level === 0 ? { coption: 'u8' } : { coption: { defined: { name: `T${level - 1}` } } },
        })),
      },
    }));
    const args = [{ name: 'a', type: { defined: { name: 'T59' } } }];
    const idl = { name: 'p', instructions: [{ name: 'i', discriminator: [1], args }], types };
    decodeAll(JSON.stringify(idl), random(4));
  });

  it('with lists of a million levels, and with two million bytes of empty instructions', () => {
    decodeAll(`${'['.repeat(900_000)}${']'.repeat(900_000)}`, random(5));
    decodeAll(`{"instructions":[${'{},'.repeat(600_000)}{}]}`, random(5));
    decodeAll(
      `{"instructions":[{"name":"i","args":[{"name":"a","type":${'{"vec":'.repeat(200_000)}"u8"${'}'.repeat(200_000)}}]}]}`,
      random(5),
    );
  });
});
