import { setTimeout as wait } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { withSignal } from '../cancellation.ts';
import { readSetting, readUserSetting, registerCommand } from '../commandsAndSettings.ts';
import { DisposableStore } from '../disposable.ts';
import { classifyLookup } from './classifyLookup.ts';
import { type Located, recognizeAt } from './documentText.ts';
import type { FactSheet } from './factSheet.ts';
import { type HoverContent, hoverContent } from './hoverContent.ts';
import { lookupResultLinks } from './hoverLinks.ts';
import { type HoverLink, hoverCommands, hoverMarkdown } from './hoverMarkdown.ts';
import { addressKind, localFacts } from './localFacts.ts';
import type { RecentResponses } from './recentResponses.ts';
import {
  lookupErrorMessage,
  lookupResultFacts,
  noteOnly,
  type RemoteLookup,
} from './remoteLookup.ts';
import { serializedTransactionAt } from './serializedTransaction.ts';
import { serializedTransactionFacts } from './serializedTransactionFacts.ts';
import { toRange } from './toRange.ts';

/** Where facts of an address come from. */
export interface LookupContext {
  readonly recentResponses: RecentResponses;
  readonly remoteLookup: RemoteLookup;
  /** Name of the connection, as it is shown. */
  readonly sourceLabel: () => string;
}

/** A service that is slower than this is not waited for by a hover. */
const hoverTimeoutMilliseconds = 20_000;
/** An answer that takes longer is of no use to the next hover either. */
const lookupTimeoutMilliseconds = 120_000;

/**
 * Hovers over addresses, signatures, keys and transactions in every document. Two providers: what
 * is known here is shown at once, what the service knows joins it when it comes.
 */
export class AddressHoverProvider extends DisposableStore {
  readonly #options: LookupContext;

  constructor(options: LookupContext) {
    super();
    this.#options = options;
    const { languages } = vscode;
    // The editor shows the provider that was registered last first.
    this.add(
      languages.registerHoverProvider('*', {
        provideHover: (...place) => this.provideRemoteHover(...place),
      }),
    );
    this.add(
      languages.registerHoverProvider('*', {
        provideHover: (document, position) => this.provideLocalHover(document, position),
      }),
    );
    this.add(registerCommand('arbscope.askService', (given) => this.#askService(given)));
  }

  /** What is known without asking; `undefined` where nothing is recognised. */
  provideLocalHover(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): vscode.Hover | undefined {
    const placed = recognizeAt(document, position);
    if (placed !== null) {
      const { factSheet, links } = hoverContent(
        placed.found,
        this.#options.recentResponses,
        readSetting('arbscope.explorer'),
      );
      return createHover(placed, factSheet, links);
    }
    const transaction = serializedTransactionAt(document, position);
    if (transaction === null) return undefined;
    const { text } = transaction.found;
    return createHover(transaction, serializedTransactionFacts(transaction.found), [
      { title: t('Inspect'), command: 'arbscope.inspectTransaction', argument: text },
    ]);
  }

  /** What the service knows; `undefined` where that is nothing, or is not to be asked. */
  async provideRemoteHover(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | undefined> {
    const placed = recognizeAt(document, position);
    if (placed?.found.kind !== 'address' && placed?.found.kind !== 'signature') return undefined;
    const { text } = placed.found;
    const mode = networkMode();
    if (mode === 'off') return undefined;
    const { remoteLookup } = this.#options;
    if (mode === 'onDemand' && remoteLookup.peek(text) === null) {
      const ask = { title: t('Ask the service'), command: 'arbscope.askService', argument: text };
      return createHover(placed, noteOnly(''), [ask as HoverLink]);
    }
    const found = await withSignal(token, (signal) => this.#lookUp(text, signal));
    return found === null ? undefined : createHover(placed, found.factSheet, found.links);
  }

  async #lookUp(text: string, signal: AbortSignal): Promise<HoverContent | null> {
    const { recentResponses, remoteLookup, sourceLabel } = this.#options;
    // When the hover does not wait any longer, the question goes on: it may only wait for its turn
    // within the service's limits, and the next hover has its answer.
    const question = remoteLookup.get(
      text,
      AbortSignal.any([signal, AbortSignal.timeout(lookupTimeoutMilliseconds)]),
    );
    try {
      const answer = await Promise.race([question, timeoutAsNull(signal)]);
      if (answer === null) {
        question.catch(() => undefined);
        return noteWithoutLinks(t('The service has not answered yet.'));
      }
      const factSheet = lookupResultFacts(answer, recentResponses);
      if (factSheet === null) return null;
      const links = lookupResultLinks(text, addressKind(text, recentResponses), answer);
      if (factSheet.facts.length === 0) return { factSheet, links };
      // What the local part is headed by already is not said again.
      const local = localFacts(text, recentResponses);
      const isSame = factSheet.title === local.title && factSheet.kindLabel === local.kindLabel;
      const heading = isSame ? { title: '', kindLabel: '' } : {};
      const all: FactSheet['facts'] = [[t('Source'), sourceLabel()], ...factSheet.facts];
      return { factSheet: { ...factSheet, ...heading, facts: all }, links };
    } catch (error) {
      if (signal.aborted) return null;
      return noteWithoutLinks(lookupErrorMessage(error));
    }
  }

  /** The link of a hover that asks only when it is told to; the hover then comes again. */
  async #askService(given: unknown): Promise<void> {
    const subject = typeof given === 'string' ? classifyLookup(given) : null;
    if (subject === null) return;
    const { remoteLookup } = this.#options;
    await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: t('Arbscope: asking the service') },
      async () => {
        try {
          await remoteLookup.get(subject.text, AbortSignal.timeout(hoverTimeoutMilliseconds));
        } catch (error) {
          void vscode.window.showWarningMessage(lookupErrorMessage(error));
        }
      },
    );
    await vscode.commands.executeCommand('editor.action.showHover');
  }
}

const noteWithoutLinks = (note: string): HoverContent => ({ factSheet: noteOnly(note), links: [] });

/** `null` once a hover has waited long enough. */
const timeoutAsNull = async (signal: AbortSignal): Promise<null> =>
  await wait(hoverTimeoutMilliseconds, null, { signal, ref: false });

/** A workspace that is not trusted must not make hovers ask anybody by themselves. */
function networkMode(): 'automatic' | 'onDemand' | 'off' {
  const mode = readUserSetting('arbscope.hover.network');
  return mode === 'automatic' && !vscode.workspace.isTrusted ? 'onDemand' : mode;
}

function createHover(
  place: Pick<Located<unknown>, 'start' | 'end'>,
  facts: FactSheet,
  links: readonly HoverLink[],
): vscode.Hover {
  const text = new vscode.MarkdownString(hoverMarkdown(facts, links));
  // Only these commands, and no HTML: what the chain says cannot act.
  text.isTrusted = { enabledCommands: [...hoverCommands] };
  return new vscode.Hover(text, toRange(place));
}
