import { t } from '@vscode/l10n';
import { sanitizeText } from '../../api/sanitizeText.ts';
import { interpolate } from '../interpolate.ts';
import type { LoadedCompetition, SentCompetition } from '../messages/competition.ts';
import type { LinkRequest } from '../messages/links.ts';
import type { TransactionPageRequest } from '../messages/transaction.ts';
import type { PageHost } from '../renderPage.tsx';
import { shortSafeAddress } from '../route/routeModel.ts';
import { walletLabel } from './competitionTexts.ts';

export type CompetitionHost = Pick<PageHost<TransactionPageRequest>, 'send'>;

interface HostProps {
  readonly host: Pick<PageHost<LinkRequest>, 'send'>;
}

interface TransactionLinkProps extends HostProps {
  readonly signature: string;
}

export const TransactionLink = ({ signature, host }: TransactionLinkProps) => (
  <button
    type="button"
    class="link mono"
    title={t('Open Transaction')}
    aria-label={t('Open transaction {0}', shortSafeAddress(signature))}
    onClick={() => host.send({ type: 'open-transaction', signature })}
  >
    {shortSafeAddress(signature)}
  </button>
);

interface WalletLinkProps extends HostProps {
  readonly wallet: string;
  readonly content: Pick<LoadedCompetition, 'tracked'>;
}

export const WalletLink = ({ wallet, content, host }: WalletLinkProps) => {
  const label = walletLabel(wallet, content);
  return (
    <button
      type="button"
      class={content.tracked[wallet] === undefined ? 'link mono' : 'link'}
      title={wallet}
      aria-label={t('Open wallet {0}', label)}
      onClick={() => host.send({ type: 'open-related', kind: 'wallet', id: wallet })}
    >
      {label}
    </button>
  );
};

/** Tracks a wallet in one click, or says that it is tracked. */
export const TrackButton = ({ wallet, content, host }: WalletLinkProps) =>
  content.tracked[wallet] === undefined ? (
    <button
      type="button"
      class="link"
      aria-label={t('Track rival {0}', shortSafeAddress(wallet))}
      onClick={() => host.send({ type: 'track', wallet })}
    >
      {t('Track')}
    </button>
  ) : (
    <span class="dim">{t('tracked')}</span>
  );

interface LeaderLinkProps extends HostProps {
  readonly slot: Pick<SentCompetition['slots'][number], 'leader' | 'leader_name'>;
  readonly isSimulated: boolean;
}

export function LeaderLink(props: LeaderLinkProps) {
  if (props.slot.leader === null) return <>{t('leader unknown')}</>;
  return <>{interpolate(t('leader {0}', '{0}'), <LeaderName {...props} />)}</>;
}

/** A simulated leader is in no explorer: its address is copied. */
export function LeaderName({ slot: { leader, leader_name }, isSimulated, host }: LeaderLinkProps) {
  if (leader === null) return <>{t('unknown')}</>;
  const label = sanitizeText(leader_name ?? '', 40) || shortSafeAddress(leader);
  return (
    <button
      type="button"
      class="link"
      title={leader}
      aria-label={isSimulated ? t('Copy leader {0}', label) : t('Open leader {0}', label)}
      onClick={() =>
        host.send(
          isSimulated
            ? { type: 'copy', text: leader, what: t('Address') }
            : { type: 'open-explorer', what: 'address', id: leader },
        )
      }
    >
      {label}
    </button>
  );
}
