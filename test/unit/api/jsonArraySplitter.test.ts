import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { JsonArraySplitter } from '../../../src/api/jsonArraySplitter.ts';
import { anyText } from '../../fixtures/anyText.ts';

interface Split {
  readonly elements: string[];
  readonly places: { readonly index: number; readonly offset: number }[];
  readonly end: string;
  readonly rest: string | null;
}

function split(text: string | Buffer, cuts: readonly number[] = []): Split {
  const bytes = Buffer.from(text);
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  const splitter = new JsonArraySplitter();
  const elements: string[] = [];
  const places: Split['places'] = [];
  let from = 0;
  for (const to of ends) {
    for (const { index, offset, bytes: own } of splitter.push(bytes.subarray(from, to))) {
      elements.push(own?.toString() ?? 'too long');
      places.push({ index, offset });
    }
    from = to;
  }
  const { end, rest } = splitter.end();
  return { elements, places, end, rest: rest?.bytes?.toString() ?? null };
}

const cuts = fc.array(fc.nat(), { maxLength: 12 });
const objects = fc.array(fc.dictionary(anyText(), fc.jsonValue()), {
  maxLength: 8,
});

describe('The JSON array splitter', () => {
  test('yields each element unchanged, wherever the chunks are cut', () => {
    fc.assert(
      fc.property(objects, cuts, fc.constantFrom(undefined, 1, '\t'), (values, at, indent) => {
        const { elements, end } = split(JSON.stringify(values, null, indent), at);
        assert.equal(end, 'whole');
        assert.deepEqual(
          elements.map((element) => JSON.parse(element)),
          JSON.parse(JSON.stringify(values)),
        );
      }),
    );
  });

  test('yields long strings unchanged, with or without escapes, wherever the chunks are cut', () => {
    const piece = fc.constantFrom('x'.repeat(70), '"', '\\', '\n', 'ab]},{', 'é');
    const texts = fc.array(fc.string({ unit: piece, maxLength: 12 }), { maxLength: 12 });
    fc.assert(
      fc.property(texts, cuts, (values, at) => {
        const { elements, end } = split(JSON.stringify(values), at);
        assert.equal(end, 'whole');
        assert.deepEqual(
          elements.map((element) => JSON.parse(element)),
          values,
        );
      }),
    );
  });

  test('ends an unterminated long string at its line break', () => {
    const broken = `{"a":"${'x'.repeat(200)}}`;
    const { elements, end } = split(`[${broken}\n,{"b":"${'y'.repeat(200)}"},\n{"c":1}]`);
    assert.equal(end, 'whole');
    assert.deepEqual(elements.slice(-1), ['{"c":1}']);
    assert.ok(elements.some((element) => element.startsWith('{"b":')));
  });

  test('accepts values of every kind, not only objects', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 8 }), cuts, (values, at) => {
        const { elements } = split(JSON.stringify(values), at);
        assert.deepEqual(
          elements.map((element) => JSON.parse(element)),
          JSON.parse(JSON.stringify(values)),
        );
      }),
    );
  });

  test('reports the offset of each element', () => {
    fc.assert(
      fc.property(objects, cuts, (values, at) => {
        const text = Buffer.from(JSON.stringify(values, null, 2));
        const { elements, places } = split(text, at);
        elements.forEach((element, index) => {
          const place = places[index];
          assert.equal(place?.index, index);
          const offset = place?.offset ?? -1;
          assert.equal(
            text.subarray(offset, offset + Buffer.byteLength(element)).toString(),
            element,
          );
        });
      }),
    );
  });

  test('yields every complete element of text that is truncated anywhere', () => {
    fc.assert(
      fc.property(objects, cuts, fc.nat(), (values, at, lengthSeed) => {
        const text = Buffer.from(JSON.stringify(values));
        const length = lengthSeed % text.length;
        const { elements, end } = split(text.subarray(0, length), at);
        assert.equal(end, length === 0 ? 'empty' : 'cut-off');
        const parsed = elements.map((element) => JSON.parse(element));
        assert.deepEqual(parsed, JSON.parse(JSON.stringify(values.slice(0, parsed.length))));
        const next = values[parsed.length];
        const whole = JSON.stringify(values.slice(0, parsed.length + 1));
        if (next !== undefined) assert.ok(length < Buffer.byteLength(whole));
      }),
    );
  });

  test('never fails on arbitrary bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), cuts, (bytes, at) => {
        split(Buffer.from(bytes), at);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^\[[[\]{},:"\\a1\n ]{0,60}$/), cuts, (text, at) => {
        assert.deepEqual(split(text, at), split(text));
      }),
    );
  });
});

describe('The JSON array splitter, given broken text,', () => {
  const good = ['{"pubkey":"a"}', '{"pubkey":"b","params":{"x":[1,{"y":2}]}}', '{"pubkey":"c"}'];
  for (const [what, broken] of [
    ['an unclosed object', '{"pubkey":"z","params":{"x":1}'],
    ['an unclosed object within an object', '{"pubkey":"z","params":{"x":1'],
    ['a list closed as an object', '{"pubkey":[1,2}'],
    ['a bracket too many', '{"pubkey":"z"}}'],
    ['a missing key', '{:1}'],
    ['a missing value', '{"pubkey":}'],
    ['no object', 'null'],
    ['no JSON', 'nonsense'],
    ['a text that is not closed on its line', '{"pubkey":"z\n}'],
  ] as const) {
    test(`loses no other element to ${what}`, () => {
      for (const separator of [',', ',\n ']) {
        const text = `[${[good[0], broken, good[1], good[2]].join(separator)}]`;
        const { elements, end } = split(text);
        assert.equal(end, 'whole');
        assert.deepEqual(
          good.filter((each) => !elements.includes(each)),
          [],
        );
      }
    });
  }

  test('keeps both elements around a missing comma', () => {
    assert.deepEqual(split(`[${good[0]} ${good[1]}${good[2]}]`).elements, good);
  });

  test('reports the depth of an element, wherever the chunks are cut', () => {
    const depthOf = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
        : 0;
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 6 })), fc.nat(), (values, cut) => {
        const bytes = Buffer.from(JSON.stringify(values));
        const at = cut % bytes.length;
        const splitter = new JsonArraySplitter();
        const found = [
          ...splitter.push(bytes.subarray(0, at)),
          ...splitter.push(bytes.subarray(at)),
        ];
        assert.deepEqual(
          found.map(({ depth }) => depth),
          values.map(depthOf),
        );
      }),
    );
  });

  test('skips an oversized element without buffering it', () => {
    const splitter = new JsonArraySplitter();
    const found = [...splitter.push(Buffer.from('[{"a":"'))];
    const part = Buffer.alloc(1024 * 1024, 'x');
    for (let count = 0; count < 8; count++) found.push(...splitter.push(part));
    found.push(...splitter.push(Buffer.from('"},{"b":1}]')));
    assert.deepEqual(
      found.map(({ bytes }) => bytes?.toString() ?? null),
      [null, '{"b":1}'],
    );
  });
});

test('the JSON array splitter reports text after the array, and text that is not an array', () => {
  const splitter = new JsonArraySplitter();
  splitter.push(Buffer.from('[1] [2]'));
  assert.ok(splitter.hasTrailingData);
  assert.equal(split('{"a":1}').end, 'no-array');
  assert.equal(split(' \n').end, 'empty');
  assert.deepEqual(split('\ufeff[1]'), { ...split('[1]'), places: [{ index: 0, offset: 4 }] });
});
