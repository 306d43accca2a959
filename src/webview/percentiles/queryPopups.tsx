import { t } from '@vscode/l10n';
import { type StatisticsProvider, statisticsProviders } from '../../api/enumerations.ts';
import { formatCount, formatLamportsAsSol } from '../../api/format.ts';
import { Fault } from './fault.tsx';
import { filterLabels, providerOrMarket } from './labels.ts';
import { maxRangeValue } from './parseQueryForm.ts';
import { Popup } from './popup.tsx';
import type { QueryDraft } from './queryDraft.ts';

interface FieldsProps {
  readonly draft: QueryDraft;
}

/** Compute units, or amounts. */
export function RangePopup({ draft }: FieldsProps) {
  const { fields, faults, valid, lastValid, validate, submit } = draft;
  const isGains = fields.statistic === 'tipsByGains';
  const most = valid?.maximum ?? valid?.minimum ?? null;
  const limit = formatCount(maxRangeValue(fields.statistic));
  const bound = (name: 'minimum' | 'maximum', label: string, placeholder: string) => (
    <input
      type="text"
      inputMode="numeric"
      size={11}
      name={name}
      aria-label={label}
      aria-describedby="range-fault"
      aria-invalid={faults[name] !== undefined}
      placeholder={placeholder}
      autocomplete="off"
      value={fields[name]}
      onInput={(event) => validate({ [name]: event.currentTarget.value })}
      onChange={(event) => submit({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <Popup summary={filterLabels(lastValid).range}>
      <span id="range-label" class="dim">
        {isGains ? t('Input amount, smallest unit') : t('Compute units')}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is not laid out in a line. */}
      <span class="together" role="group" aria-labelledby="range-label">
        {bound('minimum', t('Minimum'), '0')}–
        {bound('maximum', t('Maximum'), isGains ? t('no limit') : limit)}
      </span>
      <span class="dim">
        {isGains && most !== null
          ? t('{0} if the base token is SOL', formatLamportsAsSol(BigInt(most)))
          : ''}
      </span>
      <Fault id="range">{faults.maximum ?? faults.minimum}</Fault>
    </Popup>
  );
}

export function ProvidersPopup({ draft: { fields, faults, lastValid, submit } }: FieldsProps) {
  const choose = (provider: StatisticsProvider, isChosen: boolean) =>
    submit({
      providers: statisticsProviders.filter((each) =>
        each === provider ? isChosen : fields.providers.includes(each),
      ),
    });
  return (
    <Popup summary={filterLabels(lastValid).providers}>
      {statisticsProviders.map((provider) => (
        <label key={provider}>
          <input
            type="checkbox"
            value={provider}
            checked={fields.providers.includes(provider)}
            onChange={(event) => choose(provider, event.currentTarget.checked)}
          />
          {` ${providerOrMarket(provider)}`}
        </label>
      ))}
      <Fault id="providers">{faults.providers}</Fault>
    </Popup>
  );
}

export function WalletsPopup({ draft }: FieldsProps) {
  const { fields, faults, lastValid, validate, submit } = draft;
  return (
    <Popup summary={filterLabels(lastValid).wallets}>
      <textarea
        aria-label={t('Wallets')}
        rows={4}
        cols={30}
        spellcheck={false}
        aria-describedby="wallets-fault"
        aria-invalid={faults.wallets !== undefined}
        placeholder={t('One address per line')}
        value={fields.wallets}
        onInput={(event) => validate({ wallets: event.currentTarget.value })}
        onChange={(event) => submit({ wallets: event.currentTarget.value })}
      />
      <Fault id="wallets">{faults.wallets}</Fault>
      <button type="button" onClick={() => submit({})}>
        {t('Apply')}
      </button>
    </Popup>
  );
}
