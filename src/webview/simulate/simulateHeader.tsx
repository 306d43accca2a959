import { t } from '@vscode/l10n';
import { formatCount, formatUsd } from '../../api/format.ts';
import { PageTools } from '../components/pageTools.tsx';
import { SourceBadge, sourceText } from '../components/sourceBadge.tsx';
import type {
  SimulateContent,
  SimulatedTransactionContent,
  SimulateRequest,
} from '../messages/simulate.ts';
import type { ExportFormat } from '../messages.ts';
import type { PageHost } from '../renderPage.tsx';
import type { Copy } from '../route/addressButton.tsx';
import { exportRoute } from '../route/exportRoute.tsx';
import type { RouteView } from '../route/routeView.ts';
import { signingLabel, slotLabel } from './labels.ts';
import { simulateMarkdown } from './simulateMarkdown.ts';

interface SimulateHeaderProps {
  readonly content: SimulateContent;
  readonly transaction: SimulatedTransactionContent;
  /** Null: nothing to save as a picture. */
  readonly view: RouteView | null;
  readonly copy: Copy;
  readonly send: PageHost<SimulateRequest>['send'];
}

export function SimulateHeader({ content, transaction, view, copy, send }: SimulateHeaderProps) {
  const { source, connection, network, isSandbox, transactions } = content;
  const save = async (shown: RouteView, format: ExportFormat) => {
    const data = await exportRoute(shown, format, exportTitle(content));
    send({ type: 'save', format, name: `simulation ${content.slot ?? ''}`.trim(), data });
  };
  const { isSuccess, isComplete, signing } = transaction;
  const isLandable = transactions.every((each) => each.signing === 'signed');
  const place =
    network === '' || network === connection ? connection : `${connection} · ${network}`;
  return (
    <header class="head">
      <div class="title">
        <h1>{t('Simulation')}</h1>
        {isSuccess ? (
          <span class="mark good">{t('✓ would succeed')}</span>
        ) : (
          <span class="mark bad">{t('⊘ would fail')}</span>
        )}
        {!isComplete && <span class="mark incomplete">{t('⚠ incomplete')}</span>}
        <span class="mark">{slotLabel(content)}</span>
        <span class="mark">{signingLabel(signing)}</span>
        <SourceBadge content={{ source: isSandbox ? connection : place, isSimulated: isSandbox }} />
        <PageTools
          onCopyMarkdown={() => copy(simulateMarkdown(content, transaction), 'Markdown')}
          {...(view === null
            ? {}
            : {
                save: {
                  formats: ['svg', 'png'] as const,
                  onSave: (format: ExportFormat) => void save(view, format),
                },
              })}
          end={
            <>
              {source.uri !== null && source.ordinal >= 0 && (
                <OnSaveBox isOnSave={content.isOnSave} send={send} />
              )}
              {isLandable && (
                <button
                  type="button"
                  title={t('Preview the landing of what is simulated here')}
                  onClick={() => send({ type: 'land' })}
                >
                  {t('Land…')}
                </button>
              )}
              <button type="button" class="primary" onClick={() => send({ type: 'refresh' })}>
                {t('Simulate Again')}
              </button>
            </>
          }
        />
      </div>
      <SourceLine content={content} transaction={transaction} send={send} />
    </header>
  );
}

const exportTitle = (content: SimulateContent): string =>
  [
    t('Simulation'),
    slotLabel(content),
    ...(content.isSandbox ? [sourceText({ source: content.connection, isSimulated: true })] : []),
  ].join(' · ');

interface OnSaveBoxProps extends Pick<SimulateHeaderProps, 'send'> {
  readonly isOnSave: boolean;
}

const OnSaveBox = ({ isOnSave, send }: OnSaveBoxProps) => (
  <label class="on-save" title={t('Simulate again when the file is saved')}>
    <input
      type="checkbox"
      checked={isOnSave}
      onChange={({ currentTarget }) => send({ type: 'on-save', isOn: currentTarget.checked })}
    />
    {t('On save')}
  </label>
);

function SourceLine({
  content: { source, solPriceUsd },
  transaction: { sizeBytes, sizeLimitBytes },
  send,
}: Pick<SimulateHeaderProps, 'content' | 'transaction' | 'send'>) {
  const size = t('{0} of {1} bytes', formatCount(sizeBytes), formatCount(sizeLimitBytes));
  const price =
    solPriceUsd === null ? t('SOL price unknown') : t('SOL at {0}', formatUsd(solPriceUsd));
  return (
    <p class="dim source-line">
      {`${t('From')} `}
      {source.uri === null ? (
        <bdi>{source.label}</bdi>
      ) : (
        <button type="button" class="link" onClick={() => send({ type: 'open-source' })}>
          {source.label}
        </button>
      )}
      {` · ${size} · `}
      <strong>{t('nothing was sent')}</strong>
      {` · ${price}`}
    </p>
  );
}
