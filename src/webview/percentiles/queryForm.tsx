import { t } from '@vscode/l10n';
import { joinLabel } from '../../api/join.ts';
import { SegmentedControl } from '../components/segmentedControl.tsx';
import type { PercentileQuery } from '../messages/percentiles.ts';
import { statisticLabels } from './labels.ts';
import { useQueryDraft } from './queryDraft.ts';
import { ProvidersPopup, RangePopup, WalletsPopup } from './queryPopups.tsx';
import { WindowField } from './windowField.tsx';

interface QueryFormProps {
  /** Of the shown figures; another object replaces what the form shows. */
  readonly query: PercentileQuery;
  readonly onQuery: (query: PercentileQuery) => void;
}

/** Validates while the user types, and sends each complete new query. */
export function QueryForm({ query, onQuery }: QueryFormProps) {
  const draft = useQueryDraft(query, onQuery);
  const { form, fields, faults, change, submit } = draft;
  // The page has no form elements, so Enter is handled here.
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    if (key === 'Enter' && target instanceof HTMLInputElement) submit({});
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the page's policy does not allow form elements.
    <div class="query" role="form" aria-label={t('Query')} ref={form} onKeyDown={onKeyDown}>
      <SegmentedControl
        name="statistic"
        legend={t('Statistic')}
        labels={statisticLabels()}
        value={fields.statistic}
        // A range of compute units does not apply to amounts, or vice versa.
        onChange={(statistic) => submit({ statistic, minimum: '', maximum: '' })}
      />
      <WindowField
        name="window"
        label={t('Window')}
        seconds={fields.windowSeconds}
        isTyped={fields.isWindowTyped}
        fault={faults.windowSeconds}
        onType={(windowSeconds) => change({ windowSeconds, isWindowTyped: true })}
        onChange={(windowSeconds, isWindowTyped) => submit({ windowSeconds, isWindowTyped })}
      />
      <WindowField
        name="second-window"
        label={t('Compare with')}
        noneLabel={t('nothing')}
        toLabel={(window) => joinLabel(t('Compare with'), window)}
        seconds={fields.secondWindowSeconds}
        isTyped={fields.isSecondWindowTyped}
        fault={faults.secondWindowSeconds}
        onType={(secondWindowSeconds) => change({ secondWindowSeconds, isSecondWindowTyped: true })}
        onChange={(secondWindowSeconds, isSecondWindowTyped) =>
          submit({ secondWindowSeconds, isSecondWindowTyped })
        }
      />
      <RangePopup draft={draft} />
      <ProvidersPopup draft={draft} />
      <WalletsPopup draft={draft} />
    </div>
  );
}
