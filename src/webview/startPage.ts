import { Frame } from './frame.ts';
import type { Guard } from './guards.ts';
import { Page } from './page.ts';

/** What shows the content of a panel. */
export interface PageView<Content> {
  /** Put into the page with the first content. */
  readonly element: HTMLElement;
  show(content: Content): void;
}

export interface PageParts<Content, Request> {
  readonly isContent: Guard<Content>;
  readonly view: (page: Page<Content, Request>) => PageView<Content>;
}

/** The page of a panel: its frame, its view, and what the panel says to both. */
export function startPage<Content, Request>({
  isContent,
  view: make,
}: PageParts<Content, Request>): void {
  const page: Page<Content, Request> = new Page<Content, Request>({
    isContent,
    receive: (message) => {
      switch (message.type) {
        case 'content':
          if (!frame.content.contains(view.element)) frame.content.append(view.element);
          view.show(message.content);
          return;
        case 'status':
          frame.status(message);
          return;
        case 'notice':
          frame.notice(message.words);
          return;
        case 'state':
          // The page's end of the messages keeps it.
          return;
      }
    },
  });
  const frame = new Frame(document.querySelector('#page') ?? document.body, (message) =>
    page.send(message),
  );
  const view = make(page);
  page.ready();
}
