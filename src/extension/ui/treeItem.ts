import * as vscode from 'vscode';
import { type TreeRow, tooltipMarkdown } from './treeRow.ts';

/** Leaves the tooltip to `withTooltip`. */
export function toTreeItem(row: TreeRow, isOpen = false): vscode.TreeItem {
  const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
  const isLeaf = row.children === undefined && row.loadChildren === undefined;
  // Expand error rows so the advice is visible.
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

/** Creates the tooltip on hover, since a tree may have thousands of rows. */
export function withTooltip(item: vscode.TreeItem, row: TreeRow): vscode.TreeItem {
  // Untrusted and without HTML, the defaults of MarkdownString.
  item.tooltip = new vscode.MarkdownString(tooltipMarkdown(row));
  return item;
}
