import { t } from '@vscode/l10n';
import { formatDuration } from '../../api/format.ts';
import { joinList } from '../../api/join.ts';
import { SegmentedControl } from '../components/segmentedControl.tsx';
import { useStateOf } from '../components/useStateOf.ts';
import {
  type CoverageContent,
  type CoverageState,
  coverageWindowsSeconds,
  shownPercentiles,
} from '../messages/coverage.ts';
import type { CoverageView, SectionProps } from './section.tsx';
import { windowText } from './windowText.ts';

interface ControlsProps extends SectionProps {
  readonly onView: (view: CoverageView) => void;
}

/** What the figures are of, and how they are shown. */
export function Controls({ content, view, onView, send }: ControlsProps) {
  const { coverage, config } = content;
  /** The next request builds on this state, even before the response arrives. */
  const [state, setState] = useStateOf(content, content.state);
  const ask = (change: Partial<CoverageState>) => {
    const next = { ...state, ...change };
    setState(next);
    const { windowSeconds, percentile } = next;
    send({ type: 'ask', windowSeconds, percentile });
  };
  return (
    <div class="controls">
      <SegmentedControl
        name="window"
        legend={t('Window')}
        labels={Object.fromEntries(
          coverageWindowsSeconds.map((seconds) => [String(seconds), formatDuration(seconds)]),
        )}
        value={String(state.windowSeconds)}
        onChange={(seconds) => ask({ windowSeconds: Number(seconds) })}
      />
      <PercentileSelect
        percentile={state.percentile}
        // Rollups exist only for paid tips and fees.
        isDisabled={coverage?.kind === 'bounds'}
        onChoose={(percentile) => ask({ percentile })}
      />
      <bdi class="chip">{baseText(config)}</bdi>
      <SegmentedControl<CoverageView>
        name="view"
        legend={t('View')}
        labels={{ charts: t('Charts'), table: t('Table') }}
        value={view}
        onChange={onView}
      />
      <p class="dim small about">{windowText(content)}</p>
    </div>
  );
}

/** `base SOL, USDC`. */
const baseText = ({ baseTokens }: CoverageContent['config']): string =>
  baseTokens.length === 0 ? t('any base token') : t('base {0}', joinList(baseTokens));

const asPaid = 'paid';

interface PercentileSelectProps {
  readonly percentile: CoverageState['percentile'];
  readonly isDisabled: boolean;
  readonly onChoose: (percentile: CoverageState['percentile']) => void;
}

const PercentileSelect = ({ percentile, isDisabled, onChoose }: PercentileSelectProps) => (
  <select
    aria-label={t('Tips and fees assumed')}
    value={percentile ?? asPaid}
    disabled={isDisabled}
    onChange={({ currentTarget: { value } }) =>
      onChoose(shownPercentiles.find((each) => each === value) ?? null)
    }
  >
    <option value={asPaid}>{t('tips as paid')}</option>
    {shownPercentiles.map((each) => (
      <option key={each} value={each}>
        {t('tip {0} by provider', each)}
      </option>
    ))}
  </select>
);
