import { t } from '@vscode/l10n';
import { joinList } from '../../api/join.ts';
import type { SimulatedTransactionContent } from '../messages/simulate.ts';
import { failureText } from './failureText.ts';
import { hasFigures } from './figures.ts';

interface ResultNotesProps {
  readonly transaction: SimulatedTransactionContent;
  readonly showLog: () => void;
  readonly openError: (source: string) => void;
}

/** What a user must know before the figures. */
export function ResultNotes({ transaction, showLog, openError }: ResultNotesProps) {
  const { isComplete, isSuccess, reason } = transaction;
  return (
    <>
      <FailureNote {...{ transaction, showLog, openError }} />
      {!isComplete && <IncompleteNote transaction={transaction} />}
      {isSuccess && isComplete && reason !== '' && (
        <p class="dim">{t('Not an arbitrage: {0}', reason)}</p>
      )}
    </>
  );
}

function FailureNote({ transaction, showLog, openError }: ResultNotesProps) {
  const failure = failureText(transaction);
  if (failure === null) return null;
  const { headline, details, advice } = failure;
  const source = transaction.error?.source ?? '';
  return (
    <section class="problem" role="note" aria-label={t('Failure')}>
      <p>
        <strong>{headline}</strong>
        {` ${details} `}
        {advice !== '' && `${advice} `}
        {t('Only the fee is lost.')} {routeEnd(transaction)}{' '}
        {transaction.logs.length > 0 && (
          <button type="button" class="link" onClick={showLog}>
            {t('Show Log')}
          </button>
        )}{' '}
        {source !== '' && (
          <button type="button" class="link" onClick={() => openError(source)}>
            {t('Open {0}', source)}
          </button>
        )}
      </p>
    </section>
  );
}

/** Last leg that the route reached; empty without a swap. */
function routeEnd({ record }: SimulatedTransactionContent): string {
  const legs = record?.legs.length ?? 0;
  return legs === 0 ? '' : t('The route ends after leg {0}; nothing of it takes effect.', legs);
}

const IncompleteNote = ({ transaction }: Pick<ResultNotesProps, 'transaction'>) => (
  <p class="check open">
    <strong>{t('Incomplete.')}</strong>{' '}
    {transaction.missing.length === 0
      ? t('The node returned too little. Nodes from Agave 3.0 on return all of it.')
      : t(
          'The node did not return {0}. Nodes from Agave 3.0 on do.',
          joinList([...transaction.missing]),
        )}{' '}
    {hasFigures(transaction)
      ? t('The figures are from the accounts before and after.')
      : t('The route and its figures are unknown.')}
  </p>
);
