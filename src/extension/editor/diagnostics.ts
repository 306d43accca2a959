import * as vscode from 'vscode';
import { knownAddresses } from '../../solana/addressBook.ts';
import { LookAlikes } from '../../solana/lookAlikes.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { type Disposable, DisposableList } from '../disposable.ts';
import { readUserSetting } from '../register.ts';
import type { DocumentScans } from './documentScans.ts';
import { rangeOf } from './editorRange.ts';
import { localName } from './localFacts.ts';
import type { MarketMemory } from './marketMemory.ts';
import { findProblems, type Problem } from './problems.ts';

export interface DiagnosticsOptions {
  readonly scans: DocumentScans;
  readonly memory: MarketMemory;
}

/** Name of the diagnostics, shown beside each. */
const diagnosticSource = 'Arbscope';

/** What the quick fixes need to know of a diagnostic; the message alone would not tell. */
export class ProblemDiagnostic extends vscode.Diagnostic {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(rangeOf(problem), problem.message, vscode.DiagnosticSeverity.Warning);
    this.problem = problem;
    this.source = diagnosticSource;
    this.code = problem.kind;
  }
}

/** Documents that a person writes; not output, not what a version control shows of the past. */
const schemes: ReadonlySet<string> = new Set([
  'file',
  'untitled',
  'vscode-remote',
  'vscode-vfs',
  'vscode-notebook-cell',
  'vscode-userdata',
]);

/** After the last keystroke. */
const pauseMilliseconds = 400;

/** Warnings about secret keys, malformed addresses and look-alikes in the documents that are open. */
export class Diagnostics implements Disposable {
  readonly #options: DiagnosticsOptions;
  readonly #own = new DisposableList();
  readonly #collection = this.#own.add(vscode.languages.createDiagnosticCollection('arbscope'));
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #problems = new Map<string, readonly ProblemDiagnostic[]>();
  readonly #book = [...knownAddresses()].map(([address, { name }]) => [address, name] as const);
  #lookAlikes: {
    readonly seen: unknown;
    readonly wallets: unknown;
    readonly index: LookAlikes;
  } | null = null;

  constructor(options: DiagnosticsOptions) {
    this.#options = options;
    const { workspace } = vscode;
    this.#own.add(workspace.onDidOpenTextDocument((document) => this.#soon(document, 0)));
    this.#own.add(
      workspace.onDidChangeTextDocument(({ document }) => this.#soon(document, pauseMilliseconds)),
    );
    this.#own.add(workspace.onDidCloseTextDocument((document) => this.#forget(document.uri)));
    this.#own.add(
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('arbscope.diagnostics')) this.#all();
      }),
    );
    this.#all();
  }

  /** The diagnostics of a document with what is behind them. */
  of(uri: vscode.Uri): readonly ProblemDiagnostic[] {
    return this.#problems.get(uri.toString()) ?? [];
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#own.dispose();
  }

  #all(): void {
    for (const document of vscode.workspace.textDocuments) this.#soon(document, 0);
  }

  #soon(document: vscode.TextDocument, milliseconds: number): void {
    if (!schemes.has(document.uri.scheme)) return;
    const key = document.uri.toString();
    clearTimeout(this.#timers.get(key));
    const timer = setTimeout(() => {
      this.#timers.delete(key);
      void this.#look(document);
    }, milliseconds);
    this.#timers.set(key, timer);
  }

  async #look(document: vscode.TextDocument): Promise<void> {
    if (!readUserSetting('arbscope.diagnostics.enabled')) return this.#forget(document.uri);
    const { version } = document;
    const isStopped = () => document.isClosed || document.version !== version;
    const findings = await this.#options.scans.scan(document);
    if (findings === null || isStopped()) return;
    const lookAlikes = this.#lookAlikeIndex();
    const problems = await findProblems({ document, findings, lookAlikes, isStopped });
    if (problems === null) return;
    const diagnostics = problems.map((problem) => new ProblemDiagnostic(problem));
    this.#problems.set(document.uri.toString(), diagnostics);
    this.#collection.set(document.uri, diagnostics);
  }

  #forget(uri: vscode.Uri): void {
    const key = uri.toString();
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
    this.#problems.delete(key);
    this.#collection.delete(uri);
  }

  /** The tables, the tracked wallets, and what the finder answered last. */
  #lookAlikeIndex(): LookAlikes {
    const { memory } = this.#options;
    const seen = memory.all();
    const wallets = memory.wallets();
    const isSame = this.#lookAlikes?.seen === seen && this.#lookAlikes.wallets === wallets;
    if (isSame && this.#lookAlikes !== null) return this.#lookAlikes.index;
    const named = [...wallets.keys(), ...seen.keys()].map(
      (address) => [address, localName(address, memory) ?? shortAddress(address)] as const,
    );
    const index = new LookAlikes([...this.#book, ...named]);
    this.#lookAlikes = { seen, wallets, index };
    return index;
  }
}
