import { Agent, type IncomingMessage, request } from 'node:http';
import { type ArbitrageEvent, arbitrageStream } from '../../src/api/arbscope/arbitrages.ts';
import { failureEvent } from '../../src/api/arbscope/eventStream.ts';
import { errorMessage } from '../../src/api/errorMessage.ts';
import { rateLimits } from '../../src/api/limits.ts';
import { operations } from '../../src/api/operations.ts';
import { readEventStream } from '../../src/client/eventStream.ts';
import { usdcMint, wrappedSolMint } from '../../src/solana/baseMints.ts';

/** The operations that every key calls at the rates of the lowest tier. */
const loadedOperations = [
  'finder',
  'tipsByComputeUnit',
  'tipsByGains',
  'feesByComputeUnit',
] as const;
type LoadedOperation = (typeof loadedOperations)[number];
/** The finder's rate is not published; this is the one of `serve --tier`. */
const finderRequestsPerMinute = 12;
/** A stream without an arbitrage for this long is a failure. */
const streamPatienceMilliseconds = 120_000;

export interface LoadOptions {
  readonly url: string;
  readonly keys: readonly string[];
  readonly seconds: number;
  /** Multiple of the published rates; above 1 some requests get a 429. */
  readonly pace?: number;
}

export interface LoadReport {
  /** Durations of the requests with status 200, ascending. */
  readonly milliseconds: readonly number[];
  readonly byOperation: Readonly<Record<string, readonly number[]>>;
  readonly rateLimited: number;
  /** Descriptions of all failures except 429. */
  readonly failures: readonly string[];
  /** Live events with arbitrages, on all streams. */
  readonly streamEvents: number;
}

/** Typical queries of bots: 20 of the finder, and some of each percentile table. */
export function loadPaths(): Readonly<Record<LoadedOperation, readonly string[]>> {
  const mints = [[wrappedSolMint], [usdcMint], [wrappedSolMint, usdcMint]];
  const ranges = [300, 900, 1_800, 3_600, 14_400, 43_200, 86_400];
  const finder = mints
    .flatMap((tokensMint) =>
      ranges.map((range) =>
        queryOf({
          tokensMint: tokensMint.join(','),
          tokensMax: 20,
          tokensTimeRange: range,
          thresholdMaxTimeRange: range,
          percentilesTimeRange: range,
          percentilesFees: 'p75',
          percentilesTips: 'p75',
        }),
      ),
    )
    .slice(0, 20);
  const windows = [60, 600, 3_600, 86_400].map((maxTimeRange) => queryOf({ maxTimeRange }));
  const pathsOf = (name: LoadedOperation, queries: readonly string[]) =>
    queries.map((query) => `${operations[name].path}?${query}`);
  return {
    finder: pathsOf('finder', finder),
    tipsByComputeUnit: pathsOf('tipsByComputeUnit', windows),
    tipsByGains: pathsOf('tipsByGains', windows),
    feesByComputeUnit: pathsOf('feesByComputeUnit', windows),
  };
}

const queryOf = (parameters: Readonly<Record<string, string | number>>): string =>
  new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

const requestsPerMinute = (name: LoadedOperation): number =>
  rateLimits[name]?.requestsByTier[0] ?? finderRequestsPerMinute;

/**
 * Every key calls all operations at their rates and has Live open, for a number of seconds and
 * until each stream has received an arbitrage: the Sandbox may have none for half a minute. A
 * stream without one for two more minutes is a failure.
 */
export async function runLoad(options: LoadOptions): Promise<LoadReport> {
  const { keys, seconds, pace = 1 } = options;
  const run = new LoadRun(options.url, keys);
  const paths = loadPaths();
  const ends = performance.now() + seconds * 1_000;
  const isOver = (due: number): boolean =>
    due >= ends + (run.hasReadAllStreams ? 0 : streamPatienceMilliseconds);
  const loops = keys.flatMap((key, at) =>
    loadedOperations.map((name) => {
      const interval = 60_000 / requestsPerMinute(name) / pace;
      const queries = paths[name];
      return repeat(isOver, Math.random() * Math.min(interval, seconds * 500), interval, (round) =>
        run.ask(name, queries[(at + round) % queries.length] ?? '', key),
      );
    }),
  );
  // Sequentially: the server cuts off a flood of unauthenticated connections.
  for (const key of keys) await run.openStream(key);
  await Promise.all(loops);
  return run.end();
}

/** Calls `act` after `delay`, then every `interval` milliseconds, one call at a time. */
async function repeat(
  isOver: (due: number) => boolean,
  delay: number,
  interval: number,
  act: (round: number) => Promise<void>,
): Promise<void> {
  let due = performance.now() + delay;
  for (let round = 0; !isOver(due); round += 1) {
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    await act(round);
    due = Math.max(due + interval, performance.now());
  }
}

class LoadRun {
  readonly #url: URL;
  /** One agent per key with few connections, as in a bot. */
  readonly #agents = new Map<string, Agent>();
  readonly #streams = new Agent({ keepAlive: false });
  readonly #byOperation = new Map<string, number[]>();
  readonly #failures: string[] = [];
  /** Keys whose stream has not received an arbitrage yet. */
  readonly #unreadStreams: Set<string>;
  #rateLimited = 0;
  #streamEvents = 0;
  #isOver = false;

  constructor(url: string, keys: readonly string[]) {
    this.#url = new URL(url);
    this.#unreadStreams = new Set(keys);
  }

  get hasReadAllStreams(): boolean {
    return this.#unreadStreams.size === 0;
  }

  ask(operation: string, path: string, key: string): Promise<void> {
    const started = performance.now();
    return new Promise((resolve) => {
      const fail = (reason: string): void => {
        this.#failures.push(`${operation}: ${reason}`);
        resolve();
      };
      const asked = request(this.#target(path, key, this.#agentOf(key)), (response) => {
        const { statusCode = 0 } = response;
        response.on('error', (error) => fail(error.message));
        response.on('end', () => {
          if (statusCode === 429) this.#rateLimited += 1;
          else if (statusCode !== 200) return fail(`HTTP ${statusCode}`);
          else this.#measured(operation).push(performance.now() - started);
          resolve();
        });
        response.resume();
      });
      asked.on('error', (error) => {
        // The kept-alive connection closed when it was reused; any client would retry.
        if (asked.reusedSocket && 'code' in error && error.code === 'ECONNRESET') {
          void this.ask(operation, path, key).then(resolve);
        } else fail(error.message);
      });
      asked.end();
    });
  }

  openStream(key: string): Promise<void> {
    return new Promise((resolve) => {
      const fail = (reason: string): void => {
        this.#unreadStreams.delete(key);
        if (!this.#isOver) this.#failures.push(`Live: ${reason}`);
        resolve();
      };
      const asked = request(this.#target(arbitrageStream.path, key, this.#streams), (response) => {
        if (response.statusCode !== 200) return fail(`HTTP ${response.statusCode}`);
        resolve();
        void this.#readStream(key, response).then(
          () => fail('ended'),
          (error: unknown) => fail(errorMessage(error)),
        );
      });
      asked.on('error', (error) => fail(error.message));
      asked.end();
    });
  }

  async #readStream(key: string, response: IncomingMessage): Promise<void> {
    for await (const { event, data } of readEventStream(response)) {
      if (event === failureEvent) throw new Error(data);
      const { arbitrages } = JSON.parse(data) as ArbitrageEvent;
      // The first event is empty.
      if (arbitrages.length === 0) continue;
      this.#streamEvents += 1;
      this.#unreadStreams.delete(key);
    }
  }

  end(): LoadReport {
    this.#isOver = true;
    for (const _key of this.#unreadStreams) this.#failures.push('Live: no arbitrage');
    for (const agent of this.#agents.values()) agent.destroy();
    this.#streams.destroy();
    const sorted = (values: readonly number[]) => values.toSorted((one, other) => one - other);
    return {
      milliseconds: sorted([...this.#byOperation.values()].flat()),
      byOperation: Object.fromEntries(
        [...this.#byOperation].map(([operation, values]) => [operation, sorted(values)]),
      ),
      rateLimited: this.#rateLimited,
      failures: this.#failures,
      streamEvents: this.#streamEvents,
    };
  }

  #target(path: string, key: string, agent: Agent) {
    const { hostname, port } = this.#url;
    return { hostname, port, path, agent, headers: { 'x-api-key': key } };
  }

  #agentOf(key: string): Agent {
    const agent = this.#agents.get(key) ?? new Agent({ keepAlive: true, maxSockets: 2 });
    this.#agents.set(key, agent);
    return agent;
  }

  #measured(operation: string): number[] {
    const values = this.#byOperation.get(operation) ?? [];
    this.#byOperation.set(operation, values);
    return values;
  }
}
