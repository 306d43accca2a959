import * as vscode from 'vscode';
import { errorNameSeparator } from '../../api/join.ts';
import { findErrorLine } from './findErrorLine.ts';
import type { WorkspaceIdls } from './workspaceIdls.ts';

const sourcePattern = '**/*.rs';
const excludedPattern = '**/{node_modules,target,.git}/**';
const maxFiles = 500;
const maxBytes = 1_000_000;

/** Lines of error enums in the sources of the workspace's programs. */
export class ErrorSources {
  readonly #idls: Pick<WorkspaceIdls, 'program'>;
  readonly #found = new Map<string, vscode.Location>();

  constructor(idls: Pick<WorkspaceIdls, 'program'>) {
    this.#idls = idls;
  }

  /**
   * `src/lib.rs:12`, which `open` takes; empty: not in the workspace, or cancelled. Never rejects.
   * @param error its name, with those that other IDLs have for it
   */
  async find(program: string, error: string, signal: AbortSignal): Promise<string> {
    const idl = this.#idls.program(program);
    if (idl === null) return '';
    // The workspace's IDL comes first.
    const [name = ''] = error.split(errorNameSeparator);
    const search = new vscode.CancellationTokenSource();
    const cancel = () => search.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await this.#search(idl.label, name, search.token);
    } catch {
      // Without a search, there is only no link.
      return '';
    } finally {
      signal.removeEventListener('abort', cancel);
      search.dispose();
    }
  }

  async #search(idlPath: string, error: string, token: vscode.CancellationToken): Promise<string> {
    const uris = await vscode.workspace.findFiles(sourcePattern, excludedPattern, maxFiles, token);
    for (const uri of byNearness(uris, idlPath)) {
      if (token.isCancellationRequested) return '';
      const { size } = await vscode.workspace.fs.stat(uri);
      if (size > maxBytes) continue;
      const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
      const line = findErrorLine(text, error);
      if (line === null) continue;
      const label = `${vscode.workspace.asRelativePath(uri)}:${line + 1}`;
      this.#found.set(label, new vscode.Location(uri, new vscode.Position(line, 0)));
      return label;
    }
    return '';
  }

  async open(label: string): Promise<void> {
    const place = this.#found.get(label);
    if (place === undefined) return;
    await vscode.window.showTextDocument(place.uri, { selection: place.range });
  }
}

/** Sources that share more of the IDL's path come first: a workspace may have several programs. */
function byNearness(uris: readonly vscode.Uri[], idlPath: string): vscode.Uri[] {
  const parts = idlPath.split('/');
  const nearness = (uri: vscode.Uri) => {
    const own = vscode.workspace.asRelativePath(uri).split('/');
    const different = own.findIndex((part, at) => part !== parts[at]);
    return different < 0 ? own.length : different;
  };
  return uris.toSorted((first, second) => nearness(second) - nearness(first));
}
