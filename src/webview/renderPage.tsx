import { type ComponentType, render } from 'preact';
import { type Notice, PageFrame } from './components/pageFrame.tsx';
import type { StatusMessage } from './messages.ts';
import { Page } from './page.ts';

/** The page's side of its panel: requests to it, and values that survive a reload of the window. */
export type PageHost<Request extends { readonly type: string } = never> = Pick<
  Page<unknown, Request>,
  'send' | 'getState' | 'setState'
>;

export interface PageProps<Content, Request extends { readonly type: string } = never> {
  readonly content: Content;
  readonly host: PageHost<Request>;
}

/** Renders a panel's page; `View` is rendered again for each content that the panel sends. */
export function renderPage<Content, Request extends { readonly type: string } = never>(
  View: ComponentType<PageProps<Content, Request>>,
): void {
  const place = document.querySelector('#page') ?? document.body;
  let content: Content | null = null;
  let status: StatusMessage = { type: 'status', busy: null, problem: null };
  let notice: Notice | null = null;
  const host = new Page<Content, Request>((message) => {
    if (message.type === 'content') content = message.content;
    else if (message.type === 'status') {
      status = message;
      // The style sheets dim content that is loaded again.
      document.body.dataset['busy'] = String(status.busy !== null);
    } else if (message.type === 'notice') {
      notice = { text: message.text, count: (notice?.count ?? 0) + 1 };
    }
    draw();
  });
  const draw = () => {
    const focused = document.activeElement;
    render(
      <PageFrame status={status} notice={notice} send={(message) => host.send(message)}>
        {content !== null && <View content={content} host={host} />}
      </PageFrame>,
      place,
    );
    // Browsers remove the focus from an element that is moved, for example a row of a new order.
    if (focused instanceof HTMLElement && focused.isConnected) {
      focused.focus({ preventScroll: true });
    }
  };
  draw();
  host.send({ type: 'ready' });
}
