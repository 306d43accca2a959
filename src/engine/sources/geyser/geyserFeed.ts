import { t } from '@vscode/l10n';
import { joinSentences } from '../../../api/join.ts';
import { backoffDelay, type Clock, systemClock } from '../../../http/retry.ts';
import type { Commitment } from '../../rpc/rpcMethods.ts';
import type { BlockFeed, BlockFeedRun, PushedBlock } from '../rpc/blockFeed.ts';
import { BlockBuffer } from './blockBuffer.ts';
import { GeyserClient, type GeyserClientOptions } from './geyserClient.ts';
import { GeyserError } from './geyserError.ts';
import {
  encodePing,
  encodeSubscribeRequest,
  type GeyserUpdate,
  readUpdate,
} from './geyserMessages.ts';

export interface GeyserFeedOptions extends GeyserClientOptions {
  readonly commitment?: Commitment;
  readonly clock?: Clock;
  /** After this long without a block, the subscription is renewed. */
  readonly silenceMilliseconds?: number;
  /** After this long without a block, polling by RPC takes over. */
  readonly liveMilliseconds?: number;
}

const reconnectDelays = {
  initialDelayMilliseconds: 250,
  maximumDelayMilliseconds: 30_000,
} as const;
const refusedDelays = {
  initialDelayMilliseconds: 30_000,
  maximumDelayMilliseconds: 300_000,
} as const;
const defaultSilenceMilliseconds = 10_000;
const defaultLiveMilliseconds = 2_000;
/** Servers and intermediaries close idle connections. */
const pingMilliseconds = 15_000;

export class GeyserFeed implements BlockFeed {
  readonly #client: GeyserClient;
  readonly #commitment: Commitment;
  readonly #clock: Clock;
  readonly #silenceMilliseconds: number;
  readonly #liveMilliseconds: number;
  readonly #buffer = new BlockBuffer();
  #isLive = false;
  #message = '';
  /** If true, a refusal may be temporary. */
  #wasAccepted = false;
  #change = Promise.withResolvers<void>();

  /** Throws a MarketError of kind `bad-parameter` for unusable options. */
  constructor(options: GeyserFeedOptions) {
    this.#client = new GeyserClient(options);
    this.#commitment = options.commitment ?? 'confirmed';
    this.#clock = options.clock ?? systemClock;
    this.#silenceMilliseconds = options.silenceMilliseconds ?? defaultSilenceMilliseconds;
    this.#liveMilliseconds = options.liveMilliseconds ?? defaultLiveMilliseconds;
  }

  get isLive(): boolean {
    return this.#isLive;
  }

  get newestSlot(): number {
    return this.#buffer.newestSlot;
  }

  get message(): string {
    return this.#message;
  }

  async run({ nextSlot, onChange }: BlockFeedRun, signal: AbortSignal): Promise<void> {
    this.#buffer.restartAt(nextSlot());
    let failures = 0;
    let resumes = true;
    while (!signal.aborted) {
      const fromSlot: number | null = resumes && nextSlot() > 0 ? nextSlot() : null;
      const before = this.newestSlot;
      const hasBlocks = { value: false };
      const error = await this.#receive(fromSlot, hasBlocks, signal);
      this.#isLive = false;
      // Also on abort: the follower may wait for this alone.
      this.#fire();
      if (signal.aborted) return;
      const isRefusedSlot: boolean =
        fromSlot !== null && error.kind === 'rejected' && !hasBlocks.value;
      // Resuming after an unreadable block would request the same block again.
      resumes = !isRefusedSlot && error.kind !== 'unreadable';
      if (isRefusedSlot) continue;
      failures = this.newestSlot === before ? failures + 1 : 1;
      // A refused token or a wrong URL stays wrong until the user changes it.
      const isRefused = error.isFinal && !this.#wasAccepted;
      const plan = isRefused
        ? t('Blocks come from the RPC URL; Geyser is tried again later.')
        : t('Retrying.');
      this.#setMessage(joinSentences([error.message, plan]), onChange);
      const delays = isRefused ? refusedDelays : reconnectDelays;
      const waiting = this.#clock.delay(backoffDelay(failures, delays, this.#clock), signal);
      await waiting.catch(() => undefined);
    }
  }

  first(): PushedBlock | undefined {
    return this.#buffer.first();
  }

  take(slot: number): PushedBlock | undefined {
    return this.#buffer.take(slot);
  }

  discardBefore(slot: number): void {
    this.#buffer.discardBefore(slot);
  }

  nextChange(): Promise<void> {
    return this.#change.promise;
  }

  close(): void {
    this.#client.close();
  }

  async #receive(
    fromSlot: number | null,
    hasBlocks: { value: boolean },
    signal: AbortSignal,
  ): Promise<GeyserError> {
    this.#buffer.forgetBanks();
    const silent = new AbortController();
    const silence = setTimeout(() => silent.abort(), this.#silenceMilliseconds);
    const live = setTimeout(() => this.#setLive(false), this.#liveMilliseconds);
    let pings = 0;
    let sendPing: () => void = () => undefined;
    const pinging = setInterval(() => sendPing(), pingMilliseconds);
    try {
      const error = await this.#client.subscribe(
        encodeSubscribeRequest({ commitment: this.#commitment, fromSlot }),
        {
          onMessage: (bytes, send) => {
            this.#wasAccepted = true;
            sendPing = () => send(encodePing(++pings));
            const update = readUpdate(bytes);
            if (update.kind === 'ping') sendPing();
            if (update.kind === 'block') {
              hasBlocks.value = true;
              silence.refresh();
            }
            if (!this.#buffered(update)) return;
            live.refresh();
            this.#isLive = true;
            this.#message = '';
            this.#fire();
          },
        },
        AbortSignal.any([signal, silent.signal]),
      );
      return silent.signal.aborted ? this.#silenceError() : error;
    } finally {
      clearTimeout(silence);
      clearTimeout(live);
      clearInterval(pinging);
    }
  }

  /** Returns whether a block can be taken now, or is older than those that are wanted. */
  #buffered(update: GeyserUpdate): boolean {
    if (update.kind === 'block') return this.#buffer.add(update.block);
    return update.kind === 'decided' && this.#buffer.decide(update.decided);
  }

  #silenceError(): GeyserError {
    const seconds = this.#silenceMilliseconds / 1_000;
    const text = t('Geyser {0}: no block for {1} s', this.#client.origin, seconds);
    return new GeyserError('unreachable', text);
  }

  #setLive(isLive: boolean): void {
    if (this.#isLive === isLive) return;
    this.#isLive = isLive;
    this.#fire();
  }

  #setMessage(message: string, onChange: () => void): void {
    if (this.#message === message) return;
    this.#message = message;
    onChange();
  }

  #fire(): void {
    const { resolve } = this.#change;
    this.#change = Promise.withResolvers();
    resolve();
  }
}
