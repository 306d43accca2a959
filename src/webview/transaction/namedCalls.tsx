import { t } from '@vscode/l10n';
import type { TransactionContent } from '../messages/transaction.ts';
import type { Copy } from '../route/addressButton.tsx';
import { CallNames } from '../route/idlNames.tsx';

interface NamedCallsProps {
  readonly content: Pick<TransactionContent, 'calls' | 'errorName' | 'errorSource'>;
  readonly openError: (source: string) => void;
  readonly copy: Copy;
}

/** Instructions and events of programs with an IDL. */
export const NamedCalls = ({
  content: { calls, errorName, errorSource },
  copy,
  openError,
}: NamedCallsProps) =>
  (calls.length > 0 || errorName !== '') && (
    <section class="named-calls">
      <h2>{t('Instructions')}</h2>
      {errorName !== '' && (
        <p>
          <span class="down">{errorName}</span>{' '}
          {errorSource !== '' && (
            <button type="button" class="link" onClick={() => openError(errorSource)}>
              {t('Open {0}', errorSource)}
            </button>
          )}
        </p>
      )}
      {calls.map(({ title, names }, at) => (
        <details key={at} open={calls.length <= maxOpen}>
          <summary>{title}</summary>
          <CallNames names={names} events={[]} copy={copy} />
        </details>
      ))}
    </section>
  );

const maxOpen = 3;
