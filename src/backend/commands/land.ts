import { isAddress } from '../../api/base58.ts';
import { errorMessage } from '../../api/errorMessage.ts';
import { MarketError } from '../../api/marketError.ts';
import { clusters } from '../../solana/clusters.ts';
import { canSend, type TransactionReport } from '../../solana/landing/transactionReport.ts';
import { loadProviderTips } from '../landing/providerTips.ts';
import { runLandingChecks } from '../landing/runLandingChecks.ts';
import { isOutcomeUnknown, signatureMismatchAlarm } from '../landing/submissionChannel.ts';
import { findPreviousSubmissions, type SubmissionJournal } from '../landing/submissionJournal.ts';
import { type Command, CommandError, writeJson } from './commandLine.ts';
import { formatUsage, oneOf, parseArguments, parseOperand, url } from './commandOptions.ts';
import { readTransactions } from './readTransactions.ts';
import { seedOption } from './sourceArguments.ts';
import { journalHint, openSubmissionHistory } from './submissionHistory.ts';
import { openSubmissionTarget, type SubmissionTarget } from './submissionTarget.ts';

/** A Sandbox must index its market first; allow for a slow machine. */
const tipTimeoutMilliseconds = 30_000;

const syntax = {
  command: 'land',
  operands: 'FILE|TRANSACTION|-',
  options: {
    check: {},
    strict: {},
    repeat: {},
    protect: {},
    seed: { ...seedOption, excludes: ['rpc-url', 'block-engine-url'] },
    'rpc-url': url,
    'block-engine-url': url,
    'landing-url': { ...url, excludes: ['seed'] },
    'service-url': { ...url, excludes: ['seed'] },
    'trust-loopback': { goesWith: ['landing-url', 'service-url'] },
    wallet: {
      value: 'ADDRESS',
      isRepeatable: true,
      check: { expected: 'a Solana address', accepts: isAddress },
    },
    cluster: oneOf([...clusters.values()]),
    journal: { value: 'DIR', excludes: ['no-journal'] },
    'no-journal': {},
    landings: { value: 'FILE' },
  },
} as const;

export const landCommand: Command = {
  usage: formatUsage(syntax),
  summary:
    'Check and send signed transactions (--check: only check) and print the results as JSON.',
  run: async (args, terminal) => {
    const { values, positionals } = parseArguments(args, syntax);
    const path = parseOperand(positionals, syntax);
    const { transactions, isBundle } = await readTransactions(path, terminal.signal);
    if (isBundle) {
      throw new CommandError(
        `The input is a bundle of ${transactions.length} transactions. land sends one transaction at a time, not all or none. Send the bundle to your block engine.`,
      );
    }
    const target = await openSubmissionTarget(values, terminal);
    try {
      const history = await openSubmissionHistory(values, target, terminal);
      const now = Date.now();
      const reports = await runLandingChecks({
        transactions,
        chain: target.chain,
        channel: target.channel,
        history: (report) => findPreviousSubmissions(history.submissions, report, now),
        ...(values.wallet === undefined ? {} : { wallets: new Set(values.wallet) }),
        ...(values.cluster === undefined ? {} : { expectedCluster: values.cluster }),
        signal: terminal.signal,
      });
      const tipMarkets = await loadTips(target, reports, terminal.signal);
      const isGood = (report: TransactionReport) =>
        canSend(report) &&
        (values.strict !== true || report.findings.every(({ rank }) => rank !== 'warn'));
      const mayAll = reports.every(isGood);
      const isRepeat = values.repeat === true;
      const repeated = isRepeat ? [] : reports.filter(wasSentBefore);
      const isHeld = values.check === true || !mayAll;
      // All or nothing: transactions of one file may depend on each other.
      const results = isHeld
        ? null
        : repeated.length > 0
          ? repeated.map(alreadySentResult)
          : await sendAll({ target, transactions, reports, journal: history.journal, isRepeat });
      const signatures = (results ?? []).flatMap(({ state, signature }) =>
        state === 'refused' || signature === null ? [] : signature,
      );
      const statuses = signatures.length === 0 ? null : await fetchStatuses(target, signatures);
      await writeJson(terminal.stdout, {
        network: target.network,
        host: target.channel.receiver,
        maySend: mayAll,
        reports,
        tipMarkets,
        journal: history.folder,
        sent: results,
        ...(statuses === null ? {} : { statuses }),
      });
      const isSent = results === null || results.every((result) => isAccepted(result));
      return mayAll && isSent ? 0 : 1;
    } finally {
      await target.close();
    }
  },
};

interface SubmissionResult {
  readonly state: 'accepted' | 'refused' | 'unknown';
  /** The transaction's own signature, not the one in the response. */
  readonly signature: string | null;
  readonly uuid?: string;
  readonly alarm?: string;
  readonly error?: { readonly kind: string; readonly message: string };
}

const isAccepted = ({ state, alarm }: SubmissionResult): boolean =>
  state === 'accepted' && alarm === undefined;

async function loadTips(
  { tipSource }: SubmissionTarget,
  reports: readonly TransactionReport[],
  signal: AbortSignal,
): Promise<object> {
  const tipped = reports.flatMap(({ tips }) => tips.map(({ provider }) => provider));
  const providers = [...new Set(tipped)];
  if (tipSource === null) {
    const unknown = providers.map((provider) => ({ provider, reason: 'no-service' }));
    return { source: null, markets: [], unknown };
  }
  const { name, ask: queryFinder } = tipSource;
  const timeoutMilliseconds = tipTimeoutMilliseconds;
  return {
    source: name,
    ...(await loadProviderTips({ queryFinder, providers, signal, timeoutMilliseconds })),
  };
}

const wasSentBefore = ({ findings }: TransactionReport): boolean =>
  findings.some(({ code }) => code === 'sent-before');

const alreadySentResult = ({ signature }: TransactionReport): SubmissionResult => ({
  state: 'refused',
  signature,
  error: {
    kind: 'bad-parameter',
    message: 'Already sent before, so it was not sent again. Use --repeat to send it again.',
  },
});

interface SubmissionBatch {
  readonly target: SubmissionTarget;
  readonly transactions: readonly Uint8Array[];
  readonly reports: readonly TransactionReport[];
  readonly journal: SubmissionJournal | null;
  readonly isRepeat: boolean;
}

async function sendAll({ transactions, ...rest }: SubmissionBatch): Promise<SubmissionResult[]> {
  const results: SubmissionResult[] = [];
  for (const [at, bytes] of transactions.entries()) {
    const report = rest.reports[at];
    if (report === undefined) break;
    const result = await sendOne(bytes, report, rest);
    results.push(result);
    // The following transactions may depend on this one.
    if (!isAccepted(result)) break;
  }
  return results;
}

async function sendOne(
  bytes: Uint8Array,
  report: TransactionReport,
  { target, journal, isRepeat }: Pick<SubmissionBatch, 'target' | 'journal' | 'isRepeat'>,
): Promise<SubmissionResult> {
  const { signature, messageSha256 } = report;
  let refused: (() => void) | null = () => undefined;
  try {
    const sending = { signature: signature ?? '', messageSha256 };
    if (journal !== null) refused = await journal.begin(sending, isRepeat);
  } catch (error) {
    const message = `Not sent: cannot write the journal: ${errorMessage(error)}. ${journalHint}.`;
    return { state: 'refused', signature, error: { kind: 'service-failing', message } };
  }
  if (refused === null) return alreadySentResult(report);
  try {
    const sent = await target.send(bytes);
    const alarm = signatureMismatchAlarm(sent.signature, signature);
    return {
      state: 'accepted',
      signature,
      uuid: sent.uuid,
      ...(alarm === null ? {} : { alarm }),
    };
  } catch (error) {
    const kind = MarketError.is(error) ? error.kind : 'service-failing';
    const state = isOutcomeUnknown(error) ? 'unknown' : 'refused';
    if (state === 'refused') markRefused(refused);
    return { state, signature, error: { kind, message: errorMessage(error) } };
  }
}

/** If this fails, the next run only requires a confirmation again. */
function markRefused(refused: () => void): void {
  try {
    refused();
  } catch {
    // Printing the result is more important.
  }
}

/** `null` if no chain is available. */
async function fetchStatuses(
  target: SubmissionTarget,
  signatures: readonly string[],
): Promise<unknown> {
  target.produceBlock?.();
  try {
    return (await target.chain?.statuses(signatures)) ?? null;
  } catch {
    // The transactions were sent, so the result must be printed anyway.
    return null;
  }
}
