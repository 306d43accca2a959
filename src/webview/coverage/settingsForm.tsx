import { t } from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { formatCount } from '../../api/format.ts';
import { joinList } from '../../api/join.ts';
import { useStateOf } from '../components/useStateOf.ts';
import {
  maxSettingsCombinations,
  type SettingName,
  type SettingsAxes,
  type SettingsContent,
} from '../messages/coverage.ts';
import {
  countCombinations,
  isTooMany,
  parseSettingsAxes,
  parseSettingValues,
  type SettingTexts,
  settingNames,
} from './exportSettings.ts';
import type { Send } from './section.tsx';

const labels = (): Readonly<Record<SettingName, string>> => ({
  tokens_max: t('Max tokens'),
  min_transactions: t('Min transactions'),
  refresh_seconds: t('Refresh, seconds'),
  tokens_time_range: t('Ranking window, seconds'),
});

interface SettingsFormProps {
  readonly settings: SettingsContent;
  readonly send: Send;
}

export function SettingsForm({ settings, send }: SettingsFormProps) {
  const { axes: shown, running, outcomes } = settings;
  /** Edited values stay unless the tested values change. */
  const [texts, setTexts] = useStateOf(JSON.stringify(shown), textsOf(shown));
  /** Before the first run, there are no outcomes to show. */
  const [isOpen] = useState(outcomes === null);
  const axes = parseSettingsAxes(texts);
  const isMany = axes !== null && isTooMany(axes);
  const run = () => {
    if (running === null && axes !== null && !isMany) send({ type: 'run-settings', axes });
  };
  const names = labels();
  return (
    <div class="settings-form">
      <details open={isOpen}>
        <summary>{t('Values to test')}</summary>
        <div class="fields">
          {settingNames.map((name) => (
            <Field
              key={name}
              name={name}
              label={names[name]}
              text={texts[name]}
              onInput={(text) => setTexts({ ...texts, [name]: text })}
              onEnter={run}
            />
          ))}
        </div>
      </details>
      <div class="start">
        {running === null ? (
          <button type="button" disabled={axes === null || isMany} onClick={run}>
            {t('Run')}
          </button>
        ) : (
          <Running {...running} onCancel={() => send({ type: 'cancel-settings' })} />
        )}
        <span class={running === null && isMany ? 'dim small fault' : 'dim small'} role="status">
          {running === null ? countText(axes) : progressText(running)}
        </span>
      </div>
    </div>
  );
}

const textsOf = (axes: SettingsAxes): SettingTexts => ({
  tokens_max: joinList(axes.tokens_max.map(String)),
  min_transactions: joinList(axes.min_transactions.map(String)),
  refresh_seconds: joinList(axes.refresh_seconds.map(String)),
  tokens_time_range: joinList(axes.tokens_time_range.map(String)),
});

interface FieldProps {
  readonly name: SettingName;
  readonly label: string;
  readonly text: string;
  readonly onInput: (text: string) => void;
  readonly onEnter: () => void;
}

function Field({ name, label, text, onInput, onEnter }: FieldProps) {
  const { fault } = parseSettingValues(name, text);
  const [id, faultId] = [`setting-${name}`, `fault-${name}`];
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        type="text"
        id={id}
        size={14}
        value={text}
        aria-invalid={fault === null ? undefined : 'true'}
        aria-describedby={fault === null ? undefined : faultId}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') onEnter();
        }}
      />
      <span class="fault" id={faultId}>
        {fault}
      </span>
    </div>
  );
}

/** Empty if a value is invalid. */
const countText = (axes: SettingsAxes | null): string =>
  axes === null
    ? ''
    : t(
        '{0} of at most {1} combinations',
        formatCount(countCombinations(axes)),
        maxSettingsCombinations,
      );

type Progress = NonNullable<SettingsContent['running']>;

const progressText = ({ done, of }: Progress): string =>
  t('{0} of {1} combinations', formatCount(done), formatCount(of));

interface RunningProps extends Progress {
  readonly onCancel: () => void;
}

const Running = ({ done, of, onCancel }: RunningProps) => (
  <span class="running">
    <progress aria-label={t('Combinations tested')} max={Math.max(1, of)} value={done} />
    <button type="button" onClick={onCancel}>
      {t('Cancel')}
    </button>
  </span>
);
