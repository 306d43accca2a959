import { t } from '@vscode/l10n';
import { MarketError } from '../../api/marketError.ts';
import { clusters } from '../../solana/clusters.ts';

export const storeSourceKinds = ['sandbox', 'recorded', 'rpc', 'pools'] as const;

/** Where the contents of a store come from: it holds those of one source and one chain. */
export interface StoreSource {
  /** `pools`: a service's table of pools, without blocks. */
  readonly kind: (typeof storeSourceKinds)[number];
  /** The Sandbox's seed, a node's genesis hash; empty while unknown, and for files, which name none. */
  readonly chain: string;
}

export const recordedStoreSource: StoreSource = { kind: 'recorded', chain: '' };

const otherSourceErrors = new WeakSet<MarketError>();

/** Whether a store could not be opened because it holds what another source or chain gave. */
export const isOtherSource = (error: unknown): boolean =>
  MarketError.is(error) && otherSourceErrors.has(error);

/** Throws a MarketError of kind `bad-parameter` that names both when `wanted` is not what it holds. */
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
