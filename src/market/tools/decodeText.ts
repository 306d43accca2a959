import { MarketError } from '../../interface/marketError.ts';
import { knownAddress } from '../../solana/addressBook.ts';
import { decodeBase58 } from '../../solana/base58.ts';
import { isOnCurve } from '../../solana/curve.ts';
import { readTransactionText } from '../../solana/landing/readTransactions.ts';
import { recognize } from '../../solana/scan/scanText.ts';
import { wireDocument } from '../../solana/wireDocument.ts';
import { readTransaction } from '../../solana/wireTransaction.ts';

/** What a text is, without asking anybody. Throws a MarketError for a text that is nothing known. */
export function decodeText(text: string): object {
  const found = recognize(text);
  if (found?.kind === 'address') return addressFacts(found.text);
  if (found?.kind === 'signature') {
    return {
      kind: 'signature',
      signature: found.text,
      note: 'The name of a transaction; arbscope_transaction tells what it did.',
    };
  }
  const input = readTransactionText(text);
  const transactions = input.kind === 'transactions' ? input.transactions : [];
  const read = transactions.map(({ bytes }) => {
    const transaction = readTransaction(bytes);
    if (transaction === null) throw unknownText();
    return wireDocument({ bytes, transaction });
  });
  if (read.length === 0) throw unknownText();
  return { kind: 'transaction', transactions: read };
}

function addressFacts(address: string): object {
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

const unknownText = () =>
  new MarketError(
    'bad-parameter',
    'The text is no address, signature or serialized transaction of Solana',
    { parameter: 'text' },
  );
