import * as vscode from 'vscode';
import type { TreeRow } from './treeRow.ts';

/** The editor requires Shift for a drop into a document. */
export class AddressDragController implements vscode.TreeDragAndDropController<TreeRow> {
  readonly dragMimeTypes: readonly string[] = ['text/plain'];
  readonly dropMimeTypes: readonly string[] = [];

  handleDrag(rows: readonly TreeRow[], data: vscode.DataTransfer): void {
    const addresses = rows.flatMap(({ address }) => address ?? []);
    if (addresses.length === 0) return;
    data.set('text/plain', new vscode.DataTransferItem(addresses.join('\n')));
  }
}
