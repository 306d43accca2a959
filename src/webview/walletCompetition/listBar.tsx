import { t } from '@vscode/l10n';
import { formatCount } from '../../api/format.ts';
import { SegmentedControl } from '../components/segmentedControl.tsx';

export const shortListLength = 10;

interface ListBarProps<Order extends string> {
  /** Unique in the page. */
  readonly name: string;
  readonly legend: string;
  readonly orders: Readonly<Record<Order, string>>;
  readonly order: Order;
  readonly setOrder: (order: Order) => void;
  /** Rows of the long list, and how many there are, listed or not. */
  readonly listed: number;
  readonly total: number;
  readonly isWhole: boolean;
  readonly setWhole: (isWhole: boolean) => void;
}

/** The order of a list, and how much of it shows. */
export function ListBar<Order extends string>(props: ListBarProps<Order>) {
  const { listed, total, isWhole, setWhole, order, setOrder } = props;
  const shown = isWhole ? listed : Math.min(listed, shortListLength);
  return (
    <div class="list-bar">
      <SegmentedControl
        name={props.name}
        legend={props.legend}
        labels={props.orders}
        value={order}
        onChange={setOrder}
      />
      <span class="dim small">{t('{0} of {1}', formatCount(shown), formatCount(total))}</span>
      {listed > shortListLength && (
        <button type="button" class="link" onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('Show Fewer') : t('Show All')}
        </button>
      )}
    </div>
  );
}
