import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parse } from 'smol-toml';
import { smbPoolLists } from '../../src/botConfig/botPrograms.ts';
import { type ConfigForm, configForms, type TextRange } from '../../src/botConfig/model.ts';
import { parseConfig } from '../../src/botConfig/parseConfig.ts';
import { encodeBase58 } from '../../src/solana/base58.ts';
import { anyText } from '../fixtures/anyText.ts';
import { addressesOf, examples } from '../unit/botConfig/exampleConfigs.ts';

const runs = { numRuns: 150 };

const address = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(encodeBase58);
const addresses = fc.array(address, { maxLength: 6 });

const space = fc.constantFrom('', ' ', '\t', '   ');
const comment = fc.constantFrom('# x', '# [a] = "b"', '# "So1"', '#', '# ünïcödé 🙂 ], }');
const lines = (end: string) =>
  fc
    .array(
      fc.oneof(
        fc.constant(end),
        comment.map((text) => ` ${text}${end}`),
        space,
      ),
      {
        maxLength: 3,
      },
    )
    .map((parts) => parts.join(''));

interface Written {
  readonly text: string;
  readonly places: readonly (readonly [address: string, range: TextRange])[];
}

class Writer {
  text = '';
  readonly places: (readonly [string, TextRange])[] = [];

  write(text: string): this {
    this.text += text;
    return this;
  }

  address(text: string): this {
    this.places.push([text, { start: this.text.length, end: this.text.length + text.length }]);
    return this.write(text);
  }
}

/** Layout of a TOML list: `gaps` are used in turn between its parts. */
interface Layout {
  readonly quote: string;
  readonly gaps: readonly string[];
  readonly hasTrailingComma: boolean;
  readonly around: string;
}

const layout = (end: string): fc.Arbitrary<Layout> =>
  fc.record({
    quote: fc.constantFrom('"', "'", '"""', "'''"),
    gaps: fc.array(lines(end), { minLength: 16, maxLength: 16 }),
    hasTrailingComma: fc.boolean(),
    around: space,
  });

function writeList(to: Writer, key: string, list: readonly string[], how: Layout): void {
  const { quote, gaps, hasTrailingComma, around } = how;
  let gap = 0;
  const next = (): string => gaps[gap++ % gaps.length] ?? '';
  to.write(`${key}${around}=${around}[${next()}`);
  list.forEach((each, index) => {
    to.write(quote).address(each).write(`${quote}${next()}`);
    if (index < list.length - 1 || hasTrailingComma) to.write(`,${next()}`);
  });
  to.write(']');
}

const smbMints = (end: string): fc.Arbitrary<Written> =>
  fc
    .record({
      mark: fc.constantFrom('', '\uFEFF'),
      entries: fc.array(
        fc.record({
          mint: address,
          lists: fc.uniqueArray(
            fc.record({
              key: fc.constantFrom(...smbPoolLists.values(), 'lookup_table_accounts'),
              list: addresses,
              how: layout(end),
            }),
            { selector: ({ key }) => key, maxLength: 4 },
          ),
          before: lines(end),
          indent: space,
        }),
        { minLength: 1, maxLength: 4 },
      ),
    })
    .map(({ mark, entries }) => {
      const to = new Writer();
      to.write(`${mark}# own tables${end}[bot]${end}x = 1${end}`);
      for (const { mint, lists, before, indent } of entries) {
        to.write(`${before}${end}${indent}[[routing.mint_config_list]]${indent}${end}`);
        to.write(`${indent}mint = "`).address(mint).write(`" # mint${end}process_delay = 1${end}`);
        for (const { key, list, how } of lists) {
          writeList(to.write(indent), key, list, how);
          to.write(end);
        }
      }
      return to;
    });

const notArbJson = (end: string): fc.Arbitrary<Written> =>
  fc
    .record({
      groups: fc.array(addresses, { minLength: 1, maxLength: 5 }),
      gaps: fc.array(fc.constantFrom('', ' ', '\t', end), { minLength: 8, maxLength: 8 }),
      isStamped: fc.boolean(),
      first: address,
    })
    .map(({ groups, gaps, isStamped, first }) => {
      const to = new Writer();
      let gap = 0;
      const next = (): string => gaps[gap++ % gaps.length] ?? '';
      to.write(isStamped ? `{${next()}"update_timestamp":${next()}1,"groups":${next()}[` : '[');
      // At least one list has an address: the form is not recognizable from empty lists.
      [[first], ...groups].forEach((group, index) => {
        to.write(`${index > 0 ? ',' : ''}${next()}[${next()}`);
        group.forEach((each, at) => {
          to.write(`${at > 0 ? `,${next()}` : ''}"`)
            .address(each)
            .write(`"${next()}`);
        });
        to.write(`]${next()}`);
      });
      to.write(isStamped ? ']}' : ']');
      return to;
    });

const lookupTables = (end: string): fc.Arbitrary<Written> =>
  fc
    .array(fc.record({ each: address, before: lines(end), indent: space, after: comment }), {
      minLength: 1,
      maxLength: 6,
    })
    .map((rows) => {
      const to = new Writer();
      for (const { each, before, indent, after } of rows) {
        to.write(`${before}${end}${indent}`).address(each).write(`${indent}${after}${end}`);
      }
      return to;
    });

const writers: Readonly<Partial<Record<ConfigForm, (end: string) => fc.Arbitrary<Written>>>> = {
  'smb-mints': smbMints,
  'notarb-json': notArbJson,
  'lookup-tables': lookupTables,
};

describe('A config in any layout', () => {
  for (const [form, written] of Object.entries(writers)) {
    for (const [name, end] of [
      ['LF', '\n'],
      ['CRLF', '\r\n'],
    ] as const) {
      it(`of ${form} with ${name} has each address in its range`, () => {
        fc.assert(
          fc.property(written(end), ({ text, places }) => {
            const { config, problems } = parseConfig(text);
            assert.deepEqual(problems, []);
            assert.equal(config?.form, form);
            const found = config === null ? [] : addressesOf(config);
            assert.deepEqual(
              found.map(({ address: each, range }) => [each, range]),
              places,
            );
          }),
          runs,
        );
      });
    }
  }
});

function isReadBy(parser: (text: string) => unknown, text: string): boolean {
  try {
    parser(text);
    return true;
  } catch {
    return false;
  }
}

describe('Any text', () => {
  const inside = (text: string, { start, end }: TextRange): boolean =>
    0 <= start && start <= end && end <= text.length;
  const survives = (text: string): void => {
    for (const form of [undefined, ...configForms]) {
      for (const isTolerant of [false, true]) {
        const { config, problems } = parseConfig(text, { form, isTolerant });
        for (const { range } of problems) assert.ok(inside(text, range));
        if (config === null) continue;
        for (const { address: each, range } of addressesOf(config)) {
          assert.ok(text.slice(range.start, range.end).includes(each));
        }
        for (const { range, headRange } of config.entries) {
          assert.ok(inside(text, range) && inside(text, headRange));
        }
      }
    }
  };

  it('never makes the parser throw', () => {
    const words = fc.constantFrom(
      ...['[[', ']]', '[', ']', '{', '}', '=', ',', '"', "'", '"""', '\n', '\r', '#', '.', '\\'],
      ...['routing', 'mint_config_list', 'markets', 'group', 'transactions', 'direct', 'mint'],
      ...['[[group]]\n', '[routing.markets]\n', '[[transactions]]\n', '__proto__', 'constructor'],
      ...['"groups"', ':', 'null', '-1', '1e400', '0x', '2026-01-01', '\uFEFF', '\uD800', '🙂'],
      'So11111111111111111111111111111111111111112',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(words, { maxLength: 40 }).map((parts) => parts.join('')),
          anyText(60),
          fc.uint8Array({ maxLength: 200 }).map((bytes) => new TextDecoder().decode(bytes)),
        ),
        survives,
      ),
      { numRuns: 500 },
    );
  });

  it('that starts like an example never makes the parser throw', () => {
    for (const { text } of examples) {
      for (let length = 0; length < text.length; length += 37) survives(text.slice(0, length));
    }
  });

  const changes = (suffix: string) =>
    fc
      .record({
        example: fc.constantFrom(
          ...examples.filter(({ name, form }) => form !== 'lookup-tables' && name.endsWith(suffix)),
        ),
        at: fc.nat(),
        by: fc.constantFrom('', ...['"', '[', ']', '=', ',', '\n', '{', '#', 'x', '1', '\\', '\0']),
      })
      .map(({ example: { text, form }, at, by }) => {
        const place = at % text.length;
        return { form, text: text.slice(0, place) + by + text.slice(place + 1) };
      });
  const parsers = { '.toml': parse, '.json': JSON.parse } as const;
  for (const [suffix, parser] of Object.entries(parsers)) {
    it(`from a ${suffix} example with one changed character is invalid exactly if a reference parser says so`, () => {
      fc.assert(
        fc.property(changes(suffix), ({ text, form }) => {
          const { config, problems } = parseConfig(text, { form });
          const isBroken = problems.some(
            ({ code, severity }) => code === 'syntax' && severity === 'error',
          );
          assert.equal(isBroken, !isReadBy(parser, text), text);
          assert.ok(!isBroken || config === null);
        }),
        { numRuns: 400 },
      );
    });
  }
});
