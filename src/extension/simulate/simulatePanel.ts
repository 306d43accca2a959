import { t } from '@vscode/l10n';
import {
  isSimulateState,
  parseSimulateRequest,
  type SimulateContent,
  type SimulateRequest,
  type SimulateState,
} from '../../webview/messages/simulate.ts';
import { executeCommand } from '../contributions/commandsAndSettings.ts';
import { panelIds } from '../contributions/views.ts';
import type { ErrorSources } from '../idl/errorSources.ts';
import type { PanelKind } from '../ui/panels/panelKind.ts';
import {
  loadSimulateContent,
  runsKey,
  type SimulateContentSources,
} from './loadSimulateContent.ts';
import { canFollow } from './simulationSource.ts';

export interface SimulatePanelOptions extends SimulateContentSources {
  readonly errorSources: Pick<ErrorSources, 'find' | 'open'>;
  readonly openSource: (state: SimulateState) => Promise<void>;
  readonly showOnSave: (key: string, isOnSave: boolean) => void;
}

export function createSimulatePanel(
  options: SimulatePanelOptions,
): PanelKind<SimulateState, SimulateContent, SimulateRequest> {
  const { runs, source, openSource, showOnSave } = options;
  return {
    id: panelIds.simulate,
    page: 'simulate',
    isState: (value): value is SimulateState =>
      isSimulateState(value) && value.transactions.length > 0,
    keyOf: ({ key }) => key,
    titleOf: ({ source: { label } }) => t('Simulation {0}', label.split('/').at(-1) ?? label),
    load: (state, load) => loadSimulateContent(options, state, load),
    readRequest: parseSimulateRequest,
    handle: async (request, { state, setState, reload }) => {
      switch (request.type) {
        case 'on-save':
          if (!canFollow(state.source)) return;
          setState({ ...state, isOnSave: request.isOn });
          showOnSave(state.key, request.isOn);
          return;
        case 'open-source':
          await openSource(state);
          return;
        case 'open-error':
          await options.errorSources.open(request.source);
          return;
        case 'open-percentiles':
          await executeCommand('arbscope.openPercentiles', 'tipsByComputeUnit');
          return;
        case 'open-pool':
          await executeCommand('arbscope.openPool', request.pool);
          return;
        case 'land':
          await executeCommand('arbscope.landTransaction', [...state.transactions]);
          return;
        case 'clear-runs':
          await runs.clear(runsKey(source().name, state));
          reload();
      }
    },
  };
}
