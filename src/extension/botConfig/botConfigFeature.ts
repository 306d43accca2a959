import { Worker } from 'node:worker_threads';
import * as vscode from 'vscode';
import type { ExpectedExport } from '../../botConfig/verifyExport.ts';
import type { AddressDiagnostics } from '../addresses/addressDiagnostics.ts';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import { readSetting } from '../contributions/commandsAndSettings.ts';
import { PoolClient } from '../shared/poolClient.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';
import { configCompletionProvider } from './configCompletions.ts';
import { ConfigDiagnostics } from './configDiagnostics.ts';
import { ConfigDocuments } from './configDocuments.ts';
import { configQuickFixProvider, fixAllKind } from './configQuickFixes.ts';
import { ConfigWorker, toMarketError } from './configWorker.ts';
import { keyHoverProvider } from './keyHovers.ts';
import { KnownPools } from './knownPools.ts';

export interface BotConfigFeatureOptions {
  readonly active: Pick<ActiveConnection, 'request' | 'current' | 'onSwitch'>;
  readonly recentResponses: RecentResponses;
  readonly addressDiagnostics: Pick<AddressDiagnostics, 'inRange' | 'onChange'>;
  readonly workerFile: string;
  readonly log: Log;
}

/** Far more than the largest config needs. A larger text crashes the thread, not the window. */
const maxWorkerMegabytes = 512;

/** Bot configs in the editor: diagnostics, fixes, hovers and completions. */
export class BotConfigFeature extends DisposableStore {
  readonly worker: ConfigWorker;
  readonly documents: ConfigDocuments;
  readonly diagnostics: ConfigDiagnostics;

  /** Parses the file as the bot would. Null: it matches `expected`. Throws a MarketError. */
  readonly verifyExport = async (text: string, expected: ExpectedExport) => {
    try {
      return await this.worker.request({ kind: 'verify', text, expected });
    } catch (error) {
      throw toMarketError(error);
    }
  };

  constructor(options: BotConfigFeatureOptions) {
    super();
    const { active, recentResponses, addressDiagnostics, workerFile, log } = options;
    const { languages, workspace } = vscode;
    const pools = new PoolClient(active);
    const isService = () => active.current.kind === 'service';
    this.worker = this.add(
      new ConfigWorker({
        start: () =>
          new Worker(workerFile, {
            name: 'arbscope-bot-configs',
            // The thread does not need the window's environment.
            ...{ env: {}, execArgv: [] },
            resourceLimits: { maxOldGenerationSizeMb: maxWorkerMegabytes },
          }),
        log,
      }),
    );
    const documents = this.add(
      new ConfigDocuments({
        worker: this.worker,
        knownPools: new KnownPools({ client: pools, isService }),
        isAddressFile,
        wantsPools: () => readSetting('arbscope.botConfig.diagnostics'),
        tableLimits: () => ({
          perToken: readSetting('arbscope.export.lookupTablesPerToken'),
          perFile: readSetting('arbscope.export.lookupTablesPerFile'),
        }),
        log,
      }),
    );
    this.documents = documents;
    const diagnostics = this.add(new ConfigDiagnostics({ documents, addressDiagnostics }));
    this.diagnostics = diagnostics;
    this.add(active.onSwitch(() => documents.forgetPools()));
    this.add(
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('arbscope.botConfig.addressFiles')) documents.refresh();
        if (change.affectsConfiguration('arbscope.botConfig.diagnostics')) documents.checkAgain();
      }),
    );
    const quickFixes = configQuickFixProvider({ documents, diagnostics });
    this.add(
      languages.registerCodeActionsProvider('*', quickFixes, {
        providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, fixAllKind],
      }),
    );
    this.add(languages.registerHoverProvider('*', keyHoverProvider(documents)));
    const completions = configCompletionProvider({ documents, pools, recentResponses, isService });
    this.add(languages.registerCompletionItemProvider('*', completions, '"'));
  }
}

function isAddressFile(document: vscode.TextDocument): boolean {
  const globs = readSetting('arbscope.botConfig.addressFiles');
  const folder = vscode.workspace.getWorkspaceFolder(document.uri);
  if (folder === undefined || !Array.isArray(globs)) return false;
  return globs.some(
    (glob) =>
      typeof glob === 'string' &&
      vscode.languages.match({ pattern: new vscode.RelativePattern(folder, glob) }, document) > 0,
  );
}
