import { type Disposable, Listeners } from '../../base/disposable.ts';
import {
  applyOverrides,
  diffFilters,
  type FilterOverrides,
  type Filters,
  formatChangedFilters,
  parseOverrides,
} from './filters.ts';
import { isTokenOrder, type TokenOrder, togglePin } from './tokenOrder.ts';

export interface FinderPreferencesOptions {
  /** The current filters from the settings. */
  readonly defaultFilters: () => Filters;
  /** Workspace state. */
  readonly storage: {
    get(key: string): unknown;
    update(key: string, value: unknown): PromiseLike<void>;
  };
}

/** Whether the request changed, or only how the response is shown. */
export type PreferenceChange = 'filters' | 'arrangement';

const filterOverridesKey = 'arbscope.finder.filters';
const orderKey = 'arbscope.finder.order';
const pinsKey = 'arbscope.finder.pins';
/** The maximum number of ranked tokens; the oldest pins are dropped first. */
const maxPins = 50;

/** The user's choices in this workspace's Finder: filters, order and pins. */
export class FinderPreferences {
  readonly #options: FinderPreferencesOptions;
  readonly #changed = new Listeners<PreferenceChange>();
  #filterOverrides: FilterOverrides;
  #order: TokenOrder;
  #pins: readonly string[];

  constructor(options: FinderPreferencesOptions) {
    this.#options = options;
    const { storage } = options;
    this.#filterOverrides = parseOverrides(storage.get(filterOverridesKey));
    const order = storage.get(orderKey);
    this.#order = isTokenOrder(order) ? order : 'revenues';
    const pins = storage.get(pinsKey);
    this.#pins = Array.isArray(pins) ? pins.filter((mint) => typeof mint === 'string') : [];
  }

  onChange(listener: (what: PreferenceChange) => void): Disposable {
    return this.#changed.add(listener);
  }

  get defaultFilters(): Filters {
    return this.#options.defaultFilters();
  }

  get filters(): Filters {
    return applyOverrides(this.defaultFilters, this.#filterOverrides);
  }

  get order(): TokenOrder {
    return this.#order;
  }

  /** Mints in the order of pinning. */
  get pins(): readonly string[] {
    return this.#pins;
  }

  get changedFilterLabels(): readonly string[] {
    return formatChangedFilters(this.filters, this.defaultFilters);
  }

  async setFilters(filters: Filters): Promise<void> {
    this.#filterOverrides = diffFilters(filters, this.defaultFilters);
    await this.#save(filterOverridesKey, this.#filterOverrides, 'filters');
  }

  async setOrder(order: TokenOrder): Promise<void> {
    this.#order = order;
    await this.#save(orderKey, order, 'arrangement');
  }

  async togglePin(mint: string): Promise<void> {
    this.#pins = togglePin(this.#pins, mint).slice(-maxPins);
    await this.#save(pinsKey, this.#pins, 'arrangement');
  }

  async #save(key: string, value: unknown, what: PreferenceChange): Promise<void> {
    await this.#options.storage.update(key, value);
    this.#changed.fire(what);
  }
}
