import { isAddress } from '../../api/base58.ts';
import { isObject } from '../../api/isObject.ts';
import { maxComparedWallets } from '../../webview/messages/walletChoices.ts';
import { rowAddress } from '../ui/treeRow.ts';

/**
 * Accepts a row, an address, or `{ wallets: [address, …] }` with the panel's own wallet first.
 * Without duplicates, at most as many as a panel compares; empty for anything else.
 */
export function parseWallets(what: unknown): string[] {
  const list: unknown = isObject(what) ? what['wallets'] : undefined;
  const given: readonly unknown[] = Array.isArray(list) ? list : [rowAddress(what) ?? what];
  const wallets = given.filter((each) => typeof each === 'string' && isAddress(each));
  return [...new Set(wallets as string[])].slice(0, maxComparedWallets);
}
