import { setTimeout as wait } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { MarketError } from '../../interface/marketError.ts';
import { withSignal } from '../cancellation.ts';
import { type Disposable, DisposableList } from '../disposable.ts';
import { readSetting, readUserSetting, registerCommand } from '../register.ts';
import { askable } from './askable.ts';
import { findingAt, type Placed } from './documentText.ts';
import { rangeOf } from './editorRange.ts';
import type { Facts } from './facts.ts';
import { hoverFacts, type LinkedFacts } from './hoverFacts.ts';
import { type HoverLink, hoverCommands, hoverText } from './hoverText.ts';
import { answerLinks } from './links.ts';
import { localFacts, localKind } from './localFacts.ts';
import type { MarketMemory } from './marketMemory.ts';
import { bare, type RemoteFacts, remoteFacts } from './remoteFacts.ts';
import { transactionAt } from './transactionText.ts';
import { wireFacts } from './wireFacts.ts';

export interface HoversOptions {
  readonly memory: MarketMemory;
  readonly remote: RemoteFacts;
  /** What answers, in words for the end of a hover. */
  readonly source: () => string;
}

/** A service that is slower than this is not waited for by a hover. */
const patienceMilliseconds = 20_000;
/** An answer that takes longer is of no use to the next hover either. */
const longestMilliseconds = 120_000;

/**
 * Hovers over addresses, signatures, keys and transactions in every document. Two providers: what
 * is known here is shown at once, what the service knows joins it when it comes.
 */
export class Hovers implements Disposable {
  readonly #options: HoversOptions;
  readonly #own = new DisposableList();

  constructor(options: HoversOptions) {
    this.#options = options;
    const { languages } = vscode;
    // The editor shows the provider that was registered last first.
    this.#own.add(
      languages.registerHoverProvider('*', {
        provideHover: (document, position, token) => this.remote(document, position, token),
      }),
    );
    this.#own.add(
      languages.registerHoverProvider('*', {
        provideHover: (document, position) => this.local(document, position),
      }),
    );
    this.#own.add(registerCommand('arbscope.askService', (given) => this.#askService(given)));
  }

  dispose(): void {
    this.#own.dispose();
  }

  /** What is known without asking; `undefined` where nothing is recognised. */
  local(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const placed = findingAt(document, position);
    if (placed !== null) {
      const { facts, links } = hoverFacts(
        placed.found,
        this.#options.memory,
        readSetting('arbscope.explorer'),
      );
      return hover(placed, facts, links);
    }
    const transaction = transactionAt(document, position);
    if (transaction === null) return undefined;
    const { text } = transaction.found;
    return hover(transaction, wireFacts(transaction.found), [
      { title: t('Inspect'), command: 'arbscope.inspectTransaction', argument: text },
    ]);
  }

  /** What the service knows; `undefined` where that is nothing, or is not to be asked. */
  async remote(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | undefined> {
    const placed = findingAt(document, position);
    if (placed?.found.kind !== 'address' && placed?.found.kind !== 'signature') return undefined;
    const { text } = placed.found;
    const mode = networkMode();
    if (mode === 'off') return undefined;
    const { remote } = this.#options;
    if (mode === 'onDemand' && remote.peek(text) === null) {
      const ask = { title: t('Ask the service'), command: 'arbscope.askService', argument: text };
      return hover(placed, bare(''), [ask as HoverLink]);
    }
    const found = await withSignal(token, (signal) => this.#ask(text, signal));
    return found === null ? undefined : hover(placed, found.facts, found.links);
  }

  async #ask(text: string, signal: AbortSignal): Promise<LinkedFacts | null> {
    const { memory, remote, source } = this.#options;
    // When the hover does not wait any longer, the question goes on: it may only wait for its turn
    // within the service's limits, and the next hover has its answer.
    const question = remote.get(
      text,
      AbortSignal.any([signal, AbortSignal.timeout(longestMilliseconds)]),
    );
    try {
      const answer = await Promise.race([question, late(signal)]);
      if (answer === null) {
        question.catch(() => undefined);
        return unlinked(t('The service has not answered yet.'));
      }
      const facts = remoteFacts(answer, memory);
      if (facts === null) return null;
      const links = answerLinks(text, localKind(text, memory), answer);
      if (facts.facts.length === 0) return { facts, links };
      // What the local part is headed by already is not said again.
      const local = localFacts(text, memory);
      const isSame = facts.title === local.title && facts.what === local.what;
      const heading = isSame ? { title: '', what: '' } : {};
      const all: Facts['facts'] = [[t('Source'), source()], ...facts.facts];
      return { facts: { ...facts, ...heading, facts: all }, links };
    } catch (error) {
      if (signal.aborted) return null;
      return unlinked(MarketError.is(error) ? error.message : t('The service did not answer.'));
    }
  }

  /** The link of a hover that asks only when it is told to; the hover then comes again. */
  async #askService(given: unknown): Promise<void> {
    const subject = typeof given === 'string' ? askable(given) : null;
    if (subject === null) return;
    const { remote } = this.#options;
    await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: t('Arbscope: asking the service') },
      async () => {
        try {
          await remote.get(subject.text, AbortSignal.timeout(patienceMilliseconds));
        } catch (error) {
          const words = MarketError.is(error) ? error.message : t('The service did not answer.');
          void vscode.window.showWarningMessage(words);
        }
      },
    );
    await vscode.commands.executeCommand('editor.action.showHover');
  }
}

const unlinked = (words: string): LinkedFacts => ({ facts: bare(words), links: [] });

/** `null` once a hover has waited long enough. */
const late = async (signal: AbortSignal): Promise<null> =>
  await wait(patienceMilliseconds, null, { signal, ref: false });

/** A workspace that is not trusted must not make hovers ask anybody by themselves. */
function networkMode(): 'automatic' | 'onDemand' | 'off' {
  const mode = readUserSetting('arbscope.hover.network');
  return mode === 'automatic' && !vscode.workspace.isTrusted ? 'onDemand' : mode;
}

function hover(
  place: Pick<Placed<unknown>, 'start' | 'end'>,
  facts: Facts,
  links: readonly HoverLink[],
): vscode.Hover {
  const text = new vscode.MarkdownString(hoverText(facts, links));
  // Only these commands, and no HTML: what the chain says cannot act.
  text.isTrusted = { enabledCommands: [...hoverCommands] };
  return new vscode.Hover(text, rangeOf(place));
}
