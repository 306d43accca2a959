import { t } from '@vscode/l10n';

interface JsonTextProps {
  readonly json: string;
  readonly copy: (text: string, what: string) => void;
  /** Opens it in an editor; missing: it has no document. */
  readonly open?: () => void;
}

export const JsonText = ({ json, copy, open }: JsonTextProps) => (
  <>
    <button type="button" onClick={() => copy(json, 'JSON')}>
      {t('Copy')}
    </button>
    {open !== undefined && (
      <button type="button" onClick={open}>
        {t('Open in Editor')}
      </button>
    )}
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: otherwise only a pointer can scroll it. */}
    {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: the focus needs a name. */}
    <pre class="json" tabIndex={0} aria-label={t('Response as JSON')}>
      {json}
    </pre>
  </>
);
