import { protocolFeeAccounts } from '../feeAccounts.ts';
import { knownMints } from '../knownMints.ts';
import {
  ammPrograms,
  botPrograms,
  corePrograms,
  lendingPrograms,
  routerPrograms,
  terminalPrograms,
} from '../knownPrograms.ts';
import { tipProviderNames, tipProviders } from '../tipAccounts.ts';

const programTables = [
  corePrograms,
  ammPrograms,
  routerPrograms,
  botPrograms,
  lendingPrograms,
  terminalPrograms,
];

/** What a program is known as. */
export function programName(address: string): string | null {
  for (const table of programTables) {
    const known = table.get(address);
    if (known !== undefined) return known.name;
  }
  return null;
}

const sysvars: ReadonlyMap<string, string> = new Map([
  ['SysvarRent111111111111111111111111111111111', 'Rent sysvar'],
  ['SysvarC1ock11111111111111111111111111111111', 'Clock sysvar'],
  ['SysvarRecentB1ockHashes11111111111111111111', 'Recent blockhashes sysvar'],
  ['Sysvar1nstructions1111111111111111111111111', 'Instructions sysvar'],
]);

/** What any address is known as: a program, a mint, a tip or fee account. */
export function addressName(address: string): string | null {
  const provider = tipProviders.get(address);
  if (provider !== undefined) {
    return `${tipProviderNames.get(provider) ?? provider} tip account`;
  }
  return (
    programName(address) ??
    knownMints.get(address)?.symbol ??
    protocolFeeAccounts.get(address) ??
    sysvars.get(address) ??
    null
  );
}
