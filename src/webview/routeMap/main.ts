import {
  isTransactionContent,
  type TransactionContent,
  type TransactionRequest,
} from '../messages/transaction.ts';
import { startPage } from '../startPage.ts';
import { refreshTimes } from './header.ts';
import { TransactionView } from './transactionView.ts';

const timesEveryMilliseconds = 10_000;

/** The page of the transaction panel. */
startPage<TransactionContent, TransactionRequest>({
  isContent: isTransactionContent,
  view: (page) => {
    const view = new TransactionView(page);
    setInterval(() => refreshTimes(view.element), timesEveryMilliseconds);
    return view;
  },
});
