import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { MarketError } from '../../../api/marketError.ts';

/** What of the built-in Git extension's API, version 1, is used. */
interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly state: { readonly HEAD: { readonly commit?: string } | undefined };
  show(ref: string, path: string): Promise<string>;
}
export interface GitApi {
  getRepository(uri: vscode.Uri): GitRepository | null;
  /** Finds the repository of a file that no folder of the workspace has. */
  openRepository?(root: vscode.Uri): Promise<GitRepository | null>;
}

export interface CommittedText {
  /** First seven digits. */
  readonly commit: string;
  readonly text: string;
}

/** The API of VS Code's own Git extension; null: it is disabled, or there is no git. */
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

/** Commit of HEAD for a file, in seven digits; empty: the file is in no repository, or nothing is committed. */
export const headCommit = (git: GitApi | null, uri: vscode.Uri): string =>
  git?.getRepository(uri)?.state.HEAD?.commit?.slice(0, 7) ?? '';

/** A file as it was committed last. Throws a MarketError that says why there is none. */
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
