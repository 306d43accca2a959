import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { keySize } from '../../../src/api/base58.ts';
import { knownAddress, knownAddresses } from '../../../src/solana/knownAddresses.ts';
import { looksLikeProse } from '../../../src/solana/scan/boundaries.ts';

describe('The address book', () => {
  test('describes mints, programs, tip accounts, fee accounts, lookup tables and sysvars', () => {
    const names = [
      'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo',
      'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo',
      'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4',
      '96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5',
      'FWsW1xNtWscwNmKv6wVsU1iTzRN6wmmk3MjxRP5tT7hz',
      '4sKLJ1Qoudh8PJyqBeuKocYdsZvxTcRShUt9aKqwhgvC',
      'Sysvar1nstructions1111111111111111111111111',
      '11111111111111111111111111111111',
    ].map((address) => {
      const { kind, name, role = '' } = knownAddress(address) ?? { kind: '', name: '' };
      return `${kind}: ${name} (${role})`;
    });
    assert.deepEqual(names, [
      'mint: USDC (SPL Token)',
      'mint: PYUSD (Token-2022)',
      'program: Meteora DLMM (AMM)',
      'program: Jupiter (router)',
      'tip-account: Jito tip account ()',
      'fee-account: PumpfunAMM Fee1 (protocol fees)',
      'lookup-table: SMB lookup table ()',
      'sysvar: Instructions sysvar ()',
      'program: System Program (native program)',
    ]);
    assert.equal(knownAddress('J2juZpGLh9o1ez9ekriq2gTjX3aHmESU7pa7pPSvYntz'), null);
  });

  test('contains only valid addresses', () => {
    for (const address of knownAddresses().keys()) {
      assert.equal(keySize(address), 32, address);
      assert.ok(!looksLikeProse(address, 0, address.length), address);
    }
  });
});
