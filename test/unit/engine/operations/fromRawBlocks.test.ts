import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { ArbitrageEvent } from '../../../../src/api/arbscope/arbitrages.ts';
import type { ArbscopeService } from '../../../../src/api/arbscope/arbscopeService.ts';
import type { CoverageFigures } from '../../../../src/api/arbscope/coverage.ts';
import type { MarketService } from '../../../../src/api/marketService.ts';
import { decodeBlock } from '../../../../src/engine/decode/decodeBlock.ts';
import type { RpcBlock, RpcTransaction } from '../../../../src/engine/decode/rpcBlock.ts';
import { createEngineService } from '../../../../src/engine/operations/createEngineService.ts';
import { DuckDbStore } from '../../../../src/engine/store/duckdb/duckdbStore.ts';
import { usdcMint, wrappedSolMint } from '../../../../src/solana/baseMints.ts';
import { sharedData, skipWithout } from '../../../sharedData.ts';
import { address, RpcTransactionBuilder, signatureOf } from '../decode/rpcTransactionBuilder.ts';
import { dogMint, jitoTipAccount, jupiter, smbBot, whirlpoolSwap } from '../decode/swapFixtures.ts';
import { serviceOf as arbscopeOf } from './arbscope/market.ts';

/**
 * Expected values are read from the JSON of the blocks alone: balances, fees and account lists,
 * without the decoder. Landings and simulations have no figure that a block contains.
 */

const slot = 100;
const blockTime = 1_000_000;
const solUsd = 150;
const first = address('first wallet');
const second = address('second wallet');
const pools = [address('first pool'), address('second pool')] as const;

interface Plan {
  readonly wallet: string;
  readonly gain: bigint;
  readonly tip: number;
  readonly fee: number;
}

function arbitrage({ wallet, gain, tip, fee }: Plan, name: string): RpcTransaction {
  const builder = new RpcTransactionBuilder(wallet).fee(fee).call(jupiter, [wallet], [1]);
  const paid = 1_000_000_000n;
  const sol = (amount: bigint) => [wrappedSolMint, amount] as const;
  const dogs = [dogMint, 700n] as const;
  whirlpoolSwap(builder, { pool: pools[0], owner: wallet, pay: sol(paid), get: dogs });
  whirlpoolSwap(builder, { pool: pools[1], owner: wallet, pay: dogs, get: sol(paid + gain) });
  if (tip > 0) builder.sendLamports(wallet, jitoTipAccount, tip);
  return builder.build(name);
}

function priced(): RpcTransaction {
  const owner = address('somebody');
  const builder = new RpcTransactionBuilder(owner).call(jupiter, [owner], [1]);
  whirlpoolSwap(builder, {
    ...{ pool: address('SOL pool'), owner, pay: [wrappedSolMint, 1_000_000_000n] },
    get: [usdcMint, BigInt(solUsd * 1e6)],
  });
  return builder.build('a swap');
}

const arbitrages = [
  arbitrage({ wallet: first, gain: 3_000_000n, tip: 100_000, fee: 5_000 }, 'one'),
  arbitrage({ wallet: second, gain: 2_000_000n, tip: 40_000, fee: 9_000 }, 'two'),
  arbitrage({ wallet: first, gain: 1_000_000n, tip: 70_000, fee: 7_000 }, 'three'),
];
const failed = new RpcTransactionBuilder(first)
  .fee(6_000)
  .call(smbBot, [first], [1])
  .fail({ InstructionError: [0, { Custom: 1 }] })
  .build('failed');
const transactions = [priced(), ...arbitrages, failed];

interface RawTransaction {
  readonly transaction: {
    readonly signatures: readonly string[];
    readonly message: { readonly accountKeys: readonly string[] };
  };
  readonly meta: {
    readonly err: unknown;
    readonly fee: number;
    readonly computeUnitsConsumed: number;
    readonly preBalances: readonly number[];
    readonly postBalances: readonly number[];
    readonly preTokenBalances: readonly RawTokenBalance[];
    readonly postTokenBalances: readonly RawTokenBalance[];
    readonly loadedAddresses?: { readonly writable: string[]; readonly readonly: string[] };
  };
}
interface RawTokenBalance {
  readonly accountIndex: number;
  readonly mint: string;
  readonly owner: string;
  readonly uiTokenAmount: { readonly amount: string; readonly decimals: number };
}

const rawOf = (transaction: unknown) => JSON.parse(JSON.stringify(transaction)) as RawTransaction;
const raw = transactions.map(rawOf);
const rawArbitrages = arbitrages.map(rawOf);
const signature = ({ transaction }: RawTransaction) => transaction.signatures[0] ?? '';
const wallet = ({ transaction }: RawTransaction) => transaction.message.accountKeys[0] ?? '';

/** Lamports of the wallet and of its token accounts, after less before. */
function lamportChange(entry: RawTransaction): number {
  const { preBalances, postBalances, postTokenBalances } = entry.meta;
  const own = new Set([0]);
  for (const { accountIndex, owner } of postTokenBalances) {
    if (owner === wallet(entry)) own.add(accountIndex);
  }
  return [...own].reduce((sum, at) => sum + (postBalances[at] ?? 0) - (preBalances[at] ?? 0), 0);
}

function tipOf(entry: RawTransaction): number {
  const at = entry.transaction.message.accountKeys.indexOf(jitoTipAccount);
  return (entry.meta.postBalances[at] ?? 0) - (entry.meta.preBalances[at] ?? 0);
}

const gross = (entry: RawTransaction) => lamportChange(entry) + entry.meta.fee + tipOf(entry);
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length / 2) - 1];
const usd = (lamports: number) => (lamports / 1e9) * solUsd;
const near = (actual: number | undefined, expected: number) =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < 1e-9, `${actual}, not ${expected}`);

async function serviceOf(store: DuckDbStore, number: number, block: RpcBlock) {
  await store.add(decodeBlock(number, block));
  await store.flush();
  const now = (block.blockTime ?? 0) * 1_000;
  return createEngineService({ store, source: { now: () => now }, tokens: new Map() });
}

describe('As read from the JSON of a block,', () => {
  let store: DuckDbStore;
  let service: MarketService;
  before(async () => {
    store = await DuckDbStore.open(':memory:');
    service = await serviceOf(store, slot, {
      ...{ blockhash: signatureOf('hash').slice(0, 44), previousBlockhash: '' },
      ...{ parentSlot: slot - 1, blockTime, transactions },
    });
  });
  after(() => store.close());

  it('the finder adds up gains and transactions of a token and its pools', async () => {
    const { tokens } = await service.finder({
      tokensMint: [wrappedSolMint],
    });
    const [token, ...others] = tokens;
    assert.deepEqual([token?.mint, token?.transactions, others], [dogMint, 3, []]);
    near(token?.revenues, usd(total(rawArbitrages.map(gross))));
    near(token?.profits, usd(total(rawArbitrages.map(lamportChange))));
    const found = token?.AMMs.flatMap((amm) => amm.pools.map((pool) => pool.address));
    assert.deepEqual(found?.toSorted(), pools.toSorted());
  });

  it('tips and fees are percentiles of what was paid', async () => {
    const tips = rawArbitrages.map(tipOf);
    for (const table of [
      await service.tipsByComputeUnit({ providers: ['JITO'] }),
      await service.tipsByGains({ providers: ['JITO'] }),
    ]) {
      const sample = table['JITO']?.[wrappedSolMint];
      assert.equal(sample?.number, tips.length);
      assert.equal(Number(sample.percentiles.p50), median(tips));
    }
    const fees = await service.feesByComputeUnit({ providers: ['JITO', 'NO_PROVIDER'] });
    assert.equal(Number(fees['JITO']?.percentiles.p50), median(rawArbitrages.map(feeOf)));
    assert.equal(Number(fees['NO_PROVIDER']?.percentiles.p50), failed.meta?.fee);
  });

  it('a token has the decimals of its balances', async () => {
    const balances = raw.flatMap(({ meta }) => meta.postTokenBalances);
    for (const mint of [dogMint, usdcMint]) {
      const { decimals } = await service.tokenInfo({ token: mint });
      const balance = balances.find((each) => each.mint === mint);
      assert.equal(decimals, balance?.uiTokenAmount.decimals);
    }
  });

  it('a token has the price and time of its newest swaps', async () => {
    const { price, price_timestamp } = await service.tokenInfo({ token: usdcMint });
    assert.deepEqual([price, price_timestamp], [1, new Date(blockTime * 1_000).toISOString()]);
    const sol = await service.tokenInfo({ token: wrappedSolMint });
    // Per lamport, because the balances of these blocks have another number of decimals.
    near(((sol.price ?? 0) / 10 ** sol.decimals) * 1e9, solUsd);
  });

  it('a wallet has the change of its balances, and its failures cost their fees', async () => {
    const own = raw.filter((entry) => wallet(entry) === first);
    const overview = (await service.walletOverview({ wallets: [first] }))[first];
    assert.deepEqual(overview?.transactions, { success: 2, fail: 1, total: 3 });
    near(overview.gains.SOL.total, total(own.map(lamportChange)) / 1e9);
    near(overview.gains.SOL.fail, -(failed.meta?.fee as number) / 1e9);
    near(overview.gains.USD.total, usd(total(own.map(lamportChange))));
    const listed = await service.walletTransactions({ wallets: [first] });
    assert.deepEqual(
      new Map(listed.map((each) => [each.signature, [Number(each.fees), each.isSuccess]])),
      new Map(own.toReversed().map((entry) => [signature(entry), [feeOf(entry), hasRun(entry)]])),
    );
    for (const entry of own) {
      const row = listed.find((each) => each.signature === signature(entry));
      near(row?.net_gains_sol, lamportChange(entry) / 1e9);
    }
  });

  it('a transaction has its fee, tip, gain and compute units', async () => {
    for (const entry of rawArbitrages) {
      const detail = await service.transaction({ signature: signature(entry) });
      assert.equal(detail.wallet, wallet(entry));
      assert.equal(Number(detail.fees), entry.meta.fee);
      assert.equal(detail.compute_unit, entry.meta.computeUnitsConsumed);
      assert.equal(Number(detail.tips_details[0]?.amount), tipOf(entry));
      assert.equal(Number(detail.gains_details[0]?.amount), gross(entry));
      near(detail.net_gains_sol, lamportChange(entry) / 1e9);
    }
  });

  it('the market cache has every pool with the mints of its vaults', async () => {
    const cached = await service.marketCache({});
    const owners = new Set(pools.concat(address('SOL pool')));
    const balances = raw.flatMap(({ meta }) => meta.postTokenBalances);
    assert.deepEqual(new Set(cached.map(({ pubkey }) => pubkey)), owners);
    for (const owner of owners) {
      const mints = new Set(
        balances.filter((each) => each.owner === owner).map(({ mint }) => mint),
      );
      const ofMints = await service.marketCache({ tokens: [...mints] });
      assert.equal(mints.size, 2);
      assert.ok(ofMints.some(({ pubkey }) => pubkey === owner));
    }
  });
});

describe('As read from the JSON of a block, Arbscope’s own', () => {
  let store: DuckDbStore;
  let service: ArbscopeService;
  const blockOf = (number: number, of: readonly RpcTransaction[]): RpcBlock => ({
    ...{ blockhash: signatureOf(`hash ${number}`).slice(0, 44), previousBlockhash: '' },
    ...{ parentSlot: number - 1, blockTime, transactions: of },
  });
  before(async () => {
    store = await DuckDbStore.open(':memory:');
    await serviceOf(store, slot, blockOf(slot, transactions));
    service = arbscopeOf(store);
  });
  after(() => store.close());

  const rawFailed = rawOf(failed);
  const grossUsd = usd(total(rawArbitrages.map(gross)));
  const netUsd = usd(total(rawArbitrages.map(lamportChange)));
  const checkFigures = (figures: CoverageFigures | undefined, of: readonly RawTransaction[]) => {
    assert.equal(figures?.transactions, of.length);
    near(figures.revenues_usd, usd(total(of.map(gross))));
    near(figures.net_gains_usd, usd(total(of.map(lamportChange))));
  };

  it('status has the slot, the time and the arbitrages of the blocks', async () => {
    const { newest_slot, now, from, arbitrages: stored } = await service.status({});
    const time = new Date(blockTime * 1_000).toISOString();
    assert.deepEqual([newest_slot, now, from, stored], [slot, time, time, rawArbitrages.length]);
  });

  it('list of arbitrages has the newest first, each with its amounts', async () => {
    const { arbitrages: rows } = await service.arbitrages({ outcomes: ['gain'] });
    const newest = rawArbitrages.toReversed();
    assert.deepEqual(
      rows.map((row) => [row.signature, row.wallet, Number(row.fees), Number(row.tips)]),
      newest.map((entry) => [signature(entry), wallet(entry), feeOf(entry), tipOf(entry)]),
    );
    for (const [at, entry] of newest.entries()) {
      const row = rows[at];
      assert.deepEqual([row?.block_number, row?.type], [slot, 'arbitrage']);
      assert.equal(row?.compute_unit, entry.meta.computeUnitsConsumed);
      assert.deepEqual(new Set(row.pools.map(({ pool }) => pool)), new Set(pools));
      near(row.revenues_usd, usd(gross(entry)));
      near(row.net_gains_usd, usd(lamportChange(entry)));
      near(row.net_gains_sol, lamportChange(entry) / 1e9);
    }
    const best = await service.arbitrages({ outcomes: ['gain'], order: 'gain' });
    const byGain = rawArbitrages.toSorted(
      (one, other) => lamportChange(other) - lamportChange(one),
    );
    assert.deepEqual(
      best.arbitrages.map((row) => row.signature),
      byGain.map(signature),
    );
  });

  it('ranking has each wallet with its gains, failures, tips and fees', async () => {
    const ranking = await service.walletRanking({});
    const own = [...rawArbitrages, rawFailed];
    assert.equal(ranking.wallets_total, 2);
    near(ranking.net_gains_usd, usd(total(own.map(lamportChange))));
    assert.deepEqual(
      ranking.wallets.map((each) => each.wallet),
      [first, second],
    );
    for (const row of ranking.wallets) {
      const ofWallet = own.filter((entry) => wallet(entry) === row.wallet);
      const success = ofWallet.filter(hasRun).length;
      const all = ofWallet.length;
      assert.deepEqual(row.transactions, { success, fail: all - success, total: all });
      near(row.success_rate, success / all);
      near(row.net_gains_sol, total(ofWallet.map(lamportChange)) / 1e9);
      near(
        row.share ?? undefined,
        total(ofWallet.map(lamportChange)) / total(own.map(lamportChange)),
      );
      assert.equal(Number(row.fees), total(ofWallet.map(feeOf)));
      assert.equal(Number(row.tips), total(ofWallet.filter(hasRun).map(tipOf)));
    }
  });

  it('history has the sums and percentiles of the interval of the block', async () => {
    const { points, total: all } = await service.history({ interval: 300 });
    const withBlock = points.filter(({ transactions: count }) => count > 0);
    assert.equal(withBlock.length, 1);
    for (const figures of [withBlock[0] ?? assert.fail(), all]) {
      assert.deepEqual([figures.transactions, figures.failures], [rawArbitrages.length, 1]);
      near(figures.revenues_usd, grossUsd);
      near(figures.net_gains_usd, netUsd + usd(lamportChange(rawFailed)));
      assert.equal(figures.tips.number, rawArbitrages.length);
      assert.equal(figures.tips.p50, median(rawArbitrages.map(tipOf)));
      // Failures cost their fees, too.
      assert.equal(figures.fees.p50, median([...rawArbitrages, rawFailed].map(feeOf)));
    }
  });

  it('coverage counts the arbitrages through the pools of a config, and names the missing ones', async () => {
    const whole = await service.coverage({ groups: [[...pools]] });
    for (const figures of [whole.total, whole.covered, whole.groups[0], ...whole.pools]) {
      checkFigures(figures, rawArbitrages);
    }
    assert.deepEqual(whole.missing_pools, []);
    const partial = await service.coverage({ groups: [[pools[0]]] });
    checkFigures(partial.covered, []);
    checkFigures(
      partial.causes.find(({ cause }) => cause === 'missing-pool'),
      rawArbitrages,
    );
    const [missing, ...others] = partial.missing_pools;
    assert.deepEqual([missing?.pool, missing?.group, others], [pools[1], 0, []]);
    checkFigures(missing?.adds, rawArbitrages);
    near(missing?.covers_usd, netUsd);
  });

  it('replay sums up what configs cover, over time and by token', async () => {
    const replayed = await service.replay({
      configs: [{ groups: [[...pools]] }, { groups: [[pools[0]]] }],
      interval: 300,
    });
    checkFigures(replayed.total, rawArbitrages);
    checkFigures(replayed.configs[0]?.covered, rawArbitrages);
    checkFigures(replayed.configs[1]?.covered, []);
    const [point, ...others] = replayed.points.filter(({ market }) => market.transactions > 0);
    assert.deepEqual(others, []);
    checkFigures(point?.market, rawArbitrages);
    checkFigures(point?.configs[0], rawArbitrages);
    const [token] = replayed.tokens;
    assert.deepEqual([token?.key, replayed.tokens.length], [dogMint, 1]);
    checkFigures(token?.market, rawArbitrages);
  });

  it('stream sends the arbitrages of the next block with their amounts', async () => {
    const next = arbitrage({ wallet: second, gain: 4_000_000n, tip: 50_000, fee: 8_000 }, 'four');
    const { newest } = await service.arbitrages({});
    const events = service.streamArbitrages({ cursor: newest })[Symbol.asyncIterator]();
    await serviceOf(store, slot + 1, blockOf(slot + 1, [next]));
    const { value } = await events.next();
    await events.return?.();
    const [row, ...others] = (value as ArbitrageEvent).arbitrages;
    const entry = rawOf(next);
    assert.deepEqual([row?.signature, row?.wallet, others], [signature(entry), second, []]);
    assert.deepEqual([Number(row?.fees), Number(row?.tips)], [feeOf(entry), tipOf(entry)]);
    near(row?.revenues_usd, usd(gross(entry)));
    near(row?.net_gains_sol, lamportChange(entry) / 1e9);
  });
});

const feeOf = ({ meta }: RawTransaction): number => meta.fee;
const hasRun = ({ meta }: RawTransaction): boolean => meta.err === null;

const recorded = sharedData('data', 'blocks', '332254855.json.gz');

describe('As read from the JSON of a recorded mainnet block,', {
  skip: skipWithout(recorded),
}, () => {
  it('the arbitrage of USDC has the fee, compute units and change of tokens', async () => {
    const block = JSON.parse(String(gunzipSync(readFileSync(recorded ?? '')))) as RpcBlock;
    const store = await DuckDbStore.open(':memory:');
    const service = await serviceOf(store, 332_254_855, block);
    const known = new Map(
      (block.transactions as unknown as RawTransaction[]).map((each) => [signature(each), each]),
    );
    const { baseMint, signatures } = await arbitragesOf(store);
    assert.deepEqual([baseMint, signatures.length], [usdcMint, 1]);
    for (const each of signatures) {
      const entry = known.get(each) ?? assert.fail();
      const detail = await service.transaction({ signature: each });
      assert.equal(detail.wallet, wallet(entry));
      assert.equal(Number(detail.fees), entry.meta.fee);
      assert.equal(detail.compute_unit, entry.meta.computeUnitsConsumed);
      const held = (balances: readonly RawTokenBalance[], of: string) =>
        total(
          balances
            .filter(({ mint, owner }) => mint === usdcMint && owner === of)
            .map(({ uiTokenAmount }) => Number(uiTokenAmount.amount)),
        );
      const { preTokenBalances, postTokenBalances } = entry.meta;
      const change = (of: string) => held(postTokenBalances, of) - held(preTokenBalances, of);
      const gain = detail.gains_details.find(({ mint }) => mint === usdcMint);
      const [fee, ...others] = detail.bot_fees_details ?? [];
      assert.deepEqual([fee?.mint, others], [usdcMint, []]);
      assert.equal(Number(fee?.amount), change(fee?.to[0] ?? ''));
      assert.equal(Number(gain?.amount), change(wallet(entry)) + Number(fee?.amount));
    }
    await store.close();
  });
});

async function arbitragesOf(store: DuckDbStore) {
  const [signatures = [], bases = []] = await store.query(
    'SELECT signature, name FROM transactions JOIN names ON id = base WHERE type = 0',
  );
  return { baseMint: String(bases[0]), signatures: signatures.map(String) };
}
