import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { decodeTransaction } from '../../../../src/engine/decode/decodeTransaction.ts';
import {
  developmentAccount,
  toPrivateKey,
} from '../../../../src/engine/sandbox/developmentAccounts.ts';
import { type MirroredPool, mirroredPools } from '../../../../src/engine/sandbox/mirroredPools.ts';
import { Random } from '../../../../src/engine/sandbox/random.ts';
import { SandboxChain } from '../../../../src/engine/sandbox/sandboxChain.ts';
import { simulatedAccounts } from '../../../../src/engine/sandbox/simulatedAccounts.ts';
import { SimulatedMarket } from '../../../../src/engine/sandbox/simulatedMarket.ts';
import { tokenAccountData } from '../../../../src/engine/sandbox/tokenAccountData.ts';
import { VirtualMachine } from '../../../../src/engine/sandbox/virtualMachine.ts';
import { signExampleTransaction } from '../../../../src/extension/landing/exampleTransaction.ts';
import { signTransaction } from '../../../../src/extension/landing/signTransaction.ts';
import { usdcMint, usdtMint, wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { tokenProgram } from '../../../../src/solana/knownPrograms.ts';
import {
  type InstructionToSign,
  sandboxAmmAll,
  sandboxAmmErrors,
  sandboxAmmPool,
  sandboxAmmProgram,
  sandboxAmmSwap,
} from '../../../../src/solana/sandboxAmm.ts';

const start = 1_800_000_000;
const market = new SimulatedMarket(1);
const pools = mirroredPools(market);
const trader = developmentAccount(0);
const feeBasisPoints = 10n;

const [accountA, accountB, farVault] = [11, 12, 13].map((seed) =>
  new Random(7, seed).address(),
) as [string, string, string];

interface Opened {
  readonly chain: SandboxChain;
  readonly machine: VirtualMachine;
}

async function open(
  mirrored: readonly MirroredPool[] = pools,
  options: { readonly journalPath?: string; readonly second?: number } = {},
): Promise<Opened> {
  const { second = start, ...rest } = options;
  const machine = await VirtualMachine.open();
  const chain = new SandboxChain({
    machine,
    now: () => second * 1_000,
    blockhashOf: (at) => market.blockhash(at),
    slotOf: (at) => at - 1_400_000_000,
    accounts: (rent) => simulatedAccounts(market, rent),
    mirroredPools: () => mirrored,
    ...rest,
  });
  return { chain, machine };
}

const hold = (
  { machine }: Opened,
  account: string,
  mint: string,
  amount: bigint,
  owner = trader.address,
) =>
  machine.setAccount(account, {
    owner: tokenProgram,
    lamports: 10_000_000n,
    data: tokenAccountData({ mint, owner, amount, nativeReserve: null }),
  });

const balance = ({ chain }: Opened, account: string): bigint => {
  const data = chain.account(account)?.data ?? new Uint8Array(72);
  return new DataView(data.buffer, data.byteOffset).getBigUint64(64, true);
};

const signing = async ({ chain }: Opened) => ({
  address: trader.address,
  privateKey: toPrivateKey(trader.secretKey),
  blockhash: (await chain.latestBlockhash()).blockhash,
});

const signedExample = async (at: Opened) => signExampleTransaction('arbitrage', await signing(at));

const signed = async (at: Opened, ...instructions: InstructionToSign[]) =>
  signTransaction(await signing(at), instructions);

const swap = (amountIn: bigint, { pool = 4, sellsA = true, leastOut = 0n } = {}) =>
  sandboxAmmSwap({
    ...{ pool: sandboxAmmPool(pool), sellsA, trader: trader.address, amountIn, leastOut },
    ...(sellsA
      ? { traderIn: accountA, traderOut: accountB }
      : { traderIn: accountB, traderOut: accountA }),
  });

function paid(amountIn: bigint, reserveIn: bigint, reserveOut: bigint): bigint {
  const effective = (amountIn * (10_000n - feeBasisPoints)) / 10_000n;
  return (reserveOut * effective) / (reserveIn + effective);
}

const fail = (code: number) => new RegExp(`custom program error: ${code}|0x${code.toString(16)}`);

describe('The Sandbox’s AMM', () => {
  let opened: Opened;
  const { vaultA, vaultB } = sandboxAmmPool(4);

  beforeEach(async () => {
    opened = await open();
    hold(opened, accountA, usdtMint, 5_000_000_000n);
    hold(opened, accountB, usdcMint, 5_000_000_000n);
  });

  test('lands the example arbitrage, whose record has both pools and a net gain', async () => {
    const { chain } = opened;
    const bytes = await signedExample(opened);
    const before = chain.account(trader.address)?.lamports ?? 0n;
    const { signature } = await chain.send(bytes, {});
    chain.produceBlock(start + 1);
    const landed = chain.landed(signature);
    assert.ok(landed);
    const { record } = decodeTransaction({
      ...landed.transaction,
      slot: landed.slot,
      blockTime: start + 1,
    });
    assert.equal(record?.type, 'arbitrage');
    assert.equal(record.baseMint, wrappedSolMint);
    assert.deepEqual(
      record.legs.map(({ program, pool, inputMint }) => [program, pool, inputMint]),
      [
        [sandboxAmmProgram, sandboxAmmPool(1).address, wrappedSolMint],
        [sandboxAmmProgram, sandboxAmmPool(2).address, usdcMint],
      ],
    );
    const gain = (chain.account(trader.address)?.lamports ?? 0n) - before;
    assert.ok(gain > 0n, String(gain));
    assert.equal(record.grossGains[0]?.amount, gain + 507_000n, 'fee and tip');
  });

  test('offers an arbitrage at any time of day in every simulated market', async () => {
    for (const seed of [1, 2, 3]) {
      const at = await open(mirroredPools(new SimulatedMarket(seed)));
      for (const hour of [0, 7, 13, 21]) {
        at.chain.produceBlock(start + hour * 3_600 + 1);
        const { signature } = await at.chain.send(await signedExample(at), {});
        assert.notEqual(signature, '', `seed ${seed}, hour ${hour}`);
      }
    }
  });

  test('pays the output of a constant-product pool in both directions', async () => {
    for (const sellsA of [true, false]) {
      const [reserveIn, reserveOut] = sellsA
        ? [balance(opened, vaultA), balance(opened, vaultB)]
        : [balance(opened, vaultB), balance(opened, vaultA)];
      const expected = paid(1_234_567n, reserveIn, reserveOut);
      const out = sellsA ? accountB : accountA;
      const before = balance(opened, out);
      opened.machine.nextBlock();
      const run = opened.machine.execute(await signed(opened, swap(1_234_567n, { sellsA })));
      assert.equal(run.error, null);
      assert.equal(balance(opened, out) - before, expected);
    }
  });

  test('computes exactly with products of more than 64 bits', async () => {
    const { machine } = opened;
    const random = new Random(3, 'large reserves');
    const large = (bits: number) => BigInt(Math.floor(random.between(1, 2 ** bits)));
    let checked = 0;
    for (let round = 0; round < 200; round++) {
      const [reserveIn, reserveOut] = [large(30) * large(31), large(30) * large(31)];
      const amount = round % 2 === 0 ? large(30) * large(31) : large(40);
      const expected = paid(amount, reserveIn, reserveOut);
      const { address: owner } = sandboxAmmPool(4);
      hold(opened, vaultA, usdtMint, reserveIn, owner);
      hold(opened, vaultB, usdcMint, reserveOut, owner);
      hold(opened, accountA, usdtMint, amount);
      hold(opened, accountB, usdcMint, 0n);
      const instruction = swap(amount, { leastOut: BigInt(round) });
      machine.nextBlock();
      const { error } = machine.execute(await signed(opened, instruction));
      if (expected <= BigInt(round)) continue;
      assert.equal(error, null, `${reserveIn} ${reserveOut} ${amount}`);
      assert.equal(balance(opened, accountB), expected);
      checked++;
    }
    assert.ok(checked > 150, String(checked));
  });

  test('swaps the account’s whole balance if requested', async () => {
    const run = opened.machine.execute(await signed(opened, swap(sandboxAmmAll)));
    assert.equal(run.error, null);
    assert.equal(balance(opened, accountA), 0n);
  });

  test('rejects output below the minimum, a zero amount and an unknown instruction', async () => {
    const { chain } = opened;
    const expected = paid(1_000_000n, balance(opened, vaultA), balance(opened, vaultB));
    const data = Uint8Array.from(swap(1_000_000n).data);
    data[0] = 2;
    const cases: readonly [InstructionToSign, number][] = [
      [swap(1_000_000n, { leastOut: expected + 1n }), sandboxAmmErrors.lessThanMinimum],
      [swap(0n), sandboxAmmErrors.amount],
      [swap(1n), sandboxAmmErrors.amount],
      [{ ...swap(1_000_000n), data }, sandboxAmmErrors.instruction],
      [{ ...swap(1_000_000n), data: data.subarray(0, 16) }, sandboxAmmErrors.instruction],
    ];
    for (const [instruction, code] of cases) {
      await assert.rejects(chain.send(await signed(opened, instruction), {}), fail(code));
    }
    await chain.send(await signed(opened, swap(1_000_000n, { leastOut: expected })), {});
  });

  test('pays only from the pool’s own vaults', async () => {
    const { chain, machine } = opened;
    const good = swap(1_000_000n);
    const replaced = (position: number, address: string): InstructionToSign => ({
      ...good,
      accounts: good.accounts.map((one, at) => (at === position ? { ...one, address } : one)),
    });
    hold(opened, farVault, usdtMint, 1n);
    // A copy of a pool that belongs to another program.
    const copy = new Random(8, 1).address();
    const data = chain.account(sandboxAmmPool(4).address)?.data ?? new Uint8Array();
    machine.setAccount(copy, { owner: tokenProgram, lamports: 5_000_000n, data });
    const wrong = [
      replaced(0, copy),
      replaced(0, sandboxAmmPool(1).address),
      replaced(3, farVault),
      replaced(4, farVault),
      replaced(4, sandboxAmmPool(1).vaultB),
      replaced(4, vaultA),
      replaced(6, sandboxAmmProgram),
      { ...good, accounts: good.accounts.slice(0, 6) },
    ];
    for (const instruction of wrong) {
      await assert.rejects(
        chain.send(await signed(opened, instruction), {}),
        fail(sandboxAmmErrors.accounts),
      );
    }
    // Another owner's tokens: the token program requires that owner's signature.
    const unsigned = {
      ...good,
      accounts: good.accounts.map((one, at) =>
        at === 1 ? { address: developmentAccount(1).address } : one,
      ),
    };
    await assert.rejects(chain.send(await signed(opened, unsigned), {}), /signature|privilege/i);
  });

  test('has the market’s reserves again in the block after a trade', async () => {
    const { chain } = opened;
    const usual = balance(opened, vaultA);
    const { signature } = await chain.send(await signed(opened, swap(1_000_000n)), {});
    chain.produceBlock(start + 1);
    assert.equal(chain.landed(signature)?.error, null);
    assert.equal(balance(opened, vaultA), usual + 1_000_000n);
    const listed = new Map(chain.accountsOwnedBy(tokenProgram));
    assert.deepEqual(listed.get(vaultA), chain.account(vaultA));
    chain.produceBlock(start + 2);
    const [reserveA] = pools[3]?.reservesAt(start + 2) ?? [];
    assert.deepEqual(
      new Map(chain.accountsOwnedBy(tokenProgram)).get(vaultA)?.data,
      chain.account(vaultA)?.data,
    );
    assert.equal(balance(opened, vaultA), reserveA);
  });

  test('restores landed trades from the journal after a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'arbscope-amm-'));
    try {
      const journalPath = join(folder, 'sandbox.jsonl');
      const first = await open(pools, { journalPath });
      const { signature } = await first.chain.send(await signedExample(first), {});
      first.chain.produceBlock(start + 1);
      const again = await open(pools, { journalPath, second: start + 90 });
      assert.deepEqual(again.chain.landed(signature), first.chain.landed(signature));
      assert.equal(
        again.chain.account(trader.address)?.lamports,
        first.chain.account(trader.address)?.lamports,
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
