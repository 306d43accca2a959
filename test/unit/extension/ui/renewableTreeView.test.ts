import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { viewIds } from '../../../../src/extension/contributions/views.ts';
import type { RenewableTreeView } from '../../../../src/extension/ui/renewableTreeView.ts';
import { replaceVscode, treeViews } from '../vscodeDouble.ts';

replaceVscode();
const {
  maxDrawnRows,
  maxDrawnRowsHidden,
  RenewableTreeView: View,
} = await import('../../../../src/extension/ui/renewableTreeView.ts');

describe('A tree view that has drawn many rows', () => {
  let view: RenewableTreeView;
  beforeEach(() => {
    treeViews.length = 0;
    view = new View(viewIds.live, { treeDataProvider: {} as never });
  });
  afterEach(() => view.dispose());

  const drawRows = async (count: number) => {
    for (let row = 0; row < count; row += 1) view.countDrawnRow();
    for (let turns = 0; turns < 4; turns += 1) await turn();
  };

  it('is recreated with the same description and message', async () => {
    view.description = 'Sandbox';
    view.message = 'simulated';
    await drawRows(maxDrawnRows);
    assert.equal(treeViews.length, 2);
    assert.deepEqual(
      treeViews.map(({ isDisposed }) => isDisposed),
      [true, false],
    );
    const { description, message } = view;
    assert.deepEqual({ description, message }, { description: 'Sandbox', message: 'simulated' });
    await drawRows(maxDrawnRows - 1);
    assert.equal(treeViews.length, 2);
  });

  it('is recreated sooner while hidden', async () => {
    await drawRows(maxDrawnRowsHidden);
    assert.equal(treeViews.length, 1);
    treeViews[0]?.show(false);
    await drawRows(0);
    assert.equal(treeViews.length, 2);
  });

  it('is not recreated while a row is selected', async () => {
    treeViews[0]?.select([{}]);
    await drawRows(maxDrawnRows);
    assert.equal(treeViews.length, 1);
    treeViews[0]?.select([]);
    await drawRows(1);
    assert.equal(treeViews.length, 2);
  });

  it('forwards visibility and selection of the current view only', async () => {
    const told: unknown[] = [];
    view.onDidChangeVisibility(({ visible }) => told.push(visible));
    view.onDidChangeSelection(({ selection }) => told.push(selection.length));
    await drawRows(maxDrawnRows);
    // The editor reports visibility of each new view.
    treeViews[1]?.show(true);
    treeViews[1]?.select([{}]);
    treeViews[1]?.show(false);
    treeViews[0]?.show(true);
    assert.deepEqual(told, [1, false]);
    assert.equal(view.visible, false);
  });
});
