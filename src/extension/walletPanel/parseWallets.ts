import { isAddress } from '../../api/base58.ts';
import { isObject } from '../../api/isObject.ts';
import { maxComparedWallets } from '../../webview/messages/wallet.ts';
import { rowAddress } from '../ui/treeRow.ts';

/**
 * The wallets that a command is given: a row, an address, or `{ wallets: [address, …] }`, of which
 * the first is the page's own. Each once, at most as many as a page compares; empty for anything else.
 */
export function parseWallets(what: unknown): string[] {
  const list: unknown = isObject(what) ? what['wallets'] : undefined;
  const given: readonly unknown[] = Array.isArray(list) ? list : [rowAddress(what) ?? what];
  const wallets = given.filter((each) => typeof each === 'string' && isAddress(each));
  return [...new Set(wallets as string[])].slice(0, maxComparedWallets);
}
