import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { type ChartFormat, chartFormats, PageTools } from '../components/pageTools.tsx';
import { SourceBadge } from '../components/sourceBadge.tsx';
import type { WalletContent, WalletRequest } from '../messages/wallet.ts';
import { maxComparedWallets } from '../messages/walletChoices.ts';
import type { PageHost } from '../renderPage.tsx';

interface HostProps {
  readonly content: WalletContent;
  readonly host: Pick<PageHost<WalletRequest>, 'send'>;
}

interface WalletHeaderProps extends HostProps {
  readonly hasFigures: boolean;
  readonly hasDrawing: boolean;
  readonly onSave: (format: ChartFormat) => void;
}

export function WalletHeader(props: WalletHeaderProps) {
  const { content, host, hasFigures, hasDrawing, onSave } = props;
  const { address = '', label = '', isTracked = false } = content.wallets[0] ?? {};
  return (
    <header class="head">
      <h1>
        {t('Wallet')} <bdi>{label}</bdi>
      </h1>
      <button
        type="button"
        class="link mono address"
        title={t('Copy {0}', address)}
        aria-label={t('Copy {0}', address)}
        onClick={() => host.send({ type: 'copy', text: address, what: t('Address') })}
      >
        {address}
      </button>
      <span class="badges">
        {isTracked ? (
          <span class="badge up">{t('✓ tracked')}</span>
        ) : (
          <button type="button" onClick={() => host.send({ type: 'track', wallet: address })}>
            {t('Track')}
          </button>
        )}
        <SourceBadge content={content} />
      </span>
      <PageTools
        save={{ formats: chartFormats, hasFigures, hasDrawing, onSave }}
        onOpenExplorer={
          content.isSimulated
            ? null
            : () => host.send({ type: 'open-explorer', what: 'address', id: address })
        }
      />
    </header>
  );
}

/** The compared wallets. */
export const Comparison = ({ content: { wallets }, host }: HostProps) => (
  <div class="comparison">
    {wallets.slice(1).map(({ address, label }) => (
      <button
        key={address}
        type="button"
        class="chip"
        title={t('Remove {0} from the comparison', label)}
        aria-label={t('Remove {0} from the comparison', label)}
        onClick={() => host.send({ type: 'leave-out', wallet: address })}
      >
        {label} ×
      </button>
    ))}
    {wallets.length < maxComparedWallets && (
      <button
        type="button"
        title={t('Compare with another wallet')}
        onClick={() => host.send({ type: 'compare' })}
      >
        {t('Compare…')}
      </button>
    )}
    <span class="dim small">
      {t('{0} of {1} wallets', formatCount(wallets.length), formatCount(maxComparedWallets))}
    </span>
  </div>
);
