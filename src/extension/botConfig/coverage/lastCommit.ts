import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { MarketError } from '../../../api/marketError.ts';

/** The part of the built-in Git extension's API, version 1, that is used. */
interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly state: { readonly HEAD: { readonly commit?: string } | undefined };
  show(ref: string, path: string): Promise<string>;
}
export interface GitApi {
  getRepository(uri: vscode.Uri): GitRepository | null;
  /** Opens the repository of a file outside the workspace folders. */
  openRepository?(root: vscode.Uri): Promise<GitRepository | null>;
}

export interface CommittedText {
  /** First seven digits of the hash. */
  readonly commit: string;
  readonly text: string;
}

/** Null: the extension is disabled, or git is not installed. */
export async function findGit(): Promise<GitApi | null> {
  const extension = vscode.extensions.getExtension<{
    readonly enabled: boolean;
    getAPI(version: 1): GitApi;
  }>('vscode.git');
  if (extension === undefined) return null;
  try {
    const exported = await extension.activate();
    return exported.enabled ? exported.getAPI(1) : null;
  } catch {
    return null;
  }
}

/** HEAD commit for a file, seven digits; empty: no repository, or no commit. */
export const headCommit = (git: GitApi | null, uri: vscode.Uri): string =>
  git?.getRepository(uri)?.state.HEAD?.commit?.slice(0, 7) ?? '';

/** Throws a MarketError with the reason if there is no committed version. */
export async function readLastCommit(git: GitApi | null, uri: vscode.Uri): Promise<CommittedText> {
  if (git === null) {
    throw new MarketError('not-found', t('Git is not available. Turn on VS Code’s Git extension.'));
  }
  const repository = git.getRepository(uri);
  if (repository === null) {
    throw new MarketError(
      'not-found',
      t('The file is in no Git repository that VS Code has open.'),
    );
  }
  const commit = repository.state.HEAD?.commit;
  if (commit === undefined) {
    throw new MarketError('not-found', t('The repository has no commit yet.'));
  }
  try {
    const text = await repository.show('HEAD', uri.fsPath);
    return { commit: commit.slice(0, 7), text };
  } catch {
    throw new MarketError('not-found', t('The last commit does not have this file.'));
  }
}
