import type * as vscode from 'vscode';
import { parseSignature } from '../../solana/parseSignature.ts';
import type {
  TransactionContent,
  TransactionPageRequest,
  TransactionPanelContent,
  TransactionState,
} from '../../webview/messages/transaction.ts';
import { type ActiveConnection, getErrorContext } from '../backend/activeConnection.ts';
import { type Disposable, DisposableStore } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import { registerCommand } from '../contributions/commandsAndSettings.ts';
import type { ErrorSources } from '../idl/errorSources.ts';
import { trackedLabels } from '../shared/competitionMessage.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';
import type { TrackedWallets } from '../shared/trackedWallets.ts';
import { PanelManager } from '../ui/panels/panelManager.ts';
import { rowAddress } from '../ui/treeRow.ts';
import { CompetitionLoader, type CompetitionLoaderOptions } from './competitionLoader.ts';
import type { LookUpOpenOptions } from './lookUpPick.ts';
import type { TransactionDocuments } from './transactionDocuments.ts';
import { TransactionLoader, type TransactionLoaderOptions } from './transactionLoader.ts';
import { createTransactionPanel } from './transactionPanel.ts';

export interface TransactionsFeatureOptions
  extends Omit<TransactionLoaderOptions, 'active'>,
    Pick<CompetitionLoaderOptions, 'unlanded'> {
  readonly active: ActiveConnection;
  readonly documents: Pick<TransactionDocuments, 'open'>;
  readonly errorSources: ErrorSources;
  readonly recentResponses: RecentResponses;
  readonly tracked: TrackedWallets;
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
}

export class TransactionsFeature extends DisposableStore {
  readonly loader: TransactionLoader;
  readonly panels: PanelManager<TransactionState, TransactionPanelContent, TransactionPageRequest>;

  constructor({ documents, extensionUri, log, tracked, ...options }: TransactionsFeatureOptions) {
    super();
    this.loader = new TransactionLoader(options);
    const competitions = new CompetitionLoader({ ...options, tracked });
    this.panels = this.add(
      new PanelManager({
        kind: createTransactionPanel({
          ...{ loader: this.loader, competitions, documents },
          errorSources: options.errorSources,
        }),
        extensionUri,
        log,
        errorContext: () => getErrorContext(options.active),
      }),
    );
    this.add(
      tracked.onChange(() =>
        this.panels.update((content) => withTracked(content, trackedLabels(tracked))),
      ),
    );
    this.add(
      registerCommand('arbscope.whyDidILose', (given) => {
        const parsed = parseSignature(
          typeof given === 'string' ? given : (rowAddress(given) ?? ''),
        );
        if (parsed.kind !== 'signature') return;
        this.panels.open({ signature: parsed.signature, competitionAt: Date.now() });
      }),
    );
  }

  /** Opens the panel, or shows the open one as it is. */
  open({ signature }: { readonly signature: string }, options: LookUpOpenOptions): void {
    const { content: transaction, ...place } = options;
    const shown = this.panels.stateOf(signature) ?? { signature };
    const content = { signature, competition: null, competitionAt: null };
    this.panels.open(shown, {
      ...place,
      ...(transaction === undefined ? {} : { content: { ...content, transaction } }),
    });
  }

  onContent(listener: (content: TransactionContent) => void): Disposable {
    return this.panels.onContent(({ transaction }) => {
      if (transaction !== null) listener(transaction);
    });
  }
}

const withTracked = (
  content: TransactionPanelContent,
  tracked: Readonly<Record<string, string>>,
): TransactionPanelContent =>
  content.competition?.kind === 'loaded'
    ? { ...content, competition: { ...content.competition, tracked } }
    : content;
