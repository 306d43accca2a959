import { t } from '@vscode/l10n';
import { MarketError } from '../../../api/marketError.ts';
import type { MessageToPage, StatusMessage } from '../../../webview/messages.ts';
import { asMarketError, type ErrorContext } from '../../backend/errorDescription.ts';
import type { Disposable } from '../../base/disposable.ts';
import { toPanelError } from './panelError.ts';
import type { LoadOptions } from './panelKind.ts';

export interface PanelContentOptions<Content, Request> {
  readonly load: (
    options: LoadOptions,
    request?: Request,
    shown?: Content | null,
  ) => Promise<Content>;
  readonly onChange: (message: MessageToPage<Content>) => void;
  readonly onFailure: (error: MarketError) => void;
  readonly errorContext: () => ErrorContext;
}

/** Only the newest load counts; earlier content stays during a load and after its failure. */
export class PanelContent<Content, Request = never> implements Disposable {
  readonly #options: PanelContentOptions<Content, Request>;
  #content: Content | null = null;
  #status: StatusMessage = { type: 'status', busy: null, problem: null };
  #loading: AbortController | null = null;

  constructor(options: PanelContentOptions<Content, Request>) {
    this.#options = options;
  }

  get content(): Content | null {
    return this.#content;
  }

  initialMessages(): MessageToPage<Content>[] {
    return this.#content === null
      ? [this.#status]
      : [{ type: 'content', content: this.#content }, this.#status];
  }

  /** Cancels a running load. */
  async load(forceRefresh = false, request?: Request): Promise<void> {
    this.#loading?.abort();
    const loading = new AbortController();
    this.#loading = loading;
    const { signal } = loading;
    const report = (busy: string) => {
      if (!signal.aborted) this.#setStatus({ type: 'status', busy, problem: null });
    };
    report(t('Loading…'));
    try {
      let warning: MarketError | null = null;
      const warn = (error: MarketError) => {
        warning = error;
      };
      const options = { signal, report, warn, forceRefresh };
      const content = await this.#options.load(options, request, this.#content);
      if (signal.aborted) return;
      if (warning !== null) return this.#handleFailure(warning, content);
      this.show(content);
      this.#setStatus({ type: 'status', busy: null, problem: null });
    } catch (thrown) {
      if (!signal.aborted) this.#handleFailure(asMarketError(thrown), null);
    } finally {
      if (this.#loading === loading) this.#loading = null;
    }
  }

  /** Keeps existing content, which is more complete than the partial result. */
  #handleFailure(error: MarketError, part: Content | null): void {
    if (this.#content === null && part !== null) this.show(part);
    this.#options.onFailure(error);
    const problem = toPanelError(error, this.#options.errorContext());
    this.#setStatus({ type: 'status', busy: null, problem });
  }

  show(content: Content): void {
    this.#content = content;
    this.#options.onChange({ type: 'content', content });
  }

  /** Sends no request. Return the same object for no change. */
  update(change: (content: Content) => Content): void {
    if (this.#content === null) return;
    const content = change(this.#content);
    if (content !== this.#content) this.show(content);
  }

  cancel(): void {
    if (this.#loading === null) return;
    this.dispose();
    const error = new MarketError('cancelled', t('Cancelled before the response arrived.'));
    const problem =
      this.#content === null ? toPanelError(error, this.#options.errorContext()) : null;
    this.#setStatus({ type: 'status', busy: null, problem });
  }

  dispose(): void {
    this.#loading?.abort();
    this.#loading = null;
  }

  #setStatus(status: StatusMessage): void {
    this.#status = status;
    this.#options.onChange(status);
  }
}
