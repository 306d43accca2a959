import { t } from '@vscode/l10n';
import { formatLamportsAsSol } from '../../api/format.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { interpolate } from '../interpolate.ts';
import type { TransactionContent } from '../messages/transaction.ts';
import { AddressButton, type Copy } from '../route/addressButton.tsx';
import { transactionTypeLabel } from '../route/routeLabels.ts';
import type { Route } from '../route/routeModel.ts';
import { SummaryFacts } from './summaryFacts.tsx';

interface TransactionHeaderProps {
  readonly content: TransactionContent;
  readonly route: Route;
  readonly copy: Copy;
  readonly openWallet: () => void;
}

export function TransactionHeader({ content, route, copy, openWallet }: TransactionHeaderProps) {
  const { bot, isSuccess, sourceNote } = content;
  return (
    <header class="head">
      <div class="title">
        <h1>{transactionTypeLabel(content.type)}</h1>
        <AddressButton address={content.signature} what={t('Signature')} copy={copy} />
        <span class={`mark ${isSuccess ? 'good' : 'bad'}`}>
          {isSuccess ? t('✓ succeeded') : t('✗ failed')}
        </span>
        <span class="mark">
          {content.isSimulated ? t('Sandbox: simulated data') : sanitizeText(content.source, 60)}
        </span>
        {bot !== null && bot.family !== bot.program && (
          <span class="mark" title={bot.program}>
            {botName(bot)}
          </span>
        )}
      </div>
      {sourceNote !== '' && <p class="note">{sourceNote}</p>}
      {!isSuccess && <FailureNote content={content} />}
      <SummaryFacts {...{ content, route, copy, openWallet }} />
    </header>
  );
}

const botName = ({ name, family }: NonNullable<TransactionContent['bot']>): string =>
  name === '' ? t('{0} bot', sanitizeText(family, 30)) : sanitizeText(name, 40);

const FailureNote = ({
  content: { failure, feeLamports },
}: Pick<TransactionHeaderProps, 'content'>) => (
  <p class="failure" role="note">
    <strong>
      {feeLamports === '0'
        ? t('Nothing lost: the transaction paid no fee.')
        : t('Lost: {0} (fee only).', formatLamportsAsSol(BigInt(feeLamports)))}
    </strong>{' '}
    {failure === null
      ? t('The service does not report why it failed.')
      : interpolate(
          t('Reason: {0}', '{0}'),
          <bdi class="reason">{sanitizeText(failure, 600)}</bdi>,
        )}
  </p>
);
