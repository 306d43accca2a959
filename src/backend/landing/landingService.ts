import { randomUUID } from 'node:crypto';
import { t } from '@vscode/l10n';
import { LRUCache } from 'lru-cache';
import { errorMessage } from '../../api/errorMessage.ts';
import { MarketError } from '../../api/marketError.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import type { SendOptions } from '../../engine/chain/landingChain.ts';
import { ProgramIdls } from '../../engine/idl/programIdls.ts';
import { checkSimulationAge, defaultGainLimits } from '../../solana/landing/checkGain.ts';
import {
  canSend,
  type Finding,
  type TransactionReport,
} from '../../solana/landing/transactionReport.ts';
import type {
  LandingEntry,
  LandingPlan,
  LandResponse,
  PrepareLandingRequest,
} from '../protocol/landingProtocol.ts';
import { ConfirmationTracker } from './confirmationTracker.ts';
import type { LandingJournal } from './landingJournal.ts';
import { type LandingTarget, queryChain } from './landingTarget.ts';
import { finderQueryFor, loadProviderTips } from './providerTips.ts';
import { runLandingChecks } from './runLandingChecks.ts';
import {
  describeOptions,
  entriesOfSignature,
  maxPlans,
  oldestTradeMilliseconds,
  type PlannedTransaction,
  passedOptions,
  planLifetimeMilliseconds,
  type StoredPlan,
} from './storedPlan.ts';
import {
  isOutcomeUnknown,
  signatureMismatchAlarm,
  submissionChannel,
  submit,
} from './submissionChannel.ts';
import { findPreviousSubmissions } from './submissionJournal.ts';

export interface LandingServiceOptions {
  readonly journal: LandingJournal;
  readonly onEntry: (entry: LandingEntry) => void;
  readonly now?: () => number;
  /** Interval between status checks; shorter in tests. */
  readonly pollMilliseconds?: (ageMilliseconds: number, isService: boolean) => number;
}

/** A service chooses the uuid; longer ones are truncated. */
const maxUuidCharacters = 100;
/** At most a few megabytes. */
const maxSent = 2_000;

/** Lands transactions for all windows: checks and plans, journals, sends each plan once, tracks. */
export class LandingService {
  readonly #options: LandingServiceOptions;
  readonly #now: () => number;
  readonly #plans = new LRUCache<string, StoredPlan>({ max: maxPlans });
  /** Id -> what was sent, until its outcome is known. */
  readonly #sent = new LRUCache<string, Uint8Array>({ max: maxSent });
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

  /** Called once this is the only process: the outcome of unfinished submissions is unknown. */
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

  /** Newest first. */
  entries(): LandingEntry[] {
    return this.#options.journal.entries();
  }

  hasUnsettled(targetId: string): boolean {
    return this.entries().some((entry) => entry.place === targetId && !entry.isSettled);
  }

  track(target: LandingTarget): void {
    this.#tracker.track(target);
  }

  /** Deletes the plan that the new one replaces. */
  async prepare(
    target: LandingTarget,
    request: PrepareLandingRequest,
    signal: AbortSignal,
    idls = ProgramIdls.none,
  ): Promise<LandingPlan> {
    if (request.replaces !== undefined) this.#plans.delete(request.replaces);
    const bytes = request.transactions.map((text) => Uint8Array.from(Buffer.from(text, 'base64')));
    const chain = queryChain(target);
    const endpoint = target.connection.landing?.submissionEndpoint;
    const { frontRunningProtection: isProtected, wallets, expectedCluster } = request;
    const { gainLimits = defaultGainLimits } = request;
    const options =
      endpoint?.passesOptions(isProtected) === false ? {} : passedOptions(request.options);
    const receiver = endpoint?.receiver(isProtected) ?? target.origin;
    const channel = submissionChannel({
      receiver,
      chain: target.connection.landing ?? null,
      isProtected,
      skipsPreflight: options.skipPreflight === true,
    });
    const sent = this.entries().filter(({ state }) => state !== 'refused');
    const simulatedAt = new Map<number, number>();
    const [network, reports] = await Promise.all([
      chain === null ? target.origin : chain.network(signal).catch(() => target.origin),
      runLandingChecks({
        transactions: bytes,
        chain,
        channel,
        history: (report) => findPreviousSubmissions(sent, report, this.#now()),
        ...(wallets === undefined ? {} : { wallets: new Set(wallets) }),
        ...(expectedCluster === undefined ? {} : { expectedCluster }),
        ...{ gainLimits, mints: target.connection.mints, idls },
        onSimulated: (position) => simulatedAt.set(position, this.#now()),
        signal,
      }),
    ]);
    const providers = new Set(reports.flatMap(({ tips }) => tips.map((tip) => tip.provider)));
    const queryFinder = finderQueryFor(target.connection);
    const tips = await loadProviderTips({ queryFinder, providers: [...providers], signal });
    const id = randomUUID();
    this.#plans.set(id, {
      settingsId: target.settingsId,
      expiresAtMilliseconds: this.#now() + planLifetimeMilliseconds,
      network,
      receiver,
      isProtected,
      options: { ...options, frontRunningProtection: isProtected },
      transactions: reports.map((report, at) => ({
        bytes: bytes[at] ?? new Uint8Array(),
        report,
        toldEntries: new Set(entriesOfSignature(sent, report.signature).map((entry) => entry.id)),
        simulatedAtMilliseconds: simulatedAt.get(at) ?? null,
      })),
      gainLimits,
      auxiliaryChain: target.auxiliaryChain,
    });
    return {
      id,
      network,
      receiver,
      queriedOrigin:
        target.kind === 'sandbox' ? null : (chain?.submissionEndpoint.receiver(false) ?? null),
      kind: target.kind,
      frontRunningProtection: isProtected,
      protection: endpoint?.protection ?? true,
      options: describeOptions(options),
      reports,
      tipMarkets: tips.markets,
    };
  }

  /** New warnings since the plan was made. */
  checkPlan(planId: string): Finding[] {
    const plan = this.#plans.get(planId);
    const simulated = plan === undefined ? null : oldestTradeMilliseconds(plan);
    if (plan === undefined || simulated === null) return [];
    const old = checkSimulationAge((this.#now() - simulated) / 1_000, plan.gainLimits);
    return old === null ? [] : [old];
  }

  /** Stops at a refusal: the rest may depend on it. Throws a MarketError if none was sent. */
  async land(target: LandingTarget, planId: string): Promise<LandResponse> {
    const plan = this.#takePlan(planId);
    if (plan === undefined || isExpired(plan, this.#now())) {
      throw refusedError(
        t('Not sent, because the check has expired or was used. Check the transaction again.'),
      );
    }
    requireSameSettings(plan, target);
    requireProtection(plan, target);
    for (const planned of plan.transactions) this.#refuseUnfit(planned);
    const through = throughPlan(target, plan);
    const entries: LandingEntry[] = [];
    for (const planned of plan.transactions) {
      try {
        entries.push(await this.#landOne(through, plan, planned));
      } catch (error) {
        if (entries.length === 0) throw error;
        return { entries, notSent: errorMessage(error) };
      }
      const last = entries.at(-1);
      if (last?.state === 'refused' || last?.alarm !== null) break;
    }
    return { entries, notSent: null };
  }

  forget(ids?: readonly string[]): void {
    const wanted = ids ?? this.entries().flatMap(({ id, isSettled }) => (isSettled ? [id] : []));
    for (const id of wanted) this.#options.journal.forget(id);
  }

  close(): void {
    this.#tracker.close();
  }

  /** Deletes the plan at once, so that a double click or a repeated request cannot send it again. */
  #takePlan(planId: string): StoredPlan | undefined {
    const plan = this.#plans.get(planId);
    this.#plans.delete(planId);
    return plan;
  }

  #refuseUnfit({ report, toldEntries }: PlannedTransaction): void {
    if (!canSend(report)) {
      throw refusedError(t('Blocked by the checks: {0}', report.findings[0]?.message ?? ''));
    }
    const sent = entriesOfSignature(this.entries(), report.signature);
    if (sent.some(({ id }) => !toldEntries.has(id))) {
      throw refusedError(t('Already sent before, so it was not sent again.'), 'isRepeat');
    }
  }

  async #landOne(
    target: LandingTarget,
    plan: StoredPlan,
    planned: PlannedTransaction,
  ): Promise<LandingEntry> {
    this.#refuseUnfit(planned);
    const entry = this.#recordSubmission(target, plan, planned.report);
    this.#sent.set(entry.id, planned.bytes);
    const done = await this.#send(target, entry, planned.bytes, plan.options);
    if (!done.isSettled) this.#tracker.track(target);
    return done;
  }

  #recordSubmission(
    target: LandingTarget,
    { network, receiver, isProtected }: StoredPlan,
    report: TransactionReport,
  ): LandingEntry {
    const entry: LandingEntry = {
      id: randomUUID(),
      signature: report.signature ?? '',
      uuid: '',
      network,
      host: receiver,
      kind: target.kind,
      place: target.id,
      feePayer: report.feePayer ?? '',
      frontRunningProtection: isProtected,
      state: 'sending',
      isSettled: false,
      message: '',
      alarm: null,
      confirmation: null,
      submittedAtMilliseconds: this.#now(),
      acceptMilliseconds: null,
      submittedSlot: null,
      landedSlot: null,
      landMilliseconds: null,
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
        t(
          'Not sent: cannot write the journal {0}. Free disk space or move it, then land again.',
          errorMessage(cause),
        ),
        { cause, parameter: 'journal' },
      );
    }
    this.#options.onEntry(entry);
    return entry;
  }

  async #send(
    target: LandingTarget,
    entry: LandingEntry,
    bytes: Uint8Array,
    options: SendOptions,
  ): Promise<LandingEntry> {
    const start = performance.now();
    const took = () => Math.round(performance.now() - start);
    try {
      const submitting = submit(target, bytes, options);
      // Read while the transaction is being sent, because after the response
      // the slot may already be the landing slot. `null` if the chain does not respond.
      const submittedSlot = newestSlot(target);
      const sent = await submitting;
      return this.#updateEntry(entry.id, {
        state: 'accepted',
        uuid: sanitizeText(sent.uuid, maxUuidCharacters),
        alarm: signatureMismatchAlarm(sent.signature, entry.signature),
        acceptMilliseconds: took(),
        submittedSlot: await submittedSlot,
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
    const changed = { ...entry, ...change, ...this.#expiredBytes(id, change) };
    if (changed.isSettled) this.#sent.delete(id);
    this.#options.journal.put(changed);
    this.#options.onEntry(changed);
    return changed;
  }

  #expiredBytes(id: string, { state }: Partial<LandingEntry>): Pick<LandingEntry, 'transaction'> {
    const bytes = this.#sent.get(id);
    if (state !== 'expired' || bytes === undefined) return {};
    return { transaction: Buffer.from(bytes).toString('base64') };
  }
}

const refusedError = (message: string, parameter?: string) =>
  new MarketError('bad-parameter', message, parameter === undefined ? {} : { parameter });

const isExpired = ({ expiresAtMilliseconds }: StoredPlan, now: number): boolean =>
  now > expiresAtMilliseconds;

function requireSameSettings(plan: StoredPlan, target: LandingTarget): void {
  if (plan.settingsId === target.settingsId) return;
  throw refusedError(
    t('Not sent, because the connection has changed. Check the transaction again.'),
  );
}

function requireProtection({ isProtected }: StoredPlan, { connection }: LandingTarget): void {
  const protection = connection.landing?.submissionEndpoint.protection ?? true;
  if (isProtected && protection !== true) throw refusedError(protection);
}

const throughPlan = (target: LandingTarget, { auxiliaryChain }: StoredPlan): LandingTarget => ({
  ...target,
  ...(auxiliaryChain === undefined ? {} : { auxiliaryChain }),
});

/** `null` if there is no chain, or if it does not respond. */
async function newestSlot(target: LandingTarget): Promise<number | null> {
  const chain = queryChain(target);
  if (chain === null) return null;
  try {
    return (await chain.latestBlockhash()).slot;
  } catch {
    return null;
  }
}
