import { t } from '@vscode/l10n';
import { formatLamportsAsSol } from '../../api/format.ts';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { PageTools } from '../components/pageTools.tsx';
import { SourceBadge } from '../components/sourceBadge.tsx';
import { interpolate } from '../interpolate.ts';
import type { TransactionContent, TransactionPageRequest } from '../messages/transaction.ts';
import type { ExportFormat } from '../messages.ts';
import type { PageHost } from '../renderPage.tsx';
import { AddressButton, type Copy } from '../route/addressButton.tsx';
import { exportRoute } from '../route/exportRoute.tsx';
import { exportTitle, transactionTypeLabel } from '../route/routeLabels.ts';
import { shortSafeAddress } from '../route/routeModel.ts';
import type { RouteView } from '../route/routeView.ts';
import { transactionMarkdown } from '../route/transactionMarkdown.ts';
import { SummaryFacts } from './summaryFacts.tsx';

interface TransactionHeaderProps {
  readonly view: RouteView;
  readonly copy: Copy;
  readonly openWallet: () => void;
  readonly host: Pick<PageHost<TransactionPageRequest>, 'send'>;
}

export function TransactionHeader({ view, copy, openWallet, host }: TransactionHeaderProps) {
  const { content, route } = view;
  const { bot, isSuccess, sourceNote, signature } = content;
  const save = async (format: ExportFormat) => {
    const name = `route ${shortSafeAddress(signature).replace('…', '-')}`;
    const data = await exportRoute(view, format, exportTitle(content));
    host.send({ type: 'save', format, name, data });
  };
  return (
    <header class="head">
      <div class="title">
        <h1>{transactionTypeLabel(content.type)}</h1>
        <AddressButton address={content.signature} what={t('Signature')} copy={copy} />
        <span class={`mark ${isSuccess ? 'good' : 'bad'}`}>
          {isSuccess ? t('✓ succeeded') : t('✗ failed')}
        </span>
        <SourceBadge content={{ ...content, source: sanitizeText(content.source, 60) }} />
        {bot !== null && bot.family !== bot.program && (
          <span class="mark" title={bot.program}>
            {botName(bot)}
          </span>
        )}
        <PageTools
          onCopyMarkdown={() => copy(transactionMarkdown(content), 'Markdown')}
          save={{ formats: ['svg', 'png'], onSave: (format) => void save(format) }}
          onOpenExplorer={
            content.isSimulated
              ? null
              : () => host.send({ type: 'open-explorer', what: 'transaction', id: signature })
          }
        />
      </div>
      {sourceNote !== '' && <p class="note">{sourceNote}</p>}
      {!isSuccess && <FailureNote content={content} />}
      <SummaryFacts {...{ content, route, copy, openWallet }} />
    </header>
  );
}

const botName = ({ name, family }: NonNullable<TransactionContent['bot']>): string =>
  name === '' ? t('{0} bot', sanitizeText(family, 30)) : sanitizeText(name, 40);

const FailureNote = ({ content: { failure, feeLamports } }: Pick<RouteView, 'content'>) => (
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
