import { t } from '@vscode/l10n';
import { useMemo } from 'preact/hooks';
import { JsonText } from '../components/jsonText.tsx';
import { TabList, TabPanel } from '../components/tabs.tsx';
import { useSavedState } from '../components/useSavedState.ts';
import type { TransactionContent, TransactionPageRequest } from '../messages/transaction.ts';
import type { ExportFormat } from '../messages.ts';
import type { PageHost, PageProps } from '../renderPage.tsx';
import type { Copy } from '../route/addressButton.tsx';
import { BalanceNote } from '../route/balanceNote.tsx';
import { exportRoute } from '../route/exportRoute.tsx';
import { GainSteps } from '../route/gainSteps.tsx';
import { useLegLight } from '../route/legLight.ts';
import { LegTable } from '../route/legTable.tsx';
import { RawAmountsButton, useAmountFormat } from '../route/rawAmountsButton.tsx';
import { type AmountFormat, exportTitle } from '../route/routeLabels.ts';
import { RouteMap } from '../route/routeMap.tsx';
import { shortSafeAddress } from '../route/routeModel.ts';
import { type RouteView, routeViewOf } from '../route/routeView.ts';
import { transactionMarkdown } from '../route/transactionMarkdown.ts';
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
        content={content}
        route={view.route}
        copy={copy}
        openWallet={() => host.send({ type: 'open-related', kind: 'wallet', id: content.wallet })}
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
        <Toolbar view={view} setFormat={setFormat} copy={copy} host={host} />
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
    </>
  );
}

interface ToolbarProps {
  readonly view: RouteView;
  readonly setFormat: (format: AmountFormat) => void;
  readonly copy: Copy;
  readonly host: Pick<PageHost<TransactionPageRequest>, 'send'>;
}

function Toolbar({ view, setFormat, copy, host }: ToolbarProps) {
  const { content, amountFormat } = view;
  const { signature, isSimulated } = content;
  const quiet = (label: string, act: () => void) => (
    <button type="button" class="quiet" onClick={act}>
      {label}
    </button>
  );
  const save = async (format: ExportFormat) => {
    const name = `route ${shortSafeAddress(signature).replace('…', '-')}`;
    const data = await exportRoute(view, format, exportTitle(content));
    host.send({ type: 'save', format, name, data });
  };
  return (
    <div class="tools" role="toolbar" aria-label={t('Actions')}>
      <RawAmountsButton format={amountFormat} setFormat={setFormat} />
      {quiet(t('Copy Markdown'), () => copy(transactionMarkdown(content), 'Markdown'))}
      {quiet(t('Save SVG'), () => void save('svg'))}
      {quiet(t('Save PNG'), () => void save('png'))}
      {!isSimulated &&
        quiet(t('Open in Block Explorer'), () =>
          host.send({ type: 'open-explorer', what: 'transaction', id: signature }),
        )}
    </div>
  );
}
