import { t } from '@vscode/l10n';
import { joinLabel } from '../../api/join.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { CopyAddress, FactList, TitledSection } from '../components/facts.tsx';
import { LoadMarketCacheButton } from '../components/loadMarketCacheButton.tsx';
import { PageTools, Quiet } from '../components/pageTools.tsx';
import { SourceBadge } from '../components/sourceBadge.tsx';
import type { PoolContent, PoolRequest } from '../messages/pool.ts';
import { PeriodSection } from '../period/periodSection.tsx';
import type { PageHost, PageProps } from '../renderPage.tsx';
import { AccountTable } from './accountTable.tsx';

interface HostProps {
  readonly host: Pick<PageHost<PoolRequest>, 'send'>;
}

interface ContentProps extends HostProps {
  readonly content: PoolContent;
}

export function PoolPage({ content, host }: PageProps<PoolContent, PoolRequest>) {
  const { facts, tokens, finder, finderNote, accounts } = content;
  return (
    <div class="pool">
      <Header content={content} host={host} />
      <div class="fact-columns">
        <TitledSection title={t('Pool')}>
          <FactList facts={facts} host={host} />
          {tokens.length > 0 && <TokenLinks tokens={tokens} host={host} />}
        </TitledSection>
        <TitledSection title={t('Finder')}>
          {finderNote === '' ? (
            <FactList facts={finder} host={host} />
          ) : (
            <p class="dim note">{finderNote}</p>
          )}
        </TitledSection>
      </div>
      <PeriodSection period={content.period} isOffered={content.isPeriodOffered} host={host} />
      <TitledSection title={t('Accounts of a swap')}>
        {accounts.length > 0 && <AccountTable accounts={accounts} host={host} />}
        <AccountsNote content={content} host={host} />
      </TitledSection>
    </div>
  );
}

function Header({ content, host }: ContentProps) {
  const { pool, pair, isSimulated } = content;
  const tool = (label: string, type: ToolRequest['type']) => (
    <Quiet label={label} onClick={() => host.send({ type })} />
  );
  return (
    <header class="head">
      <div class="title">
        <h1>
          <bdi>{pair ?? joinLabel(t('Pool'), shortAddress(pool))}</bdi>
        </h1>
        <p>
          <CopyAddress address={pool} host={host} />
        </p>
      </div>
      <div class="badges">
        <SourceBadge content={content} atMilliseconds={content.answeredAtMilliseconds} />
      </div>
      <PageTools onOpenExplorer={isSimulated ? null : () => host.send({ type: 'open-explorer' })}>
        {tool(t('Show Arbitrages'), 'show-arbitrages')}
        {tool(t('Market History'), 'open-market')}
        {tool(t('Reveal in Market Cache'), 'reveal')}
      </PageTools>
    </header>
  );
}

type ToolRequest = Extract<PoolRequest, { type: 'show-arbitrages' | 'open-market' | 'reveal' }>;

const TokenLinks = ({ tokens, host }: HostProps & Pick<PoolContent, 'tokens'>) => (
  <p class="note links">
    <span class="dim">{t('Tokens')}</span>
    {tokens.map(({ mint, label }) => (
      <button
        key={mint}
        type="button"
        class="link"
        title={t('Open {0}', mint)}
        aria-label={joinLabel(t('Token'), label)}
        onClick={() => host.send({ type: 'open-token', mint })}
      >
        {label}
      </button>
    ))}
  </p>
);

const AccountsNote = ({ content, host }: ContentProps) => (
  <p class="dim note links">
    {content.accountsNote}
    {content.canLoadPools && <LoadMarketCacheButton host={host} />}
    {content.accounts.length > 0 && (
      <button type="button" onClick={() => host.send({ type: 'copy-accounts' })}>
        {t('Copy Accounts')}
      </button>
    )}
  </p>
);
