import type * as vscode from 'vscode';
import type { WaitingProgress } from '../../backend/protocol/callProtocol.ts';
import type { Disposable } from '../disposable.ts';
import { Countdown } from './countdown.ts';
import { waitingMessage } from './errorDescription.ts';

type Wait = Pick<WaitingProgress, 'nextCallAtMilliseconds' | 'isRefused'> & {
  /** The service asked for a longer wait than is counted down. */
  readonly isShortened?: boolean;
};

/** What stands above the rows of a tree: a text, or the seconds until the next request. */
export class ViewMessage implements Disposable {
  readonly #view: Pick<vscode.TreeView<unknown>, 'message'>;
  readonly #isHidden: () => boolean;
  readonly #countdown = new Countdown((nextCallInSeconds) =>
    this.show(waitingMessage({ ...this.#wait, nextCallInSeconds })),
  );
  #text = '';
  #wait: Omit<Wait, 'nextCallAtMilliseconds'> = { isRefused: false };

  /** @param isHidden Whether the editor shows the view's welcome content, which a message hides. */
  constructor(view: Pick<vscode.TreeView<unknown>, 'message'>, isHidden: () => boolean) {
    this.#view = view;
    this.#isHidden = isHidden;
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
    const shown = this.#isHidden() ? '' : this.#text;
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
