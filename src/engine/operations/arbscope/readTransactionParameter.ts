import { t } from '@vscode/l10n';
import { MarketError } from '../../../api/marketError.ts';
import { parseTransactionText } from '../../../solana/landing/parseTransactions.ts';
import { WireFormatError } from '../../../solana/wireReader.ts';
import { decodeTransactionBytes } from '../../../solana/wireTransaction.ts';
import type { SignedTransaction } from '../../chain/readSignedTransaction.ts';

/** Signed or unsigned. Throws a MarketError of kind `bad-parameter` that names the parameter. */
export function readTransactionParameter(text: string, parameter: string): SignedTransaction {
  const invalid = (message: string) => new MarketError('bad-parameter', message, { parameter });
  const input = parseTransactionText(text);
  if (input.kind === 'secret-key') {
    throw invalid(t('This is a secret key, not a transaction. It was not stored or sent.'));
  }
  if (input.kind === 'wrong') throw invalid(input.reason);
  const [only, more] = input.kind === 'empty' ? [] : input.transactions;
  if (only === undefined) throw invalid(t('The transaction is empty.'));
  if (more !== undefined) {
    throw invalid(t('Several transactions in one text. Pass one in each.'));
  }
  try {
    return { bytes: only.bytes, transaction: decodeTransactionBytes(only.bytes) };
  } catch (error) {
    throw WireFormatError.is(error) ? invalid(error.message) : error;
  }
}
