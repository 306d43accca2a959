import { t } from '@vscode/l10n';
import {
  formatCount,
  formatDuration,
  formatTransactionCount,
  formatUsd,
} from '../../api/format.ts';
import { joinLabel } from '../../api/join.ts';
import { shortAddress } from '../../solana/shortAddress.ts';
import { CopyAddress, FactList, TitledSection } from '../components/facts.tsx';
import { LoadMarketCacheButton } from '../components/loadMarketCacheButton.tsx';
import { PageTools, Quiet } from '../components/pageTools.tsx';
import { SourceBadge } from '../components/sourceBadge.tsx';
import { type Column, Row, ScrollRegion, Table } from '../components/table.tsx';
import type { TokenContent, TokenPool, TokenRequest } from '../messages/token.ts';
import { PeriodSection } from '../period/periodSection.tsx';
import type { PageHost, PageProps } from '../renderPage.tsx';
import { compareMetadata, differenceLabels } from './compareMetadata.ts';

interface HostProps {
  readonly host: Pick<PageHost<TokenRequest>, 'send'>;
}

export function TokenPage({ content, host }: PageProps<TokenContent, TokenRequest>) {
  const { facts, market, marketNote, metadata, warnings } = content;
  return (
    <div class="token">
      <Header content={content} host={host} />
      {warnings.length > 0 && <WarningList warnings={warnings} />}
      <div class="fact-columns">
        {facts.length > 0 && (
          <TitledSection title={t('Token')}>
            <FactList facts={facts} host={host} />
          </TitledSection>
        )}
        <TitledSection title={t('Market')}>
          {market.length > 0 && <FactList facts={market} host={host} />}
          {marketNote !== '' && <p class="dim note">{marketNote}</p>}
        </TitledSection>
      </div>
      <PeriodSection period={content.period} isOffered={content.isPeriodOffered} host={host} />
      {metadata.length > 0 && (
        <TitledSection title={t('Metadata')}>
          <MetadataTable metadata={metadata} />
        </TitledSection>
      )}
      <TitledSection title={t('Pools')}>
        <PoolList content={content} host={host} />
      </TitledSection>
    </div>
  );
}

function Header({ content, host }: HostProps & { readonly content: TokenContent }) {
  const { name, symbol, mint, knownAs, isKnown } = content;
  return (
    <header class="head">
      <Picture content={content} host={host} />
      <div class="title">
        <h1>
          <bdi>{symbol || (isKnown ? t('Unnamed token') : t('Unknown token'))}</bdi>
          {name !== '' && name !== symbol && <bdi class="name dim"> {name}</bdi>}
        </h1>
        <p>
          <CopyAddress address={mint} host={host} />
        </p>
      </div>
      <div class="badges">
        {knownAs !== null && <span class="badge good">{t('✓ well-known {0}', knownAs)}</span>}
        <SourceBadge content={content} atMilliseconds={content.answeredAtMilliseconds} />
      </div>
      <PageTools
        onOpenExplorer={
          content.isSimulated ? null : () => host.send({ type: 'open-explorer', id: mint })
        }
      >
        <Quiet
          label={t('Show Arbitrages')}
          onClick={() => host.send({ type: 'show-arbitrages', pool: null })}
        />
        <Quiet label={t('Market History')} onClick={() => host.send({ type: 'open-market' })} />
        <Quiet
          label={t('Open Percentiles')}
          onClick={() => host.send({ type: 'open-percentiles' })}
        />
      </PageTools>
    </header>
  );
}

/** The picture, or letters and a button that fetches it. */
function Picture({ content, host }: HostProps & { readonly content: TokenContent }) {
  const { image, imageUrl, imageNote, symbol } = content;
  if (image !== null) {
    return <img class="picture" src={image} alt={t('Picture set by the issuer')} />;
  }
  return (
    <span class="picture-place">
      <span class="picture letters" aria-hidden="true">
        {Array.from(symbol).slice(0, 2).join('')}
      </span>
      {imageNote !== '' && <span class="dim small">{t('No picture: {0}', imageNote)}</span>}
      {imageNote === '' && imageUrl !== null && (
        <button
          type="button"
          class="link small"
          title={t('Fetches {0}. Its owner sees the request.', imageUrl)}
          onClick={() => host.send({ type: 'show-image' })}
        >
          {t('Show Picture')}
        </button>
      )}
    </span>
  );
}

function PoolList({ content, host }: HostProps & { readonly content: TokenContent }) {
  const { pools, poolsNote, canLoadPools, windowSeconds } = content;
  return (
    <>
      {pools.length > 0 && <PoolTable pools={pools} host={host} />}
      {pools.length > 0 && windowSeconds !== null && (
        <p class="dim note">
          {t(
            'Gains of the last {0}. Each pool of a route counts the whole transaction.',
            formatDuration(windowSeconds),
          )}
        </p>
      )}
      <p class="dim note">
        {poolsNote} {canLoadPools && <LoadMarketCacheButton host={host} />}
      </p>
    </>
  );
}

function PoolTable({ pools, host }: HostProps & { readonly pools: readonly TokenPool[] }) {
  const columns: readonly Column[] = [
    { name: t('Pool') },
    { name: 'AMM' },
    { name: t('Pair') },
    { name: t('Gross gains'), isFigure: true, room: 'wide' },
    { name: t('Net gains'), isFigure: true },
    { name: t('Transactions'), isFigure: true, room: 'medium' },
    { name: t('Lookup table'), room: 'wide' },
  ];
  const caption = pools.length === 1 ? t('1 pool') : t('{0} pools', formatCount(pools.length));
  return (
    <ScrollRegion label={caption}>
      <Table caption={caption} columns={columns}>
        {pools.map(({ pool, ammName, pair, revenuesUsd, profitsUsd, ...rest }) => {
          const { transactions, lookupTable } = rest;
          return (
            <Row key={pool} columns={columns}>
              <PoolLink pool={pool} host={host} />
              <bdi class="whole">{ammName}</bdi>
              <bdi class="whole">{pair ?? '—'}</bdi>
              {revenuesUsd === null ? '—' : formatUsd(revenuesUsd)}
              {profitsUsd === null ? '—' : formatUsd(profitsUsd)}
              {transactions === null ? '—' : <Arbitrages {...{ pool, transactions, host }} />}
              {lookupTable === null ? (
                '—'
              ) : (
                <CopyAddress address={lookupTable} shown={shortAddress(lookupTable)} host={host} />
              )}
            </Row>
          );
        })}
      </Table>
    </ScrollRegion>
  );
}

const PoolLink = ({ pool, host }: HostProps & { readonly pool: string }) => (
  <button
    type="button"
    class="link mono"
    title={t('Open {0}', pool)}
    aria-label={t('Open pool {0}', shortAddress(pool))}
    onClick={() => host.send({ type: 'open-pool', pool })}
  >
    {shortAddress(pool)}
  </button>
);

interface ArbitragesProps extends HostProps {
  readonly pool: string;
  readonly transactions: number;
}

const Arbitrages = ({ pool, transactions, host }: ArbitragesProps) => (
  <button
    type="button"
    class="link"
    title={t('Show Arbitrages')}
    aria-label={joinLabel(t('Show Arbitrages'), formatTransactionCount(transactions))}
    onClick={() => host.send({ type: 'show-arbitrages', pool })}
  >
    {formatCount(transactions)}
  </button>
);

const WarningList = ({ warnings }: { readonly warnings: readonly string[] }) => (
  <section class="warning" role="alert" aria-label={t('Warning')}>
    {warnings.map((warning) => (
      <p key={warning}>
        <bdi>⚠ {warning}</bdi>
      </p>
    ))}
  </section>
);

function MetadataTable({ metadata }: { readonly metadata: TokenContent['metadata'] }) {
  const caption = t('Set by the issuer, not verified');
  const columns: readonly Column[] = [
    { name: '' },
    { name: t('On chain') },
    { name: t('Off chain') },
    { name: t('Compared') },
  ];
  return (
    <ScrollRegion label={caption}>
      <Table caption={caption} columns={columns}>
        {metadata.map((row) => {
          const difference = compareMetadata(row);
          const label = differenceLabels[difference];
          return (
            <Row key={row.field} columns={columns}>
              {row.field}
              <MetadataValue text={row.onChain} />
              <MetadataValue text={row.offChain} />
              <span class={`difference ${difference}`}>
                {difference === 'different' ? `⚠ ${label}` : label}
              </span>
            </Row>
          );
        })}
      </Table>
    </ScrollRegion>
  );
}

const MetadataValue = ({ text }: { readonly text: string | null }) =>
  text === null ? <span class="dim">—</span> : <bdi class="told">{text}</bdi>;
