import { t } from '@vscode/l10n';
import { SegmentedControl } from '../components/segmentedControl.tsx';
import type { SimulateContent } from '../messages/simulate.ts';

interface TransactionChoiceProps {
  readonly content: SimulateContent;
  readonly shown: number;
  readonly show: (at: number) => void;
}

/** Nothing for one transaction. */
export function TransactionChoice({ content, shown, show }: TransactionChoiceProps) {
  const { transactions, isBundle } = content;
  if (transactions.length < 2) return null;
  // Not numbers alone, by which objects are sorted.
  const labels = Object.fromEntries(
    transactions.map(({ isSuccess }, at) => [
      `t${at}`,
      `${t('Transaction {0}', at + 1)} ${isSuccess ? '✓' : '⊘'}`,
    ]),
  );
  return (
    <div class="choice">
      <SegmentedControl
        name="transaction"
        legend={t('Transaction')}
        labels={labels}
        value={`t${shown}`}
        onChange={(value) => show(Number(value.slice(1)))}
      />
      <span class="dim">
        {isBundle
          ? t('A bundle: each runs on what those before it left.')
          : t('Each starts from the same state: the connection cannot simulate bundles.')}
      </span>
    </div>
  );
}
