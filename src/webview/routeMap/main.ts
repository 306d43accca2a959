import { element, replaceContent } from '../dom.ts';
import { Frame } from '../frame.ts';
import {
  isTransactionContent,
  type TransactionContent,
  type TransactionRequest,
} from '../messages/transaction.ts';
import { Page } from '../page.ts';

/** The page of the transaction panel. */
function start(): void {
  const page = new Page<TransactionContent, TransactionRequest>({
    isContent: isTransactionContent,
    receive: (message) => {
      if (message.type === 'status') frame.status(message);
      else if (message.type === 'notice') frame.notice(message.words);
      else if (message.type === 'content') show(message.content);
    },
  });
  const frame = new Frame(document.getElementById('page') ?? document.body, (message) =>
    page.send(message),
  );
  const show = (content: TransactionContent) => {
    replaceContent(
      frame.content,
      element('h1', {}, content.type),
      element('pre', {}, content.json),
    );
  };
  page.ready();
}

start();
