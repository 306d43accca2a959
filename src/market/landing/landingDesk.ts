import { createHash, randomUUID } from 'node:crypto';
import { t } from '@vscode/l10n';
import { visibleText } from '../../interface/displayText.ts';
import { MarketError } from '../../interface/marketError.ts';
import type { CheckFacts } from '../../solana/landing/checkFacts.ts';
import { maySend, type TransactionReport } from '../../solana/landing/transactionReport.ts';
import type {
  LandingEntry,
  LandRequest,
  PrepareLandingAnswer,
  PrepareLandingRequest,
} from '../landingProtocol.ts';
import { LandingFollower } from './landingFollower.ts';
import type { LandingJournal } from './landingJournal.ts';
import { askedChain, type Place } from './place.ts';
import { prepareLanding, serviceMinimumTipLamports, serviceOpenWay } from './prepareLanding.ts';
import { alarmOf, isUnsure } from './sendingOutcome.ts';
import { historyAmong } from './sentHistory.ts';
import { finderOf, tipMarketsOf } from './tipMarkets.ts';

export interface LandingDeskOptions {
  readonly journal: LandingJournal;
  /** Hears of every new and changed entry. */
  readonly onEntry: (entry: LandingEntry) => void;
  readonly now?: () => number;
  /** Pause between two looks; tests have little time. */
  readonly pauseMilliseconds?: (ageMilliseconds: number, isService: boolean) => number;
}

interface Held {
  readonly bytes: Uint8Array;
  readonly report: TransactionReport;
  readonly exactPlace: string;
  readonly network: string;
}

/** A service may name a submission as it likes: no more of that is kept. */
const uuidMaximum = 100;
/** Checked and not yet sent. */
const heldMaximum = 512;

/**
 * Lands transactions for all windows: checks them, keeps the checked bytes, sends each exactly once
 * and follows it. What it does is on disk before it is done.
 */
export class LandingDesk {
  readonly #options: LandingDeskOptions;
  readonly #now: () => number;
  readonly #held = new Map<string, Held>();
  readonly #follower: LandingFollower;

  constructor(options: LandingDeskOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#follower = new LandingFollower({
      entries: () => options.journal.entries(),
      change: (id, change) => this.#change(id, change),
      now: this.#now,
      ...(options.pauseMilliseconds === undefined
        ? {}
        : { pauseMilliseconds: options.pauseMilliseconds }),
    });
    for (const entry of options.journal.entries()) {
      if (entry.state !== 'sending') continue;
      this.#change(entry.id, {
        state: 'unknown',
        message: t('The market process ended while this was being sent: it may have been taken.'),
      });
    }
  }

  /** The newest first. */
  entries(): LandingEntry[] {
    return this.#options.journal.entries();
  }

  /** Whether anything sent through this place is still to be followed. */
  isAwaiting(place: string): boolean {
    return this.entries().some((entry) => entry.place === place && !entry.isSettled);
  }

  /** Follows what was sent through the place, as long as the connection is open. */
  follow(place: Place): void {
    this.#follower.follow(place);
  }

  async prepare(
    place: Place,
    request: PrepareLandingRequest,
    transactions: readonly Uint8Array[],
    signal: AbortSignal,
  ): Promise<PrepareLandingAnswer> {
    const chain = askedChain(place);
    const way = place.connection.landing ?? null;
    const isProtected = request.frontRunningProtection;
    const sent = this.entries().filter(({ state }) => state !== 'refused');
    const channel: NonNullable<CheckFacts['channel']> = {
      host: place.host,
      isBundleOnly: isProtected,
      openWay: way?.channel.openWay ?? serviceOpenWay,
      simulates: way?.channel.simulates ?? false,
      provider: way?.channel.provider(isProtected) ?? null,
      minimumTipLamports: way?.channel.minimumTipLamports(isProtected) ?? serviceMinimumTipLamports,
    };
    const [network, reports] = await Promise.all([
      chain === null ? place.host : chain.network(signal).catch(() => place.host),
      prepareLanding({
        transactions,
        chain,
        channel,
        history: (report) => historyAmong(sent, report, this.#now()),
        ...(request.wallets === undefined ? {} : { wallets: new Set(request.wallets) }),
        ...(request.expectedCluster === undefined
          ? {}
          : { expectedCluster: request.expectedCluster }),
        signal,
      }),
    ]);
    const providers = new Set(reports.flatMap(({ tips }) => tips.map((tip) => tip.provider)));
    const ask = finderOf(place.connection);
    const tips = await tipMarketsOf({ ask, providers: [...providers], signal });
    const prepared = reports.map((report, at) => {
      const checkId = randomUUID();
      const bytes = Uint8Array.from(transactions[at] ?? []);
      this.#hold(checkId, { bytes, report, exactPlace: place.exactName, network });
      return { checkId, report };
    });
    return {
      network,
      host: place.host,
      kind: place.kind,
      protection: way?.channel.protection ?? true,
      transactions: prepared,
      tipMarkets: tips.markets,
    };
  }

  /** Throws a MarketError when nothing was sent; what was sent in whatever way has an entry. */
  async land(place: Place, request: LandRequest): Promise<LandingEntry> {
    const held = this.#held.get(request.checkId);
    if (held === undefined) {
      throw refused(
        t(
          'This check was used already, or the market process was started again since. Check the transaction again; nothing was sent.',
        ),
      );
    }
    if (held.exactPlace !== place.exactName || digest(held.bytes) !== request.sha256) {
      throw refused(t('What was confirmed is not what was checked. Nothing was sent.'));
    }
    if (!maySend(held.report)) {
      throw refused(t('The checks forbid it: {0}', held.report.findings[0]?.message ?? ''));
    }
    const protection = place.connection.landing?.channel.protection ?? true;
    if (request.frontRunningProtection && protection !== true) throw refused(protection);
    const { signature } = held.report;
    const before = this.entries().find(
      (entry) => entry.signature === signature && entry.state !== 'refused',
    );
    if (before !== undefined && request.isRepeat !== true) {
      throw refused(t('The same transaction was sent before. Nothing was sent.'), 'isRepeat');
    }
    // Once: a double click and a repeated request find nothing here any more.
    this.#held.delete(request.checkId);
    const entry = this.#begin(place, held, request);
    const done = await this.#send(place, entry, held, request);
    if (!done.isSettled) this.#follower.follow(place);
    return done;
  }

  /** Forgets the entries named, or all that are settled. */
  forget(ids?: readonly string[]): void {
    const wanted = ids ?? this.entries().flatMap(({ id, isSettled }) => (isSettled ? [id] : []));
    for (const id of wanted) this.#options.journal.forget(id);
  }

  close(): void {
    this.#follower.close();
  }

  #begin(place: Place, { report, network }: Held, request: LandRequest): LandingEntry {
    const entry: LandingEntry = {
      id: randomUUID(),
      signature: report.signature ?? '',
      uuid: '',
      network,
      host: place.host,
      kind: place.kind,
      place: place.name,
      feePayer: report.feePayer ?? '',
      frontRunningProtection: request.frontRunningProtection,
      state: 'sending',
      isSettled: false,
      message: '',
      alarm: null,
      confirmation: null,
      submittedAtMilliseconds: this.#now(),
      acceptMilliseconds: null,
      submittedSlot: null,
      landedSlot: null,
      feeLamports: report.fee?.feeLamports ?? 0n,
      tips: report.tips.map(({ provider, lamports }) => ({ provider, lamports })),
      blockhash: report.lifetime?.kind === 'blockhash' ? report.lifetime.blockhash : null,
      sha256: report.sha256,
      messageSha256: report.messageSha256,
    };
    try {
      this.#options.journal.put(entry);
    } catch (cause) {
      const words = cause instanceof Error ? cause.message : String(cause);
      throw new MarketError(
        'service-failing',
        t('The landing could not be written down, so it was not sent: {0}', words),
        { cause },
      );
    }
    this.#options.onEntry(entry);
    return entry;
  }

  async #send(
    place: Place,
    entry: LandingEntry,
    { bytes }: Held,
    request: LandRequest,
  ): Promise<LandingEntry> {
    const start = performance.now();
    const took = () => Math.round(performance.now() - start);
    try {
      const sent = await submit(place, bytes, request);
      return this.#change(entry.id, {
        state: 'accepted',
        uuid: visibleText(sent.uuid, uuidMaximum),
        alarm: alarmOf(sent.signature, entry.signature),
        acceptMilliseconds: took(),
        submittedSlot: await submittedSlot(place),
      });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const unsure = isUnsure(error);
      return this.#change(entry.id, {
        state: unsure ? 'unknown' : 'refused',
        isSettled: !unsure,
        message: unsure ? `${message} ${t('Whether it was taken is not known yet.')}` : message,
      });
    }
  }

  #change(id: string, change: Partial<LandingEntry>): LandingEntry {
    const entry = this.#options.journal.get(id);
    if (entry === undefined) throw new MarketError('not-found', t('The landing was forgotten'));
    const changed = { ...entry, ...change };
    this.#options.journal.put(changed);
    this.#options.onEntry(changed);
    return changed;
  }

  #hold(id: string, held: Held): void {
    this.#held.set(id, held);
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= heldMaximum) break;
      this.#held.delete(oldest);
    }
  }
}

const refused = (message: string, parameter?: string) =>
  new MarketError('bad-parameter', message, parameter === undefined ? {} : { parameter });

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Names that the user's further options may not take. */
const ownOptions: ReadonlySet<string> = new Set(['frontRunningProtection', 'encoding']);

/** Sends the bytes; the window that asked may have gone by then, and it goes on. */
async function submit(
  { connection, kind }: Place,
  bytes: Uint8Array,
  { frontRunningProtection, options = {} }: LandRequest,
): Promise<{ readonly signature: string; readonly uuid: string }> {
  const passed = Object.fromEntries(
    Object.entries(options).filter(([name]) => !ownOptions.has(name)),
  );
  const all = { ...passed, frontRunningProtection };
  const chain = connection.landing ?? null;
  if (chain !== null) return await chain.send(bytes, all);
  if (kind !== 'service') {
    throw new MarketError('plan-lacks-operation', t('This connection takes no transactions'));
  }
  const { result } = await connection.call(
    'landTransaction',
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'sendTransaction',
      params: [Buffer.from(bytes).toString('base64'), all],
    },
    {
      signal: new AbortController().signal,
      window: connection,
      priority: 'interactive',
      onProgress: () => undefined,
    },
  );
  const { signature, uuid } = (result as { result: { signature: string; uuid: string } }).result;
  return { signature, uuid };
}

/** For "slots to land"; a chain that does not answer leaves it open. */
async function submittedSlot(place: Place): Promise<number | null> {
  const chain = askedChain(place);
  if (chain === null) return null;
  try {
    return (await chain.latestBlockhash()).slot;
  } catch {
    return null;
  }
}
