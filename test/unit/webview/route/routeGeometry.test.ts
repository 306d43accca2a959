import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isClear, obstacleOfCurve } from '../../../../src/webview/route/routeGeometry.ts';

test('A label with a corner on a thin line overlaps it anywhere along a long line', () => {
  const diagonal = {
    start: { x: 0, y: 0 },
    control: { x: 450, y: 450 },
    end: { x: 900, y: 900 },
    width: 1.5,
  };
  const obstacles = [obstacleOfCurve(diagonal)];
  const size = { width: 40, height: 15 };
  for (let at = 0; at <= 900; at++) {
    // Right of it and above it.
    assert.equal(isClear({ x: at, y: at - size.height, ...size }, obstacles), false, `at ${at}`);
    const isClearBeside = isClear({ x: at + 10, y: at - size.height, ...size }, obstacles);
    assert.equal(isClearBeside, true, `beside ${at}`);
  }
});
