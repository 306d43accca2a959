import * as vscode from 'vscode';
import { viewIds } from '../contributions/views.ts';
import type { TrackedWallets } from '../shared/trackedWallets.ts';
import { AddressDragController } from '../ui/addressDragController.ts';
import { rowAddress, type TreeRow } from '../ui/treeRow.ts';

const walletMimeType = `application/vnd.code.tree.${viewIds.wallets.toLowerCase()}`;

/** Moves dragged wallets before the drop target, or to the end if dropped below all rows. */
export class WalletDragController extends AddressDragController {
  override readonly dragMimeTypes: readonly string[] = ['text/plain', walletMimeType];
  override readonly dropMimeTypes: readonly string[] = [walletMimeType];
  readonly #tracked: Pick<TrackedWallets, 'moveBefore'>;

  constructor(tracked: Pick<TrackedWallets, 'moveBefore'>) {
    super();
    this.#tracked = tracked;
  }

  override handleDrag(rows: readonly TreeRow[], data: vscode.DataTransfer): void {
    super.handleDrag(rows, data);
    const wallets = rows.filter(({ context }) => context === 'wallet');
    const addresses = wallets.flatMap(({ address }) => address ?? []);
    if (addresses.length > 0) data.set(walletMimeType, new vscode.DataTransferItem(addresses));
  }

  async handleDrop(target: TreeRow | undefined, data: vscode.DataTransfer): Promise<void> {
    const dragged: unknown = data.get(walletMimeType)?.value;
    if (!Array.isArray(dragged)) return;
    const addresses = dragged.filter((address) => typeof address === 'string');
    await this.#tracked.moveBefore(addresses, rowAddress(target));
  }
}
