import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import published from '../../../../src/engine/decode/ammInstructions.json' with { type: 'json' };
import {
  anchorDiscriminator,
  isKnownNonSwap,
} from '../../../../src/engine/decode/ammInstructions.ts';
import { findSwapLayout } from '../../../../src/engine/decode/ammLayouts.ts';
import { decodeFailedRoute } from '../../../../src/engine/decode/decodeFailedRoute.ts';
import { decodeTransaction } from '../../../../src/engine/decode/decodeTransaction.ts';
import { readMessage } from '../../../../src/engine/decode/readMessage.ts';
import { wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { ammPrograms, tokenProgram } from '../../../../src/solana/knownPrograms.ts';
import { parseProgramLogs } from '../../../../src/solana/logs/programLogs.ts';
import { address, RpcTransactionBuilder, u64 } from './rpcTransactionBuilder.ts';
import { dogMint, raydiumCpmm, smbBot, trader, whirlpool, whirlpoolSwap } from './swapFixtures.ts';

const pool = address('pool of the position');
const otherPool = address('other pool');
const lpMint = address('LP mint');
const lendingProgram = 'MFv2hWf31Z9kbCa1snEPYctwafyhdvnV7FZnsebVacA';
const openBookV1 = 'srmqPvymJeFKQ4zGQed1GFppgkRHL9kaELCbyksJtPX';
const clmmProgram = 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK';
const dlmmProgram = 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo';
const tokenSwapProgram = '9W959DqEETiGZocYWCQPaJ6sBmUzgfxXfqGeTEdp3aQP';
const phoenixProgram = 'PhoeNiXZ8ByJGLkxNfZRnkUfjvmuYqLR89jjFHGqdXY';
const marinade = 'MarBmsSgKXdrN1egZf5sqe1TMai9K1rChYNDJgjq7aD';
const meteoraVault = '24Uqj9JCLxUeoC3hGfh5W3s9FM9uCHDS2SG3LYwBpyTi';

type Side = readonly [mint: string, amount: bigint];

interface AmmCall {
  readonly program: string;
  /** Name of an Anchor instruction, or hexadecimal data. */
  readonly instruction: string;
  /** Account order of the program's IDL. */
  readonly accounts: string;
  readonly depth?: number;
  /** What the trader, or another owner, pays to the pool's vaults. */
  readonly pays?: readonly Side[];
  readonly gets?: readonly Side[];
  readonly owner?: string;
}

const dataOf = (instruction: string): string =>
  /^[0-9a-f]+$/.test(instruction) ? instruction : anchorDiscriminator(instruction);

/** A call with the transfers between the owner's accounts and the vaults of `pool`. */
function ammCall(builder: RpcTransactionBuilder, call: AmmCall): void {
  const { program, instruction, depth = 1, pays = [], gets = [], owner = trader } = call;
  const [sol, dog] = [builder.account(owner, wrappedSolMint), builder.account(owner, dogMint)];
  const vaults = [builder.account(pool, wrappedSolMint), builder.account(pool, dogMint)] as const;
  const named: Readonly<Record<string, string>> = {
    pool,
    owner,
    own_a: sol,
    own_b: dog,
    vault_a: vaults[0],
    vault_b: vaults[1],
    mint_a: wrappedSolMint,
    mint_b: dogMint,
    lp_mint: lpMint,
  };
  const accounts = call.accounts.trim().split(/\s+/);
  builder.call(
    program,
    accounts.map((name) => named[name] ?? address(name)),
    dataOf(instruction),
    depth,
  );
  const own = (mint: string) => (mint === dogMint ? dog : sol);
  const vault = (mint: string) => vaults[mint === dogMint ? 1 : 0];
  for (const [mint, amount] of pays) {
    builder.transfer(own(mint), vault(mint), amount, { depth: depth + 1 });
  }
  for (const [mint, amount] of gets) {
    builder.transfer(vault(mint), own(mint), amount, { depth: depth + 1 });
  }
}

const mintLp = (builder: RpcTransactionBuilder, amount: bigint) =>
  builder.call(
    tokenProgram,
    [lpMint, builder.account(trader, lpMint), pool],
    [7, ...u64(amount)],
    2,
  );

const swapsOf = (builder: RpcTransactionBuilder) =>
  decodeTransaction(builder.build()).observations.map(
    ({ pool: traded, inputAmount, outputAmount }) => [traded, inputAmount, outputAmount],
  );

/** Instructions that withdraw, and instructions that deposit, of one AMM. */
interface Amm {
  readonly name: string;
  readonly program: string;
  readonly out: readonly [instruction: string, accounts: string];
  readonly into: readonly [instruction: string, accounts: string];
}

const whirlpoolV1 =
  'pool token_program owner position nft own_a own_b vault_a vault_b tick_a tick_b';
const whirlpoolV2 = `pool program_a program_b memo owner position nft mint_a mint_b own_a own_b
  vault_a vault_b tick_a tick_b`;
const clmmIncrease = `owner nft pool protocol_position position tick_a tick_b own_a own_b vault_a
  vault_b token_program`;
const clmmDecrease = `owner nft position pool protocol_position vault_a vault_b tick_a tick_b own_a
  own_b token_program`;
const cpmm = `owner authority pool own_lp own_a own_b vault_a vault_b token_program token_2022
  mint_a mint_b lp_mint`;
const dlmm = `position pool bitmap own_a own_b vault_a vault_b mint_a mint_b bin_a bin_b owner
  program_a program_b event_authority program`;
const tokenSwap = 'pool authority owner own_a own_b vault_a vault_b lp_mint own_lp token_program';
const raydiumV4 = `token_program pool authority open_orders target_orders lp_mint vault_a vault_b
  market own_a own_b own_lp owner event_queue`;
const pumpSwap = `pool config owner mint_a mint_b own_a own_b own_lp vault_a vault_b
  token_program token_2022 event_authority program`;
const phoenix = 'program log_authority pool owner seat own_a own_b vault_a vault_b token_program';

const plasma =
  'program log_authority pool owner position own_a own_b vault_a vault_b token_program';
const crema = `owner pool position nft own_a own_b vault_a vault_b tick_a tick_b tick_map
  token_program`;

const amms: readonly Amm[] = [
  {
    name: 'Orca',
    program: whirlpool,
    out: ['decrease_liquidity', whirlpoolV1],
    into: ['increase_liquidity', whirlpoolV1],
  },
  {
    name: 'Gavel',
    program: 'srAMMzfVHVAtgSJc8iH6CfKzuWuUTzLHVCE81QU1rgi',
    out: ['02', plasma],
    into: ['01', plasma],
  },
  {
    name: 'Crema',
    program: 'CLMM9tUoggJu2wagPkkqs9eFG4BWhVBZWkP1qv3Sp7tR',
    out: ['decrease_liquidity', crema],
    into: ['increase_liquidity', crema],
  },
  {
    name: 'Orca v2',
    program: whirlpool,
    out: ['decrease_liquidity_v2', whirlpoolV2],
    into: ['increase_liquidity_by_token_amounts_v2', whirlpoolV2],
  },
  {
    name: 'Raydium CLMM',
    program: clmmProgram,
    out: ['decrease_liquidity', clmmDecrease],
    into: ['increase_liquidity', clmmIncrease],
  },
  {
    name: 'Raydium CLMM positions',
    program: clmmProgram,
    out: ['decrease_liquidity_v2', `${clmmDecrease} token_2022 memo mint_a mint_b`],
    into: ['open_position_with_token22_nft', `owner owner nft_mint ${clmmIncrease}`],
  },
  {
    name: 'Raydium CLMM limit orders',
    program: clmmProgram,
    out: ['settle_limit_order', clmmDecrease],
    into: ['open_limit_order', clmmIncrease],
  },
  { name: 'CPMM', program: raydiumCpmm, out: ['withdraw', cpmm], into: ['deposit', cpmm] },
  {
    name: 'Raydium v4',
    program: '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8',
    out: ['04', raydiumV4],
    into: ['03', raydiumV4],
  },
  {
    name: 'DLMM',
    program: dlmmProgram,
    out: ['remove_liquidity_by_range2', dlmm],
    into: ['add_liquidity_by_strategy2', dlmm],
  },
  {
    name: 'DLMM fees',
    program: dlmmProgram,
    out: ['claim_fee2', dlmm],
    into: ['add_liquidity_one_side', dlmm],
  },
  {
    name: 'DAMM v2',
    program: 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG',
    out: ['remove_all_liquidity', `authority pool position own_a own_b vault_a vault_b`],
    into: ['add_liquidity', 'pool position own_a own_b vault_a vault_b mint_a mint_b nft owner'],
  },
  {
    name: 'PumpSwap',
    program: 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA',
    out: ['withdraw', pumpSwap],
    into: ['deposit', pumpSwap],
  },
  {
    name: 'the SPL token-swap program',
    program: tokenSwapProgram,
    out: ['05', tokenSwap],
    into: ['04', tokenSwap],
  },
  {
    name: 'Saber',
    program: 'SSwpkEEcbUqx4vtoEByFjSkhKdCT862DNVb52nZg1UZ',
    out: ['04', tokenSwap],
    into: ['02', tokenSwap],
  },
  {
    name: 'Phoenix funds',
    program: phoenixProgram,
    out: ['0c', phoenix],
    into: ['0d', phoenix],
  },
  {
    name: 'Phoenix orders',
    program: phoenixProgram,
    out: ['06', phoenix],
    into: ['02', phoenix],
  },
  {
    name: 'Manifest',
    program: 'MNFSTqtC93rEfYHB6hF82sKdZpUDFWkViLByLd1k1Ms',
    out: ['03', 'owner pool own_a vault_a token_program mint_a'],
    into: ['02', 'owner pool own_b vault_b token_program mint_b'],
  },
  {
    name: 'OpenBook v2',
    program: 'opnb2LAfJYbRMAHHvqjCwQxanZn7ReEHp1k81EohpZb',
    out: [
      'settle_funds',
      'owner owner open_orders pool authority vault_a vault_b own_a own_b own_b token_program',
    ],
    into: ['place_order', 'owner open_orders admin own_b pool bids asks events vault_b'],
  },
  {
    name: 'OpenBook v1',
    program: openBookV1,
    out: ['0005000000', 'pool open_orders owner vault_a vault_b own_a own_b signer token_program'],
    into: [
      // A limit order: order type 0 after 32 bytes of side, price, quantities and behavior.
      `000a000000${'00'.repeat(32)}00000000`,
      'pool open_orders requests events bids asks own_b owner vault_a vault_b token_program rent',
    ],
  },
];

/** Withdraws SOL, buys DOG elsewhere and deposits it: as if the position had sold DOG for SOL. */
function movePosition(builder: RpcTransactionBuilder, { program, out, into }: Amm, depth = 1) {
  const withdrawal = { program, instruction: out[0], accounts: out[1], depth };
  ammCall(builder, { ...withdrawal, gets: [[wrappedSolMint, 5_003n]] });
  whirlpoolSwap(builder, {
    pool: otherPool,
    pay: [wrappedSolMint, 5_000n],
    get: [dogMint, 900n],
    depth,
  });
  const deposit = { program, instruction: into[0], accounts: into[1], depth };
  ammCall(builder, { ...deposit, pays: [[dogMint, 900n]] });
}

describe('A position that is withdrawn, partly swapped and deposited again', () => {
  for (const amm of amms) {
    it(`is one swap and no arbitrage: ${amm.name}`, () => {
      const builder = new RpcTransactionBuilder(trader);
      movePosition(builder, amm);
      const { record, reason, observations } = decodeTransaction(builder.build());
      assert.equal(record, null);
      assert.match(reason, /only one swap/);
      assert.deepEqual(
        observations.map(({ pool: traded }) => traded),
        [otherPool],
      );
    });

    it(`is neither if a program does it for its user: ${amm.name}`, () => {
      const builder = new RpcTransactionBuilder(trader);
      builder.call(address('position manager'), [trader, pool], [1]);
      movePosition(builder, amm, 2);
      assert.deepEqual(swapsOf(builder), [[otherPool, 5_000n, 900n]]);
    });
  }

  it('is no arbitrage if the manager holds the position and forwards the tokens', () => {
    const vault = address('vault of the manager');
    const builder = new RpcTransactionBuilder(trader);
    builder.call(address('position manager'), [trader, pool], [1]);
    const position = { program: whirlpool, accounts: whirlpoolV1, depth: 2, owner: vault };
    const [sol, dog] = [builder.account(trader, wrappedSolMint), builder.account(trader, dogMint)];
    const [vaultSol, vaultDog] = [
      builder.account(vault, wrappedSolMint),
      builder.account(vault, dogMint),
    ];
    const out = { ...position, instruction: 'decrease_liquidity' };
    ammCall(builder, { ...out, gets: [[wrappedSolMint, 5_003n]] });
    builder.transfer(vaultSol, sol, 5_003n);
    builder.transfer(dog, vaultDog, 900n);
    const into = { ...position, instruction: 'increase_liquidity' };
    ammCall(builder, { ...into, pays: [[dogMint, 900n]] });
    assert.deepEqual(swapsOf(builder), []);
  });
});

interface CallsCase {
  readonly title: string;
  readonly calls: readonly AmmCall[];
  /** LP tokens, or those of a stake pool, that the calls mint for the trader. */
  readonly minted?: bigint;
  readonly swaps?: readonly (readonly [pool: string, input: bigint, output: bigint])[];
}

const paysSol = { pays: [[wrappedSolMint, 5_000n]] } as const;
const getsSol = { gets: [[wrappedSolMint, 5_000n]] } as const;
const paysDog = { pays: [[dogMint, 900n]] } as const;
const getsDog = { gets: [[dogMint, 900n]] } as const;
const unknownAmm = address('AMM that publishes nothing');
const ofMarinade = { program: marinade, accounts: 'pool lp_mint owner' } as const;
const ofMeteoraPools = {
  program: 'Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB',
  accounts: 'pool lp_mint own_lp vault_lp_a vault_lp_b own_a own_b vault_a vault_b',
} as const;
const ofMeteoraVault = {
  program: meteoraVault,
  instruction: 'deposit',
  accounts: 'pool vault_a vault_b own_a own_b',
  depth: 2,
} as const;

const callsCases: readonly CallsCase[] = [
  {
    title: 'gives no price if it rebalances a DLMM position: one mint in, the other out',
    calls: [
      {
        program: dlmmProgram,
        instruction: 'rebalance_liquidity',
        accounts: dlmm,
        ...paysDog,
        ...getsSol,
      },
    ],
  },
  {
    title: 'gives no price if it repositions an Orca position',
    calls: [
      {
        program: whirlpool,
        instruction: 'reposition_liquidity_v2',
        accounts: whirlpoolV2,
        ...paysDog,
        ...getsSol,
      },
    ],
  },
  ...[
    { amm: 'SPL token-swap', program: tokenSwapProgram, instruction: '04' },
    { amm: 'CPMM', program: raydiumCpmm, instruction: 'deposit' },
    {
      amm: 'CPMM by an unpublished name',
      program: raydiumCpmm,
      instruction: 'deposit_in_a_future_version',
    },
    { amm: 'an unknown AMM', program: unknownAmm, instruction: '07' },
  ].map(({ amm, ...call }) => ({
    title: `gives no price if it deposits one mint for LP tokens: ${amm}`,
    calls: [{ ...call, accounts: cpmm, ...paysSol }],
    minted: 70n,
  })),
  {
    title: 'gives no price if it deposits through vaults of Meteora',
    calls: [
      { ...ofMeteoraPools, instruction: 'add_imbalance_liquidity' },
      { ...ofMeteoraVault, ...paysDog },
    ],
    minted: 70n,
  },
  {
    title: 'gives no price if it withdraws through vaults of Meteora',
    calls: [
      { ...ofMeteoraPools, instruction: 'remove_liquidity_single_side' },
      { ...ofMeteoraVault, ...getsSol },
    ],
  },
  ...[
    { amm: 'Orca', program: whirlpool },
    { amm: 'an unknown AMM', program: unknownAmm },
  ].map(({ amm, program }) => ({
    title: `is a swap without a known layout if one mint goes in and another comes out: ${amm}`,
    calls: [
      {
        program,
        instruction: 'swap_of_a_future_version',
        accounts: whirlpoolV1,
        ...paysSol,
        ...getsDog,
      },
    ],
    swaps: [[pool, 5_000n, 900n]] as const,
  })),
  {
    title: 'is a swap if it mints the token of a stake pool',
    calls: [{ ...ofMarinade, instruction: 'deposit', ...paysSol }],
    minted: 4_000n,
    swaps: [[pool, 5_000n, 4_000n]],
  },
  {
    title: 'is no swap if it adds liquidity to the pool of a stake pool’s token',
    calls: [{ ...ofMarinade, instruction: 'add_liquidity', ...paysSol }],
    minted: 4_000n,
  },
];

describe('A call to an AMM', () => {
  for (const { title, calls, minted, swaps = [] } of callsCases) {
    it(title, () => {
      const builder = new RpcTransactionBuilder(trader);
      for (const call of calls) ammCall(builder, call);
      if (minted !== undefined) mintLp(builder, minted);
      assert.deepEqual(swapsOf(builder), swaps);
    });
  }
});

describe('A call to an unlisted program', () => {
  it('is no swap if it lends one mint and borrows another', () => {
    const builder = new RpcTransactionBuilder(trader);
    builder.call(address('leverage program'), [trader], [1]);
    const loan = { program: lendingProgram, accounts: 'pool owner vault_a vault_b', depth: 2 };
    ammCall(builder, { ...loan, instruction: 'lend', pays: [[wrappedSolMint, 5_000n]] });
    ammCall(builder, { ...loan, instruction: 'borrow', gets: [[dogMint, 900n]] });
    assert.deepEqual(swapsOf(builder), []);
  });

  it('is no swap, and is named, if the two mints belong to different owners', () => {
    const builder = new RpcTransactionBuilder(trader);
    builder.call(address('escrow'), [trader], [1]);
    const [sol, dog] = [builder.account(trader, wrappedSolMint), builder.account(trader, dogMint)];
    builder.transfer(sol, builder.account(address('seller'), wrappedSolMint), 5_000n);
    builder.transfer(builder.account(address('escrow owner'), dogMint), dog, 900n);
    const { reason, observations } = decodeTransaction(builder.build());
    assert.deepEqual(observations, []);
    assert.match(reason, new RegExp(`cannot be read: ${address('escrow')}`));
  });

  it('is no swap if a listed AMM without a known layout pays from another owner’s vault', () => {
    const builder = new RpcTransactionBuilder(trader);
    builder.call(whirlpool, [trader], [1]);
    const [sol, dog] = [builder.account(trader, wrappedSolMint), builder.account(trader, dogMint)];
    builder.transfer(sol, builder.account(address('treasury'), wrappedSolMint), 5_000n);
    builder.transfer(builder.account(pool, dogMint), dog, 900n);
    assert.deepEqual(swapsOf(builder), []);
  });

  it('is one swap if it swaps a part and deposits both mints (zap)', () => {
    const builder = new RpcTransactionBuilder(trader);
    builder.call(address('zap program'), [trader, pool], [1]);
    whirlpoolSwap(builder, { pool, pay: [wrappedSolMint, 2_500n], get: [dogMint, 450n] });
    ammCall(builder, {
      program: whirlpool,
      instruction: 'increase_liquidity_v2',
      accounts: whirlpoolV2,
      depth: 2,
      pays: [
        [wrappedSolMint, 2_500n],
        [dogMint, 450n],
      ],
    });
    assert.deepEqual(swapsOf(builder), [[pool, 2_500n, 450n]]);
  });
});

describe('The published instructions of AMMs', () => {
  it('belong to known programs, and are not also known swaps', () => {
    for (const { source, programs, names = [], tags = [] } of published) {
      for (const program of programs) {
        assert.ok(ammPrograms.has(program), `${source}: ${program}`);
        for (const data of [...names.map(anchorDiscriminator), ...tags]) {
          const instruction = { data: Buffer.from(data, 'hex') };
          assert.ok(isKnownNonSwap(program, instruction));
          assert.equal(findSwapLayout(program, instruction), null, `${source}: ${data}`);
        }
      }
    }
  });

  it('have the discriminators of Anchor', () => {
    assert.equal(anchorDiscriminator('swap'), 'f8c69e91e17587c8');
  });
});

describe('An arbitrage in a transaction that also deposits to a pool', () => {
  it('has only its swaps as legs, and the deposit is not a fee of its bot', () => {
    const builder = new RpcTransactionBuilder(trader).call(smbBot, [trader], [28]);
    whirlpoolSwap(builder, { pool, pay: [wrappedSolMint, 5_000n], get: [dogMint, 900n] });
    whirlpoolSwap(builder, {
      pool: otherPool,
      pay: [dogMint, 900n],
      get: [wrappedSolMint, 5_100n],
    });
    ammCall(builder, {
      program: whirlpool,
      instruction: 'increase_liquidity',
      accounts: whirlpoolV1,
      depth: 2,
      pays: [[wrappedSolMint, 7_000n]],
    });
    const { record } = decodeTransaction(builder.build());
    assert.ok(record);
    assert.equal(record.type, 'arbitrage');
    assert.deepEqual(
      record.legs.map((leg) => leg.pool),
      [pool, otherPool],
    );
    assert.deepEqual(record.grossGains, [{ mint: wrappedSolMint, amount: 100n }]);
    assert.deepEqual(record.botFees, []);
    assert.deepEqual(record.otherPayments, [{ to: pool, mint: wrappedSolMint, amount: 7_000n }]);
    assert.deepEqual(record.closingDifferences, []);
  });
});

describe('A failed transaction without inner instructions', () => {
  const routeOf = (logged: string) => {
    const error = { InstructionError: [0, { Custom: 1 }] };
    const built = new RpcTransactionBuilder(trader)
      .call(address('a bot'), [trader], [1])
      .fail(error)
      .build();
    const { meta } = built;
    assert.ok(meta);
    const logs = [
      `Program ${address('a bot')} invoke [1]`,
      `Program ${whirlpool} invoke [2]`,
      `Program log: Instruction: ${logged}`,
      `Program ${whirlpool} failed: custom program error: 0x1`,
      `Program ${address('a bot')} failed: custom program error: 0x1`,
    ];
    return decodeFailedRoute(readMessage(built), meta, parseProgramLogs(logs, [address('a bot')]));
  };

  it('failed in a swap, unless the AMM logged another instruction', () => {
    assert.equal(routeOf('SwapV3').failedLeg, 0);
    assert.equal(routeOf('IncreaseLiquidityV2').failedLeg, null);
  });
});
