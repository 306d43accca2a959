import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { base58Length } from '../../interface/base58Length.ts';
import { knownMints } from '../../solana/knownMints.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { type Disposable, DisposableList } from '../disposable.ts';
import { openExplorer } from '../openExplorer.ts';
import { mintOf } from '../panels/rowTargets.ts';
import { isLeaving, type Prompter } from '../prompts/prompter.ts';
import { registerCommand } from '../register.ts';
import { type FilterName, filterFields, listMaximum } from '../views/filters/filterFields.ts';
import { FilterPresets, type PresetStorage } from '../views/filters/filterPresets.ts';
import { withFilter } from '../views/filters/filters.ts';
import type { FinderChoices } from '../views/finderChoices.ts';
import type { FinderView } from '../views/finderView.ts';
import { type TokenOrder, tokenOrders } from '../views/tokenOrder.ts';
import { rowAddress } from '../views/treeRow.ts';
import type { TrackedWallets } from '../wallets/trackedWallets.ts';
import { FilterForm } from './filterForm.ts';
import type { ListWords } from './listEditor.ts';
import { PresetMenu } from './presetMenu.ts';

export interface FinderActionsOptions {
  readonly finder: Pick<FinderView, 'shown'>;
  readonly choices: FinderChoices;
  readonly tracked: Pick<TrackedWallets, 'all' | 'find'>;
  readonly prompter: Prompter;
  /** Of the user: presets are there in every window. */
  readonly user: PresetStorage;
}

/** What can be done with the Finder and its rows. */
export class FinderActions implements Disposable {
  readonly #options: FinderActionsOptions;
  readonly #own = new DisposableList();
  readonly #form: FilterForm;
  readonly #presets: PresetMenu;

  constructor(options: FinderActionsOptions) {
    this.#options = options;
    const { choices, prompter, user } = options;
    this.#presets = new PresetMenu({ choices, prompter, presets: new FilterPresets(user) });
    const words = this.#words();
    this.#form = new FilterForm({ choices, prompter, words, presets: this.#presets });
    const own = this.#own;
    own.add(registerCommand('arbscope.filterFinder', (what) => this.#form.run(filterOf(what))));
    own.add(registerCommand('arbscope.clearFinderFilters', () => choices.filter(choices.usual)));
    own.add(
      registerCommand('arbscope.finderPresets', async () => {
        await this.#presets.run();
      }),
    );
    own.add(registerCommand('arbscope.sortFinder', () => this.#sort()));
    own.add(registerCommand('arbscope.refreshFinderEvery', () => this.#chooseInterval()));
    own.add(registerCommand('arbscope.pinToken', (row) => this.#pin(row, true)));
    own.add(registerCommand('arbscope.unpinToken', (row) => this.#pin(row, false)));
    own.add(registerCommand('arbscope.excludeToken', (row, rows) => this.#exclude(row, rows)));
    own.add(registerCommand('arbscope.copyMints', (row, rows) => this.#copyMints(row, rows)));
    own.add(registerCommand('arbscope.openInExplorer', (row) => open(row)));
  }

  dispose(): void {
    this.#own.dispose();
  }

  #words(): ListWords {
    const { tracked, finder } = this.#options;
    return {
      nameOf: (address) =>
        knownMints.get(address)?.symbol ?? (tracked.find(address)?.name || shortAddress(address)),
      suggested: (of) =>
        of === 'wallets'
          ? tracked.all.map(({ address }) => address)
          : (finder.shown?.result.tokens ?? []).map(({ mint }) => mint),
    };
  }

  async #sort(): Promise<void> {
    const { choices, prompter } = this.#options;
    const chosen = await prompter.choose<TokenOrder>({
      title: t('Sort Finder'),
      placeholder: t('The highest first; pinned tokens stay at the top'),
      choices: (Object.keys(tokenOrders) as TokenOrder[]).map((value) => ({
        label: tokenOrders[value],
        ...(value === choices.order ? { description: t('as now') } : {}),
        value,
        isCurrent: value === choices.order,
      })),
    });
    if (!isLeaving(chosen)) await choices.sort(chosen.value);
  }

  /** The setting holds it, for the user and not for the workspace. */
  async #chooseInterval(): Promise<void> {
    const setting = 'arbscope.finder.refreshSeconds';
    const settings = vscode.workspace.getConfiguration();
    const now = settings.get<number>(setting) ?? 0;
    const chosen = await this.#options.prompter.choose<number>({
      title: t('Refresh the Finder by Itself'),
      placeholder: t('How often; never while the Finder is hidden'),
      choices: intervals.map(([value, label]) => ({ label, value, isCurrent: value === now })),
    });
    if (isLeaving(chosen)) return;
    await settings.update(setting, chosen.value, vscode.ConfigurationTarget.Global);
  }

  async #pin(row: unknown, isWanted: boolean): Promise<void> {
    const { choices } = this.#options;
    const mint = mintOf(row);
    if (mint === undefined || choices.pins.includes(mint) === isWanted) return;
    await choices.togglePin(mint);
  }

  async #exclude(row: unknown, rows: unknown): Promise<void> {
    const { choices } = this.#options;
    const { tokensExclude } = choices.filters;
    const before = Array.isArray(tokensExclude) ? (tokensExclude as readonly string[]) : [];
    const excluded = [...new Set([...before, ...mintsOf(row, rows)])].slice(0, listMaximum);
    if (excluded.length === before.length) return;
    await choices.filter(withFilter(choices.filters, 'tokensExclude', excluded));
  }

  /** The mints of the rows selected, or of everything that is shown. */
  async #copyMints(row: unknown, rows: unknown): Promise<void> {
    const { finder, prompter } = this.#options;
    const selected = mintsOf(row, rows);
    const shown = (finder.shown?.result.tokens ?? []).map(({ mint }) => mint);
    const mints = selected.length > 1 ? selected : shown;
    if (mints.length === 0) {
      await prompter.tell('info', t('The Finder shows no token.'), []);
      return;
    }
    await vscode.env.clipboard.writeText(mints.join('\n'));
    const words = mints.length === 1 ? t('1 mint copied') : t('{0} mints copied', mints.length);
    vscode.window.setStatusBarMessage(words, 2_000);
  }
}

const intervals = [
  [0, t('Only when I ask')],
  [5, t('Every 5 seconds')],
  [15, t('Every 15 seconds')],
  [60, t('Every minute')],
  [300, t('Every 5 minutes')],
] as const;

/** The filter of a name, or of the row below the verdict that shows it. */
function filterOf(what: unknown): FilterName | null {
  const id: unknown = typeof what === 'object' && what !== null ? Reflect.get(what, 'id') : what;
  const name = typeof id === 'string' ? id.replace(/^verdict\//, '') : '';
  return filterFields.find((field) => field.name === name)?.name ?? null;
}

/** The mints of the rows that are selected, or of one alone. */
const mintsOf = (row: unknown, rows: unknown): string[] =>
  (Array.isArray(rows) && rows.length > 0 ? rows : [row]).flatMap((each) => mintOf(each) ?? []);

async function open(row: unknown): Promise<void> {
  const address = typeof row === 'string' ? row : rowAddress(row);
  if (address === null) return;
  await openExplorer(base58Length(address) === 64 ? 'transaction' : 'address', address);
}
