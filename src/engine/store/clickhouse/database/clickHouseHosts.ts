import type { ClickHouseClient } from '@clickhouse/client';
import { isLostHost } from './clickHouseErrors.ts';

/** One of the servers at which a store can be asked. */
export interface ClickHouseHost {
  readonly client: ClickHouseClient;
  /** Of its own, as a busy client would keep it waiting. */
  readonly pinger: ClickHouseClient;
}

/** Part of what the client is asked for. */
export type Abort = { readonly abort_signal?: AbortSignal };

/** How long a statement may be silent before its host is asked whether it is still there. */
const silenceMilliseconds = 3_000;
const pingMilliseconds = 3_000;
/** A process that was busy itself may miss one answer. */
const pingsMissed = 2;

/**
 * The servers of a cluster, of which one is asked until it fails: then the next one, for everything
 * that follows. A host that takes requests and answers none has failed as well.
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

  /** Rises when another host is asked than before, or the same one again after a failure. */
  get changes(): number {
    return this.#changes;
  }

  /** Asks one host, once. */
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

  /** Statements that ran at once fail at once, and leave their host once. */
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
