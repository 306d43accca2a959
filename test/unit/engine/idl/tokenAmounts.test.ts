import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nameCall } from '../../../../src/engine/idl/nameCall.ts';
import { ProgramIdls } from '../../../../src/engine/idl/programIdls.ts';
import { readIdl } from '../../../../src/engine/idl/readIdl.ts';
import type { KnownTokens } from '../../../../src/engine/idl/tokenAmounts.ts';

const program = 'Vote111111111111111111111111111111111111111';
const sol = 'So11111111111111111111111111111111111111112';
const own = 'Stake11111111111111111111111111111111111111';
const input = 'SysvarC1ock11111111111111111111111111111111';
const output = 'SysvarRent111111111111111111111111111111111';

const tokens: KnownTokens = {
  decimals: new Map([[own, 6]]),
  mints: new Map([
    [input, sol],
    [output, own],
  ]),
};

type Accounts = readonly (readonly [name: string, address: string])[];

/** The value 1,500,000 of each argument, in a call with these accounts. */
function named(args: Readonly<Record<string, unknown>>, accounts: Accounts, known = tokens) {
  const names = Object.keys(args);
  const read = readIdl(
    JSON.stringify({
      address: program,
      metadata: { name: 'vault', spec: '0.1.0' },
      instructions: [
        {
          name: 'go',
          discriminator: [1],
          accounts: accounts.map(([name]) => ({ name })),
          args: names.map((name) => ({ name, type: args[name] })),
        },
      ],
    }),
  );
  assert.ok(read.kind === 'idl');
  const idls = read.idls.map((idl) => ({ source: 'idl.json', program, idl }));
  const number = Buffer.alloc(8);
  number.writeBigUInt64LE(1_500_000n);
  const parts = names.map((name) =>
    args[name] === 'u64' ? number : Buffer.concat([Buffer.of(1), number]),
  );
  const call = nameCall(new ProgramIdls(idls), {
    program,
    data: Buffer.concat([Buffer.of(1), ...parts]),
    accounts: accounts.map(([, address]) => ({ address, isWritable: false, isSigner: false })),
    isTopLevel: true,
    isSelfCall: false,
    tokens: known,
  });
  return call?.values.map(({ value }) => value);
}

const raw = '1500000';
const inSol = '1500000 (0.0015 SOL)';
const inOwn = '1500000 (1.5 Stak…1111)';

describe('an amount in the arguments of a call', () => {
  it('has the decimals of the mint whose account has its name', () => {
    assert.deepEqual(named({ amount: 'u64' }, [['token_mint', own]]), [inOwn]);
    const pair: Accounts = [
      ['pool.base_mint', own],
      ['quoteMint', sol],
    ];
    const args = { base_amount_out: 'u64', maxQuoteAmountIn: { option: 'u64' } };
    assert.deepEqual(named(args, pair), [inOwn, inSol]);
    const letters: Accounts = [
      ['token_mint_a', sol],
      ['token_mint_b', own],
    ];
    assert.deepEqual(named({ amount_a: 'u64', token_b_amount: 'u64' }, letters), [inSol, inOwn]);
  });

  it('has those of the token accounts on its side', () => {
    const accounts: Accounts = [
      ['trader_input', input],
      ['trader_output', output],
    ];
    const args = { amount_in: 'u64', least_out: 'u64' };
    assert.deepEqual(named(args, accounts), [inSol, inOwn]);
    const mixed: Accounts = [...accounts, ['vault_input', output]];
    assert.deepEqual(named(args, mixed), [raw, inOwn]);
    assert.deepEqual(named(args, accounts, { ...tokens, mints: new Map() }), [raw, raw]);
  });

  it('stays an integer where its mint is not certain, or has no known decimals', () => {
    const pair: Accounts = [
      ['base_mint', own],
      ['quote_mint', sol],
    ];
    assert.deepEqual(named({ amount: 'u64', amount_in: 'u64' }, pair), [raw, raw]);
    const others = { min_amount_out: 'u64', max_sol_cost: 'u64', amount_bps: 'u64', fee: 'u64' };
    assert.deepEqual(named(others, [['mint', own]]), [raw, raw, raw, raw]);
    assert.deepEqual(named({ amount: 'u64' }, [['mint_authority', own]]), [raw]);
    assert.deepEqual(named({ amount: 'u64' }, [['mint', program]]), [raw]);
    const absurd = { ...tokens, decimals: new Map([[own, 1e9]]) };
    assert.deepEqual(named({ amount: 'u64' }, [['mint', own]], absurd), [raw]);
  });
});
