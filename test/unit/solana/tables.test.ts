import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { finderBots, finderProviders } from '../../../src/api/enumerations.ts';
import { decodeBase58 } from '../../../src/solana/base58.ts';
import { usdcMint, usdtMint, wrappedSolMint } from '../../../src/solana/baseMints.ts';
import {
  botFeeOwners,
  protocolFeeAccounts,
  routerWallets,
  smbLookupTable,
} from '../../../src/solana/feeAccounts.ts';
import { knownMints } from '../../../src/solana/knownMints.ts';
import * as programs from '../../../src/solana/knownPrograms.ts';
import { shortAddress } from '../../../src/solana/shortAddress.ts';
import {
  tipAccountsByProvider,
  tipAccountsDate,
  tipProviderByAccount,
  tipProviderNames,
} from '../../../src/solana/tipAccounts.ts';
import { sharedData } from '../../sharedData.ts';

const programTables = {
  ammPrograms: programs.ammPrograms,
  routerPrograms: programs.routerPrograms,
  terminalPrograms: programs.terminalPrograms,
  botPrograms: programs.botPrograms,
  corePrograms: programs.corePrograms,
  lendingPrograms: programs.lendingPrograms,
} as const;

const everyAddress = [
  ...Object.values(programTables).flatMap((table) => [...table.keys()]),
  ...knownMints.keys(),
  ...tipProviderByAccount.keys(),
  ...botFeeOwners.keys(),
  ...protocolFeeAccounts.keys(),
  ...routerWallets.keys(),
  smbLookupTable,
];

describe('The tables of known addresses:', () => {
  test('every entry is an address', () => {
    for (const address of everyAddress) {
      assert.equal(decodeBase58(address)?.length, 32, address);
    }
  });

  test('no address has two roles', () => {
    const twice = everyAddress.filter((address, index) => everyAddress.indexOf(address) !== index);
    assert.deepEqual(twice, []);
  });

  test('the mints that prices are based on are known', () => {
    assert.equal(knownMints.get(wrappedSolMint)?.symbol, 'SOL');
    assert.equal(knownMints.get(usdcMint)?.symbol, 'USDC');
    assert.equal(knownMints.get(usdtMint)?.symbol, 'USDT');
    for (const { tokenProgram } of knownMints.values()) {
      assert.equal(programs.corePrograms.get(tokenProgram)?.role, 'token');
    }
  });

  test('every provider and bot of the interface has an on-chain address', () => {
    for (const provider of finderProviders) {
      if (provider === 'ALL') continue;
      assert.equal((tipAccountsByProvider.get(provider)?.length ?? 0) > 0, true, provider);
    }
    const families = new Set(
      [...programs.botPrograms].map(([program, { family }]) => (family === program ? '' : family)),
    );
    families.delete('');
    assert.deepEqual([...families].sort(), finderBots.filter((bot) => bot !== 'ALL').sort());
  });

  test('a tip account names its provider, with the date of the list', () => {
    for (const [provider, accounts] of tipAccountsByProvider) {
      for (const account of accounts) assert.equal(tipProviderByAccount.get(account), provider);
    }
    assert.deepEqual([...tipProviderNames.keys()], [...tipAccountsByProvider.keys()]);
    assert.match(tipAccountsDate, /^\d{4}-\d{2}-\d{2}$/);
  });

  test('an address is shortened only if that makes it shorter', () => {
    assert.equal(shortAddress(usdcMint), 'EPjF…Dt1v');
    assert.equal(shortAddress('short'), 'short');
  });

  test('all collected facts are present', async (context) => {
    const path = sharedData('data', 'known-addresses.json');
    if (path === undefined) return context.skip('the shared data is not here');
    const { default: facts } = await import(path, { with: { type: 'json' } });
    const expected: { address?: string; mint?: string; symbol?: string | null }[] = [
      ...facts.ammPrograms,
      ...facts.routers,
      ...facts.tradingTerminals,
      ...facts.botPrograms,
      ...facts.botRelatedAccounts,
      ...facts.protocolFeeAccounts,
      ...facts.corePrograms,
      ...facts.mints.filter((mint: { symbol: string | null }) => mint.symbol !== null),
      ...Object.values<{ accounts: { address: string }[] }>(facts.tipAccounts).flatMap(
        ({ accounts }) => accounts,
      ),
    ];
    const known = new Set(everyAddress);
    const gathered = expected.map(({ address, mint }) => address ?? mint ?? '');
    assert.deepEqual(
      gathered.filter((address) => !known.has(address)),
      [],
    );
  });
});
