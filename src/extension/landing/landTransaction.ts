import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { MarketError } from '../../interface/marketError.ts';
import type { LandingEntry, PrepareLandingAnswer } from '../../market/landingProtocol.ts';
import {
  readTransactionText,
  type TransactionInput,
} from '../../solana/landing/readTransactions.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { type ActiveConnection, placeOfFailure } from '../connection/activeConnection.ts';
import { viewIds } from '../contributions.ts';
import { type Disposable, DisposableList } from '../disposable.ts';
import { asMarketError } from '../errors/remedy.ts';
import { tellError } from '../errors/tellError.ts';
import type { Log } from '../log.ts';
import { type Choice, isLeaving, type Prompter } from '../prompts/prompter.ts';
import { registerCommand, runCommand } from '../register.ts';
import { answerJson } from '../transaction/answerJson.ts';
import { confirmation } from './confirmation.ts';
import { cursorInput, fileOfTask, givenInput, inputPlaces } from './inputPlaces.ts';
import type { LandingCalls } from './landingCalls.ts';
import { complaintOf, sizeWords } from './landingInput.ts';
import { landingOptions, skipsSandboxQuestion } from './landingSettings.ts';
import { type PreviewAct, previewRows } from './previewRows.ts';
import { taskAnswer, taskRequest } from './taskRequest.ts';

export interface LandTransactionOptions {
  readonly calls: LandingCalls;
  readonly active: Pick<ActiveConnection, 'current' | 'overview'>;
  readonly prompter: Prompter;
  readonly log: Log;
  /** Shows the view that follows what was sent. */
  readonly showLandings: () => void;
}

/** What another extension or a task that runs the command gets back. */
export interface LandingOutcome {
  readonly signature: string;
  readonly state: LandingEntry['state'];
}

/**
 * The command "Land Signed Transaction…": input, preview, question, sending. Whoever runs it gets
 * the same preview and the same question; nothing is ever signed here, and no key asked for.
 */
export class LandTransaction implements Disposable {
  readonly #options: LandTransactionOptions;
  readonly #own = new DisposableList();
  /** As chosen last in this window. */
  #isProtected = false;

  constructor(options: LandTransactionOptions) {
    this.#options = options;
    this.#own.add(registerCommand('arbscope.landTransaction', (given) => this.#asked(given)));
  }

  dispose(): void {
    this.#own.dispose();
  }

  /** Another extension learns what became of each; a task takes text alone. */
  async #asked(given: unknown): Promise<readonly LandingOutcome[] | string | undefined> {
    const task = taskRequest(given);
    if (task === null) return await this.#run(given);
    return taskAnswer(await this.#run('file' in task ? fileOfTask(task.file) : task.transaction));
  }

  async #run(given: unknown): Promise<readonly LandingOutcome[] | undefined> {
    const { prompter } = this.#options;
    if (!vscode.workspace.isTrusted) {
      const manage = t('Manage Trust');
      const words = t('Transactions are not landed from a workspace that is not trusted.');
      void prompter.tell('warning', words, [manage]).then((chosen) => {
        if (chosen === manage) void runCommand('arbscope.manageTrust');
      });
      return undefined;
    }
    const input = (await givenInput(given)) ?? cursorInput() ?? (await this.#choosePlace());
    if (input === null) return undefined;
    const complaint = complaintOf(input);
    if (complaint !== null || input.kind !== 'transactions') {
      void prompter.tell('error', complaint ?? '', []);
      return undefined;
    }
    // Copies, so that nobody who gave them can change them any more.
    const transactions = input.transactions.map(({ bytes }) => Uint8Array.from(bytes));
    try {
      return await this.#preview(transactions);
    } catch (error) {
      this.#failed(asMarketError(error), async () => void (await this.#preview(transactions)));
      return undefined;
    }
  }

  /** Where transactions lie now, and a box to paste into. */
  async #choosePlace(): Promise<TransactionInput | null> {
    const places = await inputPlaces();
    const paste = { label: `$(edit) ${t('Enter or Paste a Transaction…')}`, value: null };
    const choices: Choice<TransactionInput | null>[] = [
      ...places.map(({ name, icon, input }) => ({
        label: `$(${icon}) ${t('From {0}', name)}`,
        description: sizeWords(input),
        value: input,
      })),
      paste,
    ];
    const title = t('Land Signed Transaction');
    if (places.length > 0) {
      const placeholder = t('Where the signed transaction is');
      const chosen = await this.#options.prompter.choose({ title, placeholder, choices });
      if (isLeaving(chosen)) return null;
      if (chosen.value !== null) return chosen.value;
    }
    const typed = await this.#options.prompter.text({
      title,
      prompt: t('A signed transaction; nothing is sent before you have seen what it does'),
      placeholder: t('Base58, Base64, a JSON list of bytes, or a sendTransaction request'),
      check: (text) => {
        const read = readTransactionText(text);
        const complaint = complaintOf(read);
        if (complaint === null) return null;
        return { message: complaint, severity: read.kind === 'empty' ? 'info' : 'error' };
      },
    });
    return isLeaving(typed) ? null : readTransactionText(typed.text);
  }

  /** Shows the preview until it is sent or left. */
  async #preview(
    transactions: readonly Uint8Array[],
  ): Promise<readonly LandingOutcome[] | undefined> {
    const { prompter } = this.#options;
    let answer = await this.#prepare(transactions);
    for (;;) {
      const chosen = await prompter.choose<PreviewAct>({
        title: t('Land on {0}: Preview', answer.network),
        placeholder: t('Enter sends, after a question. Escape does not send.'),
        choices: previewRows(answer, this.#isProtected),
      });
      if (isLeaving(chosen)) return undefined;
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
          await vscode.env.clipboard.writeText(signaturesOf(answer));
          break;
        case 'blocked':
        case 'nothing':
          break;
      }
    }
  }

  async #prepare(transactions: readonly Uint8Array[]): Promise<PrepareLandingAnswer> {
    const answer = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: t('Arbscope: checking the transaction') },
      () => this.#options.calls.prepare(transactions, this.#isProtected),
    );
    if (answer.protection !== true && this.#isProtected) {
      this.#isProtected = false;
      return await this.#options.calls.prepare(transactions, false);
    }
    return answer;
  }

  async #confirm(answer: PrepareLandingAnswer): Promise<boolean> {
    // Only there: what is sent elsewhere is always asked about.
    if (answer.kind === 'sandbox' && skipsSandboxQuestion()) return true;
    return await this.#options.prompter.confirm(confirmation(answer, this.#isProtected));
  }

  /** One after the other; what is not taken ends it, for the rest may depend on it. */
  async #send(answer: PrepareLandingAnswer): Promise<LandingOutcome[]> {
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
          () => this.#options.calls.land(request),
        );
        outcomes.push({ signature: entry.signature, state: entry.state });
        this.#tell(entry);
        if (entry.state === 'refused') break;
      } catch (error) {
        // The process knows what it was doing; this window only knows that it does not.
        if (!MarketError.is(error, 'unreachable')) {
          if (outcomes.length === 0) throw error;
          // Whoever ran the command learns of those before it all the same.
          this.#failed(asMarketError(error));
          break;
        }
        const signature = report.signature ?? '';
        outcomes.push({ signature, state: 'unknown' });
        this.#lost(signature, error);
        break;
      }
    }
    return outcomes;
  }

  #failed(error: MarketError, retry?: () => Promise<void>): void {
    if (error.kind === 'cancelled') return;
    if (error.parameter === 'isRepeat') {
      // Another window was quicker, or this one twice: there is nothing to correct.
      this.#told('warning', `${error.message} ${t('The Landings view tells what became of it.')}`);
      return;
    }
    this.#options.log.warn(`Landing: ${error.message}`);
    const place = placeOfFailure(this.#options.active);
    const what = t('The transaction was not landed');
    // Whoever ran the command is not kept waiting for a notification to be read.
    void tellError({ what, error, place, ...(retry === undefined ? {} : { retry }) });
  }

  #lost(signature: string, error: MarketError): void {
    const { prompter, log } = this.#options;
    log.warn(`Landing ${signature}: ${error.message}`);
    const words = t(
      '{0}: {1} Whether it was sent is not known here; the Landings view tells as soon as the process is back. Do not sign another one before.',
      shortAddress(signature),
      error.message,
    );
    void prompter.tell('warning', words, []);
  }

  #told(kind: 'info' | 'warning' | 'error', words: string): void {
    const { prompter, showLandings, log } = this.#options;
    const show = t('Show Landings');
    log[kind === 'warning' ? 'warn' : kind](`Landing: ${words}`);
    void prompter.tell(kind, words, [show]).then((chosen) => {
      if (chosen === show) showLandings();
    });
  }

  #tell(entry: LandingEntry): void {
    const name = shortAddress(entry.signature);
    const told = (kind: 'info' | 'warning' | 'error', words: string) => this.#told(kind, words);
    if (entry.alarm !== null) told('error', `${name}: ${entry.alarm}`);
    if (entry.state === 'refused') told('error', t('{0} was refused: {1}', name, entry.message));
    else if (entry.state === 'unknown') told('warning', `${name}: ${entry.message}`);
    else {
      this.#options.showLandings();
      told(
        'info',
        t(
          '{0} was accepted by {1}. Accepted is not landed: the Landings view follows it.',
          name,
          entry.host,
        ),
      );
    }
  }
}

const signaturesOf = (answer: PrepareLandingAnswer): string =>
  answer.transactions.map(({ report }) => report.signature ?? '').join('\n');

async function showJson(answer: PrepareLandingAnswer): Promise<void> {
  const content = answerJson(answer);
  const document = await vscode.workspace.openTextDocument({ language: 'json', content });
  await vscode.window.showTextDocument(document, { preview: true });
}
