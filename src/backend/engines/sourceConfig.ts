import type { Commitment } from '../../engine/rpc/rpcMethods.ts';
import type { NetworkOptions } from '../../http/httpRequester.ts';

/** Source of an engine's blocks. This file does not load the engine, which takes 0.1 to 0.2 s. */
export type SourceConfig =
  | SandboxConfig
  | { readonly kind: 'recorded'; readonly paths: readonly string[] }
  /** The URL may contain a key: never show it. */
  | {
      readonly kind: 'rpc';
      readonly url: string;
      readonly commitment: Commitment;
      /** How far back indexing starts when there is no index yet. */
      readonly backfillSeconds: number;
      /** Receives protected bundles; may contain a key as well. */
      readonly blockEngineUrl?: string;
      readonly network?: NetworkOptions;
      readonly geyser?: GeyserServer;
    };

export interface SandboxConfig {
  readonly kind: 'sandbox';
  readonly seed: number;
  /** File of the transactions landed in the Sandbox; kept only in memory if absent. */
  readonly journalPath?: string;
  /** Length of the simulated history; one day by default. */
  readonly historySeconds?: number;
}

export type NodeConfig = Extract<SourceConfig, { kind: 'rpc' }>;

export interface GeyserServer {
  readonly url: string;
  /** Secret: never show it. */
  readonly token?: string;
}

export const defaultSandboxSeed = 1;
export const memoryStore = ':memory:';
