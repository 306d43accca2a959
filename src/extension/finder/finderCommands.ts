import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { keySize } from '../../api/base58.ts';
import { formatDuration } from '../../api/format.ts';
import { maxListEntries } from '../../api/limits.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { DisposableStore } from '../base/disposable.ts';
import { registerCommand } from '../contributions/commandsAndSettings.ts';
import type { TrackedWallets } from '../shared/trackedWallets.ts';
import { openExplorer } from '../ui/openExplorer.ts';
import { isPromptExit, type Prompter } from '../ui/prompts/prompter.ts';
import { parseMintArgument, rowAddress } from '../ui/treeRow.ts';
import { type FilterName, filterFields } from './filters/filterFields.ts';
import { FilterForm } from './filters/filterForm.ts';
import { FilterPresets, type PresetStorage } from './filters/filterPresets.ts';
import { withFilter } from './filters/filters.ts';
import type { FinderPreferences } from './filters/finderPreferences.ts';
import type { AddressLabels } from './filters/listEditor.ts';
import { PresetMenu } from './filters/presetMenu.ts';
import { type TokenOrder, tokenOrderLabels } from './filters/tokenOrder.ts';
import { automaticRefreshSeconds } from './finderRefresh.ts';
import type { FinderView } from './finderView.ts';

export interface FinderCommandsOptions {
  readonly finder: Pick<FinderView, 'shown' | 'tree'>;
  readonly preferences: FinderPreferences;
  readonly tracked: Pick<TrackedWallets, 'all' | 'find'>;
  readonly prompter: Prompter;
  /** The user's storage: all windows share the presets. */
  readonly globalState: PresetStorage;
}

export class FinderCommands extends DisposableStore {
  readonly #options: FinderCommandsOptions;

  constructor(options: FinderCommandsOptions) {
    super();
    this.#options = options;
    const { finder, preferences, prompter, globalState } = options;
    const shared = { preferences, prompter };
    const presets = new PresetMenu({ ...shared, presets: new FilterPresets(globalState) });
    const filterForm = new FilterForm({
      ...shared,
      presets,
      addressLabels: this.#addressLabels(),
    });
    this.add(
      registerCommand(
        'arbscope.refreshFinder',
        () => void finder.tree.refresh({ forceRefresh: true }),
      ),
    );
    this.add(
      registerCommand('arbscope.filterFinder', (row) => filterForm.show(filterFromArgument(row))),
    );
    this.add(registerCommand('arbscope.editFinderFilters', () => filterForm.show(null)));
    this.add(
      registerCommand('arbscope.clearFinderFilters', () =>
        preferences.setFilters(preferences.defaultFilters),
      ),
    );
    this.add(registerCommand('arbscope.finderPresets', async () => void (await presets.show())));
    this.add(registerCommand('arbscope.sortFinder', () => this.#sort()));
    this.add(registerCommand('arbscope.refreshFinderEvery', () => this.#chooseInterval()));
    this.add(registerCommand('arbscope.pinToken', (row) => this.#pin(row, true)));
    this.add(registerCommand('arbscope.unpinToken', (row) => this.#pin(row, false)));
    this.add(registerCommand('arbscope.excludeToken', (row, rows) => this.#exclude(row, rows)));
    this.add(registerCommand('arbscope.copyMints', (row, rows) => this.#copyMints(row, rows)));
    this.add(registerCommand('arbscope.openInExplorer', (row) => openRowInExplorer(row)));
  }

  #addressLabels(): AddressLabels {
    const { tracked, finder } = this.#options;
    return {
      labelOf: (address) =>
        knownMints.get(address)?.symbol ?? (tracked.find(address)?.name || shortAddress(address)),
      suggestionsFor: (of) =>
        of === 'wallets'
          ? tracked.all.map(({ address }) => address)
          : (finder.shown?.result.tokens ?? []).map(({ mint }) => mint),
    };
  }

  async #sort(): Promise<void> {
    const { preferences, prompter } = this.#options;
    const chosen = await prompter.choose<TokenOrder>({
      title: t('Sort Finder'),
      placeholder: t('Highest first; pinned tokens stay on top'),
      choices: (Object.keys(tokenOrderLabels) as TokenOrder[]).map((value) => ({
        label: tokenOrderLabels[value],
        ...(value === preferences.order ? { description: t('current') } : {}),
        value,
        isCurrent: value === preferences.order,
      })),
    });
    if (!isPromptExit(chosen)) await preferences.setOrder(chosen.value);
  }

  /** Changes the user's setting, not the workspace's. */
  async #chooseInterval(): Promise<void> {
    const setting = 'arbscope.finder.refreshSeconds';
    const settings = vscode.workspace.getConfiguration();
    const now = settings.get<number | null>(setting) ?? null;
    const chosen = await this.#options.prompter.choose<number | null>({
      title: t('Set Auto-Refresh Interval'),
      placeholder: t('Pauses while the Finder is hidden and updates no file'),
      choices: refreshIntervals.map((value) => ({
        ...intervalLabel(value),
        value,
        isCurrent: value === now,
      })),
    });
    if (isPromptExit(chosen)) return;
    const value = chosen.value ?? undefined;
    await settings.update(setting, value, vscode.ConfigurationTarget.Global);
  }

  async #pin(row: unknown, isWanted: boolean): Promise<void> {
    const { preferences } = this.#options;
    const mint = parseMintArgument(row);
    if (mint === undefined || preferences.pins.includes(mint) === isWanted) return;
    await preferences.togglePin(mint);
  }

  async #exclude(row: unknown, rows: unknown): Promise<void> {
    const { preferences } = this.#options;
    const { tokensExclude } = preferences.filters;
    const before = Array.isArray(tokensExclude) ? (tokensExclude as readonly string[]) : [];
    const all = new Set([...before, ...selectedMints(row, rows)]);
    const excluded = [...all].slice(0, maxListEntries);
    if (excluded.length === before.length) return;
    await preferences.setFilters(withFilter(preferences.filters, 'tokensExclude', excluded));
  }

  async #copyMints(row: unknown, rows: unknown): Promise<void> {
    const { finder, prompter } = this.#options;
    const selected = selectedMints(row, rows);
    const shown = (finder.shown?.result.tokens ?? []).map(({ mint }) => mint);
    const mints = selected.length > 1 ? selected : shown;
    if (mints.length === 0) {
      await prompter.notify('info', t('The Finder shows no tokens.'), []);
      return;
    }
    await vscode.env.clipboard.writeText(mints.join('\n'));
    vscode.window.setStatusBarMessage(t('{0} copied', t('Mints')), 2_000);
  }
}

/** Seconds; 0: off; null: the default. */
const refreshIntervals = [null, 0, 5, 15, 60, 300] as const;

function intervalLabel(value: number | null): { label: string; description?: string } {
  if (value !== null) return { label: value === 0 ? t('Off') : formatDuration(value) };
  const seconds = formatDuration(automaticRefreshSeconds);
  return {
    label: t('Default'),
    description: t('{0} on the Sandbox and nodes, off on services', seconds),
  };
}

/** The filter of a name, or of the row that shows it below the verdict. */
function filterFromArgument(what: unknown): FilterName | null {
  const id: unknown = typeof what === 'object' && what !== null ? Reflect.get(what, 'id') : what;
  const name = typeof id === 'string' ? id.replace(/^verdict\//, '') : '';
  return filterFields.find((field) => field.name === name)?.name ?? null;
}

const selectedMints = (row: unknown, rows: unknown): string[] =>
  (Array.isArray(rows) && rows.length > 0 ? rows : [row]).flatMap(
    (each) => parseMintArgument(each) ?? [],
  );

async function openRowInExplorer(row: unknown): Promise<void> {
  const address = typeof row === 'string' ? row : rowAddress(row);
  if (address === null) return;
  await openExplorer(keySize(address) === 64 ? 'transaction' : 'address', address);
}
