import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { lineWindow, recognizeAt } from '../../../../src/extension/shared/documentText.ts';
import { linedText, usdc } from '../addresses/marketDouble.ts';

describe('A line of 5 MB', () => {
  test('is scanned only around the cursor', () => {
    const half = 'a="x";'.repeat(420_000);
    const document = linedText(`${half}m="${usdc}";${half}`);
    const place = { line: 0, character: half.length + 10 };
    assert.ok(lineWindow(document, place).text.length <= 12_000);
    const found = recognizeAt(document, place);
    assert.ok(found?.found.kind === 'address' && found.found.text === usdc);
    assert.equal(found?.start.character, half.length + 3);
  });
});
