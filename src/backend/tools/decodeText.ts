import { MarketError } from '../../api/marketError.ts';
import { decodeBase58 } from '../../solana/base58.ts';
import { isOnCurve } from '../../solana/isOnCurve.ts';
import { knownAddress } from '../../solana/knownAddresses.ts';
import { parseTransactionText } from '../../solana/landing/parseTransactions.ts';
import { matchWholeText } from '../../solana/scan/scanText.ts';
import { transactionDocument } from '../../solana/transactionDocument.ts';
import { tryDecodeTransaction } from '../../solana/wireTransaction.ts';

/** What a text is, without asking anybody. Throws a MarketError for a text that is nothing known. */
export function decodeText(text: string): object {
  const found = matchWholeText(text);
  if (found?.kind === 'address') return describeAddress(found.text);
  if (found?.kind === 'signature') {
    return {
      kind: 'signature',
      signature: found.text,
      note: 'A transaction signature; look it up with arbscope_transaction.',
    };
  }
  const input = parseTransactionText(text);
  const transactions = input.kind === 'transactions' ? input.transactions : [];
  const read = transactions.map(({ bytes }) => {
    const transaction = tryDecodeTransaction(bytes);
    if (transaction === null) throw unknownTextError();
    return transactionDocument({ bytes, transaction });
  });
  if (read.length === 0) throw unknownTextError();
  return { kind: 'transaction', transactions: read };
}

function describeAddress(address: string): object {
  const bytes = decodeBase58(address);
  const { kind = 'unknown', ...known } = knownAddress(address) ?? {};
  return {
    kind: 'address',
    address,
    what: kind,
    ...known,
    isOnCurve: bytes !== null && isOnCurve(bytes),
  };
}

const unknownTextError = () =>
  new MarketError('bad-parameter', 'Not a Solana address, signature or serialized transaction', {
    parameter: 'text',
  });
