import { t } from '@vscode/l10n';
import type {
  SimulateContent,
  SimulatedTransactionContent,
  SimulateRequest,
} from '../messages/simulate.ts';
import type { ExportFormat } from '../messages.ts';
import type { PageHost } from '../renderPage.tsx';
import type { Copy } from '../route/addressButton.tsx';
import { exportRoute } from '../route/exportRoute.tsx';
import { RawAmountsButton } from '../route/rawAmountsButton.tsx';
import type { AmountFormat } from '../route/routeLabels.ts';
import type { RouteView } from '../route/routeView.ts';
import { slotLabel } from './labels.ts';
import { simulateMarkdown } from './simulateMarkdown.ts';

interface SimulateToolbarProps {
  readonly content: SimulateContent;
  readonly transaction: SimulatedTransactionContent;
  /** Null: nothing to save as a picture. */
  readonly view: RouteView | null;
  readonly format: AmountFormat;
  readonly setFormat: (format: AmountFormat) => void;
  readonly copy: Copy;
  readonly send: PageHost<SimulateRequest>['send'];
}

export function SimulateToolbar({ content, transaction, view, ...rest }: SimulateToolbarProps) {
  const { format, setFormat, copy, send } = rest;
  const save = async (shown: RouteView, file: ExportFormat) => {
    const data = await exportRoute(shown, file, exportTitle(content));
    send({ type: 'save', format: file, name: `simulation ${content.slot ?? ''}`.trim(), data });
  };
  return (
    <div class="tools" role="toolbar" aria-label={t('Actions')}>
      <RawAmountsButton format={format} setFormat={setFormat} />
      <button
        type="button"
        class="quiet"
        onClick={() => copy(simulateMarkdown(content, transaction), 'Markdown')}
      >
        {t('Copy Markdown')}
      </button>
      {view !== null && (
        <>
          <button type="button" class="quiet" onClick={() => void save(view, 'svg')}>
            {t('Save SVG')}
          </button>
          <button type="button" class="quiet" onClick={() => void save(view, 'png')}>
            {t('Save PNG')}
          </button>
        </>
      )}
    </div>
  );
}

const exportTitle = (content: SimulateContent): string =>
  [
    t('Simulation'),
    slotLabel(content),
    ...(content.isSandbox ? [t('Sandbox: simulated data')] : []),
  ].join(' · ');
