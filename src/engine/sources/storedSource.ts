import type { BlockSource, SourceBlock, SourceToken } from '../chain/blockSource.ts';
import type { LandingChain } from '../chain/landingChain.ts';
import type { AccountReader, TransactionReader } from '../rpc/accountReader.ts';
import { SimulatedSource } from '../sandbox/simulatedSource.ts';
import type { StoreSource } from '../store/storeSource.ts';

/** What a node is asked beside its blocks. */
export type NodeAccess = Required<
  Pick<BlockSource, 'accountReader' | 'transactionReader' | 'landing' | 'chain' | 'close'>
>;

export interface StoredSourceOptions {
  /** What the store contains. */
  readonly kind: BlockSource['kind'];
  /** Where it is, without credentials. */
  readonly label: string;
  readonly tokens?: readonly SourceToken[];
  /** Takes and simulates transactions, and is asked for accounts; the source closes it. */
  readonly node?: NodeAccess;
}

/** In place of a source where other processes index it: no block comes from here. */
export class StoredSource implements BlockSource {
  readonly kind: BlockSource['kind'];
  readonly label: string;
  readonly now?: () => number;
  readonly accountReader?: AccountReader;
  readonly transactionReader?: TransactionReader;
  readonly landing?: LandingChain;
  readonly chain?: (signal: AbortSignal) => Promise<string>;
  readonly close?: () => Promise<void>;
  readonly #tokens: readonly SourceToken[];

  constructor({ kind, label, tokens = [], node }: StoredSourceOptions) {
    this.kind = kind;
    this.label = label;
    this.#tokens = tokens;
    // A recording has no clock but its blocks.
    if (kind !== 'recorded') this.now = Date.now;
    if (node === undefined) return;
    this.accountReader = node.accountReader;
    this.transactionReader = node.transactionReader;
    this.landing = node.landing;
    this.chain = (signal) => node.chain(signal);
    this.close = () => node.close();
  }

  async *history(): AsyncGenerator<SourceBlock> {
    yield* [];
  }

  async *follow(): AsyncGenerator<SourceBlock> {
    yield* [];
  }

  tokens(): readonly SourceToken[] {
    return this.#tokens;
  }
}

/**
 * In place of the source of a store's blocks, with the names of tokens that the Sandbox's seed says.
 * @param label Of the store.
 */
export function createStoredSource(
  held: StoreSource | null,
  label: string,
  node?: NodeAccess,
): StoredSource {
  const asked = node === undefined ? {} : { node };
  if (held === null || held.kind === 'pools') {
    return new StoredSource({ kind: 'rpc', label, ...asked });
  }
  const { kind, chain } = held;
  const seed = Number(chain);
  const isSeeded = kind === 'sandbox' && chain !== '' && Number.isSafeInteger(seed);
  const tokens = isSeeded ? new SimulatedSource({ seed }).tokens() : [];
  return new StoredSource({ kind, label, tokens, ...asked });
}
