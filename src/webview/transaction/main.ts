import '../localize.ts';
import {
  isTransactionContent,
  type TransactionContent,
  type TransactionPageRequest,
} from '../messages/transaction.ts';
import { startPage } from '../startPage.ts';
import { refreshRelativeTimes } from './transactionHeader.ts';
import { TransactionView } from './transactionView.ts';

const timesEveryMilliseconds = 10_000;

startPage<TransactionContent, TransactionPageRequest>(isTransactionContent, (page) => {
  const view = new TransactionView(page);
  setInterval(() => refreshRelativeTimes(view.element), timesEveryMilliseconds);
  return view;
});
