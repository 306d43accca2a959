import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import {
  closeTimeoutMilliseconds,
  defaultGracePeriods,
  editorPollMilliseconds,
  maxOrphanMilliseconds,
  ProcessLifetime,
} from '../../../../src/backend/channel/processLifetime.ts';

describe('The backend', () => {
  const editor = 4_242;
  let isEditorAlive = true;
  let hasEnded = false;
  let lifetime: ProcessLifetime;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    isEditorAlive = true;
    hasEnded = false;
    lifetime = new ProcessLifetime(
      defaultGracePeriods,
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

  it('exits within its limit after the editor ends in any way: all waits and timeouts add up to less', () => {
    const { afterBreak } = defaultGracePeriods;
    for (const waited of [afterBreak, editorPollMilliseconds]) {
      assert.ok(waited + closeTimeoutMilliseconds < maxOrphanMilliseconds * 0.9);
    }
  });

  it('exits after the last window disconnects, but not earlier', () => {
    lifetime.windowConnected();
    lifetime.windowConnected();
    lifetime.windowDisconnected('broken');
    mock.timers.tick(60_000);
    assert.ok(!hasEnded);
    lifetime.windowDisconnected('broken');
    mock.timers.tick(defaultGracePeriods.afterBreak);
    assert.ok(hasEnded);
  });

  it('waits for a window that reloads, as long as the editor is running', () => {
    lifetime.windowConnected();
    lifetime.windowDisconnected('goodbye', editor);
    mock.timers.tick(defaultGracePeriods.afterGoodbye - 1);
    assert.ok(!hasEnded);
    lifetime.windowConnected();
    isEditorAlive = false;
    mock.timers.tick(60_000);
    assert.ok(!hasEnded, 'another editor may have the window');
    lifetime.windowDisconnected('goodbye', editor);
    mock.timers.tick(editorPollMilliseconds + 1);
    assert.ok(hasEnded);
  });

  it('exits at once when the editor ends together with its last window', () => {
    lifetime.windowConnected();
    lifetime.windowDisconnected('goodbye', editor);
    mock.timers.tick(editorPollMilliseconds);
    assert.ok(!hasEnded);
    isEditorAlive = false;
    mock.timers.tick(editorPollMilliseconds + 1);
    assert.ok(hasEnded);
  });

  it('exits when no window ever connects, and at once when its starter has exited', () => {
    mock.timers.tick(defaultGracePeriods.firstWindow - 1);
    assert.ok(!hasEnded);
    lifetime.parentExited();
    mock.timers.tick(defaultGracePeriods.afterBreak);
    assert.ok(hasEnded);
  });
});
