import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { type Column, Row, Table } from '../components/table.tsx';
import type { CompetitionModel } from './competitionModel.ts';
import { botText, outcomeLook } from './competitionTexts.ts';
import { type CompetitionHost, TransactionLink, WalletLink } from './links.tsx';

/** More rows would slow the page; all are in the CSV. */
const maxRows = 100;

interface PossibleSectionProps {
  readonly model: CompetitionModel;
  readonly host: CompetitionHost;
}

/** Transactions that name a contested pool, counted apart, and candidates for the trigger. */
export function PossibleSection({ model, host }: PossibleSectionProps) {
  const { possible, competition } = model;
  const { trigger_candidates: candidates } = competition;
  const columns: readonly Column[] = [
    { name: t('Transaction') },
    { name: t('Slot'), isFigure: true },
    { name: t('Position'), isFigure: true },
    { name: t('Wallet') },
    { name: t('Bot') },
    { name: t('Outcome') },
  ];
  return (
    <section class="titled" aria-label={t('Possible attempts')}>
      <h2>{t('Possible attempts: {0}', formatCount(possible.length))}</h2>
      <p class="dim">
        {t(
          'They name a contested pool, as bots do with dozens; nothing shows that they would have used it. No other figure counts them.',
        )}
      </p>
      {candidates.length > 0 && (
        <p class="dim">
          {t('May have set the price of a contested pool:')}{' '}
          {candidates.slice(0, maxRows).map(({ signature }) => (
            <span key={signature}>
              <TransactionLink signature={signature} host={host} />{' '}
            </span>
          ))}
        </p>
      )}
      {possible.length > 0 && (
        <details>
          <summary>{t('Show possible attempts')}</summary>
          <Table caption={t('Possible attempts')} columns={columns}>
            {possible.slice(0, maxRows).map((attempt) => (
              <Row key={attempt.signature} columns={columns}>
                <TransactionLink signature={attempt.signature} host={host} />
                {formatCount(attempt.slot)}
                {formatCount(attempt.position)}
                <WalletLink wallet={attempt.wallet} content={model.content} host={host} />
                <bdi>{botText(attempt, model.content)}</bdi>
                <bdi>{outcomeLook(attempt).text}</bdi>
              </Row>
            ))}
          </Table>
          {possible.length > maxRows && (
            <p class="dim">
              {t('{0} more are in the CSV.', formatCount(possible.length - maxRows))}
            </p>
          )}
        </details>
      )}
    </section>
  );
}
