import { t } from '@vscode/l10n';
import { isAddress } from '../api/base58.ts';
import { botFeeOwners, protocolFeeAccounts, routerWallets, smbLookupTable } from './feeAccounts.ts';
import { knownMints } from './knownMints.ts';
import {
  ammPrograms,
  botPrograms,
  corePrograms,
  feePrograms,
  lendingPrograms,
  programsWithOtherReserves,
  routerPrograms,
  terminalPrograms,
  token2022Program,
} from './knownPrograms.ts';
import { shortAddress } from './shortAddress.ts';
import { tipProviderByAccount, tipProviderNames } from './tipAccounts.ts';

export interface KnownAddress {
  readonly kind:
    | 'mint'
    | 'program'
    | 'tip-account'
    | 'fee-account'
    | 'lookup-table'
    | 'sysvar'
    | 'wallet';
  /** Symbol of a mint, otherwise a name. */
  readonly name: string;
  /** Role of a program in the market, or token program of a mint. */
  readonly role?: string;
  /** Mints only. */
  readonly decimals?: number;
  readonly provider?: string;
}

export const tokenProgramNames: ReadonlyMap<string, string> = new Map([
  ['spl-token', 'SPL Token'],
  ['spl-token-2022', 'Token-2022'],
]);

const ammKindLabels = {
  amm: 'AMM',
  'bonding-curve': t('bonding curve'),
  vault: t('vault'),
  staking: t('staking'),
  'jupiter-routable-non-amm': t('routed by Jupiter, not an AMM'),
} as const;

/** From solana.com/docs (Sysvars). To renew: add those that the page lists and that programs use. */
const sysvars: ReadonlyMap<string, string> = new Map([
  ['SysvarC1ock11111111111111111111111111111111', 'Clock'],
  ['SysvarRent111111111111111111111111111111111', 'Rent'],
  ['SysvarRecentB1ockHashes11111111111111111111', 'Recent Blockhashes'],
  ['Sysvar1nstructions1111111111111111111111111', 'Instructions'],
  ['SysvarS1otHashes111111111111111111111111111', 'Slot Hashes'],
  ['SysvarStakeHistory1111111111111111111111111', 'Stake History'],
  ['SysvarEpochSchedu1e111111111111111111111111', 'Epoch Schedule'],
]);

let cachedAddresses: ReadonlyMap<string, KnownAddress> | null = null;

function buildKnownAddresses(): ReadonlyMap<string, KnownAddress> {
  const all = new Map<string, KnownAddress>();
  for (const [address, provider] of tipProviderByAccount) {
    const name = t('{0} tip account', tipProviderNames.get(provider) ?? provider);
    all.set(address, { kind: 'tip-account', name, provider });
  }
  for (const [address, name] of protocolFeeAccounts) {
    all.set(address, { kind: 'fee-account', name, role: t('protocol fees') });
  }
  for (const [address, { family, role }] of botFeeOwners) {
    const bot = isAddress(family) ? shortAddress(family) : family;
    all.set(address, { kind: 'fee-account', name: `${bot} ${role}`, role: t('bot fees') });
  }
  for (const [address, name] of routerWallets) all.set(address, { kind: 'wallet', name });
  all.set(smbLookupTable, {
    kind: 'lookup-table',
    name: t('SMB lookup table'),
  });
  for (const [address, name] of sysvars) {
    all.set(address, { kind: 'sysvar', name: t('{0} sysvar', name) });
  }
  for (const [programs, role] of [
    [routerPrograms, t('router')],
    [terminalPrograms, t('trading terminal')],
    [lendingPrograms, t('lending')],
    [feePrograms, t('fees and tips')],
    [corePrograms, t('native program')],
  ] as const) {
    for (const [address, { name }] of programs) all.set(address, { kind: 'program', name, role });
  }
  for (const [address, { name, kind }] of ammPrograms) {
    const label = ammKindLabels[kind];
    const role = programsWithOtherReserves.has(address)
      ? t('{0}, vault balances are not its reserves', label)
      : label;
    all.set(address, { kind: 'program', name, role });
  }
  for (const [address, { name, family }] of botPrograms) {
    const role = isAddress(family) ? t('arbitrage bot') : t('{0} arbitrage bot', family);
    all.set(address, { kind: 'program', name, role });
  }
  for (const [address, { symbol, decimals, tokenProgram }] of knownMints) {
    const role = tokenProgram === token2022Program ? 'Token-2022' : 'SPL Token';
    all.set(address, { kind: 'mint', name: symbol, role, decimals });
  }
  return all;
}

export function knownAddresses(): ReadonlyMap<string, KnownAddress> {
  cachedAddresses ??= buildKnownAddresses();
  return cachedAddresses;
}

export function knownProgramName(address: string): string | null {
  const known = knownAddress(address);
  return known?.kind === 'program' ? known.name : null;
}

export const knownAddress = (address: string): KnownAddress | null =>
  knownAddresses().get(address) ?? null;
