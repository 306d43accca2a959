import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { MarketError } from '../../interface/marketError.ts';
import type { TestReport } from '../../market/connectionProtocol.ts';
import { type Disposable, DisposableList } from '../disposable.ts';
import { asMarketError } from '../errors/remedy.ts';
import { tellError } from '../errors/tellError.ts';
import type { Log } from '../log.ts';
import type { Prompter } from '../prompts/prompter.ts';
import type { ActiveConnection } from './activeConnection.ts';
import type { ConnectionStore } from './connectionStore.ts';
import { type Connection, isSameName, type ServiceConnection } from './connections.ts';
import type { MarketConnection } from './marketConnection.ts';
import { iconOf } from './statusWords.ts';
import { encodingWords, readTestReport, reportText, verdictOf } from './testReport.ts';

const scheme = 'arbscope-report';

export interface ConnectionTestOptions {
  readonly market: Pick<MarketConnection, 'request'>;
  readonly active: Pick<ActiveConnection, 'current' | 'settingsOf' | 'reopen'>;
  readonly store: Pick<ConnectionStore, 'all' | 'find' | 'save'>;
  readonly prompter: Prompter;
  readonly log: Log;
}

/** "Test Connection": the market process tries one, this tells what came of it. */
export class ConnectionTest implements vscode.TextDocumentContentProvider, Disposable {
  readonly #options: ConnectionTestOptions;
  readonly #own = new DisposableList();
  readonly #changed = this.#own.add(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.#changed.event;
  /** The newest report of each connection whose document is open. */
  readonly #reports = new Map<string, string>();

  constructor(options: ConnectionTestOptions) {
    this.#options = options;
    this.#own.add(vscode.workspace.registerTextDocumentContentProvider(scheme, this));
    this.#own.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#reports.delete(uri.toString())),
    );
  }

  /** Tries the connection of a name, or asks which. */
  async runNamed(name: unknown): Promise<void> {
    const { store, active, prompter } = this.#options;
    const named = typeof name === 'string' ? store.find(name) : undefined;
    if (named !== undefined) return await this.run(named);
    if (store.all.length === 1) return await this.run(active.current);
    const answer = await prompter.choose<Connection>({
      title: t('Arbscope: Test Connection'),
      placeholder: t('Which connection is to be tried?'),
      choices: store.all.map((connection) => ({
        label: `${iconOf(connection)} ${connection.name}`,
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
      const report = await this.#report(connection);
      await this.#open(connection, report);
      void this.#offer(connection, report);
    } catch (error) {
      const known = asMarketError(error);
      if (known.kind === 'cancelled') return;
      const what = t('{0} was not tested', connection.name);
      this.#options.log.warn(`${what}: ${known.message}`);
      const isRestricted = connection.kind !== 'sandbox' && !vscode.workspace.isTrusted;
      // The connection that was tried, which need not be the one in use.
      void tellError({ what, error: known, place: { connection, isRestricted } });
    }
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return (
      this.#reports.get(uri.toString()) ??
      `${t('This report is gone: test the connection again.')}\n`
    );
  }

  dispose(): void {
    this.#own.dispose();
  }

  async #report(connection: Connection): Promise<TestReport> {
    const { active, market, log } = this.#options;
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
        const listening = token.onCancellationRequested(() => abort.abort());
        try {
          return await market.request(
            'testConnection',
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
          listening.dispose();
        }
      },
    );
    const report = readTestReport(answer);
    if (report === null) {
      throw new MarketError(
        'unreadable-answer',
        t('The market process gave no report that can be read.'),
      );
    }
    log.info(`Test of ${connection.name}: ${verdictOf(connection, report)}`);
    return report;
  }

  async #open(connection: Connection, report: TestReport): Promise<void> {
    const uri = vscode.Uri.from({ scheme, path: `/${t('Test of {0}', connection.name)}.txt` });
    this.#reports.set(uri.toString(), reportText(connection, report, new Date()));
    const document = await vscode.workspace.openTextDocument(uri);
    this.#changed.fire(uri);
    await vscode.window.showTextDocument(document, { preview: true });
  }

  async #offer(connection: Connection, report: TestReport): Promise<void> {
    const { prompter, active, store } = this.#options;
    const verdict = verdictOf(connection, report);
    const { encoding } = report;
    if (connection.kind === 'service' && encoding !== null && encoding !== connection.encoding) {
      const keep = t('Keep Encoding');
      const found = t('{0} It understands parameters as {1}.', verdict, encodingWords(encoding));
      const answer = await prompter.tell('info', found, [keep]);
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
      if ((await prompter.tell('warning', verdict, [enter])) === enter) {
        await vscode.commands.executeCommand('arbscope.setKey', connection.name);
      }
      return;
    }
    const use = t('Use It');
    const isActive = isSameName(active.current.name, connection.name);
    const buttons = report.isWorking && !isActive ? [use] : [];
    const kind = report.isWorking ? 'info' : 'warning';
    if ((await prompter.tell(kind, verdict, buttons)) === use) {
      await vscode.commands.executeCommand('arbscope.switchConnection', connection.name);
    }
  }
}
