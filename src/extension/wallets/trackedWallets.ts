import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { base58Length } from '../../interface/base58Length.ts';
import { knownAddress } from '../../solana/addressBook.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { Listeners } from '../disposable.ts';

export interface TrackedWallet {
  readonly address: string;
  /** Empty where the user gave none. */
  readonly name: string;
}

const key = 'arbscope.wallets';
/** Ten minutes of questions at the lowest published rate; more is no list that one looks at. */
export const walletsMaximum = 50;
export const longestWalletName = 40;

/** The wallets that the user tracks, in the user's order, kept in the editor's storage. */
export class TrackedWallets {
  readonly #storage: Pick<vscode.Memento, 'get' | 'update'>;
  readonly #changes = new Listeners<undefined>();
  #wallets: readonly TrackedWallet[];

  constructor(storage: Pick<vscode.Memento, 'get' | 'update'>) {
    this.#storage = storage;
    this.#wallets = readWallets(storage.get(key));
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

  /** What a wallet is called; its short address where it has no name. */
  nameOf(address: string): string {
    return this.find(address)?.name || shortAddress(address);
  }

  /** Why an address cannot be tracked; null when it can. */
  complaint(address: string): string | null {
    if (!isAddress(address)) return t('A wallet is an address of 32 bytes in Base58.');
    const known = knownAddress(address);
    if (known !== null) return t('This is {0}, no wallet.', known.name);
    if (this.find(address) !== undefined) {
      return t('{0} is tracked already.', this.nameOf(address));
    }
    if (this.#wallets.length >= walletsMaximum)
      return t('{0} wallets are tracked.', walletsMaximum);
    return null;
  }

  /** Adds wallets at the end; those that cannot be tracked are left out. */
  async add(wallets: readonly TrackedWallet[]): Promise<void> {
    const added = wallets.filter(({ address }, index) => {
      const isFirst = wallets.findIndex((other) => other.address === address) === index;
      return isFirst && this.complaint(address) === null;
    });
    await this.#keep([...this.#wallets, ...added]);
  }

  async rename(address: string, name: string): Promise<void> {
    await this.#keep(
      this.#wallets.map((wallet) => (wallet.address === address ? { address, name } : wallet)),
    );
  }

  async remove(addresses: readonly string[]): Promise<void> {
    await this.#keep(this.#wallets.filter(({ address }) => !addresses.includes(address)));
  }

  /** Moves wallets, in their order, before another one, or to the end. */
  async place(addresses: readonly string[], before: string | null): Promise<void> {
    const moved = this.#wallets.filter(({ address }) => addresses.includes(address));
    if (before !== null && addresses.includes(before)) return;
    const rest = this.#wallets.filter((wallet) => !moved.includes(wallet));
    const at = before === null ? -1 : rest.findIndex(({ address }) => address === before);
    await this.#keep(rest.toSpliced(at < 0 ? rest.length : at, 0, ...moved));
  }

  /** Moves a wallet by one place. */
  async move(address: string, by: -1 | 1): Promise<void> {
    const at = this.#wallets.findIndex((wallet) => wallet.address === address);
    const wallet = this.#wallets[at];
    if (wallet === undefined) return;
    await this.#keep(this.#wallets.toSpliced(at, 1).toSpliced(Math.max(0, at + by), 0, wallet));
  }

  async #keep(wallets: readonly TrackedWallet[]): Promise<void> {
    this.#wallets = wallets.slice(0, walletsMaximum);
    await this.#storage.update(key, this.#wallets);
    this.#changes.tell(undefined);
  }
}

const isAddress = (text: string): boolean => text.length <= 44 && base58Length(text) === 32;

/** What the storage holds was written by this extension, of this version or another. */
function readWallets(kept: unknown): TrackedWallet[] {
  if (!Array.isArray(kept)) return [];
  const entries: readonly unknown[] = kept;
  return entries
    .flatMap((entry) => {
      if (typeof entry !== 'object' || entry === null) return [];
      const address: unknown = Reflect.get(entry, 'address');
      const name: unknown = Reflect.get(entry, 'name');
      if (typeof address !== 'string' || typeof name !== 'string' || !isAddress(address)) return [];
      return [{ address, name: name.slice(0, longestWalletName) }];
    })
    .slice(0, walletsMaximum);
}
