import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Simulation } from '../../../../../src/api/arbscope/simulate.ts';
import { simulate as simulateOperation } from '../../../../../src/api/arbscope/simulate.ts';
import { MarketError } from '../../../../../src/api/marketError.ts';
import { checkResponse } from '../../../../../src/api/validation.ts';
import type { LandingChain } from '../../../../../src/engine/chain/landingChain.ts';
import type { RpcTransaction } from '../../../../../src/engine/decode/rpcBlock.ts';
import { RpcChain } from '../../../../../src/engine/landing/rpcChain.ts';
import { DuckDbStore } from '../../../../../src/engine/store/duckdb/duckdbStore.ts';
import { wrappedSolMint } from '../../../../../src/solana/baseMints.ts';
import { address, RpcTransactionBuilder } from '../../decode/rpcTransactionBuilder.ts';
import {
  dogMint,
  jitoTipAccount,
  smbBot,
  trader,
  whirlpoolSwap,
} from '../../decode/swapFixtures.ts';
import { wireBytes } from '../../decode/wireBytes.ts';
import { serviceOf } from './market.ts';
import type { AnsweringNode } from './replayingNode.ts';

export const tip = 1_000n;
export const firstPool = address('first pool');
export const secondPool = address('second pool');

/** The builder's mints have 6 decimals. */
export function withSolDecimals(transaction: RpcTransaction): RpcTransaction {
  for (const when of ['preTokenBalances', 'postTokenBalances'] as const) {
    for (const { mint, uiTokenAmount } of transaction.meta?.[when] ?? []) {
      if (mint === wrappedSolMint) Object.assign(uiTokenAmount, { decimals: 9 });
    }
  }
  return transaction;
}

/** SOL → DOG → SOL through a bot, with a tip. */
export function arbitrage(): RpcTransaction {
  const builder = new RpcTransactionBuilder(trader);
  builder.sendLamports(trader, jitoTipAccount, tip);
  builder.call(smbBot, [trader], [1]);
  const pay = [wrappedSolMint, 5_000_000n] as const;
  whirlpoolSwap(builder, { pool: firstPool, pay, get: [dogMint, 100n] });
  const get = [wrappedSolMint, 5_030_000n] as const;
  whirlpoolSwap(builder, { pool: secondPool, pay: [dogMint, 100n], get });
  return withSolDecimals(builder.build());
}

export const base64Of = (transaction: RpcTransaction): string =>
  Buffer.from(wireBytes(transaction)).toString('base64');

export function firstOf<Item>(items: readonly Item[]): Item {
  const [item] = items;
  assert.ok(item);
  return item;
}

export const chainOf = (client: AnsweringNode, blockEngine?: AnsweringNode): RpcChain =>
  new RpcChain({
    client,
    origin: 'https://node.example',
    ...(blockEngine && {
      blockEngine: Object.assign(blockEngine, { origin: 'https://engine.example' }),
    }),
  });

/** The operation over a store without prices; validates every response against its schema. */
export function useSimulation() {
  let store: DuckDbStore;
  before(async () => {
    store = await DuckDbStore.open(':memory:');
  });
  after(async () => {
    await store.close();
  });
  const simulateOn = async (
    landing: LandingChain | undefined,
    ...transactions: string[]
  ): Promise<Simulation> => {
    const simulation = await serviceOf(store, { landing }).simulate({ transactions });
    checkResponse(simulateOperation, simulation);
    return simulation;
  };
  const failsWith = async (chain: RpcChain, kind: MarketError['kind'], message: RegExp) =>
    await assert.rejects(simulateOn(chain, base64Of(arbitrage())), (error: unknown) => {
      assert.ok(MarketError.is(error, kind), String(error));
      assert.match(error.message, message);
      return true;
    });
  return { simulateOn, failsWith };
}
