import { t } from '@vscode/l10n';
import { formatCount, formatUsd } from '../../api/format.ts';
import type {
  SimulateContent,
  SimulatedTransactionContent,
  SimulateRequest,
} from '../messages/simulate.ts';
import type { PageHost } from '../renderPage.tsx';
import { signingLabel, slotLabel } from './labels.ts';

interface SimulateHeaderProps {
  readonly content: SimulateContent;
  readonly transaction: SimulatedTransactionContent;
  readonly send: PageHost<SimulateRequest>['send'];
}

export function SimulateHeader({ content, transaction, send }: SimulateHeaderProps) {
  const { source, connection, network, isSandbox, transactions } = content;
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
        <span class="mark">{isSandbox ? t('Sandbox: simulated data') : place}</span>
        <span class="head-actions">
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
        </span>
      </div>
      <SourceLine content={content} transaction={transaction} send={send} />
    </header>
  );
}

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
}: SimulateHeaderProps) {
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
