import { t } from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { formatCount, formatUsdShort } from '../../api/format.ts';
import { joinClauses, joinLabel, joinNote } from '../../api/join.ts';
import type { ExportSettings, SettingsContent, SettingsOutcomeRow } from '../messages/coverage.ts';
import {
  bestOutcome,
  cellText,
  chooseSlice,
  hasGrid,
  isSameSettings,
  type SettingsSlice,
  settingsText,
  sliceKey,
  slicesOf,
  sliceText,
} from './exportSettings.ts';
import { formatShareOf } from './format.ts';
import { OutcomesTable } from './outcomesTable.tsx';
import { type CoverageView, DimLine, Section, type SectionProps, type Send } from './section.tsx';
import { SettingsForm } from './settingsForm.tsx';
import { SettingsGrid } from './settingsGrid.tsx';

export const SettingsSection = ({ content: { settings }, view, send }: SectionProps) =>
  settings === null ? (
    <Section title={t('Export settings')}>
      <DimLine text={t('This service offers no replay. A node or an Arbscope server does.')} />
    </Section>
  ) : (
    <TestedSettings settings={settings} view={view} send={send} />
  );

interface TestedSettingsProps {
  readonly settings: SettingsContent;
  readonly view: CoverageView;
  readonly send: Send;
}

function TestedSettings({ settings, view, send }: TestedSettingsProps) {
  const [wantedSlice, setWantedSlice] = useState('');
  const [wanted, setWanted] = useState<ExportSettings | null>(null);
  const { axes, outcomes, fault } = settings;
  const slice = chooseSlice(settings, wantedSlice);
  const slices = slicesOf(axes);
  const isTested = outcomes !== null && slice !== null && hasGrid(axes);
  const canChooseSlice = isTested && slices.length > 1;
  const selected =
    (outcomes ?? []).find((each) => wanted !== null && isSameSettings(each, wanted)) ??
    bestOutcome(outcomes ?? []);
  return (
    <Section
      title={t('Export settings')}
      head={<span class="dim small">{noteOf(settings, canChooseSlice ? null : slice)}</span>}
    >
      <SettingsForm settings={settings} send={send} />
      {canChooseSlice && (
        <select
          aria-label={t('Refresh and ranking window')}
          value={sliceKey(slice)}
          onChange={({ currentTarget: { value } }) => {
            setWantedSlice(value);
            setWanted(null);
          }}
        >
          {slices.map((each) => (
            <option key={sliceKey(each)} value={sliceKey(each)}>
              {sliceText(each)}
            </option>
          ))}
        </select>
      )}
      {fault !== '' && (
        <p class="fault" role="alert">
          <bdi>{fault}</bdi>
        </p>
      )}
      {isTested ? (
        <>
          {view === 'table' ? (
            <OutcomesTable settings={settings} />
          ) : (
            <SettingsGrid
              settings={settings}
              slice={slice}
              selected={selected}
              caption={joinNote(t('Covered net gain in percent of the market’s'), sliceText(slice))}
              onSelect={setWanted}
            />
          )}
          <Foot
            settings={settings}
            selected={selected}
            slice={view === 'table' ? null : slice}
            send={send}
          />
        </>
      ) : (
        <DimLine
          text={t('Test which settings of an auto-updated export would have covered most.')}
        />
      )}
    </Section>
  );
}

/** `slice`: the shown one; null: it is said elsewhere. */
const noteOf = ({ outcomes, total }: SettingsContent, slice: SettingsSlice | null): string =>
  outcomes === null || total === null
    ? ''
    : joinClauses([
        t('covered net gain, % of {0}', formatUsdShort(total.net_gains_usd)),
        t('{0} combinations', formatCount(outcomes.length)),
        slice === null ? '' : sliceText(slice),
      ]);

interface FootProps {
  readonly settings: SettingsContent;
  readonly selected: SettingsOutcomeRow | null;
  /** The shown one; null: all. */
  readonly slice: SettingsSlice | null;
  readonly send: Send;
}

function Foot({ settings: { outcomes, total, current }, selected, slice, send }: FootProps) {
  const best = bestOutcome(outcomes ?? []);
  const hasCurrent =
    current !== null &&
    (outcomes ?? []).some((each) => isSameSettings(each, current)) &&
    (slice === null || sliceKey(slice) === sliceKey(current));
  const percentOf = (each: SettingsOutcomeRow) =>
    formatShareOf(each.net_gains_usd, total?.net_gains_usd ?? 0);
  return (
    <p class="small caption">
      {best !== null && (
        <span class="dim">{joinLabel(t('★ best {0}', percentOf(best)), cellText(best))}</span>
      )}
      {hasCurrent && <span class="dim">{t('● now')}</span>}
      {selected !== null && selected !== best && (
        <span>{joinLabel(t('selected {0}', percentOf(selected)), settingsText(selected))}</span>
      )}
      {selected !== null && <UseSettings settings={selected} send={send} />}
    </p>
  );
}

interface UseSettingsProps {
  readonly settings: ExportSettings;
  readonly send: Send;
}

function UseSettings({ settings, send }: UseSettingsProps) {
  const { tokens_max, min_transactions, refresh_seconds, tokens_time_range } = settings;
  const used = { tokens_max, min_transactions, refresh_seconds, tokens_time_range };
  return (
    <button
      type="button"
      class="link"
      title={settingsText(used)}
      onClick={() => send({ type: 'use-settings', settings: used })}
    >
      {t('Use These Settings…')}
    </button>
  );
}
