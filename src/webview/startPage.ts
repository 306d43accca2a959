import type { Guard } from './guards.ts';
import { Page } from './page.ts';
import { PageFrame } from './pageFrame.ts';

interface PanelView<Content> {
  /** Attached at once, so that its layout is known, but hidden until the first content. */
  readonly element: HTMLElement;
  show(content: Content): void;
}

export function startPage<Content, Request extends { readonly type: string }>(
  isContent: Guard<Content>,
  createView: (page: Page<Content, Request>) => PanelView<Content>,
): void {
  const page = new Page<Content, Request>((message) => {
    if (message.type === 'content') {
      view.show(message.content);
      // After `show`: the hidden page is already laid out, so reading a width forces no layout.
      frame.content.classList.remove('waiting');
    } else if (message.type === 'status') frame.showStatus(message);
    else if (message.type === 'notice') frame.showNotice(message.text);
  }, isContent);
  const frame = new PageFrame(document.querySelector('#page') ?? document.body, (message) =>
    page.send(message),
  );
  const view = createView(page);
  frame.content.append(view.element);
  page.send({ type: 'ready' });
}
