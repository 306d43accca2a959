import { t } from '@vscode/l10n';
import {
  type CoverageContent,
  type CoverageRequest,
  type CoverageState,
  coverageWindowsSeconds,
  type ExportSettings,
  isCoverageState,
  parseCoverageRequest,
  type SettingsAxes,
} from '../../../webview/messages/coverage.ts';
import { executeCommand } from '../../contributions/commandsAndSettings.ts';
import { panelIds } from '../../contributions/views.ts';
import type { PanelKind } from '../../ui/panels/panelKind.ts';
import type { CoverageQuery } from './configCoverage.ts';
import { type CoverageLoaderOptions, loadCoverageContent } from './coverageLoader.ts';

export interface CoveragePanelOptions extends CoverageLoaderOptions {
  readonly pickFile: (uri: string) => Promise<string | null>;
  /** Sets the window and percentile of the lenses. */
  readonly setQuery: (query: CoverageQuery) => void;
  readonly addPools: (state: CoverageState, count: number) => Promise<void>;
  readonly removeDeadPools: (state: CoverageState) => Promise<void>;
  readonly mergeGroups: (state: CoverageState) => Promise<void>;
  readonly revealGroup: (state: CoverageState, index: number) => Promise<void>;
  readonly runSettings: (state: CoverageState, axes: SettingsAxes) => void;
  readonly cancelSettings: (state: CoverageState) => void;
  readonly useSettings: (settings: ExportSettings) => Promise<void>;
  readonly openDefinitions: () => Promise<void>;
}

export function createCoveragePanel(
  options: CoveragePanelOptions,
): PanelKind<CoverageState, CoverageContent, CoverageRequest> {
  return {
    id: panelIds.coverage,
    page: 'coverage',
    isState: (value): value is CoverageState =>
      isCoverageState(value) && isWindow(value.windowSeconds),
    keyOf: ({ uri }) => uri,
    titleOf: ({ uri }, content) => t('Coverage {0}', content?.config.name ?? nameOf(uri)),
    load: (state, load) => loadCoverageContent(options, state, load),
    readRequest: (value) => {
      const request = parseCoverageRequest(value);
      return request?.type === 'ask' && !isWindow(request.windowSeconds) ? null : request;
    },
    handle: async (request, { state, setState, reload }) => {
      const show = (change: Partial<CoverageState>) => {
        setState({ ...state, ...change });
        reload();
      };
      switch (request.type) {
        case 'ask': {
          const { windowSeconds, percentile } = request;
          options.setQuery({ windowSeconds, percentile });
          show({ windowSeconds, percentile });
          return;
        }
        case 'compare': {
          if (request.kind === 'none') return show({ compared: null });
          if (request.kind === 'commit') return show({ compared: { kind: 'commit' } });
          const uri = await options.pickFile(state.uri);
          if (uri !== null) show({ compared: { kind: 'file', uri } });
          return;
        }
        case 'add-pools':
          await options.addPools(state, Math.max(0, Math.floor(request.count)));
          return;
        case 'remove-dead-pools':
          await options.removeDeadPools(state);
          return;
        case 'merge-groups':
          await options.mergeGroups(state);
          return;
        case 'reveal-group':
          await options.revealGroup(state, request.index);
          return;
        case 'open-pool':
          await executeCommand('arbscope.openPool', request.pool);
          return;
        case 'open-token':
          await executeCommand('arbscope.openToken', request.mint);
          return;
        case 'show-arbitrages':
          await executeCommand('arbscope.showArbitrages', {
            [request.kind === 'pool' ? 'pools' : 'amms']: [request.address],
          });
          return;
        case 'run-settings':
          options.runSettings(state, request.axes);
          return;
        case 'cancel-settings':
          options.cancelSettings(state);
          return;
        case 'use-settings':
          await options.useSettings(request.settings);
          return;
        case 'open-definitions':
          await options.openDefinitions();
      }
    },
  };
}

const isWindow = (seconds: number): boolean =>
  (coverageWindowsSeconds as readonly number[]).includes(seconds);

const nameOf = (uri: string): string =>
  decodeURIComponent(uri.split(/[?#]/)[0]?.split('/').at(-1) ?? '');
