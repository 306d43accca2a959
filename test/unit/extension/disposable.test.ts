import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DisposableStore, Listeners } from '../../../src/extension/disposable.ts';

describe('What ends together', () => {
  it('ends in the opposite order, once', () => {
    const ended: string[] = [];
    const list = new DisposableStore();
    list.add({ dispose: () => ended.push('first') });
    list.add({ dispose: () => ended.push('second') });
    list.dispose();
    list.dispose();
    assert.deepEqual(ended, ['second', 'first']);
  });

  it('ends at once when it comes after the end', () => {
    const list = new DisposableStore();
    list.dispose();
    let isEnded = false;
    list.add({
      dispose: () => {
        isEnded = true;
      },
    });
    assert.equal(isEnded, true);
  });
});

describe('Listeners', () => {
  it('hear until they are disposed, even while they are told', () => {
    const heard: string[] = [];
    const listeners = new Listeners<string>();
    const first = listeners.add((event) => {
      heard.push(`first ${event}`);
      first.dispose();
    });
    listeners.add((event) => heard.push(`second ${event}`));
    listeners.fire('a');
    listeners.fire('b');
    assert.deepEqual(heard, ['first a', 'second a', 'second b']);
  });
});
