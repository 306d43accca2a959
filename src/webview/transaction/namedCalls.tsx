import { t } from '@vscode/l10n';
import { CallNames } from '../components/idlNames.tsx';
import type { TransactionContent } from '../messages/transaction.ts';

type NamedCallsProps = { readonly content: Pick<TransactionContent, 'calls' | 'errorName'> };

/** Instructions and events of programs with an IDL in the workspace. */
export const NamedCalls = ({ content: { calls, errorName } }: NamedCallsProps) =>
  (calls.length > 0 || errorName !== '') && (
    <section class="named-calls">
      <h2>{t('Instructions')}</h2>
      {errorName !== '' && <p class="down">{errorName}</p>}
      {calls.map(({ title, names }, at) => (
        <details key={at} open={calls.length <= maxOpen}>
          <summary>{title}</summary>
          <CallNames names={names} events={[]} />
        </details>
      ))}
    </section>
  );

const maxOpen = 3;
