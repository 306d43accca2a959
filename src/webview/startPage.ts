import type { Guard } from './guards.ts';
import { Page } from './page.ts';
import { PageFrame } from './pageFrame.ts';

/** What shows the content of a panel. */
export interface PanelView<Content> {
  /** Put into the page with the first content. */
  readonly element: HTMLElement;
  show(content: Content): void;
}

export interface PanelPageOptions<Content, Request> {
  readonly isContent: Guard<Content>;
  readonly createView: (page: Page<Content, Request>) => PanelView<Content>;
}

/** The page of a panel: its frame, its view, and what the panel says to both. */
export function startPage<Content, Request>({
  isContent,
  createView: make,
}: PanelPageOptions<Content, Request>): void {
  const page: Page<Content, Request> = new Page<Content, Request>({
    isContent,
    receive: (message) => {
      switch (message.type) {
        case 'content':
          if (!frame.content.contains(view.element)) frame.content.append(view.element);
          view.show(message.content);
          return;
        case 'status':
          frame.showStatus(message);
          return;
        case 'notice':
          frame.showNotice(message.text);
          return;
        case 'state':
          // The page's end of the messages keeps it.
          return;
      }
    },
  });
  const frame = new PageFrame(document.querySelector('#page') ?? document.body, (message) =>
    page.send(message),
  );
  const view = make(page);
  page.ready();
}
