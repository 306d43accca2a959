import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  intervalAt,
  selectBetween,
  selectByKey,
  type TimeSelection,
} from '../../../../src/webview/charts/timeSelection.ts';

const press = (selection: TimeSelection | null, keys: string, count = 20) =>
  keys.split(' ').reduce<TimeSelection | null>((now, text) => {
    const isShift = text.startsWith('Shift+');
    const next = selectByKey(now, { key: text.replace('Shift+', ''), isShift }, count);
    return next === undefined ? now : next;
  }, selection);

describe('A selection in a time chart', () => {
  test('begins at the newest interval, or at the oldest with Home', () => {
    assert.deepEqual(press(null, 'ArrowLeft'), { first: 19, last: 19 });
    assert.deepEqual(press(null, 'Home'), { first: 0, last: 0 });
  });

  test('moves with the arrow keys and keeps its length at the ends', () => {
    assert.deepEqual(press({ first: 3, last: 6 }, 'ArrowRight'), { first: 4, last: 7 });
    assert.deepEqual(press({ first: 1, last: 4 }, 'ArrowLeft ArrowLeft'), { first: 0, last: 3 });
    assert.deepEqual(press({ first: 3, last: 6 }, 'End'), { first: 16, last: 19 });
    assert.deepEqual(press({ first: 3, last: 6 }, 'PageDown'), { first: 5, last: 8 });
  });

  test('grows and shrinks with Shift, to at least one interval', () => {
    assert.deepEqual(press({ first: 3, last: 4 }, 'Shift+ArrowRight'), { first: 3, last: 5 });
    assert.deepEqual(press({ first: 3, last: 4 }, 'Shift+ArrowLeft Shift+ArrowLeft'), {
      first: 3,
      last: 3,
    });
    assert.deepEqual(press({ first: 3, last: 4 }, 'Shift+End'), { first: 3, last: 19 });
  });

  test('is cleared by Escape and ignores other keys', () => {
    assert.equal(press({ first: 3, last: 4 }, 'Escape'), null);
    assert.equal(selectByKey(null, { key: 'Escape', isShift: false }, 20), undefined);
    assert.equal(selectByKey(null, { key: 'Tab', isShift: false }, 20), undefined);
    assert.equal(selectByKey(null, { key: 'ArrowLeft', isShift: false }, 0), undefined);
  });

  test('can be dragged in either direction, up to the edges', () => {
    assert.deepEqual(selectBetween(7, 2), { first: 2, last: 7 });
    const xOf = (index: number) => 50 + index * 10;
    assert.deepEqual(
      [49, 50, 59.9, 60, 250, 900].map((x) => intervalAt(x, xOf, 20)),
      [0, 0, 0, 1, 19, 19],
    );
  });
});
