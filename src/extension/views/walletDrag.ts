import * as vscode from 'vscode';
import { viewIds } from '../contributions.ts';
import type { TrackedWallets } from '../wallets/trackedWallets.ts';
import { AddressDrag } from './addressDrag.ts';
import { rowAddress, type TreeRow } from './treeRow.ts';

const ownType = `application/vnd.code.tree.${viewIds.wallets.toLowerCase()}`;

/** Wallets dragged onto another one stand before it; dragged below all, at the end. */
export class WalletDrag extends AddressDrag {
  override readonly dragMimeTypes: readonly string[] = ['text/plain', ownType];
  override readonly dropMimeTypes: readonly string[] = [ownType];
  readonly #tracked: Pick<TrackedWallets, 'place'>;

  constructor(tracked: Pick<TrackedWallets, 'place'>) {
    super();
    this.#tracked = tracked;
  }

  override handleDrag(rows: readonly TreeRow[], data: vscode.DataTransfer): void {
    super.handleDrag(rows, data);
    const wallets = rows.filter(({ context }) => context === 'wallet');
    const addresses = wallets.flatMap(({ address }) => address ?? []);
    if (addresses.length > 0) data.set(ownType, new vscode.DataTransferItem(addresses));
  }

  async handleDrop(target: TreeRow | undefined, data: vscode.DataTransfer): Promise<void> {
    const dragged: unknown = data.get(ownType)?.value;
    if (!Array.isArray(dragged)) return;
    const addresses = dragged.filter((address) => typeof address === 'string');
    await this.#tracked.place(addresses, rowAddress(target));
  }
}
