import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type {
  IdlFileSummary,
  IdlProgramSummary,
  NameInstructionsResponse,
  PublishedProgramResponse,
  SetIdlsResponse,
} from '../../backend/protocol/idlProtocol.ts';
import type { ActiveConnection } from '../backend/activeConnection.ts';
import type { BackendClient } from '../backend/backendClient.ts';
import type { Connection } from '../base/connections.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Log } from '../base/log.ts';
import { readUserSetting } from '../contributions/commandsAndSettings.ts';
import {
  omittedMessage,
  programDiagnostics,
  tooLargeMessage,
  unreadDiagnostic,
} from './idlDiagnostics.ts';
import {
  addressPatterns,
  findProgramAddress,
  type IdlFile,
  idlPatterns,
  maxCandidates,
  readIdlFiles,
} from './idlFiles.ts';

export interface WorkspaceIdlsOptions {
  readonly backend: Pick<BackendClient, 'request' | 'onState'>;
  readonly active: Pick<ActiveConnection, 'current' | 'request'>;
  readonly log: Log;
}

export interface WorkspaceProgram extends IdlProgramSummary {
  /** Path of the IDL in the workspace. */
  readonly label: string;
}

/** Builds write several files; they are read once. */
const changeDelayMilliseconds = 500;

/** The IDL files of the workspace: gives them to the backend, which decodes by them. */
export class WorkspaceIdls extends DisposableStore {
  readonly #options: WorkspaceIdlsOptions;
  readonly #diagnostics = this.add(vscode.languages.createDiagnosticCollection('arbscope-idl'));
  /** Of files that are not read. */
  readonly #unread = this.add(vscode.languages.createDiagnosticCollection('arbscope-idl-unread'));
  #watchers = new DisposableStore();
  #programs: ReadonlyMap<string, WorkspaceProgram> = new Map();
  #files: readonly SentFile[] = [];
  #pending = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #isReady = false;
  /** An IDL has no address of its own. */
  #needsAddress = false;
  /** The backend did not take the files of the last reading. */
  #hasFailed = false;
  #isWarned = false;

  constructor(options: WorkspaceIdlsOptions) {
    super();
    this.#options = options;
    this.add({ dispose: () => this.#watchers.dispose() });
    this.#watch();
    this.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration('arbscope.idl')) return;
        this.#watch();
        this.#reloadSoon();
      }),
    );
    this.add(vscode.workspace.onDidChangeWorkspaceFolders(() => this.#reloadSoon()));
    this.add(vscode.workspace.onDidGrantWorkspaceTrust(() => this.#reloadSoon()));
    // A new process has no IDLs.
    this.add(
      options.backend.onState(({ kind }) => {
        const wasReady = this.#isReady;
        this.#isReady = kind === 'ready';
        if (!this.#isReady || wasReady) return;
        if (this.#hasFailed) void this.reload();
        else if (this.#files.length > 0 || isChainOff()) {
          void this.#send(this.#files).catch(() => undefined);
        }
      }),
    );
    this.add({
      dispose: () => {
        clearTimeout(this.#timer);
        this.#pending.abort();
      },
    });
    void this.reload();
  }

  /** Of a program of the workspace; `null`: it has no IDL here. */
  program(address: string): WorkspaceProgram | null {
    return this.#programs.get(address) ?? null;
  }

  get isEmpty(): boolean {
    return this.#programs.size === 0;
  }

  /** Whether IDLs may name programs: those of the workspace, or, over a node, of its chain. */
  mayName({ kind }: Pick<Connection, 'kind'>): boolean {
    return !this.isEmpty || mayUseChain(kind);
  }

  /** Names instructions of a transaction. Sends nothing if there can be no IDL. */
  async nameInstructions(
    instructions: readonly NamedInstruction[],
  ): Promise<NameInstructionsResponse['calls']> {
    const { active, backend } = this.#options;
    if (!this.mayName(active.current)) return instructions.map(() => null);
    const request = { instructions };
    const own = () => backend.request('nameInstructions', request);
    const response = mayUseChain(active.current.kind)
      ? // In an untrusted workspace, no node is asked.
        await active.request('nameInstructions', request).catch(own)
      : await own();
    return (response as NameInstructionsResponse).calls;
  }

  /**
   * What a program publishes on the node's chain; `null`: nothing, or the connection is no node, or
   * the user turned it off. The backend asks once per program. Throws a MarketError.
   */
  async publishedProgram(address: string, signal: AbortSignal): Promise<PublishedProgramResponse> {
    const { active } = this.#options;
    if (!mayUseChain(active.current.kind)) return null;
    const response = await active.request('publishedProgram', { program: address }, { signal });
    return response as PublishedProgramResponse;
  }

  /** Reads the files again. Never rejects. */
  async reload(): Promise<void> {
    this.#pending.abort();
    clearTimeout(this.#timer);
    const pending = new AbortController();
    this.#pending = pending;
    try {
      const { files, tooLarge, omitted, hasMoreCandidates } = await readIdlFiles();
      if (pending.signal.aborted) return;
      this.#unread.clear();
      for (const uri of tooLarge) this.#unread.set(uri, [unreadDiagnostic(tooLargeMessage())]);
      if (omitted !== null) this.#unread.set(omitted.uri, [unreadDiagnostic(omittedMessage())]);
      if (hasMoreCandidates) this.#warnOfCandidates();
      // Nothing starts the backend without need.
      if (files.length === 0 && this.#files.length === 0 && !this.#isReady) return;
      const { files: summaries } = await this.#send(files);
      this.#needsAddress = summaries.some(({ programs }) =>
        programs.some(({ address }) => address === null),
      );
      const completed = await addAddresses(files, summaries);
      // A later reading has sent newer files.
      if (pending.signal.aborted) return;
      const isChanged = completed.some(({ program }) => program !== undefined);
      const final = isChanged ? (await this.#send(completed)).files : summaries;
      if (pending.signal.aborted) return;
      this.#hasFailed = false;
      this.#publish(completed, final);
    } catch (error) {
      if (pending.signal.aborted) return;
      this.#hasFailed = true;
      this.#options.log.warn(`IDLs were not read: ${String(error)}`);
    }
  }

  async #send(files: readonly SentFile[]): Promise<SetIdlsResponse> {
    this.#files = files;
    const sent = files.map(({ label, text, program }) => ({
      label,
      text,
      ...(program === undefined ? {} : { program }),
    }));
    return (await this.#options.backend.request('setIdls', {
      files: sent,
      isChainOff: isChainOff(),
    })) as SetIdlsResponse;
  }

  #publish(files: readonly SentFile[], summaries: readonly IdlFileSummary[]): void {
    const programs = new Map<string, WorkspaceProgram>();
    this.#diagnostics.clear();
    for (const [at, { label, programs: found, reason }] of summaries.entries()) {
      const uri = files[at]?.uri;
      for (const one of found) {
        const { address } = one;
        if (address !== null && !programs.has(address)) programs.set(address, { ...one, label });
      }
      if (uri !== undefined && reason === null)
        this.#diagnostics.set(uri, programDiagnostics(found));
      this.#options.log.debug(
        `IDL ${label}: ${reason ?? found.map(({ name }) => name).join(', ')}`,
      );
    }
    this.#programs = programs;
  }

  #warnOfCandidates(): void {
    if (this.#isWarned) return;
    this.#isWarned = true;
    void vscode.window.showWarningMessage(
      t(
        'Arbscope searches at most {0} files for IDLs, by path. More files match; narrow the globs of arbscope.idl.files.',
        maxCandidates,
      ),
    );
  }

  #watch(): void {
    this.#watchers.dispose();
    const watchers = new DisposableStore();
    const watch = (pattern: string, listener: () => void) => {
      const watcher = watchers.add(vscode.workspace.createFileSystemWatcher(pattern));
      for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) {
        watchers.add(event(listener));
      }
    };
    for (const pattern of idlPatterns()) watch(pattern, () => this.#reloadSoon());
    for (const pattern of addressPatterns) {
      watch(pattern, () => {
        if (this.#needsAddress) this.#reloadSoon();
      });
    }
    // Of a folder that comes or goes with its files, the editor may report nothing but the folder.
    const all = watchers.add(vscode.workspace.createFileSystemWatcher('**', false, true, false));
    watchers.add(all.onDidCreate((uri) => void this.#reloadIfFolder(uri)));
    watchers.add(
      all.onDidDelete((uri) => {
        const folder = `${vscode.workspace.asRelativePath(uri)}/`;
        if (this.#files.some(({ label }) => label.startsWith(folder))) this.#reloadSoon();
      }),
    );
    this.#watchers = watchers;
  }

  async #reloadIfFolder(uri: vscode.Uri): Promise<void> {
    if (!mayBeFolder(uri)) return;
    try {
      const { type } = await vscode.workspace.fs.stat(uri);
      if (type === vscode.FileType.Directory) this.#reloadSoon();
    } catch {
      // Deleted meanwhile.
    }
  }

  #reloadSoon(): void {
    this.#pending.abort();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.reload(), changeDelayMilliseconds);
  }
}

const mayUseChain = (kind: Connection['kind']): boolean => kind === 'node' && !isChainOff();

/** Files have an extension. Packages and builds have many folders, but only one has IDLs. */
const mayBeFolder = (uri: vscode.Uri): boolean => {
  const path = `/${vscode.workspace.asRelativePath(uri)}`;
  return !/\/node_modules(?:\/|$)|\/\.git\/|\/target\/(?!idl$)|\/[^/]+\.[^/]*$/.test(path);
};

const isChainOff = (): boolean => readUserSetting('arbscope.idl.fromChain') === false;

export interface NamedInstruction {
  readonly program: string;
  /** Base64. */
  readonly data: string;
  readonly accounts: readonly {
    readonly address: string | null;
    readonly isWritable: boolean;
    readonly isSigner: boolean;
  }[];
}

interface SentFile extends IdlFile {
  readonly program?: string;
}

/** Of files with one program whose address only the rest of the workspace has. */
const addAddresses = (
  files: readonly IdlFile[],
  summaries: readonly IdlFileSummary[],
): Promise<SentFile[]> =>
  Promise.all(
    files.map(async (file, at) => {
      const [only, other] = summaries[at]?.programs ?? [];
      if (only === undefined || other !== undefined || only.address !== null) return file;
      const program = await findProgramAddress(file, only.name);
      return program === null ? file : { ...file, program };
    }),
  );
