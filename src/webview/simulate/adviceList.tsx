import { t } from '@vscode/l10n';
import type { SimulatedTransactionContent } from '../messages/simulate.ts';
import type { Copy } from '../route/addressButton.tsx';
import { type AdviceItem, adviceItems } from './adviceText.ts';
import { TipStripChart } from './tipStrip.tsx';

interface AdviceActions {
  readonly copy: Copy;
  readonly openPercentiles: () => void;
}

interface AdviceListProps extends AdviceActions {
  readonly transaction: SimulatedTransactionContent;
}

export function AdviceList({ transaction: { advice, isSuccess }, ...actions }: AdviceListProps) {
  const items = advice.flatMap(adviceItems);
  if (items.length === 0) {
    return (
      <p class="dim">
        {isSuccess ? t('No advice.') : t('No advice for a transaction that fails.')}
      </p>
    );
  }
  return (
    <ul class="advice">
      {items.map((item, at) => (
        <li key={at}>
          <div class="advice-head">
            <h3>
              <Sign kind={item.kind} />
              {item.title}
            </h3>
            <span class="advice-figure">
              {item.figure}
              <ActionButton item={item} {...actions} />
            </span>
          </div>
          <p class="dim">{item.reasons.filter(Boolean).join(' ')}</p>
          {item.strip !== null && <TipStripChart strip={item.strip} />}
        </li>
      ))}
    </ul>
  );
}

const Sign = ({ kind }: Pick<AdviceItem, 'kind'>) => (
  <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
    {kind === 'note' && <circle cx={8} cy={8} r={5.8} />}
    <path
      d={
        kind === 'note'
          ? 'M8 7.2V11M8 5v.8'
          : 'M6 13.5h4M6 11.5c0-1.8-2-2.4-2-5a4 4 0 0 1 8 0c0 2.6-2 3.2-2 5z'
      }
    />
  </svg>
);

interface ActionButtonProps extends AdviceActions {
  readonly item: AdviceItem;
}

function ActionButton({ item: { action, title }, copy, openPercentiles }: ActionButtonProps) {
  if (action === null) return null;
  if (action === 'percentiles') {
    return (
      <button type="button" class="link" onClick={openPercentiles}>
        {t('Open Percentiles')}
      </button>
    );
  }
  return (
    <button
      type="button"
      class="link"
      aria-label={t('Copy {0}', title)}
      onClick={() => copy(action.copy, title)}
    >
      {t('Copy')}
    </button>
  );
}
