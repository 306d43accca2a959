import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatCount, formatDuration, formatUsdShort } from '../../../api/format.ts';
import { isObject } from '../../../api/isObject.ts';
import { MarketError } from '../../../api/marketError.ts';
import type { BotConfig } from '../../../botConfig/model.ts';
import type { PoolAddition } from '../../../botConfig/poolAddition.ts';
import { bestPoolCount, deadPools } from '../../../webview/messages/coverage.ts';
import { isPromptExit, type Prompter } from '../../ui/prompts/prompter.ts';
import type { ConfigChangePreview } from './configChangePreview.ts';
import {
  type ConfigCoverage,
  type Coverage,
  type CoverageQuery,
  coveredConfig,
} from './configCoverage.ts';
import { canMergeGroups, isEditableForm } from './configForms.ts';
import type { ConfigSource, ReadConfig } from './configSource.ts';
import { noConfigError } from './coverageLoader.ts';
import { minIndexedForDead } from './entryFigures.ts';
import { poolComment } from './poolComment.ts';

export interface ConfigCommandsOptions {
  readonly source: Pick<ConfigSource, 'get' | 'edit'>;
  readonly coverage: Pick<ConfigCoverage, 'load'>;
  readonly preview: Pick<ConfigChangePreview, 'show'>;
  readonly query: () => CoverageQuery;
  readonly nameOf: (address: string) => string;
  readonly prompter: Pick<Prompter, 'choose' | 'notify'>;
}

interface Subject extends ReadConfig {
  readonly document: vscode.TextDocument;
  readonly name: string;
}

/** Pairs are offered among this many of the best groups. */
const maxPairedGroups = 5;

/** Each command shows a diff first. All throw a MarketError. */
export class ConfigCommands {
  readonly #options: ConfigCommandsOptions;

  constructor(options: ConfigCommandsOptions) {
    this.#options = options;
  }

  /** @param count Number of best pools; default: those that add most of what can be added. */
  async addMissingPools(
    uri: vscode.Uri,
    count: number | null = null,
    query = this.#options.query(),
  ): Promise<void> {
    const { source, preview } = this.#options;
    const subject = await this.#subject(uri);
    const coverage = await this.#load(subject.config, query);
    if (coverage.kind === 'bounds') throw notOfferedError();
    const missing = coverage.missing_pools;
    const best = missing.slice(0, count ?? bestPoolCount(missing));
    if (best.length === 0) {
      throw new MarketError('not-found', t('No pool would add to the coverage of this config.'));
    }
    const additions = best.map((row): PoolAddition => {
      const { pool, amm: program, mints, group, new_group: newGroup = null } = row;
      const comment = poolComment(row, query.windowSeconds, this.#options.nameOf);
      return { pool, program, mints, group, newGroup, comment };
    });
    const changes = await source.edit(subject.document, { kind: 'add-pools', additions });
    const message =
      best.length === 1
        ? t('The diff adds 1 pool to {0}.', subject.name)
        : t('The diff adds {0} pools to {1}.', formatCount(best.length), subject.name);
    await preview.show(subject.document, changes, message);
  }

  /** @param entry Index; null: all entries. */
  async removeDeadPools(
    uri: vscode.Uri,
    entry: number | null = null,
    query = this.#options.query(),
  ): Promise<void> {
    const { source, preview } = this.#options;
    const subject = await this.#subject(uri);
    const coverage = await this.#load(subject.config, query);
    if (coverage.kind === 'bounds') throw notOfferedError();
    if ((coverage.window.coverage ?? 0) < minIndexedForDead) {
      throw new MarketError(
        'bad-parameter',
        t('Less than 90% of the window is indexed, so pools without arbitrage are not known.'),
      );
    }
    const listed =
      entry === null
        ? null
        : new Set(
            subject.config.entries[entry]?.lists.flatMap(({ pools }) =>
              pools.map(({ address }) => address),
            ),
          );
    const dead = deadPools(coverage.pools)
      .map(({ address }) => address)
      .filter((address) => listed === null || listed.has(address));
    if (dead.length === 0) {
      throw new MarketError('not-found', t('Every pool of this config has an arbitrage.'));
    }
    const changes = await source.edit(subject.document, { kind: 'remove-pools', pools: dead });
    const message =
      dead.length === 1
        ? t('The diff removes 1 pool from {0}.', subject.name)
        : t('The diff removes {0} pools from {1}.', formatCount(dead.length), subject.name);
    await preview.show(subject.document, changes, message);
  }

  async mergeGroups(uri: vscode.Uri, query = this.#options.query()): Promise<void> {
    const { source, preview } = this.#options;
    const subject = await this.#subject(uri);
    if (!canMergeGroups(subject.config)) {
      throw new MarketError('bad-parameter', t('The groups of this config cannot be merged.'));
    }
    const indexes = await this.#chooseGroups(subject.config, query);
    if (indexes === null) return;
    const changes = await source.edit(subject.document, { kind: 'merge-groups', indexes });
    const message = t('The diff merges {0} groups of {1}.', String(indexes.length), subject.name);
    await preview.show(subject.document, changes, message);
  }

  async #subject(uri: vscode.Uri): Promise<Subject> {
    const document = await vscode.workspace.openTextDocument(uri);
    const name = uri.path.split('/').at(-1) ?? '';
    const read = await this.#options.source.get(document);
    if (read === null) throw noConfigError(name);
    if (!isEditableForm(read.config.form)) {
      throw new MarketError('bad-parameter', t('{0} lists no pools that could be changed.', name));
    }
    return { ...read, document, name };
  }

  async #load(config: BotConfig, query: CoverageQuery): Promise<Coverage> {
    const { coverage } = this.#options;
    return await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: t('Arbscope: Computing coverage…'),
        cancellable: true,
      },
      async (_progress, token) => {
        const abort = new AbortController();
        const listening = token.onCancellationRequested(() => abort.abort());
        try {
          return await coverage.load(coveredConfig(config), query, { signal: abort.signal });
        } finally {
          listening.dispose();
        }
      },
    );
  }

  /** Offers the best groups first, by what they would cover together. */
  async #chooseGroups(config: BotConfig, query: CoverageQuery): Promise<readonly number[] | null> {
    const { prompter } = this.#options;
    const now = await this.#load(config, query);
    if (now.kind === 'bounds') throw notOfferedError();
    const all = config.groups.map((_group, index) => index);
    const gains = now.groups.map(({ net_gains_usd }) => net_gains_usd);
    const best = all
      .toSorted((one, other) => (gains[other] ?? 0) - (gains[one] ?? 0))
      .slice(0, maxPairedGroups);
    const pairs = best.flatMap((one, at) => best.slice(at + 1).map((other) => [one, other]));
    const candidates = all.length === 2 ? [all] : [all, ...pairs];
    const choices = await Promise.all(
      candidates.map(async (indexes) => {
        const sorted = indexes.toSorted((one, other) => one - other);
        const merged = await this.#load(mergedConfig(config, sorted), query);
        const added =
          merged.kind === 'bounds' ? 0 : merged.covered.net_gains_usd - now.covered.net_gains_usd;
        return { indexes: sorted, added };
      }),
    );
    const chosen = await prompter.choose<readonly number[]>({
      title: t('Merge Groups'),
      placeholder: t('Choose the groups that become one'),
      choices: choices
        .toSorted((one, other) => other.added - one.added)
        .map(({ indexes, added }) => ({
          label:
            indexes.length === all.length
              ? t('All {0} groups', formatCount(all.length))
              : t('Groups {0} and {1}', ...indexes.map((index) => String(index + 1))),
          description: t(
            '+{0} net in {1}',
            formatUsdShort(added),
            formatDuration(query.windowSeconds),
          ),
          value: indexes,
        })),
    });
    return isPromptExit(chosen) ? null : chosen.value;
  }
}

const notOfferedError = (): MarketError =>
  new MarketError(
    'not-offered',
    t('This service offers no coverage of single pools. A node or an Arbscope server does.'),
  );

function mergedConfig(config: BotConfig, indexes: readonly number[]): BotConfig {
  const merged = indexes.flatMap((index) => config.groups[index]?.pools ?? []);
  const others = config.groups.filter((_group, index) => !indexes.includes(index));
  return { ...config, groups: [...others, { entries: [], pools: [...new Set(merged)] }] };
}

export interface ConfigArgument {
  readonly uri: vscode.Uri;
  readonly count: number | null;
  readonly entry: number | null;
}

/** A Uri, its text, or an object with one; otherwise the active file. Throws a MarketError. */
export function readConfigArgument(given: unknown): ConfigArgument {
  const isBare = given instanceof vscode.Uri || typeof given === 'string';
  const members = isObject(given) && !isBare ? given : { uri: given };
  const uri = toUri(members['uri']) ?? vscode.window.activeTextEditor?.document.uri;
  if (uri === undefined) {
    throw new MarketError('bad-parameter', t('Open a bot config first.'));
  }
  return { uri, count: toCount(members['count']), entry: toCount(members['entry']) };
}

function toUri(value: unknown): vscode.Uri | undefined {
  if (value instanceof vscode.Uri) return value;
  if (typeof value !== 'string' || value === '') return undefined;
  return vscode.Uri.parse(value, true);
}

const toCount = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;
