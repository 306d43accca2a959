import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { maxConfigLength, mayBeConfig } from '../../../src/botConfig/mayBeConfig.ts';
import { addressOf } from '../extension/finder/exports/finderResponses.ts';
import { examples, savings } from './exampleConfigs.ts';

describe('The look at every open file', () => {
  it('lets each example of a config through, however it is saved', () => {
    for (const { name, text } of examples) {
      for (const save of Object.values(savings)) assert.ok(mayBeConfig(save(text)), name);
    }
  });

  it('spares the parser what cannot be a config', () => {
    for (const text of [
      ...['', 'text', '# Title\n\ntext\n', '{"a": [1]}', '[1, 2]', '["a"]', '<a></a>'],
      ...['[package]\nname = "x"\n', 'import x;\n', 'routing = get()\n', 'group(1)\n'],
      `${addressOf(1)},1\n`,
      `const a = '${addressOf(1)}';\n`,
    ]) {
      assert.equal(mayBeConfig(text), false, text);
    }
  });

  it('is not held up by a file that is made to be slow', () => {
    const characters = 400_000;
    for (const part of [
      ' ',
      '\n',
      '\t',
      '# x\n',
      '//',
      '/* * */ ',
      '"groups" ',
      '[ ',
      'routing ',
    ]) {
      assert.equal(mayBeConfig(part.repeat(characters / part.length)), false, part);
    }
  });

  it('leaves out what is longer than any config', () => {
    const list = `${addressOf(1)}\n`;
    assert.ok(mayBeConfig(list));
    assert.equal(mayBeConfig(list.repeat(maxConfigLength / list.length + 1)), false);
  });
});
