import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RenderedRows } from '../../../../src/extension/ui/renderedRows.ts';
import type { TreeRow } from '../../../../src/extension/ui/treeRow.ts';

const row = (id: string, below = 0, description = ''): TreeRow => ({
  id,
  label: id,
  description,
  icon: 'tag',
  context: 'token',
  accessibilityLabel: id,
  heading: id,
  facts: () => [],
  ...(below === 0
    ? {}
    : { children: () => Array.from({ length: below }, (_, at) => row(`${id}/${at}`)) }),
});
const ids = (rows: readonly TreeRow[] | undefined) => rows?.map(({ id }) => id);
const names = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `token ${from + at}`);

describe('The rows of a tree', () => {
  it('are rendered completely at first, and when rows are added or moved', () => {
    const drawn = new RenderedRows(() => false);
    assert.deepEqual(drawn.update([row('a'), row('b')]), [undefined]);
    drawn.renderAll();
    assert.deepEqual(drawn.update([row('b'), row('a')]), [undefined]);
    assert.deepEqual(ids(drawn.renderAll()), ['b', 'a']);
    assert.deepEqual(drawn.update([row('b'), row('a'), row('c')]), [undefined]);
    drawn.renderAll();
    assert.deepEqual(drawn.update([]), [undefined]);
  });

  it('are redrawn in two parts if their order is unchanged: first screen, then the rest', () => {
    const drawn = new RenderedRows((id) => id === 'token 0');
    const rows = () => names(0, 50).map((name, at) => row(name, at < 2 ? 70 : 0));
    drawn.update(rows());
    const given = drawn.renderAll();
    const [first, rest, ...more] = drawn.update(rows());
    // 71 lines for the expanded row, and one for each of the others.
    assert.deepEqual(ids(first), names(0, 10));
    assert.deepEqual(ids(rest), names(10, 50));
    assert.deepEqual(more, []);
    // The editor identifies rows by the objects that it was given.
    assert.ok(first?.every((each, at) => each === given[at]));
  });

  it('are not redrawn if they look the same and their children never change', () => {
    const drawn = new RenderedRows(() => false);
    assert.deepEqual(drawn.updateDiffering([row('a', 0, '5 s'), row('b', 0, '5 s')]), [undefined]);
    drawn.renderAll();
    assert.deepEqual(drawn.updateDiffering([row('a', 0, '5 s'), row('b', 0, '5 s')]), []);
    const [differing] = drawn.updateDiffering([row('a', 0, '5 s'), row('b', 0, '10 s')]);
    assert.deepEqual(ids(differing), ['b']);
    assert.deepEqual(drawn.updateDiffering([row('b', 0, '10 s'), row('a', 0, '5 s')]), [undefined]);
  });

  it('are redrawn in one part if they fit on a screen', () => {
    const drawn = new RenderedRows(() => false);
    drawn.update([row('a'), row('b')]);
    drawn.renderAll();
    assert.deepEqual(drawn.update([row('a'), row('b')]).map(ids), [['a', 'b']]);
  });

  it('are always the newest, even if the editor requests an older object', () => {
    const drawn = new RenderedRows(() => false);
    const [old] = [row('a', 0, 'old')];
    assert.ok(old !== undefined);
    drawn.update([old]);
    drawn.renderAll();
    drawn.update([row('a', 0, 'new')]);
    assert.equal(drawn.latest(old).description, 'new');
    const below = row('a/1');
    assert.equal(drawn.latest(below), below);
  });
});
