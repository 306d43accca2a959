import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type {
  SimulateContent,
  SimulateRequest,
  SimulateState,
} from '../../webview/messages/simulate.ts';
import { type ActiveConnection, getErrorContext } from '../backend/activeConnection.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import { readSetting, registerCommand } from '../contributions/commandsAndSettings.ts';
import type { ErrorSources } from '../idl/errorSources.ts';
import { PanelManager } from '../ui/panels/panelManager.ts';
import type { Prompter } from '../ui/prompts/prompter.ts';
import { simulateCodeLensProvider } from './simulateCodeLens.ts';
import { createSimulatePanel } from './simulatePanel.ts';
import { readAgain, readSimulationInput, toSimulateState } from './simulationInput.ts';
import { SimulationRuns } from './simulationRuns.ts';

export interface SimulateFeatureOptions {
  readonly active: ActiveConnection;
  readonly prompter: Prompter;
  readonly extensionUri: vscode.Uri;
  readonly storage: Pick<vscode.Memento, 'get' | 'update'>;
  readonly log: Log;
  readonly errorSources: ErrorSources;
}

export class SimulateFeature extends DisposableStore {
  readonly panels: PanelManager<SimulateState, SimulateContent, SimulateRequest>;
  readonly #prompter: Prompter;

  constructor(options: SimulateFeatureOptions) {
    const { active, prompter, extensionUri, storage, log, errorSources } = options;
    super();
    this.#prompter = prompter;
    const panels = new PanelManager({
      kind: createSimulatePanel({
        arbscope: active.arbscope,
        service: active.service,
        source: () => active.current,
        runs: new SimulationRuns(storage),
        errorSources,
        marginPercent: () => readSetting('arbscope.simulate.computeUnitMargin'),
        openSource,
        showOnSave: (key, isOnSave) =>
          panels.update((content) => (content.key === key ? { ...content, isOnSave } : content)),
      }),
      extensionUri,
      log,
      errorContext: () => getErrorContext(active),
    });
    this.panels = this.add(panels);
    this.add(active.onSwitch(() => panels.reload()));
    this.add(registerCommand('arbscope.simulateTransaction', (given) => this.#run(given)));
    const lensChanges = this.add(new vscode.EventEmitter<void>());
    this.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('arbscope.simulate.codeLens')) lensChanges.fire();
      }),
    );
    const lenses = simulateCodeLensProvider(lensChanges.event);
    this.add(vscode.languages.registerCodeLensProvider('*', lenses));
    this.add(vscode.workspace.onDidSaveTextDocument((document) => void this.#followSave(document)));
  }

  async #run(given: unknown): Promise<void> {
    const read = await readSimulationInput(given, this.#prompter);
    if (read === null) return;
    const state = toSimulateState(read);
    if ('problem' in state) {
      void this.#prompter.notify('error', state.problem, []);
      return;
    }
    const open = this.panels.stateOf(state.key);
    const wanted = { ...state, isOnSave: open?.isOnSave ?? false };
    // Simulating the same transactions again is another run.
    if (open !== undefined) this.panels.replace(wanted);
    this.panels.open(wanted, { isBeside: state.source.uri !== null });
  }

  async #followSave(document: vscode.TextDocument): Promise<void> {
    const uri = document.uri.toString();
    const followed = this.panels.states.filter(
      ({ isOnSave, source }) => isOnSave && source.uri === uri,
    );
    for (const state of followed) {
      const next = await readAgain(state, document);
      if (next === null) {
        const message = t('The simulated transaction is no longer in {0}.', state.source.label);
        void this.#prompter.notify('warning', message, []);
      } else if ('problem' in next) void this.#prompter.notify('error', next.problem, []);
      else this.panels.replace(next);
    }
  }
}

async function openSource({ source: { uri, line } }: SimulateState): Promise<void> {
  if (uri === null) return;
  const target = vscode.Uri.parse(uri, true);
  const place = line === null ? undefined : new vscode.Range(line, 0, line, 0);
  await vscode.commands.executeCommand('vscode.open', target, {
    viewColumn: vscode.ViewColumn.One,
    ...(place === undefined ? {} : { selection: place }),
  });
}
