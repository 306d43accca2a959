import { t } from '@vscode/l10n';
import { useMemo } from 'preact/hooks';
import { formatCount, formatPercent, formatUsd, formatUtcTime } from '../../api/format.ts';
import { joinLabel } from '../../api/join.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { marketChartData } from '../charts/marketChartData.ts';
import { ReadTimeChart } from '../charts/timeChart.tsx';
import { ArbitrageList } from '../components/arbitrageList.tsx';
import { CopyAddress, FactList, TitledSection } from '../components/facts.tsx';
import { type Column, Row, ScrollRegion, Table } from '../components/table.tsx';
import type { PoolContent, PoolDayContent, PoolRequest } from '../messages/pool.ts';
import type { PageHost, PageProps } from '../renderPage.tsx';
import { AccountTable } from './accountTable.tsx';

interface HostProps {
  readonly host: Pick<PageHost<PoolRequest>, 'send'>;
}

interface ContentProps extends HostProps {
  readonly content: PoolContent;
}

export function PoolPage({ content, host }: PageProps<PoolContent, PoolRequest>) {
  const { facts, tokens, finder, finderNote, day, accounts } = content;
  return (
    <div class="pool">
      <Header content={content} host={host} />
      <div class="fact-columns">
        <TitledSection title={t('Pool')}>
          <FactList facts={facts} host={host} />
          {tokens.length > 0 && <TokenLinks tokens={tokens} host={host} />}
        </TitledSection>
        {day !== null && (
          <TitledSection title={t('Last 24 hours')}>
            <FactList facts={day.figures} host={host} />
          </TitledSection>
        )}
        <TitledSection title={t('Finder')}>
          {finderNote === '' ? (
            <FactList facts={finder} host={host} />
          ) : (
            <p class="dim note">{finderNote}</p>
          )}
        </TitledSection>
      </div>
      <Day content={content} host={host} />
      <TitledSection title={t('Accounts of a swap')}>
        {accounts.length > 0 && <AccountTable accounts={accounts} host={host} />}
        <AccountsNote content={content} host={host} />
      </TitledSection>
    </div>
  );
}

function Header({ content, host }: ContentProps) {
  const { pool, pair, source, isSimulated, answeredAtMilliseconds } = content;
  const tool = (label: string, type: ToolRequest['type']) => (
    <button type="button" class="quiet" onClick={() => host.send({ type })}>
      {label}
    </button>
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
        <span class="badge">{`${source} · ${formatUtcTime(answeredAtMilliseconds)}`}</span>
      </div>
      <div class="tools">
        {tool(t('Show Arbitrages'), 'show-arbitrages')}
        {tool(t('Market History'), 'open-market')}
        {tool(t('Reveal in Market Cache'), 'reveal')}
        {!isSimulated && tool(t('Open in Block Explorer'), 'open-explorer')}
      </div>
    </header>
  );
}

type ToolRequest = Extract<
  PoolRequest,
  { type: 'show-arbitrages' | 'open-market' | 'reveal' | 'open-explorer' }
>;

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

/** History, wallets and arbitrages of the last day. */
function Day({ content: { day, isDayOffered }, host }: ContentProps) {
  if (day === null) {
    const text = t('This service offers no history. A node or an Arbscope server does.');
    return isDayOffered ? null : <p class="dim note">{text}</p>;
  }
  return (
    <>
      <TitledSection title={t('Last 24 hours, by hour')}>
        <History day={day} />
      </TitledSection>
      <div class="pair">
        <TitledSection title={t('Newest arbitrages')}>
          <div class="arbitrages">
            <ArbitrageList
              rows={day.arbitrages}
              hasDates={false}
              onOpen={(signature) => host.send({ type: 'open-transaction', signature })}
            />
          </div>
        </TitledSection>
        <TitledSection title={t('Wallets that use it')}>
          <WalletTable day={day} host={host} />
        </TitledSection>
      </div>
    </>
  );
}

/** Transactions and gains; the market panel has the other figures. */
function History({ day: { history } }: { readonly day: PoolDayContent }) {
  const label = t('Last 24 hours, by hour');
  const data = useMemo(() => {
    const all = marketChartData(history, label);
    return { ...all, rows: all.rows.slice(0, 2) };
  }, [history]);
  return (
    <>
      <ReadTimeChart data={data} label={label} />
      <p class="dim note">
        {t('A failed transaction counts if its bot’s instruction lists the pool.')}
      </p>
    </>
  );
}

function WalletTable({ day, host }: HostProps & { readonly day: PoolDayContent }) {
  const { wallets, walletsTotal } = day;
  if (wallets.length === 0) return <p class="dim note">{t('No transactions in this window')}</p>;
  const columns: readonly Column[] = [
    { name: t('Wallet') },
    { name: t('Net gains, USD'), isFigure: true },
    { name: t('Transactions'), isFigure: true },
    { name: t('Success rate'), isFigure: true, room: 'medium' },
  ];
  const caption = t('{0} of {1} wallets, last 24 h', wallets.length, formatCount(walletsTotal));
  return (
    <ScrollRegion label={caption}>
      <Table caption={caption} columns={columns}>
        {wallets.map(({ wallet, label, netGainsUsd, success, failed }) => (
          <Row key={wallet} columns={columns}>
            <button
              type="button"
              class="link"
              title={t('Open {0}', wallet)}
              onClick={() => host.send({ type: 'open-wallet', wallet })}
            >
              <bdi>{label}</bdi>
            </button>
            {formatUsd(netGainsUsd)}
            {formatCount(success + failed)}
            {formatPercent(success / Math.max(1, success + failed))}
          </Row>
        ))}
      </Table>
    </ScrollRegion>
  );
}

const AccountsNote = ({ content, host }: ContentProps) => (
  <p class="dim note links">
    {content.accountsNote}
    {content.canLoadPools && (
      <button
        type="button"
        class="link"
        title={t('Up to hundreds of megabytes from a service. You can cancel it.')}
        onClick={() => host.send({ type: 'load-pools' })}
      >
        {t('Load Market Cache')}
      </button>
    )}
    {content.accounts.length > 0 && (
      <button type="button" onClick={() => host.send({ type: 'copy-accounts' })}>
        {t('Copy Accounts')}
      </button>
    )}
  </p>
);
