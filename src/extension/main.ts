import './localize.ts';
import * as vscode from 'vscode';
import { registerLanguageModelTools } from './ai/languageModelTools.ts';
import { McpServers } from './ai/mcpServers.ts';
import { ActiveConnection } from './backend/activeConnection.ts';
import { BackendClient } from './backend/backendClient.ts';
import { channelPaths } from './backend/channelPaths.ts';
import { ConnectionSecrets } from './backend/connectionSecrets.ts';
import { ConnectionStore } from './backend/connectionStore.ts';
import { resolveNetworkSettings } from './backend/networkSettings.ts';
import { openChannel } from './backend/openChannel.ts';
import { SelectedConnection } from './backend/selectedConnection.ts';
import { LateFeatures } from './base/lateFeatures.ts';
import { sanitizedLog } from './base/log.ts';
import { ConnectionContext } from './connections/connectionContext.ts';
import { ConnectionStatusBar } from './connections/connectionStatusBar.ts';
import { userSettingValue } from './contributions/commandsAndSettings.ts';
import { FinderFeature } from './finder/finderFeature.ts';
import { RecentResponses } from './shared/recentResponses.ts';
import { type TestExports, testExports, toTestAccess } from './testAccess.ts';
import { TransactionDocuments } from './transaction/transactionDocuments.ts';
import { quickPrompter } from './ui/prompts/quickPrompter.ts';
import { createReplaceablePrompter } from './ui/prompts/replaceablePrompter.ts';

let backendClient: BackendClient | null = null;

/** Creates the parts in dependency order; contains no other logic. */
export function activate(context: vscode.ExtensionContext): TestExports | undefined {
  const { subscriptions, globalState, workspaceState } = context;
  const register = <Part extends vscode.Disposable>(part: Part): Part => {
    subscriptions.push(part);
    return part;
  };
  const channel = register(vscode.window.createOutputChannel('Arbscope', { log: true }));
  const log = sanitizedLog(channel);
  const backendOptions = {
    backendFile: context.asAbsolutePath('dist/backend.js'),
    storageFolder: context.globalStorageUri.fsPath,
    version: String(context.extension.packageJSON.version),
  };
  const backend = register(
    new BackendClient({
      open: openChannel({ ...backendOptions, translationsFile: translationsFile(), log }),
      log,
    }),
  );
  backendClient = backend;
  const recentResponses = new RecentResponses();
  const store = register(new ConnectionStore(log));
  const secrets = new ConnectionSecrets(context.secrets);
  const active = register(
    new ActiveConnection({
      backend,
      store,
      secrets,
      selected: new SelectedConnection(workspaceState, globalState),
      // Only the user's settings: no workspace or extension default may send keys through a proxy.
      network: () => resolveNetworkSettings(userSettingValue, process.env),
      isTrusted: () => vscode.workspace.isTrusted,
    }),
  );
  const prompter = createReplaceablePrompter(quickPrompter);
  register(new ConnectionContext({ active, secretStorage: context.secrets, log }));
  register(registerLanguageModelTools(active));
  const mcpServers = register(
    new McpServers({ ...backendOptions, active, channelPaths: () => channelPaths(backendOptions) }),
  );
  const statusBar = register(new ConnectionStatusBar(active));
  const documents = register(new TransactionDocuments(active, recentResponses));
  const finder: FinderFeature = register(
    new FinderFeature({
      ...{ active, recentResponses, prompter, storage: workspaceState, log },
      loadExports: async () => (await features.load()).exports,
    }),
  );
  const features = register(
    new LateFeatures({
      load: async () => {
        const { Features } = await import('./features.ts');
        const shared = { context, active, backend, store, secrets, finder, recentResponses };
        return () => new Features({ ...shared, documents, prompter, log });
      },
      commandIds: contributedCommands(context),
      commands: vscode.commands,
      log,
    }),
  );
  // Not during the activation, which other extensions wait for. A failure is logged.
  setImmediate(() => void features.load().catch(() => undefined));
  const folders = [context.globalStorageUri, context.logUri];
  const shared = { backend, active, store, statusBar, folders, prompter, mcpServers };
  return testExports(context, async () => toTestAccess(shared, finder, await features.load()));
}

const contributedCommands = ({ extension }: vscode.ExtensionContext): readonly string[] =>
  extension.packageJSON.contributes.commands.map(
    ({ command }: { readonly command: string }) => command,
  );

/** Translations for the backend in the editor's language; undefined: English. */
const translationsFile = (): string | undefined =>
  vscode.l10n.uri?.scheme === 'file' ? vscode.l10n.uri.fsPath : undefined;

/** The editor awaits this, so that the goodbye reaches the backend. */
export const deactivate = (): Promise<void> | undefined => backendClient?.close();
