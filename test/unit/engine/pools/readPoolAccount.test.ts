import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { ammProgramIds } from '../../../../src/engine/pools/ammProgramIds.ts';
import { readPoolAccount } from '../../../../src/engine/pools/readPoolAccount.ts';
import { decodeBase58, encodeBase58 } from '../../../../src/solana/base58.ts';
import { findProgramAddress } from '../../../../src/solana/findProgramAddress.ts';
import { associatedTokenProgram, tokenProgram } from '../../../../src/solana/knownPrograms.ts';

const key = (name: string): Buffer => createHash('sha256').update(name).digest();
const address = (name: string): string => encodeBase58(key(name));
const anchor = (account: string): Buffer =>
  createHash('sha256').update(`account:${account}`).digest().subarray(0, 8);

/**
 * An account as the program writes it: a name becomes an address, a number that many bytes. Field
 * order is from the programs' published sources.
 */
const account = (...members: readonly (Buffer | string | number)[]): Buffer =>
  Buffer.concat(
    members.map((member) =>
      typeof member === 'string'
        ? key(member)
        : typeof member === 'number'
          ? Buffer.alloc(member)
          : member,
    ),
  );

const accounts: Readonly<Record<string, Buffer>> = {
  [ammProgramIds.raydiumCpmm]: account(
    ...[anchor('PoolState'), 'config', 'creator', 'vaultA', 'vaultB', 'lp', 'mintA', 'mintB'],
    ...['programA', 'programB', 'observation', 5 + 7 * 8 + 31 * 8],
  ),
  [ammProgramIds.raydiumClmm]: account(
    ...[anchor('PoolState'), 1, 'config', 'owner', 'mintA', 'mintB', 'vaultA', 'vaultB'],
    ...['observation', 1000],
  ),
  [ammProgramIds.meteoraDlmm]: account(
    ...[anchor('LbPair'), 32, 32, 16, 'mintA', 'mintB', 'vaultA', 'vaultB', 16, 32],
    ...[2 * 144, 'oracle', 128 + 192],
  ),
  [ammProgramIds.meteoraDammV2]: account(
    ...[anchor('Pool'), 160, 'mintA', 'mintB', 'vaultA', 'vaultB', 'whitelisted', 'partner'],
    ...[16 + 16 + 4 * 8 + 3 * 16 + 8, Buffer.from([0, 0, 0, 1]), 600],
  ),
  [ammProgramIds.orcaWhirlpool]: account(
    ...[anchor('Whirlpool'), 'config', 1, 2, 2, 2, 2, 16, 16, 4, 8, 8],
    ...['mintA', 'vaultA', 16, 'mintB', 'vaultB', 16, 400],
  ),
  [ammProgramIds.pumpAmm]: account(
    ...[anchor('Pool'), 1, 2, 'creator', 'mintA', 'mintB', 'lp', 'vaultA', 'vaultB', 8],
    ...['coin creator', 57],
  ),
};

test('the pool account of each program contains mints and vaults', () => {
  for (const [program, data] of Object.entries(accounts)) {
    const { mintA, mintB, vaultA, vaultB } = readPoolAccount(program, data) ?? {};
    assert.deepEqual(
      { mintA, mintB, vaultA, vaultB },
      {
        mintA: address('mintA'),
        mintB: address('mintB'),
        vaultA: address('vaultA'),
        vaultB: address('vaultB'),
      },
      program,
    );
  }
});

test('a pool account contains further accounts of its swaps', () => {
  const of = (program: string) =>
    readPoolAccount(program, accounts[program] ?? new Uint8Array())?.addresses;
  assert.deepEqual(of(ammProgramIds.raydiumCpmm), {
    amm_config: address('config'),
    input_token_program: address('programA'),
    output_token_program: address('programB'),
    observation_state: address('observation'),
  });
  assert.equal(of(ammProgramIds.raydiumClmm)?.['observation_state'], address('observation'));
  assert.equal(of(ammProgramIds.meteoraDlmm)?.['oracle'], address('oracle'));
  assert.equal(of(ammProgramIds.meteoraDammV2)?.['token_a_program'], tokenProgram);
  assert.notEqual(of(ammProgramIds.meteoraDammV2)?.['token_b_program'], tokenProgram);
  assert.equal(
    of(ammProgramIds.pumpAmm)?.['coin_creator_vault_authority'],
    findProgramAddress(ammProgramIds.pumpAmm, [
      'creator_vault',
      { address: address('coin creator') },
    ]),
  );
});

test('a DAMM v1 pool contains its vaults, from which the token accounts are derived', () => {
  const data = account(
    ...[anchor('Pool'), 'lp', 'mintA', 'mintB', 'a_vault', 'b_vault', 'a_vault_lp', 'b_vault_lp'],
    ...[2, 'feeA', 'feeB', 600],
  );
  const read = readPoolAccount(ammProgramIds.meteoraDammV1, data);
  assert.deepEqual([read?.mintA, read?.mintB], [address('mintA'), address('mintB')]);
  assert.equal(
    read?.vaultB,
    findProgramAddress(ammProgramIds.meteoraVault, [
      'token_vault',
      { address: address('b_vault') },
    ]),
  );
  assert.deepEqual(read?.addresses, {
    a_vault: address('a_vault'),
    b_vault: address('b_vault'),
    a_vault_lp: address('a_vault_lp'),
    b_vault_lp: address('b_vault_lp'),
    protocol_token_fee: address('feeA'),
  });
});

test('an account of another kind or program, or with too few bytes, is not read', () => {
  for (const [program, data] of Object.entries(accounts)) {
    assert.equal(readPoolAccount(program, data.subarray(0, 150)), null);
    const other = Buffer.from(data);
    other[0] = (other[0] ?? 0) ^ 1;
    assert.equal(readPoolAccount(program, other), null);
  }
  assert.equal(readPoolAccount(address('unknown program'), Buffer.alloc(2_000)), null);
});

test('a derived address matches the chain: the associated token account of a known pool', () => {
  // A PumpSwap pool and its WSOL account, from a real swap.
  const owner = 'Gf7sXMoP8iRw4iiXmJ1nq4vxcRycbGXy5RL8a8LnTd3v';
  const mint = 'So11111111111111111111111111111111111111112';
  const derived = findProgramAddress(associatedTokenProgram, [
    { address: owner },
    { address: tokenProgram },
    { address: mint },
  ]);
  assert.equal(derived, 'EjHirXt2bQd2DDNveagHHCWYzUwtY1iwNbBrV5j84e6j');
  assert.equal(decodeBase58(derived ?? '')?.length, 32);
  assert.equal(findProgramAddress(associatedTokenProgram, [{ address: 'no address 0OIl' }]), null);
});
