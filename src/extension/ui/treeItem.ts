import * as vscode from 'vscode';
import { type TreeRow, tooltipMarkdown } from './treeRow.ts';

/** A row as the editor takes it; the tooltip comes later (`withTooltip`). */
export function toTreeItem(row: TreeRow, isOpen = false): vscode.TreeItem {
  const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const isLeaf = row.children === undefined && row.loadChildren === undefined;
  // What to do about a failure is not to be looked for.
  const isShown = isOpen || row.context === 'error';
  const item = new vscode.TreeItem(row.label, isLeaf ? None : isShown ? Expanded : Collapsed);
  item.id = row.id;
  item.description = row.description;
  item.contextValue = row.state === undefined ? row.context : `${row.context}-${row.state}`;
  item.accessibilityInformation = { label: row.accessibilityLabel };
  item.iconPath = new vscode.ThemeIcon(
    row.icon,
    row.color === undefined ? undefined : new vscode.ThemeColor(row.color),
  );
  if (row.click !== undefined) {
    const { title, command, arguments: given = [] } = row.click;
    item.command = { title, command, arguments: [...given] };
  }
  return item;
}

/** Tooltips are made when the pointer rests on a row: a tree may have thousands. */
export function withTooltip(item: vscode.TreeItem, row: TreeRow): vscode.TreeItem {
  // Neither trusted nor with HTML, which is what a MarkdownString is by itself.
  item.tooltip = new vscode.MarkdownString(tooltipMarkdown(row));
  return item;
}
