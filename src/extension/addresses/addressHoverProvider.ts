import { setTimeout as wait } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { TextMatch } from '../../solana/scan/scanText.ts';
import { withSignal } from '../base/cancellation.ts';
import { DisposableStore } from '../base/disposable.ts';
import {
  readSetting,
  readUserSetting,
  registerCommand,
  setContext,
} from '../contributions/commandsAndSettings.ts';
import type { WorkspaceIdls } from '../idl/workspaceIdls.ts';
import { classifyLookup } from '../shared/classifyLookup.ts';
import { type Located, recognizeAt } from '../shared/documentText.ts';
import { noteOnly, subtractFactSheet } from '../shared/factSheet.ts';
import { type HoverLink, hoverCommands, hoverMarkdown } from '../shared/hoverMarkdown.ts';
import { addressKind } from '../shared/localFacts.ts';
import type { RecentResponses } from '../shared/recentResponses.ts';
import { toRange } from '../shared/toRange.ts';
import type { AddressDiagnostics } from './addressDiagnostics.ts';
import { type HoverContent, hoverContent, malformedContent } from './hoverContent.ts';
import { lookupResultLinks } from './hoverLinks.ts';
import { withProgram } from './programFacts.ts';
import type { LookupDescription, RemoteLookup } from './remoteLookup.ts';
import { serializedTransactionAt } from './serializedTransaction.ts';
import { serializedTransactionFacts } from './serializedTransactionFacts.ts';

export interface LookupContext {
  readonly recentResponses: RecentResponses;
  readonly remoteLookup: RemoteLookup;
}

export interface HoverOptions extends LookupContext {
  readonly diagnostics: Pick<AddressDiagnostics, 'inRange'>;
  /** Of the workspace's programs. */
  readonly idls: Pick<WorkspaceIdls, 'program'>;
}

/** The editor shows no hover earlier, so waiting this long delays nothing. */
const earlyMilliseconds = 150;
const hoverTimeoutMilliseconds = 20_000;
/** A later response would not help the next hover either. */
const lookupTimeoutMilliseconds = 120_000;

type HoverPart = 'first' | 'later';

/** Two providers, since the editor cannot update a hover: local facts first, then the response. */
export class AddressHoverProvider extends DisposableStore {
  readonly #options: HoverOptions;
  #hasHovered = false;
  /** Request of one part that the other has not read yet, so that both show the same response. */
  #early: {
    readonly text: string;
    readonly part: HoverPart;
    readonly response: Promise<LookupDescription | null>;
  } | null = null;

  constructor(options: HoverOptions) {
    super();
    this.#options = options;
    // The editor shows the last registered provider first.
    const provideLater: vscode.HoverProvider['provideHover'] = (...place) =>
      this.#provideLater(...place);
    const provideFirst: vscode.HoverProvider['provideHover'] = (document, position) =>
      this.#provideFirst(document, position);
    for (const provideHover of [provideLater, provideFirst]) {
      this.add(vscode.languages.registerHoverProvider('*', { provideHover }));
    }
    this.add(registerCommand('arbscope.askService', (given) => this.#lookUpOnDemand(given)));
  }

  provideLocalHover(
    document: vscode.TextDocument,
    position: vscode.Position,
    remote: LookupDescription | null = null,
    links: readonly HoverLink[] = [],
  ): vscode.Hover | undefined {
    const placed = recognizeAt(document, position);
    if (placed !== null) {
      const { recentResponses } = this.#options;
      const explorer = readSetting('arbscope.explorer');
      const { found } = placed;
      const content = hoverContent(found, recentResponses, explorer, remote);
      const program = found.kind === 'address' ? this.#options.idls.program(found.text) : null;
      const factSheet = withProgram(content.factSheet, program);
      return createHover(placed, { factSheet, links: [...content.links, ...links] });
    }
    const transaction = serializedTransactionAt(document, position);
    if (transaction !== null) {
      const { text } = transaction.found;
      return createHover(transaction, {
        factSheet: serializedTransactionFacts(transaction.found),
        links: [
          { title: t('Simulate'), command: 'arbscope.simulateTransaction', argument: text },
          { title: t('Inspect'), command: 'arbscope.inspectTransaction', argument: text },
        ],
      });
    }
    const range = new vscode.Range(position, position);
    const problem = this.#options.diagnostics.inRange(document, range)[0]?.problem;
    return problem?.kind === 'malformed' && problem.suggestion !== null
      ? createHover(problem, malformedContent(problem.suggestion))
      : undefined;
  }

  /** Completes a step of the walkthrough. */
  #noteFirstHover(): void {
    if (this.#hasHovered) return;
    this.#hasHovered = true;
    setContext('arbscope.hasHovered', true);
  }

  async #provideFirst(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.Hover | undefined> {
    const placed = locateSubject(document, position);
    if (placed !== null) this.#noteFirstHover();
    const mode = networkMode(placed);
    if (placed === null || mode === 'off') return this.provideLocalHover(document, position);
    const { text } = placed.found;
    if (mode === 'onDemand' && this.#options.remoteLookup.peek(text) === null) {
      return this.provideLocalHover(document, position, null, [
        { title: t('Look Up with Service'), command: 'arbscope.askService', argument: text },
      ]);
    }
    const remote = await this.#respondEarly(text, 'first');
    return this.provideLocalHover(document, position, remote);
  }

  /** The connection's response, unless the first part shows it. */
  async #provideLater(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | undefined> {
    const placed = locateSubject(document, position);
    if (placed === null || networkMode(placed) !== 'automatic') return undefined;
    return await withSignal(token, async (signal) => {
      // Starts before the early wait times out, so that both share one request.
      const content = this.#lookUp(placed, signal);
      const early = await this.#respondEarly(placed.found.text, 'later');
      if (early === null) return createHover(placed, await content);
      return undefined;
    });
  }

  /** Null: the response did not arrive early. Both parts of a hover get the same result. */
  #respondEarly(text: string, part: HoverPart): Promise<LookupDescription | null> {
    const begun = this.#early;
    if (begun?.text === text && begun.part !== part) {
      this.#early = null;
      return begun.response;
    }
    const response = this.#options.remoteLookup
      .describe(text, AbortSignal.timeout(earlyMilliseconds))
      .catch(() => null);
    this.#early = { text, part, response };
    return response;
  }

  /** Never rejects; a cancelled or failed request gives a note. */
  async #lookUp({ found }: Subject, signal: AbortSignal): Promise<HoverContent> {
    const { recentResponses, remoteLookup } = this.#options;
    // A request waiting for a rate limit may outlive the hover; the next hover uses its response.
    const response = remoteLookup
      .describe(
        found.text,
        AbortSignal.any([signal, AbortSignal.timeout(lookupTimeoutMilliseconds)]),
      )
      .catch(() => null);
    const timeout = wait(hoverTimeoutMilliseconds, null, { signal, ref: false }).catch(() => null);
    const remote = await Promise.race([response, timeout]);
    if (remote === null) {
      const note = t('No response from the service yet. Hover again later.');
      return { factSheet: noteOnly(note), links: [] };
    }
    const { kind, factSheet } = remote;
    const local = hoverContent(found, recentResponses).factSheet;
    return {
      factSheet: subtractFactSheet(factSheet ?? noteOnly(''), local),
      links:
        found.kind === 'signature'
          ? []
          : lookupResultLinks(found.text, addressKind(found.text, recentResponses), kind),
    };
  }

  /** Handles the look-up link of a hover in on-demand mode, then shows the hover again. */
  async #lookUpOnDemand(given: unknown): Promise<void> {
    const subject = typeof given === 'string' ? classifyLookup(given) : null;
    if (subject === null) return;
    await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: t('Arbscope: Looking up…') },
      async () => {
        const signal = AbortSignal.timeout(hoverTimeoutMilliseconds);
        await this.#options.remoteLookup.describe(subject.text, signal).catch(() => undefined);
      },
    );
    await vscode.commands.executeCommand('editor.action.showHover');
  }
}

type Subject = Located<TextMatch>;

/** Only addresses and signatures are looked up. */
function locateSubject(document: vscode.TextDocument, position: vscode.Position): Subject | null {
  const placed = recognizeAt(document, position);
  if (placed?.found.kind !== 'address' && placed?.found.kind !== 'signature') return null;
  return { ...placed, found: placed.found };
}

/** Without a click, hovers send no request in an untrusted workspace, or for what may be a secret. */
function networkMode(subject: Subject | null): 'automatic' | 'onDemand' | 'off' {
  const mode = readUserSetting('arbscope.hover.network');
  const isGuarded = !vscode.workspace.isTrusted || subject?.found.maybeSecret === true;
  return mode === 'automatic' && isGuarded ? 'onDemand' : mode;
}

function createHover(
  place: Pick<Located<unknown>, 'start' | 'end'>,
  { factSheet, links }: HoverContent,
): vscode.Hover | undefined {
  const markdown = hoverMarkdown(factSheet, links);
  if (markdown === '') return undefined;
  const text = new vscode.MarkdownString(markdown);
  // Only these commands and no HTML, so that text from the chain cannot run anything.
  text.isTrusted = { enabledCommands: [...hoverCommands] };
  return new vscode.Hover(text, toRange(place));
}
