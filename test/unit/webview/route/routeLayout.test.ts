import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { TransactionDetail } from '../../../../src/api/transaction.ts';
import { decodeTransaction } from '../../../../src/engine/decode/decodeTransaction.ts';
import { transactionDetailOfFetched } from '../../../../src/engine/operations/transaction.ts';
import { badgeRadius } from '../../../../src/webview/route/placeLabels.ts';
import type { RouteLayout } from '../../../../src/webview/route/routeLayout.ts';
import { sandboxResponses } from '../../../fixtures/engineResponses.ts';
import { readChainEntry } from '../../../readChainEntry.ts';
import { sharedData, skipWithout } from '../../../sharedData.ts';
import { routeThrough, transactionContentOf, transactionModels } from './routeSamples.ts';

type Pair = readonly [from: number, to: number];
const times = (count: number, pair: Pair): Pair[] => Array.from({ length: count }, () => pair);
const ring = (count: number): Pair[] =>
  Array.from({ length: count }, (_, index) => [index, (index + 1) % count]);

const generatedRoutes: Readonly<Record<string, readonly Pair[]>> = {
  'two tokens': ring(2),
  'two legs side by side': [...times(2, [0, 1]), [1, 0]],
  'three legs side by side': [...times(3, [0, 1]), [1, 0]],
  'both ways side by side': [...times(3, [0, 1]), ...times(3, [1, 0])],
  'a ring of three': ring(3),
  'a ring of three, split': [...times(3, [0, 1]), ...times(2, [1, 2]), [2, 0]],
  'a split over two tokens': [
    [0, 1],
    [0, 2],
    [1, 3],
    [2, 3],
    [3, 0],
  ],
  'a ring of six with chords': [...ring(6), [0, 3], [3, 1], [1, 5], [5, 0]],
  'a ring of fourteen': ring(14),
  'a leg from a token to itself': [
    [0, 1],
    [1, 1],
    [1, 1],
    [1, 0],
  ],
  'thirty legs side by side': [...times(30, [0, 1]), [1, 0]],
  'more legs than are labeled': [...times(60, [0, 1]), [1, 0]],
};
/** Widths of the panel: narrow, beside another editor, and full. */
const rooms = [360, 560, 800, 1_000];

/** The point of a leg's curve, computed independently of the tested code. */
function onCurve({ start, control, end }: RouteLayout['edges'][number], at: number) {
  const between = (one: { x: number; y: number }, other: { x: number; y: number }) => ({
    x: one.x + (other.x - one.x) * at,
    y: one.y + (other.y - one.y) * at,
  });
  return between(between(start, control), between(control, end));
}

function collisions({ nodes, edges, baseLabel, box }: RouteLayout): string[] {
  const labels = [
    ...(baseLabel === null ? [] : [{ name: 'base label', box: baseLabel.box, edge: null }]),
    ...edges.flatMap((edge) =>
      edge.label === null ? [] : [{ name: `label ${edge.leg.number}`, box: edge.label.box, edge }],
    ),
  ];
  const isNear = (label: typeof box, { x, y }: { x: number; y: number }, radius: number) =>
    Math.hypot(
      Math.max(label.x - x, 0, x - label.x - label.width),
      Math.max(label.y - y, 0, y - label.y - label.height),
    ) < radius;
  return labels.flatMap(({ name, box: own, edge }, index) => [
    ...nodes.filter((node) => isNear(own, node, node.radius)).map(() => `${name} on a node`),
    ...edges.flatMap((other) => [
      ...(Array.from({ length: 201 }, (_, at) => onCurve(other, at / 200)).some((point) =>
        isNear(own, point, other.width / 2),
      )
        ? [`${name} on leg ${other.leg.number}`]
        : []),
      ...(other !== edge && isNear(own, other.badge, badgeRadius)
        ? [`${name} on number ${other.leg.number}`]
        : []),
    ]),
    ...labels
      .slice(index + 1)
      .filter(
        (other) =>
          own.x < other.box.x + other.box.width &&
          other.box.x < own.x + own.width &&
          own.y < other.box.y + other.box.height &&
          other.box.y < own.y + own.height,
      )
      .map((other) => `${name} on ${other.name}`),
    ...(own.x < box.x || own.x + own.width > box.x + box.width ? [`${name} cut off`] : []),
  ]);
}

function assertReadable(detail: TransactionDetail, name: string): void {
  for (const room of rooms) {
    const { layout } = transactionModels(transactionContentOf(detail), room);
    assert.deepEqual(collisions(layout), [], `${name} in ${room} pixels`);
  }
}

const labelsIn = (detail: TransactionDetail, room: number): number =>
  transactionModels(transactionContentOf(detail), room).layout.edges.filter(
    ({ label }) => label !== null,
  ).length;

describe('On a route map, no line, node or other label touches a label', () => {
  for (const [name, pairs] of Object.entries(generatedRoutes)) {
    test(`of ${name}`, () => assertReadable(routeThrough(pairs), name));
  }

  test('of the Sandbox', async () => {
    for (const detail of await sandboxResponses(12)) assertReadable(detail, detail.signature);
  });

  const real = sharedData('data', 'transactions');
  test('of real mainnet transactions', { skip: skipWithout(real) }, async () => {
    const folder = real ?? '';
    for (const name of readdirSync(folder).filter((file) => file.length > 80)) {
      const file = await readChainEntry(join(folder, name));
      if (file.kind !== 'transaction') continue;
      if (decodeTransaction(file.transaction).record === null) continue;
      assertReadable(transactionDetailOfFetched(file.transaction, null), name);
    }
  });
});

describe('A route map', () => {
  test('labels every leg of a split route if there is room', () => {
    for (const name of ['two legs side by side', 'three legs side by side', 'a ring of three']) {
      const pairs = generatedRoutes[name] ?? [];
      assert.equal(labelsIn(routeThrough(pairs), 800), pairs.length, name);
    }
  });

  test('fits into a panel of 400 pixels with letters of full size', () => {
    for (const name of ['two legs side by side', 'a ring of three', 'a split over two tokens']) {
      const { layout } = transactionModels(
        transactionContentOf(routeThrough(generatedRoutes[name] ?? [])),
        360,
      );
      assert.ok(layout.box.width <= 360, `${name}: ${layout.box.width}`);
    }
  });
});
