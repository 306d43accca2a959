import { t } from '@vscode/l10n';
import { button, element, replaceContent } from './dom.ts';
import type { MessageFromPage, PanelError, StatusMessage } from './messages.ts';

export class PageFrame {
  /** Has the class `waiting` until the first content. */
  readonly content = element('main', { class: 'content waiting' });
  readonly #busy = element('div', { class: 'busy', role: 'status' });
  readonly #error = element('div', { class: 'problem-place' });
  readonly #notice = element('div', { class: 'notice', role: 'status' });
  readonly #send: (message: MessageFromPage) => void;

  constructor(place: Element, send: (message: MessageFromPage) => void) {
    this.#send = send;
    replaceContent(place, this.#busy, this.#error, this.content, this.#notice);
  }

  showStatus({ busy, problem }: StatusMessage): void {
    document.body.dataset['busy'] = String(busy !== null);
    replaceContent(
      this.#busy,
      busy !== null && element('span', { class: 'busy-words' }, busy),
      busy !== null && button(t('Stop'), () => this.#send({ type: 'cancel' }), { class: 'quiet' }),
    );
    replaceContent(this.#error, problem !== null && this.#errorBox(problem));
  }

  showNotice(words: string): void {
    replaceContent(this.#notice, element('span', {}, words));
  }

  #errorBox({ message, suggestion, actions }: PanelError): HTMLElement {
    return element('section', { class: 'problem', role: 'alert', 'aria-label': t('Problem') }, [
      element('p', { class: 'problem-message' }, element('bdi', {}, message)),
      element('p', {}, suggestion),
      element(
        'div',
        { class: 'buttons' },
        actions.map(({ act, label }) =>
          button(label, () => this.#send({ type: 'error-action', act })),
        ),
      ),
    ]);
  }
}
