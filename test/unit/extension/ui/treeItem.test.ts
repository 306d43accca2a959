import assert from 'node:assert/strict';
import { test } from 'node:test';
import type * as vscode from 'vscode';
import type { TreeRow } from '../../../../src/extension/ui/treeRow.ts';
import { replaceVscode, TreeItem } from '../vscodeDouble.ts';

replaceVscode();
const { withTooltip } = await import('../../../../src/extension/ui/treeItem.ts');

test('a row’s tooltip runs no commands, loads nothing and contains no markup from outside', () => {
  const evil = '[x](command:arbscope.land) ![](https://evil.example/a.png) <img src=x> `|\n# a';
  const row: TreeRow = {
    ...{ id: 'row', label: evil, description: evil, icon: 'x', context: 'token' },
    ...{ accessibilityLabel: evil, heading: evil, facts: () => [[evil, evil]], note: evil },
  };
  const item = new TreeItem(evil);
  withTooltip(item as unknown as vscode.TreeItem, row);
  const { tooltip } = item;
  assert.ok(tooltip !== undefined);
  assert.deepEqual([tooltip.isTrusted, tooltip.supportHtml], [undefined, undefined]);
  assert.doesNotMatch(tooltip.value.replaceAll('| | |', ''), /(?<!\\)[[\]<>`!]|^#/m);
});
