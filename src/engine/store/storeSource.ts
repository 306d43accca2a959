import { t } from '@vscode/l10n';
import { MarketError } from '../../api/marketError.ts';
import { clusters } from '../../solana/clusters.ts';

export const storeSourceKinds = ['sandbox', 'recorded', 'rpc', 'pools'] as const;

/** Source of a store's contents; a store has one source and one chain. */
export interface StoreSource {
  /** `pools`: a service's table of pools, without blocks. */
  readonly kind: (typeof storeSourceKinds)[number];
  /** Seed of the Sandbox or genesis hash of a node; empty if unknown, and for files. */
  readonly chain: string;
}

export const recordedStoreSource: StoreSource = { kind: 'recorded', chain: '' };

const otherSourceErrors = new WeakSet<MarketError>();

export const isOtherSource = (error: unknown): boolean =>
  MarketError.is(error) && otherSourceErrors.has(error);

/** Throws a MarketError of kind `bad-parameter` that names both sources if they differ. */
export function checkStoreSource(file: string, held: StoreSource, wanted: StoreSource): void {
  const isSameChain = held.chain === '' || wanted.chain === '' || held.chain === wanted.chain;
  if (held.kind === wanted.kind && isSameChain) return;
  const error = new MarketError(
    'bad-parameter',
    t(
      'The store {0} contains {1}, not {2}. Use another path. Its contents are served by: arbscope serve --store {0}',
      file,
      describeStoreSource(held),
      describeStoreSource(wanted),
    ),
  );
  otherSourceErrors.add(error);
  throw error;
}

export function describeStoreSource({ kind, chain }: StoreSource): string {
  switch (kind) {
    case 'sandbox':
      return t('the Sandbox with seed {0}', chain || '?');
    case 'recorded':
      return t('recorded blocks and imported pools');
    case 'rpc':
      return chain === ''
        ? t('blocks of a node')
        : t('blocks of {0}', clusters.get(chain) ?? t('chain with genesis {0}', chain));
    case 'pools':
      return t('the pools of a connection');
  }
}
