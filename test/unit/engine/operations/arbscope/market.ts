import type { ArbscopeService } from '../../../../../src/api/arbscope/arbscopeService.ts';
import type { ArbitrageRecord } from '../../../../../src/engine/decode/arbitrageRecord.ts';
import type { EngineStatus } from '../../../../../src/engine/indexing/engineStatus.ts';
import type { ArbscopeContext } from '../../../../../src/engine/operations/arbscope/arbscopeContext.ts';
import { createArbscopeService } from '../../../../../src/engine/operations/arbscope/createArbscopeService.ts';
import { DuckDbStore } from '../../../../../src/engine/store/duckdb/duckdbStore.ts';
import { wrappedSolMint } from '../../../../../src/solana/baseMints.ts';
import { address, block, leg, record, signatureOf, solAt } from '../../syntheticBlocks.ts';

/** End of the time windows of synthetic blocks, Unix seconds. */
export const now = 1_000_000;

export const status: EngineStatus = {
  state: 'ready',
  message: '',
  isProblem: false,
  newestSlot: 100,
  newestBlockTimeSeconds: now,
  arbitrages: 3,
  source: 'recorded',
  lagSlots: null,
  lagMilliseconds: null,
  isStalled: false,
  indexedFraction: 1,
  recentlyOmitted: null,
  solPrice: null,
  transactionsPerSecond: 0,
  secondsSinceBlock: 0,
  unreadableTransactions: 0,
  rows: null,
  storeBytes: null,
};

export function serviceOf(
  store: DuckDbStore,
  members: Partial<ArbscopeContext> = {},
): ArbscopeService {
  return createArbscopeService({
    store,
    source: { now: () => now * 1_000 },
    tokens: new Map(),
    status: () => status,
    version: '1.2.3',
    isSimulated: false,
    ...members,
  });
}

/** One SOL costs 100 USD in each of these blocks. */
export async function addBlock(
  store: DuckDbStore,
  slot: number,
  records: readonly ArbitrageRecord[],
  members: Parameters<typeof block>[0] = {},
): Promise<void> {
  const own = records.map((each, index) => ({ ...each, slot, index }));
  const { blockTimeSeconds = now } = members;
  await store.add(
    block({
      slot,
      observations: [solAt(100)],
      ...members,
      records: own.map((each) => ({ ...each, blockTimeSeconds })),
    }),
  );
}

const sol = (amount: bigint) => ({ mint: wrappedSolMint, amount });

interface ArbitrageOptions extends Partial<ArbitrageRecord> {
  readonly gainLamports?: bigint;
  readonly token?: string;
  readonly stops?: readonly (readonly [amm: string, pool: string | null])[];
}

export function arbitrage(
  number: number,
  {
    gainLamports = 1_000_000n,
    token = address('token'),
    stops = [
      [address('amm'), address('pool')],
      [address('amm'), address('pool')],
    ],
    ...members
  }: ArbitrageOptions = {},
): ArbitrageRecord {
  const [first = ['', null], second = ['', null]] = stops;
  const amount = { mint: token, amount: 5n };
  return record({
    signature: signatureOf(number),
    baseInput: 1_000_000_000n,
    grossGains: [sol(gainLamports)],
    legs: [
      leg(0, first[0], first[1], sol(1_000_000_000n), amount),
      leg(1, second[0], second[1], amount, sol(1_000_000_000n + gainLamports)),
    ],
    ...members,
  });
}

export const failure = (number: number, members: Partial<ArbitrageRecord> = {}): ArbitrageRecord =>
  record({
    signature: signatureOf(number),
    type: 'failed',
    isSuccess: false,
    failure: 'Custom',
    baseMint: null,
    baseInput: 0n,
    ...members,
  });

export async function openMarket(
  ...blocks: readonly (readonly [slot: number, records: readonly ArbitrageRecord[]])[]
): Promise<DuckDbStore> {
  const store = await DuckDbStore.open(':memory:');
  for (const [slot, records] of blocks) await addBlock(store, slot, records);
  await store.flush();
  return store;
}
