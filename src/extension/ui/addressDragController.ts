import * as vscode from 'vscode';
import type { TreeRow } from './treeRow.ts';

/** Inserts the addresses of rows that the user drags into an editor (the editor requires Shift). */
export class AddressDragController implements vscode.TreeDragAndDropController<TreeRow> {
  readonly dragMimeTypes: readonly string[] = ['text/plain'];
  readonly dropMimeTypes: readonly string[] = [];

  handleDrag(rows: readonly TreeRow[], data: vscode.DataTransfer): void {
    const addresses = rows.flatMap(({ address }) => address ?? []);
    if (addresses.length === 0) return;
    data.set('text/plain', new vscode.DataTransferItem(addresses.join('\n')));
  }
}
