import { t } from '@vscode/l10n';
import { useRef } from 'preact/hooks';
import { formatDuration, formatUtcDateTime } from '../../api/format.ts';
import { withExportTitle } from '../charts/withExportTitle.tsx';
import { isPeriodOffered } from '../components/isPeriodOffered.ts';
import type { ChartFormat } from '../components/pageTools.tsx';
import { SegmentedControl } from '../components/segmentedControl.tsx';
import { sourceText } from '../components/sourceBadge.tsx';
import { useSavedState } from '../components/useSavedState.ts';
import { useStateOf } from '../components/useStateOf.ts';
import {
  longestWalletDetailSeconds,
  type WalletContent,
  type WalletRequest,
  walletWindowsSeconds,
} from '../messages/wallet.ts';
import type { PageHost, PageProps } from '../renderPage.tsx';
import { type StackedPicture, stackPictures } from '../stackPictures.ts';
import { renderPngOf, serializeSvg } from '../svgExport.ts';
import { FiguresTable } from './figuresTable.tsx';
import { periodText } from './format.ts';
import { HistorySection } from './historySection.tsx';
import { Part, type View } from './parts.tsx';
import { RollupSection } from './rollupSection.tsx';
import { TipsSection } from './tipsSection.tsx';
import { TransactionTable } from './transactionTable.tsx';
import { activityChart, gainsChart } from './walletCharts.ts';
import { walletCsv } from './walletCsv.ts';
import { Comparison, WalletHeader } from './walletHeader.tsx';

export function WalletPage({ content, host }: PageProps<WalletContent, WalletRequest>) {
  const page = useRef<HTMLDivElement>(null);
  const [view, setView] = useSavedState<View>(host, 'view', (saved) =>
    saved === 'tables' ? 'tables' : 'charts',
  );
  // The choice stays shown while its content is loaded.
  const [window, setWindow] = useStateOf(content, String(content.windowSeconds));
  const send = (request: WalletRequest) => host.send(request);
  return (
    <div class="wallet" ref={page}>
      <WalletHeader
        {...{ content, host }}
        hasDrawing={view === 'charts'}
        onSave={(format) => void save(format, content, page.current, host)}
      />
      <div class="bar">
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
        <SegmentedControl
          name="view"
          legend={t('View')}
          labels={{ charts: t('Charts'), tables: t('Tables') }}
          value={view}
          onChange={setView}
        />
        <Comparison {...{ content, host }} />
        <span class="dim small period">{periodText(content)}</span>
      </div>
      <Notes content={content} />
      <FiguresTable content={content} onOpen={(wallet) => send({ type: 'open-wallet', wallet })} />
      <Parts {...{ content, view, send }} />
      <Part title={t('Newest transactions')}>
        <TransactionTable
          content={content}
          onOpen={(signature) => send({ type: 'open-transaction', signature })}
        />
      </Part>
    </div>
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

interface PartsProps {
  readonly content: WalletContent;
  readonly view: View;
  readonly send: (request: WalletRequest) => void;
}

/** Tokens and AMMs are beside the charts of a single wallet; for several, below in full width. */
function Parts({ content, view, send }: PartsProps) {
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

async function save(
  format: ChartFormat,
  content: WalletContent,
  page: HTMLElement | null,
  host: PageHost<WalletRequest>,
): Promise<void> {
  const name = `wallet ${content.wallets[0]?.address ?? ''}`;
  if (format === 'csv') {
    host.send({ type: 'save', format, name, data: walletCsv(content) });
    return;
  }
  const drawings = [...(page?.querySelectorAll<SVGSVGElement>('svg.picture') ?? [])];
  if (drawings.length === 0) return;
  const pictures: StackedPicture[] = [];
  for (const drawing of drawings) {
    const lines = [drawing.ariaLabel ?? '', sourceText(content)];
    pictures.push(
      await withExportTitle(drawing, lines, (titled) => {
        const { width, height } = titled.viewBox.baseVal;
        return { text: serializeSvg(titled), width, height };
      }),
    );
  }
  const picture = stackPictures(pictures);
  const data = format === 'svg' ? picture.text : await renderPngOf(picture);
  host.send({ type: 'save', format, name, data });
}
