import { t } from '@vscode/l10n';
import { useRef } from 'preact/hooks';
import type { ChartFormat } from '../components/pageTools.tsx';
import { SegmentedControl } from '../components/segmentedControl.tsx';
import { TabList, TabPanel } from '../components/tabs.tsx';
import { useSavedState } from '../components/useSavedState.ts';
import type { WalletContent, WalletRequest } from '../messages/wallet.ts';
import type { PageProps } from '../renderPage.tsx';
import { ScopeBar } from '../walletCompetition/scope.tsx';
import { WalletCompetitionTab } from '../walletCompetition/walletCompetitionTab.tsx';
import { periodText } from './format.ts';
import { Overview, WindowControl } from './overview.tsx';
import type { View } from './parts.tsx';
import { saveWallet, type WalletTab } from './saveWallet.ts';
import { Comparison, WalletHeader } from './walletHeader.tsx';

export function WalletPage({ content, host }: PageProps<WalletContent, WalletRequest>) {
  const page = useRef<HTMLDivElement>(null);
  const [view, setView] = useSavedState<View>(host, 'view', (saved) =>
    saved === 'tables' ? 'tables' : 'charts',
  );
  const [tab, setTab] = useSavedState<WalletTab>(host, 'tab', (saved) =>
    saved === 'competition' ? 'competition' : 'overview',
  );
  const isOverview = tab === 'overview';
  const { competition } = content;
  const isLoaded = competition?.kind === 'loaded';
  const hasDrawing = view === 'charts';
  const send = (request: WalletRequest) => host.send(request);
  const save = async (format: ChartFormat) => {
    const message = await saveWallet(format, tab, content, page.current);
    if (message !== null) host.send(message);
  };
  return (
    <div class="wallet" ref={page}>
      <WalletHeader
        {...{ content, host }}
        hasFigures={isOverview || isLoaded}
        hasDrawing={hasDrawing && (isOverview || isLoaded)}
        onSave={(format) => void save(format)}
      />
      <div class="bar">
        <TabList
          label={t('Wallet')}
          tabs={[
            { id: 'overview', label: t('Overview') },
            { id: 'competition', label: t('Competition') },
          ]}
          selected={tab}
          onSelect={setTab}
        />
        <SegmentedControl
          name="view"
          legend={t('View')}
          labels={{ charts: t('Charts'), tables: t('Tables') }}
          value={view}
          onChange={setView}
        />
        {isOverview && <WindowControl {...{ content, send }} />}
        {isOverview ? (
          <>
            <Comparison {...{ content, host }} />
            <span class="dim small period">{periodText(content)}</span>
          </>
        ) : (
          isLoaded && (
            <ScopeBar
              content={competition}
              load={(wish) => send({ type: 'load-competition', ...wish })}
            />
          )
        )}
      </div>
      <TabPanel id="overview" isSelected={isOverview}>
        <Overview {...{ content, view, send }} />
      </TabPanel>
      <TabPanel id="competition" isSelected={!isOverview}>
        {/* Reads blocks, so only on request. */}
        {!isOverview && <WalletCompetitionTab panel={content} {...{ host, hasDrawing }} />}
      </TabPanel>
    </div>
  );
}
