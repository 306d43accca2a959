import { t } from '@vscode/l10n';
import { MarketError } from '../../../api/marketError.ts';
import type { NetworkOptions } from '../../../http/httpRequester.ts';
import { type Clock, systemClock } from '../../../http/retry.ts';
import type { BlockReader } from '../../chain/blockReader.ts';
import type {
  BlockSource,
  MinuteCoverage,
  SourceBlock,
  SourceProgress,
  SourceToken,
} from '../../chain/blockSource.ts';
import type { LandingChain } from '../../chain/landingChain.ts';
import type { SlotReader } from '../../chain/slotReader.ts';
import { unreadableMessage } from '../../decode/unreadableMessage.ts';
import { bundlesUrl, RpcChain } from '../../landing/rpcChain.ts';
import type { AccountReader, TransactionReader } from '../../rpc/accountReader.ts';
import type { DecodeThreads } from '../../rpc/decodeThreads.ts';
import { RpcClient } from '../../rpc/rpcClient.ts';
import { isRefused, type RpcError, toMarketError } from '../../rpc/rpcError.ts';
import {
  type Commitment,
  defaultRetryPolicy,
  getTransaction,
  type RetryPolicy,
  RpcMethods,
} from '../../rpc/rpcMethods.ts';
import { OffChainMetadataReader } from './accounts/offChainMetadataReader.ts';
import { RpcAccountReader } from './accounts/rpcAccountReader.ts';
import type { BlockFeed } from './blockFeed.ts';
import { BlockFollower } from './blockFollower.ts';
import { DelayedSlots } from './delayedSlots.ts';
import { ForkDetector } from './forkDetector.ts';
import { IndexCoverage } from './indexCoverage.ts';
import { RpcBlockReader } from './rpcBlockReader.ts';
import { RpcSlotReader } from './rpcSlotReader.ts';
import { SlotPace } from './slotPace.ts';
import { ChainFallbackError, fallenSlots, findSlotAtTime, SlotPlanner } from './slotPlanner.ts';
import { subscribeToSlots } from './slotSubscription.ts';

export interface RpcSourceOptions {
  /** May contain a key, which is never shown. https, or http to this machine. */
  readonly url: string;
  readonly commitment?: Commitment;
  /** Accepts protected bundles; may contain a key, which is never shown. */
  readonly blockEngineUrl?: string;
  readonly concurrency?: number;
  /** How far back to start without an index; default 0, only new blocks. */
  readonly backfillSeconds?: number;
  readonly requestTimeoutMilliseconds?: number;
  readonly retryPolicy?: RetryPolicy;
  readonly clock?: Clock;
  readonly offChain?: OffChainMetadataReader;
  readonly network?: NetworkOptions;
  /** The source closes it. */
  readonly feed?: BlockFeed;
  /** The source closes them. */
  readonly decodeThreads?: DecodeThreads;
}

interface BlockMessage {
  /** Unix milliseconds. */
  readonly since: number;
  readonly words: string;
}

const landingConnectionsMaximum = 4;
/** Limited, because gap filling must not slow down the live feed. */
const readerConnectionsMaximum = 4;
/** At the start and for user requests. */
const callAttempts = 4;
/** How long the message mentions a block; the indexed share counts it longer. */
const blockMessageMilliseconds = 120_000;
/** No healthy chain pauses this long. */
const silence = { milliseconds: 10_000, checkMilliseconds: 1_000 } as const;
/** The longest window of a query. */
const coverageSeconds = 86_400;
/** After a jump further back, the blocks that it skipped are left to the filling of gaps. */
const rereadSlotsMaximum = 20_000;

/** For a sentence that adds its own. */
const withoutFullStop = (text: string): string => text.replace(/[.。]+$/, '');

export class RpcSource implements BlockSource {
  readonly kind = 'rpc';
  readonly label: string;
  readonly accountReader: AccountReader;
  readonly transactionReader: TransactionReader;
  readonly landing: LandingChain;
  readonly blockReader: BlockReader;
  readonly slotReader: SlotReader;
  readonly #client: RpcClient;
  /** Separate clients, so that submissions never wait behind blocks. */
  readonly #landingClients: readonly RpcClient[];
  readonly #methods: RpcMethods;
  readonly #offChain: OffChainMetadataReader;
  readonly #clock: Clock;
  readonly #methodsWithoutEnd: RpcMethods;
  readonly #concurrency: number;
  readonly #backfillSeconds: number;
  readonly #coverage = new IndexCoverage(coverageSeconds);
  #forkDetector = new ForkDetector();
  readonly #delayed: DelayedSlots;
  readonly #pace = new SlotPace();
  readonly #feed: BlockFeed | undefined;
  readonly #decodeThreads: DecodeThreads | undefined;
  /** Genesis hash; empty if unknown. */
  #chain = '';
  #planner: SlotPlanner | null = null;
  #nextSlot: number | null = null;
  /** First slot that was skipped when the blocks jumped far ahead; `null` if they did not. */
  #jumpedFrom: number | null = null;
  /** Newest slot that is delivered or finished without a block. */
  #newestSlot = 0;
  #retryMessage = '';
  /** The retry message is of a failure, after which requests succeed; Unix milliseconds. */
  #respondsSince: number | null = null;
  #missingBlock: BlockMessage | null = null;
  #unreadable: BlockMessage | null = null;
  /** Start of the wait for a block, Unix milliseconds; `null` while the engine processes one. */
  #waitingSince: number | null = null;
  #isStalled = false;
  #onChange: () => void = () => undefined;

  /** Throws a MarketError of kind `bad-parameter` for an unusable URL. */
  constructor(options: RpcSourceOptions) {
    this.#clock = options.clock ?? systemClock;
    this.#concurrency = options.concurrency ?? 4;
    this.#delayed = new DelayedSlots(this.#clock);
    this.#backfillSeconds = options.backfillSeconds ?? 0;
    this.#feed = options.feed;
    this.#decodeThreads = options.decodeThreads;
    const createClient = (url: string, connections: number) =>
      new RpcClient({
        url,
        clock: this.#clock,
        connections,
        ...(options.network && { network: options.network }),
        ...(options.requestTimeoutMilliseconds && {
          timeoutMilliseconds: options.requestTimeoutMilliseconds,
        }),
      });
    // Two more connections than for blocks: one for the newest slot, one for user requests.
    this.#client = createClient(options.url, this.#concurrency + 2);
    this.label = this.#client.origin;
    const { retryPolicy = defaultRetryPolicy, commitment = 'confirmed' } = options;
    const methods = { client: this.#client, clock: this.#clock, commitment };
    const onRetry = (failure: RpcError | null) =>
      this.#setRetryMessage(
        failure === null ? '' : t('{0}. Retrying.', withoutFullStop(failure.message)),
      );
    const callPolicy = { ...retryPolicy, attempts: callAttempts };
    this.#methods = new RpcMethods({ ...methods, retryPolicy: callPolicy, onRetry });
    this.#methodsWithoutEnd = new RpcMethods({ ...methods, retryPolicy, onRetry });
    const readMethods = new RpcMethods({
      ...methods,
      retryPolicy: { ...callPolicy, isInteractive: true },
    });
    this.#offChain =
      options.offChain ??
      new OffChainMetadataReader(options.network && { network: options.network });
    this.accountReader = new RpcAccountReader(readMethods, this.#offChain);
    this.transactionReader = {
      getTransaction: (signature, signal) => getTransaction(this.#client, signature, signal),
    };
    this.blockReader = new RpcBlockReader({
      client: createClient(options.url, readerConnectionsMaximum),
      clock: this.#clock,
      retryPolicy: callPolicy,
    });
    this.slotReader = new RpcSlotReader(this.blockReader, this.transactionReader, readMethods);
    const node = createClient(options.url, landingConnectionsMaximum);
    const { blockEngineUrl } = options;
    const bundles =
      blockEngineUrl && createClient(bundlesUrl(blockEngineUrl), landingConnectionsMaximum);
    this.#landingClients = bundles ? [node, bundles] : [node];
    this.landing = new RpcChain({
      client: node,
      origin: this.label,
      ...(bundles && { blockEngine: bundles }),
    });
  }

  now(): number {
    return this.#clock.now();
  }

  async chain(signal: AbortSignal): Promise<string> {
    try {
      this.#chain = await this.#methods.genesisHash(signal);
      return this.#chain;
    } catch (error) {
      // Some plans refuse the method: follow the node without knowing the chain.
      if (isRefused(error)) return '';
      throw toMarketError(error);
    }
  }

  tokens(): readonly SourceToken[] {
    return [];
  }

  /** The slot is already indexed. Call before `history`. */
  resumeAfter(slot: number, coverage: readonly MinuteCoverage[] = []): void {
    this.#nextSlot = slot + 1;
    this.#coverage.restore(coverage);
  }

  drainOmitted(): readonly Pick<MinuteCoverage, 'minute' | 'omitted'>[] {
    return this.#coverage.drainOmitted();
  }

  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  progress(): SourceProgress {
    const [polled, pushed] = [this.#planner?.tip ?? 0, this.#feed?.newestSlot ?? 0];
    // With a live feed the node is not polled: its newest slot is old, and may have been wrong.
    const tip = this.#feed?.isLive === true ? pushed : polled || pushed;
    // Without an answer of the node, the chain has moved on: the lag is unknown.
    const isConfirmed =
      this.#feed?.isLive === true || this.#planner?.isTipConfirmed(silence.milliseconds) === true;
    const lagSlots =
      this.#nextSlot === null || tip === 0 || !isConfirmed
        ? null
        : Math.max(0, tip - this.#newestSlot);
    return {
      message: [
        this.#isStalled
          ? t('No new blocks for more than {0} s.', silence.milliseconds / 1_000)
          : '',
        this.#retryMessage,
        this.#searchMessage(),
        this.#feed?.message ?? '',
        this.#delayedMessage(),
        this.#recentMessage(this.#missingBlock),
        this.#recentMessage(this.#unreadable),
      ]
        .filter(Boolean)
        .join(' '),
      lagSlots,
      lagMilliseconds: this.#lagMilliseconds(lagSlots),
      isStalled: this.#isStalled,
      indexedFraction: this.#coverage.fraction(),
      recentlyOmitted: this.#coverage.recentlyOmitted(),
    };
  }

  /** `null` as long as the pace of the chain is not measured. */
  #lagMilliseconds(slots: number | null): number | null {
    const pace = this.#pace.measuredMilliseconds;
    if (slots === 0) return 0;
    return slots === null || pace === null ? null : Math.round(slots * pace);
  }

  /** Finds the first slot, but has no blocks. Throws a MarketError, unless it resumes an index. */
  async *history(signal: AbortSignal): AsyncGenerator<SourceBlock> {
    this.#nextSlot ??= await this.#firstSlot(signal);
    yield* [];
  }

  /** In order, except delayed ones, from where the previous call ended. Throws a MarketError. */
  async *follow(signal: AbortSignal): AsyncGenerator<SourceBlock> {
    this.#nextSlot ??= await this.#firstSlot(signal);
    this.#newestSlot = Math.max(this.#newestSlot, this.#nextSlot - 1);
    const methods = this.#methodsWithoutEnd;
    const planner = new SlotPlanner({ from: this.#nextSlot, methods, pace: this.#pace });
    this.#planner = planner;
    const follower = new BlockFollower({
      from: this.#nextSlot,
      ...(this.#feed && { feed: this.#feed }),
      ...(this.#decodeThreads && { decodeThreads: this.#decodeThreads }),
      planner,
      methods,
      coverage: this.#coverage,
      forkDetector: this.#forkDetector,
      delayed: this.#delayed,
      concurrency: this.#concurrency,
      firstAvailable: (ending) => this.#methods.firstAvailableSlot(ending),
      confirmChain: (ending) => this.#confirmChain(ending),
      onSlotDone: (slot) => {
        const next = this.#nextSlot ?? slot;
        if (slot - next >= fallenSlots) this.#jumpedFrom = next;
        this.#nextSlot = Math.max(next, slot + 1);
        this.#newestSlot = Math.max(this.#newestSlot, slot);
      },
      onMissing: (slot, reason) => {
        this.#missingBlock = {
          since: this.#clock.now(),
          words: t('Slot {0} skipped: {1}.', slot, reason),
        };
        this.#onChange();
      },
      onUnreadable: (_slot, part) => {
        // A missing option of the node affects every block, so the message names none.
        this.#unreadable = { since: this.#clock.now(), words: unreadableMessage(part) };
        if (part.isMost) reject();
      },
    });
    const ending = new AbortController();
    const subscription = subscribeToSlots(
      {
        urls: this.#client.webSocketUrls,
        open: (url, handshake) => this.#client.openWebSocket(url, handshake),
        onSlot: (slot) => planner.notifySlot(slot),
        clock: systemClock,
      },
      AbortSignal.any([signal, ending.signal]),
    );
    const feeding = this.#feed?.run(
      { nextSlot: () => this.#nextSlot ?? 0, onChange: () => this.#onChange() },
      AbortSignal.any([signal, ending.signal]),
    );
    const watch = setInterval(() => this.#watchBlocks(), silence.checkMilliseconds);
    this.#waitingSince ??= this.#clock.now();
    // Called while the engine processes a block: without a readable one, the wait goes on.
    let reject = (): void => undefined;
    try {
      for await (const sourced of follower.follow(signal)) {
        this.#newestSlot = Math.max(this.#newestSlot, sourced.slot);
        const wasStalled = this.#isStalled;
        const waitingSince: number | null = this.#waitingSince;
        let isRejected = false;
        reject = () => {
          this.#isStalled = wasStalled;
          isRejected = true;
        };
        if (this.#isStalled) this.#retryMessage = '';
        this.#respondsSince = null;
        this.#isStalled = false;
        if (sourced.slot === this.#feed?.newestSlot) {
          this.#pace.add(sourced.slot, this.#clock.now());
        }
        this.#waitingSince = null;
        yield sourced;
        this.#waitingSince = isRejected ? waitingSince : this.#clock.now();
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ChainFallbackError) this.#continueFrom(error.newestSlot);
      throw toMarketError(error);
    } finally {
      clearInterval(watch);
      ending.abort();
      await subscription;
      await feeding;
      if (signal.aborted) this.#omitDelayed();
    }
  }

  async close(): Promise<void> {
    const clients = [this.#client, ...this.#landingClients];
    this.#feed?.close();
    await Promise.all([
      ...clients.map((one) => one.close()),
      this.blockReader.close(),
      this.#offChain.close(),
      this.#decodeThreads?.close(),
    ]);
  }

  /** After the error, the index checks which chain its store has before it follows again. */
  async #confirmChain(signal: AbortSignal): Promise<void> {
    if (this.#chain === '') return;
    const chain = await this.#methods.genesisHash(signal);
    if (chain === this.#chain) return;
    throw new MarketError('bad-parameter', t('The node has another chain now.'));
  }

  /**
   * The chain began anew, or turned out to be another one. The next `follow` starts at the newest
   * slot, or where the blocks had jumped to the other chain.
   */
  #continueFrom(newestSlot: number): void {
    const skipped = this.#jumpedFrom ?? newestSlot;
    const isNear = skipped < newestSlot && newestSlot - skipped <= rereadSlotsMaximum;
    const slot = isNear ? skipped : newestSlot;
    this.#jumpedFrom = null;
    this.#nextSlot = slot;
    this.#newestSlot = slot - 1;
    this.#forkDetector = new ForkDetector();
    this.#omitDelayed(slot);
  }

  /** Throws a MarketError if the node fails at the start or for good. */
  async #firstSlot(signal: AbortSignal): Promise<number> {
    // The search takes many requests, of which a busy node may refuse several in a row.
    const methods = this.#methodsWithoutEnd;
    try {
      const tip = await this.#methods.newestSlot(signal);
      if (this.#backfillSeconds === 0) return tip;
      const first = await methods.firstAvailableSlot(signal);
      const from = Math.floor(this.#clock.now() / 1_000) - this.#backfillSeconds;
      return await findSlotAtTime(
        from,
        { first, tip },
        {
          firstBlock: async (low, high) =>
            (await methods.slotsWithBlock(low, high, signal))[0] ?? null,
          blockTime: (slot) => methods.blockTime(slot, signal),
        },
      );
    } catch (error) {
      throw toMarketError(error);
    }
  }

  /** Delayed blocks count as missing, as they are not retried; those from `next` on are read again. */
  #omitDelayed(next = Number.POSITIVE_INFINITY): void {
    for (const { slot, timeSeconds, cause } of this.#delayed.drain()) {
      this.#coverage.settle(timeSeconds);
      if (slot < next) this.#coverage.addOmitted(timeSeconds, cause);
    }
  }

  /** Reports a stall if no block arrives, even if the node responds. */
  #watchBlocks(): void {
    this.#forgetFailure();
    const since = this.#waitingSince;
    if (this.#isStalled || since === null) return;
    if (this.#clock.now() - since < silence.milliseconds) return;
    this.#isStalled = true;
    this.#onChange();
  }

  #recentMessage(message: BlockMessage | null): string {
    if (message === null) return '';
    // A clock that was set back does not keep the message.
    const age = Math.abs(this.#clock.now() - message.since);
    return age > blockMessageMilliseconds ? '' : message.words;
  }

  #delayedMessage(): string {
    const { reason } = this.#delayed;
    return reason === null
      ? ''
      : t('Some blocks are not available yet. Retrying. Reason: {0}.', withoutFullStop(reason));
  }

  #searchMessage(): string {
    const searched = this.#planner?.searched ?? null;
    return searched === null
      ? ''
      : t('No blocks in slots {0} to {1}; searching later ones.', searched.from, searched.to);
  }

  /** The node answers again, but still has no block: an old failure is not the reason. */
  #forgetFailure(): void {
    const since = this.#respondsSince;
    if (since === null || this.#clock.now() - since < silence.milliseconds) return;
    this.#respondsSince = null;
    this.#retryMessage = '';
    this.#onChange();
  }

  #setRetryMessage(words: string): void {
    if (words !== '') this.#respondsSince = null;
    // During a stall, keep the message instead of toggling it with each success and failure.
    if (this.#isStalled && words === '' && this.#retryMessage !== '') {
      this.#respondsSince ??= this.#clock.now();
      return;
    }
    if (this.#retryMessage === words) return;
    this.#retryMessage = words;
    this.#onChange();
  }
}
