import { createHash, randomUUID } from 'node:crypto';
import { t } from '@vscode/l10n';
import { LRUCache } from 'lru-cache';
import { errorMessage } from '../../api/errorMessage.ts';
import { MarketError } from '../../api/marketError.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { canSend, type TransactionReport } from '../../solana/landing/transactionReport.ts';
import type {
  LandingEntry,
  LandRequest,
  PrepareLandingRequest,
  PrepareLandingResponse,
} from '../protocol/landingProtocol.ts';
import { ConfirmationTracker } from './confirmationTracker.ts';
import type { LandingJournal } from './landingJournal.ts';
import { type LandingTarget, queryChain } from './landingTarget.ts';
import { finderQueryFor, loadProviderTips } from './providerTips.ts';
import { runLandingChecks } from './runLandingChecks.ts';
import {
  isOutcomeUnknown,
  landingParameters,
  signatureMismatchAlarm,
  submissionChannel,
} from './submissionChannel.ts';
import { findPreviousSubmissions } from './submissionJournal.ts';

export interface LandingServiceOptions {
  readonly journal: LandingJournal;
  readonly onEntry: (entry: LandingEntry) => void;
  readonly now?: () => number;
  /** Pause between two looks; tests have little time. */
  readonly pollMilliseconds?: (ageMilliseconds: number, isService: boolean) => number;
}

interface PreparedSubmission {
  readonly bytes: Uint8Array;
  readonly report: TransactionReport;
  readonly settingsId: string;
  readonly network: string;
}

/** A service may name a submission as it likes: no more of that is kept. */
const maxUuidCharacters = 100;
/** Checked and not yet sent. */
const maxPrepared = 512;

/** Lands transactions for all windows: checks, journals, sends the checked bytes once, follows. */
export class LandingService {
  readonly #options: LandingServiceOptions;
  readonly #now: () => number;
  readonly #prepared = new LRUCache<string, PreparedSubmission>({ max: maxPrepared });
  readonly #tracker: ConfirmationTracker;

  constructor(options: LandingServiceOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#tracker = new ConfirmationTracker({
      entries: () => options.journal.entries(),
      update: (id, change) => this.#updateEntry(id, change),
      now: this.#now,
      ...(options.pollMilliseconds === undefined
        ? {}
        : { pollMilliseconds: options.pollMilliseconds }),
    });
  }

  /** Once, by the only process: nobody knows what became of what its predecessor was sending. */
  recover(): void {
    this.#options.journal.open();
    for (const entry of this.entries()) {
      if (entry.state !== 'sending') continue;
      this.#updateEntry(entry.id, {
        state: 'unknown',
        message: t('The backend stopped while sending. The transaction may have been accepted.'),
      });
    }
  }

  /** The newest first. */
  entries(): LandingEntry[] {
    return this.#options.journal.entries();
  }

  /** Whether anything sent through this target is still to be followed. */
  hasUnsettled(targetId: string): boolean {
    return this.entries().some((entry) => entry.place === targetId && !entry.isSettled);
  }

  /** Follows what was sent through the target, as long as the connection is open. */
  track(target: LandingTarget): void {
    this.#tracker.track(target);
  }

  async prepare(
    target: LandingTarget,
    request: PrepareLandingRequest,
    signal: AbortSignal,
  ): Promise<PrepareLandingResponse> {
    const transactions = request.transactions.map((text) =>
      Uint8Array.from(Buffer.from(text, 'base64')),
    );
    const chain = queryChain(target);
    const submissionChain = target.connection.landing ?? null;
    const { frontRunningProtection: isProtected, wallets, expectedCluster } = request;
    const sent = this.entries().filter(({ state }) => state !== 'refused');
    const [network, reports] = await Promise.all([
      chain === null ? target.host : chain.network(signal).catch(() => target.host),
      runLandingChecks({
        transactions,
        chain,
        channel: submissionChannel(target.host, submissionChain, isProtected),
        history: (report) => findPreviousSubmissions(sent, report, this.#now()),
        ...(wallets === undefined ? {} : { wallets: new Set(wallets) }),
        ...(expectedCluster === undefined ? {} : { expectedCluster }),
        signal,
      }),
    ]);
    const providers = new Set(reports.flatMap(({ tips }) => tips.map((tip) => tip.provider)));
    const queryFinder = finderQueryFor(target.connection);
    const tips = await loadProviderTips({ queryFinder, providers: [...providers], signal });
    const prepared = reports.map((report, at) => {
      const checkId = randomUUID();
      const bytes = Uint8Array.from(transactions[at] ?? []);
      this.#prepared.set(checkId, { bytes, report, settingsId: target.settingsId, network });
      return { checkId, report };
    });
    return {
      network,
      host: target.host,
      kind: target.kind,
      protection: submissionChain?.submissionEndpoint.protection ?? true,
      transactions: prepared,
      tipMarkets: tips.markets,
    };
  }

  /** Throws a MarketError when nothing was sent; what was sent in whatever way has an entry. */
  async land(target: LandingTarget, request: LandRequest): Promise<LandingEntry> {
    const prepared = this.#prepared.get(request.checkId);
    if (prepared === undefined) {
      throw refusedError(
        t('This check has expired. Nothing was sent. Check the transaction again.'),
      );
    }
    if (prepared.settingsId !== target.settingsId || sha256Hex(prepared.bytes) !== request.sha256) {
      throw refusedError(
        t('The confirmed transaction differs from the checked one. Nothing was sent.'),
      );
    }
    if (!canSend(prepared.report)) {
      throw refusedError(
        t('Blocked by the checks: {0}', prepared.report.findings[0]?.message ?? ''),
      );
    }
    const protection = target.connection.landing?.submissionEndpoint.protection ?? true;
    if (request.frontRunningProtection && protection !== true) throw refusedError(protection);
    const { signature } = prepared.report;
    const before = this.entries().find(
      (entry) => entry.signature === signature && entry.state !== 'refused',
    );
    if (before !== undefined && request.isRepeat !== true) {
      throw refusedError(t('Already sent before, so it was not sent again.'), 'isRepeat');
    }
    // Once: a double click and a repeated request find nothing here any more.
    this.#prepared.delete(request.checkId);
    const entry = this.#recordSubmission(target, prepared, request);
    const done = await this.#send(target, entry, prepared, request);
    if (!done.isSettled) this.#tracker.track(target);
    return done;
  }

  /** Forgets the entries named, or all that are settled. */
  forget(ids?: readonly string[]): void {
    const wanted = ids ?? this.entries().flatMap(({ id, isSettled }) => (isSettled ? [id] : []));
    for (const id of wanted) this.#options.journal.forget(id);
  }

  close(): void {
    this.#tracker.close();
  }

  #recordSubmission(
    target: LandingTarget,
    { report, network }: PreparedSubmission,
    request: LandRequest,
  ): LandingEntry {
    const entry: LandingEntry = {
      id: randomUUID(),
      signature: report.signature ?? '',
      uuid: '',
      network,
      host: target.host,
      kind: target.kind,
      place: target.id,
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
      throw new MarketError(
        'service-failing',
        t('Not sent, because the landing could not be recorded: {0}', errorMessage(cause)),
        { cause },
      );
    }
    this.#options.onEntry(entry);
    return entry;
  }

  async #send(
    target: LandingTarget,
    entry: LandingEntry,
    { bytes }: PreparedSubmission,
    request: LandRequest,
  ): Promise<LandingEntry> {
    const start = performance.now();
    const took = () => Math.round(performance.now() - start);
    try {
      const sent = await submit(target, bytes, request);
      return this.#updateEntry(entry.id, {
        state: 'accepted',
        uuid: sanitizeText(sent.uuid, maxUuidCharacters),
        alarm: signatureMismatchAlarm(sent.signature, entry.signature),
        acceptMilliseconds: took(),
        submittedSlot: await submittedSlot(target),
      });
    } catch (error) {
      const message = errorMessage(error);
      const unsure = isOutcomeUnknown(error);
      return this.#updateEntry(entry.id, {
        state: unsure ? 'unknown' : 'refused',
        isSettled: !unsure,
        message: unsure ? `${message} ${t('Not yet known whether it was accepted.')}` : message,
      });
    }
  }

  #updateEntry(id: string, change: Partial<LandingEntry>): LandingEntry {
    const entry = this.#options.journal.get(id);
    if (entry === undefined) throw new MarketError('not-found', t('The landing was removed'));
    const changed = { ...entry, ...change };
    this.#options.journal.put(changed);
    this.#options.onEntry(changed);
    return changed;
  }
}

const refusedError = (message: string, parameter?: string) =>
  new MarketError('bad-parameter', message, parameter === undefined ? {} : { parameter });

const sha256Hex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Names that the user's further options may not take. */
const reservedOptions: ReadonlySet<string> = new Set(['frontRunningProtection', 'encoding']);

/** Sends the bytes; the window that asked may have gone by then, and it goes on. */
async function submit(
  { connection, kind }: LandingTarget,
  bytes: Uint8Array,
  { frontRunningProtection, options = {} }: LandRequest,
): Promise<{ readonly signature: string; readonly uuid: string }> {
  const passed = Object.fromEntries(
    Object.entries(options).filter(([name]) => !reservedOptions.has(name)),
  );
  const all = { ...passed, frontRunningProtection };
  const chain = connection.landing ?? null;
  if (chain !== null) return await chain.send(bytes, all);
  if (kind !== 'service') {
    throw new MarketError('plan-lacks-operation', t('This connection cannot land transactions'));
  }
  const { result } = await connection.call('landTransaction', landingParameters(bytes, all), {
    signal: new AbortController().signal,
    window: connection,
    priority: 'interactive',
    onProgress: () => undefined,
  });
  const { signature, uuid } = (result as { result: { signature: string; uuid: string } }).result;
  return { signature, uuid };
}

/** For "slots to land"; a chain that does not answer leaves it open. */
async function submittedSlot(target: LandingTarget): Promise<number | null> {
  const chain = queryChain(target);
  if (chain === null) return null;
  try {
    return (await chain.latestBlockhash()).slot;
  } catch {
    return null;
  }
}
