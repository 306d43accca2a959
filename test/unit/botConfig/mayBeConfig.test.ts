import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { maxConfigLength, mayBeConfig } from '../../../src/botConfig/mayBeConfig.ts';
import { addressOf } from '../extension/finder/exports/finderResponses.ts';
import { examples, savings } from './exampleConfigs.ts';

describe('The quick check of every open file', () => {
  it('accepts each example config, however it is saved', () => {
    for (const { name, text } of examples) {
      for (const save of Object.values(savings)) assert.ok(mayBeConfig(save(text)), name);
    }
  });

  it('rejects what cannot be a config, without parsing it', () => {
    for (const text of [
      ...['', 'text', '# Title\n\ntext\n', '{"a": [1]}', '[1, 2]', '["a"]', '<a></a>'],
      ...['[package]\nname = "x"\n', 'import x;\n', 'routing = get()\n', 'group(1)\n'],
      `${addressOf(1)},1\n`,
      `const a = '${addressOf(1)}';\n`,
    ]) {
      assert.equal(mayBeConfig(text), false, text);
    }
  });

  it('stays fast for a file that is designed to be slow', () => {
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

  it('rejects text that is longer than any config', () => {
    const list = `${addressOf(1)}\n`;
    assert.ok(mayBeConfig(list));
    assert.equal(mayBeConfig(list.repeat(maxConfigLength / list.length + 1)), false);
  });
});
