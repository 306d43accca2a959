import type * as vscode from 'vscode';
import type { WaitingProgress } from '../../backend/protocol/callProtocol.ts';
import { waitingMessage } from '../backend/errorDescription.ts';
import type { Disposable } from '../base/disposable.ts';
import { Countdown } from './countdown.ts';

type Wait = Pick<WaitingProgress, 'nextCallAtMilliseconds' | 'isRefused'> & {
  /** The service asked for a longer wait than is counted down. */
  readonly isShortened?: boolean;
};

export interface ViewMessageOptions {
  /** Whether the editor shows the view's welcome content, which a message hides. */
  readonly isHidden: () => boolean;
  /** Shown while there is no other text. */
  readonly restingText: () => string;
}

/** What stands above the rows of a tree: a text, or the seconds until the next request. */
export class ViewMessage implements Disposable {
  readonly #view: Pick<vscode.TreeView<unknown>, 'message'>;
  readonly #options: ViewMessageOptions;
  readonly #countdown = new Countdown((nextCallInSeconds) =>
    this.show(waitingMessage({ ...this.#wait, nextCallInSeconds })),
  );
  #text = '';
  #wait: Omit<Wait, 'nextCallAtMilliseconds'> = { isRefused: false };

  constructor(view: Pick<vscode.TreeView<unknown>, 'message'>, options: ViewMessageOptions) {
    this.#view = view;
    this.#options = options;
  }

  /** The service refused the last request (HTTP 429). */
  get isRefused(): boolean {
    return this.#wait.isRefused;
  }

  show(text: string): void {
    this.#text = text;
    this.update();
  }

  /** Shows or hides the text, as the welcome content has gone or come. */
  update(): void {
    const { isHidden, restingText } = this.#options;
    const shown = isHidden() ? '' : this.#text || restingText();
    // The editor takes any message for a change of the tree, which delays the next one by 200 ms.
    if ((this.#view.message ?? '') !== shown) this.#view.message = shown;
  }

  countDown({ nextCallAtMilliseconds, isRefused, isShortened = false }: Wait): void {
    this.#wait = { isRefused, isShortened };
    this.#countdown.start(nextCallAtMilliseconds);
  }

  clear(): void {
    this.stopCountdown();
    this.show('');
  }

  /** Clears it after a request that succeeded. */
  reset(): void {
    this.#wait = { isRefused: false };
    this.clear();
  }

  /** What is shown stays. */
  stopCountdown(): void {
    this.#countdown.stop();
  }

  dispose(): void {
    this.stopCountdown();
  }
}
