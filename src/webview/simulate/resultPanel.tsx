import { t } from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import type { SimulatedTransactionContent, SimulateRequest } from '../messages/simulate.ts';
import type { PageHost } from '../renderPage.tsx';
import type { Copy } from '../route/addressButton.tsx';
import { BalanceNote } from '../route/balanceNote.tsx';
import { GainSteps } from '../route/gainSteps.tsx';
import { useLegLight } from '../route/legLight.ts';
import { LegTable } from '../route/legTable.tsx';
import { RouteMap } from '../route/routeMap.tsx';
import type { RouteView } from '../route/routeView.ts';
import { AdviceList } from './adviceList.tsx';
import { ResultNotes } from './resultNotes.tsx';
import { RunsSection } from './runsTable.tsx';
import { UnitTable } from './unitTable.tsx';

interface ResultPanelProps {
  readonly transaction: SimulatedTransactionContent;
  /** Null: the route is not known. */
  readonly view: RouteView | null;
  readonly copy: Copy;
  readonly send: PageHost<SimulateRequest>['send'];
  readonly showLog: (index: number) => void;
}

export function ResultPanel({ transaction, view, copy, send, showLog }: ResultPanelProps) {
  const light = useLegLight();
  const failing = Math.max(
    0,
    transaction.calls.findLastIndex(({ state }) => state !== 'success'),
  );
  return (
    <>
      <ResultNotes
        transaction={transaction}
        showLog={() => showLog(failing)}
        openError={(source) => send({ type: 'open-error', source })}
      />
      <div class="three">
        <TitledSection title={t('Route')}>
          {view === null ? (
            <p class="no-route">
              {transaction.record === null ? t('Route: unknown') : t('Route: incomplete')}
            </p>
          ) : (
            <RouteMap
              view={view}
              light={light}
              emptyMessage={
                transaction.isSuccess
                  ? t('This transaction has no swaps.')
                  : t('It fails before its first swap.')
              }
            />
          )}
        </TitledSection>
        {view !== null && (
          <TitledSection title={t('From gross to net')}>
            <GainSteps view={view} />
            <BalanceNote view={view} />
          </TitledSection>
        )}
        <TitledSection title={t('Advice')}>
          <AdviceList
            transaction={transaction}
            copy={copy}
            openPercentiles={() => send({ type: 'open-percentiles' })}
          />
        </TitledSection>
      </div>
      {view !== null && (
        <LegTable
          view={view}
          light={light}
          openPool={(pool) => send({ type: 'open-pool', pool })}
        />
      )}
      <div class="two">
        <TitledSection title={t('Compute units by instruction')}>
          <UnitTable transaction={transaction} showLog={showLog} />
        </TitledSection>
        <RunsSection runs={transaction.runs} clear={() => send({ type: 'clear-runs' })} />
      </div>
    </>
  );
}

interface TitledSectionProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

const TitledSection = ({ title, children }: TitledSectionProps) => (
  <section>
    <h2>{title}</h2>
    {children}
  </section>
);
