import type * as vscode from 'vscode';
import { isObject } from '../../api/isObject.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { type Disposable, Listeners } from '../base/disposable.ts';
import { ammLabel } from '../ui/addressLabels.ts';
import type { ArbitrageScope } from './arbitrageScope.ts';
import {
  defaultOutcomes,
  formatLiveFilter,
  type LiveFilter,
  parseLiveFilter,
} from './liveFilter.ts';

const filterKey = 'arbscope.live.filter';
const labelsKey = 'arbscope.live.labels';

export class LivePreferences {
  readonly #storage: Pick<vscode.Memento, 'get' | 'update'>;
  readonly #nameOf: (address: string) => string | undefined;
  readonly #changed = new Listeners<undefined>();
  #filter: LiveFilter;
  #labels: ReadonlyMap<string, string>;

  constructor(
    storage: Pick<vscode.Memento, 'get' | 'update'>,
    nameOf: (address: string) => string | undefined,
  ) {
    this.#storage = storage;
    this.#nameOf = nameOf;
    this.#filter = parseLiveFilter(storage.get(filterKey));
    const labels: unknown = storage.get(labelsKey);
    this.#labels = new Map(
      Object.entries(isObject(labels) ? labels : {}).flatMap(([address, label]) =>
        typeof label === 'string' ? [[address, label]] : [],
      ),
    );
  }

  onChange(listener: () => void): Disposable {
    return this.#changed.add(listener);
  }

  get filter(): LiveFilter {
    return this.#filter;
  }

  /** With the outcomes that Live shows without a filter. */
  get shownFilter(): LiveFilter {
    return { outcomes: [...defaultOutcomes], ...this.#filter };
  }

  get isFiltered(): boolean {
    return Object.keys(this.#filter).length > 0;
  }

  get filterLabels(): string[] {
    return formatLiveFilter(this.#filter, this.labelOf);
  }

  readonly labelOf = (address: string): string => {
    const known = this.#nameOf(address) || knownMints.get(address)?.symbol;
    return known ?? this.#labels.get(address) ?? labelWithoutName(address);
  };

  async show({ filter, label }: ArbitrageScope): Promise<void> {
    const [address, ...others] = Object.values(filter).flat();
    const labels = this.#labelsOf(filter);
    const named = narrowest(filter) ?? (others.length === 0 ? address : undefined);
    if (label !== '' && typeof named === 'string') labels.set(named, label);
    this.#labels = labels;
    await this.#storage.update(labelsKey, Object.fromEntries(labels));
    await this.setFilter(filter);
  }

  async setFilter(filter: LiveFilter): Promise<void> {
    this.#filter = filter;
    await this.#storage.update(filterKey, filter);
    this.#changed.fire(undefined);
  }

  #labelsOf(filter: LiveFilter): Map<string, string> {
    const used = new Set(Object.values(filter).flat());
    return new Map([...this.#labels].filter(([address]) => used.has(address)));
  }
}

/** A row below a token is labelled with its AMM or pool, so the label belongs to that address. */
const narrowest = ({ pools, amms }: LiveFilter): string | undefined => (pools ?? amms)?.[0];

const labelWithoutName = (address: string): string => {
  const amm = ammLabel(address);
  return amm === address ? shortAddress(address) : amm;
};
