import { t } from '@vscode/l10n';
import { useMemo, useState } from 'preact/hooks';
import { JsonText } from '../components/jsonText.tsx';
import { TabList, TabPanel } from '../components/tabs.tsx';
import { useSavedState } from '../components/useSavedState.ts';
import type {
  SimulateContent,
  SimulatedTransactionContent,
  SimulateRequest,
} from '../messages/simulate.ts';
import type { PageHost, PageProps } from '../renderPage.tsx';
import type { Copy } from '../route/addressButton.tsx';
import { RawAmountsButton, useAmountFormat } from '../route/rawAmountsButton.tsx';
import { routeViewOf } from '../route/routeView.ts';
import { BalancesTable } from './balancesTable.tsx';
import { FigureList } from './figureList.tsx';
import { hasFigures, headlineFigures } from './figures.ts';
import { LogTree, type ShownCall } from './logTree.tsx';
import { ResultPanel } from './resultPanel.tsx';
import { SimulateHeader } from './simulateHeader.tsx';
import { TransactionChoice } from './transactionChoice.tsx';

const tabIds = ['result', 'logs', 'balances', 'json'] as const;

type SimulatePageProps = PageProps<SimulateContent, SimulateRequest>;

export function SimulatePage({ content, host }: SimulatePageProps) {
  const [chosen, choose] = useSavedState(host, 'shown', (saved) =>
    typeof saved === 'number' ? saved : 0,
  );
  const shown = content.transactions[chosen] === undefined ? 0 : chosen;
  const transaction = content.transactions[shown];
  return (
    <div class="simulation">
      {transaction === undefined ? (
        <p>{t('The response has no transaction.')}</p>
      ) : (
        <Simulation {...{ content, host, transaction, shown, choose }} />
      )}
    </div>
  );
}

interface SimulationProps extends SimulatePageProps {
  readonly transaction: SimulatedTransactionContent;
  /** Its position in the bundle. */
  readonly shown: number;
  readonly choose: (at: number) => void;
}

function Simulation({ content, host, transaction, shown, choose }: SimulationProps) {
  const [format, setFormat] = useAmountFormat(host);
  const [tab, setTab] = useSavedState(
    host,
    'tab',
    (saved) => tabIds.find((id) => id === saved) ?? 'result',
  );
  const [shownCall, setShownCall] = useState<ShownCall | null>(null);
  const view = useMemo(
    () =>
      transaction.record !== null && hasFigures(transaction)
        ? routeViewOf(transaction.record, format)
        : null,
    [transaction, format],
  );
  const send: PageHost<SimulateRequest>['send'] = (message) => host.send(message);
  const copy: Copy = (text, what) => send({ type: 'copy', text, what });
  const showLog = (index: number) => {
    setTab('logs');
    setShownCall({ index });
  };
  return (
    <>
      <SimulateHeader {...{ content, transaction, view, copy, send }} />
      <TransactionChoice content={content} shown={shown} show={choose} />
      <FigureList figures={headlineFigures(transaction, view?.route ?? null, content)} />
      <div class="bar">
        <TabList
          label={t('Simulation')}
          tabs={[
            { id: 'result', label: t('Result') },
            { id: 'logs', label: t('Logs') },
            { id: 'balances', label: t('Balances') },
            { id: 'json', label: 'JSON' },
          ]}
          selected={tab}
          onSelect={setTab}
        />
        <RawAmountsButton format={format} setFormat={setFormat} />
      </div>
      {/* Another transaction has another route, other rows and another log. */}
      <TabPanel id="result" isSelected={tab === 'result'}>
        <ResultPanel key={shown} {...{ transaction, view, copy, send, showLog }} />
      </TabPanel>
      <TabPanel id="logs" isSelected={tab === 'logs'}>
        <LogTree key={shown} transaction={transaction} shownCall={shownCall} copy={copy} />
      </TabPanel>
      <TabPanel id="balances" isSelected={tab === 'balances'}>
        <BalancesTable transaction={transaction} copy={copy} />
      </TabPanel>
      <TabPanel id="json" isSelected={tab === 'json'}>
        {/* A long text, so only on request. */}
        {tab === 'json' && <JsonText json={content.json} copy={copy} />}
      </TabPanel>
    </>
  );
}
