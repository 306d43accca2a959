import type { ArbscopeService } from '../../api/arbscope/arbscopeService.ts';
import { callOperation } from '../../api/marketService.ts';
import type { OperationName } from '../../api/operations.ts';
import type { LandingChain } from '../../engine/chain/landingChain.ts';
import type { Engine } from '../../engine/engine.ts';
import type { EngineStatus } from '../../engine/indexing/engineStatus.ts';
import type { MintKnowledge } from '../../engine/landing/toSimulatedOutcome.ts';
import type { PoolChunk } from '../../engine/marketCache/poolIndex.ts';
import type { ArbscopeConnection, Connection, StatusUpdate } from '../connectionBase/connection.ts';
import { ConnectionPools, type ConnectionPoolsOptions } from '../connectionBase/connectionPools.ts';
import { SymbolCache } from '../connectionBase/symbolCache.ts';
import { openArbitrageStream } from '../engines/openArbitrageStream.ts';
import type { CallResponse } from '../protocol/callProtocol.ts';
import { type ConnectionCallOptions, marketCallOptions } from '../queue/connectionCallOptions.ts';

/** The engine's pools change with every block; reloading the table is cheap. */
const maxPoolAgeMilliseconds = 30_000;

export class EngineConnection implements Connection {
  readonly arbscope: ArbscopeConnection;
  readonly pools: ConnectionPools;
  readonly #engine: Engine;
  readonly #symbols = new SymbolCache();

  constructor(engine: Engine, table: Pick<ConnectionPoolsOptions, 'path' | 'tables'>) {
    this.#engine = engine;
    this.arbscope = engineArbscope(engine.arbscope);
    for (const [mint, symbol] of engine.symbols()) this.#symbols.add(mint, symbol);
    this.pools = new ConnectionPools({
      ...table,
      maxAgeMilliseconds: maxPoolAgeMilliseconds,
      symbols: this.#symbols,
      source: {
        batches: ({ signal }) => enginePools(engine, signal),
        entries: (mints, { signal }) =>
          engine.service.marketCache({ tokens: [...mints], accounts: true }, { signal }),
      },
    });
  }

  get landing(): LandingChain | null {
    return this.#engine.landing;
  }

  get mints(): MintKnowledge {
    return this.#engine.mints;
  }

  lookupTableSize(address: string, signal: AbortSignal): Promise<number | null> {
    return this.#engine.lookupTableSize(address, signal);
  }

  idlTexts(programs: readonly string[], signal: AbortSignal) {
    return this.#engine.idlTexts(programs, signal);
  }

  rawTransaction(signature: string, signal: AbortSignal) {
    return this.#engine.rawTransaction(signature, signal);
  }

  programSlots(programs: readonly string[], signal: AbortSignal) {
    return this.#engine.programSlots(programs, signal);
  }

  async call(
    operation: OperationName,
    parameters: unknown,
    { signal }: ConnectionCallOptions,
  ): Promise<CallResponse> {
    const result = await callOperation(this.#engine.service, operation, parameters, { signal });
    this.#symbols.learn(operation, parameters, result);
    return { result };
  }

  async close(): Promise<void> {
    await this.pools.close();
    await this.#engine.close();
  }
}

export const engineArbscope = (service: ArbscopeService): ArbscopeConnection => ({
  call: async (operation, parameters, options) => ({
    result: await callOperation(service, operation, parameters, marketCallOptions(options)),
  }),
  stream: (parameters, signal) => openArbitrageStream(service, parameters, signal),
});

async function* enginePools(engine: Engine, signal: AbortSignal): AsyncGenerator<PoolChunk> {
  for await (const pools of engine.pools({ signal })) yield { pools, invalidEntries: 0 };
}

export function toStatusUpdate({
  state,
  message,
  secondsSinceBlock,
  recentlyOmitted: _omitted,
  isProblem: _isProblem,
  ...engine
}: EngineStatus): StatusUpdate {
  if (secondsSinceBlock === null) return { state, message, engine };
  const newBlockAtMilliseconds = Date.now() - secondsSinceBlock * 1_000;
  return { state, message, engine: { ...engine, newBlockAtMilliseconds } };
}
