import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { MarketError } from '../../../api/marketError.ts';
import { maxConfigLength, mayBeConfig } from '../../../botConfig/mayBeConfig.ts';
import type { BotConfig } from '../../../botConfig/model.ts';
import type { CoverageState } from '../../../webview/messages/coverage.ts';
import { isPromptExit, type Prompter } from '../../ui/prompts/prompter.ts';
import type { ConfigSource, ParseConfigText } from './configSource.ts';
import { type ComparedText, noConfigError } from './coverageLoader.ts';
import { findGit, headCommit, readLastCommit } from './lastCommit.ts';

export interface ConfigFilesOptions {
  readonly source: Pick<ConfigSource, 'get'>;
  readonly parse: ParseConfigText;
  readonly openConfigs: () => readonly vscode.Uri[];
  readonly prompter: Pick<Prompter, 'choose'>;
  readonly findGit?: typeof findGit;
}

/** Limit of workspace files offered for comparison. */
const maxFiles = 500;
const filePattern = '**/*.{toml,json,txt}';
const excludedPattern = '**/{node_modules,target,.git}/**';

export class ConfigFiles {
  readonly #options: ConfigFilesOptions;

  constructor(options: ConfigFilesOptions) {
    this.#options = options;
  }

  /** Throws a MarketError if the file is not a config, or cannot be read. */
  readonly read = async (
    uri: string,
  ): Promise<{ readonly name: string; readonly config: BotConfig }> => {
    const name = fileName(uri);
    const document = await openDocument(uri);
    const read = document === null ? null : await this.#options.source.get(document);
    if (read === null) throw noConfigError(name);
    return { name, config: read.config };
  };

  /** Throws a MarketError. */
  readonly readCompared = async ({
    uri,
    compared,
  }: Pick<CoverageState, 'uri'> & {
    readonly compared: NonNullable<CoverageState['compared']>;
  }): Promise<ComparedText> => {
    if (compared.kind === 'file') {
      const { name, config } = await this.read(compared.uri);
      return { label: name, config };
    }
    const { commit, text } = await readLastCommit(await this.#git(), toUri(uri));
    const config = await this.#options.parse(text);
    if (config === null) throw noConfigError(commitText(commit));
    return { label: commitText(commit), config };
  };

  readonly commitLabel = async (uri: string): Promise<string> => {
    const commit = headCommit(await this.#git(), toUri(uri));
    return commit === '' ? '' : commitText(commit);
  };

  readonly pick = async (uri: string): Promise<string | null> => {
    const files = await vscode.workspace.findFiles(filePattern, excludedPattern, maxFiles);
    const open = vscode.workspace.textDocuments.filter((document) => this.#isFile(document.uri));
    const known = new Map(
      [...open.map((document) => document.uri), ...files].map((each) => [each.toString(), each]),
    );
    known.delete(uri);
    const chosen = await this.#options.prompter.choose<string>({
      title: t('Compare Coverage'),
      placeholder: t('Choose a config to compare with'),
      choices: [
        ...[...known].map(([value, each]) => ({
          label: fileName(value),
          description: vscode.workspace.asRelativePath(each),
          value,
        })),
        { label: t('Browse…'), value: '' },
      ],
    });
    if (isPromptExit(chosen)) return null;
    if (chosen.value !== '') return chosen.value;
    const [picked] = (await vscode.window.showOpenDialog({ canSelectMany: false })) ?? [];
    return picked?.toString() ?? null;
  };

  /** An open config, or one of the workspace; asks if there are several. Null: cancelled. */
  readonly pickConfig = async (): Promise<vscode.Uri | null> => {
    const found = await this.#findConfigs();
    const [first, second] = found;
    if (first === undefined) {
      throw new MarketError(
        'not-found',
        t('No bot config is open or in this workspace. Open one, or export one from the Finder.'),
      );
    }
    if (second === undefined) return first;
    const chosen = await this.#options.prompter.choose<vscode.Uri>({
      title: t('Show Coverage'),
      placeholder: t('Choose a bot config'),
      choices: found.map((value) => ({
        label: fileName(value.toString()),
        description: vscode.workspace.asRelativePath(value),
        value,
      })),
    });
    return isPromptExit(chosen) ? null : chosen.value;
  };

  async #findConfigs(): Promise<readonly vscode.Uri[]> {
    const { openConfigs, parse } = this.#options;
    const found = new Map(openConfigs().map((uri) => [uri.toString(), uri]));
    for (const uri of await vscode.workspace.findFiles(filePattern, excludedPattern, maxFiles)) {
      if (found.has(uri.toString())) continue;
      const text = await readText(uri);
      if (text === null || !mayBeConfig(text)) continue;
      const config = await parse(text);
      if (config !== null && config.form !== 'lookup-tables') found.set(uri.toString(), uri);
    }
    return [...found.values()];
  }

  #isFile({ scheme, path }: vscode.Uri): boolean {
    return ['file', 'untitled', 'vscode-remote', 'vscode-vfs'].includes(scheme) && path !== '';
  }

  #git() {
    const { findGit: find = findGit } = this.#options;
    return find();
  }
}

const commitText = (commit: string): string => t('last commit {0}', commit);

const toUri = (uri: string): vscode.Uri => vscode.Uri.parse(uri, true);

const fileName = (uri: string): string => toUri(uri).path.split('/').at(-1) ?? '';

/** Null: the file was deleted, or is not text. */
async function openDocument(uri: string): Promise<vscode.TextDocument | null> {
  try {
    return await vscode.workspace.openTextDocument(toUri(uri));
  } catch {
    return null;
  }
}

/** Null: unreadable, or too long for a config. */
async function readText(uri: vscode.Uri): Promise<string | null> {
  try {
    const { fs } = vscode.workspace;
    if ((await fs.stat(uri)).size > 3 * maxConfigLength) return null;
    return Buffer.from(await fs.readFile(uri)).toString('utf8');
  } catch {
    return null;
  }
}
