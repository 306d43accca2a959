import type { ClickHouseClient } from '@clickhouse/client';
import { isLostHost } from './clickHouseErrors.ts';

export interface ClickHouseHost {
  readonly client: ClickHouseClient;
  /** A separate client, as pings would wait on a busy one. */
  readonly pinger: ClickHouseClient;
}

export type Abort = { readonly abort_signal?: AbortSignal };

/** Time without a response after which the host is pinged. */
const silenceMilliseconds = 3_000;
const pingMilliseconds = 3_000;
/** Two, as this process may have been too busy to read one response. */
const pingsMissed = 2;

/**
 * The servers of a cluster. All requests go to one host until it fails, then to the next. A host
 * that accepts requests but does not respond counts as failed.
 */
export class ClickHouseHosts {
  readonly #hosts: readonly [ClickHouseHost, ...ClickHouseHost[]];
  #current = 0;
  #changes = 0;

  constructor(first: ClickHouseHost, ...others: readonly ClickHouseHost[]) {
    this.#hosts = [first, ...others];
  }

  get count(): number {
    return this.#hosts.length;
  }

  /** Rises with each failure of a host. */
  get changes(): number {
    return this.#changes;
  }

  /** Runs the work on the current host, without retrying. */
  async run<Result>(
    work: (client: ClickHouseClient, abort: Abort) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const at = this.#current;
    const host = this.#hosts[at] ?? this.#hosts[0];
    try {
      if (this.count > 1) return await watched(host, work, signal);
      return await work(host.client, signal === undefined ? {} : { abort_signal: signal });
    } catch (error) {
      if (signal?.aborted !== true && isLostHost(error)) this.#leave(at);
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all(
      this.#hosts.flatMap(({ client, pinger }) => [client.close(), pinger.close()]),
    );
  }

  /** Concurrent statements fail together but must switch the host only once. */
  #leave(at: number): void {
    this.#changes += 1;
    if (this.#current === at) this.#current = (at + 1) % this.count;
  }
}

async function watched<Result>(
  { client, pinger }: ClickHouseHost,
  work: (client: ClickHouseClient, abort: Abort) => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const lost = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let missed = 0;
  const watch = (): void => {
    timer = setTimeout(async () => {
      const abort = AbortSignal.timeout(pingMilliseconds);
      const { success } = await pinger.ping({ select: false, abort_signal: abort });
      missed = success ? 0 : missed + 1;
      if (missed === pingsMissed) lost.abort();
      else if (timer !== undefined) watch();
    }, silenceMilliseconds);
  };
  watch();
  try {
    const signals = signal === undefined ? [lost.signal] : [signal, lost.signal];
    return await work(client, { abort_signal: AbortSignal.any(signals) });
  } catch (error) {
    if (!lost.signal.aborted || signal?.aborted === true) throw error;
    throw Object.assign(new Error('ETIMEDOUT'), { code: 'ETIMEDOUT' });
  } finally {
    clearTimeout(timer);
    timer = undefined;
  }
}
