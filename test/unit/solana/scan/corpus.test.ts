import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { matchAt, scanText } from '../../../../src/solana/scan/scanText.ts';
import { corpus } from '../../../fixtures/scan/corpus.ts';

const texts = corpus();
const line = (kind: string, start: number, end: number) => `${kind} ${start}-${end}`;

describe('In the source, configs, locks and logs of bot developers', () => {
  for (const { name, text, cases } of texts) {
    test(`every address, signature and key of ${name} is found, and nothing else`, () => {
      const expected = cases.filter(({ kind }) => kind !== 'no');
      assert.deepEqual(
        scanText(text).map(({ kind, start, end }) => [
          line(kind, start, end),
          text.slice(start, end),
        ]),
        expected.map(({ kind, start, end }) => [line(kind, start, end), text.slice(start, end)]),
      );
    });

    test(`a lookup at every character of ${name} gives the same matches as a scan of the whole text`, () => {
      for (let offset = 0; offset < text.length; offset++) {
        const expected = cases.find(
          ({ kind, start, end }) => kind !== 'no' && offset >= start && offset < end,
        );
        const found = matchAt(text, offset);
        // Right after a key, the cursor still counts as on it.
        if (expected === undefined && found?.end === offset) continue;
        assert.deepEqual(
          found === null ? null : line(found.kind, found.start, found.end),
          expected === undefined ? null : line(expected.kind, expected.start, expected.end),
          `at ${offset}: ${text.slice(Math.max(0, offset - 20), offset + 20)}`,
        );
      }
    });
  }
});
