import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, test } from 'node:test';
import {
  crashLines,
  terminalLines,
  writeJson,
  writeLine,
} from '../../../../src/backend/commands/commandLine.ts';

describe('A line for a terminal', () => {
  test('stays one line, without control characters', () => {
    assert.equal(
      terminalLines('a\u001b[2J\r\nb\u009b\u202e\0', 'c'),
      'a\\u{1B}[2J\\u{D}\\u{A}b\\u{9B}\\u{202E}\\u{0}\nc\n',
    );
  });

  test('of an unexpected error contains its message, followed by the stack', () => {
    const [words = '', ...frames] = crashLines(new TypeError('a\u001b\nerror: forged')).split('\n');
    assert.equal(words, 'error: TypeError: a\\u{1B}\\u{A}error: forged');
    assert.ok(frames.length > 1);
    for (const frame of frames.slice(0, -1)) assert.match(frame, /^ {4}at /);
    assert.equal(crashLines('x\ny'), 'error: x\\u{A}y\n');
  });

  test('of JSON has the same value and stays one line', async () => {
    const stream = new PassThrough();
    const value = { name: 'a\u009b2J\u202e\u2028\u007f', amount: 18_446_744_073_709_551_615n };
    await writeJson(stream, value);
    await writeLine(stream, 'b\nc');
    const text = String(stream.read());
    assert.equal(
      text,
      '{"name":"a\\u009b2J\\u202e\\u2028\\u007f","amount":18446744073709551615}\nb\\u{A}c\n',
    );
  });
});
