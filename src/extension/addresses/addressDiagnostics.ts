import * as vscode from 'vscode';
import { knownAddresses } from '../../solana/knownAddresses.ts';
import { LookAlikeIndex } from '../../solana/lookAlikeIndex.ts';
import type { ScanMatch } from '../../solana/scan/scanText.ts';
import { DisposableStore } from '../base/disposable.ts';
import { readUserSetting } from '../contributions/commandsAndSettings.ts';
import type { DocumentScanner } from '../shared/documentScanner.ts';
import type { Located } from '../shared/documentText.ts';
import { nameOrShortAddress } from '../shared/localFacts.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';
import { sourceSchemes } from '../shared/sourceSchemes.ts';
import { toRange } from '../shared/toRange.ts';
import { isConfigDocument } from './expectedAddressScanner.ts';
import { type AddressProblem, findProblems } from './findProblems.ts';

export class ProblemDiagnostic extends vscode.Diagnostic {
  readonly problem: AddressProblem;

  constructor(problem: AddressProblem) {
    const severity = problem.kind === 'secret-key' ? 'Error' : 'Warning';
    super(toRange(problem), problem.message, vscode.DiagnosticSeverity[severity]);
    this.problem = problem;
    this.source = 'Arbscope';
    this.code = problem.kind;
  }
}

const debounceMilliseconds = 400;
const maxConfigAddresses = 2_000;

/** Warnings about secret keys, malformed addresses and look-alikes in open documents. */
export class AddressDiagnostics extends DisposableStore {
  readonly #scanner: DocumentScanner;
  readonly #recentResponses: RecentResponses;
  readonly #collection = this.add(vscode.languages.createDiagnosticCollection('arbscope'));
  readonly #changes = this.add(new vscode.EventEmitter<vscode.Uri>());
  readonly onChange = this.#changes.event;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #problems = new Map<string, readonly ProblemDiagnostic[]>();
  readonly #knownNames = [...knownAddresses()].map(
    ([address, { name }]) => [address, name] as const,
  );
  /** Addresses of each open configuration by its URI, separated by spaces. */
  readonly #configAddresses = new Map<string, string>();
  #lookAlikes: { readonly sources: readonly unknown[]; readonly index: LookAlikeIndex } | null =
    null;

  constructor(scanner: DocumentScanner, recentResponses: RecentResponses) {
    super();
    this.#scanner = scanner;
    this.#recentResponses = recentResponses;
    const { workspace } = vscode;
    this.add(workspace.onDidOpenTextDocument((document) => this.#schedule(document, 0)));
    this.add(
      workspace.onDidChangeTextDocument(({ document }) =>
        this.#schedule(document, debounceMilliseconds),
      ),
    );
    this.add(workspace.onDidCloseTextDocument((document) => this.#clear(document.uri)));
    this.add(
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('arbscope.diagnostics')) this.#scheduleAll();
      }),
    );
    this.#scheduleAll();
  }

  inRange(
    { uri }: Pick<vscode.TextDocument, 'uri'>,
    range: vscode.Range,
  ): readonly ProblemDiagnostic[] {
    const all = this.#problems.get(uri.toString()) ?? [];
    return all.filter((diagnostic) => diagnostic.range.intersection(range) !== undefined);
  }

  override dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    super.dispose();
  }

  #scheduleAll(): void {
    for (const document of vscode.workspace.textDocuments) this.#schedule(document, 0);
  }

  #schedule(document: vscode.TextDocument, milliseconds: number): void {
    if (!sourceSchemes.has(document.uri.scheme)) return;
    const key = document.uri.toString();
    clearTimeout(this.#timers.get(key));
    const timer = setTimeout(() => {
      this.#timers.delete(key);
      void this.#inspect(document);
    }, milliseconds);
    this.#timers.set(key, timer);
  }

  async #inspect(document: vscode.TextDocument): Promise<void> {
    if (!readUserSetting('arbscope.diagnostics.enabled')) return this.#clear(document.uri);
    const { version } = document;
    const isStopped = () => document.isClosed || document.version !== version;
    const findings = await this.#scanner.scan(document);
    if (findings === null || isStopped()) return;
    this.#rememberConfig(document, findings);
    const lookAlikes = this.#lookAlikeIndex();
    const problems = await findProblems({ document, findings, lookAlikes, isStopped });
    if (problems === null) return;
    const diagnostics = problems.map((problem) => new ProblemDiagnostic(problem));
    this.#problems.set(document.uri.toString(), diagnostics);
    this.#collection.set(document.uri, diagnostics);
    this.#changes.fire(document.uri);
  }

  #clear(uri: vscode.Uri): void {
    const key = uri.toString();
    clearTimeout(this.#timers.get(key));
    this.#timers.delete(key);
    this.#problems.delete(key);
    this.#configAddresses.delete(key);
    this.#collection.delete(uri);
    this.#changes.fire(uri);
  }

  /** Stores the addresses of open configurations, to find typos of them in all other documents. */
  #rememberConfig(
    { uri, languageId, fileName }: vscode.TextDocument,
    findings: readonly Located<ScanMatch>[],
  ): void {
    if (!isConfigDocument(languageId, fileName)) return;
    const addresses = findings.flatMap(({ found }) =>
      found.kind === 'address' && found.maybeSecret !== true ? [found.text] : [],
    );
    const all = [...new Set(addresses)].slice(0, maxConfigAddresses).join(' ');
    const key = uri.toString();
    if ((this.#configAddresses.get(key) ?? '') === all) return;
    this.#configAddresses.set(key, all);
    this.#scheduleAll();
  }

  #lookAlikeIndex(): LookAlikeIndex {
    const recentResponses = this.#recentResponses;
    const configs = [...this.#configAddresses.values()].join(' ');
    const mints = recentResponses.mints();
    const sources = [
      recentResponses.entries(),
      recentResponses.walletNames(),
      mints.size,
      configs,
    ] as const;
    const kept = this.#lookAlikes;
    if (kept !== null && sources.every((source, at) => source === kept.sources[at])) {
      return kept.index;
    }
    const [seen, wallets] = sources;
    const fromConfigs = configs.split(' ').filter(Boolean);
    const named = [...wallets.keys(), ...seen.keys(), ...mints.keys(), ...fromConfigs].map(
      (address) => [address, nameOrShortAddress(address, recentResponses)] as const,
    );
    const index = new LookAlikeIndex([...this.#knownNames, ...named]);
    this.#lookAlikes = { sources, index };
    return index;
  }
}
