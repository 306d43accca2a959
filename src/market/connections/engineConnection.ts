import type { Engine, EngineProgress } from '../../engine/engine.ts';
import type { OperationName } from '../../interface/operations.ts';
import type { CallAnswer } from '../protocol.ts';
import type { AskOptions, Connection, StatusChange } from './connection.ts';

/** The embedded engine as a connection: it answers at once and without limits. */
export class EngineConnection implements Connection {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async call(
    operation: OperationName,
    parameters: unknown,
    { signal }: AskOptions,
  ): Promise<CallAnswer> {
    // The table's parameter types and the checked value are tied by `operation` alone.
    const call = this.#engine.service[operation] as (
      value: unknown,
      options: { signal: AbortSignal },
    ) => Promise<unknown>;
    return { result: await call(parameters, { signal }) };
  }

  close(): Promise<void> {
    return this.#engine.close();
  }
}

/** What an engine says of itself, in a connection's words. */
export function engineStatus({ state, message, ...engine }: EngineProgress): StatusChange {
  return { state, message, engine };
}
