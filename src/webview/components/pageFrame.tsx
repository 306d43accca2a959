import { t } from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import type { MessageFromPage, PanelError, StatusMessage } from '../messages.ts';

export interface Notice {
  readonly text: string;
  /** Of notices so far: a new element makes screen readers announce the same text again. */
  readonly count: number;
}

interface PageFrameProps {
  readonly status: StatusMessage;
  readonly notice: Notice | null;
  readonly send: (message: MessageFromPage) => void;
  readonly children: ComponentChildren;
}

/** What all panels show around their content: loading with Stop, an error with actions, a notice. */
export function PageFrame({ status: { busy, problem }, notice, send, children }: PageFrameProps) {
  return (
    <>
      <div class="busy" role="status">
        {busy !== null && (
          <>
            <span class="busy-words">{busy}</span>
            <button type="button" class="quiet" onClick={() => send({ type: 'cancel' })}>
              {t('Stop')}
            </button>
          </>
        )}
      </div>
      <div class="problem-place">
        {problem !== null && <ErrorBox problem={problem} send={send} />}
      </div>
      <main class="content">{children}</main>
      <div class="notice" role="status">
        {notice !== null && <span key={notice.count}>{notice.text}</span>}
      </div>
    </>
  );
}

function ErrorBox({
  problem: { message, suggestion, actions },
  send,
}: {
  readonly problem: PanelError;
  readonly send: (message: MessageFromPage) => void;
}) {
  return (
    <section class="problem" role="alert" aria-label={t('Problem')}>
      <p class="problem-message">
        <bdi>{message}</bdi>
      </p>
      <p>{suggestion}</p>
      <div class="buttons">
        {actions.map(({ act, label }) => (
          <button key={act} type="button" onClick={() => send({ type: 'error-action', act })}>
            {label}
          </button>
        ))}
      </div>
    </section>
  );
}
