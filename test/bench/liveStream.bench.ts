import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import type { ArbitrageSummary } from '../../src/api/arbscope/arbitrages.ts';
import { BackendClient } from '../../src/extension/backend/backendClient.ts';
import { createChannelArbscopeService } from '../../src/extension/backend/channelArbscopeService.ts';
import { connectChannel } from '../../src/extension/backend/connectChannel.ts';
import { sandboxConnection } from '../../src/extension/base/connections.ts';
import { arbitrageRows } from '../../src/extension/live/arbitrageRows.ts';
import { LiveSource } from '../../src/extension/live/liveSource.ts';
import { RecentResponses } from '../../src/extension/shared/recentResponses.ts';
import type { Bench, BenchResult } from './benchResult.ts';
import { ask, ended, forkBeside } from './childProcess.ts';
import type { LiveStreamRequest } from './liveStreamProcess.ts';
import { dueMilliseconds, monotonicMilliseconds, type Pace, type PacedRun } from './pacedBlocks.ts';
import { median, percentile } from './percentile.ts';

const limitPerSecond = 400;
const rates = [800, 1_600, 3_200, 6_400] as const;
/** Not a divisor of the stream's interval of a second, so that blocks fall into all its phases. */
const slotMilliseconds = 190;
const drawMilliseconds = 2_000;
/** If the newest arbitrage of an event is older, the stream lags. */
const allowedAgeMilliseconds = 1_000;
/** Wait for pending events after the last block. */
const patienceMilliseconds = 10_000;

const paceOf = (perSecond: number, seconds: number, intervalMilliseconds: number): Pace => ({
  blocks: Math.round((seconds * 1_000) / intervalMilliseconds),
  arbitrages: Math.round((perSecond * intervalMilliseconds) / 1_000),
  intervalMilliseconds,
});

const paces = {
  warmUp: paceOf(limitPerSecond, 3, slotMilliseconds),
  steady: paceOf(limitPerSecond, 12, slotMilliseconds),
  /** Longer intervals than the stream's, so that no block waits for an event. */
  apart: paceOf(limitPerSecond, 12, 1_200),
} as const;
const rateSeconds = 4;

type Child = ReturnType<typeof forkBeside>;

interface Passage {
  readonly run: PacedRun;
  /** Latency of each received arbitrage. */
  readonly latencies: readonly number[];
  /** Age of the newest arbitrage of each event except the last. */
  readonly ages: readonly number[];
  /** Share of the arbitrages that were received; the others were only counted. */
  readonly arrivedShare: number;
  /** Whether all were received or counted in time. */
  readonly isWhole: boolean;
  /** Shares of a core. */
  readonly backend: number;
  readonly window: number;
}

/**
 * Latency of arbitrages from the time a block is available, through the decoder, the store, the
 * channel and the extension's client, to Live. The reference is a bare socket with the same JSON.
 */
export const bench: Bench = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'arbscope-bench-'));
  const child = forkBeside('liveStreamProcess.ts');
  const live = new MeasuredLive(child, join(folder, 'live.sock'));
  try {
    await live.open(join(folder, 'live.duckdb'));
    await live.push(paces.warmUp);
    const steady = await live.push(paces.steady);
    const bare = await passBare(child, steady.run, join(folder, 'steady.sock'));
    const apart = await live.push(paces.apart);
    const bareApart = await passBare(child, apart.run, join(folder, 'apart.sock'));
    const rate = await greatestRate(live, steady);
    tell('steady', steady);
    tell('apart', apart);
    return [
      besideBare('live.stream', `at ${limitPerSecond} arbitrages/s`, steady, bare),
      besideBare('live.stream.apart', 'in blocks 1.2 s apart', apart, bareApart),
      {
        name: 'live.stream.rate',
        value: rate,
        unit: `arbitrages/s of ${rates.at(-1)} tried, without falling behind`,
        reference: { name: 'the limit', value: limitPerSecond },
        ratio: rate / limitPerSecond,
      },
      {
        name: 'live.stream.processor',
        value: 100 * (steady.backend + steady.window),
        unit:
          `% of a core at ${limitPerSecond} arbitrages/s, ` +
          `${(100 * steady.window).toFixed(1)} of it in the window`,
        reference: { name: 'a whole core', value: 100 },
        ratio: 1 / (steady.backend + steady.window),
      },
    ];
  } finally {
    await live.close();
    await ended(child);
    await rm(folder, { recursive: true, force: true });
  }
};

function besideBare(
  name: string,
  how: string,
  { latencies, arrivedShare, isWhole }: Passage,
  bare: readonly number[],
): BenchResult {
  if (!isWhole) throw new Error(`${name}: not all arbitrages arrived or were counted`);
  const value = median(latencies);
  const reference = median(bare);
  const others = `95th percentile ${percentile(latencies, 0.95).toFixed(0)}, bare ${percentile(bare, 0.95).toFixed(1)}`;
  return {
    name,
    value,
    unit:
      `ms until Live has them, ${how}, median; ${others}; ` +
      `${(100 * arrivedShare).toFixed(0)} % arrive as rows, the others as a count`,
    reference: { name: 'a bare socket', value: reference },
    ratio: reference / value,
  };
}

async function greatestRate(live: MeasuredLive, steady: Passage): Promise<number> {
  let greatest = keepsUp(steady) ? limitPerSecond : 0;
  for (const rate of rates) {
    if (greatest === 0) break;
    const passage = await live.push(paceOf(rate, rateSeconds, slotMilliseconds));
    tell(`${rate} a second`, passage);
    if (!keepsUp(passage)) break;
    greatest = rate;
  }
  return greatest;
}

const keepsUp = ({ isWhole, ages }: Passage): boolean =>
  isWhole && Math.max(...ages) < allowedAgeMilliseconds;

/** Live's rows over the channel, in a visible view. */
class MeasuredLive {
  readonly #child: Child;
  readonly #socketPath: string;
  readonly #backend: BackendClient;
  readonly #secret = randomBytes(32).toString('hex');
  readonly #source: LiveSource;
  readonly #isLive = Promise.withResolvers<void>();
  #drawing: NodeJS.Timeout | undefined;
  #run: PacedRun | null = null;
  #latencies: number[] = [];
  #ages: number[] = [];
  #counted = 0;
  #wake = (): void => undefined;

  constructor(child: Child, socketPath: string) {
    this.#child = child;
    this.#socketPath = socketPath;
    const silent = () => undefined;
    this.#backend = new BackendClient({
      open: (listeners) =>
        connectChannel({ socketPath, secret: this.#secret, version: '0.0.0', ...listeners }),
      log: { trace: silent, debug: silent, info: silent, warn: silent, error: console.error },
      restartDelaysMilliseconds: [],
    });
    this.#source = this.#openSource();
  }

  async open(store: string): Promise<void> {
    await this.#ask({
      ask: 'open',
      socket: this.#socketPath,
      secret: this.#secret,
      store,
      version: '0.0.0',
    });
    await this.#source.load({});
    this.#source.watch();
    this.#drawing = setInterval(() => this.#draw(), drawMilliseconds);
    await this.#isLive.promise;
  }

  async push(pace: Pace): Promise<Passage> {
    await this.#ask({ ask: 'prepare', pace });
    this.#latencies = [];
    this.#ages = [];
    this.#counted = 0;
    const before = await this.#cpuSeconds();
    const run = await this.#ask<PacedRun>({ ask: 'start' });
    this.#run = run;
    const seconds = (run.blocks * run.intervalMilliseconds) / 1_000;
    const all = run.blocks * run.arbitrages;
    const isWhole = await this.#hasCounted(all, seconds * 1_000 + patienceMilliseconds);
    const after = await this.#cpuSeconds();
    return {
      run,
      latencies: this.#latencies,
      ages: this.#ages,
      arrivedShare: this.#latencies.length / all,
      isWhole,
      backend: (after.backend - before.backend) / seconds,
      window: (after.window - before.window) / seconds,
    };
  }

  async close(): Promise<void> {
    clearInterval(this.#drawing);
    this.#source.dispose();
    await this.#backend.close();
    await this.#ask({ ask: 'close' });
  }

  #openSource(): LiveSource {
    const backend = this.#backend;
    const notAsked = () => Promise.reject(new Error('not asked for'));
    const arbscope = createChannelArbscopeService({
      request: async (method, request, options) => {
        const opened = await backend.request('open', { settings: { kind: 'sandbox' } });
        const { connectionId } = opened as { readonly connectionId: string };
        return await backend.request(method, { ...request, connectionId }, options);
      },
      backend,
      connectionEnded: () => new AbortController().signal,
    });
    return new LiveSource({
      recentResponses: new RecentResponses(),
      arbscope: {
        arbitrages: arbscope.arbitrages,
        watchArbitrages: (parameters, watcher) =>
          arbscope.watchArbitrages(parameters, {
            onEvent: (event) => {
              watcher.onEvent(event);
              this.#note(event.arbitrages, event.skipped ?? 0);
            },
            onState: (state) => {
              watcher.onState?.(state);
              if (state.isLive) this.#isLive.resolve();
            },
          }),
      },
      service: { walletOverview: notAsked, walletTransactions: notAsked },
      filter: () => ({}),
      trackedWallets: () => [],
      onEnd: (error) => this.#isLive.reject(error),
    });
  }

  #note(arbitrages: readonly ArbitrageSummary[], skipped: number): void {
    const now = monotonicMilliseconds();
    const run = this.#run;
    const [newest] = arbitrages;
    if (run === null || newest === undefined) return;
    if (this.#source.feed.rows[0]?.signature !== newest.signature) {
      throw new Error('Live does not show the newest arbitrage first');
    }
    for (const { block_number } of arbitrages) {
      this.#latencies.push(now - dueMilliseconds(run, block_number));
    }
    // The last block may wait for its event without newer blocks.
    const isLast = newest.block_number === run.firstSlot + run.blocks - 1;
    if (!isLast) this.#ages.push(now - dueMilliseconds(run, newest.block_number));
    this.#counted += arbitrages.length + skipped;
    this.#wake();
  }

  #draw(): void {
    arbitrageRows(this.#source.feed.rows, {
      source: sandboxConnection,
      nowMilliseconds: Date.now(),
      walletLabel: (wallet) => wallet,
    });
  }

  async #hasCounted(arbitrages: number, limitMilliseconds: number): Promise<boolean> {
    const isOver = AbortSignal.timeout(limitMilliseconds);
    while (this.#counted < arbitrages && !isOver.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      isOver.addEventListener('abort', () => resolve(), { once: true });
      await promise;
    }
    return this.#counted === arbitrages;
  }

  async #cpuSeconds(): Promise<{ readonly backend: number; readonly window: number }> {
    const backend = await this.#ask<number>({ ask: 'cpuSeconds' });
    const { user, system } = process.cpuUsage();
    return { backend, window: (user + system) / 1e6 };
  }

  #ask<Response>(request: LiveStreamRequest): Promise<Response> {
    return ask(this.#child, request);
  }
}

/** Latencies of the same arbitrages, sent as a line of JSON when each block is due. */
async function passBare(child: Child, run: PacedRun, path: string): Promise<readonly number[]> {
  const request: LiveStreamRequest = { ask: 'prepareBare', path, run };
  const expected = await ask<number>(child, request);
  if (expected !== run.blocks * run.arbitrages) throw new Error(`${expected} arbitrages were kept`);
  const socket = connect(path);
  await once(socket, 'connect');
  const arrived: { readonly slot: number; readonly now: number }[] = [];
  const lines = createInterface({ input: socket });
  lines.on('line', (line) => {
    const rows = JSON.parse(line) as readonly { readonly block_number: number }[];
    const now = monotonicMilliseconds();
    for (const { block_number } of rows) arrived.push({ slot: block_number, now });
  });
  const closed = once(lines, 'close');
  const sent = await ask<PacedRun>(child, { ask: 'startBare' } satisfies LiveStreamRequest);
  await closed;
  if (arrived.length !== expected) throw new Error(`${arrived.length} arbitrages arrived bare`);
  return arrived.map(({ slot, now }) => now - dueMilliseconds(sent, slot));
}

function tell(what: string, { ages, arrivedShare, isWhole, backend, window }: Passage): void {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  console.log(
    `live.stream, ${what}: newest of an event ${median(ages).toFixed(0)} ms old, ` +
      `at most ${percentile(ages, 1).toFixed(0)}; ${percent(arrivedShare)} arrived, the others counted` +
      `${isWhole ? '' : ', NOT ALL'}; backend ${percent(backend)}, window ${percent(window)} of a core`,
  );
}
