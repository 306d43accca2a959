import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { smbMarketPrograms, smbPoolLists } from '../../src/botConfig/botPrograms.ts';
import { addPools, removePools } from '../../src/botConfig/editConfig.ts';
import {
  addition,
  bonk,
  edit,
  pool,
  read,
  readData,
  sol,
  textsIn,
} from '../unit/botConfig/editedConfigs.ts';

/** Layout of a list, independent of the bot's own style. */
const layout = fc.record({
  quote: fc.constantFrom('"', "'"),
  /** Addresses per line; 0: all on the line of the brackets. */
  perLine: fc.integer({ min: 0, max: 3 }),
  indent: fc.constantFrom('', '  ', '\t', '        '),
  isCommaLast: fc.boolean(),
  isClosedOnLine: fc.boolean(),
  space: fc.constantFrom('', ' ', '  '),
  comments: fc.array(fc.constantFrom('', ' # "quoted" [and] bracketed', '\t# ✓'), {
    ...{ minLength: 4, maxLength: 4 },
  }),
  ownLine: fc.constantFrom('', '# a line of its own', '#', ''),
  lineBreak: fc.constantFrom('\n', '\r\n'),
});
type Layout = typeof layout extends fc.Arbitrary<infer Value> ? Value : never;

function written(addresses: readonly string[], style: Layout): string {
  const { quote, perLine, indent, isCommaLast, isClosedOnLine, space, lineBreak } = style;
  if (addresses.length === 0) return '[]';
  const last = addresses.length - 1;
  const values = addresses.map(
    (each, index) => `${quote}${each}${quote}${index < last || isCommaLast ? ',' : ''}`,
  );
  if (perLine === 0) return `[${space}${values.join(space)}${space}]`;
  const lines: string[] = [];
  for (let at = 0; at < values.length; at += perLine) {
    const isLast = at + perLine >= values.length;
    const remark = isLast && isClosedOnLine ? '' : style.comments[lines.length % 4];
    lines.push(`${indent}${values.slice(at, at + perLine).join(space)}${remark}`);
  }
  if (style.ownLine !== '') lines.splice(1, 0, style.ownLine);
  const isOpen = style.ownLine !== '' && lines.length === 2;
  const closing = isClosedOnLine && !isOpen ? ']' : `${lineBreak}]`;
  return `[${lineBreak}${lines.join(lineBreak)}${closing}`;
}

const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 9 });
const programs = [...smbPoolLists.keys()].filter((program) => smbMarketPrograms.has(program));
const programOf = (number: number): string => programs[number % programs.length] ?? '';

const file = fc
  .record({
    form: fc.constantFrom('entries', 'markets', 'group', 'json'),
    numbers,
    styles: fc.array(layout, { minLength: 11, maxLength: 11 }),
  })
  .map(({ form, numbers: listed, styles }) => {
    const [first] = styles as [Layout];
    const { lineBreak } = first;
    const own = styles.map((style) => ({ ...style, lineBreak }));
    const lines: string[] = ['# top', ''];
    if (form === 'entries') {
      lines.push('[[routing.mint_config_list]]', `mint = "${bonk}"`);
      for (const [index, [program, key]] of [...smbPoolLists].entries()) {
        const pools = listed.filter((number) => programOf(number) === program).map(pool);
        lines.push(`${key} = ${written(pools, own[index] ?? first)}`);
      }
      lines.push('process_delay = 400');
    } else if (form === 'json') {
      const style: Layout = {
        ...first,
        quote: '"',
        isCommaLast: false,
        ownLine: '',
        comments: ['', '', '', ''],
      };
      lines.splice(
        0,
        2,
        `{ "groups": [${written(listed.map(pool), style)}], "update_timestamp": 1 }`,
      );
    } else {
      const key = form === 'markets' ? '[routing.markets]' : '[[group]]';
      lines.push(key, `markets = ${written(listed.map(pool), own[0] ?? first)} # end`);
      if (form === 'markets') lines.push('process_delay = 1');
    }
    return { form, numbers: listed, text: `${lines.join(lineBreak)}${lineBreak}` };
  });

const changed = fc.uniqueArray(fc.integer({ min: 41, max: 60 }), { minLength: 1, maxLength: 6 });

const poolsIn = (text: string): readonly string[] =>
  textsIn(readData(text)).filter((each) => each !== bonk);

describe('A config in any layout', () => {
  it('contains exactly the added pools, and regains its text when they are removed', () => {
    fc.assert(
      fc.property(file, changed, ({ form, numbers: listed, text }, added) => {
        const supported = form === 'entries' || form === 'markets' ? 11 : 6;
        const additions = added.map((number) =>
          addition(number, programOf(number % supported), [bonk, sol], {
            ...{ group: listed.length > 0 ? 0 : null, comment: `no. ${number}` },
          }),
        );
        const config = read(text);
        const after = edit(text, addPools(text, config, additions));
        assert.deepEqual(poolsIn(after).toSorted(), [...listed, ...added].map(pool).toSorted());
        assert.equal(edit(after, addPools(after, read(after), additions)), after);
        const back = edit(after, removePools(after, read(after), added.map(pool)));
        assert.equal(back, text);
      }),
      { numRuns: 400 },
    );
  });

  it('keeps exactly the pools that were not removed, and comments on other lines', () => {
    fc.assert(
      fc.property(file, fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }), (given, flags) => {
        const { numbers: listed, text } = given;
        const removed = listed.filter((_, index) => flags[index]).map(pool);
        const kept = listed.filter((_, index) => !flags[index]).map(pool);
        const after = edit(text, removePools(text, read(text), removed));
        assert.deepEqual(poolsIn(after).toSorted(), kept.toSorted());
        const lines = after.split('\n');
        let at = 0;
        for (const line of text.split('\n')) {
          const isTouched = removed.some((each) => line.includes(each));
          // The last item may lose its comma, and content after a bracket may move to another line.
          const isLast = /["'],?[ \t]*(?:#.*)?\r?$|\]|\[\r?$/.test(line);
          if (isTouched || isLast) continue;
          const found = lines.indexOf(line, at);
          assert.ok(found >= 0, `lost ${JSON.stringify(line)} of\n${text}\nin\n${after}`);
          at = found + 1;
        }
        for (const [comment] of text.matchAll(/# (?:a line of its own|end|top).*/g)) {
          assert.ok(after.includes(comment));
        }
      }),
      { numRuns: 400 },
    );
  });
});
