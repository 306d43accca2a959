import { t } from '@vscode/l10n';
import type { TransactionDetail } from '../../api/transaction.ts';
import examples from './recordedExamples.json' with { type: 'json' };
import type { TransactionSource } from './transactionContent.ts';

export interface RecordedExample {
  readonly title: string;
  readonly detail: TransactionDetail;
}

/** Members of the transaction operation that are raw amounts. */
const rawAmounts: ReadonlySet<string> = new Set([
  'amount',
  'fees',
  'input_amount',
  'output_amount',
  'priority_fees',
  'rent',
]);

/** Not validated: `arbscope decode` made the file. Raw amounts need BigInt, which JSON lacks. */
const toDetail = (json: object): TransactionDetail =>
  JSON.parse(JSON.stringify(json), (key, value: unknown) =>
    rawAmounts.has(key) && typeof value === 'number' ? BigInt(value) : value,
  ) as TransactionDetail;

/** Real mainnet arbitrages included in the extension, available with every connection. */
export const recordedExamples: readonly RecordedExample[] = [
  { title: t('Two legs'), detail: toDetail(examples.twoLegs) },
  { title: t('Split route'), detail: toDetail(examples.splitRoute) },
  { title: t('Six legs'), detail: toDetail(examples.sixLegs) },
];

/** Same source for all three: they are from one block. */
export const recordedSource: TransactionSource = {
  name: t('Recorded mainnet transaction of 14 March 2024'),
  isSimulated: false,
  note: t('This example comes with Arbscope. No request was sent. Prices are those of its block.'),
};
