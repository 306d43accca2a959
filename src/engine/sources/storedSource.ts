import type { BlockSource, SourceBlock, SourceToken } from '../chain/blockSource.ts';
import type { LandingChain } from '../chain/landingChain.ts';
import type { SlotReader } from '../chain/slotReader.ts';
import type { AccountReader, TransactionReader } from '../rpc/accountReader.ts';
import { SimulatedSource } from '../sandbox/simulatedSource.ts';
import type { StoreSource } from '../store/storeSource.ts';

export type NodeAccess = Required<
  Pick<
    BlockSource,
    'accountReader' | 'transactionReader' | 'landing' | 'slotReader' | 'chain' | 'close'
  >
>;

export interface StoredSourceOptions {
  readonly kind: BlockSource['kind'];
  /** Without credentials. */
  readonly label: string;
  readonly tokens?: readonly SourceToken[];
  /** Accepts and simulates transactions, and reads accounts; the source closes it. */
  readonly node?: NodeAccess;
}

/** For blocks that other processes index. */
export class StoredSource implements BlockSource {
  readonly kind: BlockSource['kind'];
  readonly label: string;
  readonly now?: () => number;
  readonly accountReader?: AccountReader;
  readonly transactionReader?: TransactionReader;
  readonly landing?: LandingChain;
  readonly slotReader?: SlotReader;
  readonly chain?: (signal: AbortSignal) => Promise<string>;
  readonly close?: () => Promise<void>;
  readonly #tokens: readonly SourceToken[];

  constructor({ kind, label, tokens = [], node }: StoredSourceOptions) {
    this.kind = kind;
    this.label = label;
    this.#tokens = tokens;
    // The blocks define the time of a recording.
    if (kind !== 'recorded') this.now = Date.now;
    if (node === undefined) return;
    this.accountReader = node.accountReader;
    this.transactionReader = node.transactionReader;
    this.landing = node.landing;
    this.slotReader = node.slotReader;
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
