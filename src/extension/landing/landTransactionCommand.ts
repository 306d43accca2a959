import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { joinLabel, joinList } from '../../api/join.ts';
import { MarketError } from '../../api/marketError.ts';
import type {
  LandingEntry,
  LandingPlan,
  LandResponse,
} from '../../backend/protocol/landingProtocol.ts';
import type { ParsedInput } from '../../solana/landing/parseTransactions.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { type ActiveConnection, getErrorContext } from '../backend/activeConnection.ts';
import { asMarketError } from '../backend/errorDescription.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import type { ConfirmedReceivers } from '../connections/confirmedReceivers.ts';
import { executeCommand, registerCommand } from '../contributions/commandsAndSettings.ts';
import { viewIds } from '../contributions/views.ts';
import type { ErrorSources } from '../idl/errorSources.ts';
import { isPromptExit, type Prompter } from '../ui/prompts/prompter.ts';
import { responseJson } from '../ui/responseJson.ts';
import { showError } from '../ui/showError.ts';
import { inputAtCursor, inputFromArgument, taskFileUri } from './inputSources.ts';
import type { LandingClient } from './landingClient.ts';
import { landingConfirmation, newReceiverConfirmation } from './landingConfirmation.ts';
import { inputErrorMessage, parseTaskRequest, taskResult } from './landingInput.ts';
import { landingOutcome } from './landingLabels.ts';
import { skipsSandboxConfirmation } from './landingSettings.ts';
import { pickTransactionInput } from './pickTransactionInput.ts';
import type { PreviewAction } from './previewRow.ts';
import { previewRows } from './previewRows.ts';

export interface LandTransactionCommandOptions {
  readonly client: Pick<LandingClient, 'prepare' | 'isCurrent' | 'checkPlan' | 'land'>;
  readonly receivers: Pick<ConfirmedReceivers, 'has' | 'add'>;
  readonly active: Pick<ActiveConnection, 'current' | 'overview'>;
  readonly prompter: Prompter;
  readonly log: Log;
  readonly errorSources: Pick<ErrorSources, 'find' | 'open'>;
  readonly showLandings: () => void;
  readonly outcomeOf: (entry: LandingEntry) => Promise<LandingEntry | null>;
  /** Net gain of a landed arbitrage, USD; null if it is none, or not known without a request to a service. */
  readonly gainOf: (entry: LandingEntry) => Promise<number | null>;
}

/** The preview waits for it. */
const sourceTimeoutMilliseconds = 2_000;

/** Result of the command for another extension or a task. */
type LandingOutcome = Pick<LandingEntry, 'signature' | 'state'>;

/** "Land Signed Transaction…". Never signs. */
export class LandTransactionCommand extends DisposableStore {
  readonly #options: LandTransactionCommandOptions;
  /** Last choice of front-running protection in this window; default of the next preview. */
  #isProtected = false;

  constructor(options: LandTransactionCommandOptions) {
    super();
    this.#options = options;
    this.add(registerCommand('arbscope.landTransaction', (given) => this.#handleCommand(given)));
  }

  /** Returns the outcome of each transaction, or text for a task, which takes only text. */
  async #handleCommand(given: unknown): Promise<readonly LandingOutcome[] | string | undefined> {
    const task = parseTaskRequest(given);
    if (task === null) return await this.#run(given);
    return taskResult(await this.#run('file' in task ? taskFileUri(task.file) : task.transaction));
  }

  async #run(given: unknown): Promise<readonly LandingOutcome[] | undefined> {
    const { prompter } = this.#options;
    if (!this.#checkTrust()) return undefined;
    const input = (await inputFromArgument(given)) ?? inputAtCursor() ?? (await this.#pickInput());
    if (input === null) return undefined;
    const complaint = inputErrorMessage(input);
    if (complaint !== null || input.kind !== 'transactions') {
      void prompter.notify('error', complaint ?? '', []);
      return undefined;
    }
    const transactions = input.transactions.map(({ bytes }) => bytes);
    if (input.isBundle) {
      const message = t(
        'This is a bundle of {0} transactions. Arbscope sends one at a time, not all or none. Send the bundle to your block engine.',
        transactions.length,
      );
      void prompter.notify('error', message, []);
      return undefined;
    }
    try {
      return await this.#preview(transactions);
    } catch (error) {
      this.#showError(asMarketError(error), async () => void (await this.#preview(transactions)));
      return undefined;
    }
  }

  /** Requests workspace trust if it is missing. */
  #checkTrust(): boolean {
    if (vscode.workspace.isTrusted) return true;
    const manage = t('Manage Trust');
    const message = t('Trust this workspace to land transactions.');
    void this.#options.prompter.notify('warning', message, [manage]).then((chosen) => {
      if (chosen === manage) void executeCommand('arbscope.manageTrust');
    });
    return false;
  }

  async #pickInput(): Promise<ParsedInput | null> {
    const picked = await pickTransactionInput(this.#options.prompter, {
      title: t('Land Signed Transaction'),
      placeholder: t('Select the signed transaction'),
      prompt: t('Signed transaction. You see what it does before it is sent.'),
    });
    return picked?.input ?? null;
  }

  /** The plan on display is the plan that is sent. */
  async #preview(
    transactions: readonly Uint8Array[],
  ): Promise<readonly LandingOutcome[] | undefined> {
    const { prompter, client, receivers } = this.#options;
    let plan = await this.#prepare(transactions, this.#isProtected);
    for (;;) {
      const isNewReceiver = plan.kind !== 'sandbox' && !receivers.has(plan.receiver);
      const chosen = await prompter.choose<PreviewAction>({
        title: t('Land on {0}: Preview', plan.network),
        placeholder: t('Press Enter to review and send, Esc to cancel'),
        choices: previewRows(plan, { isNewReceiver, errorSources: await this.#errorSources(plan) }),
      });
      if (isPromptExit(chosen)) return undefined;
      if (typeof chosen.value === 'object') {
        await this.#options.errorSources.open(chosen.value.source);
        return undefined;
      }
      switch (chosen.value) {
        case 'send':
          if (!client.isCurrent(plan)) {
            const message = t('The connection or its settings have changed. Review again.');
            void prompter.notify('warning', message, []);
            plan = await this.#prepare(transactions, plan.frontRunningProtection, plan);
            break;
          }
          switch (await this.#confirm(plan, isNewReceiver)) {
            case 'send':
              return await this.#send(plan);
            case 'simulate':
              plan = await this.#prepare(transactions, plan.frontRunningProtection, plan);
              break;
            case 'review':
              break;
          }
          break;
        case 'protect':
          this.#isProtected = !plan.frontRunningProtection;
          plan = await this.#prepare(transactions, this.#isProtected, plan);
          break;
        case 'details':
          await showJson(plan);
          return undefined;
        case 'simulation':
          await executeCommand('arbscope.simulateTransaction', asArgument(transactions));
          return undefined;
        case 'copy-signature':
          await vscode.env.clipboard.writeText(joinSignatures(plan));
          break;
        case 'blocked':
        case 'nothing':
          break;
      }
    }
  }

  /** For each report; empty: the workspace does not have the line, or takes too long to find it. */
  #errorSources({ reports }: LandingPlan): Promise<string[]> {
    const signal = AbortSignal.timeout(sourceTimeoutMilliseconds);
    return Promise.all(
      reports.map(async ({ simulation }) => {
        const error = simulation?.idlError;
        if (error === undefined) return '';
        return await this.#options.errorSources.find(error.program, error.name, signal);
      }),
    );
  }

  async #prepare(
    transactions: readonly Uint8Array[],
    isProtected: boolean,
    replaced: LandingPlan | null = null,
  ): Promise<LandingPlan> {
    const { client } = this.#options;
    const plan = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: t('Arbscope: Checking the transaction…') },
      () => client.prepare(transactions, isProtected, replaced),
    );
    if (plan.protection === true || !isProtected) return plan;
    this.#isProtected = false;
    return await client.prepare(transactions, false, plan);
  }

  async #confirm(
    plan: LandingPlan,
    isNewReceiver: boolean,
  ): Promise<'send' | 'review' | 'simulate'> {
    const { client, prompter, receivers } = this.#options;
    // Only the Sandbox may skip the confirmation.
    if (plan.kind === 'sandbox' && skipsSandboxConfirmation()) return 'send';
    if (isNewReceiver) {
      if (!(await prompter.confirm(newReceiverConfirmation(plan)))) return 'review';
      await receivers.add(plan.receiver);
    }
    let aged = await client.checkPlan(plan);
    for (;;) {
      const isSure = await prompter.confirm(landingConfirmation(plan, aged));
      if (!isSure) return aged.length > 0 ? 'simulate' : 'review';
      if (aged.length > 0) return 'send';
      // Check again: the dialog may have been open for a long time.
      aged = await client.checkPlan(plan);
      if (aged.length === 0) return 'send';
    }
  }

  async #send(plan: LandingPlan): Promise<LandingOutcome[]> {
    let response: LandResponse;
    try {
      response = await vscode.window.withProgress({ location: { viewId: viewIds.landings } }, () =>
        this.#options.client.land(plan),
      );
    } catch (error) {
      // The backend may have sent the transactions before the connection to it broke.
      if (!MarketError.is(error, 'unreachable')) throw error;
      const signatures = plan.reports.map(({ signature }) => signature ?? '');
      this.#warnUnknownOutcome(signatures, error);
      return signatures.map((signature) => ({ signature, state: 'unknown' }));
    }
    for (const entry of response.entries) this.#notifyOutcome(entry);
    if (response.notSent !== null) {
      this.#notify('warning', t('The remaining transactions were not sent: {0}', response.notSent));
    }
    return response.entries.map(({ signature, state }) => ({ signature, state }));
  }

  #showError(error: MarketError, retry?: () => Promise<void>): void {
    if (error.kind === 'cancelled') return;
    if (error.parameter === 'isRepeat') {
      // Already sent, by this or another window; the user has nothing to correct.
      this.#notify('warning', error.message);
      return;
    }
    if (error.parameter === 'journal') {
      // The connection works; the message says what to do about the file.
      this.#notify('error', error.message);
      return;
    }
    this.#options.log.warn(`Landing: ${error.message}`);
    const errorContext = getErrorContext(this.#options.active);
    const what = t('Could not land the transaction');
    // Not awaited: the command's caller must not wait until the user closes the notification.
    void showError({ what, error, errorContext, ...(retry === undefined ? {} : { retry }) });
  }

  #warnUnknownOutcome(signatures: readonly string[], error: MarketError): void {
    const message = t(
      '{0} may have been sent. Check its outcome in Landings before you sign another one. {1}',
      joinList(signatures.map(shortAddress)),
      error.message,
    );
    this.#notify('warning', message);
  }

  /** Also shows the view, since notifications may be hidden. */
  #notify(kind: 'warning' | 'error', message: string): void {
    const { prompter, showLandings, log } = this.#options;
    log[kind === 'warning' ? 'warn' : kind](`Landing: ${message}`);
    showLandings();
    void prompter.notify(kind, message, []);
  }

  #notifyOutcome(entry: LandingEntry): void {
    const { alarm, state, message, signature } = entry;
    const name = shortAddress(signature);
    if (alarm !== null) this.#notify('error', joinLabel(name, alarm));
    if (state === 'refused') this.#notify('error', t('{0} refused: {1}', name, message));
    else if (state === 'unknown') this.#notify('warning', joinLabel(name, message));
    else void this.#showOutcome(entry);
  }

  /** One notification while the transaction is on its way, then one with the outcome. */
  async #showOutcome(sent: LandingEntry): Promise<void> {
    const { outcomeOf, gainOf, showLandings, log, prompter } = this.#options;
    showLandings();
    const name = shortAddress(sent.signature);
    log.info(`Landing: ${name} accepted by ${sent.host}`);
    const title = t('{0} sent to {1}. Waiting for it to land…', name, sent.host);
    const entry = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title },
      () => outcomeOf(sent),
    );
    if (entry === null) return;
    const { kind, text } = landingOutcome(entry, await gainOf(entry));
    log[kind === 'warning' ? 'warn' : kind](`Landing: ${text}`);
    const open = t('Open Transaction');
    const isOnChain = entry.state === 'landed' || entry.state === 'failed';
    const pressed = await prompter.notify(kind, text, isOnChain ? [open] : []);
    if (pressed === open) await executeCommand('arbscope.lookUpTransaction', entry.signature);
  }
}

const joinSignatures = ({ reports }: LandingPlan): string =>
  reports.map(({ signature }) => signature ?? '').join('\n');

/** A single transaction as plain text, so that it can be located in the source file. */
function asArgument(transactions: readonly Uint8Array[]): string | readonly string[] {
  const texts = transactions.map((bytes) => Buffer.from(bytes).toString('base64'));
  const [only = ''] = texts;
  return texts.length === 1 ? only : texts;
}

async function showJson(plan: LandingPlan): Promise<void> {
  const content = responseJson(plan);
  const document = await vscode.workspace.openTextDocument({ language: 'json', content });
  await vscode.window.showTextDocument(document, { preview: true });
}
