import { t } from '@vscode/l10n';
import { joinSentences } from '../../../api/join.ts';
import { backoffDelay, type Clock, systemClock } from '../../../http/retry.ts';
import type { RpcBlock } from '../../decode/rpcBlock.ts';
import type { Commitment } from '../../rpc/rpcMethods.ts';
import type { BlockFeed, BlockFeedRun, PushedBlock } from '../rpc/blockFeed.ts';
import { GeyserClient, type GeyserClientOptions } from './geyserClient.ts';
import { GeyserError } from './geyserError.ts';
import {
  encodePing,
  encodeSubscribeRequest,
  type GeyserBlock,
  readUpdate,
} from './geyserMessages.ts';
import { GeyserFormatError } from './protobufReader.ts';
import { readBlock } from './readBlock.ts';

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
/** For untaken blocks; dropped older blocks are fetched by RPC. */
const heldMaximum = { blocks: 48, bytes: 256 * 1024 * 1024 } as const;

export class GeyserFeed implements BlockFeed {
  readonly #client: GeyserClient;
  readonly #commitment: Commitment;
  readonly #clock: Clock;
  readonly #silenceMilliseconds: number;
  readonly #liveMilliseconds: number;
  readonly #held = new Map<number, GeyserBlock>();
  #heldBytes = 0;
  #discardedBefore = 0;
  #newestSlot = 0;
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
    return this.#newestSlot;
  }

  get message(): string {
    return this.#message;
  }

  async run({ nextSlot, onChange }: BlockFeedRun, signal: AbortSignal): Promise<void> {
    // May be lower than before, if the chain or a wrong slot of the node was followed.
    this.#discardedBefore = nextSlot();
    let failures = 0;
    let resumes = true;
    while (!signal.aborted) {
      const fromSlot: number | null = resumes && nextSlot() > 0 ? nextSlot() : null;
      const before = this.#newestSlot;
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
      failures = this.#newestSlot === before ? failures + 1 : 1;
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
    const oldest = this.#oldest();
    return oldest && toPushedBlock(oldest);
  }

  take(slot: number): PushedBlock | undefined {
    const block = this.#held.get(slot);
    if (block === undefined) return undefined;
    this.#drop(block);
    return toPushedBlock(block);
  }

  discardBefore(slot: number): void {
    this.#discardedBefore = Math.max(this.#discardedBefore, slot);
    for (const block of this.#held.values()) {
      if (block.slot < this.#discardedBefore) this.#drop(block);
    }
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
            if (update.kind !== 'block') return;
            hasBlocks.value = true;
            silence.refresh();
            live.refresh();
            this.#add(update.block);
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

  #silenceError(): GeyserError {
    const seconds = this.#silenceMilliseconds / 1_000;
    const text = t('Geyser {0}: no block for {1} s', this.#client.origin, seconds);
    return new GeyserError('unreachable', text);
  }

  #add(block: GeyserBlock): void {
    this.#newestSlot = block.slot;
    this.#isLive = true;
    this.#message = '';
    if (block.slot >= this.#discardedBefore) {
      const same = this.#held.get(block.slot);
      if (same !== undefined) this.#drop(same);
      this.#held.set(block.slot, block);
      this.#heldBytes += block.bytes;
      while (this.#held.size > heldMaximum.blocks || this.#heldBytes > heldMaximum.bytes) {
        const oldest = this.#oldest();
        if (oldest === undefined || oldest === block) break;
        this.#drop(oldest);
      }
    }
    this.#fire();
  }

  #oldest(): GeyserBlock | undefined {
    let oldest: GeyserBlock | undefined;
    for (const block of this.#held.values()) {
      if (oldest === undefined || block.slot < oldest.slot) oldest = block;
    }
    return oldest;
  }

  #drop(block: GeyserBlock): void {
    this.#held.delete(block.slot);
    this.#heldBytes -= block.bytes;
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

const toPushedBlock = (block: GeyserBlock): PushedBlock => ({
  slot: block.slot,
  parentSlot: block.parentSlot,
  read: () => readOrNull(block),
});

function readOrNull(block: GeyserBlock): RpcBlock | null {
  try {
    return readBlock(block);
  } catch (error) {
    if (!GeyserFormatError.is(error)) throw error;
    return null;
  }
}
