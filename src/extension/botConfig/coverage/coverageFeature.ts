import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatDuration } from '../../../api/format.ts';
import { isObject } from '../../../api/isObject.ts';
import {
  type CoverageContent,
  type CoverageRequest,
  type CoverageState,
  coverageWindowsSeconds,
  isCoverageState,
} from '../../../webview/messages/coverage.ts';
import { type ActiveConnection, getErrorContext } from '../../backend/activeConnection.ts';
import { endpointLabel, isSimulated, sourceLabel } from '../../base/connections.ts';
import { DisposableStore } from '../../base/disposable.ts';
import type { Log } from '../../base/log.ts';
import {
  readSetting,
  registerCommand,
  setContext,
} from '../../contributions/commandsAndSettings.ts';
import type { FinderPreferences } from '../../finder/filters/finderPreferences.ts';
import { finderRefreshSeconds } from '../../finder/finderRefresh.ts';
import { nameOrShortAddress } from '../../shared/localFacts.ts';
import type { RecentResponses } from '../../shared/recentResponses.ts';
import { PanelManager } from '../../ui/panels/panelManager.ts';
import type { Prompter } from '../../ui/prompts/prompter.ts';
import { runShowingErrors } from '../../ui/runShowingErrors.ts';
import type { BotConfigFeature } from '../botConfigFeature.ts';
import { parseConfigText } from '../parseConfigText.ts';
import { ConfigFiles } from './comparedConfig.ts';
import { ConfigChangePreview } from './configChangePreview.ts';
import { ConfigCommands, readConfigArgument } from './configCommands.ts';
import { ConfigCoverage, type CoverageQuery, defaultCoverageQuery } from './configCoverage.ts';
import { canMergeGroups } from './configForms.ts';
import { coverageHoverProvider } from './coverageHover.ts';
import { coverageCodeLensProvider, coverageInlayHintProvider } from './coverageLenses.ts';
import { CoverageOfDocuments } from './coverageOfDocuments.ts';
import { createCoveragePanel } from './coveragePanel.ts';
import { CoverageStatusBar } from './coverageStatusBar.ts';
import { ExportSettingsRuns } from './exportSettings.ts';
import { FiguresOfDocument } from './figuresOfDocument.ts';

export interface CoverageFeatureOptions {
  readonly active: ActiveConnection;
  readonly configs: Pick<BotConfigFeature, 'documents' | 'diagnostics' | 'worker'>;
  readonly preferences: FinderPreferences;
  readonly recentResponses: RecentResponses;
  readonly prompter: Prompter;
  readonly storage: Pick<vscode.Memento, 'get' | 'update'>;
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
}

const queryKey = 'arbscope.coverage.query';
const lensSetting = 'arbscope.botConfig.codeLens';

/** Coverage of the open bot configs: lenses, hovers, the panel, and changes with a diff first. */
export class CoverageFeature extends DisposableStore {
  readonly panels: PanelManager<CoverageState, CoverageContent, CoverageRequest>;
  readonly documents: CoverageOfDocuments;
  readonly statusBar: CoverageStatusBar;
  readonly #options: CoverageFeatureOptions;
  readonly #commands: ConfigCommands;
  readonly #files: ConfigFiles;
  readonly #lensChanges = this.add(new vscode.EventEmitter<void>());
  #query: CoverageQuery;

  constructor(options: CoverageFeatureOptions) {
    super();
    this.#options = options;
    const { active, configs, prompter, storage, recentResponses, log } = options;
    const source = configs.documents;
    const parse = (text: string) => parseConfigText(configs.worker, text);
    this.#query = readQuery(storage.get(queryKey));
    const query = () => this.#query;
    const nameOf = (address: string) => nameOrShortAddress(address, recentResponses);
    const label = () => sourceLabel(active.current);
    const coverage = new ConfigCoverage({
      arbscope: active.arbscope,
      service: active.service,
      sourceKey: () => `${active.current.kind} ${endpointLabel(active.current)}`,
    });
    const preview = this.add(
      new ConfigChangePreview(prompter, (uri) => this.panels.reveal(uri.toString())),
    );
    const commands = new ConfigCommands({ source, coverage, preview, query, nameOf, prompter });
    this.#commands = commands;
    this.documents = this.add(
      new CoverageOfDocuments({
        coverage,
        query,
        read: (uri) => this.#readOpen(uri),
        onFailure: (_uri, error) => log.debug(`Coverage of a bot config: ${error.message}`),
      }),
    );
    const figures = new FiguresOfDocument(source, this.documents);
    const shown = { figures, nameOf, sourceLabel: label };
    this.statusBar = this.add(
      new CoverageStatusBar({ documents: this.documents, sourceLabel: label }),
    );
    const { languages } = vscode;
    const changes = this.#lensChanges.event;
    this.add(languages.registerCodeLensProvider('*', coverageCodeLensProvider(shown, changes)));
    this.add(languages.registerInlayHintsProvider('*', coverageInlayHintProvider(shown, changes)));
    const hover = coverageHoverProvider({ ...shown, source, coverage, query });
    this.add(languages.registerHoverProvider('*', hover));
    const files = new ConfigFiles({
      ...{ source, parse, prompter },
      openConfigs: () =>
        source.all.flatMap(({ uri, config }) => (config.form === 'lookup-tables' ? [] : [uri])),
    });
    this.#files = files;
    const settings = new ExportSettingsRuns({
      arbscope: active.arbscope,
      preferences: options.preferences,
      refreshSeconds: () => finderRefreshSeconds(active.current.kind),
      prompter,
      onChange: (uri, content) =>
        this.panels.update((panel) =>
          panel.state.uri === uri && panel.settings !== null
            ? { ...panel, settings: content }
            : panel,
        ),
    });
    const uriOf = (state: CoverageState) => vscode.Uri.parse(state.uri, true);
    this.panels = this.add(
      new PanelManager({
        kind: createCoveragePanel({
          coverage,
          arbscope: active.arbscope,
          source: () => ({
            name: active.current.name,
            isSimulated: isSimulated(active.current),
          }),
          nameOf,
          read: files.read,
          readCompared: files.readCompared,
          commitLabel: files.commitLabel,
          settings: (uri) => settings.get(uri),
          pickFile: files.pick,
          setQuery: (next) => this.#setQuery(next),
          addPools: (state, count) => commands.addMissingPools(uriOf(state), count, state),
          removeDeadPools: (state) => commands.removeDeadPools(uriOf(state), null, state),
          mergeGroups: (state) => commands.mergeGroups(uriOf(state), state),
          revealGroup: (state, index) => this.#revealGroup(uriOf(state), index),
          runSettings: (state, axes) => void settings.run(state.uri, axes, state),
          cancelSettings: (state) => settings.cancel(state.uri),
          useSettings: (wanted) => settings.use(wanted),
          openDefinitions: async () => {
            const page = vscode.Uri.joinPath(options.extensionUri, 'docs', 'definitions.md');
            await vscode.commands.executeCommand('markdown.showPreview', page);
          },
        }),
        extensionUri: options.extensionUri,
        log,
        errorContext: () => getErrorContext(active),
      }),
    );
    this.#registerCommands(preview);
    this.#follow(coverage, settings);
  }

  #registerCommands(preview: ConfigChangePreview): void {
    const { active } = this.#options;
    const run = (what: string, work: () => Promise<void>) =>
      runShowingErrors(what, { active }, work);
    this.add(
      registerCommand('arbscope.showCoverage', async (given) => {
        await run(t('The coverage could not be shown'), async () => {
          const uri =
            given === undefined ? await this.#activeConfig() : readConfigArgument(given).uri;
          if (uri === null) return;
          const key = uri.toString();
          const compared = this.panels.stateOf(key)?.compared ?? null;
          this.panels.open({ uri: key, ...this.#query, compared }, { isBeside: true });
        });
      }),
    );
    this.add(
      registerCommand('arbscope.addMissingPools', async (given) => {
        await run(t('No pools were added'), async () => {
          const { uri, count } = readConfigArgument(given);
          await this.#commands.addMissingPools(uri, count);
        });
      }),
    );
    this.add(
      registerCommand('arbscope.removeDeadPools', async (given) => {
        await run(t('No pools were removed'), async () => {
          const { uri, entry } = readConfigArgument(given);
          await this.#commands.removeDeadPools(uri, entry);
        });
      }),
    );
    this.add(
      registerCommand('arbscope.mergeGroups', async (given) => {
        await run(t('No groups were merged'), async () => {
          await this.#commands.mergeGroups(readConfigArgument(given).uri);
        });
      }),
    );
    this.add(
      registerCommand('arbscope.applyConfigChanges', async (given) => {
        await run(t('The changes were not applied'), () => preview.apply(given));
      }),
    );
    this.add(
      registerCommand('arbscope.discardConfigChanges', async (given) => {
        await preview.discard(given);
      }),
    );
  }

  /** Of the active editor, otherwise one that the user chooses; null: cancelled. */
  async #activeConfig(): Promise<vscode.Uri | null> {
    const document = vscode.window.activeTextEditor?.document;
    const read = document && (await this.#options.configs.documents.read(document));
    return read?.uri ?? (await this.#files.pickConfig());
  }

  #follow(coverage: ConfigCoverage, settings: ExportSettingsRuns): void {
    const { active, configs, recentResponses } = this.#options;
    const source = configs.documents;
    this.add(
      active.onSwitch(() => {
        coverage.clear();
        settings.clear();
        this.documents.reload();
        this.panels.reload();
        this.#watch();
      }),
    );
    this.add(this.documents.onChange((uri) => this.#handleCoverage(uri)));
    this.add(recentResponses.onChange(() => this.#lensChanges.fire()));
    this.add(
      source.onChange((uri) => {
        this.#watch();
        this.documents.edited(uri.toString());
        this.#lensChanges.fire();
      }),
    );
    this.add(vscode.window.onDidChangeVisibleTextEditors(() => this.#watch()));
    this.add(vscode.window.onDidChangeActiveTextEditor(() => this.#watch()));
    this.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration(lensSetting)) return;
        this.#watch();
        this.#lensChanges.fire();
      }),
    );
    this.#watch();
  }

  /** On a service, whose requests are limited, watches only if lenses are on. */
  #watch(): void {
    const { active, configs } = this.#options;
    const source = configs.documents;
    const activeUri = vscode.window.activeTextEditor?.document.uri;
    const front = activeUri === undefined ? null : source.current(activeUri);
    setContext('arbscope.isBotConfig', front !== null);
    setContext('arbscope.canMergeGroups', front !== null && canMergeGroups(front.config));
    const isOn = readSetting(lensSetting) !== 'off';
    const isWanted = isOn || active.current.kind !== 'service';
    const shown = vscode.window.visibleTextEditors
      .map(({ document }) => document.uri)
      .filter((uri) => isWanted && source.current(uri) !== null);
    this.documents.watch(new Set(shown.map((uri) => uri.toString())));
    this.statusBar.update();
  }

  #handleCoverage(key: string): void {
    const known = this.documents.get(key);
    const dead = known?.figures.deadPools ?? [];
    const pools =
      known === null || dead.length === 0
        ? null
        : {
            addresses: new Set(dead),
            windowLabel: formatDuration(known.query.windowSeconds),
          };
    this.#options.configs.diagnostics.setDeadPools(vscode.Uri.parse(key, true), pools);
    this.#lensChanges.fire();
    this.statusBar.update();
  }

  async #readOpen(key: string) {
    const document = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === key);
    return document === undefined ? null : await this.#options.configs.documents.get(document);
  }

  #setQuery(query: CoverageQuery): void {
    this.#query = query;
    void this.#options.storage.update(queryKey, query);
    this.documents.reload();
  }

  async #revealGroup(uri: vscode.Uri, index: number): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    const read = await this.#options.configs.documents.get(document);
    const [entry] = read?.config.groups[index]?.entries ?? [];
    const range = entry === undefined ? undefined : read?.config.entries[entry]?.headRange;
    if (range === undefined) return;
    const selection = new vscode.Range(
      document.positionAt(range.start),
      document.positionAt(range.start),
    );
    const { One } = vscode.ViewColumn;
    await vscode.window.showTextDocument(document, { selection, viewColumn: One });
  }
}

/** Validates the query, since it comes from disk. */
function readQuery(stored: unknown): CoverageQuery {
  const state = { ...(isObject(stored) ? stored : {}), uri: '', compared: null };
  if (!isCoverageState(state)) return defaultCoverageQuery;
  const { windowSeconds, percentile } = state;
  const isKnown = coverageWindowsSeconds.some((each) => each === windowSeconds);
  return isKnown ? { windowSeconds, percentile } : defaultCoverageQuery;
}
