import { matchesGlob } from 'node:path/posix';
import {
  CancellationTokenSource,
  EventEmitter,
  FileType,
  type RelativePattern,
  Uri,
  workspace,
} from '../vscodeDouble.ts';

const folder = { uri: new Uri('/work') };

type Token = CancellationTokenSource['token'];

/** A workspace with one folder in memory: files by their paths in it, searched and watched. */
export class WorkspaceDouble {
  readonly files = new Map<string, string>();
  /** Paths that were read. */
  readonly read: string[] = [];
  /** Called before a file is read. */
  onRead: (path: string) => void = () => undefined;
  readonly #created = new EventEmitter<string>();
  readonly #deleted = new EventEmitter<string>();
  readonly #trusted = new EventEmitter<void>();

  constructor() {
    Object.assign(workspace, {
      isTrusted: true,
      workspaceFolders: [folder],
      getWorkspaceFolder: () => folder,
      asRelativePath: ({ path }: Uri) => path.replace('/work/', ''),
      onDidChangeWorkspaceFolders: () => ({ dispose: () => undefined }),
      onDidGrantWorkspaceTrust: this.#trusted.event,
      findFiles: async (
        pattern: string | RelativePattern,
        excluded: string,
        limit: number,
        token: Token = new CancellationTokenSource().token,
      ) => {
        const glob = typeof pattern === 'string' ? pattern : pattern.pattern;
        const found = [...this.files.keys()].filter(
          (path) => matchesGlob(path, glob) && !matchesGlob(path, excluded),
        );
        return token.isCancellationRequested ? [] : found.slice(0, limit).map(uriOf);
      },
      fs: {
        stat: async ({ path }: Uri) => {
          const text = this.files.get(path.replace('/work/', ''));
          return text === undefined
            ? { type: FileType.Directory, size: 0 }
            : { type: FileType.File, size: text.length };
        },
        readFile: async ({ path }: Uri) => {
          const label = path.replace('/work/', '');
          this.onRead(label);
          this.read.push(label);
          return Buffer.from(this.files.get(label) ?? '');
        },
      },
      createFileSystemWatcher: (pattern: string) => {
        const matching = (emitter: EventEmitter<string>) => (listener: (uri: Uri) => unknown) =>
          emitter.event((path) => matchesGlob(path, pattern) && listener(uriOf(path)));
        return {
          onDidCreate: matching(this.#created),
          onDidChange: () => ({ dispose: () => undefined }),
          onDidDelete: matching(this.#deleted),
          dispose: () => undefined,
        };
      },
    });
  }

  /** Watchers are told of the file, or of a new folder around it. */
  write(path: string, text: string, reported = path): void {
    this.files.set(path, text);
    this.#created.fire(reported);
  }

  delete(path: string, reported = path): void {
    this.files.delete(path);
    this.#deleted.fire(reported);
  }

  trust(): void {
    workspace.isTrusted = true;
    this.#trusted.fire();
  }
}

export const uriOf = (path: string): Uri => new Uri(`/work/${path}`);
