import { isAddress } from '../../../interface/base58Length.ts';
import { visibleText } from '../../../interface/displayText.ts';
import { count } from '../../../interface/figures.ts';
import { shortAddress } from '../../../solana/shortAddress.ts';
import { type Disposable, Listeners } from '../../disposable.ts';

/** A wallet that the user watches. */
export interface TrackedWallet {
  readonly address: string;
  /** The user's own; empty: it is called by its short address. */
  readonly name: string;
}

/** Where the wallets are kept: of the user, for every window. */
export interface WalletStorage {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const key = 'arbscope.trackedWallets';
const longestName = 40;
/** Fifty calls of five; a plan of one call a minute would need most of an hour for more. */
const walletsMaximum = 250;

export const walletName = ({ name, address }: TrackedWallet): string =>
  name === '' ? shortAddress(address) : name;

/** The wallets that are watched, in the user's order. */
export class TrackedWallets {
  readonly #storage: WalletStorage;
  readonly #changed = new Listeners<void>();

  constructor(storage: WalletStorage) {
    this.#storage = storage;
  }

  /** What was stored and is no longer readable is left out. */
  get all(): readonly TrackedWallet[] {
    const stored = this.#storage.get(key);
    const wallets = Array.isArray(stored) ? stored.flatMap(readWallet) : [];
    return [...new Map(wallets.map((wallet) => [wallet.address, wallet])).values()];
  }

  onChange(listener: () => void): Disposable {
    return this.#changed.add(listener);
  }

  has(address: string): boolean {
    return this.all.some((wallet) => wallet.address === address);
  }

  /** What is wrong with a name as it is typed, for a wallet or a new one; null: nothing. */
  complaint(name: string, address: string | null = null): string | null {
    const typed = name.trim();
    if (typed.length > longestName) return `At most ${longestName} characters.`;
    if (visibleText(typed, longestName) !== typed) return 'Only characters that can be seen.';
    const other = this.all.find((wallet) => typed !== '' && isSameName(wallet.name, typed));
    return other === undefined || other.address === address
      ? null
      : `${shortAddress(other.address)} is called that already.`;
  }

  /** Adds wallets that are not there yet; resolves with how many those are. */
  async add(addresses: readonly string[], name = ''): Promise<number> {
    const fresh = [...new Set(addresses)].filter(
      (address) => isAddress(address) && !this.has(address),
    );
    const wallets = this.all;
    if (wallets.length + fresh.length > walletsMaximum) {
      throw new RangeError(`At most ${count(walletsMaximum)} wallets can be watched.`);
    }
    // One name for several would tell none apart.
    const its = fresh.length === 1 && this.complaint(name) === null ? name.trim() : '';
    if (fresh.length > 0) {
      await this.#keep([...wallets, ...fresh.map((address) => ({ address, name: its }))]);
    }
    return fresh.length;
  }

  async rename(address: string, name: string): Promise<void> {
    const complaint = this.complaint(name, address);
    if (complaint !== null) throw new RangeError(complaint);
    await this.#keep(
      this.all.map((wallet) =>
        wallet.address === address ? { address, name: name.trim() } : wallet,
      ),
    );
  }

  async remove(address: string): Promise<void> {
    await this.#keep(this.all.filter((wallet) => wallet.address !== address));
  }

  async #keep(wallets: readonly TrackedWallet[]): Promise<void> {
    await this.#storage.update(key, wallets);
    this.#changed.tell();
  }
}

const isSameName = (first: string, second: string): boolean =>
  first.trim().toLowerCase() === second.trim().toLowerCase();

function readWallet(stored: unknown): TrackedWallet[] {
  if (typeof stored !== 'object' || stored === null) return [];
  const { address, name } = stored as Readonly<Record<string, unknown>>;
  if (typeof address !== 'string' || !isAddress(address)) return [];
  return [{ address, name: typeof name === 'string' ? visibleText(name, longestName) : '' }];
}
