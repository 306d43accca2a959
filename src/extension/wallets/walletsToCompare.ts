import { t } from '@vscode/l10n';
import { maxComparedWallets } from '../../webview/messages/walletChoices.ts';
import { type PickWalletsOptions, pickWallet } from '../shared/pickWallets.ts';

/** The panel's own first. Null if the user cancels. The caller reports if there are too many. */
export async function walletsToCompare(
  options: PickWalletsOptions,
  selected: readonly string[],
): Promise<readonly string[] | null> {
  if (selected.length > 1) return selected;
  const { addresses } = options.tracked;
  const isAll = selected.length === 0 && addresses.length <= maxComparedWallets;
  if (isAll && addresses.length > 1) return addresses;
  const [first = await pickWallet(options, t('Compare Wallets'), [])] = isAll
    ? addresses
    : selected;
  if (first === null) return null;
  const other = await pickWallet(options, t('Compare With'), [first]);
  return other === null ? null : [first, other];
}
