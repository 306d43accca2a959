import type * as vscode from 'vscode';
import type { WaitingProgress } from '../../backend/protocol/callProtocol.ts';
import { waitingMessage } from '../backend/errorDescription.ts';
import type { Disposable } from '../base/disposable.ts';
import { Countdown } from './countdown.ts';

type Wait = Pick<WaitingProgress, 'nextCallAtMilliseconds' | 'isRefused'> & {
  /** The service requires a longer wait than the countdown. */
  readonly isShortened?: boolean;
};

export interface ViewMessageOptions {
  /** True while the editor shows the view's welcome content, which a message would hide. */
  readonly isHidden: () => boolean;
  readonly restingText: () => string;
}

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

  update(): void {
    const { isHidden, restingText } = this.#options;
    const shown = isHidden() ? '' : this.#text || restingText();
    // Setting the message, even to the same text, delays the next tree change by 200 ms.
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

  reset(): void {
    this.#wait = { isRefused: false };
    this.clear();
  }

  /** Keeps the current text. */
  stopCountdown(): void {
    this.#countdown.stop();
  }

  dispose(): void {
    this.stopCountdown();
  }
}
