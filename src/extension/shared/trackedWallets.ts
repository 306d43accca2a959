import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { isAddress } from '../../api/base58.ts';
import { isObject } from '../../api/isObject.ts';
import { knownAddress } from '../../solana/knownAddresses.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { Listeners } from '../base/disposable.ts';

export interface TrackedWallet {
  readonly address: string;
  /** Empty if the user gave none. */
  readonly name: string;
}

const storageKey = 'arbscope.wallets';
/** Takes ten minutes of requests at the lowest published rate. */
export const maxTrackedWallets = 50;
export const maxWalletNameLength = 40;

/** Stored in the editor, in the user's order. */
export class TrackedWallets {
  readonly #storage: Pick<vscode.Memento, 'get' | 'update'>;
  readonly #changes = new Listeners<undefined>();
  #wallets: readonly TrackedWallet[];

  constructor(storage: Pick<vscode.Memento, 'get' | 'update'>) {
    this.#storage = storage;
    this.#wallets = parseWallets(storage.get(storageKey));
  }

  get all(): readonly TrackedWallet[] {
    return this.#wallets;
  }

  get addresses(): readonly string[] {
    return this.#wallets.map(({ address }) => address);
  }

  readonly onChange = (listener: () => void) => this.#changes.add(listener);

  find(address: string): TrackedWallet | undefined {
    return this.#wallets.find((wallet) => wallet.address === address);
  }

  labelOf(address: string): string {
    return this.find(address)?.name || shortAddress(address);
  }

  /** Why an address cannot be tracked; null if it can. */
  validate(address: string): string | null {
    if (!isAddress(address)) return t('Not a valid address.');
    const known = knownAddress(address);
    if (known !== null) return t('Not a wallet: {0}', known.name);
    if (this.find(address) !== undefined) {
      return t('Already tracked: {0}', this.labelOf(address));
    }
    if (this.#wallets.length >= maxTrackedWallets)
      return t('At most {0} wallets.', maxTrackedWallets);
    return null;
  }

  /** Skips wallets that cannot be tracked. */
  async add(wallets: readonly TrackedWallet[]): Promise<void> {
    const added = wallets.filter(({ address }, index) => {
      const isFirst = wallets.findIndex((other) => other.address === address) === index;
      return isFirst && this.validate(address) === null;
    });
    await this.#save([...this.#wallets, ...added]);
  }

  async rename(address: string, name: string): Promise<void> {
    await this.#save(
      this.#wallets.map((wallet) => (wallet.address === address ? { address, name } : wallet)),
    );
  }

  async remove(addresses: readonly string[]): Promise<void> {
    await this.#save(this.#wallets.filter(({ address }) => !addresses.includes(address)));
  }

  /** Keeps the order of the moved wallets. `before`: null for the end. */
  async moveBefore(addresses: readonly string[], before: string | null): Promise<void> {
    const moved = this.#wallets.filter(({ address }) => addresses.includes(address));
    if (before !== null && addresses.includes(before)) return;
    const rest = this.#wallets.filter((wallet) => !moved.includes(wallet));
    const at = before === null ? -1 : rest.findIndex(({ address }) => address === before);
    await this.#save(rest.toSpliced(at < 0 ? rest.length : at, 0, ...moved));
  }

  async moveBy(address: string, by: -1 | 1): Promise<void> {
    const at = this.#wallets.findIndex((wallet) => wallet.address === address);
    const wallet = this.#wallets[at];
    if (wallet === undefined) return;
    await this.#save(this.#wallets.toSpliced(at, 1).toSpliced(Math.max(0, at + by), 0, wallet));
  }

  async #save(wallets: readonly TrackedWallet[]): Promise<void> {
    this.#wallets = wallets.slice(0, maxTrackedWallets);
    await this.#storage.update(storageKey, this.#wallets);
    this.#changes.fire(undefined);
  }
}

/** Stored state may come from another version. */
function parseWallets(stored: unknown): TrackedWallet[] {
  if (!Array.isArray(stored)) return [];
  const entries: readonly unknown[] = stored;
  return entries
    .flatMap((entry) => {
      const { address, name } = isObject(entry) ? entry : {};
      if (typeof address !== 'string' || typeof name !== 'string') return [];
      return isAddress(address) ? [{ address, name: name.slice(0, maxWalletNameLength) }] : [];
    })
    .slice(0, maxTrackedWallets);
}
