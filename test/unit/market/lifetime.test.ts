import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import {
  closeMilliseconds,
  defaultGrace,
  editorDeathMilliseconds,
  editorLookMilliseconds,
  Lifetime,
} from '../../../src/market/channel/lifetime.ts';

describe('The market process', () => {
  const editor = 4_242;
  let isEditorAlive = true;
  let hasEnded = false;
  let lifetime: Lifetime;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    isEditorAlive = true;
    hasEnded = false;
    lifetime = new Lifetime(
      defaultGrace,
      () => {
        hasEnded = true;
      },
      (id) => id === editor && isEditorAlive,
    );
  });
  afterEach(() => {
    lifetime.dispose();
    mock.timers.reset();
  });

  it('is gone in time whichever way its editor dies: what it waits and what it closes add up', () => {
    const { afterBreak } = defaultGrace;
    for (const waited of [afterBreak, editorLookMilliseconds]) {
      assert.ok(waited + closeMilliseconds < editorDeathMilliseconds * 0.9);
    }
  });

  it('ends after the last window broke off, but not while another is there', () => {
    lifetime.windowCame();
    lifetime.windowCame();
    lifetime.windowLeft('broken');
    mock.timers.tick(60_000);
    assert.ok(!hasEnded);
    lifetime.windowLeft('broken');
    mock.timers.tick(defaultGrace.afterBreak);
    assert.ok(hasEnded);
  });

  it('waits for a window that is loaded again, as long as the editor is there', () => {
    lifetime.windowCame();
    lifetime.windowLeft('goodbye', editor);
    mock.timers.tick(defaultGrace.afterGoodbye - 1);
    assert.ok(!hasEnded);
    lifetime.windowCame();
    isEditorAlive = false;
    mock.timers.tick(60_000);
    assert.ok(!hasEnded, 'another editor may have the window');
    lifetime.windowLeft('goodbye', editor);
    mock.timers.tick(editorLookMilliseconds + 1);
    assert.ok(hasEnded);
  });

  it('waits for nobody when the editor ends with its last window', () => {
    lifetime.windowCame();
    lifetime.windowLeft('goodbye', editor);
    mock.timers.tick(editorLookMilliseconds);
    assert.ok(!hasEnded);
    isEditorAlive = false;
    mock.timers.tick(editorLookMilliseconds + 1);
    assert.ok(hasEnded);
  });

  it('ends when no window ever comes, at once when its starter is gone', () => {
    mock.timers.tick(defaultGrace.firstWindow - 1);
    assert.ok(!hasEnded);
    lifetime.starterGone();
    mock.timers.tick(defaultGrace.afterBreak);
    assert.ok(hasEnded);
  });
});
