import { t } from '@vscode/l10n';
import { formatDuration, formatUtcDateTime } from '../../api/format.ts';
import { isPeriodOffered } from '../components/isPeriodOffered.ts';
import { SegmentedControl } from '../components/segmentedControl.tsx';
import { useStateOf } from '../components/useStateOf.ts';
import type { WalletContent, WalletRequest } from '../messages/wallet.ts';
import { longestWalletDetailSeconds, walletWindowsSeconds } from '../messages/walletChoices.ts';
import { FiguresTable } from './figuresTable.tsx';
import { HistorySection } from './historySection.tsx';
import { Part, type View } from './parts.tsx';
import { RollupSection } from './rollupSection.tsx';
import { TipsSection } from './tipsSection.tsx';
import { TransactionTable } from './transactionTable.tsx';
import { activityChart, gainsChart } from './walletCharts.ts';

interface SendProps {
  readonly content: WalletContent;
  readonly send: (request: WalletRequest) => void;
}

interface OverviewProps extends SendProps {
  readonly view: View;
}

/** What the wallets earned, paid and traded. */
export const Overview = ({ content, view, send }: OverviewProps) => (
  <>
    <Notes content={content} />
    <FiguresTable
      content={content}
      onOpen={(wallet) => send({ type: 'open-related', kind: 'wallet', id: wallet })}
    />
    <Parts {...{ content, view, send }} />
    <Part title={t('Newest transactions')}>
      <TransactionTable
        content={content}
        onOpen={(signature) => send({ type: 'open-transaction', signature })}
      />
    </Part>
  </>
);

export function WindowControl({ content, send }: SendProps) {
  // The choice stays shown while its content is loaded.
  const [window, setWindow] = useStateOf(content, String(content.windowSeconds));
  return (
    <SegmentedControl
      name="window"
      legend={t('Window')}
      labels={windowLabels}
      isOffered={(seconds) => isWindowOffered(Number(seconds), content)}
      value={window}
      onChange={(seconds) => {
        setWindow(seconds);
        send({ type: 'window', seconds: Number(seconds) });
      }}
    />
  );
}

const windowLabels: Readonly<Record<string, string>> = Object.fromEntries(
  walletWindowsSeconds.map((seconds) => [String(seconds), formatDuration(seconds)]),
);

function isWindowOffered(
  seconds: number,
  { windowSeconds, storedFromMilliseconds, nowMilliseconds }: WalletContent,
): boolean {
  if (seconds <= longestWalletDetailSeconds || seconds === windowSeconds) return true;
  const stored =
    storedFromMilliseconds === null ? 0 : (nowMilliseconds - storedFromMilliseconds) / 1_000;
  return isPeriodOffered(seconds, walletWindowsSeconds, stored);
}

/** Tokens and AMMs are beside the charts of a single wallet; for several, below in full width. */
function Parts({ content, view, send }: OverviewProps) {
  const isAlone = content.wallets.length === 1;
  return (
    <div class="parts">
      <div class="column">
        <HistorySection
          {...{ content, view }}
          title={t('Net gains over time')}
          chartOf={gainsChart}
          note={t('Failed transactions count with their fee.')}
        />
        <TipsSection {...{ content, view }} />
      </div>
      <div class="column">
        <HistorySection
          {...{ content, view }}
          title={t('Active hours')}
          chartOf={activityChart}
          note={t('Each bar: {0}.', formatDuration(content.intervalSeconds))}
        />
        {isAlone && <RollupSection {...{ content, send }} />}
      </div>
      {!isAlone && <RollupSection {...{ content, send }} />}
    </div>
  );
}

const Notes = ({
  content: { isOffered, faults, figuresFromMilliseconds: from },
}: {
  readonly content: WalletContent;
}) => (
  <>
    {from !== null && (
      <p class="note-line">{t('Ranks and figures count since {0}.', formatUtcDateTime(from))}</p>
    )}
    {!isOffered && (
      <p class="note-line">
        {t(
          'This service offers the last 24 hours alone. A node or an Arbscope server offers the rest.',
        )}
      </p>
    )}
    {faults.length > 0 && (
      <ul class="faults">
        {faults.map((fault) => (
          <li key={fault}>
            <bdi>{fault}</bdi>
          </li>
        ))}
      </ul>
    )}
  </>
);
