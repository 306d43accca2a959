import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { MarketError } from '../../api/marketError.ts';
import type { ConnectionCheckReport } from '../../backend/protocol/connectionProtocol.ts';
import type { BackendClient } from '../backend/backendClient.ts';
import { DisposableStore } from '../disposable.ts';
import type { Log } from '../log.ts';
import { asMarketError } from '../ui/errorDescription.ts';
import type { Prompter } from '../ui/prompts/prompter.ts';
import { showError } from '../ui/showError.ts';
import type { ActiveConnection } from './activeConnection.ts';
import {
  formatEncoding,
  formatReport,
  parseCheckReport,
  summarizeReport,
} from './connectionCheckReport.ts';
import type { ConnectionStore } from './connectionStore.ts';
import { type Connection, isSameName, type ServiceConnection } from './connections.ts';
import { connectionIcon } from './statusBarContent.ts';

const scheme = 'arbscope-report';

export interface ConnectionCheckOptions {
  readonly backend: Pick<BackendClient, 'request'>;
  readonly active: Pick<ActiveConnection, 'current' | 'settingsOf' | 'reopen'>;
  readonly store: Pick<ConnectionStore, 'all' | 'find' | 'save'>;
  readonly prompter: Prompter;
  readonly log: Log;
}

/** "Test Connection": the backend tries one, this tells what came of it. */
export class ConnectionCheck extends DisposableStore implements vscode.TextDocumentContentProvider {
  readonly #options: ConnectionCheckOptions;
  readonly #changeEmitter = this.add(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.#changeEmitter.event;
  /** The newest report of each connection whose document is open. */
  readonly #reports = new Map<string, string>();

  constructor(options: ConnectionCheckOptions) {
    super();
    this.#options = options;
    this.add(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
    this.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#reports.delete(uri.toString())),
    );
  }

  /** Tries the connection of a name, or asks which. */
  async runByName(name: unknown): Promise<void> {
    const { store, active, prompter } = this.#options;
    const named = typeof name === 'string' ? store.find(name) : undefined;
    if (named !== undefined) return await this.run(named);
    if (store.all.length === 1) return await this.run(active.current);
    const answer = await prompter.choose<Connection>({
      title: t('Arbscope: Test Connection'),
      placeholder: t('Which connection is to be tried?'),
      choices: store.all.map((connection) => ({
        label: `${connectionIcon(connection)} ${connection.name}`,
        value: connection,
        isCurrent: connection.name === active.current.name,
      })),
    });
    if (typeof answer !== 'string') await this.run(answer.value);
  }

  /** Tries a connection, shows the report, and offers to keep what worked. Failures are told. */
  async run(connection: Connection): Promise<void> {
    // Nobody waits for a notification to be answered.
    try {
      const report = await this.#fetchReport(connection);
      await this.#openReport(connection, report);
      void this.#offerFollowUp(connection, report);
    } catch (error) {
      const known = asMarketError(error);
      if (known.kind === 'cancelled') return;
      const what = t('{0} was not tested', connection.name);
      this.#options.log.warn(`${what}: ${known.message}`);
      const isRestricted = connection.kind !== 'sandbox' && !vscode.workspace.isTrusted;
      // The connection that was tried, which need not be the one in use.
      void showError({ what, error: known, errorContext: { connection, isRestricted } });
    }
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return (
      this.#reports.get(uri.toString()) ??
      `${t('This report is gone: test the connection again.')}\n`
    );
  }

  async #fetchReport(connection: Connection): Promise<ConnectionCheckReport> {
    const { active, backend, log } = this.#options;
    // Before any progress is shown: a missing key is told at once.
    const settings = await active.settingsOf(connection);
    const answer = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: t('Arbscope: testing {0}', connection.name),
        cancellable: true,
      },
      async (progress, token) => {
        const abort = new AbortController();
        const subscription = token.onCancellationRequested(() => abort.abort());
        try {
          return await backend.request(
            'checkConnection',
            { settings },
            {
              signal: abort.signal,
              onProgress: (step) => {
                if (step.kind === 'waiting') {
                  progress.report({ message: t('next call in {0} s', step.nextCallInSeconds) });
                }
              },
            },
          );
        } finally {
          subscription.dispose();
        }
      },
    );
    const report = parseCheckReport(answer);
    if (report === null) {
      throw new MarketError('unreadable-answer', t('The backend gave no report that can be read.'));
    }
    log.info(`Test of ${connection.name}: ${summarizeReport(connection, report)}`);
    return report;
  }

  async #openReport(connection: Connection, report: ConnectionCheckReport): Promise<void> {
    const uri = vscode.Uri.from({ scheme, path: `/${t('Test of {0}', connection.name)}.txt` });
    this.#reports.set(uri.toString(), formatReport(connection, report, new Date()));
    const document = await vscode.workspace.openTextDocument(uri);
    this.#changeEmitter.fire(uri);
    await vscode.window.showTextDocument(document, { preview: true });
  }

  async #offerFollowUp(connection: Connection, report: ConnectionCheckReport): Promise<void> {
    const { prompter, active, store } = this.#options;
    const verdict = summarizeReport(connection, report);
    const { encoding } = report;
    if (connection.kind === 'service' && encoding !== null && encoding !== connection.encoding) {
      const keep = t('Keep Encoding');
      const found = t('{0} It understands parameters as {1}.', verdict, formatEncoding(encoding));
      const answer = await prompter.notify('info', found, [keep]);
      if (answer !== keep) return;
      // Whatever became of the connection meanwhile stays.
      const now = store.find(connection.name);
      if (now?.kind !== 'service') return;
      const kept: ServiceConnection = { ...now, encoding };
      await store.save(kept, connection.name);
      return;
    }
    if (connection.kind !== 'sandbox' && report.key === 'refused') {
      const enter = connection.kind === 'node' ? t('Enter RPC URL') : t('Enter API Key');
      if ((await prompter.notify('warning', verdict, [enter])) === enter) {
        await vscode.commands.executeCommand('arbscope.setKey', connection.name);
      }
      return;
    }
    const use = t('Use It');
    const isActive = isSameName(active.current.name, connection.name);
    const buttons = report.isWorking && !isActive ? [use] : [];
    const kind = report.isWorking ? 'info' : 'warning';
    if ((await prompter.notify(kind, verdict, buttons)) === use) {
      await vscode.commands.executeCommand('arbscope.switchConnection', connection.name);
    }
  }
}
