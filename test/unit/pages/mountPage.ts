import { Window } from 'happy-dom';
import type { ComponentType } from 'preact';
import { act } from 'preact/test-utils';
import type { MessageToPage } from '../../../src/webview/messages.ts';
import { type PageProps, renderPage } from '../../../src/webview/renderPage.tsx';

/** A panel's page in Node, with a DOM but without layout. */
export interface MountedPage<Content, Request> {
  /** A message of the panel. */
  receive(message: MessageToPage<Content>): void;
  show(content: Content): void;
  /** The first element that fits, with this accessible name or text. */
  find(selector: string, name?: string): HTMLElement;
  findAll(selector: string): readonly HTMLElement[];
  click(selector: string, name?: string): void;
  /** A key on the focused element. */
  press(key: string, isShift?: boolean): void;
  /** Chooses an option of a list. */
  choose(selector: string, option: string): void;
  /** What survives a reload of the window. */
  saved(): unknown;
  /** Replaces the text of a field. */
  type(selector: string, text: string): void;
  /** Messages to the panel, and removes them. */
  takeSent(): readonly (Request | { readonly type: string })[];
}

interface MountOptions {
  /** As if each element had this width, for pages that draw for the width that there is. */
  readonly width?: number;
  /** Of a page before, as after a reload of the window. */
  readonly savedState?: unknown;
}

export function mountPage<Content, Request extends { readonly type: string }>(
  View: ComponentType<PageProps<Content, Request>>,
  content: Content,
  { width = 0, savedState }: MountOptions = {},
): MountedPage<Content, Request> {
  const sent: (Request | { readonly type: string })[] = [];
  let kept = savedState;
  const origin = 'https://panel.invalid';
  const window = Object.assign(new Window({ url: origin }), { origin });
  Object.defineProperty(window.HTMLElement.prototype, 'clientWidth', { value: width });
  Object.assign(globalThis, {
    window,
    document: window.document,
    Element: window.Element,
    HTMLElement: window.HTMLElement,
    HTMLInputElement: window.HTMLInputElement,
    Event: window.Event,
    ResizeObserver: window.ResizeObserver,
    acquireVsCodeApi: () => ({
      postMessage: (message: Request) => sent.push(message),
      getState: () => kept,
      setState: (state: unknown) => {
        kept = state;
      },
    }),
  });
  act(() => renderPage(View));
  const takeSent = () => sent.splice(0);
  if (!takeSent().some(({ type }) => type === 'ready')) throw new Error('The page is not ready');

  const receive = (message: MessageToPage<Content>): void => {
    const event = new window.MessageEvent('message', { data: message, origin });
    // As the editor's messages are.
    Object.defineProperty(event, 'isTrusted', { value: true });
    act(() => {
      window.dispatchEvent(event);
    });
  };
  const findAll = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  const find = (selector: string, name?: string) => {
    const found = findAll(selector).find((each) => name === undefined || nameOf(each) === name);
    if (found === undefined) {
      throw new Error(`No ${selector} ${name ?? ''} in ${document.body.innerHTML}`);
    }
    return found;
  };
  const show = (shown: Content) => receive({ type: 'content', content: shown });
  show(content);
  return {
    ...{ receive, show, find, findAll, takeSent },
    click: (...what) => {
      act(() => find(...what).click());
    },
    saved: () => kept,
    press: (key, isShift = false) => {
      const event = new window.KeyboardEvent('keydown', {
        ...{ key, shiftKey: isShift, bubbles: true, cancelable: true },
      });
      act(() => {
        window.document.activeElement?.dispatchEvent(event);
      });
    },
    choose: (selector, option) => {
      const list = find(selector) as HTMLSelectElement;
      list.value = find(`${selector} option`, option).getAttribute('value') ?? '';
      act(() => {
        list.dispatchEvent(new Event('change', { bubbles: true }));
      });
    },
    type: (selector, text) => {
      const field = find(selector) as HTMLInputElement;
      field.focus();
      field.value = text;
      act(() => {
        field.dispatchEvent(new Event('input', { bubbles: true }));
      });
    },
  };
}

const nameOf = (element: HTMLElement): string =>
  element.getAttribute('aria-label') ?? element.textContent ?? '';
