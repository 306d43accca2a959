import { t } from '@vscode/l10n';

interface NotOfferedProps {
  /** What the connection does not offer, then which ones do. */
  readonly paragraphs: readonly string[];
  readonly host: {
    readonly send: (request: { type: 'error-action'; act: 'switch-connection' }) => void;
  };
}

/** In place of content that the connection does not offer. */
export const NotOffered = ({ paragraphs, host }: NotOfferedProps) => (
  <>
    {paragraphs.map((text) => (
      <p key={text}>{text}</p>
    ))}
    <div class="buttons">
      <button
        type="button"
        onClick={() => host.send({ type: 'error-action', act: 'switch-connection' })}
      >
        {t('Switch Connection')}
      </button>
    </div>
  </>
);
