import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatCount } from '../../api/format.ts';
import type { ConfigAddress, ConfigProblem } from '../../botConfig/model.ts';
import { maxConfigProblems } from '../../botConfig/worker/messages.ts';
import type { AddressDiagnostics } from '../addresses/addressDiagnostics.ts';
import { readSetting } from '../commandsAndSettings.ts';
import { DisposableStore } from '../disposable.ts';
import type { ConfigDocuments, ReadDocument } from './configDocuments.ts';
import { problemText } from './problemTexts.ts';

/** What the quick fixes need to know of a diagnostic. */
export class ConfigDiagnostic extends vscode.Diagnostic {
  readonly problem: ConfigProblem;
  /** Of the document's text. */
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
        new vscode.DiagnosticRelatedInformation(location, t('Listed first here')),
      ];
    }
  }
}

const severities: Readonly<Record<ConfigProblem['severity'], vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
  hint: vscode.DiagnosticSeverity.Hint,
};

/** Faded in the editor: without them the bot would do the same. */
const isNeedless: Readonly<Partial<Record<ConfigProblem['code'], true>>> = {
  ...{ 'duplicate-pool': true, 'duplicate-table': true, 'dead-pool': true },
};

/** Pools of a file that earn nothing, and the window in which they did not, such as "24 h". */
export interface DeadPools {
  readonly addresses: ReadonlySet<string>;
  readonly windowLabel: string;
}

export interface ConfigDiagnosticsOptions {
  readonly documents: Pick<ConfigDocuments, 'latest' | 'onChange' | 'all'>;
  /** Problems of addresses wherever they stand; what they say is not said again. */
  readonly addressDiagnostics: Pick<AddressDiagnostics, 'inRange' | 'onChange'>;
}

/** What is wrong with the open bot configs. */
export class ConfigDiagnostics extends DisposableStore {
  readonly #options: ConfigDiagnosticsOptions;
  readonly #collection = this.add(vscode.languages.createDiagnosticCollection('arbscope-configs'));
  readonly #deadPools = new Map<string, DeadPools>();
  readonly #shown = new Map<string, readonly ConfigDiagnostic[]>();

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

  /** Those of a document that touch a range. */
  inRange(
    { uri }: Pick<vscode.TextDocument, 'uri'>,
    range: vscode.Range,
  ): readonly ConfigDiagnostic[] {
    const shown = this.#shown.get(uri.toString()) ?? [];
    return shown.filter((each) => each.range.intersection(range) !== undefined);
  }

  /** All of a document. */
  of({ uri }: Pick<vscode.TextDocument, 'uri'>): readonly ConfigDiagnostic[] {
    return this.#shown.get(uri.toString()) ?? [];
  }

  /** Fades the pools of a file that earn nothing; null: none are known any more. */
  setDeadPools(uri: vscode.Uri, pools: DeadPools | null): void {
    const key = uri.toString();
    if (pools === null) this.#deadPools.delete(key);
    else this.#deadPools.set(key, pools);
    this.#show(uri);
  }

  /** Only where it has something to hide or to show again. */
  #showAgain(uri: vscode.Uri): void {
    const problems = this.#options.documents.latest(uri)?.problems ?? [];
    if (problems.some(({ code }) => code === 'invalid-address')) this.#show(uri);
  }

  #show(uri: vscode.Uri): void {
    const key = uri.toString();
    const found = this.#options.documents.latest(uri);
    if (found === null) this.#deadPools.delete(key);
    const isOn = readSetting('arbscope.botConfig.diagnostics', uri);
    const shown = found === null || !isOn ? [] : this.#diagnosticsOf(found);
    if (shown.length === 0 && !this.#shown.has(key)) return;
    if (found === null) this.#shown.delete(key);
    else this.#shown.set(key, shown);
    this.#collection.set(uri, [...shown, ...(isOn ? omittedNote(found) : [])]);
  }

  #diagnosticsOf(found: ReadDocument): ConfigDiagnostic[] {
    const { uri, problems } = found;
    const shown = problems.flatMap((problem) => {
      const { code, range } = problem;
      // Another warning says it with a suggestion.
      const isSaid =
        code === 'invalid-address' &&
        this.#options.addressDiagnostics.inRange({ uri }, found.lines.toRange(range)).length > 0;
      return isSaid ? [] : [new ConfigDiagnostic(problem, found)];
    });
    const room = maxConfigProblems - shown.length;
    const dead = this.#deadProblems(found, room);
    return [...shown, ...dead.map((problem) => new ConfigDiagnostic(problem, found))];
  }

  #deadProblems({ uri, config, problems }: ReadDocument, room: number): ConfigProblem[] {
    const dead = this.#deadPools.get(uri.toString());
    if (dead === undefined || config === null) return [];
    const marked = new Set(problems.map(({ range }) => range.start));
    const found: ConfigProblem[] = [];
    const add = ({ address, range }: ConfigAddress): void => {
      // Whatever else is wrong with it matters more.
      if (!dead.addresses.has(address) || marked.has(range.start) || found.length >= room) return;
      found.push({
        ...{ code: 'dead-pool', range, severity: 'hint', arguments: [dead.windowLabel] },
        ...{ related: null, fix: null },
      });
    };
    for (const { lists } of config.entries) for (const { pools } of lists) pools.forEach(add);
    return found;
  }
}

/** Says that there are more problems than are shown. */
function omittedNote(found: ReadDocument | null): vscode.Diagnostic[] {
  if (found === null || found.omittedProblems === 0) return [];
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
