import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { MarketError } from '../../api/marketError.ts';
import type { ChannelProgress } from '../../backend/protocol/channelProtocol.ts';
import type { ConnectionCheckReport } from '../../backend/protocol/connectionProtocol.ts';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import type { BackendClient } from '../backend/backendClient.ts';
import type { ConnectionSecrets } from '../backend/connectionSecrets.ts';
import type { ConnectionStore } from '../backend/connectionStore.ts';
import { asMarketError, waitingMessage } from '../backend/errorDescription.ts';
import { withSignal } from '../base/cancellation.ts';
import { type Connection, isSameName, type ServiceConnection } from '../base/connections.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import { Countdown } from '../ui/countdown.ts';
import type { Prompter } from '../ui/prompts/prompter.ts';
import { showError } from '../ui/showError.ts';
import {
  formatEncoding,
  formatReport,
  parseCheckReport,
  summarizeReport,
} from './connectionCheckReport.ts';
import { connectionIcon } from './statusBarContent.ts';

const scheme = 'arbscope-report';

export interface ConnectionCheckOptions {
  readonly backend: Pick<BackendClient, 'request'>;
  readonly active: Pick<ActiveConnection, 'current' | 'settingsOf' | 'batchChanges'>;
  readonly store: Pick<ConnectionStore, 'all' | 'find' | 'save'>;
  readonly secrets: Pick<ConnectionSecrets, 'trustLoopback'>;
  readonly prompter: Prompter;
  readonly log: Log;
}

/** Command "Test Connection": the backend runs the test, this class shows the report. */
export class ConnectionCheck extends DisposableStore implements vscode.TextDocumentContentProvider {
  readonly #options: ConnectionCheckOptions;
  readonly #changeEmitter = this.add(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.#changeEmitter.event;
  /** The newest report of each connection with an open document. */
  readonly #reports = new Map<string, string>();
  /** Running tests by the connection's lower-case name. */
  readonly #running = new Map<string, Promise<void>>();

  constructor(options: ConnectionCheckOptions) {
    super();
    this.#options = options;
    this.add(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
    this.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#reports.delete(uri.toString())),
    );
  }

  /** Tests the named connection, or prompts for one. */
  async runByName(name: unknown): Promise<void> {
    const { store, active, prompter } = this.#options;
    const named = typeof name === 'string' ? store.find(name) : undefined;
    if (named !== undefined) return await this.run(named);
    if (store.all.length === 1) return await this.run(active.current);
    const answer = await prompter.choose<Connection>({
      title: t('Arbscope: Test Connection'),
      placeholder: t('Select a connection to test'),
      choices: store.all.map((connection) => ({
        label: `${connectionIcon(connection)} ${connection.name}`,
        value: connection,
        isCurrent: connection.name === active.current.name,
      })),
    });
    if (typeof answer !== 'string') await this.run(answer.value);
  }

  /** Offers to save what worked. Runs one test per connection at a time. */
  async run(connection: Connection): Promise<void> {
    const key = connection.name.toLowerCase();
    const running = this.#running.get(key);
    if (running !== undefined) {
      const message = t('The test of {0} is still running.', connection.name);
      void this.#options.prompter.notify('info', message, []);
      return await running;
    }
    const run = this.#run(connection).finally(() => this.#running.delete(key));
    this.#running.set(key, run);
    await run;
  }

  async #run(connection: Connection): Promise<void> {
    // Notifications are not awaited.
    try {
      const report = await this.#fetchReport(connection);
      await this.#openReport(connection, report);
      void this.#offerFollowUp(connection, report);
    } catch (error) {
      const known = asMarketError(error);
      if (known.kind === 'cancelled') return;
      if (await this.#mayTrust(connection, known)) return await this.#run(connection);
      const what = t('Cannot test {0}', connection.name);
      this.#options.log.warn(`${what}: ${known.message}`);
      const isRestricted = connection.kind !== 'sandbox' && !vscode.workspace.isTrusted;
      // The tested connection, which may not be the active one.
      void showError({ what, error: known, errorContext: { connection, isRestricted } });
    }
  }

  /** Prompts once for each service over http on this machine that cannot authenticate itself. */
  async #mayTrust(connection: Connection, { unprovenOrigin }: MarketError): Promise<boolean> {
    if (connection.kind !== 'service' || unprovenOrigin === undefined) return false;
    const { prompter, secrets, active } = this.#options;
    const isTrusted = await prompter.confirm({
      message: t('Send the API key of {0} to {1}?', connection.name, unprovenOrigin),
      detail: [
        t('The service does not prove that it knows the key, as arbscope serve does.'),
        t('Over http, any program that listens on this port receives the key, now and later.'),
        t('Continue only if you started the service yourself.'),
      ].join('\n'),
      confirmLabel: t('Send Key'),
      defaultLabel: t('Do Not Send'),
    });
    if (!isTrusted) return false;
    await active.batchChanges(() => secrets.trustLoopback(connection, unprovenOrigin));
    return true;
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return (
      this.#reports.get(uri.toString()) ??
      `${t('This report has expired. Test the connection again.')}\n`
    );
  }

  async #fetchReport(connection: Connection): Promise<ConnectionCheckReport> {
    const { active, backend, log } = this.#options;
    // Before showing progress, so that a missing key fails at once.
    const settings = await active.settingsOf(connection);
    const title = t('Arbscope: Testing {0}', connection.name);
    const { Notification, Window } = vscode.ProgressLocation;
    const answer = await vscode.window.withProgress(
      { location: Notification, title, cancellable: true },
      async (progress, token) =>
        // Also in the status bar: a wait takes up to two minutes, and notifications may be hidden.
        await vscode.window.withProgress({ location: Window, title }, async (inStatusBar) => {
          const countdown = new Countdown((nextCallInSeconds) => {
            const message = waitingMessage({ nextCallInSeconds, isRefused });
            for (const each of [progress, inStatusBar]) each.report({ message });
          });
          let isRefused = false;
          const onProgress = (step: ChannelProgress) => {
            if (step.kind !== 'waiting') return;
            ({ isRefused } = step);
            countdown.start(step.nextCallAtMilliseconds);
          };
          try {
            return await withSignal(token, (signal) =>
              backend.request('checkConnection', { settings }, { signal, onProgress }),
            );
          } finally {
            countdown.stop();
          }
        }),
    );
    const report = parseCheckReport(answer);
    if (report === null) {
      throw new MarketError('unreadable-answer', t('The backend sent an invalid response.'));
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
      const save = t('Save Encoding');
      const found = t('{0} Detected encoding: {1}.', verdict, formatEncoding(encoding));
      const answer = await prompter.notify('info', found, [save]);
      if (answer !== save) return;
      // Keep other changes made to the connection in the meantime.
      const now = store.find(connection.name);
      if (now?.kind !== 'service') return;
      const changed: ServiceConnection = { ...now, encoding };
      await store.save(changed, connection.name);
      return;
    }
    if (connection.kind !== 'sandbox' && report.key === 'refused') {
      const enter = connection.kind === 'node' ? t('Enter RPC URL') : t('Enter API Key');
      if ((await prompter.notify('warning', verdict, [enter])) === enter) {
        await vscode.commands.executeCommand('arbscope.setKey', connection.name);
      }
      return;
    }
    const use = t('Use Connection');
    const isActive = isSameName(active.current.name, connection.name);
    const buttons = report.isWorking && !isActive ? [use] : [];
    const kind = report.isWorking ? 'info' : 'warning';
    if ((await prompter.notify(kind, verdict, buttons)) === use) {
      await vscode.commands.executeCommand('arbscope.switchConnection', connection.name);
    }
  }
}
