import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isAddress } from '../../api/base58.ts';
import { errorMessage } from '../../api/errorMessage.ts';
import { isObject } from '../../api/isObject.ts';
import { MarketError } from '../../api/marketError.ts';
import type { ProgramSlotsResponse } from '../../backend/protocol/callProtocol.ts';
import { poolsOf } from '../../botConfig/configEntries.ts';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import type { ConfigDocuments } from '../botConfig/configDocuments.ts';
import { readUserSetting, registerCommand } from '../contributions/commandsAndSettings.ts';
import type { AutoUpdatedExports } from '../finder/exports/autoUpdatedExports.ts';
import { isSameRequest } from '../finder/finderChanges.ts';
import { finderRefreshSeconds } from '../finder/finderRefresh.ts';
import type { FinderResponse } from '../finder/finderResponse.ts';
import type { FinderView } from '../finder/finderView.ts';
import { verdictChangeMessage } from '../finder/verdictRow.ts';
import { addressNames } from '../live/addressNames.ts';
import { PoolClient } from '../shared/poolClient.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';
import type { TrackedWallets } from '../shared/trackedWallets.ts';
import type { Prompter } from '../ui/prompts/prompter.ts';
import { rowAddress } from '../ui/treeRow.ts';
import { type Alert, AlertEngine, type AlertEvent } from './alertEngine.ts';
import { AlertMenu } from './alertMenu.ts';
import { type AlertObstacle, alertObstacle } from './alertObstacles.ts';
import {
  type AlertRule,
  type AlertScope,
  parseAlertRules,
  scopeKinds,
  toAlertSetting,
} from './alertRules.ts';
import { AlertStreams, alertStreams } from './alertStreams.ts';
import { runWorkspaceTask, workspaceTasks } from './alertTasks.ts';
import { alertNotice, type NameOf } from './alertTexts.ts';
import { MutedAlerts } from './mutedAlerts.ts';
import { ProgramUpgrades } from './programUpgrades.ts';
import { promptForAlert } from './promptForAlert.ts';

export interface AlertsFeatureOptions {
  readonly active: Pick<ActiveConnection, 'arbscope' | 'request' | 'current' | 'onSwitch'>;
  readonly finder: Pick<FinderView, 'onResponse' | 'shown'>;
  readonly autoUpdatedExports: Pick<AutoUpdatedExports, 'files' | 'stateOf' | 'onChange'>;
  readonly tracked: TrackedWallets;
  readonly configs: Pick<ConfigDocuments, 'all'>;
  readonly recentResponses: Pick<RecentResponses, 'mint'>;
  readonly globalState: Pick<vscode.Memento, 'get' | 'update'>;
  readonly prompter: Prompter;
  readonly log: Log;
}

const settingId = 'arbscope.alerts';
const muteLabel = t('Mute');
const openSettingsLabel = t('Open Settings');

/** Reads the rules of the setting, feeds the engine and shows its alerts. */
export class AlertsFeature extends DisposableStore {
  readonly #options: AlertsFeatureOptions;
  readonly #engine = new AlertEngine();
  readonly #muted: MutedAlerts;
  readonly #streams: AlertStreams;
  readonly #upgrades: ProgramUpgrades;
  readonly #nameOf: NameOf;
  /** Paused files of which an alert came, and those that were paused at the start. */
  #pausedPaths: Set<string>;

  constructor(options: AlertsFeatureOptions) {
    super();
    this.#options = options;
    const { active, finder, autoUpdatedExports, tracked, recentResponses, log } = options;
    this.#nameOf = addressNames(tracked, recentResponses);
    this.#muted = new MutedAlerts(options.globalState);
    const onEvent = (event: AlertEvent) => this.#handle(event);
    this.#pausedPaths = new Set(this.#paused().map(({ path }) => path));
    this.#streams = this.add(new AlertStreams({ arbscope: active.arbscope, onEvent, log }));
    this.#upgrades = this.add(
      new ProgramUpgrades({
        programs: (signal) => configPrograms(options.configs, new PoolClient(active), signal),
        request: async (programs, signal) =>
          (await active.request('programSlots', { programs }, { signal })) as ProgramSlotsResponse,
        connectionName: () => active.current.name,
        storage: options.globalState,
        onUpgrade: (program, slot) => onEvent({ kind: 'programUpgrade', program, slot }),
        log,
      }),
    );
    this.#readRules();
    this.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(settingId)) this.#readRules();
      }),
    );
    this.add(tracked.onChange(() => this.#watch()));
    this.add(
      active.onSwitch(() => {
        this.#engine.forgetFailures();
        // The streams of the connection before have ended.
        this.#streams.set([]);
        this.#watch();
      }),
    );
    this.add(finder.onResponse((before, now) => this.#compare(before, now)));
    this.add(autoUpdatedExports.onChange(() => this.#findPaused()));
    this.add(
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#findPaused();
      }),
    );
    this.add(registerCommand('arbscope.addAlert', (row) => this.#add(row)));
    const menu = new AlertMenu({
      ...{ prompter: options.prompter, muted: this.#muted, nameOf: this.#nameOf },
      rules: () => this.#engine.rules,
      obstacles: () => this.#obstacles(),
      add: () => this.#add(),
    });
    this.add(registerCommand('arbscope.manageAlerts', () => menu.show()));
  }

  #readRules(): void {
    const { rules, problems } = parseAlertRules(readUserSetting(settingId));
    this.#engine.setRules(rules);
    this.#upgrades.setNeeded(rules.some(({ when }) => when === 'programUpgrade'));
    this.#watch();
    const [problem] = problems;
    if (problem === undefined) return;
    const { prompter, log } = this.#options;
    for (const each of problems) log.warn(`${settingId}: ${each}`);
    void prompter.notify('warning', problem, [openSettingsLabel]).then(async (pressed) => {
      if (pressed === openSettingsLabel) {
        await vscode.commands.executeCommand('workbench.action.openSettings', settingId);
      }
    });
  }

  #watch(): void {
    this.#streams.set(alertStreams(this.#engine.rules, this.#options.tracked.addresses));
  }

  #compare(before: FinderResponse | null, now: FinderResponse): void {
    const mintsOf = ({ result }: FinderResponse) => result.tokens.map(({ mint }) => mint);
    this.#handle({
      kind: 'finder',
      before: before !== null && isSameRequest(before, now) ? mintsOf(before) : null,
      now: mintsOf(now),
      change: verdictChangeMessage(before, now),
    });
  }

  #findPaused(): void {
    const earlier = this.#pausedPaths;
    this.#pausedPaths = new Set();
    for (const { path, reason } of this.#paused()) {
      const isTold = earlier.has(path) || this.#handle({ kind: 'exportPaused', path, reason });
      if (isTold) this.#pausedPaths.add(path);
    }
  }

  #paused(): readonly { readonly path: string; readonly reason: string }[] {
    const { autoUpdatedExports } = this.#options;
    return autoUpdatedExports.files.flatMap(({ path }) => {
      const state = autoUpdatedExports.stateOf(path);
      return state.kind === 'paused' ? [{ path, reason: state.reason }] : [];
    });
  }

  /** Returns whether an alert came. */
  #handle(event: AlertEvent): boolean {
    const { tracked } = this.#options;
    const alerts = this.#engine.handle(event, {
      nowMilliseconds: Date.now(),
      isHidden: !vscode.window.state.focused,
      isMuted: (rule) => this.#muted.has(rule),
      isTracked: (wallet) => tracked.find(wallet) !== undefined,
    });
    for (const alert of alerts) void this.#deliver(alert);
    return alerts.length > 0;
  }

  async #deliver(alert: Alert): Promise<void> {
    const { prompter, log } = this.#options;
    const { message, action } = alertNotice(alert, this.#nameOf);
    log.info(`Alert: ${message}`);
    if (alert.rule.task !== null) void this.#runTask(alert.rule.task);
    const pressed = await prompter.notify('info', message, [action.title, muteLabel]);
    if (pressed === muteLabel) await this.#muted.set(alert.rule, true);
    if (pressed !== action.title) return;
    await vscode.commands.executeCommand(
      action.command,
      ...(action.argument === undefined ? [] : [action.argument]),
    );
  }

  async #runTask(label: string): Promise<void> {
    const problem = await runWorkspaceTask(label).catch(errorMessage);
    if (problem === null) return;
    this.#options.log.warn(`Alert: the task did not run: ${problem}`);
    const text = t('The alert’s task “{0}” did not run: {1}', label, problem);
    await this.#options.prompter.notify('warning', text, []);
  }

  async #add(row?: unknown): Promise<void> {
    const { prompter, tracked, finder } = this.#options;
    const suggestions = (): AlertScope[] => [
      ...tracked.addresses.map((value) => ({ kind: 'wallet' as const, value })),
      ...(finder.shown?.result.tokens ?? []).map(({ mint }) => ({
        ...{ kind: 'token' as const, value: mint },
      })),
    ];
    const options = { prompter, nameOf: this.#nameOf, suggestions, tasks: workspaceTasks };
    const rule = await promptForAlert(options, parseScopeArgument(row));
    if (rule === null) return;
    const stored: unknown = readUserSetting(settingId);
    if (!Array.isArray(stored)) {
      // Shows what is wrong with it; nothing of the user's is replaced.
      this.#readRules();
      return;
    }
    await vscode.workspace
      .getConfiguration()
      .update(settingId, [...stored, toAlertSetting(rule)], vscode.ConfigurationTarget.Global);
    await this.#confirm(rule);
  }

  /** Says that the alert has been added, and why it cannot come now. */
  async #confirm(rule: AlertRule): Promise<void> {
    const obstacle = (await this.#obstacles())(rule);
    if (obstacle === null) {
      vscode.window.setStatusBarMessage(t('Alert added'), 3_000);
      return;
    }
    const { reason, command } = obstacle;
    const message = t('Alert added, but it cannot come now: {0}.', reason);
    const next =
      command === 'arbscope.refreshFinderEvery'
        ? t('Set Auto-Refresh Interval…')
        : t('Switch Connection');
    const pressed = await this.#options.prompter.notify(
      'warning',
      message,
      command === null ? [] : [next],
    );
    if (command !== null && pressed === next) await vscode.commands.executeCommand(command);
  }

  async #obstacles(): Promise<(rule: AlertRule) => AlertObstacle | null> {
    const { active, tracked } = this.#options;
    // Whether the connection has a stream; other failures say nothing about it.
    const hasStream = await active.arbscope.status({}).then(
      () => true,
      (error: unknown) => (MarketError.is(error, 'not-offered') ? false : null),
    );
    return (rule) =>
      alertObstacle(rule, {
        rules: this.#engine.rules,
        tracked: tracked.addresses,
        connection: active.current,
        hasStream,
        isFinderRefreshed: finderRefreshSeconds(active.current.kind) > 0,
      });
  }
}

/** The AMM programs of the pools in open bot configs, as far as the connection knows them. */
async function configPrograms(
  { all }: Pick<ConfigDocuments, 'all'>,
  pools: PoolClient,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const listed = [...new Set(all.flatMap(({ config }) => config.entries.flatMap(poolsOf)))].slice(
    0,
    maxConfigPools,
  );
  if (listed.length === 0) return [];
  const request = { filter: { pools: listed }, offset: 0, limit: listed.length };
  const { rows } = await pools.page(request, { signal });
  return [...new Set(rows.map(({ program }) => program))];
}

/** The backend's limit of pools per request. */
const maxConfigPools = 5_000;

/** A row of a wallet, token or pool. */
function parseScopeArgument(row: unknown): AlertScope | null {
  const value = rowAddress(row);
  const context = isObject(row) ? row['context'] : null;
  const kind = context === 'leader' ? 'wallet' : scopeKinds.find((each) => each === context);
  return kind === undefined || value === null || !isAddress(value) ? null : { kind, value };
}
