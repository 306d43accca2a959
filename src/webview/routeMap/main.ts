import { Frame } from '../frame.ts';
import {
  isTransactionContent,
  type TransactionContent,
  type TransactionRequest,
} from '../messages/transaction.ts';
import { Page } from '../page.ts';
import { refreshTimes } from './header.ts';
import { TransactionView } from './transactionView.ts';

const timesEveryMilliseconds = 10_000;

/** The page of the transaction panel. */
function start(): void {
  const page = new Page<TransactionContent, TransactionRequest>({
    isContent: isTransactionContent,
    receive: (message) => {
      if (message.type === 'status') frame.status(message);
      else if (message.type === 'notice') frame.notice(message.words);
      else if (message.type === 'content') view.show(message.content);
    },
  });
  const frame = new Frame(document.getElementById('page') ?? document.body, (message) =>
    page.send(message),
  );
  const view = new TransactionView({
    place: frame.content,
    send: (message) => page.send(message),
    kept: (name) => page.kept(name),
    keep: (name, value) => page.keep(name, value),
  });
  setInterval(() => refreshTimes(frame.content), timesEveryMilliseconds);
  page.ready();
}

start();
