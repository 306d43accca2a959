import { t } from '@vscode/l10n';
import { bundlesUrl, JitoBlockEngine } from '../../landing/jitoBlockEngine.ts';
import type { LandingChain } from '../../landing/landingChain.ts';
import { NodeChain } from '../../landing/nodeChain.ts';
import type {
  BlockSource,
  MinuteCoverage,
  SourcedBlock,
  SourcedToken,
  SourceProgress,
} from '../blockSource.ts';
import type { ChainAccounts } from '../chainAccounts.ts';
import type { ChainTransactions } from '../chainTransactions.ts';
import { NodeAccounts } from './accounts/nodeAccounts.ts';
import { OffChainReader } from './accounts/offChainReader.ts';
import { BlockFetcher, type Commitment } from './blockFetcher.ts';
import { BlockFollower } from './blockFollower.ts';
import { type Clock, systemClock } from './clock.ts';
import { Continuity } from './continuity.ts';
import { Coverage } from './coverage.ts';
import { NodeQuestions } from './nodeQuestions.ts';
import { askForTransaction } from './nodeTransactions.ts';
import { defaultPatience, type Patience } from './patience.ts';
import { RpcClient, type RpcClientOptions } from './rpcClient.ts';
import { RpcEndpoint } from './rpcEndpoint.ts';
import { marketErrorOf } from './rpcFailure.ts';
import { SlotPlanner } from './slotPlanner.ts';
import { slotAtTime } from './startSlot.ts';

export interface RpcSourceOptions {
  /** May hold a key, which is never shown. https, or http to this machine. */
  readonly url: string;
  readonly commitment?: Commitment;
  /** Takes protected bundles; may hold a key, which is never shown. */
  readonly blockEngineUrl?: string;
  /** Blocks that are fetched at a time. */
  readonly concurrency?: number;
  /** How far back a start without an index reaches; 0, from now on, by default. */
  readonly backfillSeconds?: number;
  readonly requestTimeoutMilliseconds?: number;
  readonly pollMilliseconds?: number;
  readonly patience?: Patience;
  readonly clock?: Clock;
  /** Reads what metadata points to outside of the chain. */
  readonly offChain?: OffChainReader;
  /** Carries the requests to the node where they do not go straight to it. */
  readonly dispatcher?: RpcClientOptions['dispatcher'];
}

const defaults = {
  concurrency: 4,
  requestTimeoutMilliseconds: 20_000,
  pollMilliseconds: 400,
} as const;
/** Several questions come before a transaction is sent. */
const landingConnections = 4;
/** Attempts before a start, or a question that somebody waits for, fails. */
const questionAttempts = 4;
/** For this many slots a block that was left out is spoken of; it stays in the coverage. */
const missingToldSlots = 500;
/** As far back as any answer reaches. */
const coverageSeconds = 86_400;

/** Follows the blocks of a node by JSON-RPC over HTTP. */
export class RpcSource implements BlockSource {
  readonly kind = 'rpc';
  readonly label: string;
  readonly chain: ChainAccounts;
  readonly transactions: ChainTransactions;
  readonly landing: LandingChain;
  readonly #client: RpcClient;
  /** Of their own, so that what is sent never waits behind blocks. */
  readonly #landingClients: readonly RpcClient[];
  readonly #questions: NodeQuestions;
  readonly #offChain: OffChainReader;
  readonly #clock: Clock;
  readonly #patience: Patience;
  readonly #commitment: Commitment;
  readonly #concurrency: number;
  readonly #pollMilliseconds: number;
  readonly #backfillSeconds: number;
  readonly #coverage = new Coverage(coverageSeconds);
  readonly #continuity = new Continuity();
  #planner: SlotPlanner | null = null;
  /** First slot that is still to be delivered. */
  #next: number | null = null;
  /** Newest slot that was given out or needs no block. */
  #newest = 0;
  #trouble = '';
  #missing: { readonly slot: number; readonly words: string } | null = null;
  #onChange: () => void = () => undefined;

  /** Throws a MarketError of kind `bad-parameter` for an URL that cannot be used. */
  constructor(options: RpcSourceOptions) {
    const endpoint = new RpcEndpoint(options.url);
    this.label = endpoint.origin;
    this.#clock = options.clock ?? systemClock;
    this.#patience = options.patience ?? defaultPatience;
    this.#commitment = options.commitment ?? 'confirmed';
    this.#concurrency = options.concurrency ?? defaults.concurrency;
    this.#pollMilliseconds = options.pollMilliseconds ?? defaults.pollMilliseconds;
    this.#backfillSeconds = options.backfillSeconds ?? 0;
    this.#client = new RpcClient({
      endpoint,
      clock: this.#clock,
      timeoutMilliseconds:
        options.requestTimeoutMilliseconds ?? defaults.requestTimeoutMilliseconds,
      // Beside the blocks: the newest slot, and what somebody looks at meanwhile.
      connections: this.#concurrency + 2,
      ...(options.dispatcher === undefined ? {} : { dispatcher: options.dispatcher }),
    });
    const patience = { ...this.#patience, attempts: questionAttempts };
    this.#questions = new NodeQuestions(this.#client, this.#clock, this.#commitment, patience);
    this.#offChain = options.offChain ?? new OffChainReader();
    this.chain = new NodeAccounts({
      client: this.#client,
      clock: this.#clock,
      commitment: this.#commitment,
      patience,
      offChain: this.#offChain,
    });
    this.transactions = {
      transaction: (signature, signal) => askForTransaction(this.#client, signature, signal),
    };
    const landingClient = (to: RpcEndpoint) =>
      new RpcClient({
        endpoint: to,
        clock: this.#clock,
        timeoutMilliseconds:
          options.requestTimeoutMilliseconds ?? defaults.requestTimeoutMilliseconds,
        connections: landingConnections,
      });
    const node = landingClient(endpoint);
    const { blockEngineUrl } = options;
    const bundles =
      blockEngineUrl === undefined
        ? null
        : landingClient(new RpcEndpoint(bundlesUrl(blockEngineUrl)));
    this.#landingClients = bundles === null ? [node] : [node, bundles];
    this.landing = new NodeChain({
      client: node,
      origin: endpoint.origin,
      ...(bundles === null ? {} : { blockEngine: new JitoBlockEngine(bundles) }),
    });
  }

  now(): number {
    return this.#clock.now();
  }

  tokens(): readonly SourcedToken[] {
    return [];
  }

  /** The following goes on behind this slot, which is indexed; to be called before `history`. */
  resumeAfter(slot: number, coverage: readonly MinuteCoverage[] = []): void {
    this.#next = slot + 1;
    this.#coverage.restore(coverage);
  }

  takeLeftOut(): readonly Pick<MinuteCoverage, 'minute' | 'left'>[] {
    return this.#coverage.takeLeftOut();
  }

  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  progress(): SourceProgress {
    const tip = this.#planner?.tip ?? 0;
    return {
      message: [this.#trouble, this.#missingWords()].filter(Boolean).join(' '),
      lagSlots: this.#next === null || tip === 0 ? null : Math.max(0, tip - this.#newest),
      indexedFraction: this.#coverage.fraction(),
    };
  }

  /**
   * Gives no blocks: an index that was there already answers while the following catches up. Finds
   * out where to begin. Throws a MarketError that names the node when it does not answer, but for a
   * resumed index, which then waits for the node.
   */
  async *history(signal: AbortSignal): AsyncGenerator<SourcedBlock> {
    if (this.#next !== null) return;
    try {
      this.#next = await this.#firstSlot(signal);
    } catch (error) {
      throw marketErrorOf(error);
    }
    yield* [];
  }

  /** Blocks in order, from where the last following ended. Throws a MarketError. */
  async *follow(signal: AbortSignal): AsyncGenerator<SourcedBlock> {
    const { fetcher, planner } = await this.#parts(signal);
    const follower = new BlockFollower({
      planner,
      fetcher,
      coverage: this.#coverage,
      continuity: this.#continuity,
      clock: this.#clock,
      concurrency: this.#concurrency,
      firstAvailable: (ending) => this.#questions.firstAvailableSlot(ending),
      onDone: (slot) => {
        this.#next = Math.max(this.#next ?? 0, slot + 1);
        this.#newest = Math.max(this.#newest, slot);
      },
      onMissing: (slot, reason) => {
        this.#missing = { slot, words: t('The block of slot {0} is left out: {1}.', slot, reason) };
        this.#onChange();
      },
    });
    try {
      for await (const sourced of follower.follow(signal)) {
        this.#newest = Math.max(this.#newest, sourced.slot);
        yield sourced;
      }
    } catch (error) {
      if (!signal.aborted) throw marketErrorOf(error);
    }
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    const clients = [this.#client, ...this.#landingClients];
    await Promise.all([...clients.map((one) => one.close()), this.#offChain.close()]);
  }

  async #parts(signal: AbortSignal): Promise<{ fetcher: BlockFetcher; planner: SlotPlanner }> {
    const trouble = {
      onTrouble: ({ message }: Error) => this.#setTrouble(t('{0}. Trying again.', message)),
      onWell: () => this.#setTrouble(''),
    };
    const options = {
      client: this.#client,
      clock: this.#clock,
      commitment: this.#commitment,
      patience: this.#patience,
      trouble,
    };
    try {
      this.#next ??= await this.#firstSlot(signal);
    } catch (error) {
      throw marketErrorOf(error);
    }
    this.#newest = Math.max(this.#newest, this.#next - 1);
    const planner = new SlotPlanner(this.#next, {
      ...options,
      pollMilliseconds: this.#pollMilliseconds,
    });
    this.#planner = planner;
    return { fetcher: new BlockFetcher(options), planner };
  }

  async #firstSlot(signal: AbortSignal): Promise<number> {
    const tip = await this.#questions.newestSlot(signal);
    if (this.#backfillSeconds === 0) return tip;
    const first = await this.#questions.firstAvailableSlot(signal);
    const from = Math.floor(this.#clock.now() / 1_000) - this.#backfillSeconds;
    return await slotAtTime(from, { first, tip }, this.#questions.times(signal));
  }

  #missingWords(): string {
    const missing = this.#missing;
    return missing === null || this.#newest - missing.slot > missingToldSlots ? '' : missing.words;
  }

  #setTrouble(words: string): void {
    if (this.#trouble === words) return;
    this.#trouble = words;
    this.#onChange();
  }
}
