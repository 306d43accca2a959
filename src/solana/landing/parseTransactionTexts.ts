import { t } from '@vscode/l10n';
import { joinLabel } from '../../api/join.ts';
import { MarketError } from '../../api/marketError.ts';
import { tryDecodeTransaction } from '../wireTransaction.ts';
import { parseTransactionText } from './parseTransactions.ts';

/**
 * Bytes of texts that each contain one transaction in any supported form. Throws a MarketError of
 * kind `bad-parameter` otherwise, without quoting the text: non-transactions, including secret keys
 * in any form, are never passed on.
 */
export function parseTransactionTexts(texts: readonly string[]): readonly Uint8Array[] {
  return texts.map((text, index) => {
    const input = parseTransactionText(text);
    if (input.kind === 'secret-key') {
      throw invalidText(
        t('transactions[{0}] is a secret key. It was not sent, logged or stored.', index),
      );
    }
    if (input.kind === 'wrong')
      throw invalidText(joinLabel(`transactions[${index}]`, input.reason));
    const [first, ...more] = input.kind === 'empty' ? [] : input.transactions;
    if (first === undefined || tryDecodeTransaction(first.bytes) === null) {
      throw invalidText(t('transactions[{0}] is not a serialized transaction.', index));
    }
    if (more.length > 0) {
      throw invalidText(
        t('transactions[{0}] contains several transactions. Give each its own entry.', index),
      );
    }
    return first.bytes;
  });
}

const invalidText = (message: string) =>
  new MarketError('bad-parameter', message, { parameter: 'transactions' });
