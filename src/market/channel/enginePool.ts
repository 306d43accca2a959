import { MarketError } from '../../interface/marketError.ts';
import type { MarketService } from '../../interface/marketService.ts';
import type { ConnectionTarget, EngineStatus } from '../protocol.ts';

/** What an opened engine says of itself. */
export type EngineProgress = Omit<EngineStatus, 'target'>;

/** An engine that answers. */
export interface OpenEngine {
  readonly service: MarketService;
  close(): Promise<void>;
}

/** Opens the engine of a target; resolves when it answers. */
export type OpenTarget = (
  target: ConnectionTarget,
  options: {
    readonly signal: AbortSignal;
    readonly onProgress: (progress: EngineProgress) => void;
  },
) => Promise<OpenEngine>;

interface Entry {
  readonly opening: Promise<OpenEngine>;
  readonly status: () => EngineStatus;
}

const noFigures = { newestSlot: null, newestBlockTimeSeconds: null, arbitrages: 0 };
/** Each holds a whole market in memory. */
const enginesMaximum = 8;

/** The engines of all windows, each opened at its first call and kept until the end. */
export class EnginePool {
  readonly #open: OpenTarget;
  readonly #onStatus: (status: EngineStatus) => void;
  readonly #entries = new Map<string, Entry>();
  readonly #closing = new AbortController();

  constructor(open: OpenTarget, onStatus: (status: EngineStatus) => void) {
    this.#open = open;
    this.#onStatus = onStatus;
  }

  /**
   * The service of a target, when its engine is ready. A failed start is tried again by the next
   * call. Throws a MarketError; aborting `signal` gives up the waiting, not the engine.
   */
  async service(target: ConnectionTarget, signal: AbortSignal): Promise<MarketService> {
    const key = keyOf(target);
    const entry = this.#entries.get(key) ?? this.#start(key, target);
    const engine = await abandonable(entry.opening, signal);
    return engine.service;
  }

  /** What is known of every engine, for a window that has just come. */
  statuses(): readonly EngineStatus[] {
    return [...this.#entries.values()].map((entry) => entry.status());
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const closings = [...this.#entries.values()].map(async ({ opening }) => {
      const engine = await opening.catch(() => null);
      await engine?.close();
    });
    this.#entries.clear();
    await Promise.allSettled(closings);
  }

  #start(key: string, target: ConnectionTarget): Entry {
    if (this.#closing.signal.aborted) throw failing('The market process is ending');
    if (this.#entries.size >= enginesMaximum) {
      throw failing(`More than ${enginesMaximum} connections are open; close a window`);
    }
    let status: EngineStatus = { target, state: 'starting', message: 'Starting', ...noFigures };
    let isReady = false;
    const tell = (change: Partial<EngineStatus>) => {
      status = { ...status, ...change };
      this.#onStatus(status);
    };
    tell({});
    const opening = this.#open(target, {
      signal: this.#closing.signal,
      // Calls are answered when the opening is through, so only that makes it ready or failed.
      onProgress: (progress) => tell(isReady ? progress : { ...progress, state: 'starting' }),
    });
    const entry: Entry = { opening, status: () => status };
    this.#entries.set(key, entry);
    opening.then(
      () => {
        isReady = true;
        tell({ state: 'ready', message: '' });
      },
      (error: unknown) => {
        this.#entries.delete(key);
        tell({ state: 'failed', message: error instanceof Error ? error.message : String(error) });
      },
    );
    return entry;
  }
}

const keyOf = (target: ConnectionTarget): string => `${target.kind}:${target.seed ?? ''}`;
const failing = (message: string) => new MarketError('service-failing', message);

/** The promise's outcome, or a rejection as soon as the caller gives up. */
function abandonable<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const givenUp = () => reject(new MarketError('cancelled', 'Cancelled'));
    if (signal.aborted) return givenUp();
    signal.addEventListener('abort', givenUp, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', givenUp));
  });
}
