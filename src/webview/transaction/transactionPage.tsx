import { t } from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { isObject } from '../../api/isObject.ts';
import { CompetitionTab } from '../competition/competitionTab.tsx';
import { JsonText } from '../components/jsonText.tsx';
import { TabList, TabPanel } from '../components/tabs.tsx';
import { useSavedState } from '../components/useSavedState.ts';
import type {
  TransactionContent,
  TransactionPageRequest,
  TransactionPanelContent,
} from '../messages/transaction.ts';
import type { PageProps } from '../renderPage.tsx';
import { AddressButton, type Copy } from '../route/addressButton.tsx';
import { BalanceNote } from '../route/balanceNote.tsx';
import { GainSteps } from '../route/gainSteps.tsx';
import { useLegLight } from '../route/legLight.ts';
import { LegTable } from '../route/legTable.tsx';
import { RawAmountsButton, useAmountFormat } from '../route/rawAmountsButton.tsx';
import { RouteMap } from '../route/routeMap.tsx';
import { type RouteView, routeViewOf } from '../route/routeView.ts';
import { NamedCalls } from './namedCalls.tsx';
import { RelatedLinks } from './relatedLinks.tsx';
import { TransactionHeader } from './transactionHeader.tsx';
import { TriedPools } from './triedPools.tsx';

type TransactionPageProps = PageProps<TransactionPanelContent, TransactionPageRequest>;

type TabId = 'route' | 'competition' | 'json';

export function TransactionPage({ content, host }: TransactionPageProps) {
  const [tab, setTab] = useTab(content, host);
  const { transaction, signature } = content;
  const competition = <CompetitionTab panel={content} host={host} />;
  if (transaction === null) {
    return <MissingTransaction signature={signature} host={host} competition={competition} />;
  }
  return (
    <LoadedTransaction
      content={transaction}
      host={host}
      tab={tab}
      setTab={setTab}
      competition={competition}
    />
  );
}

/** The tab that the user chose, unless a command has opened the competition since then. */
function useTab(
  { competitionAt }: TransactionPanelContent,
  host: TransactionPageProps['host'],
): readonly [TabId, (tab: TabId) => void] {
  const [saved, save] = useSavedState(host, 'tab', readTab);
  const isNewer = competitionAt !== null && competitionAt !== saved.competitionAt;
  return [
    isNewer ? 'competition' : saved.tab,
    (tab) => save({ tab, competitionAt: competitionAt ?? saved.competitionAt }),
  ];
}

interface SavedTab {
  readonly tab: TabId;
  /** Command that had opened the competition by then; null: none. */
  readonly competitionAt: number | null;
}

function readTab(saved: unknown): SavedTab {
  const { tab, competitionAt } = isObject(saved) ? saved : {};
  return {
    tab: tab === 'json' || tab === 'competition' ? tab : 'route',
    competitionAt: typeof competitionAt === 'number' ? competitionAt : null,
  };
}

interface MissingTransactionProps {
  readonly signature: string;
  readonly host: TransactionPageProps['host'];
  readonly competition: ComponentChildren;
}

/** An attempt that is in no index, for example a landing that expired. */
const MissingTransaction = ({ signature, host, competition }: MissingTransactionProps) => (
  <div>
    <header class="head">
      <div class="title">
        <h1>{t('Transaction')}</h1>
        <AddressButton
          address={signature}
          what={t('Signature')}
          copy={(text, what) => host.send({ type: 'copy', text, what })}
        />
      </div>
      <p class="note">
        {t('This transaction is not in the index. It may have expired before it reached a block.')}
      </p>
    </header>
    {competition}
  </div>
);

interface LoadedTransactionProps {
  readonly content: TransactionContent;
  readonly host: TransactionPageProps['host'];
  readonly tab: TabId;
  readonly setTab: (tab: TabId) => void;
  readonly competition: ComponentChildren;
}

function LoadedTransaction({ content, host, tab, setTab, competition }: LoadedTransactionProps) {
  const [format, setFormat] = useAmountFormat(host);
  const view = useMemo(() => routeViewOf(content, format), [content, format]);
  const copy: Copy = (text, what) => host.send({ type: 'copy', text, what });
  return (
    <div>
      <TransactionHeader
        view={view}
        copy={copy}
        openWallet={() => host.send({ type: 'open-related', kind: 'wallet', id: content.wallet })}
        host={host}
      />
      <RelatedLinks
        route={view.route}
        open={(kind, id) => host.send({ type: 'open-related', kind, id })}
      />
      <div class="bar">
        <TabList
          label={t('Transaction')}
          tabs={[
            { id: 'route', label: t('Route') },
            { id: 'competition', label: t('Competition') },
            { id: 'json', label: 'JSON' },
          ]}
          selected={tab}
          onSelect={setTab}
        />
        <RawAmountsButton format={format} setFormat={setFormat} />
      </div>
      <TabPanel id="route" isSelected={tab === 'route'}>
        <RoutePanel
          view={view}
          copy={copy}
          openPool={(id) => host.send({ type: 'open-related', kind: 'pool', id })}
          openError={(source) => host.send({ type: 'open-error', source })}
        />
      </TabPanel>
      <TabPanel id="competition" isSelected={tab === 'competition'}>
        {/* Reads blocks, so only on request. */}
        {tab === 'competition' && competition}
      </TabPanel>
      <TabPanel id="json" isSelected={tab === 'json'}>
        {/* A long text, so only on request. */}
        {tab === 'json' && (
          <JsonText
            json={content.json}
            copy={copy}
            open={() => host.send({ type: 'open-document' })}
          />
        )}
      </TabPanel>
    </div>
  );
}

interface RoutePanelProps {
  readonly view: RouteView;
  readonly copy: Copy;
  readonly openPool: (pool: string) => void;
  readonly openError: (source: string) => void;
}

function RoutePanel({ view, copy, openPool, openError }: RoutePanelProps) {
  const light = useLegLight();
  return (
    <>
      <div class="pictures">
        <RouteMap
          view={view}
          light={light}
          emptyMessage={
            view.content.isSuccess
              ? t('This transaction has no swaps.')
              : t('The transaction failed, so no swap took effect.')
          }
        />
        <GainSteps view={view} />
      </div>
      <LegTable view={view} light={light} openPool={openPool} />
      <TriedPools view={view} openPool={openPool} />
      <BalanceNote view={view} />
      <NamedCalls content={view.content} copy={copy} openError={openError} />
    </>
  );
}
