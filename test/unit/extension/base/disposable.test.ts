import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DisposableStore, Listeners } from '../../../../src/extension/base/disposable.ts';

describe('A group of disposables', () => {
  it('is disposed once, in reverse order', () => {
    const ended: string[] = [];
    const list = new DisposableStore();
    list.add({ dispose: () => ended.push('first') });
    list.add({ dispose: () => ended.push('second') });
    list.dispose();
    list.dispose();
    assert.deepEqual(ended, ['second', 'first']);
  });

  it('disposes items added later at once', () => {
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

describe('Event listeners', () => {
  it('are called until they are disposed, even during an event', () => {
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
