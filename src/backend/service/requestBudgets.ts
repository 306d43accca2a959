import type { OperationName } from '../../api/operations.ts';
import { tierRates } from '../../api/tiers.ts';
import type {
  OperationBudget,
  RateSetting,
  ServiceSettings,
} from '../protocol/connectionProtocol.ts';
import { type QueueJournal, RequestQueue } from '../queue/requestQueue.ts';
import type { BudgetJournal } from './budgetJournal.ts';

/** Rate limits of one key at one service, by operation; shared by all of its connections. */
export class KeyBudget {
  readonly #queues = new Map<OperationName, RequestQueue>();
  readonly #listeners = new Set<() => void>();
  readonly #journalFor: (operation: OperationName) => QueueJournal;
  readonly #now: () => number;

  constructor(journalFor: (operation: OperationName) => QueueJournal, now: () => number) {
    this.#journalFor = journalFor;
    this.#now = now;
  }

  /** Applies the rates of the newest connection, which has the user's latest settings. */
  setRates(rates: ReadonlyMap<OperationName, RateSetting>): void {
    for (const [operation, rate] of rates) {
      const queue = this.#queues.get(operation);
      if (queue !== undefined) queue.rate = rate;
      else {
        const onChange = (): void => {
          for (const listener of this.#listeners) listener();
        };
        const journal = this.#journalFor(operation);
        const queue = new RequestQueue({ rate, onChange, now: this.#now, journal });
        this.#queues.set(operation, queue);
      }
    }
  }

  queue(operation: OperationName): RequestQueue {
    const queue = this.#queues.get(operation);
    if (queue === undefined) throw new Error(`No rate is set for ${operation}`);
    return queue;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Times in Unix milliseconds. */
  state(): OperationBudget[] {
    return [...this.#queues].map(([operation, queue]) => {
      const { left, waiting, nextAtMilliseconds } = queue.state();
      return {
        operation,
        ...queue.rate,
        left,
        waiting,
        nextCallAtMilliseconds:
          nextAtMilliseconds === null ? null : queue.unixMilliseconds(nextAtMilliseconds),
      };
    });
  }
}

/** Budgets by key, kept in the journal, so that reopening or a new process does not reset them. */
export class RequestBudgets {
  readonly #budgets = new Map<string, KeyBudget>();
  readonly #openJournal: () => BudgetJournal;
  readonly #now: () => number;
  #journal: BudgetJournal | null = null;

  /** The journal is opened with the first key; `now` must be monotonic. */
  constructor(openJournal: () => BudgetJournal, now: () => number = () => performance.now()) {
    this.#openJournal = openJournal;
    this.#now = now;
  }

  budgetFor(settings: ServiceSettings): KeyBudget {
    return this.#budgetForKey(settings.baseUrl, settings.apiKey, settings);
  }

  /** The budget of landings, which may go to another origin with a separate key. */
  landingBudgetFor(settings: ServiceSettings): KeyBudget {
    const { baseUrl, landingUrl = baseUrl, landingApiKey } = settings;
    return landingApiKey === undefined || new URL(landingUrl).origin === new URL(baseUrl).origin
      ? this.budgetFor(settings)
      : this.#budgetForKey(landingUrl, landingApiKey, settings);
  }

  #budgetForKey(url: string, apiKey: string, settings: ServiceSettings): KeyBudget {
    this.#journal ??= this.#openJournal();
    const journal = this.#journal;
    const id = journal.budgetId(new URL(url).origin, apiKey);
    const budget =
      this.#budgets.get(id) ?? new KeyBudget((name) => journal.record(id, name), this.#now);
    this.#budgets.set(id, budget);
    budget.setRates(ratesFor(settings));
    return budget;
  }
}

/** The published rates of the tier, by default the lowest, with the user's overrides. */
function ratesFor({
  tier = 'low',
  rates = {},
}: Pick<ServiceSettings, 'tier' | 'rates'>): ReadonlyMap<OperationName, RateSetting> {
  const published = tierRates(tier) as ReadonlyMap<OperationName, RateSetting>;
  return new Map([
    ...published,
    ...(Object.entries(rates) as [OperationName, RateSetting][]).filter(
      ([, rate]) => rate !== undefined,
    ),
  ]);
}
