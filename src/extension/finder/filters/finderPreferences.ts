import { type Disposable, Listeners } from '../../base/disposable.ts';
import {
  applyOverrides,
  diffFilters,
  type FilterOverrides,
  type Filters,
  formatChangedFilters,
  parseOverrides,
  withFilter,
} from './filters.ts';
import { isTokenOrder, type TokenOrder, togglePin } from './tokenOrder.ts';

export interface FinderPreferencesOptions {
  /** The current filters from the settings, for another window of the recommendation if given. */
  readonly defaultFilters: (windowSeconds?: number) => Filters;
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
    return applyOverrides(this.usualFilters, this.#filterOverrides);
  }

  /** The defaults for the chosen window of the recommendation; the filters differ from these. */
  get usualFilters(): Filters {
    return this.#usualFor(this.#filterOverrides.thresholdMaxTimeRange);
  }

  get order(): TokenOrder {
    return this.#order;
  }

  /** Mints in the order of pinning. */
  get pins(): readonly string[] {
    return this.#pins;
  }

  get changedFilterLabels(): readonly string[] {
    return formatChangedFilters(this.filters, this.usualFilters);
  }

  async setFilters(filters: Filters): Promise<void> {
    const former = this.usualFilters.thresholdProfits;
    const usual = this.#usualFor(filters.thresholdMaxTimeRange);
    // A default stays one when its window changes.
    const isDefault = former !== undefined && filters.thresholdProfits === former;
    const { thresholdProfits = null } = usual;
    const chosen = isDefault ? withFilter(filters, 'thresholdProfits', thresholdProfits) : filters;
    this.#filterOverrides = diffFilters(chosen, usual);
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

  #usualFor(windowSeconds: unknown): Filters {
    const { defaultFilters } = this.#options;
    const window = this.defaultFilters.thresholdMaxTimeRange;
    const usual =
      typeof windowSeconds === 'number' ? defaultFilters(windowSeconds) : defaultFilters();
    return window === undefined ? usual : { ...usual, thresholdMaxTimeRange: window };
  }

  async #save(key: string, value: unknown, what: PreferenceChange): Promise<void> {
    await this.#options.storage.update(key, value);
    this.#changed.fire(what);
  }
}
