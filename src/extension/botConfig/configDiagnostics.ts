import { setImmediate as nextTurn } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { createYielder } from '../../api/createYielder.ts';
import { formatCount } from '../../api/format.ts';
import type { ConfigProblem } from '../../botConfig/model.ts';
import { maxConfigProblems } from '../../botConfig/worker/messages.ts';
import type { AddressDiagnostics } from '../addresses/addressDiagnostics.ts';
import { DisposableStore } from '../base/disposable.ts';
import { readSetting } from '../contributions/commandsAndSettings.ts';
import type { ConfigDocuments, ReadDocument } from './configDocuments.ts';
import { problemText } from './problemTexts.ts';

export class ConfigDiagnostic extends vscode.Diagnostic {
  readonly problem: ConfigProblem;
  readonly version: number;

  constructor(problem: ConfigProblem, { uri, version, lines }: ReadDocument) {
    const { range, code, severity, related } = problem;
    const first = related === null ? null : lines.toRange(related);
    const message = problemText(problem, first === null ? undefined : first.start.line + 1);
    super(lines.toRange(range), message, severities[severity]);
    this.problem = problem;
    this.version = version;
    this.source = 'Arbscope';
    this.code = code;
    if (isNeedless[code] === true) this.tags = [vscode.DiagnosticTag.Unnecessary];
    if (first !== null) {
      const location = new vscode.Location(uri, first);
      this.relatedInformation = [
        new vscode.DiagnosticRelatedInformation(location, relatedText(code)),
      ];
    }
  }
}

const relatedText = (code: ConfigProblem['code']): string =>
  code === 'no-failure-profit' ? t('The path is here') : t('Listed first here');

const severities: Readonly<Record<ConfigProblem['severity'], vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
  hint: vscode.DiagnosticSeverity.Hint,
};

/** Shown faded: removing them would not change what the bot does. */
const isNeedless: Readonly<Partial<Record<ConfigProblem['code'], true>>> = {
  ...{ 'duplicate-pool': true, 'duplicate-table': true, 'dead-pool': true },
};

/** Pools of a file without arbitrage, and the window of these figures, such as "24 h". */
export interface DeadPools {
  readonly addresses: ReadonlySet<string>;
  readonly windowLabel: string;
}

export interface ConfigDiagnosticsOptions {
  readonly documents: Pick<ConfigDocuments, 'latest' | 'onChange' | 'all'>;
  /** Diagnostics of addresses in any document; their findings are not reported again. */
  readonly addressDiagnostics: Pick<AddressDiagnostics, 'inRange' | 'onChange'>;
  /** The created function yields to the event loop; it is awaited after each piece. */
  readonly createYielder?: () => () => Promise<unknown>;
}

interface Shown {
  readonly found: ReadDocument;
  readonly dead: DeadPools | undefined;
}

export class ConfigDiagnostics extends DisposableStore {
  readonly #options: ConfigDiagnosticsOptions;
  readonly #collection = this.add(vscode.languages.createDiagnosticCollection('arbscope-configs'));
  readonly #deadPools = new Map<string, DeadPools>();
  readonly #shown = new Map<string, readonly ConfigDiagnostic[]>();
  /** The newest conversion of each document; older unfinished ones stop. */
  readonly #showing = new Map<string, Promise<void>>();

  constructor(options: ConfigDiagnosticsOptions) {
    super();
    this.#options = options;
    const { documents, addressDiagnostics } = options;
    this.add(documents.onChange((uri) => this.#show(uri)));
    this.add(addressDiagnostics.onChange((uri) => this.#showAgain(uri)));
    this.add(
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration('arbscope.botConfig.diagnostics')) return;
        for (const { uri } of documents.all) this.#show(uri);
      }),
    );
    for (const { uri } of documents.all) this.#show(uri);
  }

  inRange(
    { uri }: Pick<vscode.TextDocument, 'uri'>,
    range: vscode.Range,
  ): readonly ConfigDiagnostic[] {
    const shown = this.#shown.get(uri.toString()) ?? [];
    return shown.filter((each) => each.range.intersection(range) !== undefined);
  }

  of({ uri }: Pick<vscode.TextDocument, 'uri'>): readonly ConfigDiagnostic[] {
    return this.#shown.get(uri.toString()) ?? [];
  }

  /** Resolves once the newest diagnostics of a document are shown. */
  async shown({ uri }: Pick<vscode.TextDocument, 'uri'>): Promise<void> {
    await this.#showing.get(uri.toString());
  }

  override dispose(): void {
    this.#showing.clear();
    super.dispose();
  }

  setDeadPools(uri: vscode.Uri, pools: DeadPools | null): void {
    const key = uri.toString();
    if (pools === null) this.#deadPools.delete(key);
    else this.#deadPools.set(key, pools);
    this.#show(uri);
  }

  /** Updates a document only if address diagnostics can hide some of its problems. */
  #showAgain(uri: vscode.Uri): void {
    const problems = this.#options.documents.latest(uri)?.problems ?? [];
    if (problems.some(({ code }) => code === 'invalid-address')) this.#show(uri);
  }

  #show(uri: vscode.Uri): void {
    const key = uri.toString();
    const found = this.#options.documents.latest(uri);
    if (found === null) this.#deadPools.delete(key);
    if (found === null || !readSetting('arbscope.botConfig.diagnostics')) {
      this.#showing.delete(key);
      if (this.#shown.delete(key)) this.#collection.delete(uri);
      return;
    }
    const dead = this.#deadPools.get(key);
    const showing = this.#convert({ found, dead }, () => this.#showing.get(key) === showing);
    this.#showing.set(key, showing);
  }

  async #convert({ found, dead }: Shown, isNewest: () => boolean): Promise<void> {
    const { uri } = found;
    // The caller, such as the reading of the file, may have used up its turn.
    await nextTurn();
    if (!isNewest()) return;
    const shown = await this.#diagnosticsOf({ found, dead }, isNewest);
    if (!isNewest() || (shown.length === 0 && !this.#shown.has(uri.toString()))) return;
    this.#shown.set(uri.toString(), shown);
    this.#collection.set(uri, [...shown, ...omittedNote(found)]);
  }

  /** Works in pieces: a thousand problems in a file of 5,000 pools take longer than a frame. */
  async #diagnosticsOf(
    { found, dead }: Shown,
    isNewest: () => boolean,
  ): Promise<readonly ConfigDiagnostic[]> {
    const yieldWhenLong = (this.#options.createYielder ?? createYielder)();
    const shown: ConfigDiagnostic[] = [];
    for (const problem of found.problems) {
      await yieldWhenLong();
      if (!isNewest()) return shown;
      if (!this.#isSaid(found, problem)) shown.push(new ConfigDiagnostic(problem, found));
    }
    if (dead === undefined) return shown;
    const room = maxConfigProblems - shown.length;
    for (const problem of await deadProblems(found, dead, { room, yieldWhenLong })) {
      await yieldWhenLong();
      shown.push(new ConfigDiagnostic(problem, found));
    }
    return shown;
  }

  /** Whether an address diagnostic already reports the problem, with a suggestion. */
  #isSaid({ uri, lines }: ReadDocument, { code, range }: ConfigProblem): boolean {
    if (code !== 'invalid-address') return false;
    return this.#options.addressDiagnostics.inRange({ uri }, lines.toRange(range)).length > 0;
  }
}

async function deadProblems(
  { config, problems }: ReadDocument,
  dead: DeadPools,
  { room, yieldWhenLong }: { room: number; yieldWhenLong: () => Promise<unknown> },
): Promise<readonly ConfigProblem[]> {
  const marked = new Set(problems.map(({ range }) => range.start));
  const found: ConfigProblem[] = [];
  const lists = (config?.entries ?? []).flatMap((entry) => entry.lists);
  for (const { pools } of lists) {
    for (let start = 0; start < pools.length; start += poolsPerPiece) {
      await yieldWhenLong();
      for (const { address, range } of pools.slice(start, start + poolsPerPiece)) {
        if (found.length >= room) return found;
        // Any other problem of the pool matters more.
        if (!dead.addresses.has(address) || marked.has(range.start)) continue;
        found.push({
          ...{ code: 'dead-pool', range, severity: 'hint', arguments: [dead.windowLabel] },
          ...{ related: null, fix: null },
        });
      }
    }
  }
  return found;
}

/** Checking this many takes less than a millisecond. */
const poolsPerPiece = 500;

function omittedNote(found: ReadDocument): vscode.Diagnostic[] {
  if (found.omittedProblems === 0) return [];
  const text = t(
    'Too many problems: the gravest {0} are shown, {1} more are not.',
    formatCount(maxConfigProblems),
    formatCount(found.omittedProblems),
  );
  const start = new vscode.Range(0, 0, 0, 0);
  const note = new vscode.Diagnostic(start, text, vscode.DiagnosticSeverity.Information);
  note.source = 'Arbscope';
  return [note];
}
