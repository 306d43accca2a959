import { t } from '@vscode/l10n';
import { useMemo } from 'preact/hooks';
import { JsonText } from '../components/jsonText.tsx';
import { TabList, TabPanel } from '../components/tabs.tsx';
import { useSavedState } from '../components/useSavedState.ts';
import type { TransactionContent, TransactionPageRequest } from '../messages/transaction.ts';
import type { PageProps } from '../renderPage.tsx';
import type { Copy } from '../route/addressButton.tsx';
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

type TransactionPageProps = PageProps<TransactionContent, TransactionPageRequest>;

export function TransactionPage({ content, host }: TransactionPageProps) {
  const [format, setFormat] = useAmountFormat(host);
  const [tab, setTab] = useSavedState(host, 'tab', (saved) => (saved === 'json' ? saved : 'route'));
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
          openPool={(id) => host.send({ type: 'open-related', kind: 'pool', id })}
        />
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
  readonly openPool: (pool: string) => void;
}

function RoutePanel({ view, openPool }: RoutePanelProps) {
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
      <NamedCalls content={view.content} />
    </>
  );
}
