import { readFile } from 'node:fs/promises';
import { stdin } from 'node:process';
import { MarketError } from '../../interface/marketError.ts';
import { stringifyWire } from '../../interface/wire.ts';
import { readTransactionFile } from '../../solana/landing/readTransactions.ts';
import { maySend, type TransactionReport } from '../../solana/landing/transactionReport.ts';
import {
  type Command,
  CommandError,
  readArguments,
  UsageError,
  wordsOf,
  writeLine,
} from '../commandLine.ts';
import { prepareLanding } from '../landing/prepareLanding.ts';
import { alarmOf, isUnsure } from '../landing/sendingOutcome.ts';
import { historyAmong } from '../landing/sentHistory.ts';
import type { SentJournal } from '../landing/sentJournal.ts';
import { tipMarketsOf } from '../landing/tipMarkets.ts';
import { journalAdvice, openMemory } from './landMemory.ts';
import { openWay, type Way } from './landWays.ts';

const largestInputBytes = 4_000_000;
/** A Sandbox's market has to be opened first, on a slow machine. */
const tipPatienceMilliseconds = 30_000;

/** Checks signed transactions and sends those that nothing forbids to send. */
export const landCommand: Command = {
  usage:
    'land FILE|- [--check] [--strict] [--repeat] [--protect] [--seed N] [--rpc-url URL]\n' +
    '          [--block-engine-url URL] [--landing-url URL] [--service-url URL]\n' +
    '          [--wallet ADDRESS ...] [--cluster NAME]\n' +
    '          [--journal DIR | --no-journal] [--landings FILE]',
  summary: 'Check signed transactions, send them (not with --check), and print both as JSON.',
  run: async (args, terminal) => {
    const { values, positionals } = readArguments(args, {
      check: { type: 'boolean' },
      strict: { type: 'boolean' },
      repeat: { type: 'boolean' },
      protect: { type: 'boolean' },
      seed: { type: 'string' },
      'rpc-url': { type: 'string' },
      'block-engine-url': { type: 'string' },
      'landing-url': { type: 'string' },
      'service-url': { type: 'string' },
      wallet: { type: 'string', multiple: true },
      cluster: { type: 'string' },
      journal: { type: 'string' },
      'no-journal': { type: 'boolean' },
      landings: { type: 'string' },
    });
    const [path, ...more] = positionals;
    if (path === undefined || more.length > 0) throw new UsageError('land needs one FILE, or -');
    const input = readTransactionFile(await inputOf(path));
    if (input.kind === 'secret-key') {
      throw new CommandError(
        'the input holds a secret key: nothing of it was sent or printed. Whoever has it can move the funds',
      );
    }
    if (input.kind !== 'transactions') {
      throw new CommandError(input.kind === 'wrong' ? input.reason : 'the input is empty');
    }
    const way = await openWay(values, terminal);
    try {
      const memory = await openMemory(values, way, terminal);
      const now = Date.now();
      const transactions = input.transactions.map(({ bytes }) => bytes);
      const reports = await prepareLanding({
        transactions,
        chain: way.chain,
        channel: way.channel,
        history: (report) => historyAmong(memory.sent, report, now),
        ...(values.wallet === undefined ? {} : { wallets: new Set(values.wallet) }),
        ...(values.cluster === undefined ? {} : { expectedCluster: values.cluster }),
        signal: terminal.ended,
      });
      const tipMarkets = await tipMarketsFor(way, reports, terminal.ended);
      const isGood = (report: TransactionReport) =>
        maySend(report) &&
        (values.strict !== true || report.findings.every(({ rank }) => rank !== 'warn'));
      const mayAll = reports.every(isGood);
      const isRepeat = values.repeat === true;
      const repeated = isRepeat ? [] : reports.filter(isSentBefore);
      const isHeld = values.check === true || !mayAll;
      // All or none: what belongs together is not sent in part.
      const answers = isHeld
        ? null
        : repeated.length > 0
          ? repeated.map(sentBefore)
          : await sendAll({ way, transactions, reports, journal: memory.journal, isRepeat });
      const signatures = (answers ?? []).flatMap(({ state, signature }) =>
        state === 'refused' || signature === null ? [] : signature,
      );
      const statuses = signatures.length === 0 ? null : await statusesOf(way, signatures);
      await writeLine(
        terminal.stdout,
        stringifyWire({
          network: way.network,
          host: way.channel.host,
          maySend: mayAll,
          reports,
          tipMarkets,
          journal: memory.folder,
          sent: answers,
          ...(statuses === null ? {} : { statuses }),
        }),
      );
      const isSent = answers === null || answers.every((answer) => isFine(answer));
      return mayAll && isSent ? 0 : 1;
    } finally {
      await way.close();
    }
  },
};

/** What became of sending one. */
interface Answer {
  readonly state: 'accepted' | 'refused' | 'unknown';
  /** Its own, whatever the answer names. */
  readonly signature: string | null;
  readonly uuid?: string;
  readonly alarm?: string;
  readonly error?: { readonly kind: string; readonly message: string };
}

const isFine = ({ state, alarm }: Answer): boolean => state === 'accepted' && alarm === undefined;

async function tipMarketsFor(
  { market }: Way,
  reports: readonly TransactionReport[],
  signal: AbortSignal,
): Promise<object> {
  const tipped = reports.flatMap(({ tips }) => tips.map(({ provider }) => provider));
  const providers = [...new Set(tipped)];
  if (market === null) {
    const unknown = providers.map((provider) => ({ provider, reason: 'no-service' }));
    return { source: null, markets: [], unknown };
  }
  const { name, ask } = market;
  const patience = { patienceMilliseconds: tipPatienceMilliseconds };
  return { source: name, ...(await tipMarketsOf({ ask, providers, signal, ...patience })) };
}

const isSentBefore = ({ findings }: TransactionReport): boolean =>
  findings.some(({ code }) => code === 'sent-before');

const sentBefore = ({ signature }: TransactionReport): Answer => ({
  state: 'refused',
  signature,
  error: {
    kind: 'bad-parameter',
    message: 'It was sent before. Nothing was sent; --repeat sends it again.',
  },
});

interface Sendings {
  readonly way: Way;
  readonly transactions: readonly Uint8Array[];
  readonly reports: readonly TransactionReport[];
  readonly journal: SentJournal | null;
  readonly isRepeat: boolean;
}

async function sendAll({ transactions, ...rest }: Sendings): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const [at, bytes] of transactions.entries()) {
    const report = rest.reports[at];
    if (report === undefined) break;
    const answer = await sendOne(bytes, report, rest);
    answers.push(answer);
    // What follows may depend on it.
    if (!isFine(answer)) break;
  }
  return answers;
}

async function sendOne(
  bytes: Uint8Array,
  report: TransactionReport,
  { way, journal, isRepeat }: Pick<Sendings, 'way' | 'journal' | 'isRepeat'>,
): Promise<Answer> {
  const { signature, messageSha256 } = report;
  let refused: (() => void) | null = () => undefined;
  try {
    const sending = { signature: signature ?? '', messageSha256 };
    if (journal !== null) refused = await journal.begin(sending, isRepeat);
  } catch (error) {
    const message = `It could not be written down, so it was not sent: ${wordsOf(error)}. ${journalAdvice}.`;
    return { state: 'refused', signature, error: { kind: 'service-failing', message } };
  }
  if (refused === null) return sentBefore(report);
  try {
    const sent = await way.send(bytes);
    const alarm = alarmOf(sent.signature, signature);
    return {
      state: 'accepted',
      signature,
      uuid: sent.uuid,
      ...(alarm === null ? {} : { alarm }),
    };
  } catch (error) {
    const kind = MarketError.is(error) ? error.kind : 'service-failing';
    const state = isUnsure(error) ? 'unknown' : 'refused';
    if (state === 'refused') forget(refused);
    return { state, signature, error: { kind, message: wordsOf(error) } };
  }
}

/** What cannot be forgotten is only asked about once more. */
function forget(refused: () => void): void {
  try {
    refused();
  } catch {
    // The answer matters more.
  }
}

/** What the chain says by now; `null` where nobody can be asked. */
async function statusesOf(way: Way, signatures: readonly string[]): Promise<unknown> {
  way.goOn?.();
  try {
    return (await way.chain?.statuses(signatures)) ?? null;
  } catch {
    // They were sent: that has to be printed all the same.
    return null;
  }
}

async function inputOf(path: string): Promise<Uint8Array> {
  if (path !== '-') {
    try {
      return Uint8Array.from(await readFile(path));
    } catch (error) {
      throw new CommandError(`cannot read ${path}: ${wordsOf(error)}`);
    }
  }
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of stdin) {
    pieces.push(piece as Buffer);
    size += (piece as Buffer).length;
    if (size > largestInputBytes) throw new CommandError('the input is too long');
  }
  return Uint8Array.from(Buffer.concat(pieces));
}
