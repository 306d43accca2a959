import * as vscode from 'vscode';
import type { CommandId } from '../contributions.ts';
import { type TreeRow, tooltipOf } from './treeRow.ts';

const showLog: CommandId = 'arbscope.showLog';

/** A row as the editor takes it; the tooltip comes later (`withTooltip`). */
export function treeItem(row: TreeRow): vscode.TreeItem {
  const { None, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(row.label, row.children === undefined ? None : Collapsed);
  item.id = row.id;
  item.description = row.description;
  item.contextValue = row.context;
  item.accessibilityInformation = { label: row.spoken };
  item.iconPath = new vscode.ThemeIcon(
    row.icon,
    row.color === undefined ? undefined : new vscode.ThemeColor(row.color),
  );
  if (row.context === 'error') item.command = { command: showLog, title: 'Show Log' };
  return item;
}

/** Tooltips are made when the pointer rests on a row: a tree may have thousands. */
export function withTooltip(item: vscode.TreeItem, row: TreeRow): vscode.TreeItem {
  // Neither trusted nor with HTML, which is what a MarkdownString is by itself.
  item.tooltip = new vscode.MarkdownString(tooltipOf(row));
  return item;
}
