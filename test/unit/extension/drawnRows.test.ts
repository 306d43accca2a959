import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DrawnRows } from '../../../src/extension/views/drawnRows.ts';
import type { TreeRow } from '../../../src/extension/views/treeRow.ts';

const row = (id: string, below = 0, description = ''): TreeRow => ({
  id,
  label: id,
  description,
  icon: 'tag',
  context: 'token',
  spoken: id,
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
  it('are drawn as a whole at first, and where another is there or elsewhere', () => {
    const drawn = new DrawnRows(() => false);
    assert.deepEqual(drawn.take([row('a'), row('b')]), [undefined]);
    drawn.draw();
    assert.deepEqual(drawn.take([row('b'), row('a')]), [undefined]);
    assert.deepEqual(ids(drawn.draw()), ['b', 'a']);
    assert.deepEqual(drawn.take([row('b'), row('a'), row('c')]), [undefined]);
    drawn.draw();
    assert.deepEqual(drawn.take([]), [undefined]);
  });

  it('that stay where they are are drawn screen first, with all that is open below them', () => {
    const drawn = new DrawnRows((id) => id === 'token 0');
    const rows = () => names(0, 50).map((name, at) => row(name, at < 2 ? 70 : 0));
    drawn.take(rows());
    const given = drawn.draw();
    const [first, rest, ...more] = drawn.take(rows());
    // 71 for the open one, and one for each of the others.
    assert.deepEqual(ids(first), names(0, 10));
    assert.deepEqual(ids(rest), names(10, 50));
    assert.deepEqual(more, []);
    // The editor knows rows by the objects that it was given.
    assert.ok(first?.every((each, at) => each === given[at]));
  });

  it('that fit on a screen are drawn at once', () => {
    const drawn = new DrawnRows(() => false);
    drawn.take([row('a'), row('b')]);
    drawn.draw();
    assert.deepEqual(drawn.take([row('a'), row('b')]).map(ids), [['a', 'b']]);
  });

  it('are the newest, whichever the editor asks about', () => {
    const drawn = new DrawnRows(() => false);
    const [old] = [row('a', 0, 'old')];
    assert.ok(old !== undefined);
    drawn.take([old]);
    drawn.draw();
    drawn.take([row('a', 0, 'new')]);
    assert.equal(drawn.now(old).description, 'new');
    const below = row('a/1');
    assert.equal(drawn.now(below), below);
  });
});
