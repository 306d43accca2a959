import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sanitizedLog } from '../../../../src/extension/base/log.ts';

describe('The output channel', () => {
  test('gets each message as one line without control characters, at every level', () => {
    const lines: string[] = [];
    const take = (line: string) => void lines.push(line);
    const channel = { trace: take, debug: take, info: take, warn: take, error: take };
    const log = sanitizedLog({ ...channel, show: () => take('shown') });
    const levels = ['trace', 'debug', 'info', 'warn', 'error'] as const;
    for (const level of levels) log[level]('a\u001b[2J\n2026-01-01 [error] forged\u202e\0');
    log.show();
    const safe = 'a\\u{1B}[2J\\u{A}2026-01-01 [error] forged\\u{202E}\\u{0}';
    assert.deepEqual(lines, [...levels.map(() => safe), 'shown']);
  });
});
