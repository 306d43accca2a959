import type { Commitment } from '../../engine/rpc/rpcMethods.ts';
import type { NetworkOptions } from '../../http/httpRequester.ts';

/** Where an engine's blocks come from. This file does not load the engine, which takes 0.1 to 0.2 s. */
export type SourceConfig =
  | SandboxConfig
  | { readonly kind: 'recorded'; readonly paths: readonly string[] }
  /** The URL may hold a key: it is never shown. */
  | {
      readonly kind: 'rpc';
      readonly url: string;
      readonly commitment: Commitment;
      /** How far back a start without an index reaches. */
      readonly backfillSeconds: number;
      /** Takes protected bundles; may hold a key as well. */
      readonly blockEngineUrl?: string;
      readonly network?: NetworkOptions;
      /** A server that streams the node's blocks. */
      readonly geyser?: GeyserServer;
    };

export interface SandboxConfig {
  readonly kind: 'sandbox';
  readonly seed: number;
  /** Where the simulated chain remembers what was landed; in memory alone without one. */
  readonly journalPath?: string;
  /** Length of its market's history; a day by default. */
  readonly historySeconds?: number;
}

export type NodeConfig = Extract<SourceConfig, { kind: 'rpc' }>;

export interface GeyserServer {
  readonly url: string;
  /** Never shown. */
  readonly token?: string;
}

export const defaultSandboxSeed = 1;
export const memoryStore = ':memory:';
