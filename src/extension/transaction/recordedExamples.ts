import { t } from '@vscode/l10n';
import type { TransactionDetail } from '../../api/transaction.ts';
import examples from './recordedExamples.json' with { type: 'json' };
import type { TransactionSource } from './transactionContent.ts';

export interface RecordedExample {
  readonly title: string;
  readonly detail: TransactionDetail;
}

/** Members that are raw amounts, as the transaction operation names them. */
const rawAmounts: ReadonlySet<string> = new Set([
  'amount',
  'fees',
  'input_amount',
  'output_amount',
  'priority_fees',
  'rent',
]);

/** The file is our own, made by `arbscope decode`; JSON alone has no exact integers. */
const toDetail = (json: object): TransactionDetail =>
  JSON.parse(JSON.stringify(json), (key, value: unknown) =>
    rawAmounts.has(key) && typeof value === 'number' ? BigInt(value) : value,
  ) as TransactionDetail;

/** Real arbitrages of mainnet that come with the extension, whatever the connection is. */
export const recordedExamples: readonly RecordedExample[] = [
  { title: t('Two legs'), detail: toDetail(examples.twoLegs) },
  { title: t('Split route'), detail: toDetail(examples.splitRoute) },
  { title: t('Six legs'), detail: toDetail(examples.sixLegs) },
];

/** Of all three: they are of one block. */
export const recordedSource: TransactionSource = {
  name: t('Recorded mainnet transaction of 14 March 2024'),
  isSimulated: false,
  note: t(
    'This example comes with Arbscope. Nothing was requested. Prices are those of its block.',
  ),
};
