import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  bestTip,
  gainShare,
  wilsonInterval,
} from '../../../../src/webview/walletCompetition/figures.ts';
import { tipCurveLayout } from '../../../../src/webview/walletCompetition/tipCurveLayout.ts';

const point = (percent: number, gain_sol: number, extra_cost_sol: number) => ({
  ...{ percent, gain_sol, extra_cost_sol, won: percent },
});
const group = (gain_sol: number, unknown_gains = 0) => ({ count: 20, gain_sol, unknown_gains });

describe('A win rate', () => {
  test('has the 95 % interval of Wilson, which stays within 0 and 1', () => {
    const rounded = (won: number, count: number) =>
      wilsonInterval(won, count).map((share) => Number(share.toFixed(3)));
    // Newcombe (1998), method 3.
    assert.deepEqual(rounded(81, 263), [0.255, 0.366]);
    assert.deepEqual(rounded(15, 148), [0.062, 0.16]);
    assert.deepEqual(rounded(0, 20), [0, 0.161]);
    assert.deepEqual(rounded(20, 20), [0.839, 1]);
  });
});

describe('The share of the net gain', () => {
  test('says how many gains are not in it, and is unknown if somebody lost', () => {
    assert.deepEqual(gainShare({ won: group(1, 1), lost: group(3, 2) }), {
      ...{ total: 4, share: 0.25, unknownGains: 3 },
    });
    assert.equal(gainShare({ won: group(-1), lost: group(3) }), null);
    assert.equal(gainShare({ won: group(0), lost: group(0) }), null);
  });
});

describe('The best tip', () => {
  test('is the point with the most left, and breaks even between two points', () => {
    const points = [point(0, 0, 0), point(10, 3, 1), point(20, 4, 3), point(30, 4, 7)];
    const found = bestTip(points);
    assert.equal(found?.best.percent, 10);
    assert.equal(found.breakEven, 22.5);
    assert.equal(bestTip(points.slice(0, 3))?.breakEven, null);
  });

  test('does not exist if every tip costs more than it wins', () => {
    assert.equal(bestTip([point(0, 0, 0), point(10, 1, 2)]), null);
    assert.equal(bestTip([]), null);
  });

  test('stays visible, since large losses beyond it are cut off', () => {
    const points = [point(0, 0, 0), point(50, 2, 1), point(75, 2, 3), point(100, 0, 15)];
    const { net } = tipCurveLayout({ count: 9, unknown: 0, unknown_costs: 0, points }, 400);
    assert.equal(net.scale.ticks[0]?.amount, -2);
    const [edge, after] = net.points.slice(3);
    assert.ok(edge != null && edge.x < 310, 'where it reaches twice the best below 0');
    assert.equal(after, null);
    const risen = [point(0, 0, 0), point(50, 0, 50), point(100, 2, 1)];
    const again = tipCurveLayout({ count: 9, unknown: 0, unknown_costs: 0, points: risen }, 400);
    assert.deepEqual(
      again.net.points.map((each) => each !== null),
      [true, true, false, false, true, true],
    );
  });
});
