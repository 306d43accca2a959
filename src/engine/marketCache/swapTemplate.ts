import { accountRoles } from '../../api/marketCache.ts';

/** Where the address of an account comes from, beside the newest swap seen on the pool. */
export type AddressSource =
  | { readonly kind: 'own' }
  | { readonly kind: 'pool' | 'mintA' | 'mintB' | 'vaultA' | 'vaultB' }
  | { readonly kind: 'fixed'; readonly address: string }
  /** The entry's own parameters, under these keys, one within the other. */
  | { readonly kind: 'parameter'; readonly path: readonly string[] }
  | { readonly kind: 'seen' };

export interface SwapAccount {
  readonly name: string;
  readonly role: number;
  readonly source: AddressSource;
}

export interface SwapTemplate {
  readonly discriminator: string;
  readonly accounts: readonly SwapAccount[];
  /** Name of the accounts that follow, numbered; none follow without. */
  readonly remainingAccountsName?: string;
}

const { readonly, writable, writableSigner } = accountRoles;

const seen: AddressSource = { kind: 'seen' };
const account =
  (role: number) =>
  (name: string, source: AddressSource = seen): SwapAccount => ({ name, role, source });
export const readonlyAccount = account(readonly);
export const writableAccount = account(writable);
export const fixedAccount = (name: string, address: string): SwapAccount =>
  readonlyAccount(name, { kind: 'fixed', address });
export const parameter = (...path: readonly string[]): AddressSource => ({
  kind: 'parameter',
  path,
});
/** Accounts that every caller sets to its own. */
export const callerAccount = (name: string): SwapAccount => ({
  name,
  role: writable,
  source: { kind: 'own' },
});
export const signerAccount = (name: string): SwapAccount => ({
  name,
  role: writableSigner,
  source: { kind: 'own' },
});

export const pool: AddressSource = { kind: 'pool' };
export const mintA: AddressSource = { kind: 'mintA' };
export const mintB: AddressSource = { kind: 'mintB' };
export const vaultA: AddressSource = { kind: 'vaultA' };
export const vaultB: AddressSource = { kind: 'vaultB' };
