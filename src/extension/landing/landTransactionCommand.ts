import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { joinLabel } from '../../api/join.ts';
import { MarketError } from '../../api/marketError.ts';
import type {
  LandingEntry,
  PrepareLandingResponse,
} from '../../backend/protocol/landingProtocol.ts';
import { type ParsedInput, parseTransactionText } from '../../solana/landing/parseTransactions.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { executeCommand, registerCommand } from '../commandsAndSettings.ts';
import { type ActiveConnection, getErrorContext } from '../connections/activeConnection.ts';
import { viewIds } from '../contributions.ts';
import { DisposableStore } from '../disposable.ts';
import type { Log } from '../log.ts';
import { asMarketError } from '../ui/errorDescription.ts';
import { type Choice, isPromptExit, type Prompter } from '../ui/prompts/prompter.ts';
import { responseJson } from '../ui/responseJson.ts';
import { showError } from '../ui/showError.ts';
import { findInputSources, inputAtCursor, inputFromArgument, taskFileUri } from './inputSources.ts';
import type { LandingClient } from './landingClient.ts';
import { landingConfirmation } from './landingConfirmation.ts';
import {
  formatInputSize,
  inputErrorMessage,
  parseTaskRequest,
  taskResult,
} from './landingInput.ts';
import { landingOptions, skipsSandboxConfirmation } from './landingSettings.ts';
import { type PreviewAction, previewRows } from './previewRows.ts';

export interface LandTransactionCommandOptions {
  readonly client: LandingClient;
  readonly active: Pick<ActiveConnection, 'current' | 'overview'>;
  readonly prompter: Prompter;
  readonly log: Log;
  /** Shows the view that follows what was sent. */
  readonly showLandings: () => void;
}

/** What another extension or a task that runs the command gets back. */
type LandingOutcome = Pick<LandingEntry, 'signature' | 'state'>;

/** "Land Signed Transaction…": input, preview, confirmation, sending. Nothing is signed here. */
export class LandTransactionCommand extends DisposableStore {
  readonly #options: LandTransactionCommandOptions;
  /** As chosen last in this window. */
  #isProtected = false;

  constructor(options: LandTransactionCommandOptions) {
    super();
    this.#options = options;
    this.add(registerCommand('arbscope.landTransaction', (given) => this.#handleCommand(given)));
  }

  /** Another extension learns what became of each; a task takes text alone. */
  async #handleCommand(given: unknown): Promise<readonly LandingOutcome[] | string | undefined> {
    const task = parseTaskRequest(given);
    if (task === null) return await this.#run(given);
    return taskResult(await this.#run('file' in task ? taskFileUri(task.file) : task.transaction));
  }

  async #run(given: unknown): Promise<readonly LandingOutcome[] | undefined> {
    const { prompter } = this.#options;
    if (!vscode.workspace.isTrusted) {
      const manage = t('Manage Trust');
      const message = t('Trust this workspace to land transactions.');
      void prompter.notify('warning', message, [manage]).then((chosen) => {
        if (chosen === manage) void executeCommand('arbscope.manageTrust');
      });
      return undefined;
    }
    const input = (await inputFromArgument(given)) ?? inputAtCursor() ?? (await this.#pickInput());
    if (input === null) return undefined;
    const complaint = inputErrorMessage(input);
    if (complaint !== null || input.kind !== 'transactions') {
      void prompter.notify('error', complaint ?? '', []);
      return undefined;
    }
    // Copies, so that nobody who gave them can change them any more.
    const transactions = input.transactions.map(({ bytes }) => Uint8Array.from(bytes));
    try {
      return await this.#preview(transactions);
    } catch (error) {
      this.#showError(asMarketError(error), async () => void (await this.#preview(transactions)));
      return undefined;
    }
  }

  /** Where transactions lie now, and a box to paste into. */
  async #pickInput(): Promise<ParsedInput | null> {
    const places = await findInputSources();
    const title = t('Land Signed Transaction');
    if (places.length > 0) {
      const choices: Choice<ParsedInput | null>[] = places.map(({ name, icon, input }) => ({
        label: `$(${icon}) ${name}`,
        description: formatInputSize(input),
        value: input,
      }));
      choices.push({ label: `$(edit) ${t('Enter a Transaction…')}`, value: null });
      const placeholder = t('Select the signed transaction');
      const chosen = await this.#options.prompter.choose({ title, placeholder, choices });
      if (isPromptExit(chosen)) return null;
      if (chosen.value !== null) return chosen.value;
    }
    const typed = await this.#options.prompter.text({
      title,
      prompt: t('Signed transaction. You see what it does before it is sent.'),
      placeholder: t('Base58, Base64, JSON list of bytes or sendTransaction request'),
      validate: (text) => {
        const read = parseTransactionText(text);
        const complaint = inputErrorMessage(read);
        if (complaint === null) return null;
        return { message: complaint, severity: read.kind === 'empty' ? 'info' : 'error' };
      },
    });
    return isPromptExit(typed) ? null : parseTransactionText(typed.text);
  }

  /** Shows the preview until it is sent or left. */
  async #preview(
    transactions: readonly Uint8Array[],
  ): Promise<readonly LandingOutcome[] | undefined> {
    const { prompter } = this.#options;
    let answer = await this.#prepare(transactions);
    for (;;) {
      const chosen = await prompter.choose<PreviewAction>({
        title: t('Land on {0}: Preview', answer.network),
        placeholder: t('Press Enter to review and send, Esc to cancel'),
        choices: previewRows(answer, this.#isProtected),
      });
      if (isPromptExit(chosen)) return undefined;
      switch (chosen.value) {
        case 'send':
          if (await this.#confirm(answer)) return await this.#send(answer);
          break;
        case 'protect':
          this.#isProtected = !this.#isProtected;
          answer = await this.#prepare(transactions);
          break;
        case 'details':
          await showJson(answer);
          return undefined;
        case 'copy-signature':
          await vscode.env.clipboard.writeText(joinSignatures(answer));
          break;
        case 'blocked':
        case 'nothing':
          break;
      }
    }
  }

  async #prepare(transactions: readonly Uint8Array[]): Promise<PrepareLandingResponse> {
    const { client } = this.#options;
    const answer = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: t('Arbscope: Checking the transaction…') },
      () => client.prepare(transactions, this.#isProtected),
    );
    if (answer.protection === true || !this.#isProtected) return answer;
    this.#isProtected = false;
    return await client.prepare(transactions, false);
  }

  async #confirm(answer: PrepareLandingResponse): Promise<boolean> {
    // Only there: what is sent elsewhere is always confirmed.
    if (answer.kind === 'sandbox' && skipsSandboxConfirmation()) return true;
    return await this.#options.prompter.confirm(landingConfirmation(answer, this.#isProtected));
  }

  /** One after the other; what is not taken ends it, for the rest may depend on it. */
  async #send(answer: PrepareLandingResponse): Promise<LandingOutcome[]> {
    const outcomes: LandingOutcome[] = [];
    for (const { checkId, report } of answer.transactions) {
      const request = {
        checkId,
        sha256: report.sha256,
        frontRunningProtection: this.#isProtected,
        options: landingOptions(),
        // The question has just named it.
        isRepeat: report.findings.some(({ code }) => code === 'sent-before'),
      };
      try {
        const entry = await vscode.window.withProgress(
          { location: { viewId: viewIds.landings } },
          () => this.#options.client.land(request),
        );
        outcomes.push({ signature: entry.signature, state: entry.state });
        this.#notifyOutcome(entry);
        if (entry.state === 'refused') break;
      } catch (error) {
        // The process knows what it was doing; this window only knows that it does not.
        if (!MarketError.is(error, 'unreachable')) {
          if (outcomes.length === 0) throw error;
          // Whoever ran the command learns of those before it all the same.
          this.#showError(asMarketError(error));
          break;
        }
        const signature = report.signature ?? '';
        outcomes.push({ signature, state: 'unknown' });
        this.#warnUnknownOutcome(signature, error);
        break;
      }
    }
    return outcomes;
  }

  #showError(error: MarketError, retry?: () => Promise<void>): void {
    if (error.kind === 'cancelled') return;
    if (error.parameter === 'isRepeat') {
      // Another window was quicker, or this one twice: there is nothing to correct.
      this.#notify('warning', error.message);
      return;
    }
    this.#options.log.warn(`Landing: ${error.message}`);
    const errorContext = getErrorContext(this.#options.active);
    const what = t('Could not land the transaction');
    // Whoever ran the command is not kept waiting for a notification to be read.
    void showError({ what, error, errorContext, ...(retry === undefined ? {} : { retry }) });
  }

  #warnUnknownOutcome(signature: string, error: MarketError): void {
    const message = t(
      '{0} may have been sent. Check its outcome in Landings before you sign another one. {1}',
      shortAddress(signature),
      error.message,
    );
    this.#notify('warning', message);
  }

  /** Shows the view as well: notifications may be hidden. */
  #notify(kind: 'info' | 'warning' | 'error', message: string): void {
    const { prompter, showLandings, log } = this.#options;
    log[kind === 'warning' ? 'warn' : kind](`Landing: ${message}`);
    showLandings();
    void prompter.notify(kind, message, []);
  }

  #notifyOutcome({ alarm, state, message, host, signature }: LandingEntry): void {
    const name = shortAddress(signature);
    if (alarm !== null) this.#notify('error', joinLabel(name, alarm));
    if (state === 'refused') this.#notify('error', t('{0} refused: {1}', name, message));
    else if (state === 'unknown') this.#notify('warning', joinLabel(name, message));
    else this.#notify('info', t('{0} accepted by {1}, but not landed yet.', name, host));
  }
}

const joinSignatures = (answer: PrepareLandingResponse): string =>
  answer.transactions.map(({ report }) => report.signature ?? '').join('\n');

async function showJson(answer: PrepareLandingResponse): Promise<void> {
  const content = responseJson(answer);
  const document = await vscode.workspace.openTextDocument({ language: 'json', content });
  await vscode.window.showTextDocument(document, { preview: true });
}
